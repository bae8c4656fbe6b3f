// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Statements for merged work-items: one after the other, each for all copies and lanes.

#include "optimizers/analysis/Loops.h"
#include "optimizers/steps/Lowering.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl::opt {

Lowering::Lowering(const Facts &F, const Guards &G, const Schedule &S, Make &M)
    : F(F), G(G), S(S), M(M), Print(F.source()), Ids(G.Ids) {
  W.Copy.assign(S.Axes.size(), 0);
  for (size_t I = 0; I < S.Axes.size(); ++I)
    if (S.Axes[I].Kind == Axis::As::Lanes) {
      LaneAxis = I;
      Width = S.Axes[I].Factor;
    }
  for (unsigned D = 0; D < 3; ++D)
    GroupSize[D] = S.Group ? (*S.Group)[D] : F.kernel().GroupSize[D];
}

void Lowering::refuse(Because B, const clang::Stmt *At) {
  if (!Why)
    Why = {B, F.source().placeOf(At ? At->getBeginLoc() : F.kernel().Declared->getLocation())};
}

std::string Lowering::fresh(llvm::StringRef Name) {
  std::string Result = freshName(M.Context, Names, Name);
  Names.insert(Result);
  return Result;
}

// --- Axes

AxisSet Lowering::axesAlong(Dimensions D) const {
  AxisSet Result = 0;
  for (size_t I = 0; I < S.Axes.size(); ++I)
    if (S.Axes[I].Kind != Axis::As::Loop && (D >> S.Axes[I].Dimension & 1))
      Result |= 1u << I;
  return Result;
}

