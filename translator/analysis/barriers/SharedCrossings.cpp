// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/SharedCrossings.h"
#include "analysis/dialect/Dialect.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

std::optional<SharedCrossings::Shifted> SharedCrossings::shifted(const SharedIndex &Index) {
  Shifted Out;
  for (const SharedTerm &Term : Index) {
    if (!Values.isDivergent(Term.Value)) {
      Out.By.push_back(Term);
    } else {
      if (Out.Thread.E || !Values.isThread(Term.Value))
        return std::nullopt;
      Out.Thread = Term.Value;
      Out.Backward = Term.Minus;
    }
  }
  return Out.Thread.E ? std::optional(std::move(Out)) : std::nullopt;
}

bool SharedCrossings::isDivergent(const SharedIndex &Index) {
  return llvm::any_of(Index,
                      [&](const SharedTerm &Term) { return Values.isDivergent(Term.Value); });
}

/// Returns what \p A adds that \p B does not.
static SharedIndex without(const SharedIndex &A, SharedIndex B) {
  SharedIndex Out;
  for (const SharedTerm &Term : A) {
    auto *It = llvm::find_if(B, [&](const SharedTerm &Other) {
      return Other.Minus == Term.Minus && Other.ID == Term.ID;
    });
    if (It == B.end())
      Out.push_back(Term);
    else
      B.erase(It);
  }
  return Out;
}
static bool same(const SharedIndex &A, const SharedIndex &B) {
  return A.size() == B.size() && without(A, B).empty();
}

/// Returns true if the two surely differ: by what is left without what both add, if that is no step
/// to another place that the thread has for itself (`tid + k * blockDim.x`).
bool SharedCrossings::areApart(const Shifted &A, const Shifted &B) {
  SharedIndex Rest = without(A.By, B.By);
  Rest.append(without(B.By, A.By));
  return !Rest.empty() &&
         llvm::all_of(Rest, [&](const SharedTerm &Term) { return isNear(Term.Value); });
}

