// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Branches and loops for merged work-items: together, or each its own way.

#include "optimizers/lowering/Lowering.h"
#include "optimizers/lowering/Returns.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace cu2cl::opt {

void LoweredControl::conditional(const Stmt *Old, Block &Out) {
  if (AxisSet A = L.Items.axesOf(Old->Value)) {
    if (!L.Common.whereAllEnter(Old, A, Out))
      region(Old, A, Out);
    return;
  }
  Stmt *New = M.copyOf(Old);
  New->Value = L.Values.value(Old->Value);
  New->Body = L.lower(Old->Body);
  New->Else = L.lower(Old->Else);
  New->BodyIsBlock |= New->Body.size() != 1;
  L.emit(Old, New, Out, true);
}

void LoweredControl::loop(const Stmt *Old, Block &Out) {
  AxisSet A = L.Items.axesAlong(F.Differing.control(Old)) & ~W.Fixed;
  for (const Stmt *Init : Old->Init)
    if (Init->Var && !L.Variables.isLinear(Init->Var))
      A |= L.Items.axesAlong(F.of(Init->Var).Differs) & ~W.Fixed;
  if (A) {
    if (!L.Common.raggedLoop(Old, A, Out))
      region(Old, A, Out);
    return;
  }
  Stmt *New = M.copyOf(Old);
  New->Init.clear();
  Block Init = L.lower(Block(Old->Init.begin(), Old->Init.end()));
  for (Stmt *S : Init)
    S->Lead.clear();
  // for (x = 0; ...) of a variable that differs: ahead of the loop
  bool Fits = true;
  for (const Stmt *S : Init)
    Fits &=
        S->Kind == Stmt::Form::Declare || (S->Kind == Stmt::Form::Expression && Init.size() == 1);
  if (Fits)
    New->Init.append(Init.begin(), Init.end());
  else
    Out.append(Init.begin(), Init.end());
  if (Old->Value)
    New->Value = L.Values.value(Old->Value);
  if (Old->Step) {
    bool Differs = false;
    forEach(Old->Step, [&](const Expr *Part) {
      if (const Variable *V = assignedVariable(Part))
        Differs |= !L.Variables.isLinear(V) && (L.Items.axesAlong(F.of(V).Differs) & ~W.Fixed);
    });
    if (Differs)
      return region(Old, L.Items.axesAlong(AllDimensions) & ~W.Fixed, Out);
    New->Step = uniformStep(Old->Step);
  }
  New->Body = L.lower(Old->Body);
  New->BodyIsBlock |= New->Body.size() != 1;
  L.emit(Old, New, Out, true);
}

/// The step of a loop: what it assigns is one variable for all copies.
Expr *LoweredControl::uniformStep(const Expr *E) {
  if (const Variable *V = assignedVariable(E); V && L.Variables.isLinear(V)) {
    llvm::SmallVector<Expr *, 2> Kids = {M.reference(const_cast<Variable *>(V))};
    if (E->Kids.size() > 1)
      Kids.push_back(L.Values.value(E->Kids[1]));
    return M.withKids(E, Kids, 1);
  }
  if (E->Kind != Expr::Form::Binary || E->Opcode != BO_Comma)
    return L.Values.value(E);
  llvm::SmallVector<Expr *, 2> Kids = {uniformStep(E->Kids[0]), uniformStep(E->Kids[1])};
  return M.withKids(E, Kids, 1);
}

static bool hasBarrierOrReturn(const Stmt *S, Because &Why) {
  auto In = [&](const Block &B) {
    for (const Stmt *Inner : B)
      if (hasBarrierOrReturn(Inner, Why))
        return true;
    return false;
  };
  if (S->Kind == Stmt::Form::Return) {
    Why = Because::UnstructuredReturn;
    return true;
  }
  bool Barrier = false;
  for (const Expr *E : {S->Value, S->Step})
    if (E)
      forEach(E, [&](const Expr *Part) {
        Barrier |= Part->Kind == Expr::Form::Call && callKind(Part) == CallKind::Barrier;
      });
  if (Barrier)
    Why = Because::BarrierDivergent;
  return Barrier || In(S->Body) || In(S->Else);
}

static bool isDeclaredIn(const Stmt *S, const Variable *V) {
  if (S->Var == V)
    return true;
  for (const Block *B : {&S->Body, &S->Else})
    for (const Stmt *Inner : *B)
      if (isDeclaredIn(Inner, V))
        return true;
  for (const Stmt *Inner : S->Init)
    if (isDeclaredIn(Inner, V))
      return true;
  return false;
}

