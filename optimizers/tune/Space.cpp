// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tune/Space.h"
#include "optimizers/analysis/Features.h"
#include "optimizers/analysis/Patterns.h"
#include "optimizers/targets/Target.h"

namespace cu2cl::opt {

static constexpr unsigned Factors[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};
static constexpr unsigned LoopFactors[] = {2, 4, 8, 16, 32};
static constexpr unsigned Widths[] = {1, 2, 4, 8, 16};
static constexpr unsigned Depths[] = {4, 8, 16, 32};
static constexpr unsigned Unrolled[] = {0, 2, 4, 8};
/// Of a statement: more cost only time to compile.
static constexpr unsigned MostCopiesMeasured = 64;
static constexpr unsigned MostInGroup = 256;

Space::Space(const Facts &F, const size_t (&Items)[3])
    : Used(usedDimensions(F)), Vector(contiguousDimensions(F)),
      HasLoop(!(featuresOf(F) & IsStraight)), HasInverseRoots(featuresOf(F) & HasRoots),
      HasUpdates(featuresOf(F) & UpdatesInLoop), IsInGroup(F.hasBarrier() || F.hasLocalMemory()) {
  std::copy(std::begin(Items), std::end(Items), this->Items);
  for (unsigned D = 0; D < 3; ++D)
    if (Items[D] <= 1)
      Used &= ~(1u << D);
  Vector &= Used;
}

bool Space::Point::isMerged() const {
  return Lanes > 1 || Factor[0] > 1 || Factor[1] > 1 || Factor[2] > 1;
}

unsigned Space::Point::rank(const Point &P) const {
  if (Lanes != P.Lanes || !std::equal(std::begin(Factor), std::end(Factor), P.Factor))
    return 0;
  bool IsGroup = !std::equal(std::begin(Group), std::end(Group), P.Group) || Unroll != P.Unroll;
  return IsGroup ? 1 : 2;
}

Schedule Space::Point::schedule() const {
  Schedule S;
  if (Lanes > 1)
    S.Axes.push_back({LanesAlong, Lanes, Axis::As::Lanes});
  for (unsigned D = 0; D < 3; ++D)
    if (Factor[D] > 1)
      S.Axes.push_back({D, Factor[D], IsLoop[D] ? Axis::As::Loop : Axis::As::Copies, IsApart[D]});
  if (isMerged())
    S.Tail = Tail;
  if (Group[0])
    S.Group = std::vector<unsigned>(std::begin(Group), std::end(Group));
  S.Promote = Promote;
  S.Unswitch = Unswitch;
  S.Carry = Carry;
  S.InverseRoots = Roots;
  if (Stage)
    S.Stage = Stage;
  S.Unroll = Unroll;
  return S;
}

/// False: it could not be better than another one, or costs too much to compile.
bool Space::has(const Point &P) const {
  unsigned Copies = 1;
  for (unsigned D = 0; D < 3; ++D) {
    Copies *= P.IsLoop[D] ? 1 : P.Factor[D];
    unsigned All = P.Factor[D] * (P.LanesAlong == D ? P.Lanes : 1);
    if (All > Items[D] || (All > 1 && !(Used >> D & 1)) || (P.IsLoop[D] && P.Factor[D] == 1))
      return false;
    if (P.IsLoop[D] && P.LanesAlong == D && P.Lanes > 1)
      return false;
  }
  bool IsPlain = !P.isMerged() && !P.Group[0] && !P.Promote && !P.Unswitch && !P.Stage &&
                 !P.Unroll && !P.Roots;
  return fits(P) && Copies <= MostCopiesMeasured &&
         P.Group[0] * P.Group[1] * P.Group[2] <= MostInGroup && !IsPlain;
}

/// Returns true if the steps of \p P go together, as far as no look at the kernel is needed.
bool Space::fits(const Point &P) const {
  bool HasLoopAxis = false, IsApart = false;
  for (unsigned D = 0; D < 3; ++D) {
    HasLoopAxis |= P.IsLoop[D];
    IsApart |= P.IsApart[D];
    if (P.IsApart[D] && (P.IsLoop[D] || P.Factor[D] == 1))
      return false;
  }
  // With barriers or local memory, a tail is that of groups.
  bool MayClamp = IsInGroup && IsApart;
  if (P.isMerged() && P.Tail != TailKind::Divides &&
      (P.Tail == TailKind::Clamp ? !MayClamp : IsInGroup))
    return false;
  if (IsInGroup && (P.Stage || P.Group[0] || HasLoopAxis))
    return false;
  return (!P.Carry || HasLoopAxis) && (!P.Roots || HasInverseRoots) && (!P.Promote || HasUpdates) &&
         (HasLoop || (!P.Stage && !P.Unroll)) && (!P.Stage || (P.Group[0] && !HasLoopAxis));
}

std::vector<unsigned> Space::factors(unsigned Dimension, bool IsLoop) const {
  std::vector<unsigned> Result;
  for (unsigned Factor :
       IsLoop ? llvm::ArrayRef<unsigned>(LoopFactors) : llvm::ArrayRef<unsigned>(Factors))
    if (Factor <= Items[Dimension])
      Result.push_back(Factor);
  return Result;
}

/// One of \p Choices, the earlier the likelier: small factors are legal and good more often.
static unsigned pick(llvm::ArrayRef<unsigned> Choices, std::mt19937 &Random) {
  return Choices[std::min(Random() % Choices.size(), Random() % Choices.size())];
}

/// The rarer steps.
void Space::pickSteps(Point &P, std::mt19937 &Random) const {
  auto Chance = [&](unsigned OneIn) { return Random() % OneIn == 0; };
  bool HasLoopAxis = false, IsApart = false;
  for (unsigned D = 0; D < 3; ++D) {
    P.IsApart[D] = P.Factor[D] > 1 && !P.IsLoop[D] && Chance(IsInGroup ? 2 : 8);
    IsApart |= P.IsApart[D];
    HasLoopAxis |= P.IsLoop[D];
  }
  P.Carry = HasLoopAxis && Chance(2);
  if (IsInGroup) {
    std::fill(std::begin(P.Group), std::end(P.Group), 0);
    P.Tail = IsApart && !Chance(4) ? TailKind::Clamp : TailKind::Divides;
  }
  if (!HasLoop)
    return;
  P.Roots = HasInverseRoots && !Chance(4);
  P.Promote = HasUpdates && !Chance(4);
  if (P.Group[0] && !HasLoopAxis && Chance(6))
    P.Stage = Depths[Random() % std::size(Depths)];
  if (Chance(6))
    P.Unroll = Unrolled[Random() % std::size(Unrolled)];
}

Space::Point Space::random(std::mt19937 &Random) const {
  // Numbers straight from the generator: the same seed gives the same points everywhere.
  auto Chance = [&](unsigned OneIn) { return Random() % OneIn == 0; };
  for (unsigned Try = 0; Try < 1000; ++Try) {
    Point P;
    if (Vector && !Chance(4)) {
      do
        P.LanesAlong = Random() % 3;
      while (!(Vector >> P.LanesAlong & 1));
      P.Lanes = Widths[Random() % std::size(Widths)];
    }
    for (unsigned D = 0; D < 3; ++D) {
      if (!(Used >> D & 1) || Chance(2))
        continue;
      P.IsLoop[D] = Chance(6) && Items[D] >= LoopFactors[0];
      P.Factor[D] = pick(factors(D, P.IsLoop[D]), Random);
      P.IsLoop[D] &= P.Factor[D] > 1;
    }
    P.Tail = Chance(2) ? TailKind::Shift : Chance(4) ? TailKind::Divides : TailKind::Lanes;
    if (!Chance(3))
      for (unsigned D = 0; D < 3; ++D)
        P.Group[D] = Used >> D & 1 ? 1u << Random() % (D == 0 ? 9 : 5) : 1;
    P.Unswitch = HasLoop && Chance(2);
    pickSteps(P, Random);
    if (has(P))
      return P;
  }
  Point P;
  P.Group[0] = P.Group[1] = P.Group[2] = 1;
  return P;
}

static void addGroups(const Space::Point &P, Dimensions Used, std::vector<Space::Point> &Result) {
  if (!P.Group[0]) {
    for (std::array<unsigned, 3> G : {std::array<unsigned, 3>{1, 1, 1},
                                      {16, 1, 1},
                                      {64, 1, 1},
                                      {256, 1, 1},
                                      {16, 8, 1},
                                      {64, 4, 1}}) {
      if (G[1] > 1 && !(Used & 2))
        continue;
      Space::Point Next = P;
      std::copy(G.begin(), G.end(), Next.Group);
      Result.push_back(Next);
    }
    return;
  }
  for (unsigned D = 0; D < 3; ++D) {
    if (!(Used >> D & 1))
      continue;
    for (unsigned Size : {P.Group[D] * 2, P.Group[D] / 2, 1u}) {
      Space::Point Next = P;
      Next.Group[D] = Size;
      if (Size >= 1 && Size != P.Group[D])
        Result.push_back(Next);
    }
  }
  Space::Point Next = P;
  std::fill(std::begin(Next.Group), std::end(Next.Group), 0);
  Result.push_back(Next);
}

/// The points that have one of the rarer steps, or another form of it.
void Space::addSteps(const Point &P, std::vector<Point> &Result) const {
  auto Add = [&](llvm::function_ref<void(Point &)> Change) {
    Result.push_back(P);
    Change(Result.back());
  };
  for (unsigned D = 0; D < 3; ++D)
    if (P.Factor[D] > 1)
      Add([&](Point &N) {
        N.IsApart[D] = !N.IsApart[D];
        bool IsClamped = IsInGroup && (N.IsApart[0] || N.IsApart[1] || N.IsApart[2]);
        N.Tail = IsClamped ? TailKind::Clamp : IsInGroup ? TailKind::Divides : N.Tail;
      });
  Add([&](Point &N) { N.Carry = !N.Carry; });
  for (unsigned Depth : Depths)
    Add([&](Point &N) { N.Stage = Depth == P.Stage ? 0 : Depth; });
  for (unsigned Rounds : Unrolled)
    Add([&](Point &N) {
      if (P.Unroll == Rounds)
        N.Unroll.reset();
      else
        N.Unroll = Rounds;
    });
}

std::vector<Space::Point> Space::neighbours(const Point &P) const {
  std::vector<Point> All, Result;
  auto Add = [&](llvm::function_ref<void(Point &)> Change) {
    All.push_back(P);
    Change(All.back());
  };
  for (unsigned Width : Widths)
    for (unsigned D = 0; D < 3; ++D)
      if (Vector >> D & 1 && (Width != P.Lanes || (Width > 1 && D != P.LanesAlong)))
        Add([&](Point &N) { N.Lanes = Width, N.LanesAlong = D; });
  for (unsigned D = 0; D < 3; ++D)
    for (unsigned Factor : factors(D, false)) {
      // The next smaller and larger ones, and those of a whole jump.
      bool IsNear = Factor <= P.Factor[D] * 2 && Factor * 2 >= P.Factor[D];
      if (Factor != P.Factor[D] && (IsNear || Factor == 1))
        Add([&](Point &N) {
          N.Factor[D] = Factor;
          N.IsLoop[D] &= Factor > 1;
          N.IsApart[D] &= Factor > 1;
        });
      if (Factor > 1 && Factor == P.Factor[D])
        Add([&](Point &N) { N.IsLoop[D] = !N.IsLoop[D], N.Carry &= N.IsLoop[D]; });
    }
  for (TailKind Tail : {TailKind::Shift, TailKind::Lanes, TailKind::Divides, TailKind::Clamp})
    if (Tail != P.Tail && P.isMerged())
      Add([&](Point &N) { N.Tail = Tail; });
  if (HasLoop)
    Add([&](Point &N) { N.Unswitch = !N.Unswitch; });
  if (HasUpdates)
    Add([&](Point &N) { N.Promote = !N.Promote; });
  if (HasInverseRoots)
    Add([&](Point &N) { N.Roots = !N.Roots; });
  addSteps(P, All);
  addGroups(P, Used, All);
  for (const Point &N : All)
    if (has(N))
      Result.push_back(N);
  return Result;
}

std::vector<Space::Point> Space::offered() const {
  std::vector<Point> Result;
  for (const Target &T : targets())
    for (const Target::Offer &O : T.Offers) {
      llvm::Expected<Schedule> S = Schedule::parse(O.Steps);
      if (!S) {
        llvm::consumeError(S.takeError());
        continue;
      }
      Point P;
      for (const Axis &A : S->Axes)
        if (A.Kind == Axis::As::Lanes) {
          P.Lanes = A.Factor;
          P.LanesAlong = A.Dimension;
        } else {
          P.Factor[A.Dimension] = A.Factor;
          P.IsLoop[A.Dimension] = A.Kind == Axis::As::Loop;
          P.IsApart[A.Dimension] = A.IsApart;
        }
      P.Tail = S->Tail.value_or(TailKind::Lanes);
      if (S->Group)
        std::copy(S->Group->begin(), S->Group->end(), P.Group);
      P.Promote = S->Promote;
      P.Unswitch = S->Unswitch;
      P.Carry = S->Carry;
      P.Roots = S->InverseRoots;
      P.Stage = S->Stage.value_or(0);
      P.Unroll = S->Unroll;
      if (has(P))
        Result.push_back(P);
    }
  return Result;
}

} // namespace cu2cl::opt
