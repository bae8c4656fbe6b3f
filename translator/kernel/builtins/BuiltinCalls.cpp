// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// GCC's built-in functions of any type, which no row of the catalog can name.
//
// Effect: __builtin_isnan(x) is OpenCL's isnan(x); __builtin_constant_p(x) is 0 where Clang does
// not know x; __builtin_add_overflow(a, b, &r) of 32 bits is `(value = (long)a + b, r = (int)value,
// value != (int)value)`, of 64 bits a helper's answer.

#include "analysis/dialect/Dialect.h"
#include "kernel/core/Operands.h"
#include "kernel/core/Rules.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace cu2cl {
namespace {

/// The function of OpenCL's that classifies or compares numbers as the builtin \p Id does; null if
/// there is none.
const char *classifier(unsigned Id) {
  switch (Id) {
  case Builtin::BI__builtin_isnan:
    return "isnan";
  case Builtin::BI__builtin_isinf:
    return "isinf";
  case Builtin::BI__builtin_isfinite:
    return "isfinite";
  case Builtin::BI__builtin_isnormal:
    return "isnormal";
  case Builtin::BI__builtin_signbit:
  case Builtin::BI__builtin_signbitf:
    return "signbit";
  case Builtin::BI__builtin_isgreater:
    return "isgreater";
  case Builtin::BI__builtin_isgreaterequal:
    return "isgreaterequal";
  case Builtin::BI__builtin_isless:
    return "isless";
  case Builtin::BI__builtin_islessequal:
    return "islessequal";
  case Builtin::BI__builtin_islessgreater:
    return "islessgreater";
  case Builtin::BI__builtin_isunordered:
    return "isunordered";
  default:
    return nullptr;
  }
}

std::optional<Fragment> printClassification(KernelPrinter &P, const CallExpr *Call,
                                            const char *Name) {
  Fragment Out(std::string(Name) + "(");
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const Expr *A = Call->getArg(I);
    QualType T = A->getType().getUnqualifiedType();
    if (!T->isSpecificBuiltinType(BuiltinType::Float) &&
        !T->isSpecificBuiltinType(BuiltinType::Double))
      return std::nullopt;
    if (T->isSpecificBuiltinType(BuiltinType::Double))
      P.Found.needExtension("cl_khr_fp64");
    Out += Fragment(I ? ", " : "") + P.printTyped(A, T);
  }
  return (Out + ")").binding(Precedence::Primary);
}

/// '+', '-' or '*' of a builtin that tells whether the result is exact; 0 for others.
char exactOperator(unsigned Id) {
  switch (Id) {
  case Builtin::BI__builtin_add_overflow:
  case Builtin::BI__builtin_sadd_overflow:
  case Builtin::BI__builtin_saddl_overflow:
  case Builtin::BI__builtin_saddll_overflow:
  case Builtin::BI__builtin_uadd_overflow:
  case Builtin::BI__builtin_uaddl_overflow:
  case Builtin::BI__builtin_uaddll_overflow:
    return '+';
  case Builtin::BI__builtin_sub_overflow:
  case Builtin::BI__builtin_ssub_overflow:
  case Builtin::BI__builtin_ssubl_overflow:
  case Builtin::BI__builtin_ssubll_overflow:
  case Builtin::BI__builtin_usub_overflow:
  case Builtin::BI__builtin_usubl_overflow:
  case Builtin::BI__builtin_usubll_overflow:
    return '-';
  case Builtin::BI__builtin_mul_overflow:
  case Builtin::BI__builtin_smul_overflow:
  case Builtin::BI__builtin_smull_overflow:
  case Builtin::BI__builtin_smulll_overflow:
  case Builtin::BI__builtin_umul_overflow:
  case Builtin::BI__builtin_umull_overflow:
  case Builtin::BI__builtin_umulll_overflow:
    return '*';
  default:
    return 0;
  }
}

