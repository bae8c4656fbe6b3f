// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constructors, conversions and operators of CUDA's own classes that are types of clrt's helpers.
//   __half h = 2.0f;        clrt_half h = clrt_half_from_float(2.0f);
//   h = h * x + y;          h = clrt_half_add(clrt_half_mul(h, x), y);
//   a[i] += h;              a[i] = clrt_half_add(a[i], h);
//   *p++ += h;              (place = p++, (*place) = clrt_half_add((*place), h));
//   a[i] += f(&i);          { clrt_half value = f(&i); a[i] = clrt_half_add(a[i], value); }
//
// Precondition: the catalog has a row for what is called.
// Effect: the row's text. Of an operator that changes its first operand this is the new value.

#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/LibraryCode.h"
#include "catalog/Catalog.h"
#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "kernel/core/TypeText.h"
#include "kernel/statements/Statements.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

using Values = llvm::ArrayRef<const Expr *>;

/// The text of \p Row with \p Arguments.
Fragment expand(KernelPrinter &P, const catalog::DeviceFunction &Row,
                llvm::ArrayRef<Fragment> Arguments) {
  P.Found.needHelper(Row.Helper);
  llvm::StringRef Text = Row.Text;
  Fragment Out;
  while (!Text.empty()) {
    auto [Before, Rest] = Text.split('$');
    Out += Before;
    unsigned Index = 0;
    if (!Rest.consumeInteger(10, Index) && Index < Arguments.size())
      Out += Arguments[Index];
    Text = Rest;
  }
  return Out;
}

Fragment expand(KernelPrinter &P, const catalog::DeviceFunction &Row, Values Arguments) {
  std::vector<Fragment> Texts;
  for (const Expr *A : Arguments)
    Texts.push_back(P.printValue(A));
  return expand(P, Row, Texts);
}

/// The assignment of the row's value to the first operand, as an expression.
Fragment printChange(KernelPrinter &P, const catalog::DeviceFunction &Row,
                     const CXXOperatorCallExpr *Call) {
  const Expr *Object = Call->getArg(0);
  Values Arguments(Call->getArgs(), Call->getNumArgs());
  bool IsStep = Call->getOperator() == OO_PlusPlus || Call->getOperator() == OO_MinusMinus;
  const Expr *Value = IsStep ? nullptr : Call->getArg(1);
  bool GivesOld = IsStep && Arguments.size() == 2 && P.plan().Body.isUsed(Call);
  auto Change = [&] {
    Fragment Place = P.print(Object, Precedence::Unary);
    if (!GivesOld)
      return (Place + " = " + expand(P, Row, Arguments)).binding(Precedence::Assignment);
    QualType T = Object->getType().getUnqualifiedType();
    std::string Old = P.Locals.hoistedVariable(Call, "old", [&](const std::string &Name) {
      return P.Locals.types().declare(T, Name, spacesOf(P.unit(), P.version(), Object),
                                      StoredIn::Value);
    });
    return (Fragment(Old + " = ") + Place + ", " + Place + " = " + expand(P, Row, Arguments) +
            ", " + Old)
        .binding(Precedence::Comma);
  };
  auto ChangePlace = [&](const std::string &) { return Change(); };
  bool IsEvaluated =
      Value && (P.Scope.isEvaluated(Value) || P.Scope.isEvaluated(Value->IgnoreImplicit()));
  bool ValueMayChange = Value && !IsEvaluated && mayChange(P, Value);
  if (!isRepeatable(Object))
    return printWithPlaceFirst(P, Call, Object, ValueMayChange ? Value : nullptr, ChangePlace);
  if (!ValueMayChange)
    return Change();
  auto ChangeByValue = [&](const Fragment &Text) {
    auto Evaluated = P.Scope.standsFor(Value, Text);
    return Change();
  };
  if (std::optional<Fragment> Text = printWithValueFirst(P, Call, Value, false, ChangeByValue))
    return *Text;
  return printWithPlaceFirst(P, Call, Object, Value, ChangePlace);
}

bool changesOperand(const CXXOperatorCallExpr *Call) {
  QualType T = Call->getDirectCallee()->getParamDecl(0)->getType();
  return T->isReferenceType() && !T->getPointeeType().isConstQualified();
}

} // namespace

std::optional<Fragment> printLibraryClass(KernelPrinter &P, const Stmt *S) {
  if (const auto *C = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *D = C->getConstructor();
    const catalog::DeviceFunction *Row = deviceRowOf(D);
    if (!Row || P.unit().isUserCode(D->getLocation()))
      return std::nullopt;
    return expand(P, *Row, Values(C->getArgs(), C->getNumArgs()));
  }
  const auto *Call = dyn_cast<CallExpr>(S);
  const catalog::DeviceFunction *Row = Call ? deviceFunctionOf(P.unit(), Call) : nullptr;
  if (!Row)
    return std::nullopt;
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call)) {
    const Expr *Object = Method->getImplicitObjectArgument();
    if (!Object->getType()->isPointerType())
      return expand(P, *Row, Object);
    return expand(P, *Row, Fragment("*") + P.print(Object, Precedence::Unary));
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  if (!Operator)
    return std::nullopt;
  if (changesOperand(Operator))
    return printChange(P, *Row, Operator);
  return expand(P, *Row, Values(Call->getArgs(), Call->getNumArgs()));
}

} // namespace cu2cl