/// How far along \p Dimension the copy that is meant is from the first.
int64_t Lowering::copyOffset(unsigned Dimension) const {
  // Copies that are apart are the size of a new group's items from each other; with groups merged
  // as a whole, one group.
  int64_t Result = W.Ahead[Dimension], Inner = 1;
  int64_t Outer = F.isApart(Dimension) ? 1 : S.factor(Dimension, false) * GroupSize[Dimension];
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

void Lowering::forCopies(AxisSet A, llvm::function_ref<void()> Do) {
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

std::string Lowering::suffix(AxisSet A) const {
  std::string Result;
  for (size_t I = 0; I < S.Axes.size(); ++I)
    if (A >> I & 1 && S.Axes[I].Kind == Axis::As::Copies)
      Result += "_" + std::to_string(W.Copy[I]);
  return Result;
}

IdVariable &Lowering::id(unsigned Dimension) {
  for (IdVariable &Id : Ids)
    if (Id.Dimension == Dimension)
      return Id;
  std::string Name = fresh(std::string("item_") + "xyz"[Dimension]);
  Ids.push_back({M.variable(Name, M.Context.IntTy), Dimension, 0});
  return Ids.back();
}

// --- Statements

Block Lowering::lower(const Block &B) {
  Block Out;
  for (const Stmt *S : B)
    if (!Why)
      lower(S, Out);
  return Out;
}

/// Adds \p New, which is made from \p From; the first one gets its comments.
void Lowering::emit(const Stmt *From, Stmt *New, Block &Out, bool First) {
  if (First) {
    // A #pragma of a loop may stand ahead of nothing else.
    New->Lead = isLoop(From) && !isLoop(New) ? commentsOf(From->Lead) : From->Lead;
    New->Trail = From->Trail;
  }
  Out.push_back(New);
}

void Lowering::lower(const Stmt *Old, Block &Out) {
  switch (Old->Kind) {
  case Stmt::Form::Declare:
    return declare(Old, Out);
  case Stmt::Form::Expression:
    return expression(Old, Out);
  case Stmt::Form::Block: {
    Stmt *New = M.copyOf(Old);
    New->Body = lower(Old->Body);
    return emit(Old, New, Out, true);
  }
  case Stmt::Form::If:
    return conditional(Old, Out);
  case Stmt::Form::For:
  case Stmt::Form::While:
  case Stmt::Form::DoWhile:
    return loop(Old, Out);
  case Stmt::Form::Break:
  case Stmt::Form::Continue:
    return emit(Old, M.copyOf(Old), Out, true);
  case Stmt::Form::Return:
    if (W.Fixed)
      return refuse(Because::UnstructuredReturn, Old->From);
    return emit(Old, M.copyOf(Old), Out, true);
  case Stmt::Form::Opaque:
    return refuse(Because::NotInTree, Old->From);
  }
}

void Lowering::declare(const Stmt *Old, Block &Out) {
  for (const IdVariable &Id : Ids)
    if (Id.Var == Old->Var)
      return; // the head declares it
  Variable *V = Old->Var;
  AxisSet A = isLinear(V) ? 0 : axesAlong(F.of(V).Differs) & ~W.Fixed;
  if (isLanes(A) && W.Lane == Where::All && F.of(V).HasAddressTaken)
    return refuse(Because::AddressTaken, Old->From);
  if (V->Type->isArrayType() && isLanes(A) && W.Lane == Where::All && Old->Value &&
      Old->Value->Kind != Expr::Form::List)
    return refuse(Because::PrivateArray, Old->From);
  bool First = true;
  if (Old->Value)
    shareLoads(Old->Value, A, Out);
  forCopies(A, [&] {
    Variable *Copy = copyOf(V);
    Expr *Value = nullptr;
    if (Old->Value)
      Value = isLinear(V) ? atFirst(Old->Value) : value(Old->Value);
    else if (Copy->Lanes > 1 && !V->Type->isArrayType())
      Value = M.number(0); // what goes lane by lane copies it
    emit(Old, M.declare(Copy, Value), Out, First);
    First = false;
  });
  Shared.clear();
}

void Lowering::expression(const Stmt *Old, Block &Out) {
  const Expr *E = Old->Value;
  if (E->Kind == Expr::Form::Call && callKind(E) == CallKind::Barrier) {
    if (W.Fixed)
      return refuse(Because::BarrierDivergent, Old->From);
    return emit(Old, M.copyOf(Old), Out, true);
  }
  bool HasEffect = false;
  forEach(E, [&](const Expr *Part) {
    bool Effect = Part->Kind == Expr::Form::Call && callKind(Part) > CallKind::Id &&
                  callKind(Part) != CallKind::Reads;
    HasEffect |= Effect || (isAssignment(Part) && isMemory(Part->Kids[0]));
  });
  if (HasEffect)
    return store(Old, Out);
  AxisSet A = axesOf(E);
  const Variable *Target = assignedVariable(E);
  if (Target)
    A = isLinear(Target) ? 0 : axesAlong(F.of(Target).Differs) & ~W.Fixed;
  bool Vector = isLanes(A) && W.Lane == Where::All;
  bool Nested = false;
  forEach(E, [&](const Expr *Part) { Nested |= Part != E && isAssignment(Part); });
  bool Simple = Target && !Nested && skipImplicit(E->Kids[0])->Kind == Expr::Form::Reference;
  bool Element = Target && !Nested && skipImplicit(E->Kids[0])->Kind == Expr::Form::Subscript &&
                 !isVector(skipImplicit(E->Kids[0])->Kids[1]);
  // v += x of another type converts in between.
  bool Compound = Target && (E->Kind == Expr::Form::Unary || E->Opcode != BO_Assign);
  QualType T = E->Kids.empty() ? E->Type : E->Kids[0]->Type;
  if (Compound && !isLinear(Target))
    Simple &= E->Kids.size() > 1 && M.Context.getTypeSize(T) >= 32 &&
              M.Context.hasSameUnqualifiedType(T, E->Kids[1]->Type);
  if (Vector && !(Simple || (Element && !Compound)))
    return forCopies(A, [&] { laneLoop(Old, Out, nullptr); });
  if (E->Kids.size() > 1)
    shareLoads(E, A, Out);
  bool First = true;
  forCopies(A, [&] {
    Expr *New;
    if (Target && isLinear(Target)) {
      llvm::SmallVector<Expr *, 2> Kids = {M.reference(const_cast<Variable *>(Target))};
      if (E->Kids.size() > 1)
        Kids.push_back(atFirst(E->Kids[1]));
      New = M.withKids(E, Kids, 1);
    } else if (Vector && E->Kids.size() > 1) {
      const Expr *Right = E->Kids[1];
      bool Sums = (E->Opcode == BO_AddAssign || E->Opcode == BO_SubAssign) && isProduct(Right) &&
                  !isVector(Right);
      Expr *Value = Sums ? splatProduct(Right) : value(Right);
      llvm::SmallVector<Expr *, 2> Kids = {value(E->Kids[0]), Value};
      New = M.withKids(E, Kids, Width);
    } else {
      llvm::SmallVector<Expr *, 2> Kids;
      for (const Expr *Kid : E->Kids)
        Kids.push_back(value(Kid));
      New = M.withKids(E, Kids, Vector ? Width : 1);
    }
    emit(Old, M.statement(New), Out, First);
    First = false;
  });
  Shared.clear();
}

// --- Effects

/// The condition that the item which is meant is the tile's own (tail shift); null without one.
Expr *Lowering::ownedItem() {
  Expr *Result = nullptr;
  for (unsigned D = 0; D < 3; ++D)
    if (Clamped[D].Count) {
      Expr *Owns = M.binary(BO_LT, M.plus(M.reference(Clamped[D].Group), copyOffset(D)),
                            M.reference(Clamped[D].Count));
      Result = Result ? M.binary(BO_LAnd, Result, Owns) : Owns;
    }
  for (auto [Dimension, FirstVariable] : FirstOwned) {
    IdVariable &Id = id(Dimension);
    Expr *Item = M.plus(M.reference(Id.Var), copyOffset(Dimension));
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
void Lowering::store(const Stmt *Old, Block &Out) {
  const Expr *E = Old->Value;
  const Expr *Target = isAssignment(E) ? skipImplicit(E->Kids[0]) : nullptr;
  AxisSet A = axesOf(E), Merged = axesAlong(AllDimensions) & ~W.Fixed;
  bool IsCall = E->Kind == Expr::Form::Call;
  if (IsCall)
    A = Merged; // printf and atomics are done by every item
  else if (Target && isMemory(Target) && (axesOf(Target) != Merged)) {
    // All items that are merged store at one place: legal if it is one value.
    bool Same = E->Opcode == BO_Assign && E->Kind == Expr::Form::Binary && axesOf(Target) == A;
    if (!Same)
      return refuse(Because::SamePlaceStored, Old->From);
  }
  // Each copy has local memory of its own.
  bool StaysInside = IsCall ? isCallOnLocal(E) : Target && isLocal(Target);
  if (!Owned || StaysInside)
    return storeCopies(Old, A, Out);
  // Where the tile has moved, only its own items are stored.
  Block All, Each;
  storeCopies(Old, A, All);
  forCopies(A | Merged, [&] {
    if (LaneAxis >= 0 && W.Lane == Where::All) {
      laneLoop(Old, Each, Owned);
      return;
    }
    AxisSet Saved = W.Fixed;
    W.Fixed |= Merged;
    Each.push_back(M.ifThen(ownedItem(), {single(Old)}));
    W.Fixed = Saved;
  });
  for (Stmt *S : All)
    S->Lead.clear();
  if (Each.size() == 1 && Each[0]->Kind == Stmt::Form::Block)
    Each = Block(Each[0]->Body);
  // One after another, stores share their condition.
  if (!Out.empty() && Out.back()->Kind == Stmt::Form::If && Out.back()->Value == Owned) {
    Stmt *Same = Out.back();
    Same->Body.append(All.begin(), All.end());
    if (!Same->Else.empty() && Same->Else[0]->Kind == Stmt::Form::Declare)
      Same->Else = {M.block(Same->Else)};
    if (!Each.empty() && Each[0]->Kind == Stmt::Form::Declare)
      Each = {M.block(Each)};
    Same->Else.append(Each.begin(), Each.end());
    return;
  }
  Stmt *New = M.ifThen(Owned, All, Each);
  New->BodyIsBlock = true;
  emit(Old, New, Out, true);
}

Stmt *Lowering::vectorStore(const Expr *E) {
  const Expr *Target = skipImplicit(E->Kids[0]);
  std::string Lanes = std::to_string(Width);
  Expr *Value = E->Kids.size() > 1 ? splat(value(E->Kids[1])) : splat(M.number(1));
  auto Kind = BinaryOperatorKind(E->Opcode);
  if (E->Kind == Expr::Form::Binary && Kind != BO_Assign) {
    Kind = BinaryOperator::getOpForCompoundAssignment(Kind);
    bool Sums =
        BinaryOperator::isAdditiveOp(Kind) && isProduct(E->Kids[1]) && !isVector(E->Kids[1]);
    if (Sums)
      Value = splatProduct(E->Kids[1]);
    Expr *Loaded = M.call("vload" + Lanes, {M.number(0), pointerTo(Target)},
                          Target->Type.getUnqualifiedType(), Width);
    Value = M.binary(Kind, Loaded, Value);
  }
  return M.statement(
      M.call("vstore" + Lanes, {Value, M.number(0), pointerTo(Target)}, M.Context.VoidTy));
}

void Lowering::storeCopies(const Stmt *Old, AxisSet A, Block &Out) {
  const Expr *E = Old->Value;
  bool Vector = isLanes(A) && W.Lane == Where::All;
  const Expr *Target = isAssignment(E) ? skipImplicit(E->Kids[0]) : nullptr;
  bool Plain = Target && isMemory(Target) && E->Kind == Expr::Form::Binary;
  if (Plain)
    forEach(E, [&](const Expr *Part) {
      Plain &= Part == E || !isAssignment(Part);
      Plain &= Part->Kind != Expr::Form::Call || callKind(Part) <= CallKind::Id;
    });
  // a += b of other types converts in between.
  if (Plain && E->Opcode != BO_Assign)
    Plain = M.Context.hasSameUnqualifiedType(Target->Type, E->Kids[1]->Type) &&
            !BinaryOperator::isShiftAssignOp(BinaryOperatorKind(E->Opcode)) &&
            M.Context.getTypeSize(Target->Type) >= 32;
  if (Vector && !(Plain && isContiguous(Target)))
    return forCopies(A, [&] { laneLoop(Old, Out, nullptr); });
  if (Plain)
    shareLoads(E, A, Out);
  bool First = true;
  forCopies(A, [&] {
    Stmt *New;
    if (Vector) {
      New = vectorStore(E);
    } else {
      llvm::SmallVector<Expr *, 2> Kids;
      for (const Expr *Kid : E->Kids)
        Kids.push_back(value(Kid));
      New = M.statement(M.withKids(E, Kids, E->Lanes));
    }
    emit(Old, New, Out, First);
    First = false;
  });
  Shared.clear();
}

// --- Control flow

void Lowering::conditional(const Stmt *Old, Block &Out) {
  if (AxisSet A = axesOf(Old->Value))
    return region(Old, A, Out);
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
  if (A)
    return region(Old, A, Out);
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
  Because B = Because::DivergentFlow;
  if (hasBarrierOrReturn(Old, B))
    return refuse(B, Old->From);
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

/// \p Old for one lane after the other. Vectors that it names are kept in arrays meanwhile. If
/// \p Condition is given, only for the items that the tile owns. Along axes that are not in \p Own,
/// the statements in \p Old have their copies inside the loop.
void Lowering::laneLoop(const Stmt *Old, Block &Out, Expr *Condition, AxisSet Own) {
  std::vector<std::pair<Variable *, bool>> Vectors; // the copy, and whether it changes
  auto Add = [&](Variable *Copy, bool Changes) {
    for (auto &Known : Vectors)
      if (Known.first == Copy) {
        Known.second |= Changes;
        return;
      }
    Vectors.push_back({Copy, Changes});
  };
  vectorsIn(Old, [&](Variable *V, bool Changes) {
    if (isLinear(V) || !isLanes(axesAlong(F.of(V).Differs)) || isDeclaredIn(Old, V))
      return;
    if (V->Type->isArrayType())
      return refuse(Because::PrivateArray, Old->From);
    AxisSet Inside = axesAlong(F.of(V).Differs) & ~W.Fixed & ~Own;
    forCopies(Inside, [&] { Add(copyOf(V), Changes); });
  });
  if (Why)
    return;
  LanesAlone += !Condition;
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
  if (Condition)
    One = M.ifThen(ownedItem(), {One});
  Body.push_back(M.forLoop(W.LaneCounter, M.number(0), M.number(Width), {One}));
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
