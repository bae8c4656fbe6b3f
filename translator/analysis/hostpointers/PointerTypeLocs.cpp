// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pointers in written types, each with its star. Those that are written in another way keep
// their type (ConstraintGenTypes.cpp).

#include "analysis/hostpointers/UnitPointerQuery.h"

using namespace clang;
using namespace cu2cl;

/// Lists the pointers of a written type whose value is \p Value.
void UnitPointerQuery::walk(Walk W, TypeLoc T, uint32_t Value, unsigned Level) const {
  if (T.isNull())
    return;
  T = T.getUnqualifiedLoc();
  QualType Type = T.getType();
  if (auto P = T.getAs<PointerTypeLoc>()) {
    if (Type->isFunctionPointerType())
      return;
    WrittenPointer Pointer;
    Pointer.Loc = P;
    Pointer.Level = Level;
    Pointer.Rep = State->rep(W.Function, Value);
    W.Out->push_back(Pointer);
    return walk(W, P.getPointeeLoc(), deref(Value), Level + 1);
  }
  if (auto R = T.getAs<ReferenceTypeLoc>())
    return walk(W, R.getPointeeLoc(), deref(Value), Level + 1);
  if (auto A = T.getAs<ArrayTypeLoc>())
    return walk(W, A.getElementLoc(), Value, Level + 1);
  if (auto P = T.getAs<ParenTypeLoc>())
    return walk(W, P.getInnerLoc(), Value, Level);
  if (auto E = T.getAs<ElaboratedTypeLoc>())
    return walk(W, E.getNamedTypeLoc(), Value, Level);
  if (auto M = T.getAs<MacroQualifiedTypeLoc>())
    return walk(W, M.getInnerLoc(), Value, Level);
  if (auto A = T.getAs<AttributedTypeLoc>())
    return walk(W, A.getModifiedLoc(), Value, Level);
  if (auto S = T.getAs<TemplateSpecializationTypeLoc>())
    for (unsigned I = 0; I != S.getNumArgs(); ++I)
      if (const TypeSourceInfo *Info = S.getArgLoc(I).getTypeSourceInfo())
        walk(W, Info->getTypeLoc(), child(Value, step::Argument + I), 0);
}

std::vector<WrittenPointer> UnitPointerQuery::written(const DeclaratorDecl *D) const {
  std::vector<WrittenPointer> Result;
  const TypeSourceInfo *Info = D->getTypeSourceInfo();
  if (!State || !Info)
    return Result;
  std::string Usr = usr(D);
  TypeLoc T = Info->getTypeLoc();
  if (isa<FunctionDecl>(D)) {
    auto It = State->Results.find(Usr);
    auto F = T.IgnoreParens().getAs<FunctionTypeLoc>();
    if (It != State->Results.end() && F)
      walk({State->Solver->Program.functionOf(It->second.Where), &Result}, F.getReturnLoc(),
           It->second.Node, 0);
    return Result;
  }
  auto It = State->ByUsr.find(Usr);
  if (It != State->ByUsr.end())
    walk({State->Solver->Program.functionOf(It->second.Where), &Result}, T, deref(It->second.Node),
         0);
  return Result;
}

std::vector<WrittenPointer> UnitPointerQuery::written(const Expr *E, TypeLoc Written) const {
  std::vector<WrittenPointer> Result;
  std::optional<Found> F = find(E);
  if (!F || F->Node == NoNode)
    return Result;
  uint32_t Value = F->IsAddress && !Written.getType()->isReferenceType() ? deref(F->Node) : F->Node;
  if (isa<CXXNewExpr>(E))
    Value = deref(F->Node);
  walk({State->Solver->Program.functionOf(F->Where), &Result}, Written, Value, 0);
  return Result;
}
