// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/SideEffects.h"
#include "analysis/reach/LibraryCode.h"
#include "kernel/core/FreshName.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

static bool leadsToMutable(QualType T, llvm::DenseSet<const RecordDecl *> &Seen) {
  if (T->isPointerType() || T->isReferenceType()) {
    QualType To = T->getPointeeType();
    return !To.isConstQualified() || leadsToMutable(To, Seen);
  }
  const auto *R = dyn_cast_or_null<RecordDecl>(T->getBaseElementTypeUnsafe()->getAsRecordDecl());
  if (!R || !R->getDefinition())
    return R && !R->getDefinition();
  R = R->getDefinition();
  if (!Seen.insert(R).second)
    return false;
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      if (leadsToMutable(B.getType(), Seen))
        return true;
  return llvm::any_of(R->fields(), [&](const FieldDecl *F) {
    return F->isMutable() || leadsToMutable(F->getType(), Seen);
  });
}

bool leadsToMutable(QualType T) {
  llvm::DenseSet<const RecordDecl *> Seen;
  return leadsToMutable(T, Seen);
}

/// True if a call of \p F may change what exists before it.
static bool callMayChange(KernelPrinter &P, const FunctionDecl *F, const FunctionVersion *Callee) {
  for (const ParmVarDecl *D : F->parameters())
    if (leadsToMutable(D->getType()))
      return true;
  if (const auto *M = dyn_cast<CXXMethodDecl>(F);
      M && M->isInstance() && !isa<CXXConstructorDecl>(M))
    if (!M->isConst() || leadsToMutable(P.context().getRecordType(M->getParent())))
      return true;
  if (!Callee) // CUDA's functions change nothing but what they are given
    return P.unit().isUserCode(F->getLocation()) || F->isVariadic();
  return llvm::any_of(P.unit().appended(*Callee), [](const Appended &A) {
    return A.K != Appended::Constant && A.K != Appended::Scratch;
  });
}

bool mayChange(KernelPrinter &P, const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr, LambdaExpr>(S))
    return false;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    return true;
  if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
    return true;
  if (isa<StmtExpr, CXXNewExpr, CXXDeleteExpr, AtomicExpr>(S))
    return true;
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S))
    return mayChange(P, D->getExpr());
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || callMayChange(P, F, P.unit().Spaces.callee(P.version(), Call)))
      return !passedOn(Call);
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(S); C && !C->getConstructor()->isTrivial())
    if (callMayChange(P, C->getConstructor(), P.unit().Spaces.callee(P.version(), C)))
      return true;
  return llvm::any_of(S->children(), [&](const Stmt *C) { return mayChange(P, C); });
}

bool isStatement(const KernelPrinter &P, const Stmt *S) {
  const Stmt *Up = P.parent(S);
  if (isa_and_nonnull<FullExpr>(Up))
    return isStatement(P, Up);
  if (const auto *If = dyn_cast_or_null<IfStmt>(Up))
    return If->getThen() == S || If->getElse() == S;
  if (const auto *For = dyn_cast_or_null<ForStmt>(Up))
    return For->getBody() == S;
  if (const auto *For = dyn_cast_or_null<CXXForRangeStmt>(Up))
    return For->getBody() == S;
  if (const auto *While = dyn_cast_or_null<WhileStmt>(Up))
    return While->getBody() == S;
  if (const auto *Do = dyn_cast_or_null<DoStmt>(Up))
    return Do->getBody() == S;
  if (const auto *Case = dyn_cast_or_null<SwitchCase>(Up))
    return Case->getSubStmt() == S;
  return isa_and_nonnull<CompoundStmt, LabelStmt, AttributedStmt>(Up);
}

std::optional<Fragment> printWithValueFirst(KernelPrinter &P, const Expr *Assignment,
                                            const Expr *Value, bool AsOperand,
                                            const std::function<Fragment(const Fragment &)> &Rest) {
  if (!mayChange(P, Value))
    return Rest(AsOperand ? P.printUnaryOperand(Value) : P.printValue(Value));
  if (!isStatement(P, Assignment))
    return std::nullopt;
  std::string Name = freshName(P.unit(), P.version(), "value");
  Fragment Out("{ " + P.typeText(Value->getType().getUnqualifiedType(), Value) + " " + Name +
               " = ");
  Out += P.printValue(Value) + "; " + Rest(Name) + "; }";
  return Out.closed();
}

Fragment printWithPlaceFirst(KernelPrinter &P, const Expr *Site, const Expr *Object,
                             const Expr *Value,
                             llvm::function_ref<Fragment(const std::string &)> Rest) {
  Fragment Out("(");
  if (Value) {
    std::string Name = P.hoistedVariable(Site, "value", [&](const std::string &Name) {
      return P.types().declare(Value->getType().getUnqualifiedType(), Name,
                               spacesOf(P.unit(), P.version(), Value), StoredIn::Value);
    });
    Out += Fragment(Name + " = ") + P.printValue(Value) + ", ";
    P.Printed[Value] = Name;
  }
  AddressSpace Space = P.unit().Spaces.storage(P.version(), Object);
  std::string Place = P.hoistedVariable(Site, "place", [&](const std::string &Name) {
    return P.types().declare(
        P.context().getPointerType(Object->getType()), Name,
        {[Space](unsigned) { return Space; }, P.unit().Spaces.record(P.version(), Object)});
  });
  Out += Fragment(Place + " = ") + P.printAddress(Object) + ", ";
  P.PrintedAddresses[Object] = P.PrintedAddresses[Object->IgnoreParens()] = Place;
  Out += Rest(Place) + ")";
  P.PrintedAddresses.erase(Object);
  P.PrintedAddresses.erase(Object->IgnoreParens());
  if (Value)
    P.Printed.erase(Value);
  return Out;
}

} // namespace cu2cl
