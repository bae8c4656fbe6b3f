// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Derives the conditions that a launch must meet for a variant to replace the plain kernel.

#include "optimizers/analysis/HostValue.h"
#include "optimizers/variant/Assembler.h"

using namespace clang;

namespace cu2cl::opt {

/// Finds where the tiles of merged dimensions begin: at the lower bound of the ids, if the launch
/// knows the upper one. Work-items below it do nothing.
void LaunchTerms::beginAtLowerBounds() {
  for (const Guards::Part &P : G.Before) {
    if (!P.Lower || !A.Tiles.isMerged(P.Lower->Dimension) || S.memory() == Axis::Memory::Wide)
      continue;
    unsigned D = P.Lower->Dimension;
    bool IsKnown = false;
    for (const UpperBound &B : G.Bounds)
      IsKnown |= B.Dimension == D && hostValue(F, B.Bound);
    if (!IsKnown)
      continue;
    Begin[D] = std::max(Begin[D], P.Lower->Least);
    InBegin.insert(P.Condition);
  }
}

/// Says when a launch covers the guards, and appends the launch's size where it does not say. No
/// condition asks whether 32 bits hold the ids of tiles: clrt takes no launch that large.
void LaunchTerms::coverGuards() {
  for (unsigned D = 0; D < 3; ++D) {
    bool Guarded = false;
    for (const UpperBound &B : G.Bounds) {
      if (B.Dimension != D)
        continue;
      std::optional<std::string> Value = hostValue(F, B.Bound);
      std::string Extent = Value ? minus(*Value, B.Offset) : "";
      // The id's type may not hold the bound, or what is computed of it.
      const IdVariable &Id = L.Variables.id(D);
      bool MayWrap = !Id.Var->Type->isSignedIntegerType() &&
                     (B.Bound->Type->isSignedIntegerType() || B.Offset > Id.Offset);
      if (!Value) { // the launch does not know the bound: its own size bounds, too
        append(D);
        bool Holds = M.Context.getTypeSize(B.Bound->Type) < 32 ||
                     M.Context.hasSameUnqualifiedType(B.Bound->Type, Id.Var->Type);
        if ((A.Tiles.isMerged(D) && A.Tiles.LoopFactor[D] == 1 &&
             A.Tiles.Tail != TailKind::Lanes) ||
            !Holds || MayWrap || B.Offset > Id.Offset)
          L.refuse({Because::GuardShape, B.Bound->From, noBound(B)});
        continue;
      }
      Guarded = true;
      When.push_back("items" + std::to_string(D) + " >= " + Extent);
      if (MayWrap || B.Offset > Id.Offset)
        When.push_back(Extent + " >= 0");
      if (A.Tiles.isMerged(D) && A.Tiles.LoopFactor[D] == 1 && A.Tiles.Tail == TailKind::Shift)
        When.push_back(minus(*Value, B.Offset + Begin[D]) +
                       " >= " + std::to_string(A.Tiles.tile(D)));
      if (A.Tiles.isMerged(D) && A.Tiles.LoopFactor[D] == 1 && A.Tiles.Tail == TailKind::Divides)
        When.push_back(parenthesized(minus(*Value, B.Offset + Begin[D])) + " % " +
                       std::to_string(A.Tiles.tile(D)) + " == 0");
    }
    if (!Guarded && !Appended[D])
      coverUnguarded(D);
  }
}

void LaunchTerms::coverUnguarded(unsigned D) {
  std::string Items = "items" + std::to_string(D);
  unsigned Group = S.Group ? (*S.Group)[D] : K.GroupSize[D];
  if (A.Tiles.isMerged(D) && A.Tiles.Tail == TailKind::Divides && A.Tiles.LoopFactor[D] == 1) {
    When.push_back(
        Items + " % " +
        (Group ? std::to_string(A.Tiles.Factor[D] * Group)
               : "(" + std::to_string(A.Tiles.Factor[D]) + " * group" + std::to_string(D) + ")") +
        " == 0");
    return;
  }
  if (A.Tiles.isMerged(D)) {
    append(D);
    if (A.Tiles.Tail == TailKind::Shift && A.Tiles.LoopFactor[D] == 1)
      When.push_back(Items + " >= " + std::to_string(A.Tiles.tile(D)));
  } else if (S.Group && Group != K.GroupSize[D] && Group > 1) {
    When.push_back(Items + " % " + std::to_string(Group) + " == 0");
  }
}

void LaunchTerms::append(unsigned D) {
  IsBound[D] = true;
  if (Appended[D])
    return;
  Appended[D] =
      M.variable(L.Variables.fresh(std::string("items_") + "xyz"[D]), M.Context.UnsignedIntTy);
}

/// Appends the launch's sizes that the kernel asks for, where the variant's are others.
void LaunchTerms::appendSizes() {
  forEachIn(K.Body, [&](const Expr *E) {
    if (E->Kind != Expr::Form::Call || E->Text != "get_global_size")
      return;
    std::optional<unsigned> D = idDimension(E);
    if (!D || (!A.Tiles.isMerged(*D) && !S.Group))
      return;
    bool Bounds = IsBound[*D];
    append(*D);
    IsBound[*D] = Bounds;
    L.LaunchSize[*D] = Appended[*D];
  });
}

std::string LaunchTerms::minus(const std::string &Value, int64_t Offset) {
  // x - 1 - 1 is x - 2.
  auto [Left, Right] = llvm::StringRef(Value).rsplit(" - ");
  int64_t Own;
  if (!Right.empty() && !Right.getAsInteger(10, Own) && Left.count('(') == Left.count(')'))
    return minus(Left.str(), Offset + Own);
  if (!Offset)
    return Value;
  return Value + (Offset > 0 ? " - " : " + ") + std::to_string(std::abs(Offset));
}

std::string LaunchTerms::parenthesized(const std::string &Value) {
  return Value.find(' ') == std::string::npos ? Value : "(" + Value + ")";
}

void LaunchTerms::addDistinct(const Variable *A, const Variable *B) {
  requireDistinct(K, A, B, When);
}

} // namespace cu2cl::opt
