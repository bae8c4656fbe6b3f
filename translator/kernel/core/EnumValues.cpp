// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Values of enums. In C an enumerator is an int if it fits, and an enum without negative values is
// unsigned; C++ has the type after the colon, or the first of int, unsigned, long that has all
// values.
//   enum Size : size_t { GB = 1ull << 30 };   8 * GB       8 * (ulong)GB
//   enum Mode { off, on } mode;               mode - 1 < n (int)mode - 1 < n
//
// Precondition: a value of an enum type whose C type is another than what C++ promotes it to.
// Effect: a cast to that. It is left out where the type makes no difference: what takes the value
// converts it, the other operand gives both the same type, or only the low 32 bits count.

#include "kernel/core/EnumValues.h"
#include "kernel/core/Constants.h"
#include "kernel/core/Operands.h"
#include "kernel/core/Rules.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// The type that C gives \p D as a whole: that of the variables of the typedef that is printed.
static QualType wholeTypeInC(const ASTContext &Context, const EnumDecl *D) {
  bool HasName = D->getIdentifier() || D->getTypedefNameForAnonDecl();
  if (!HasName || Context.getTypeSize(D->getIntegerType()) != 32)
    return D->getIntegerType();
  return D->getNumNegativeBits() ? Context.IntTy : Context.UnsignedIntTy;
}

QualType enumeratorTypeInC(const ASTContext &Context, const EnumConstantDecl *D) {
  if (D->getInitVal().isRepresentableByInt64() && llvm::isInt<32>(D->getInitVal().getExtValue()))
    return Context.IntTy;
  const auto *Enum = cast<EnumDecl>(D->getDeclContext());
  bool IsWide = Enum->getNumPositiveBits() > 32 || Enum->getNumNegativeBits();
  if (Enum->getNumNegativeBits())
    return Context.LongTy;
  return IsWide ? Context.UnsignedLongTy : Context.UnsignedIntTy;
}

static QualType promoted(const ASTContext &Context, QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (const auto *E = T->getAs<EnumType>())
    T = E->getDecl()->isScoped() || !E->getDecl()->getPromotionType()->isIntegerType()
            ? E->getDecl()->getIntegerType()
            : E->getDecl()->getPromotionType();
  if (Context.isPromotableIntegerType(T))
    T = Context.getPromotedIntegerType(T);
  return T;
}

/// \p E without parentheses and conversions; not the value of a template's parameter, which is
/// printed by its name.
static const Expr *written(const Expr *E) {
  while (true) {
    if (const auto *I = dyn_cast<ImplicitCastExpr>(E))
      E = I->getSubExpr();
    else if (const auto *Parens = dyn_cast<ParenExpr>(E))
      E = Parens->getSubExpr();
    else if (const auto *F = dyn_cast<FullExpr>(E))
      E = F->getSubExpr();
    else
      return E;
  }
}

/// The enumerator that the text of \p E names, null if it names none.
static const EnumConstantDecl *enumeratorOf(const ASTContext &Context, const Expr *E) {
  E = written(E);
  if (const auto *N = dyn_cast<SubstNonTypeTemplateParmExpr>(E)) {
    const auto *T = N->getType()->getAs<EnumType>();
    Expr::EvalResult Result;
    return T && N->EvaluateAsInt(Result, Context) ? enumerator(T->getDecl(), Result.Val.getInt())
                                                  : nullptr;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<EnumConstantDecl>(Ref->getDecl()) : nullptr;
}

/// The type that both operands of an operator become in C and in C++.
static QualType common(const ASTContext &Context, QualType A, QualType B) {
  if (A->isRealFloatingType() || B->isRealFloatingType() || A->isPointerType())
    return A->isRealFloatingType() ? A : B;
  unsigned WidthA = Context.getTypeSize(A), WidthB = Context.getTypeSize(B);
  if (WidthA != WidthB)
    return WidthA > WidthB ? A : B;
  return A->isUnsignedIntegerType() ? A : B;
}

QualType enumValueTypeInC(const ASTContext &Context, const Expr *E) {
  E = written(E);
  if (const EnumConstantDecl *D = enumeratorOf(Context, E))
    return enumeratorTypeInC(Context, D);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    QualType A = enumValueTypeInC(Context, C->getTrueExpr());
    QualType B = enumValueTypeInC(Context, C->getFalseExpr());
    return A.isNull() || B.isNull() ? QualType() : common(Context, A, B);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isCommaOp())
    return enumValueTypeInC(Context, B->getRHS());
  const auto *T = E->getType()->getAs<EnumType>();
  return T ? promoted(Context, wholeTypeInC(Context, T->getDecl())) : QualType();
}

