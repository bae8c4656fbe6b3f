// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lambdas: a struct of the captures, and a function of the body.
//
// Effect: the expression is a value of the struct, `(f_lambda){x, &y}`; in the body a captured
// variable is `self->x` or `*self->y`; `this` of the method around is `self->object`. An array that
// is captured by value is written out, element by element.

#include "kernel/core/Rules.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

std::optional<Fragment> printLambda(KernelPrinter &P, const Stmt *S) {
  const auto *L = dyn_cast<LambdaExpr>(S);
  if (!L)
    return std::nullopt;
  QualType T = L->getType();
  Fragment Out("(" + P.Locals.typeText(T, L) + "){");
  bool First = true;
  auto Init = L->capture_init_begin();
  auto Capture = L->capture_begin();
  for (const FieldDecl *F : L->getLambdaClass()->fields()) {
    Out += First ? "" : ", ";
    First = false;
    const Expr *Value = *Init++;
    if (Capture++->getCaptureKind() == LCK_StarThis) {
      Out +=
          P.Locals.selfIsObject() ? Fragment("self") : Fragment("*") + P.Locals.printThis(nullptr);
      continue;
    }
    if (!Value)
      return Fragment(
          P.unit().mark(diag::TokensFromMacro, L->getBeginLoc(), {"capture of a lambda"}));
    Out += F->getType()->isReferenceType() ? P.Lvalues.printAddress(Value, Precedence::Assignment)
                                           : P.printValue(Value);
  }
  return Out + (First ? "0}" : "}");
}

} // namespace cu2cl
