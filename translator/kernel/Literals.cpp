// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Literals. OpenCL C has no nullptr, no long long and no digit separators, and its overloads see a
// literal's own type.

#include "kernel/Literals.h"
#include "kernel/Constants.h"
#include "kernel/Rules.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {

static bool isLiteral(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus) && isLiteral(U->getSubExpr());
  return isa<IntegerLiteral, FloatingLiteral>(E);
}

std::optional<std::string> literalOfType(KernelPrinter &P, const Expr *E, QualType T) {
  if (!isLiteral(E) || E->getBeginLoc().isMacroID())
    return std::nullopt;
  T = T.getCanonicalType().getUnqualifiedType();
  if (P.context().hasSameType(E->IgnoreParenImpCasts()->getType(), T))
    return std::nullopt;
  Expr::EvalResult Result;
  if (!E->EvaluateAsRValue(Result, P.context()))
    return std::nullopt;
  if (T->isIntegerType() && Result.Val.isInt() && P.context().getTypeSize(T) >= 32)
    return integerLiteral(P.context(), Result.Val.getInt(), T);
  if (Result.Val.isFloat() && (T->isSpecificBuiltinType(BuiltinType::Float) ||
                               T->isSpecificBuiltinType(BuiltinType::Double)))
    return floatingLiteral(Result.Val.getFloat(), T->isSpecificBuiltinType(BuiltinType::Double));
  return std::nullopt;
}

static std::optional<Fragment> printIntegerLiteral(KernelPrinter &P, const IntegerLiteral *L) {
  TokenRange Range = P.unit().tokensOf(L->getSourceRange());
  if (Range.End - Range.Begin != 1)
    return std::nullopt;
  llvm::StringRef Spelled = P.unit().tokenText(Range.Begin);
  std::string Text;
  unsigned Longs = 0;
  bool Binary = Spelled.starts_with_insensitive("0b");
  for (char C : Spelled)
    if (C != '\'' && (llvm::toLower(C) != 'l' || Longs++ == 0))
      Text += C;
  if (Binary)
    Text =
        "0x" + llvm::toString(L->getValue(), 16, /*Signed=*/false) +
        llvm::StringRef(Text)
            .drop_while([](char C) { return llvm::toLower(C) != 'u' && llvm::toLower(C) != 'l'; })
            .str();
  if (Text == Spelled)
    return std::nullopt;
  return Fragment(Text);
}

std::optional<Fragment> printLiteral(KernelPrinter &P, const Stmt *S) {
  // offsetof is a macro of <stddef.h>, which OpenCL C has not.
  if (const auto *O = dyn_cast<OffsetOfExpr>(S)) {
    Expr::EvalResult Result;
    if (O->EvaluateAsInt(Result, P.context()))
      return Fragment(std::to_string(Result.Val.getInt().getZExtValue()) + "UL");
  }
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(S))
    return Fragment("0");
  if (const auto *L = dyn_cast<IntegerLiteral>(S))
    return printIntegerLiteral(P, L);
  if (const auto *L = dyn_cast<FloatingLiteral>(S)) {
    TokenRange Range = P.unit().tokensOf(L->getSourceRange());
    if (Range.End - Range.Begin == 1 && P.unit().tokenText(Range.Begin).contains('\'')) {
      std::string Text;
      for (char C : P.unit().tokenText(Range.Begin))
        if (C != '\'')
          Text += C;
      return Fragment(Text);
    }
  }
  if (const auto *Zero = dyn_cast<CXXScalarValueInitExpr>(S)) {
    QualType T = Zero->getType();
    if (T->isPointerType() || T->isVoidType())
      return Fragment(T->isVoidType() ? "(void)0" : "0");
    return Fragment("(" + P.typeText(T, nullptr) + ")0");
  }
  if (const auto *Zero = dyn_cast<ImplicitValueInitExpr>(S))
    return Fragment(Zero->getType()->isRecordType() || Zero->getType()->isArrayType() ? "{0}"
                                                                                      : "0");
  return std::nullopt;
}

} // namespace cu2cl
