// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/AffineForms.h"
#include <algorithm>
#include <cstdlib>

namespace cu2cl {

/// Two places farther from each other may lie in two parts of the memory.
static constexpr int64_t Warp = 32;

static bool isSmall(int64_t N) { return std::llabs(N) < Warp; }

std::optional<AffineForm> sum(const AffineForm &A, const AffineForm &B, int64_t Factor) {
  AffineForm Out = A;
  Out.Thread += Factor * B.Thread;
  Out.Constant += Factor * B.Constant;
  Out.Strides |= B.Strides;
  int64_t Step = Factor * B.Step;
  if (A.Step && Step && (A.Step > 0) != (Step > 0))
    return std::nullopt;
  if (!A.Step || (Step && std::llabs(Step) < std::llabs(A.Step)))
    Out.Step = Step;
  for (auto [Term, By] : B.Terms) {
    int64_t &Now = Out.Terms[Term];
    Now += Factor * By;
    if (!Now)
      Out.Terms.erase(Term);
  }
  return Out;
}

std::optional<AffineForm> withStep(AffineForm A, const AffineForm &Step, bool Backward) {
  if (Step.Thread || Step.Step || Step.Strides)
    return std::nullopt;
  if (!Step.isConstant() || !isSmall(Step.Constant)) {
    A.Strides = true;
    return A;
  }
  AffineForm Round;
  Round.Step = Backward ? -Step.Constant : Step.Constant;
  return sum(A, Round);
}

/// \p A of the thread for which \p Zero is 0.
static std::optional<AffineForm> ofThread(const AffineForm &A, const AffineForm &Zero) {
  return sum(A, Zero, Zero.Thread > 0 ? -A.Thread : A.Thread);
}

/// Returns true if the thread that is \p Other after thread \p First may be none of the launch: `n`
/// of `tid < n`, after the last one of a block, before the first one of all.
static bool mayBeOutside(const AffineForm &First, int64_t Other) {
  bool Adds = false;
  for (auto [Term, By] : First.Terms)
    Adds |= By > 0;
  int64_t Thread = First.Constant + Other;
  return Adds ? Thread >= 0 : Thread < 0;
}

Meeting meeting(const AffineForm &Store, const ThreadSet &Writers, const AffineForm &Read,
                const ThreadSet &Reader) {
  if (!Store.Thread || Store.Step || Read.Strides)
    return Meeting::Unknown;
  std::optional<AffineForm> Own = Store, Place = Read;
  Own->Strides = false; // far from the rest
  AffineForm First;     // threadIdx.x of the reader
  First.Thread = 1;
  if (Reader.Zero) {
    Own = ofThread(*Own, *Reader.Zero);
    Place = ofThread(*Place, *Reader.Zero);
    First = *ofThread(First, *Reader.Zero);
  }
  std::optional<AffineForm> Apart = Own && Place ? sum(*Place, *Own, -1) : std::nullopt;
  if (!Apart || Apart->Thread || !Apart->Terms.empty() || Apart->Constant % Store.Thread ||
      Apart->Step % Store.Thread)
    return Meeting::Unknown;
  int64_t By = Apart->Constant / Store.Thread, Step = Apart->Step / Store.Thread;
  if (!By && !Step)
    return Meeting::Own;
  if (!isSmall(By) || !isSmall(Step))
    return Meeting::Unknown;
  int64_t Other = By ? By : Step; // how far the other thread is
  bool Bounded = Writers.From > 0 || Writers.To != std::numeric_limits<int64_t>::max();
  if (First.isConstant()) {
    int64_t Thread = First.Constant + Other;
    bool Later = Step > 0 && Thread < Writers.From; // in a later round
    if (Thread < 0 || Thread >= Writers.To || (Thread < Writers.From && !Later))
      return Meeting::Unknown;
  } else if (Bounded || (Reader.Zero && mayBeOutside(First, Other))) {
    return Meeting::Unknown;
  }
  return Meeting::Others;
}

} // namespace cu2cl
