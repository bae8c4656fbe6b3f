// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Statements with effects on memory, and which of the merged work-items make them.

#include "optimizers/analysis/Contraction.h"
#include "optimizers/lowering/Lowering.h"

using namespace clang;

namespace cu2cl::opt {

/// The first lane that is the tile's own (tail shift): `x_0 - x`, or `max(x_0 - x - 16, 0)` for the
/// lanes from 16 on; null where that is not sure to be an int.
Expr *LoweredStores::firstOwnedLane() {
  unsigned D = S.Axes[LaneAxis].Dimension;
  for (auto [Dimension, FirstVariable] : L.FirstOwned) {
    if (Dimension != D || S.apart() >> D & 1)
      continue;
    Variable *Id = L.Variables.id(D).Var;
    Expr *First = M.binary(BO_Sub, M.reference(FirstVariable), M.reference(Id));
    int64_t Before = L.Items.copyOffset(D);
    if (!Before)
      return First;
    const ASTContext &Context = M.Context;
    if (Before > 0 && Context.hasSameUnqualifiedType(Id->Type, Context.IntTy) &&
        Context.hasSameUnqualifiedType(FirstVariable->Type, Context.IntTy))
      return M.call("max", {M.binary(BO_Sub, First, M.number(Before)), M.number(0)}, Context.IntTy);
  }
  return nullptr;
}

/// The condition that the item which is meant is the tile's own (tail shift); null without one.
/// \param OfLanes with the dimension of the lanes
Expr *LoweredStores::ownedItem(bool OfLanes) {
  Expr *Result = nullptr;
  for (unsigned D = 0; D < 3; ++D)
    if (L.Clamped[D].Count) {
      Expr *Owns = M.binary(BO_LT, M.plus(M.reference(L.Clamped[D].Group), L.Items.copyOffset(D)),
                            M.reference(L.Clamped[D].Count));
      Result = Result ? M.binary(BO_LAnd, Result, Owns) : Owns;
    }
  for (auto [Dimension, FirstVariable] : L.FirstOwned) {
    if (!OfLanes && S.Axes[LaneAxis].Dimension == Dimension)
      continue;
    IdVariable &Id = L.Variables.id(Dimension);
    Expr *Item = M.plus(M.reference(Id.Var), L.Items.copyOffset(Dimension));
    if (LaneAxis >= 0 && S.Axes[LaneAxis].Dimension == Dimension) {
      if (W.Lane == Where::Counter)
        Item = M.binary(BO_Add, Item, M.reference(W.LaneCounter));
    }
    Expr *Owns = M.binary(BO_GE, Item, M.reference(FirstVariable));
    Result = Result ? M.binary(BO_LAnd, Result, Owns) : Owns;
  }
  return Result;
}

/// A statement with an effect on memory, for all copies.
void LoweredStores::store(const Stmt *Old, Block &Out) {
  const Expr *E = Old->Value;
  const Expr *Target = isAssignment(E) ? skipImplicit(E->Kids[0]) : nullptr;
  AxisSet A = L.Items.axesOf(E), Merged = L.Items.axesAlong(AllDimensions) & ~W.Fixed;
  bool IsCall = E->Kind == Expr::Form::Call;
  if (IsCall)
    A = Merged; // printf and atomics are done by every item
  else if (Target && isMemory(Target) && (L.Items.axesOf(Target) != Merged)) {
    // All items that are merged store at one place: legal if it is one value.
    bool Same =
        E->Opcode == BO_Assign && E->Kind == Expr::Form::Binary && L.Items.axesOf(Target) == A;
    if (!Same)
      return L.refuse(Because::SamePlaceStored, Old->From);
  }
  // Each copy has local memory of its own.
  bool StaysInside = IsCall ? isCallOnLocal(E) : Target && isLocal(Target);
  if (!L.Owned || StaysInside)
    return storeCopies(Old, A, Out);
  // Where the tile has moved, only its own items are stored.
  Block All, Each;
  storeCopies(Old, A, All);
  L.Items.forCopies(A | Merged, [&] {
    if (LaneAxis >= 0 && W.Lane == Where::All) {
      L.Control.laneLoop(Old, Each, L.Owned);
      return;
    }
    AxisSet Saved = W.Fixed;
    W.Fixed |= Merged;
    Each.push_back(M.ifThen(ownedItem(), {L.Control.single(Old)}));
    W.Fixed = Saved;
  });
  for (Stmt *S : All)
    S->Lead.clear();
  if (Each.size() == 1 && Each[0]->Kind == Stmt::Form::Block)
    Each = Block(Each[0]->Body);
  // One after another, stores share their condition.
  if (!Out.empty() && Out.back()->Kind == Stmt::Form::If && Out.back()->Value == L.Owned) {
    Stmt *Same = Out.back();
    Same->Body.append(All.begin(), All.end());
    if (!Same->Else.empty() && Same->Else[0]->Kind == Stmt::Form::Declare)
      Same->Else = {M.block(Same->Else)};
    if (!Each.empty() && Each[0]->Kind == Stmt::Form::Declare)
      Each = {M.block(Each)};
    Same->Else.append(Each.begin(), Each.end());
    return;
  }
  Stmt *New = M.ifThen(L.Owned, All, Each);
  New->BodyIsBlock = true;
  L.emit(Old, New, Out, true);
}

Stmt *LoweredStores::vectorStore(const Expr *E) {
  const Expr *Target = skipImplicit(E->Kids[0]);
  if (E->Opcode != BO_Assign)
    return L.Memory.contiguousStore(Target, L.Values.compound(E, L.Memory.contiguousLoad(Target)));
  return L.Memory.contiguousStore(Target, L.Values.splat(L.Values.value(E->Kids[1])));
}

void LoweredStores::storeCopies(const Stmt *Old, AxisSet A, Block &Out) {
  const Expr *E = Old->Value;
  bool Vector = L.Items.isLanes(A) && W.Lane == Where::All;
  const Expr *Target = isAssignment(E) ? skipImplicit(E->Kids[0]) : nullptr;
  bool Plain = Target && isMemory(Target) && E->Kind == Expr::Form::Binary;
  if (Plain)
    forEach(E, [&](const Expr *Part) {
      Plain &= Part == E || !isAssignment(Part);
      Plain &= Part->Kind != Expr::Form::Call || callKind(Part) <= CallKind::Id;
    });
  Plain = Plain && (E->Opcode == BO_Assign || L.Values.hasVectorForm(E));
  if (Vector && !(Plain && L.Memory.isContiguous(Target)))
    return L.Items.forCopies(A, [&] { L.Control.laneLoop(Old, Out, nullptr); });
  if (Plain)
    L.Memory.shareLoads(E, A, Out);
  bool First = true;
  L.Items.forCopies(A, [&] {
    Stmt *New;
    if (Vector) {
      New = vectorStore(E);
    } else {
      llvm::SmallVector<Expr *, 2> Kids;
      for (const Expr *Kid : E->Kids)
        Kids.push_back(L.Values.value(Kid));
      New = M.statement(M.withKids(E, Kids, E->Lanes));
    }
    L.emit(Old, New, Out, First);
    First = false;
  });
  L.Memory.Shared.clear();
}

} // namespace cu2cl::opt