/// Returns true if every value of \p E is one of type \p T.
bool fits(const ASTContext &Context, const Expr *E, QualType T) {
  Expr::EvalResult Value;
  unsigned Bits = Context.getIntWidth(T);
  if (E->EvaluateAsInt(Value, Context)) {
    const llvm::APSInt &Known = Value.Val.getInt();
    return T->isSignedIntegerType() ? Known.isRepresentableByInt64() && Bits == 64
                                    : !Known.isNegative() && Known.getActiveBits() <= Bits;
  }
  QualType From = E->getType();
  bool IsSigned = From->isSignedIntegerType();
  unsigned FromBits = Context.getIntWidth(From);
  return IsSigned == T->isSignedIntegerType() ? FromBits <= Bits : !IsSigned && FromBits < Bits;
}

/// What \p Pointer, the last argument, points to.
Fragment resultPlace(KernelPrinter &P, const Expr *Pointer) {
  const auto *Address = dyn_cast<UnaryOperator>(Pointer->IgnoreParenImpCasts());
  const auto *Ref = Address && Address->getOpcode() == UO_AddrOf
                        ? dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParens())
                        : nullptr;
  return Ref && !P.Scope.isEvaluated(Ref)
             ? P.print(Ref, Precedence::Unary)
             : Fragment::dereference(P.print(Pointer, Precedence::Unary));
}

std::optional<Fragment> printExact(KernelPrinter &P, const CallExpr *Call, char Operator) {
  const ASTContext &Context = P.context();
  const Expr *A = Call->getArg(0), *B = Call->getArg(1), *Pointer = Call->getArg(2);
  QualType T = Pointer->getType()->getPointeeType().getUnqualifiedType();
  bool IsNarrow = Context.getIntWidth(T) <= 32 && Context.getIntWidth(A->getType()) <= 32 &&
                  Context.getIntWidth(B->getType()) <= 32;
  bool IsUnsigned = IsNarrow ? Operator == '*' && A->getType()->isUnsignedIntegerType() &&
                                   B->getType()->isUnsignedIntegerType()
                             : T->isUnsignedIntegerType();
  bool IsKnown =
      IsNarrow || (Context.getIntWidth(T) == 64 && fits(Context, A, T) && fits(Context, B, T));
  if (!IsKnown || T->isBooleanType() || T->isEnumeralType() || !P.version().Function)
    return std::nullopt;
  std::string Wide = IsUnsigned ? "ulong" : "long";
  auto Variable = [&](const char *Base, const std::string &Type) {
    return P.Locals.hoistedVariable(Call, Base,
                                    [&](const std::string &Name) { return Type + " " + Name; });
  };
  std::string Value = Variable("value", Wide), Type = P.Locals.typeText(T, Call);
  Fragment Left = P.printTyped(A, A->getType()).operand(Precedence::Unary, writtenPrecedence(A)),
           Right = P.printTyped(B, B->getType()).operand(Precedence::Unary, writtenPrecedence(B));
  Fragment Place = resultPlace(P, Pointer);
  if (IsNarrow)
    return (Fragment("(" + Value + " = (" + Wide + ")") + Left + " " + std::string(1, Operator) +
            " (" + Wide + ")" + Right + ", " + Place + " = (" + Type + ")" + Value + ", " + Value +
            " != (" + Type + ")" + Value + ")")
        .binding(Precedence::Primary);
  P.Found.needHelper("overflow");
  std::string Name = Operator == '+' ? "add" : Operator == '-' ? "sub" : "mul";
  std::string Overflows = Variable("overflows", "bool");
  return (Fragment("(" + Overflows + " = clrt_" + Name + "_overflow_" + Wide + "(") +
          P.printValue(A) + ", " + P.printValue(B) + ", &" + Value + "), " + Place + " = " + Value +
          ", " + Overflows + ")")
      .binding(Precedence::Primary);
}

} // namespace

std::optional<Fragment> printBuiltinCall(KernelPrinter &P, const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  unsigned Id = Call ? Call->getBuiltinCallee() : 0;
  if (!Id)
    return std::nullopt;
  if (Id == Builtin::BI__builtin_constant_p) {
    Expr::EvalResult Value;
    bool IsKnown = Call->EvaluateAsInt(Value, P.context()) && Value.Val.getInt() != 0;
    return Fragment(IsKnown ? "1" : "0");
  }
  if (const char *Name = classifier(Id))
    return printClassification(P, Call, Name);
  if (char Operator = exactOperator(Id))
    return printExact(P, Call, Operator);
  return std::nullopt;
}

} // namespace cu2cl