namespace {

/// How an enum's value, and what is computed from it, compares with C++'s if no cast is written.
enum class Known {
  NotNegative, ///< the same value, which is not negative
  Value,       ///< the same value
  Bits         ///< the same 32 bits
};

class EnumUse {
public:
  EnumUse(KernelPrinter &P, QualType InC) : P(P), Context(P.context()), InC(InC) {}

  /// Returns true if \p E must be cast to the type that C++ promotes it to.
  bool needsCast(const Expr *E) {
    State = start(E);
    if (!fits(E->getType()))
      return true;
    const Stmt *Child = E;
    while (true) {
      if (const VarDecl *V = P.plan().Body.initialised(Child))
        return !fits(V->getType().getNonReferenceType());
      const Stmt *Up = P.plan().Body.parent(Child);
      Step S = Up ? step(Up, Child) : Cast;
      if (S != Go)
        return S == Cast;
      Child = Up;
    }
  }

private:
  enum Step { Go, Fits, Cast };

  Known start(const Expr *E) const {
    if (const EnumConstantDecl *D = enumeratorOf(Context, E))
      return D->getInitVal().isNegative() ? Known::Value : Known::NotNegative;
    const auto *T = written(E)->getType()->getAs<EnumType>();
    if (!T || !InC->isUnsignedIntegerType())
      return Known::Value;
    // With a type after the colon a variable may have values that no enumerator has.
    QualType Integer = T->getDecl()->getIntegerType();
    bool MayBeNegative = T->getDecl()->isFixed() && Integer->isSignedIntegerType();
    return MayBeNegative ? Known::Bits : Known::NotNegative;
  }

  bool isNarrow(QualType T) const {
    return T->isIntegralOrEnumerationType() && !T->isBooleanType() && Context.getTypeSize(T) <= 32;
  }
  bool fits(QualType T) const {
    return State == Known::Bits ? isNarrow(T) || T->isBooleanType()
                                : T->isArithmeticType() || T->isEnumeralType();
  }
  Step sink(QualType T) const { return fits(T) ? Fits : Cast; }

  Step step(const Stmt *Up, const Stmt *Child) {
    if (isa<ParenExpr, FullExpr, SubstNonTypeTemplateParmExpr>(Up))
      return Go;
    if (const auto *I = dyn_cast<ImplicitCastExpr>(Up)) {
      if (I->getCastKind() == CK_IntegralToBoolean)
        return Fits;
      return fits(I->getType()) ? Go : Cast;
    }
    if (const auto *C = dyn_cast<ExplicitCastExpr>(Up))
      return sink(C->getType());
    if (const auto *B = dyn_cast<BinaryOperator>(Up))
      return binary(B, Child);
    if (const auto *U = dyn_cast<UnaryOperator>(Up))
      return unary(U);
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(Up))
      return A->getIdx() == Child && State != Known::Bits ? Fits : Cast;
    if (const auto *C = dyn_cast<ConditionalOperator>(Up))
      return choice(C, Child);
    if (isa<ReturnStmt>(Up) && P.version().Function)
      return sink(P.version().Function->getReturnType().getNonReferenceType());
    if (const auto *Call = dyn_cast<CallExpr>(Up))
      return argument(Call, Child);
    if (isa<InitListExpr, CXXConstructExpr, MaterializeTemporaryExpr>(Up))
      return sink(cast<Expr>(Child)->getType());
    if (isa<IfStmt, WhileStmt, DoStmt, ForStmt, SwitchStmt, CaseStmt>(Up))
      return State == Known::Bits && isa<SwitchStmt>(Up) ? Cast : Fits;
    return Cast;
  }

