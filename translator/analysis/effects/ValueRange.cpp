// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/ValueRange.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/MemoryEffects.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

constexpr int64_t Large = int64_t(1) << 40; // no product of two ends that fit below overflows

using Range = std::optional<ValueRange>;

class RangeFinder {
public:
  RangeFinder(const ASTContext &Context, const FunctionDecl *F) : Context(Context), F(F) {}

  Range range(const Expr *E, unsigned Depth = 0) {
    E = E->IgnoreParens();
    if (Depth > 12 || !E->getType()->isIntegralOrUnscopedEnumerationType() || E->isValueDependent())
      return std::nullopt;
    Expr::EvalResult Result;
    if (E->EvaluateAsInt(Result, Context)) {
      const llvm::APSInt &Value = Result.Val.getInt();
      if (Value.isRepresentableByInt64() && std::abs(Value.getExtValue()) < Large)
        return ValueRange{Value.getExtValue(), Value.getExtValue()};
      return std::nullopt;
    }
    Range Type = rangeOfType(E->getType());
    Range Found = inner(E, Depth + 1);
    // What does not fit the type wraps around.
    if (Found && Type && (Found->Low < Type->Low || Found->High > Type->High))
      Found = std::nullopt;
    if (Found && Found->Low < 0 && E->getType()->isUnsignedIntegerOrEnumerationType())
      Found = std::nullopt;
    return Found ? Found : Type;
  }

private:
  Range rangeOfType(QualType T) const {
    if (T->isBooleanType())
      return ValueRange{0, 1};
    unsigned Bits = Context.getTypeSize(T);
    if (Bits > 32)
      return std::nullopt;
    if (T->isUnsignedIntegerOrEnumerationType())
      return ValueRange{0, (int64_t(1) << Bits) - 1};
    return ValueRange{-(int64_t(1) << (Bits - 1)), (int64_t(1) << (Bits - 1)) - 1};
  }

  static Range limited(ValueRange R) {
    return R.Low > -Large && R.High < Large ? Range(R) : std::nullopt;
  }

