// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A variant's work: tiles and their tails, loops over work-items.

#include "optimizers/steps/Carry.h"
#include "optimizers/variant/Assembler.h"

using namespace clang;

namespace cu2cl::opt {

/// The work-item's first item of the tile that begins at \p Begin.
Expr *TiledWork::withinTile(Expr *Begin, unsigned D) {
  if (!A.Tiles.isApart(D))
    return Begin;
  Expr *Local = M.call("get_local_id", {M.number(D)}, Begin->Type);
  if (unsigned Neighbours = S.factor(D, false); Neighbours > 1)
    Local = M.binary(BO_Mul, Local, M.number(Neighbours));
  return M.binary(BO_Add, Begin, Local);
}

/// The work of one merged item, with its tail.
Block TiledWork::work(const Block &Work) {
  llvm::SmallVector<unsigned, 3> Tiles, Loops;
  for (unsigned D = 0; D < 3; ++D)
    if (A.Tiles.isMerged(D))
      (A.Tiles.LoopFactor[D] > 1 ? Loops : Tiles).push_back(D);
  for (unsigned D : llvm::concat<unsigned>(Tiles, Loops)) {
    unsigned Count = 0;
    for (const IdVariable &Id : L.Variables.ids())
      Count += Id.Dimension == D;
    if (Count > 1) // several names of one id: only the first is a loop's counter
      Several = true;
  }
  if (Several && (!Loops.empty() || (A.Tiles.Tail == TailKind::Lanes && !Tiles.empty()))) {
    L.refuse(Because::IdBuiltinUnsupported, nullptr);
    return {};
  }
  if (A.Tiles.Tail == TailKind::Shift && !Tiles.empty())
    return shifted(Work, Tiles, Loops);
  if (A.Tiles.Tail == TailKind::Lanes && !Tiles.empty())
    return fullOrSingle(Work, Tiles, Loops);
  Block Result = loweredInLoops(Work, Loops);
  for (unsigned D : Tiles)
    A.Moved.push_back(
        M.declare(A.Head.idOf(D).Var, withinTile(M.reference(A.Head.firstOf(A.Head.idOf(D))), D)));
  return Result;
}

/// The lowered work in loops over the items of \p Loops.
Block TiledWork::loweredInLoops(const Block &Work, llvm::ArrayRef<unsigned> Loops) {
  if (!S.Carry)
    return inLoops(L.lower(Work), Loops);
  if (Loops.empty()) {
    L.refuse(Because::NothingToCarry, nullptr);
    return {};
  }
  Carry C(L, Loops[0]);
  if (auto Why = C.find(Work, A.Head.firstOf(A.Head.idOf(Loops[0])))) {
    L.refuse(*Why);
    return {};
  }
  for (auto [Kept, Written] : C.Distinct)
    A.Terms.addDistinct(Kept, Written);
  Block Inner = inLoops(C.around(L.lower(Work)), Loops.take_front());
  Inner.insert(Inner.begin(), C.Before.begin(), C.Before.end());
  return inLoops(Inner, Loops.drop_front());
}

/// tail shift: `int x = min(x_0, n - 16);`
Block TiledWork::shifted(const Block &Work, llvm::ArrayRef<unsigned> Tiles,
                         llvm::ArrayRef<unsigned> Loops) {
  A.Checks.checkRepeated();
  Expr *Owned = nullptr;
  for (unsigned D : Tiles) {
    IdVariable Id = A.Head.idOf(D);
    Variable *First = A.Head.firstOf(Id);
    Expr *Last = M.plus(A.Head.boundOf(D, Id), -int64_t(A.Tiles.tile(D)));
    Expr *Begin = M.call("min", {M.reference(First), Last}, Id.Var->Type);
    A.Moved.push_back(M.declare(Id.Var, withinTile(Begin, D)));
    Expr *Own = A.Tiles.isApart(D) ? M.binary(BO_LE, M.reference(First), Last)
                                   : M.binary(BO_EQ, M.reference(Id.Var), M.reference(First));
    Owned = Owned ? M.binary(BO_LAnd, Owned, Own) : Own;
    L.FirstOwned.push_back({D, First});
  }
  L.Owned = Owned;
  return loweredInLoops(Work, Loops);
}

/// tail lanes: whole tiles at once, the items of others one by one.
Block TiledWork::fullOrSingle(const Block &Work, llvm::ArrayRef<unsigned> Tiles,
                              llvm::ArrayRef<unsigned> Loops) {
  Block Full;
  Expr *Fits = nullptr;
  for (unsigned D : Tiles) {
    IdVariable Id = A.Head.idOf(D);
    Variable *First = A.Head.firstOf(Id);
    Full.push_back(M.declare(Id.Var, withinTile(M.reference(First), D)));
    Expr *Last = M.plus(M.reference(First), A.Tiles.tile(D) - 1);
    Expr *Inside = M.binary(BO_LT, Last, A.Head.boundOf(D, Id));
    Fits = Fits ? M.binary(BO_LAnd, Fits, Inside) : Inside;
  }
  Block Merged = loweredInLoops(Work, Loops);
  Full.append(Merged.begin(), Merged.end());
  // The others: the kernel's own work, in loops over the items
  Schedule None;
  Lowering Single(F, G, None, M);
  Single.Variables.ids() = L.Variables.ids();
  std::copy(std::begin(L.LaunchSize), std::end(L.LaunchSize), Single.LaunchSize);
  Block One = Single.lower(Work);
  for (Stmt *Each : One)
    Each->Lead.clear();
  if (Single.isRefused())
    L.refuse(Single.refusal());
  llvm::SmallVector<unsigned, 3> All(Tiles.begin(), Tiles.end());
  All.append(Loops.begin(), Loops.end());
  Stmt *Choice = M.ifThen(Fits, Full, inLoops(One, All));
  Choice->BodyIsBlock = true;
  return {Choice};
}

/// \p Body in loops over the items of \p Dimensions, x innermost.
Block TiledWork::inLoops(Block Body, llvm::ArrayRef<unsigned> Dimensions) {
  for (unsigned D : Dimensions) {
    IdVariable Id = A.Head.idOf(D);
    Variable *First = A.Head.firstOf(Id);
    Id.Var->Type = Id.Var->Type.getUnqualifiedType(); // it counts
    Expr *End = M.call("min", {M.plus(M.reference(First), A.Tiles.tile(D)), A.Head.boundOf(D, Id)},
                       Id.Var->Type);
    Expr *Begin = M.reference(First);
    if (A.Tiles.isApart(D)) // the group's work-items share its tile, each in steps of their number
      Begin = M.binary(BO_Add, Begin, M.call("get_local_id", {M.number(D)}, Id.Var->Type));
    Body = {M.forLoop(Id.Var, Begin, End, Body)};
    if (A.Tiles.isApart(D))
      Body[0]->Step = M.binary(BO_AddAssign, M.reference(Id.Var), M.number(L.GroupSize[D]));
    Body[0]->BodyIsBlock = true;
  }
  return Body;
}

} // namespace cu2cl::opt
