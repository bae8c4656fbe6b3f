// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conversions whose result OpenCL C leaves open or does otherwise, and all casts.
//
// Float to integer: CUDA's instruction saturates; C does not define what is out of range. So the
// saturating conversion is written, except for a value that is known to fit. It makes 0 of a NaN,
// as CUDA does of a float that becomes a 32-bit integer; of others CUDA makes the highest bit.
// To bool: memory holds bools as bytes, which must be 0 or 1.

#include "kernel/expressions/Conversions.h"
#include "kernel/core/Declarators.h"
#include "kernel/core/EnumValues.h"
#include "kernel/core/TypeText.h"
#include "kernel/driver/Rules.h"
#include "kernel/expressions/Lambdas.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

Fragment saturated(KernelPrinter &P, const Fragment &Text, QualType From, QualType T) {
  bool IsWide = P.context().getTypeSize(T) == 64;
  bool IsUnsigned = T->isUnsignedIntegerOrEnumerationType();
  bool IsDouble = !From->isSpecificBuiltinType(BuiltinType::Float);
  if (!IsWide && !IsDouble)
    return Fragment(IsUnsigned ? "convert_uint_sat(" : "convert_int_sat(") + Text + ")";
  P.needHelper("convert");
  return Fragment(std::string("clrt_") + (IsDouble ? "double2" : "float2") +
                  (IsUnsigned ? "u" : "") + (IsWide ? "ll" : "int") + "_rz(") +
         Text + ")";
}

bool isBoolInOutput(KernelPrinter &P, const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getType()->isBooleanType() || P.isLoweredToPointer(Ref) ||
      captureField(P.version().Function, V))
    return false;
  // Kernels have no bool parameters, and what is shared or global is stored as a byte.
  return V->hasLocalStorage() && deviceStorage(V) == DeviceStorage::None &&
         !(isa<ParmVarDecl>(V) && P.version().Function->hasAttr<CUDAGlobalAttr>());
}

namespace {

/// True if the value is a constant that fits.
bool isKnownToFit(const ASTContext &Context, const Expr *E) {
  Expr::EvalResult Result;
  return !E->isValueDependent() && E->EvaluateAsRValue(Result, Context) && Result.Val.isFloat() &&
         Result.Val.getFloat().isFinite() &&
         std::abs(Result.Val.getFloat().convertToDouble()) < 127.0;
}

/// Operand \p E of float type as an integer of type \p T.
std::optional<Fragment> floatToInteger(KernelPrinter &P, const Expr *E, QualType T, bool Explicit) {
  if (isKnownToFit(P.context(), E))
    return std::nullopt;
  Fragment Text = saturated(P, P.print(E->IgnoreParens()), E->getType(), T);
  if (P.context().getTypeSize(T) < 32 && Explicit)
    return Fragment("(" + P.typeText(T, nullptr) + ")") + Text;
  return Text;
}

/// True if C makes a 0 or 1 of the value by itself where it goes: a condition, or a variable,
/// parameter or result that is a bool in the output.
bool becomesBoolByItself(KernelPrinter &P, const CastExpr *S) {
  if (const VarDecl *V = P.initialised(S))
    return V->getType()->isBooleanType();
  const Stmt *Child = S;
  const Stmt *Up = P.meaningfulParent(Child);
  if (const VarDecl *V = P.initialised(Child))
    return V->getType()->isBooleanType();
  if (isa_and_nonnull<IfStmt, WhileStmt, DoStmt, ForStmt>(Up))
    return true;
  // OpenCL C's ?: takes no floating-point condition.
  if (const auto *C = dyn_cast_or_null<ConditionalOperator>(Up))
    return C->getCond() == Child && S->getCastKind() != CK_FloatingToBoolean;
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(Up))
    return U->getOpcode() == UO_LNot;
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(Up)) {
    if (B->isLogicalOp())
      return true;
    return B->getOpcode() == BO_Assign && isBoolInOutput(P, B->getLHS());
  }
  if (isa_and_nonnull<ReturnStmt>(Up))
    return true;
  if (const auto *Call = dyn_cast_or_null<CallExpr>(Up))
    return P.unit().Spaces.callee(P.version(), Call) != nullptr;
  return false;
}

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

/// What \p E converts, as it is written; with the temporary that it makes, if that has to end, or
/// with the call of a conversion whose result is converted again, or with the promotion of an enum.
const Expr *operandOf(KernelPrinter &P, const ExplicitCastExpr *E) {
  const auto *Inner = dyn_cast<ImplicitCastExpr>(E->getSubExpr());
  for (; Inner; Inner = dyn_cast<ImplicitCastExpr>(Inner->getSubExpr()))
    if ((Inner->getCastKind() == CK_UserDefinedConversion &&
         kindOf(E) != CK_UserDefinedConversion) ||
        isEnumValueCast(P, Inner))
      return Inner;
  const Expr *Written = E->getSubExprAsWritten();
  for (const Stmt *Up = P.parent(Written); Up && Up != E; Up = P.parent(Up))
    if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(Up); B && P.TemporaryNames.count(B))
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
  return P.compose(
      Whole, {{Type, printTypeName(P, Written, T, StoredIn::Value)}, {Inner, P.print(Operand)}});
}

