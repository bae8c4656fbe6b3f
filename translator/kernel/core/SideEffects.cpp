// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/SideEffects.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/LibraryCode.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/UniqueName.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

/// True if a call of \p F may change what exists before it.
static bool callMayChange(KernelPrinter &P, const FunctionDecl *F, const FunctionClone *Callee) {
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
    return A.K != Appended::Constant && A.K != Appended::Scratch && A.K != Appended::Warp &&
           A.K != Appended::Texture;
  });
}

bool mayChange(KernelPrinter &P, const Stmt *S) {
  return hasEffect(S, [&](const Expr *E) {
    if (const auto *C = dyn_cast<CXXConstructExpr>(E))
      return !C->getConstructor()->isTrivial() &&
             callMayChange(P, C->getConstructor(), P.unit().Spaces.callee(P.version(), C));
    const auto *Call = cast<CallExpr>(E);
    const FunctionDecl *F = Call->getDirectCallee();
    return !passedOn(Call) &&
           (!F || callMayChange(P, F, P.unit().Spaces.callee(P.version(), Call)));
  });
}

Fragment printDiscarded(KernelPrinter &P, const Expr *E) {
  return E->isGLValue() ? P.Lvalues.printAddress(E, Precedence::Assignment) : P.printValue(E);
}

bool isStatement(const BodyTree &Body, const Stmt *S) {
  const Stmt *Up = Body.parent(S);
  if (isa_and_nonnull<FullExpr>(Up))
    return isStatement(Body, Up);
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
    return Rest(AsOperand ? P.print(Value, Precedence::Unary) : P.printValue(Value));
  if (!isStatement(P.plan().Body, Assignment))
    return std::nullopt;
  std::string Name = uniqueName(P.unit(), P.version(), "value");
  Fragment Out("{ " + P.Locals.typeText(Value->getType().getUnqualifiedType(), Value) + " " + Name +
               " = ");
  Out += P.printValue(Value) + "; " + Rest(Name) + "; }";
  return Out.closed();
}

Fragment printWithValuesFirst(KernelPrinter &P, llvm::ArrayRef<const Expr *> Values,
                              llvm::function_ref<Fragment()> Rest) {
  Fragment Out("(");
  std::vector<ScopedEntry<PrintScope::Texts>> Evaluated;
  for (const Expr *Value : Values) {
    std::string Name = P.Locals.hoistedVariable(Value, "value", [&](const std::string &Name) {
      return P.Locals.types().declare(Value->getType().getUnqualifiedType(), Name,
                                      spacesOf(P.unit(), P.version(), Value), StoredIn::Value);
    });
    Out += Fragment(Name + " = ") + P.printValue(Value) + ", ";
    Evaluated.push_back(P.Scope.standsFor(Value, Name));
  }
  return (Out + Rest() + ")").binding(Precedence::Primary);
}

Fragment printWithPlaceFirst(KernelPrinter &P, const Expr *Site, const Expr *Object,
                             const Expr *Value,
                             llvm::function_ref<Fragment(const std::string &)> Rest) {
  Fragment Out("(");
  std::optional<ScopedEntry<PrintScope::Texts>> Evaluated;
  if (Value) {
    std::string Name = P.Locals.hoistedVariable(Site, "value", [&](const std::string &Name) {
      return P.Locals.types().declare(Value->getType().getUnqualifiedType(), Name,
                                      spacesOf(P.unit(), P.version(), Value), StoredIn::Value);
    });
    Out += Fragment(Name + " = ") + P.printValue(Value) + ", ";
    Evaluated.emplace(P.Scope.standsFor(Value, Name));
  }
  AddressSpace Space = P.unit().Spaces.storage(P.version(), Object);
  std::string Place = P.Locals.hoistedVariable(Site, "place", [&](const std::string &Name) {
    return P.Locals.types().declare(
        P.context().getPointerType(Object->getType()), Name,
        {[Space](unsigned) { return Space; }, P.unit().Spaces.record(P.version(), Object)});
  });
  Out += Fragment(Place + " = ") + P.Lvalues.printAddress(Object, Precedence::Assignment) + ", ";
  auto Whole = P.Scope.addressStandsFor(Object, Place);
  auto Inner = P.Scope.addressStandsFor(Object->IgnoreParens(), Place);
  return (Out + Rest(Place) + ")").binding(Precedence::Primary);
}

} // namespace cu2cl