  /// An operator whose operands get another type in C.
  Step mismatch(const BinaryOperator *B, bool IsLeft, const Expr *Other) {
    bool Low = isNarrow(B->getType());
    // C leaves it open what signed integers do when they overflow.
    bool Wraps = Low && InC->isUnsignedIntegerType();
    switch (B->getOpcode()) {
    case BO_Add:
    case BO_Mul:
      if (State != Known::NotNegative || !isNotNegative(Other))
        State = Known::Bits;
      return Wraps ? Go : Cast;
    case BO_Sub:
      State = Known::Bits;
      return Wraps ? Go : Cast;
    case BO_And:
    case BO_Or:
    case BO_Xor:
      State = Known::Bits;
      return Low ? Go : Cast;
    case BO_Shl:
      State = Known::Bits;
      return IsLeft && Wraps ? Go : Cast;
    case BO_Div:
    case BO_Rem:
    case BO_Shr:
      return IsLeft && State == Known::NotNegative && isNotNegative(Other) ? Go : Cast;
    default:
      return Cast;
    }
  }

  Step binary(const BinaryOperator *B, const Stmt *Child) {
    bool IsLeft = B->getLHS() == Child;
    const Expr *Other = IsLeft ? B->getRHS() : B->getLHS();
    if (B->isLogicalOp())
      return Fits;
    if (B->isCommaOp())
      return IsLeft ? Fits : Go;
    if (B->isAssignmentOp())
      return IsLeft ? Cast : assigned(B);
    if (B->isShiftOp() && !IsLeft)
      return State != Known::Bits ? Fits : Cast;
    if (B->getType()->isPointerType())
      return State != Known::Bits ? Fits : Cast;
    bool MayAgree = State != Known::Bits && !B->isShiftOp();
    if (MayAgree && agrees(Other, cast<Expr>(Child)->getType(), IsLeft))
      return Fits;
    if (B->isEqualityOp() &&
        ((isNarrow(Other->getType()) && isNarrow(cast<Expr>(Child)->getType())) ||
         State == Known::NotNegative))
      return Fits;
    if (B->isComparisonOp())
      return State == Known::NotNegative && isNotNegative(Other) ? Fits : Cast;
    return mismatch(B, IsLeft, Other);
  }

  Step assigned(const BinaryOperator *B) {
    const auto *Compound = dyn_cast<CompoundAssignOperator>(B);
    if (!Compound || B->isShiftAssignOp())
      return sink(B->getType());
    QualType Left = promoted(Context, B->getLHS()->getType());
    if (State != Known::Bits && same(common(Context, InC, Left), Compound->getComputationLHSType()))
      return Fits;
    bool Divides = B->getOpcode() == BO_DivAssign || B->getOpcode() == BO_RemAssign;
    return !Divides && isNarrow(B->getType()) && isNarrow(Compound->getComputationLHSType()) ? Fits
                                                                                             : Cast;
  }

  Step unary(const UnaryOperator *U) {
    switch (U->getOpcode()) {
    case UO_Minus:
    case UO_Not:
      State = Known::Bits;
      return isNarrow(U->getType()) && (U->getOpcode() == UO_Not || InC->isUnsignedIntegerType())
                 ? Go
                 : Cast;
    case UO_Plus:
      return Go;
    case UO_LNot:
      return Fits;
    default:
      return Cast;
    }
  }

  Step choice(const ConditionalOperator *C, const Stmt *Child) {
    if (C->getCond() == Child)
      return Fits;
    const Expr *Other = C->getTrueExpr() == Child ? C->getFalseExpr() : C->getTrueExpr();
    if (State != Known::Bits && C->getType()->isArithmeticType() &&
        agrees(Other, C->getType(), C->getTrueExpr() == Child))
      return Fits;
    State = Known::Bits;
    return isNarrow(C->getType()) ? Go : Cast;
  }

  /// The rules for catalog functions look at the type of an argument themselves, if it is an
  /// enum's.
  Step argument(const CallExpr *Call, const Stmt *Child) {
    const FunctionClone *Callee = P.unit().Spaces.callee(P.version(), Call);
    if (!Callee)
      return isa<CXXOperatorCallExpr>(Call) ||
                     !written(cast<Expr>(Child))->getType()->isEnumeralType()
                 ? Cast
                 : Fits;
    return sink(cast<Expr>(Child)->getType());
  }

