// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pointers in written types: which token stands for which pointer, and what it becomes.

#include "analysis/UnitView.h"

using namespace clang;
using namespace cu2cl;

/// The representations of the pointers that are written in the signature of \p F, one letter each.
std::string UnitView::spell(const FunctionDecl *F, unsigned Version, bool Result) const {
  std::string Letters;
  auto Add = [&](const DeclaratorDecl *D) {
    for (const WrittenPointer &P : written(D, Version))
      if (!P.Loc.getAs<TemplateTypeParmTypeLoc>() && !P.Loc.getAs<SubstTemplateTypeParmTypeLoc>())
        Letters += char('0' + int(P.Rep));
  };
  for (const ParmVarDecl *P : F->parameters())
    Add(P);
  if (Result)
    Add(F);
  return Letters;
}

/// vector<float *>::iterator: the container that the iterator's type is made of names the pointers;
/// for a map's it is the pair of key and value.
void UnitView::walkQualifier(Walk W, NestedNameSpecifierLoc Qualifier, uint32_t Value) const {
  uint32_t Container = child(Value, step::Argument + 1);
  if (Container == NoNode || child(Container, step::Argument) == NoNode)
    Container = child(Value, step::Argument);
  for (; Qualifier && Container != NoNode; Qualifier = Qualifier.getPrefix()) {
    if (!Qualifier.getNestedNameSpecifier()->getAsType())
      continue;
    if (auto S = Qualifier.getTypeLoc().getAs<TemplateSpecializationTypeLoc>())
      for (unsigned I = 0; I != S.getNumArgs(); ++I)
        if (const TypeSourceInfo *Info = S.getArgLoc(I).getTypeSourceInfo())
          walk(W, Info->getTypeLoc(), child(Container, step::Argument + I), 0);
  }
}

/// The template arguments of a class, and what a smart pointer holds.
void UnitView::walkClass(Walk W, TemplateSpecializationTypeLoc S, uint32_t Value) const {
  uint32_t Held = child(Value, PointerPart);
  if (Held != NoNode && S.getNumArgs() > 0 && S.getArgLoc(0).getTypeSourceInfo()) {
    WrittenPointer P;
    P.Loc = S;
    P.Pointee = S.getArgLoc(0).getTypeSourceInfo()->getType();
    P.Rep = State->rep(W.Function, W.Version, Held);
    W.Out->push_back(P);
  }
  for (unsigned I = 0; I != S.getNumArgs(); ++I)
    if (const TypeSourceInfo *Info = S.getArgLoc(I).getTypeSourceInfo())
      walk(W, Info->getTypeLoc(), child(Value, step::Argument + I), 0);
}

/// Lists the pointers of a written type whose value is \p Value.
void UnitView::walk(Walk W, TypeLoc T, uint32_t Value, unsigned Level) const {
  if (T.isNull())
    return;
  T = T.getUnqualifiedLoc();
  QualType Type = T.getType();
  auto Enter = [&](QualType Pointee) {
    WrittenPointer P;
    P.Loc = T;
    P.Level = Level;
    P.Pointee = Pointee;
    P.Rep = State->rep(W.Function, W.Version, Value);
    W.Out->push_back(P);
  };
  if (auto P = T.getAs<PointerTypeLoc>()) {
    if (!Type->isFunctionPointerType())
      Enter(Type->getPointeeType());
    else if (auto F = P.getPointeeLoc().IgnoreParens().getAs<FunctionProtoTypeLoc>()) {
      walk(W, F.getReturnLoc(), child(Value, step::Result), 0);
      for (unsigned I = 0; I != F.getNumParams(); ++I)
        if (F.getParam(I) && F.getParam(I)->getTypeSourceInfo())
          walk(W, F.getParam(I)->getTypeSourceInfo()->getTypeLoc(),
               child(Value, step::Parameter + I), 0);
      return;
    }
    return walk(W, P.getPointeeLoc(), deref(Value), Level + 1);
  }
  if (auto R = T.getAs<ReferenceTypeLoc>())
    return walk(W, R.getPointeeLoc(), deref(Value), Level + 1);
  if (auto A = T.getAs<ArrayTypeLoc>())
    return walk(W, A.getElementLoc(), Value, Level + 1);
  if (auto P = T.getAs<ParenTypeLoc>())
    return walk(W, P.getInnerLoc(), Value, Level);
  if (auto E = T.getAs<ElaboratedTypeLoc>()) {
    walkQualifier(W, E.getQualifierLoc(), Value);
    return walk(W, E.getNamedTypeLoc(), Value, Level);
  }
  if (auto M = T.getAs<MacroQualifiedTypeLoc>())
    return walk(W, M.getInnerLoc(), Value, Level);
  if (auto A = T.getAs<AttributedTypeLoc>())
    return walk(W, A.getModifiedLoc(), Value, Level);
  if (auto F = T.getAs<FunctionProtoTypeLoc>()) { // of a std::function
    walk(W, F.getReturnLoc(), child(Value, step::Result), 0);
    for (unsigned I = 0; I != F.getNumParams(); ++I)
      if (F.getParam(I) && F.getParam(I)->getTypeSourceInfo())
        walk(W, F.getParam(I)->getTypeSourceInfo()->getTypeLoc(), child(Value, step::Parameter + I),
             0);
    return;
  }
  if (auto A = T.getAs<AdjustedTypeLoc>())
    return walk(W, A.getOriginalLoc(), Value, Level);
  if (auto S = T.getAs<TemplateSpecializationTypeLoc>())
    return walkClass(W, S, Value);
  // A typedef, a template parameter, auto: one word stands for the pointer.
  if (!Type.isNull() && (Type->isPointerType() || T.getAs<TemplateTypeParmTypeLoc>()) &&
      Value != NoNode)
    Enter(Type->isPointerType() ? Type->getPointeeType() : Type);
  if (auto Name = T.getAs<TypedefTypeLoc>())
    walkTypedef(W, Name, Value, Level);
}

