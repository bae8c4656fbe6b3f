// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Branches and loops for merged work-items: together, or each its own way.

#include "optimizers/lowering/GroupIds.h"
#include "optimizers/lowering/Lowering.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace cu2cl::opt {

void Lowering::conditional(const Stmt *Old, Block &Out) {
  if (AxisSet A = axesOf(Old->Value)) {
    if (!whereAllEnter(Old, A, Out))
      region(Old, A, Out);
    return;
  }
  Stmt *New = M.copyOf(Old);
  New->Value = value(Old->Value);
  New->Body = lower(Old->Body);
  New->Else = lower(Old->Else);
  New->BodyIsBlock |= New->Body.size() != 1;
  emit(Old, New, Out, true);
}

void Lowering::loop(const Stmt *Old, Block &Out) {
  AxisSet A = axesAlong(F.control(Old)) & ~W.Fixed;
  for (const Stmt *Init : Old->Init)
    if (Init->Var && !isLinear(Init->Var))
      A |= axesAlong(F.of(Init->Var).Differs) & ~W.Fixed;
  if (A) {
    if (!raggedLoop(Old, A, Out))
      region(Old, A, Out);
    return;
  }
  Stmt *New = M.copyOf(Old);
  New->Init.clear();
  Block Init = lower(Block(Old->Init.begin(), Old->Init.end()));
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
    New->Value = value(Old->Value);
  if (Old->Step) {
    bool Differs = false;
    forEach(Old->Step, [&](const Expr *Part) {
      if (const Variable *V = assignedVariable(Part))
        Differs |= !isLinear(V) && (axesAlong(F.of(V).Differs) & ~W.Fixed);
    });
    if (Differs)
      return region(Old, axesAlong(AllDimensions) & ~W.Fixed, Out);
    New->Step = uniformStep(Old->Step);
  }
  New->Body = lower(Old->Body);
  New->BodyIsBlock |= New->Body.size() != 1;
  emit(Old, New, Out, true);
}