/// The variables of vectors that \p S names, and those of them that it changes.
static void vectorsIn(const Stmt *S, llvm::function_ref<void(Variable *, bool)> Found) {
  auto In = [&](const Expr *E) {
    forEach(E, [&](const Expr *Part) {
      if (Part->Kind == Expr::Form::Reference)
        Found(Part->Var, false);
      if (const Variable *V = assignedVariable(Part))
        Found(const_cast<Variable *>(V), true);
    });
  };
  if (S->Value)
    In(S->Value);
  if (S->Step)
    In(S->Step);
  for (const Block *B : {&S->Body, &S->Else})
    for (const Stmt *Inner : *B)
      vectorsIn(Inner, Found);
  for (const Stmt *Inner : S->Init)
    vectorsIn(Inner, Found);
}

/// True if \p S assigns a variable that it does not declare.
static bool assignsOutside(const Stmt *S) {
  bool Found = false;
  vectorsIn(S, [&](Variable *V, bool Changes) { Found |= Changes && !isDeclaredIn(S, V); });
  return Found;
}

/// True if \p S changes local memory (\p OnLocal), or anything else outside the work-item.
static bool hasEffect(const Stmt *S, bool OnLocal) {
  bool Found = false;
  for (const Expr *E : {S->Value, S->Step})
    if (E)
      forEach(E, [&](const Expr *Part) {
        if (isAssignment(Part) && isMemory(Part->Kids[0]))
          Found |= isLocal(Part->Kids[0]) == OnLocal;
        if (Part->Kind == Expr::Form::Call &&
            (callKind(Part) > CallKind::Reads || callKind(Part) == CallKind::Atomic))
          Found |= isCallOnLocal(Part) == OnLocal;
      });
  for (const Block *B : {&S->Body, &S->Else})
    for (const Stmt *Inner : *B)
      Found |= hasEffect(Inner, OnLocal);
  return Found;
}

/// \p Old, which the items along \p A take by different ways, for each of them.
void LoweredControl::region(const Stmt *Old, AxisSet A, Block &Out) {
  Because B = Because::UnstructuredReturn;
  if (hasBarrierOrReturn(Old, B))
    return L.refuse(
        {B, Old->From,
         B == Because::UnstructuredReturn ? whyNoBranch({const_cast<Stmt *>(Old)}) : ""});
  AxisSet Merged = L.Items.axesAlong(AllDimensions) & ~W.Fixed;
  // Effects of a moved tile ask for the item, so each item goes its own way. What such a region
  // computes for later would be missing for the items that skip it.
  bool Asks = L.Owned && hasEffect(Old, false);
  if (Asks && (assignsOutside(Old) || hasEffect(Old, true)))
    return L.refuse(Because::TailEffect, Old->From);
  if (Asks)
    A = Merged;
  if (L.Items.isLanes(A) && W.Lane == Where::All) {
    L.Items.forCopies(A, [&] {
      AxisSet Saved = W.Fixed;
      W.Fixed |= A & ~(1u << LaneAxis);
      if (Asks) // of every tile, not only of one that has moved
        L.LanesAlone += std::max(1u, accessesOfLanes(Old));
      laneLoop(Old, Out, Asks ? L.Owned : nullptr, A);
      W.Fixed = Saved;
    });
    return;
  }
  bool First = true;
  L.Items.forCopies(A, [&] {
    AxisSet Saved = W.Fixed;
    W.Fixed |= A;
    Stmt *New = single(Old);
    if (Asks)
      New = M.ifThen(L.Stores.ownedItem(), {New});
    L.emit(Old, New, Out, First);
    First = false;
    W.Fixed = Saved;
  });
}

Block LoweredControl::singleBlock(const Block &B) {
  Expr *Saved = L.Owned;
  L.Owned = nullptr; // asked for already
  Block Out = L.lower(B);
  L.Owned = Saved;
  return Out;
}

/// \p Old for the one item that is meant.
Stmt *LoweredControl::single(const Stmt *Old) {
  Block Out = singleBlock({const_cast<Stmt *>(Old)});
  if (Out.size() == 1) {
    Out[0]->Lead.clear();
    return Out[0];
  }
  return M.block(std::move(Out));
}