  Range inner(const Expr *E, unsigned Depth) {
    if (auto *Cast = dyn_cast<CastExpr>(E)) {
      if (!Cast->getSubExpr()->getType()->isIntegralOrUnscopedEnumerationType())
        return std::nullopt;
      return range(Cast->getSubExpr(), Depth);
    }
    if (auto *B = dyn_cast<BinaryOperator>(E))
      return binary(B, Depth);
    if (auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Minus) {
      Range R = range(U->getSubExpr(), Depth);
      return R ? limited({-R->High, -R->Low}) : std::nullopt;
    }
    if (auto *C = dyn_cast<ConditionalOperator>(E)) {
      Range A = range(C->getTrueExpr(), Depth), B = range(C->getFalseExpr(), Depth);
      return A && B ? Range({std::min(A->Low, B->Low), std::max(A->High, B->High)}) : std::nullopt;
    }
    if (auto *Call = dyn_cast<CallExpr>(E))
      return call(Call, Depth);
    if (auto *Member = dyn_cast<MemberExpr>(E)) {
      std::optional<ThreadId> Id = threadIdOf(Member);
      return Id && Id->isThreadIndex() ? Range({0, 1023}) : std::nullopt;
    }
    if (auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        return variable(Var, Depth);
    return std::nullopt;
  }

  Range binary(const BinaryOperator *B, unsigned Depth) {
    if (B->isAssignmentOp() || B->isLogicalOp() || B->isComparisonOp() || B->isCommaOp())
      return B->isLogicalOp() || B->isComparisonOp() ? Range({0, 1}) : std::nullopt;
    Range L = range(B->getLHS(), Depth), R = range(B->getRHS(), Depth);
    if (B->getOpcode() == BO_And) {
      // A mask limits whatever the other side is.
      for (Range M : {R, L})
        if (M && M->Low >= 0)
          return ValueRange{0, M->High};
      return std::nullopt;
    }
    if (B->getOpcode() == BO_Rem && R && R->Low > 0)
      return ValueRange{(L && L->Low >= 0) || B->getType()->isUnsignedIntegerType() ? 0
                                                                                    : 1 - R->High,
                        R->High - 1};
    if (!L || !R)
      return std::nullopt;
    switch (B->getOpcode()) {
    case BO_Add:
      return limited({L->Low + R->Low, L->High + R->High});
    case BO_Sub:
      return limited({L->Low - R->High, L->High - R->Low});
    case BO_Mul: {
      if (std::max(std::abs(L->Low), std::abs(L->High)) >= (int64_t(1) << 20) ||
          std::max(std::abs(R->Low), std::abs(R->High)) >= (int64_t(1) << 20))
        return std::nullopt;
      auto Ends = {L->Low * R->Low, L->Low * R->High, L->High * R->Low, L->High * R->High};
      return limited({std::min(Ends), std::max(Ends)});
    }
    case BO_Div:
      if (R->Low > 0 && L->Low >= 0)
        return ValueRange{L->Low / R->High, L->High / R->Low};
      return std::nullopt;
    case BO_Shr:
      if (L->Low >= 0 && R->Low >= 0 && R->High < 32)
        return ValueRange{L->Low >> R->High, L->High >> R->Low};
      return std::nullopt;
    case BO_Or:
    case BO_Xor: {
      if (L->Low < 0 || R->Low < 0)
        return std::nullopt;
      int64_t Top = 1;
      while (Top <= std::max(L->High, R->High))
        Top *= 2;
      return ValueRange{0, Top - 1};
    }
    default:
      return std::nullopt;
    }
  }

  /// Bit counts, and minima and maxima.
  Range call(const CallExpr *Call, unsigned Depth) {
    using catalog::DeviceRole;
    const FunctionDecl *Callee = Call->getDirectCallee();
    DeviceRole Role = deviceRoleOf(Callee);
    if (Role == DeviceRole::BitCount)
      return ValueRange{0, int64_t(Context.getTypeSize(Callee->getParamDecl(0)->getType()))};
    if ((Role != DeviceRole::Minimum && Role != DeviceRole::Maximum) || Call->getNumArgs() != 2)
      return std::nullopt;
    Range A = range(Call->getArg(0), Depth), B = range(Call->getArg(1), Depth);
    if (!A || !B)
      return std::nullopt;
    if (Role == DeviceRole::Minimum)
      return ValueRange{std::min(A->Low, B->Low), std::min(A->High, B->High)};
    return ValueRange{std::max(A->Low, B->Low), std::max(A->High, B->High)};
  }

  /// Returns how often \p Var is changed in \p S, or may be through its address.
  static unsigned changes(const Stmt *S, const VarDecl *Var) {
    unsigned Count = 0;
    forEachVariableChange(S, [&](const VariableChange &C) { Count += C.Variable == Var; });
    return Count;
  }

  Range variable(const VarDecl *Var, unsigned Depth) {
    // What a lambda captured changes in another function.
    if (!F || !Var->hasLocalStorage() || isa<ParmVarDecl>(Var) ||
        Var->getType()->isReferenceType() || Var->getType().isVolatileQualified() ||
        cast<Decl>(Var->getDeclContext())->getCanonicalDecl() != F->getCanonicalDecl())
      return std::nullopt;
    unsigned Changes = changes(F->getBody(), Var);
    if (Changes == 0)
      return Var->getInit() ? range(Var->getInit(), Depth) : std::nullopt;
    return Changes == 1 ? counter(F->getBody(), Var, Depth) : std::nullopt;
  }

  /// The counter \p Var of a loop in \p S that declares it and changes it in its increment alone.
  Range counter(const Stmt *S, const VarDecl *Var, unsigned Depth) {
    if (!S)
      return std::nullopt;
    auto *For = dyn_cast<ForStmt>(S);
    auto *Init = For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
    if (!Init || !llvm::is_contained(Init->decls(), Var)) {
      for (const Stmt *Child : S->children())
        if (Range R = counter(Child, Var, Depth))
          return R;
      return std::nullopt;
    }
    return Var->getInit() ? counted(For, Var, Depth) : std::nullopt;
  }

  /// The values of \p Var, a counter that only the increment of \p For changes.
  Range counted(const ForStmt *For, const VarDecl *Var, unsigned Depth) {
    auto *Condition = dyn_cast_or_null<BinaryOperator>(For->getCond());
    auto *Ref =
        Condition ? dyn_cast<DeclRefExpr>(Condition->getLHS()->IgnoreParenImpCasts()) : nullptr;
    // The counter has its last value when the condition is evaluated: it must not use that.
    if (!Ref || Ref->getDecl() != Var || changes(For->getInc(), Var) != 1 ||
        names(Condition->getRHS(), Var))
      return std::nullopt;
    Range From = range(Var->getInit(), Depth), To = range(Condition->getRHS(), Depth);
    if (!From || !To)
      return std::nullopt;
    switch (Condition->getOpcode()) {
    case BO_LT:
      return upTo(For->getInc(), Var, From->Low, To->High - 1);
    case BO_LE:
      return upTo(For->getInc(), Var, From->Low, To->High);
    case BO_GT:
      return downTo(For->getInc(), Condition, Var, To->Low + 1, From->High);
    case BO_GE:
      return downTo(For->getInc(), Condition, Var, To->Low, From->High);
    default:
      return std::nullopt;
    }
  }

  Range upTo(const Expr *Inc, const VarDecl *Var, int64_t Low, int64_t High) {
    bool Unsigned = Var->getType()->isUnsignedIntegerOrEnumerationType();
    bool ByOne = isa<UnaryOperator>(Inc);
    // A narrow signed counter may wrap around to below 0, an unsigned one to any value.
    if (Low < 0 || !grows(Inc) || (!Unsigned && !ByOne && Context.getTypeSize(Var->getType()) < 32))
      return std::nullopt;
    return ValueRange{Unsigned && !ByOne ? 0 : Low, High};
  }

  Range downTo(const Expr *Inc, const BinaryOperator *Condition, const VarDecl *Var, int64_t Low,
               int64_t High) {
    bool Unsigned = Var->getType()->isUnsignedIntegerOrEnumerationType();
    auto *Step = dyn_cast<CompoundAssignOperator>(Inc);
    bool Subtracts = !Step || Step->getOpcode() == BO_SubAssign;
    // -1 is a large number to an unsigned comparison, and to an unsigned counter below 0.
    bool MayPassZero = Unsigned
                           ? Subtracts && (Step || Low < 1)
                           : Condition->getLHS()->getType()->isUnsignedIntegerOrEnumerationType();
    if (!shrinks(Inc) || MayPassZero || (!Subtracts && Low < 0) ||
        (!Unsigned && Step && Context.getTypeSize(Var->getType()) < 32))
      return std::nullopt;
    return ValueRange{Low, High};
  }

  bool isAtLeast(const Expr *E, int64_t Least) {
    Range R = range(E);
    return R && R->Low >= Least;
  }
  bool grows(const Expr *E) {
    if (auto *U = dyn_cast<UnaryOperator>(E))
      return U->isIncrementOp();
    auto *B = dyn_cast<CompoundAssignOperator>(E);
    return B && B->getRHS()->getType()->isIntegerType() &&
           isAtLeast(B->getRHS(), B->getOpcode() == BO_MulAssign ? 1 : 0) &&
           (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_MulAssign ||
            B->getOpcode() == BO_ShlAssign);
  }
  bool shrinks(const Expr *E) {
    if (auto *U = dyn_cast<UnaryOperator>(E))
      return U->isDecrementOp();
    auto *B = dyn_cast<CompoundAssignOperator>(E);
    return B && B->getRHS()->getType()->isIntegerType() &&
           isAtLeast(B->getRHS(), B->getOpcode() == BO_DivAssign ? 1 : 0) &&
           (B->getOpcode() == BO_SubAssign || B->getOpcode() == BO_DivAssign ||
            B->getOpcode() == BO_ShrAssign);
  }

  const ASTContext &Context;
  const FunctionDecl *F;
};

} // namespace

std::optional<ValueRange> rangeOf(const ASTContext &Context, const FunctionDecl *F, const Expr *E) {
  return RangeFinder(Context, F).range(E);
}

} // namespace cu2cl