/// The step of a loop: what it assigns is one variable for all copies.
Expr *Lowering::uniformStep(const Expr *E) {
  if (const Variable *V = assignedVariable(E); V && isLinear(V)) {
    llvm::SmallVector<Expr *, 2> Kids = {M.reference(const_cast<Variable *>(V))};
    if (E->Kids.size() > 1)
      Kids.push_back(value(E->Kids[1]));
    return M.withKids(E, Kids, 1);
  }
  if (E->Kind != Expr::Form::Binary || E->Opcode != BO_Comma)
    return value(E);
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
void Lowering::region(const Stmt *Old, AxisSet A, Block &Out) {
  Because B = Because::UnstructuredReturn;
  if (hasBarrierOrReturn(Old, B))
    return refuse({B, Old->From,
                   B == Because::UnstructuredReturn ? whyNoBranch({const_cast<Stmt *>(Old)}) : ""});
  AxisSet Merged = axesAlong(AllDimensions) & ~W.Fixed;
  // Effects of a moved tile ask for the item, so each item goes its own way. What such a region
  // computes for later would be missing for the items that skip it.
  bool Asks = Owned && hasEffect(Old, false);
  if (Asks && (assignsOutside(Old) || hasEffect(Old, true)))
    return refuse(Because::TailEffect, Old->From);
  if (Asks)
    A = Merged;
  if (isLanes(A) && W.Lane == Where::All) {
    forCopies(A, [&] {
      AxisSet Saved = W.Fixed;
      W.Fixed |= A & ~(1u << LaneAxis);
      if (Asks) // of every tile, not only of one that has moved
        LanesAlone += std::max(1u, accessesOfLanes(Old));
      laneLoop(Old, Out, Asks ? Owned : nullptr, A);
      W.Fixed = Saved;
    });
    return;
  }
  bool First = true;
  forCopies(A, [&] {
    AxisSet Saved = W.Fixed;
    W.Fixed |= A;
    Stmt *New = single(Old);
    if (Asks)
      New = M.ifThen(ownedItem(), {New});
    emit(Old, New, Out, First);
    First = false;
    W.Fixed = Saved;
  });
}

Block Lowering::singleBlock(const Block &B) {
  Expr *Saved = Owned;
  Owned = nullptr; // asked for already
  Block Out = lower(B);
  Owned = Saved;
  return Out;
}

/// \p Old for the one item that is meant.
Stmt *Lowering::single(const Stmt *Old) {
  Block Out = singleBlock({const_cast<Stmt *>(Old)});
  if (Out.size() == 1) {
    Out[0]->Lead.clear();
    return Out[0];
  }
  return M.block(std::move(Out));
}

/// How many loads and stores \p Old makes that are not the same for all lanes; of a branch, of the
/// longer side.
unsigned Lowering::accessesOfLanes(const Stmt *Old) const {
  unsigned Count = 0, Sides[2] = {0, 0};
  for (const Expr *E : {Old->Value, Old->Step})
    if (E)
      forEach(E, [&](const Expr *Part) {
        bool Accesses = isMemory(Part) && !Part->Type->isArrayType();
        Count += Accesses && isLanes(axesAlong(F.differs(Part)));
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
void Lowering::laneLoop(const Stmt *Old, Block &Out, Expr *Condition, AxisSet Own) {
  llvm::MapVector<Variable *, bool> Vectors; // the copy, and whether it changes
  vectorsIn(Old, [&](Variable *V, bool Changes) {
    if (isLinear(V) || !isLanes(axesAlong(F.of(V).Differs)) || isDeclaredIn(Old, V))
      return;
    if (V->Type->isArrayType())
      return refuse({Because::PrivateArray, Old->From,
                     "lanes go different ways here, and the private array '" + V->Name +
                         "' has other values in each"});
    AxisSet Inside = axesAlong(F.of(V).Differs) & ~W.Fixed & ~Own;
    forCopies(Inside, [&] { Vectors[copyOf(V)] |= Changes; });
  });
  if (Why)
    return;
  if (!Condition)
    LanesAlone += std::max(1u, accessesOfLanes(Old));
  std::string Lanes = std::to_string(Width);
  Block Body;
  auto SavedArrays = Arrays;
  for (auto [V, Changes] : Vectors) {
    QualType T =
        M.Context.getConstantArrayType(V->Type.getUnqualifiedType(), llvm::APInt(32, Width),
                                       nullptr, ArraySizeModifier::Normal, 0);
    Variable *&All = AllLanes[V];
    if (!All)
      All = M.variable(fresh(V->Name + "_all"), T);
    Arrays[V] = All;
    Body.push_back(M.declare(Arrays[V], nullptr));
    Body.push_back(
        M.statement(M.call("vstore" + Lanes, {M.reference(V), M.number(0), M.reference(Arrays[V])},
                           M.Context.VoidTy)));
  }
  Where Saved = W;
  W.Lane = Where::Counter;
  if (!Counter)
    Counter = M.variable(fresh("lane"), M.Context.IntTy);
  W.LaneCounter = Counter;
  W.Fixed |= Own;
  Stmt *One = single(Old);
  Expr *Begin = Condition ? firstOwnedLane() : nullptr;
  Expr *Owns = Condition ? ownedItem(/*OfLanes=*/!Begin) : nullptr;
  if (Owns && !Begin)
    One = M.ifThen(Owns, {One});
  Stmt *Lanewise = M.forLoop(W.LaneCounter, Begin ? Begin : M.number(0), M.number(Width), {One});
  Body.push_back(Owns && Begin ? M.ifThen(Owns, {Lanewise}) : Lanewise);
  W = Saved;
  for (auto [V, Changes] : Vectors)
    if (Changes)
      Body.push_back(M.statement(M.binary(
          BO_Assign, M.reference(V),
          M.call("vload" + Lanes, {M.number(0), M.reference(Arrays[V])}, V->Type, Width))));
  Arrays = SavedArrays;
  if (Body.size() == 1)
    return emit(Old, Body[0], Out, true);
  emit(Old, M.block(std::move(Body)), Out, true);
}

} // namespace cu2cl::opt
