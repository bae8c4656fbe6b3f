// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constructors, conversions and operators of CUDA's own classes that are types of clrt's helpers.
//   __half h = 2.0f;        clrt_half h = clrt_half_from_float(2.0f);
//   h = h * x + y;          h = clrt_half_add(clrt_half_mul(h, x), y);
//   a[i] += h;              a[i] = clrt_half_add(a[i], h);
//   *p++ += h;              (place = p++, *place = clrt_half_add(*place, h));
//
// Precondition: the catalog has a row for what is called.
// Effect: the row's text. Of an operator that changes its first operand this is the new value.

#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/LibraryCode.h"
#include "catalog/Catalog.h"
#include "kernel/core/Rules.h"
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
  P.needHelper(Row.Helper);
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
  bool IsUsed = P.isUsed(Call);
  bool IsPostfix = Call->getNumArgs() == 2 && (Call->getOperator() == OO_PlusPlus ||
                                               Call->getOperator() == OO_MinusMinus);
  auto Declare = [&](QualType T, std::string Name) {
    AddressSpace Space = P.unit().Spaces.storage(P.version(), Object);
    return P.types().declare(T, Name, {[Space](unsigned) { return Space; }, nullptr});
  };
  QualType T = Object->getType().getUnqualifiedType();
  Fragment Before, Place, After;
  std::optional<ScopedEntry<KernelPrinter::Texts>> Stands, AddedStands;
  // C++ evaluates what is added before the place.
  const Expr *Added = Call->getNumArgs() == 2 && !IsPostfix ? Call->getArg(1) : nullptr;
  if (Added && !isRepeatable(Added)) {
    QualType AddedType = Added->getType().getUnqualifiedType();
    std::string Name = P.hoistedVariable(
        Call, "added", [&](const std::string &Name) { return Declare(AddedType, Name); });
    Before = Fragment(Name + " = ") + P.printValue(Added) + ", ";
    AddedStands.emplace(P.standsFor(Added, Fragment(Name)));
  }
  if (isRepeatable(Object)) {
    Place = P.printUnaryOperand(Object);
  } else {
    std::string Name = P.hoistedVariable(Call, "place", [&](const std::string &Name) {
      return Declare(P.context().getPointerType(Object->getType()), Name);
    });
    Before += Fragment(Name + " = ") + P.printAddress(Object) + ", ";
    Place = Fragment("*" + Name);
    Stands.emplace(P.standsFor(Object, Place));
  }
  if (IsPostfix && IsUsed) {
    std::string Name = P.hoistedVariable(
        Call, "old", [&](const std::string &Name) { return Declare(T, Name); });
    Before += Fragment(Name + " = ") + Place + ", ";
    After = Fragment(", " + Name);
  }
  Fragment Out = Before + Place + " = " + expand(P, Row, Arguments) + After;
  bool IsPlain = Before.empty() && !IsUsed;
  return IsPlain ? Out : Fragment("(") + Out + ")";
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
    return expand(P, *Row, Fragment("*") + P.printUnaryOperand(Object));
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  if (!Operator)
    return std::nullopt;
  if (changesOperand(Operator))
    return printChange(P, *Row, Operator);
  return expand(P, *Row, Values(Call->getArgs(), Call->getNumArgs()));
}

} // namespace cu2cl
