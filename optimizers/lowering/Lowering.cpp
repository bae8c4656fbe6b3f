// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The axes of a schedule: which of the merged work-items code is made for.

#include "optimizers/lowering/Lowering.h"

using namespace clang;

namespace cu2cl::opt {

LoweringPart::LoweringPart(Lowering &L)
    : L(L), F(L.F), S(L.S), M(L.M), Print(L.Print), LaneAxis(L.LaneAxis), Width(L.Width), W(L.W) {}

Lowering::Lowering(const Facts &F, const Guards &G, const Schedule &S, Make &M)
    : F(F), S(S), M(M), Print(F.source()) {
  Variables.Ids = G.Ids;
  Variables.Names = variableNames(F.kernel());
  W.Copy.assign(S.Axes.size(), 0);
  for (size_t I = 0; I < S.Axes.size(); ++I)
    if (S.Axes[I].Kind == Axis::As::Lanes) {
      LaneAxis = I;
      Width = S.Axes[I].Factor;
    }
  for (unsigned D = 0; D < 3; ++D)
    GroupSize[D] = S.Group ? (*S.Group)[D] : F.kernel().GroupSize[D];
}

std::string LoweredVariables::fresh(llvm::StringRef Name) {
  std::string Result = freshName(M.Context, Names, Name);
  Names.insert(Result);
  return Result;
}

// --- Axes

AxisSet MergedItems::axesAlong(Dimensions D) const {
  AxisSet Result = 0;
  for (size_t I = 0; I < S.Axes.size(); ++I)
    if (S.Axes[I].Kind != Axis::As::Loop && (D >> S.Axes[I].Dimension & 1))
      Result |= 1u << I;
  return Result;
}

/// Returns how far along \p Dimension the copy that is meant is from the first.
int64_t MergedItems::copyOffset(unsigned Dimension) const {
  // Copies that are apart are the size of a new group's items from each other; with groups merged
  // as a whole, one group.
  int64_t Result = W.Ahead[Dimension], Inner = 1;
  int64_t Outer = F.isApart(Dimension) ? 1 : S.factor(Dimension, false) * L.GroupSize[Dimension];
  for (size_t I = 0; I < S.Axes.size(); ++I) {
    const Axis &A = S.Axes[I];
    if (A.Dimension != Dimension || A.Kind == Axis::As::Loop)
      continue;
    int64_t &Distance = A.IsApart ? Outer : Inner;
    if (A.Kind == Axis::As::Copies)
      Result += W.Copy[I] * Distance;
    Distance *= A.Factor;
  }
  return Result;
}

void MergedItems::forCopies(AxisSet A, llvm::function_ref<void()> Do) {
  Where Saved = W;
  unsigned Count = 1;
  for (size_t I = 0; I < S.Axes.size(); ++I)
    if (A >> I & 1 && S.Axes[I].Kind == Axis::As::Copies)
      Count *= S.Axes[I].Factor;
  for (unsigned N = 0; N < Count; ++N) {
    unsigned Rest = N;
    for (size_t I = S.Axes.size(); I-- > 0;)
      if (A >> I & 1 && S.Axes[I].Kind == Axis::As::Copies) {
        W.Copy[I] = Rest % S.Axes[I].Factor;
        Rest /= S.Axes[I].Factor;
      }
    Do();
  }
  W = Saved;
}

std::string MergedItems::suffix(AxisSet A) const {
  std::string Result;
  for (size_t I = 0; I < S.Axes.size(); ++I)
    if (A >> I & 1 && S.Axes[I].Kind == Axis::As::Copies)
      Result += "_" + std::to_string(W.Copy[I]);
  return Result;
}

IdVariable &LoweredVariables::id(unsigned Dimension) {
  for (IdVariable &Id : Ids)
    if (Id.Dimension == Dimension)
      return Id;
  std::string Name = fresh(std::string("item_") + "xyz"[Dimension]);
  Ids.push_back({M.variable(Name, M.Context.IntTy), Dimension, 0});
  return Ids.back();
}

} // namespace cu2cl::opt
