// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Branches and loops that all merged work-items enter together but at the border of a range: `if (x
// > 0 && x < n - 1)`, `for (int i = id; i < n; i += size)`. What is asked is a comparison of values
// that grow by a constant from one item to the next, so the first or the last item answers for all.
// Where it says yes, the work is done for all at once; else each item goes its own way.

#include "optimizers/analysis/HostValue.h"
#include "optimizers/analysis/Loops.h"
#include "optimizers/lowering/Lowering.h"

using namespace clang;

namespace cu2cl::opt {

/// Calls \p Do; if that refuses, all is as it was before. \returns whether it did not.
bool CommonBranches::attempt(llvm::function_ref<void()> Do) {
  Where SavedPlace = W;
  auto Saved =
      std::make_tuple(L.LanesAlone, L.LanesTogether, L.Required, L.Calls.Helpers,
                      L.Variables.Arrays, L.Memory.Shared, L.Calls.Near, L.Calls.SineCosine);
  Do();
  if (!L.isRefused())
    return true;
  L.takeBackRefusal();
  W = SavedPlace;
  std::tie(L.LanesAlone, L.LanesTogether, L.Required, L.Calls.Helpers, L.Variables.Arrays,
           L.Memory.Shared, L.Calls.Near, L.Calls.SineCosine) = std::move(Saved);
  return false;
}

/// True if the value of \p E grows by a constant from each item along \p A to the next, as an
/// integer of mathematics. Signed sums may not overflow; unsigned ones wrap, so what differs has to
/// be an id and a constant that is not negative.
bool CommonBranches::growsWithoutWrap(const Expr *E, AxisSet A) const {
  if (!E->Type->isIntegerType() || E->Type->isBooleanType() || !hasNoEffect(E) ||
      M.Context.getTypeSize(E->Type) < 32)
    return false;
  for (size_t I = 0; I < S.Axes.size(); ++I)
    if (A >> I & 1) {
      unsigned D = S.Axes[I].Dimension;
      std::optional<int64_t> Stride = F.Distances.stride(E, D);
      if (F.isApart(D) || !Stride || std::abs(*Stride) > 1 << 20)
        return false;
    }
  const bool IsSigned = E->Type->isSignedIntegerType();
  const Polynomial P = F.Forms.form(E);
  if (E->Kind == Expr::Form::Reference && NoWrap.count(E->Var))
    return true;
  for (const auto &[Monomial, Coefficient] : P.terms()) {
    bool Differs = false;
    for (const Polynomial::Atom &Atom : Monomial) {
      if (!(L.Items.axesAlong(F.Differing.atomDiffers(Atom)) & A))
        continue;
      Differs = true;
      const Variable *V = F.Forms.atomVariable(Atom);
      bool IsId =
          llvm::StringRef(Atom).starts_with("gid") || llvm::StringRef(Atom).starts_with("lid");
      if (V ? !IsSigned || !V->Type->isSignedIntegerType() || !L.Variables.isLinear(V) : !IsId)
        return false;
    }
    if (!IsSigned && (Coefficient < 0 || (!Differs && !Monomial.empty())))
      return false;
  }
  return true;
}

/// \p E for the first or the last of the items along \p A in each dimension: for that item whose
/// value of Left - Right is the largest (\p Largest), or the smallest.
Expr *CommonBranches::atExtreme(const Expr *E, AxisSet A, bool Largest) {
  const Expr *Left = E->Kids[0], *Right = E->Kids[1];
  Where Saved = W;
  std::map<std::string, Variable *> Loads;
  std::swap(Loads, L.Memory.Shared); // these are of all lanes
  for (size_t I = 0; I < S.Axes.size(); ++I) {
    if (!(A >> I & 1))
      continue;
    unsigned D = S.Axes[I].Dimension;
    auto StrideOf = [&](const Expr *Side) {
      return L.Items.axesOf(Side) & A ? F.Distances.stride(Side, D).value_or(0) : 0;
    };
    int64_t Difference = StrideOf(Left) - StrideOf(Right);
    bool IsLast = Difference && (Difference > 0) == Largest;
    unsigned Number = IsLast ? S.Axes[I].Factor - 1 : 0;
    if (int(I) == LaneAxis) {
      W.Lane = Where::Constant;
      W.LaneNumber = Number;
    } else {
      W.Copy[I] = Number;
    }
  }
  Expr *Result = L.Values.value(E);
  W = Saved;
  std::swap(Loads, L.Memory.Shared);
  return Result;
}

/// The condition that \p E (\p Negated: its contrary) holds for all items along \p A, or for any of
/// them; null if one item
/// does not answer for all. What is asked is asked in the order of \p E, so that each part stands
/// where each item would ask for it, too.
Expr *CommonBranches::holds(const Expr *E, AxisSet A, bool ForAll, bool Negated) {
  E = skipImplicit(E);
  if (!(L.Items.axesOf(E) & A))
    return !hasNoEffect(E) ? nullptr
           : Negated       ? M.unary(UO_LNot, L.Values.value(E))
                           : L.Values.value(E);
  if (E->Kind == Expr::Form::Unary && E->Opcode == UO_LNot)
    return holds(E->Kids[0], A, ForAll, !Negated);
  if (E->Kind != Expr::Form::Binary)
    return nullptr;
  auto Kind = BinaryOperatorKind(E->Opcode);
  if (Kind == (Negated ? BO_LOr : BO_LAnd) && ForAll) {
    Expr *First = holds(E->Kids[0], A, ForAll, Negated);
    Expr *Second = First ? holds(E->Kids[1], A, ForAll, Negated) : nullptr;
    return Second ? M.binary(BO_LAnd, First, Second) : nullptr;
  }
  const Expr *Left = E->Kids[0], *Right = E->Kids[1];
  if (!BinaryOperator::isRelationalOp(Kind))
    return nullptr;
  for (const Expr *Side : {Left, Right})
    if (L.Items.axesOf(Side) & A ? !growsWithoutWrap(Side, A) : !hasNoEffect(Side))
      return nullptr;
  // Left < Right holds for all if it does for the item with the largest difference.
  bool IsUpper = (Kind == BO_LT || Kind == BO_LE) != Negated;
  Expr *Asked = atExtreme(E, A, IsUpper == ForAll);
  return Negated
             ? M.binary(BinaryOperator::negateComparisonOp(Kind), Asked->Kids[0], Asked->Kids[1])
             : Asked;
}

/// `if (condition) ...`, of which the condition differs along \p A: once for all items where all
/// enter, else as region() does it. \returns false, and makes nothing, where that cannot be.
bool CommonBranches::whereAllEnter(const Stmt *Old, AxisSet A, Block &Out) {
  if (!L.Items.hasLanes())
    return false;
  Stmt *Choice = nullptr;
  bool Made = attempt([&] {
    Expr *All = holds(Old->Value, A, /*ForAll=*/true);
    if (!All)
      return L.refuse(Because::NotInTree, Old->From);
    unsigned Before = L.LanesAlone;
    Block Each;
    L.Control.region(Old, A, Each);
    L.LanesAlone = Before; // at the border only
    if (!L.isRefused())
      Choice = M.ifThen(All, L.lower(Old->Body), Each);
  });
  if (!Made)
    return false;
  for (Stmt *S : Choice->Else) {
    S->Lead.clear();
    S->Trail.clear();
  }
  Choice->BodyIsBlock = true;
  L.emit(Old, Choice, Out, true);
  return true;
}

/// `condition ? then : other` of all lanes, of which the condition differs between them; null where
/// that cannot be.
Expr *CommonBranches::whereAllChoose(const Expr *E) {
  Expr *Choice = nullptr;
  unsigned Before = L.LanesAlone;
  attempt([&] {
    Expr *All = holds(E->Kids[0], 1u << LaneAxis, /*ForAll=*/true);
    if (!All)
      return L.refuse(Because::NotInTree, E->From);
    Expr *Each = L.Values.laneByLane(E);
    L.LanesAlone = Before; // at the border only
    Expr *Together = L.Values.splat(L.Values.value(E->Kids[1]));
    Choice = L.isRefused() ? nullptr : M.conditional(All, Together, Each);
  });
  return Choice;
}

/// True if all items along \p A stay in a loop with \p Condition equally long: `j <= i + 2` from
/// i - 2 on.
bool CommonBranches::isInStep(const Expr *Condition, AxisSet A) const {
  for (size_t I = 0; I < S.Axes.size(); ++I) {
    unsigned D = S.Axes[I].Dimension;
    std::optional<int64_t> Left = F.Distances.stride(Condition->Kids[0], D);
    if (A >> I & 1 && (!Left || Left != F.Distances.stride(Condition->Kids[1], D)))
      return false;
  }
  return true;
}

/// True if \p Counter, the left side of \p Condition, is an integer of mathematics in all items
/// along \p A while one of them is in the loop, those that have left it included. What a launch has
/// to fulfil for that becomes a condition.
bool CommonBranches::neverWraps(const Variable *Counter, const Expr *Condition, AxisSet A) {
  const Expr *Bound = Condition->Kids[1];
  bool IsUp = Condition->Opcode == BO_LT || Condition->Opcode == BO_LE;
  const int64_t Most = 0x7f000000; // what items are ahead is far less than what 31 bits have left
  if (!(L.Items.axesAlong(F.of(Counter).Differs) & A) || isInStep(Condition, A))
    return true;
  if (L.Items.axesOf(Bound) & A || (!IsUp && !Counter->Type->isSignedIntegerType()))
    return false;
  if (std::optional<int64_t> Value = constantOf(F.source(), Bound))
    return std::abs(*Value) <= Most;
  if (!IsUp || M.Context.getTypeSize(Counter->Type) >= 64)
    return IsUp;
  std::optional<std::string> Value = hostValue(F, Bound);
  if (!Value)
    return false;
  bool IsWord = Value->find(' ') == std::string::npos;
  std::string Term = (IsWord ? *Value : "(" + *Value + ")") + " <= 0x7f000000";
  if (!llvm::is_contained(L.Required, Term))
    L.Required.push_back(Term);
  return true;
}

/// True if \p Step adds to \p Counter what is equal for all and has the sign of \p IsUp.
bool CommonBranches::stepsTowards(const Expr *Step, const Variable *Counter, bool IsUp) const {
  if (assignedVariable(Step) != Counter ||
      skipImplicit(Step->Kids[0])->Kind != Expr::Form::Reference)
    return false;
  if (Step->Kind == Expr::Form::Unary)
    return (Step->Opcode == UO_PreInc || Step->Opcode == UO_PostInc) == IsUp;
  if (Step->Opcode != BO_AddAssign && Step->Opcode != BO_SubAssign)
    return false;
  bool Adds = Step->Opcode == BO_AddAssign;
  if (std::optional<int64_t> By = constantOf(F.source(), Step->Kids[1]))
    return *By && (*By > 0) == (Adds == IsUp);
  return Adds && IsUp && isSizeOfLaunch(Step->Kids[1]);
}

/// True if \p E is a number of work-items of the launch or of a group, or a product of such: more
/// than 0.
bool CommonBranches::isSizeOfLaunch(const Expr *E) const {
  while (E->Kind == Expr::Form::Cast && M.Context.getTypeSize(E->Type) >= 32)
    E = E->Kids[0];
  if (E->Kind == Expr::Form::Reference && !F.of(E->Var).Assignments &&
      !F.of(E->Var).HasAddressTaken && F.initial(E->Var))
    return isSizeOfLaunch(F.initial(E->Var));
  if (E->Kind == Expr::Form::Binary && E->Opcode == BO_Mul)
    return isSizeOfLaunch(E->Kids[0]) && isSizeOfLaunch(E->Kids[1]);
  if (std::optional<int64_t> Value = constantOf(F.source(), E))
    return *Value > 0;
  return E->Kind == Expr::Form::Call &&
         (E->Text == "get_global_size" || E->Text == "get_num_groups" ||
          E->Text == "get_local_size");
}

/// `for (int i = first; i < bound; i += step)` that some items along \p A leave earlier than
/// others: the loop goes on while any of them is in it, and asks in each round whether all are. An
/// item that has left does not come back, since its counter goes on towards the bound. \returns
/// false, and makes nothing, where that cannot be.
bool CommonBranches::raggedLoop(const Stmt *Old, AxisSet A, Block &Out) {
  if (!L.Items.hasLanes() || Old->Kind != Stmt::Form::For || Old->Init.size() != 1 || !Old->Value ||
      !Old->Step || leavesRound(Old->Body))
    return false;
  const Stmt *Init = Old->Init[0];
  const Expr *Condition = skipImplicit(Old->Value);
  if (Init->Kind != Stmt::Form::Declare || !Init->Value || !L.Variables.isLinear(Init->Var) ||
      (L.Items.axesOf(Condition) & A) != A || Condition->Kind != Expr::Form::Binary)
    return false;
  const Variable *Counter = Init->Var;
  const VariableFacts &Known = F.of(Counter);
  bool IsUp = Condition->Opcode == BO_LT || Condition->Opcode == BO_LE;
  if (Known.Assignments != 1 || Known.Steps != 1 || Known.HasAddressTaken ||
      !stepsTowards(Old->Step, Counter, IsUp))
    return false;
  const Expr *Left = skipImplicit(Condition->Kids[0]);
  if (Left->Kind != Expr::Form::Reference || Left->Var != Counter ||
      !keepsValueIn(F, Condition->Kids[1], Old))
    return false;
  Stmt Inside;
  Inside.Kind = Stmt::Form::If;
  Inside.Value = Old->Value;
  Inside.Body = Old->Body;
  Inside.From = Old->From;
  Stmt *New = M.copyOf(Old);
  bool Made = attempt([&] {
    if (!neverWraps(Counter, Condition, A))
      return L.refuse(Because::NotInTree, Old->From);
    NoWrap.insert(Counter);
    Block First = L.lower(Block(Old->Init.begin(), Old->Init.end()));
    New->Value = holds(Condition, A, /*ForAll=*/false);
    if (First.size() != 1 || !New->Value)
      return L.refuse(Because::NotInTree, Old->From);
    First[0]->Lead.clear();
    New->Init = {First[0]};
    New->Step = L.Control.uniformStep(Old->Step);
    New->Body.clear();
    if (isInStep(Condition, A))
      New->Body = L.lower(Old->Body);
    else if (!whereAllEnter(M.Nodes.stmt(std::move(Inside)), A, New->Body))
      L.refuse(Because::NotInTree, Old->From);
  });
  NoWrap.erase(Counter);
  if (!Made)
    return false;
  New->BodyIsBlock = true;
  L.emit(Old, New, Out, true);
  return true;
}

} // namespace cu2cl::opt