/// How many loads and stores \p Old makes that are not the same for all lanes; of a branch, of the
/// longer side.
unsigned LoweredControl::accessesOfLanes(const Stmt *Old) const {
  unsigned Count = 0, Sides[2] = {0, 0};
  for (const Expr *E : {Old->Value, Old->Step})
    if (E)
      forEach(E, [&](const Expr *Part) {
        bool Accesses = isMemory(Part) && !Part->Type->isArrayType();
        Count += Accesses && L.Items.isLanes(L.Items.axesAlong(F.Differing.differs(Part)));
      });
  for (const Stmt *S : Old->Init)
    Count += accessesOfLanes(S);
  for (const Stmt *S : Old->Body)
    Sides[0] += accessesOfLanes(S);
  for (const Stmt *S : Old->Else)
    Sides[1] += accessesOfLanes(S);
  return Count + std::max(Sides[0], Sides[1]);
}

/// \p Old for one lane after the other. Vectors that it names are kept in arrays meanwhile. If
/// \p Condition is given, only for the items that the tile owns. Along axes that are not in \p Own,
/// the statements in \p Old have their copies inside the loop.
void LoweredControl::laneLoop(const Stmt *Old, Block &Out, Expr *Condition, AxisSet Own) {
  llvm::MapVector<Variable *, bool> Vectors; // the copy, and whether it changes
  vectorsIn(Old, [&](Variable *V, bool Changes) {
    if (L.Variables.isLinear(V) || !L.Items.isLanes(L.Items.axesAlong(F.of(V).Differs)) ||
        isDeclaredIn(Old, V))
      return;
    AxisSet Inside = L.Items.axesAlong(F.of(V).Differs) & ~W.Fixed & ~Own;
    L.Items.forCopies(Inside, [&] { Vectors[L.Variables.copyOf(V)] |= Changes; });
  });
  if (L.isRefused())
    return;
  if (!Condition)
    L.LanesAlone += std::max(1u, accessesOfLanes(Old));
  std::string Lanes = std::to_string(Width);
  Block Body;
  auto SavedArrays = L.Variables.Arrays;
  for (auto [V, Changes] : Vectors) {
    if (V->Type->isArrayType()) { // an element has its lanes in memory
      L.Variables.Arrays[V] = V;
      continue;
    }
    QualType T =
        M.Context.getConstantArrayType(V->Type.getUnqualifiedType(), llvm::APInt(32, Width),
                                       nullptr, ArraySizeModifier::Normal, 0);
    Variable *&All = L.Variables.AllLanes[V];
    if (!All)
      All = M.variable(L.Variables.fresh(V->Name + "_all"), T);
    L.Variables.Arrays[V] = All;
    Body.push_back(M.declare(L.Variables.Arrays[V], nullptr));
    Body.push_back(M.statement(
        M.call("vstore" + Lanes, {M.reference(V), M.number(0), M.reference(L.Variables.Arrays[V])},
               M.Context.VoidTy)));
  }
  Where Saved = W;
  W.Lane = Where::Counter;
  if (!L.Variables.Counter)
    L.Variables.Counter = M.variable(L.Variables.fresh("lane"), M.Context.IntTy);
  W.LaneCounter = L.Variables.Counter;
  W.Fixed |= Own;
  Stmt *One = single(Old);
  Expr *Begin = Condition ? L.Stores.firstOwnedLane() : nullptr;
  Expr *Owns = Condition ? L.Stores.ownedItem(/*OfLanes=*/!Begin) : nullptr;
  if (Owns && !Begin)
    One = M.ifThen(Owns, {One});
  Stmt *Lanewise = M.forLoop(W.LaneCounter, Begin ? Begin : M.number(0), M.number(Width), {One});
  Body.push_back(Owns && Begin ? M.ifThen(Owns, {Lanewise}) : Lanewise);
  W = Saved;
  for (auto [V, Changes] : Vectors)
    if (Changes && !V->Type->isArrayType())
      Body.push_back(M.statement(
          M.binary(BO_Assign, M.reference(V),
                   M.call("vload" + Lanes, {M.number(0), M.reference(L.Variables.Arrays[V])},
                          V->Type, Width))));
  L.Variables.Arrays = SavedArrays;
  if (Body.size() == 1)
    return L.emit(Old, Body[0], Out, true);
  L.emit(Old, M.block(std::move(Body)), Out, true);
}

} // namespace cu2cl::opt
