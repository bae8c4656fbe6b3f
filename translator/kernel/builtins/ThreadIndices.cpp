// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// threadIdx, blockIdx, blockDim, gridDim, warpSize.
//
// Precondition: a component of a built-in variable, or the whole variable.
// Effect: the work-item function, cast to uint because CUDA's ids are 32-bit unsigned and OpenCL's
// are size_t. The cast is left out where the value cannot differ: the id by itself as an index or
// in a comparison, and sums and products of ids that end in a 32-bit integer.
//
// An index of a helper with a barrier in a loop keeps the cast, too: where such a helper works on
// shared memory of the kernel and is called twice, Intel's CPU runtime (2026.2) vectorises accesses
// by a 64-bit id wrongly, and a read after the loop gets the value from before it (tests/run,
// trap_reduction_helpers). A quotient of threadIdx (division or shift) keeps the cast where its
// value is kept or is an index: as the last index of an array of arrays, the same runtime takes the
// 64-bit quotient for one number in all threads that it runs at once, and writes past the array.

#include "analysis/barriers/Barriers.h"
#include "analysis/dialect/Dialect.h"
#include "kernel/core/DeviceUnit.h"
#include "kernel/core/Rules.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

/// Properties of the OpenCL text of an id expression, if the ids in it are not cast.
enum class Width {
  Exact, ///< the value of CUDA's expression, which is below 2^31
  Low32  ///< equal to CUDA's value in the low 32 bits
};

bool isNarrow(const ASTContext &Context, QualType T) {
  return T->isIntegralOrEnumerationType() && !T->isBooleanType() && Context.getTypeSize(T) <= 32;
}

bool isSmallConstant(const ASTContext &Context, const Expr *E) {
  if (isWarpSize(E))
    return true;
  Expr::EvalResult Result;
  return E->EvaluateAsInt(Result, Context) && !Result.Val.getInt().isNegative();
}

/// Decides for one id whether it needs the cast, looking up from it.
class IdUse {
public:
  explicit IdUse(KernelPrinter &P) : P(P), Context(P.context()) {}

  bool needsCast(const Stmt *Id, bool IsThread) {
    Width W = Width::Exact;
    const Stmt *Child = Id;
    bool IsQuotient = false; // of a thread's id
    while (true) {
      if (const VarDecl *V = P.plan().Body.initialised(Child))
        return IsQuotient || !fits(W, V->getType());
      const Stmt *Up = P.plan().Body.parent(Child);
      if (!Up)
        return true;
      switch (step(W, Up, Child)) {
      case Go:
        IsQuotient |= IsThread && isQuotient(Up);
        Child = Up;
        break;
      case Fits:
        return IsQuotient && !isTest(Up);
      case Cast:
        return true;
      }
    }
  }

private:
  enum Step { Go, Fits, Cast };

  static bool isQuotient(const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    return B && (B->getOpcode() == BO_Div || B->getOpcode() == BO_Shr);
  }

  /// True if \p S only tests its operand.
  static bool isTest(const Stmt *S) {
    if (const auto *B = dyn_cast<BinaryOperator>(S))
      return B->isComparisonOp() || B->isLogicalOp();
    return isa<UnaryOperator, IfStmt, WhileStmt, DoStmt, ForStmt, ConditionalOperator>(S);
  }

  /// May a value known as \p W become a \p T?
  bool fits(Width W, QualType T) const {
    if (W == Width::Low32)
      return isNarrow(Context, T);
    return T->isIntegralOrEnumerationType() || T->isRealFloatingType();
  }

