// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Casts that are written: C's, the four of C++, T(x).
//
// Effect: a cast of C; of an object, of the pointer to it. What converts is as in Conversions.cpp.

#include "analysis/dialect/Dialect.h"
#include "kernel/core/Declarators.h"
#include "kernel/core/EnumValues.h"
#include "kernel/core/Folds.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "kernel/expressions/Conversions.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

/// The conversion that an explicit cast makes: its own or that of the implicit casts under it.
CastKind kindOf(const ExplicitCastExpr *E) {
  if (E->getCastKind() != CK_NoOp)
    return E->getCastKind();
  for (const Expr *Sub = E->getSubExpr(); const auto *I = dyn_cast<ImplicitCastExpr>(Sub);
       Sub = I->getSubExpr())
    if (I->isPartOfExplicitCast() && I->getCastKind() != CK_LValueToRValue &&
        I->getCastKind() != CK_NoOp)
      return I->getCastKind();
  return CK_NoOp;
}

/// Returns what \p E converts, as it is written; with the temporary that it makes, if that has to
/// end, or with the call of a conversion whose result is converted again, or with the promotion of
/// an enum.
const Expr *operandOf(KernelPrinter &P, const ExplicitCastExpr *E) {
  const auto *Inner = dyn_cast<ImplicitCastExpr>(E->getSubExpr());
  for (; Inner; Inner = dyn_cast<ImplicitCastExpr>(Inner->getSubExpr()))
    if ((Inner->getCastKind() == CK_UserDefinedConversion &&
         kindOf(E) != CK_UserDefinedConversion) ||
        isEnumValueCast(P, Inner))
      return Inner;
  const Expr *Written = E->getSubExprAsWritten();
  for (const Stmt *Up = P.plan().Body.parent(Written); Up && Up != E; Up = P.plan().Body.parent(Up))
    if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(Up);
        B && P.plan().TemporaryPointers.count(B))
      return B;
  return Written;
}

/// True for `Class(other)` whose constructor has an effect of its own.
bool copiesWithEffect(const ExplicitCastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(Sub))
    Sub = B->getSubExpr();
  const auto *C = dyn_cast<CXXConstructExpr>(Sub);
  return C && !C->isElidable() && !C->getConstructor()->isTrivial();
}

/// Returns true if memory of another type, too, is used through \p E here: CUDA's functions, as
/// atomicCAS((int *)at, a, b), use it as what it is.
bool isAliased(KernelPrinter &P, const ExplicitCastExpr *E) {
  if (!P.unit().Aliased.Casts.contains(E))
    return false;
  const Stmt *Up = P.plan().Body.parent(E);
  while (isa_and_nonnull<ParenExpr, ImplicitCastExpr>(Up))
    Up = P.plan().Body.parent(Up);
  const auto *Call = dyn_cast_or_null<CallExpr>(Up);
  return !Call || !deviceFunctionOf(P.unit(), Call);
}

/// A C cast to a type of the same words: only the operand may change.
std::optional<Fragment> castAsWritten(KernelPrinter &P, const CStyleCastExpr *C) {
  QualType T = C->getTypeAsWritten();
  if (T->isPointerType() || T->isReferenceType() || T->isBooleanType() || T->isRecordType())
    return std::nullopt;
  TypeLoc Written = C->getTypeInfoAsWritten()->getTypeLoc();
  TokenRange Type = P.unit().tokensOf(Written);
  TokenRange Whole = P.unit().tokensOf(C->getSourceRange());
  const Expr *Operand = operandOf(P, C);
  TokenRange Inner = P.unit().tokensOf(Operand->getSourceRange());
  if (Type.empty() || Whole.empty() || Inner.empty())
    return std::nullopt;
  if (auto Q = Written.getAs<QualifiedTypeLoc>())
    Written = Q.getUnqualifiedLoc();
  TokenRange Place = P.unit().Folds.placeOf(Inner, Whole);
  return P.compose(Whole, {{Type, printTypeName(P, Written, T, StoredIn::Value)},
                           {Place, Place == Inner ? P.print(Operand) : printFolded(P, Operand)}});
}

/// A cast of the object, not of its value: the place, as the other type.
Fragment castOfObject(KernelPrinter &P, const ExplicitCastExpr *E, const Expr *Operand) {
  bool TakesConst = Operand->getType().isConstQualified() && !E->getType().isConstQualified();
  if (P.context().hasSameUnqualifiedType(E->getType(), Operand->getType()) && !TakesConst)
    return P.print(Operand);
  QualType Pointer = P.context().getPointerType(E->getType());
  AddressSpace Space = P.unit().Spaces.storage(P.version(), Operand);
  TypeText Types = P.Locals.types();
  Types.setAliased(isAliased(P, E));
  auto SpaceAt = [&](unsigned Level) {
    return Level == 0 ? Space : P.unit().Spaces.pointee(P.version(), E, Level - 1);
  };
  return Fragment::dereference(Fragment("(" + Types.declare(Pointer, "", SpaceAt) + ")") +
                               P.Lvalues.printAddress(Operand));
}

} // namespace

std::optional<Fragment> printCast(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<ExplicitCastExpr>(S);
  if (!E)
    return std::nullopt;
  const Expr *Operand = operandOf(P, E);
  QualType T = E->getTypeAsWritten();
  if (T->getContainedDeducedType()) // `Pair{1, 2}` of a class template
    T = E->getType();
  if (E->isGLValue())
    return castOfObject(P, E, Operand);
  // Other memory has no texture objects as device code has them.
  if (T->isPointerType() && leadsToTextureObjects(P.context(), T) &&
      !P.context().hasSameUnqualifiedType(T->getPointeeType(),
                                          Operand->getType()->getPointeeType()))
    return Fragment(P.unit().mark(diag::DeviceTexture, E->getBeginLoc(), {T.getAsString()}));
  // A class made of its own kind.
  if (T->isRecordType()) {
    bool IsSame = P.context().hasSameUnqualifiedType(T, Operand->getType());
    return P.print(IsSame && !copiesWithEffect(E) ? Operand : E->getSubExpr());
  }
  switch (kindOf(E)) {
  case CK_FloatingToIntegral:
    if (std::optional<Fragment> Text = floatToInteger(P, Operand, T, /*Explicit=*/true))
      return Text;
    break;
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_PointerToBoolean:
    return (P.print(Operand, Precedence::Unary) + " != 0").binding(Precedence::Equality);
  case CK_UserDefinedConversion:
    return P.print(E->getSubExpr());
  default:
    break;
  }
  if (const auto *C = dyn_cast<CStyleCastExpr>(E))
    if (std::optional<Fragment> Text = castAsWritten(P, C))
      return Text;
  TypeText Types = P.Locals.types();
  Types.setAliased(isAliased(P, E));
  std::string Type = Types.declare(T.getUnqualifiedType(), "", spacesOf(P.unit(), P.version(), E));
  // static_cast<T>(x) and T(x) keep the user's parentheses.
  return (Fragment("(" + Type + ")") + P.print(Operand, Precedence::Unary))
      .binding(Precedence::Cast);
}

} // namespace cu2cl
