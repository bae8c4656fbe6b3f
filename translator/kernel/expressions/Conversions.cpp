// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conversions whose result OpenCL C leaves open or does otherwise.
//
// Float to integer: CUDA's instruction saturates; C does not define what is out of range. So the
// saturating conversion is written, except for a value that is known to fit. Of a NaN CUDA makes 0
// where a float becomes a 32-bit integer, else the highest bit. OpenCL advises 0, which Intel's CPU
// runtime follows for int only: what becomes unsigned goes through a helper if it may be a NaN.
// To bool: memory holds bools as bytes, which must be 0 or 1.

#include "kernel/expressions/Conversions.h"
#include "kernel/core/Closures.h"
#include "kernel/core/Declarators.h"
#include "kernel/core/EnumValues.h"
#include "kernel/core/FloatMagnitude.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

Fragment saturated(KernelPrinter &P, const Fragment &Text, QualType From, QualType T,
                   bool MayBeNaN) {
  bool IsWide = P.context().getTypeSize(T) == 64;
  bool IsUnsigned = T->isUnsignedIntegerOrEnumerationType();
  bool IsDouble = !From->isSpecificBuiltinType(BuiltinType::Float);
  if (!IsWide && !IsDouble && !(IsUnsigned && MayBeNaN))
    return Fragment(IsUnsigned ? "convert_uint_sat(" : "convert_int_sat(") + Text + ")";
  P.Found.needHelper("convert");
  return Fragment(std::string("clrt_") + (IsDouble ? "double2" : "float2") +
                  (IsUnsigned ? "u" : "") + (IsWide ? "ll" : "int") + "_rz(") +
         Text + ")";
}

bool isBoolInOutput(KernelPrinter &P, const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getType()->isBooleanType() || P.Lvalues.isLoweredToPointer(Ref) ||
      captureField(P.version().Function, V))
    return false;
  // Kernels have no bool parameters, and what is shared or global is stored as a byte.
  return V->hasLocalStorage() && deviceStorage(V) == DeviceStorage::None &&
         !(isa<ParmVarDecl>(V) && P.version().Function->hasAttr<CUDAGlobalAttr>());
}

/// True if the value is a constant whose integer part the type can hold.
static bool isKnownToFit(const ASTContext &Context, const Expr *E, QualType T) {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsRValue(Result, Context) || !Result.Val.isFloat())
    return false;
  llvm::APSInt Integer(Context.getIntWidth(T), T->isUnsignedIntegerOrEnumerationType());
  bool IsExact;
  return Result.Val.getFloat().convertToInteger(Integer, llvm::APFloat::rmTowardZero, &IsExact) !=
         llvm::APFloat::opInvalidOp;
}

std::optional<Fragment> floatToInteger(KernelPrinter &P, const Expr *E, QualType T, bool Explicit) {
  if (isKnownToFit(P.context(), E, T))
    return std::nullopt;
  Fragment Text = saturated(P, P.printValue(E->IgnoreParens()), E->getType(), T,
                            !magnitudeUnlessNaN(P.unit(), E));
  if (P.context().getTypeSize(T) < 32 && Explicit)
    return (Fragment("(" + P.Locals.typeText(T, nullptr) + ")") + Text).binding(Precedence::Cast);
  return Text;
}

namespace {

/// True if C makes a 0 or 1 of the value by itself where it goes: a condition, or a variable,
/// parameter or result that is a bool in the output.
bool becomesBoolByItself(KernelPrinter &P, const CastExpr *S) {
  if (const VarDecl *V = P.plan().Body.initialised(S))
    return V->getType()->isBooleanType();
  const Stmt *Child = S;
  const Stmt *Up = P.plan().Body.meaningfulParent(Child);
  if (const VarDecl *V = P.plan().Body.initialised(Child))
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
    return (P.print(C->getSubExpr(), Precedence::Unary) + " != 0").binding(Precedence::Equality);
  default:
    return std::nullopt;
  }
}

} // namespace cu2cl