/// `typedef float **Rows;` for host and for device rows: the pointers inside of it that the typedef
/// itself does not say.
void UnitView::walkTypedef(Walk W, TypedefTypeLoc T, uint32_t Value, unsigned Level) const {
  QualType Type = T.getType().getCanonicalType();
  std::vector<WrittenPointer> Said;
  for (unsigned Depth = 1; Type->isPointerType() && Value != NoNode; ++Depth) {
    Type = Type->getPointeeType();
    Value = deref(Value);
    if (!Type->isPointerType() || Type->isFunctionPointerType() || Value == NoNode)
      return;
    WrittenPointer P;
    P.Loc = T;
    P.Level = Level + Depth;
    P.Pointee = Type->getPointeeType();
    P.Rep = State->rep(W.Function, W.Version, Value);
    if (P.Rep == PointerRep::Host || P.Rep == PointerRep::Conflict)
      continue;
    if (Said.empty())
      Said = written(T.getTypedefNameDecl());
    if (llvm::none_of(Said, [&](const WrittenPointer &Own) {
          return Own.Level == Depth && Own.Rep == P.Rep;
        }))
      W.Out->push_back(P);
  }
}

std::vector<WrittenPointer> UnitView::written(const DeclaratorDecl *D, unsigned Version) const {
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
      walk({State->Solver->functionOf(It->second.Where), Version, &Result}, F.getReturnLoc(),
           It->second.Node, 0);
    return Result;
  }
  auto It = State->ByUsr.find(Usr);
  if (It == State->ByUsr.end())
    return Result;
  uint32_t Function = State->Solver->functionOf(It->second.Where);
  uint32_t Value = deref(It->second.Node);
  // `float a[]` as a parameter is a pointer.
  auto Array =
      isa<ParmVarDecl>(D) ? T.IgnoreParens().getAsAdjusted<ArrayTypeLoc>() : ArrayTypeLoc();
  if (Array) {
    WrittenPointer Outer;
    Outer.Loc = Array;
    Outer.Pointee = Array.getType()->getAsArrayTypeUnsafe()->getElementType();
    Outer.Rep = State->rep(Function, Version, Value);
    Result.push_back(Outer);
    walk({Function, Version, &Result}, Array.getElementLoc(), deref(Value), 1);
  } else {
    walk({Function, Version, &Result}, T, Value, 0);
  }
  return Result;
}

std::vector<WrittenPointer> UnitView::written(const Expr *E, TypeLoc Written,
                                              unsigned Version) const {
  std::vector<WrittenPointer> Result;
  std::optional<Found> F = find(E);
  if (!F || F->Node == NoNode)
    return Result;
  uint32_t Value = F->IsAddress && !Written.getType()->isReferenceType() ? deref(F->Node) : F->Node;
  if (isa<CXXNewExpr>(E))
    Value = deref(F->Node);
  walk({State->Solver->functionOf(F->Where), Version, &Result}, Written, Value, 0);
  return Result;
}

std::vector<WrittenPointer> UnitView::written(const TypedefNameDecl *D) const {
  std::vector<WrittenPointer> Result;
  const TypeSourceInfo *Info = D->getTypeSourceInfo();
  if (!State || !Info)
    return Result;
  auto It = State->ByUsr.find(usr(D));
  if (It == State->ByUsr.end())
    return Result;
  walk({State->Solver->functionOf(It->second.Where), 0, &Result}, Info->getTypeLoc(),
       deref(It->second.Node), 0);
  return Result;
}