  bool same(QualType A, QualType B) const {
    return Context.getTypeSize(A) == Context.getTypeSize(B) &&
           A->isRealFloatingType() == B->isRealFloatingType() &&
           A->isUnsignedIntegerOrEnumerationType() == B->isUnsignedIntegerOrEnumerationType();
  }

  /// Returns true if C gives an operator with \p Other on its other side the operands' type \p T of
  /// C++.
  bool agrees(const Expr *Other, QualType T, bool IsLeft) {
    const Expr *Written = written(Other);
    QualType OtherInC = enumValueTypeInC(Context, Written);
    if (OtherInC.isNull())
      OtherInC = Written->getType();
    if (!OtherInC->isArithmeticType())
      return false;
    OtherInC = promoted(Context, OtherInC);
    if (same(common(Context, promoted(Context, InC), OtherInC), T))
      return true;
    // The left one of two is cast.
    return !IsLeft && Written->getType()->isEnumeralType() &&
           same(common(Context, promoted(Context, InC), promoted(Context, Written->getType())), T);
  }

  bool isNotNegative(const Expr *E) const {
    if (written(E)->getType()->isEnumeralType()) {
      QualType T = enumValueTypeInC(Context, E);
      const EnumConstantDecl *D = enumeratorOf(Context, E);
      return D ? !D->getInitVal().isNegative() : !T.isNull() && T->isUnsignedIntegerType();
    }
    Expr::EvalResult Result;
    return !E->isValueDependent() && written(E)->EvaluateAsInt(Result, Context) &&
           !Result.Val.getInt().isNegative();
  }

  KernelPrinter &P;
  ASTContext &Context;
  QualType InC; ///< of the enum's value
  Known State = Known::Value;
};

/// The type that C++ computes with at \p E: that of a promotion, or what scoped enums are
/// compared and cast as. Null if \p E is no value of an enum, or one that goes on as such.
QualType computedType(KernelPrinter &P, const Expr *E) {
  const ASTContext &Context = P.context();
  if (const auto *I = dyn_cast<ImplicitCastExpr>(E))
    if (I->getCastKind() == CK_IntegralCast || I->getCastKind() == CK_IntegralToFloating ||
        I->getCastKind() == CK_IntegralToBoolean)
      return I->getSubExpr()->getType()->isEnumeralType()
                 ? promoted(Context, I->getSubExpr()->getType())
                 : QualType();
  // Inside of its own enum an enumerator has an integer's type already.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (isa<EnumConstantDecl>(Ref->getDecl()) && !E->getType()->isEnumeralType())
      return promoted(Context, E->getType());
  const auto *T = E->isPRValue() ? E->getType()->getAs<EnumType>() : nullptr;
  const Stmt *Up = T ? P.plan().Body.parent(E) : nullptr;
  const auto *B = dyn_cast_or_null<BinaryOperator>(Up);
  const auto *C = dyn_cast_or_null<ExplicitCastExpr>(Up);
  return (B && B->isRelationalOp()) || (C && !C->getType()->isEnumeralType())
             ? promoted(Context, E->getType())
             : QualType();
}

/// The type that \p E must be cast to; null if it may stand as it is.
QualType castOf(KernelPrinter &P, const Expr *E) {
  QualType T = computedType(P, E);
  QualType InC = T.isNull() ? T : enumValueTypeInC(P.context(), E);
  bool Agrees = InC.isNull() || (P.context().getTypeSize(InC) == P.context().getTypeSize(T) &&
                                 InC->isUnsignedIntegerType() == T->isUnsignedIntegerType());
  return Agrees || !EnumUse(P, InC).needsCast(E) ? QualType() : T;
}

} // namespace

bool isEnumValueCast(KernelPrinter &P, const Expr *E) { return !castOf(P, E).isNull(); }

std::optional<Fragment> printEnumValue(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (!E || P.Scope.isInside(PrintLayer::EnumValue, E))
    return std::nullopt;
  QualType T = castOf(P, E);
  if (T.isNull())
    return std::nullopt;
  return Fragment("(" + P.Locals.typeText(T, nullptr) + ")") +
         P.printInside(PrintLayer::EnumValue, E).operand(Precedence::Unary, writtenPrecedence(E));
}

} // namespace cu2cl