  Step step(Width &W, const Stmt *Up, const Stmt *Child) {
    if (const auto *I = dyn_cast<ImplicitCastExpr>(Up))
      return conversion(W, I);
    if (isa<ParenExpr, FullExpr>(Up))
      return Go;
    if (const auto *B = dyn_cast<BinaryOperator>(Up))
      return binary(W, B, Child);
    if (const auto *U = dyn_cast<UnaryOperator>(Up))
      return unary(W, U);
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(Up))
      return A->getIdx() == Child && W == Width::Exact && !inHelperWithBarrierLoop() ? Fits : Cast;
    if (const auto *C = dyn_cast<ExplicitCastExpr>(Up))
      return fits(W, C->getType()) ? Fits : Cast;
    if (isa<IfStmt, WhileStmt, DoStmt, ForStmt>(Up))
      return W == Width::Exact ? Fits : Cast;
    if (const auto *C = dyn_cast<ConditionalOperator>(Up)) {
      if (C->getCond() == Child)
        return W == Width::Exact ? Fits : Cast;
      W = Width::Low32;
      return isNarrow(Context, C->getType()) ? Go : Cast;
    }
    if (isa<ReturnStmt>(Up) && P.version().Function)
      return fits(W, P.version().Function->getReturnType()) ? Fits : Cast;
    if (const auto *Call = dyn_cast<CallExpr>(Up))
      return argument(W, Call, Child);
    return Cast;
  }

  Step conversion(Width &W, const ImplicitCastExpr *I) {
    switch (I->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
      return Go;
    case CK_IntegralCast:
      if (isNarrow(Context, I->getType()))
        return Go;
      // To 64 bits: the id's own value stays, but its type is size_t, not what CUDA has.
      return W == Width::Exact && isSink(I) ? Fits : Cast;
    case CK_IntegralToFloating:
      return W == Width::Exact ? Fits : Cast;
    case CK_IntegralToBoolean:
      return W == Width::Exact ? Fits : Cast;
    default:
      return Cast;
    }
  }

  /// True for `q /= id` of a signed 64-bit q, which an id of type size_t makes an unsigned
  /// division.
  bool isDividedInSize(const BinaryOperator *B) const {
    return (B->getOpcode() == BO_DivAssign || B->getOpcode() == BO_RemAssign) &&
           B->getLHS()->getType()->isSignedIntegerOrEnumerationType();
  }

  /// True if the value goes to a variable, index, parameter or cast at once.
  bool isSink(const Stmt *S) const {
    if (P.plan().Body.initialised(S))
      return true;
    const Stmt *Up = P.plan().Body.parent(S);
    if (const auto *B = dyn_cast_or_null<BinaryOperator>(Up))
      return B->isAssignmentOp() && B->getRHS() == S && !isDividedInSize(B);
    return isa_and_nonnull<ArraySubscriptExpr, ReturnStmt, ExplicitCastExpr>(Up);
  }

  Step binary(Width &W, const BinaryOperator *B, const Stmt *Child) {
    const Expr *Other = B->getLHS() == Child ? B->getRHS() : B->getLHS();
    bool IsLeft = B->getLHS() == Child;
    if (B->isAssignmentOp()) {
      if (IsLeft)
        return Cast;
      bool Low32 = isNarrow(Context, B->getType()) &&
                   (B->getOpcode() == BO_Assign || B->getOpcode() == BO_AddAssign ||
                    B->getOpcode() == BO_SubAssign || B->getOpcode() == BO_MulAssign);
      if (Low32)
        return Fits;
      return W == Width::Exact && B->getOpcode() == BO_Assign && fits(W, B->getType()) ? Fits
                                                                                       : Cast;
    }
    if (B->isComparisonOp())
      return W == Width::Exact && isNarrow(Context, Other->getType()) &&
                     isNarrow(Context, cast<Expr>(Child)->getType())
                 ? Fits
                 : Cast;
    if (B->isLogicalOp())
      return W == Width::Exact ? Fits : Cast;
    // Pointer + id.
    if (B->getType()->isPointerType())
      return W == Width::Exact && B->getOpcode() == BO_Add && !inHelperWithBarrierLoop() ? Fits
                                                                                         : Cast;
    if (!isNarrow(Context, B->getType()))
      return Cast;
    switch (B->getOpcode()) {
    case BO_Div:
    case BO_Rem:
    case BO_Shr:
      return W == Width::Exact && IsLeft && isSmallConstant(Context, Other) ? Go : Cast;
    case BO_And:
      if (W == Width::Exact && isSmallConstant(Context, Other))
        return Go;
      W = Width::Low32;
      return Go;
    case BO_Add:
    case BO_Sub:
    case BO_Mul:
    case BO_Or:
    case BO_Xor:
      W = Width::Low32;
      return Go;
    case BO_Shl:
      W = Width::Low32;
      return IsLeft ? Go : Cast;
    default:
      return Cast;
    }
  }

  bool inHelperWithBarrierLoop() const {
    const FunctionDecl *F = P.version().Function;
    if (!F || F->hasAttr<CUDAGlobalAttr>() || !P.unit().Barriers->hasBarrier(F))
      return false;
    return llvm::any_of(P.unit().Barriers->sites(F), [&](const BarrierSite &Site) {
      for (const Stmt *Up = P.plan().Body.parent(Site.Call); Up; Up = P.plan().Body.parent(Up))
        if (isa<ForStmt, WhileStmt, DoStmt>(Up))
          return true;
      return false;
    });
  }

  Step unary(Width &W, const UnaryOperator *U) {
    switch (U->getOpcode()) {
    case UO_Minus:
    case UO_Not:
      W = Width::Low32;
      return Go;
    case UO_Plus:
      return Go;
    case UO_LNot:
      return W == Width::Exact ? Fits : Cast;
    default:
      return Cast;
    }
  }

  /// A user's function converts the argument to its parameter's type.
  Step argument(Width W, const CallExpr *Call, const Stmt *Child) {
    const FunctionClone *Callee = P.unit().Spaces.callee(P.version(), Call);
    if (!Callee || isa<CXXOperatorCallExpr>(Call))
      return Cast;
    // As in DESIGN 8: a cast shows the reader what the parameter gets.
    for (unsigned I = 0; I < Call->getNumArgs(); ++I)
      if (Call->getArg(I) == Child && I < Callee->Function->getNumParams())
        return W == Width::Low32 && fits(W, Callee->Function->getParamDecl(I)->getType()) ? Fits
                                                                                          : Cast;
    return Cast;
  }

  KernelPrinter &P;
  ASTContext &Context;
};

Fragment component(KernelPrinter &P, const Stmt *Whole, ThreadId Id) {
  std::string Call = (Id.Variable->Text + "(" + llvm::Twine(Id.Dimension) + ")").str();
  if (!IdUse(P).needsCast(Whole, Id.isThreadIndex()))
    return Call;
  return "(uint)" + Call;
}

} // namespace

std::optional<Fragment> printThreadIndex(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (std::optional<ThreadId> Id = E ? threadIdOf(E) : std::nullopt)
    return component(P, S, *Id);
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  const catalog::BuiltinVariable *Row = Ref ? builtinVariableOf(Ref->getDecl()) : nullptr;
  if (!Row)
    return std::nullopt;
  if (Row->Kind == catalog::BuiltinVariable::Is::WarpSize)
    return Fragment(Row->Text);
  P.Found.needHelper("vector_types");
  std::string Text = "(clrt_uint3){";
  for (int D = 0; D < 3; ++D)
    Text += (D ? ", " : "") + ("(uint)" + Row->Text + "(" + llvm::Twine(D) + ")").str();
  return Text + "}";
}

} // namespace cu2cl
