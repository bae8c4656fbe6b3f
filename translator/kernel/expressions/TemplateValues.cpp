// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Values that an instance knows: template parameters, sizeof...(Pack), constexpr results that C
// cannot compute. They become literals.

#include "analysis/reach/LibraryCode.h"
#include "kernel/core/Constants.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// The text of a number, which binds as an operator does if it begins with a sign.
static Fragment literal(const std::string &Text, bool IsNegative) {
  return Fragment(Text).binding(IsNegative ? Precedence::Unary : Precedence::Primary);
}

static std::optional<Fragment> valueOf(KernelPrinter &P, const Expr *E) {
  Expr::EvalResult Result;
  if (!E->EvaluateAsRValue(Result, P.context()) || Result.HasSideEffects)
    return std::nullopt;
  QualType T = E->getType();
  if (Result.Val.isInt()) {
    if (T->isBooleanType())
      return Fragment(Result.Val.getInt().getBoolValue() ? "true" : "false");
    if (const auto *Enum = T->getAs<EnumType>())
      if (const EnumConstantDecl *Name = enumerator(Enum->getDecl(), Result.Val.getInt())) {
        if (isOfRuntime(P.unit(), Enum->getDecl()))
          return Fragment(runtimeEnumerator(Name));
        P.Found.need(Enum->getDecl());
        return Fragment(P.names().global(Name));
      }
    if (T->isEnumeralType())
      T = T->castAs<EnumType>()->getDecl()->getIntegerType();
    const llvm::APSInt &Value = Result.Val.getInt();
    // Narrow types have a cast, the least value is a difference in parentheses.
    bool HasSign =
        Value.isNegative() && !Value.isMinSignedValue() && P.context().getTypeSize(T) >= 32;
    return literal(integerLiteral(P.context(), Value, T), HasSign);
  }
  if (Result.Val.isFloat())
    return literal(
        floatingLiteral(Result.Val.getFloat(), T->isSpecificBuiltinType(BuiltinType::Double)),
        Result.Val.getFloat().isNegative() && Result.Val.getFloat().isFinite());
  return std::nullopt;
}

std::optional<Fragment> printTemplateValue(KernelPrinter &P, const Stmt *S) {
  if (const auto *N = dyn_cast<SubstNonTypeTemplateParmExpr>(S)) {
    // A negative value is where a name stood.
    if (std::optional<Fragment> Text = valueOf(P, N->getReplacement()))
      return Text->operand(Precedence::Primary);
    return P.print(N->getReplacement());
  }
  // std::numeric_limits<int>::max() and its like: what the library computes when compiling.
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *F = Call->getDirectCallee();
        F && F->isConstexpr() && isLibraryCode(F) && Call->getType()->isArithmeticType())
      return valueOf(P, Call);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && isLibraryCode(V))
      return valueOf(P, Ref);
  if (isa<SizeOfPackExpr, TypeTraitExpr, CXXNoexceptExpr, ConceptSpecializationExpr, RequiresExpr>(
          S))
    return valueOf(P, cast<Expr>(S));
  return std::nullopt;
}

} // namespace cu2cl