std::optional<llvm::APSInt> SharedCrossings::constant(InlinedExpr X) {
  Expr::EvalResult Result;
  X = Values.of(X);
  if (X.E->isValueDependent() || !X.E->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt();
}

/// No product, no size of the block and no number of a warp's size, by which a thread may step in
/// places of its own.
bool SharedCrossings::isNear(InlinedExpr X) {
  X = Values.of(X);
  if (std::optional<llvm::APSInt> Value = constant(X))
    return Value->abs().ult(32);
  if (const auto *B = dyn_cast<BinaryOperator>(X.E))
    return (B->isAdditiveOp() || B->isShiftOp()) && isNear({B->getLHS(), X.In}) &&
           isNear({B->getRHS(), X.In});
  if (const auto *U = dyn_cast<UnaryOperator>(X.E))
    return U->getOpcode() == UO_Minus && isNear({U->getSubExpr(), X.In});
  if (const auto *Ref = dyn_cast<DeclRefExpr>(X.E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return V->hasLocalStorage() && !isa<ParmVarDecl>(V);
  return false;
}

/// Returns true if \p Read is surely another thread's place than \p Store is for the thread itself.
bool SharedCrossings::isOthers(const SharedIndex &Store, bool ByAll, const SharedIndex &Read,
                               const ThreadsAround &Where) {
  std::optional<Shifted> To = shifted(Store);
  if (!To || To->Backward)
    return false;
  if (!isDivergent(Read))
    return ByAll && !(Where.Differs && llvm::all_of(Read, [&](const SharedTerm &Term) {
                        return constant(Term.Value).has_value();
                      }));
  if (std::optional<Shifted> From = shifted(Read))
    return Values.isSame(To->Thread, From->Thread) && (From->Backward || areApart(*From, *To));
  return Read.size() == 1 && permutes(Read.front().Value, *To);
}

/// `tid ^ k`, `(tid + 1) % n`: among all threads another one's number.
bool SharedCrossings::permutes(InlinedExpr X, const Shifted &To) {
  X = Values.of(X);
  const auto *B = dyn_cast<BinaryOperator>(X.E);
  if (!B || Values.isDivergent({B->getRHS(), X.In}))
    return false;
  if (B->getOpcode() == BO_Xor)
    return Values.isThread({B->getLHS(), X.In}) && Values.isSame(To.Thread, {B->getLHS(), X.In});
  std::optional<Shifted> Inner = shifted(Values.index({B->getLHS(), X.In}));
  return (B->getOpcode() == BO_Rem || B->getOpcode() == BO_And) && Inner && !Inner->By.empty();
}

/// Returns true if threads that differ in \p Thread may find one value for \p X: the number of a
/// warp or of a row.
bool SharedCrossings::isOfGroup(InlinedExpr X, InlinedExpr Thread) {
  X = Values.of(X);
  if (!Values.isDivergent(X))
    return true;
  if (Values.isThread(X))
    return threadIdOf(X.E) && threadIdOf(Thread.E) &&
           threadIdOf(X.E)->Dimension != threadIdOf(Thread.E)->Dimension;
  const auto *B = dyn_cast<BinaryOperator>(X.E);
  if (!B)
    return false;
  InlinedExpr Left{B->getLHS(), X.In}, Right{B->getRHS(), X.In};
  if (B->getOpcode() == BO_Mul || B->isAdditiveOp())
    return isOfGroup(Left, Thread) && isOfGroup(Right, Thread);
  return (B->getOpcode() == BO_Div || B->getOpcode() == BO_Shr) && Values.isThread(Left) &&
         !Values.isDivergent(Right);
}
bool SharedCrossings::isOfGroup(const SharedIndex &Index, InlinedExpr Thread) {
  return llvm::all_of(Index, [&](const SharedTerm &Term) { return isOfGroup(Term.Value, Thread); });
}

static bool begins(llvm::ArrayRef<const FieldDecl *> A, llvm::ArrayRef<const FieldDecl *> B) {
  return A.size() <= B.size() && A == B.take_front(A.size());
}
/// Returns true if both are parts of one array or object, and told apart by what their indices say
/// alone.
static bool areComparable(const SharedPlace &A, const SharedPlace &B) {
  return A.Memory == B.Memory && A.View == B.View && same(A.Base, B.Base) &&
         (begins(A.Fields, B.Fields) || begins(B.Fields, A.Fields));
}

/// The indices of \p P; a thread's number in its base counts as the last one's.
llvm::SmallVector<SharedIndex, 3> SharedCrossings::indices(const SharedPlace &P) {
  llvm::SmallVector<SharedIndex, 3> Out = P.At;
  if (!Out.empty() && shifted(P.Base))
    Out.back().append(P.Base);
  return Out;
}

bool SharedCrossings::crosses(const SharedPlace &Store, const ThreadsAround &By,
                              const SharedPlace &Read, const ThreadsAround &Where) {
  if (!areComparable(Store, Read))
    return false;
  llvm::SmallVector<SharedIndex, 3> To = indices(Store), From = indices(Read);
  size_t Size = std::min(To.size(), From.size());
  std::optional<InlinedExpr> Thread;
  for (size_t I = 0; I != Size; ++I) {
    if (same(To[I], From[I]))
      continue;
    if (!isOthers(To[I], !By.Differs, From[I], Where))
      return false;
    Thread = shifted(To[I])->Thread;
  }
  if (!Thread)
    return By.OneThread && !Where.Differs &&
           llvm::none_of(To, [&](const SharedIndex &I) { return isDivergent(I); }) &&
           !isDivergent(Store.Base);
  for (size_t I = 0; I != Size; ++I) // each thread has a row of its own
    if (same(To[I], From[I]) && !isOfGroup(To[I], *Thread))
      return false;
  return !By.OneThread && (shifted(Store.Base) || isOfGroup(Store.Base, *Thread));
}

bool SharedCrossings::mayCross(const SharedPlace &Store, const ThreadsAround &By,
                               const SharedPlace &Read, const ThreadsAround &Where) {
  if (Store.Memory != Read.Memory || (By.OneThread && Where.OneThread))
    return false;
  llvm::SmallVector<SharedIndex, 3> To = indices(Store), From = indices(Read);
  if (To.size() != From.size() || !areComparable(Store, Read))
    return true;
  bool Differing = false;
  for (auto [A, B] : llvm::zip(To, From)) {
    bool Same = same(A, B);
    Differing |= !Same;
    std::optional<Shifted> S = shifted(A), R = shifted(B);
    if (S && (Same || (R && Values.isSame(S->Thread, R->Thread) && S->Backward == R->Backward &&
                       !areApart(*R, *S))))
      return false;
  }
  return Differing || By.OneThread || By.Differs;
}

bool SharedCrossings::isSame(const SharedPlace &A, const SharedPlace &B) {
  return areComparable(A, B) && A.At.size() == B.At.size() && begins(A.Fields, B.Fields) &&
         std::equal(A.At.begin(), A.At.end(), B.At.begin(), same);
}

bool SharedCrossings::isWithin(const SharedPlace &Store, const SharedPlace &Read, unsigned Most) {
  for (auto [A, B] : llvm::zip(indices(Store), indices(Read))) {
    SharedIndex Rest = without(A, B);
    Rest.append(without(B, A));
    for (const SharedTerm &Term : Rest) {
      std::optional<llvm::APSInt> Step = constant(Term.Value);
      if (!Step || Step->abs().ugt(Most))
        return false;
    }
  }
  return true;
}

} // namespace cu2cl