/// `reinterpret_cast<T *>(p)[i]`: a cast in C binds less than the index.
bool isIndexed(KernelPrinter &P, const Expr *E) {
  const Stmt *Child = E;
  const Stmt *Up = P.parent(E);
  while (isa_and_nonnull<ImplicitCastExpr>(Up)) {
    Child = Up;
    Up = P.parent(Up);
  }
  const auto *Array = dyn_cast_or_null<ArraySubscriptExpr>(Up);
  return Array && Array->getLHS() == Child;
}

} // namespace

std::optional<Fragment> printConversion(KernelPrinter &P, const Stmt *S) {
  const auto *C = dyn_cast<ImplicitCastExpr>(S);
  if (!C || C->isPartOfExplicitCast())
    return std::nullopt;
  switch (C->getCastKind()) {
  case CK_FloatingToIntegral:
    return floatToInteger(P, C->getSubExpr(), C->getType(), /*Explicit=*/false);
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_PointerToBoolean:
    if (becomesBoolByItself(P, C))
      return std::nullopt;
    return Fragment("(") + P.printUnaryOperand(C->getSubExpr()) + " != 0)";
  default:
    return std::nullopt;
  }
}

std::optional<Fragment> printCast(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<ExplicitCastExpr>(S);
  if (!E)
    return std::nullopt;
  const Expr *Operand = operandOf(P, E);
  QualType T = E->getTypeAsWritten();
  if (E->isGLValue()) {
    // A cast of the object, not of the value.
    if (P.context().hasSameUnqualifiedType(E->getType(), Operand->getType()))
      return P.print(Operand);
    QualType Pointer = P.context().getPointerType(E->getType());
    AddressSpace Space = P.unit().Spaces.storage(P.version(), Operand);
    TypeText Types = P.types();
    return Fragment("(*(" + Types.declare(Pointer, "", [&](unsigned) { return Space; }) + ")") +
           P.printAddress(Operand) + ")";
  }
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
    return Fragment("(") + P.printUnaryOperand(Operand) + " != 0)";
  case CK_UserDefinedConversion:
    return P.print(E->getSubExpr());
  default:
    break;
  }
  if (const auto *C = dyn_cast<CStyleCastExpr>(E))
    if (std::optional<Fragment> Text = castAsWritten(P, C))
      return Text;
  std::string Type = P.typeText(T.getUnqualifiedType(), E);
  // static_cast<T>(x) and T(x) keep the user's parentheses.
  Fragment Text = Fragment("(" + Type + ")") + P.printUnaryOperand(Operand);
  return isIndexed(P, E) ? Fragment("(") + Text + ")" : Text;
}

/// True if \p E, printed, has the size in C that it has in C++: an object as it was declared.
static bool hasSizeInC(KernelPrinter &P, const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *Ref = dyn_cast<DeclRefExpr>(M->getBase()->IgnoreParenImpCasts());
    return !Ref || P.unit().isUserCode(Ref->getDecl()->getLocation()); // not threadIdx.x
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref;
  if (isa<ArraySubscriptExpr>(E))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || Ref->refersToEnclosingVariableOrCapture())
    return false;
  // An array that is handed in is a pointer.
  if (P.appendedFor(V))
    return !V->getType()->isArrayType();
  return V->hasLocalStorage();
}

static std::optional<Fragment> number(KernelPrinter &P, const UnaryExprOrTypeTraitExpr *E) {
  Expr::EvalResult Result;
  if (!E->EvaluateAsInt(Result, P.context()))
    return std::nullopt;
  return Fragment(std::to_string(Result.Val.getInt().getZExtValue()) + "UL");
}

std::optional<Fragment> printSizeOf(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<UnaryExprOrTypeTraitExpr>(S);
  if (!E)
    return std::nullopt;
  if (E->getKind() != UETT_SizeOf)
    return number(P, E);
  if (!E->isArgumentType())
    return hasSizeInC(P, E->getArgumentExpr()) ? std::nullopt : number(P, E);
  QualType T = E->getArgumentType();
  TypeLoc Written = E->getArgumentTypeInfo()->getTypeLoc();
  TokenRange Range = P.unit().tokensOf(Written);
  TokenRange Whole = P.unit().tokensOf(E->getSourceRange());
  if (T->isPointerType() || T->isReferenceType() || T->isArrayType() || Range.empty())
    return Fragment("sizeof(" + P.typeText(T.getNonReferenceType(), nullptr) + ")");
  return P.compose(Whole, {{Range, printTypeName(P, Written, T, StoredIn::Memory)}});
}

} // namespace cu2cl
