// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// std::min and std::max of a list in braces.
//
// Precondition: the values are written in the braces, and the catalog has the function of two.
// Effect: `std::min({a, b, c})` becomes `min(min(a, b), c)`, which gives the first of equal ones,
// too; values with side effects are computed from left to right before.

#include "analysis/dialect/Dialect.h"
#include "catalog/Catalog.h"
#include "kernel/builtins/DeviceFunctions.h"
#include "kernel/core/KernelPrinter.h"
#include "kernel/core/Operands.h"
#include "kernel/core/SideEffects.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

std::optional<Fragment> printListExtreme(KernelPrinter &P, const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  catalog::DeviceRole Role = deviceRoleOf(F);
  if ((Role != catalog::DeviceRole::Minimum && Role != catalog::DeviceRole::Maximum) ||
      !F->isInStdNamespace() || Call->getNumArgs() != 1)
    return std::nullopt;
  const auto *Whole =
      dyn_cast<CXXStdInitializerListExpr>(Call->getArg(0)->IgnoreUnlessSpelledInSource());
  if (!Whole)
    Whole = dyn_cast<CXXStdInitializerListExpr>(Call->getArg(0)->IgnoreImplicit());
  const auto *List =
      Whole ? dyn_cast<InitListExpr>(Whole->getSubExpr()->IgnoreImplicit()) : nullptr;
  QualType T = F->getReturnType().getUnqualifiedType();
  if (!List || List->getNumInits() == 0 || !T->isArithmeticType())
    return std::nullopt;
  PrintingPolicy Policy(P.context().getLangOpts());
  Policy.Bool = true;
  std::string Name = T.getCanonicalType().getAsString(Policy);
  std::string Function = (T->isRealFloatingType() ? "std::" : "") + F->getName().str();
  const catalog::DeviceFunction *Row = catalog::findDeviceFunction(Function, {Name, Name});
  if (!Row || Row->Diag || !llvm::StringRef(Row->Text).ends_with("($0, $1)"))
    return std::nullopt;
  P.Found.needHelper(Row->Helper);
  llvm::StringRef Opening = Row->Text.drop_back(llvm::StringRef("$0, $1)").size());
  auto Nest = [&] {
    Fragment Out = P.printTyped(List->getInit(0), T);
    for (unsigned I = 1; I < List->getNumInits(); ++I)
      Out = Fragment(Opening) + Out + ", " + P.printTyped(List->getInit(I), T) + ")";
    return Out;
  };
  // Braces go from left to right, arguments in any order.
  if (List->getNumInits() == 1 || isRepeatable(List) || !P.version().Function)
    return Nest();
  std::vector<const Expr *> Values;
  llvm::copy_if(List->inits(), std::back_inserter(Values),
                [&](const Expr *E) { return !E->isEvaluatable(P.context()); });
  return printWithValuesFirst(P, Values, Nest);
}

} // namespace cu2cl
