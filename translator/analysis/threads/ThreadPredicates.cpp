// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/ThreadPredicates.h"
#include "analysis/threads/Divergence.h"
#include <algorithm>
#include <cstdlib>

using namespace clang;

namespace cu2cl {
namespace {

class Narrowing {
public:
  Narrowing(ThreadsHere &Here, AffineValues &Values, const Divergence &Differs)
      : Here(Here), Values(Values), Differs(Differs) {}

  void condition(const Expr *E, bool Taken) {
    E = E->IgnoreParenCasts();
    const auto *Not = dyn_cast<UnaryOperator>(E);
    if (Not && Not->getOpcode() == UO_LNot)
      return condition(Not->getSubExpr(), !Taken);
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (B && B->getOpcode() == (Taken ? BO_LAnd : BO_LOr)) {
      condition(B->getLHS(), Taken);
      return condition(B->getRHS(), Taken);
    }
    if (!Differs.isDivergent(E)) {
      Here.Common.push_back({Values.term(E), Taken});
    } else if (B && B->isComparisonOp()) {
      BinaryOperatorKind Op = B->getOpcode();
      comparison(B, Taken ? Op : BinaryOperator::negateComparisonOp(Op));
    } else if (std::optional<AffineForm> Number = Values.value(E).Form) {
      if (!Taken)
        equal(*Number);
    } else {
      Here.Set.Few = true;
      Here.Set.One |= !Taken && isLane(E);
    }
  }

private:
  /// threadIdx.x % 32, threadIdx.x & 31.
  bool isLane(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (const VarDecl *V = localVariable(E); V && V->getInit() && Values.isSetOnce(V))
      E = V->getInit()->IgnoreParenCasts();
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (!B || (B->getOpcode() != BO_Rem && B->getOpcode() != BO_And))
      return false;
    std::optional<AffineForm> Thread = Values.value(B->getLHS()).Form;
    std::optional<AffineForm> By = Values.value(B->getRHS()).Form;
    return Thread && By && Thread->Thread == 1 && By->isConstant() &&
           By->Constant >= (B->getOpcode() == BO_Rem ? 32 : 31);
  }

  /// The one thread for which \p Zero is 0.
  void equal(const AffineForm &Zero) {
    Here.Set.Few = true;
    if (std::llabs(Zero.Thread) != 1 || Zero.Step || Zero.Strides)
      return;
    Here.Set.One = true;
    Here.Set.Zero = Zero;
  }

  void comparison(const BinaryOperator *B, BinaryOperatorKind Op) {
    std::optional<AffineForm> L = Values.value(B->getLHS()).Form,
                              R = Values.value(B->getRHS()).Form;
    if (Op == BO_EQ)
      Here.Set.Few = true;
    if (Op == BO_EQ && (isLane(B->getLHS()) || isLane(B->getRHS())))
      Here.Set.One |= !Differs.isDivergent(isLane(B->getLHS()) ? B->getRHS() : B->getLHS());
    std::optional<AffineForm> Apart = L && R ? sum(*L, *R, -1) : std::nullopt;
    if (!Apart)
      return;
    if (Op == BO_EQ)
      return equal(*Apart);
    if (Op == BO_GT || Op == BO_GE) { // the same, turned round
      Apart = sum(AffineForm(), *Apart, -1);
      Op = Op == BO_GT ? BO_LT : BO_LE;
    }
    if (std::llabs(Apart->Thread) != 1 || Apart->Step || !Apart->Terms.empty() ||
        (Op != BO_LT && Op != BO_LE))
      return;
    int64_t Less = Apart->Constant + (Op == BO_LT); // +-threadIdx.x + Less <= 0
    if (Apart->Thread > 0)
      Here.Set.To = std::min(Here.Set.To, 1 - Less);
    else if (!Apart->Strides)
      Here.Set.From = std::max(Here.Set.From, Less);
    if (Here.Set.To - Here.Set.From == 1) {
      AffineForm Only;
      Only.Thread = 1;
      Only.Constant = -Here.Set.From;
      equal(Only);
    }
  }

  ThreadsHere &Here;
  AffineValues &Values;
  const Divergence &Differs;
};

} // namespace

ThreadsHere narrowed(ThreadsHere Here, const Expr *Condition, bool Taken, AffineValues &Values,
                     const Divergence &Differs) {
  Narrowing(Here, Values, Differs).condition(Condition, Taken);
  return Here;
}

} // namespace cu2cl
