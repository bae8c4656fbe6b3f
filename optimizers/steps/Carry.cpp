// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/steps/Carry.h"
#include "optimizers/analysis/Unused.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cu2cl::opt {

/// \p E with the values of variables that the work declares in their place.
Expr *Carry::known(const Expr *E) {
  return L.M.rewrite(E, [&](const Expr *Part) -> Expr * {
    if (Part->Kind != Expr::Form::Reference || Part->Var->IsParameter)
      return nullptr;
    for (const IdVariable &Id : L.Variables.Ids)
      if (Id.Var == Part->Var)
        return nullptr;
    const Expr *Value = L.F.initial(Part->Var);
    if (!L.F.of(Part->Var).Value || !Value)
      return nullptr;
    Expr *Inner = known(Value);
    bool SameType = L.M.Context.hasSameUnqualifiedType(Inner->Type, Part->Type);
    return SameType ? Inner : L.M.cast(Part->Type.getUnqualifiedType(), Inner);
  });
}

/// True if \p E names only parameters that keep their value, and ids.
bool Carry::isKnown(const Expr *E) const {
  bool Known = hasNoEffect(E);
  forEach(E, [&](const Expr *Part) {
    if (Part->Kind == Expr::Form::Reference) {
      bool IsId =
          llvm::any_of(L.Variables.Ids, [&](const IdVariable &Id) { return Id.Var == Part->Var; });
      const VariableFacts &V = L.F.of(Part->Var);
      Known &= IsId || (Part->Var->IsParameter && !V.Assignments && !V.HasAddressTaken);
    }
  });
  return Known;
}

/// Returns true if the kernel may write to \p Root; else notes what must be distinct from it.
bool Carry::mayWrite(const Variable *Root) {
  std::vector<std::pair<const Variable *, const Variable *>> Apart;
  for (const Access &A : L.F.accesses()) {
    if (!A.Writes)
      continue;
    if (!A.Root || !Root || A.Root == Root) {
      Written = Written ? Written : A.Place->From;
      return true;
    }
    Apart.push_back({Root, A.Root});
  }
  for (const auto &[Call, In] : L.F.calls())
    if (callKind(Call) == CallKind::Atomic || callKind(Call) >= CallKind::Effect) {
      Written = Written ? Written : Call->From;
      return true;
    }
  Distinct.insert(Distinct.end(), Apart.begin(), Apart.end());
  return false;
}

/// The loads that \p E makes in any case.
void Carry::collect(const Expr *E) {
  std::vector<const Expr *> Found;
  L.Memory.findLoads(E, Found);
  std::string Id = "gid" + std::to_string(Dimension);
  for (const Expr *Each : Found) {
    const Expr *Place = skipImplicit(Each);
    Polynomial P = L.F.Forms.address(Place);
    if (Place->Kind == Expr::Form::Member || !P.names(Id) || !P.isLinearIn(Id))
      continue;
    bool Scatters = false;
    for (const auto &Term : P.terms())
      for (const Polynomial::Atom &A : Term.first)
        Scatters |= A != Id && (L.F.Differing.atomDiffers(A) >> Dimension & 1);
    Expr *Known = known(Place);
    bool Nested = false;
    for (const Expr *Kid : Known->Kids)
      forEach(Kid, [&](const Expr *Part) {
        Nested |= isMemory(Part) && !Part->Type->isArrayType() && Part->Kind != Expr::Form::Cast;
      });
    if (Scatters || Nested || !isKnown(Known))
      continue;
    L.Items.forCopies(L.Items.axesOf(Place), [&] {
      std::string Key = L.Memory.loadKey(Place);
      if (Key.empty())
        return;
      Load New;
      New.Place = Known;
      New.Copy = L.W;
      New.Root = L.F.Forms.root(Place);
      L.W.Ahead[Dimension] = 1;
      New.Next = L.Memory.loadKey(Place);
      L.W.Ahead[Dimension] = 0;
      if (!New.Next.empty())
        Loads.insert({Key, New});
    });
  }
}

/// The value of \p From, for the loop's item or for its first one.
Expr *Carry::valueOf(const Load &From, Variable *First) {
  Where Saved = std::exchange(L.W, From.Copy);
  Expr *Place = From.Place;
  Expr *Result = L.Values.value(Place);
  L.W = Saved;
  if (!First)
    return Result;
  const Variable *Counter = L.Variables.id(Dimension).Var;
  return L.M.rewrite(Result, [&](const Expr *E) -> Expr * {
    return E->Kind == Expr::Form::Reference && E->Var == Counter ? L.M.reference(First) : nullptr;
  });
}

/// \p Chain: what each of them reads, the one before reads in the next item.
void Carry::keep(llvm::ArrayRef<Load *> Chain, Variable *First) {
  for (Load *Each : Chain) {
    bool IsLast = Each == Chain.back();
    Expr *Value = valueOf(*Each, IsLast ? nullptr : First);
    QualType T = Each->Place->Type.getUnqualifiedType();
    Each->Kept = L.M.variable(L.Variables.fresh((Each->Root ? Each->Root->Name : "loaded") + "_0"),
                              T, Value->Lanes);
    (IsLast ? Begin : Before).push_back(L.M.declare(Each->Kept, Value));
  }
  for (size_t I = 0; I + 1 < Chain.size(); ++I)
    End.push_back(L.M.statement(
        L.M.binary(BO_Assign, L.M.reference(Chain[I]->Kept), L.M.reference(Chain[I + 1]->Kept))));
}

std::optional<Reason> Carry::find(const Block &Work, Variable *First) {
  for (const Stmt *S : Work)
    if (S->Value && (S->Kind == Stmt::Form::Declare || S->Kind == Stmt::Form::Expression))
      collect(S->Value);
  llvm::StringSet<> HasBefore;
  for (const auto &[Key, Each] : Loads)
    HasBefore.insert(Each.Next);
  bool Found = false;
  for (auto &[Key, Each] : Loads) {
    if (HasBefore.contains(Key) || !Loads.count(Each.Next))
      continue;
    llvm::SmallVector<Load *, 4> Chain = {&Each};
    for (auto At = Loads.find(Each.Next); At != Loads.end(); At = Loads.find(At->second.Next))
      Chain.push_back(&At->second);
    if (mayWrite(Each.Root))
      continue;
    keep(Chain, First);
    Found = true;
  }
  for (const auto &[Key, Each] : Loads)
    if (Each.Kept)
      L.Memory.Carried[Key] = Each.Kept;
  if (Found)
    return std::nullopt;
  return Reason{Written ? Because::SourceWritten : Because::NothingToCarry, Written};
}

Block Carry::around(const Block &Lowered) const {
  Block Body = Begin;
  Body.append(Lowered.begin(), Lowered.end());
  Body.append(End.begin(), End.end());
  dropUnused(Body, [](const Stmt *S) {
    bool HasNoEffect = true;
    if (S->Value)
      forEach(S->Value, [&](const Expr *Part) {
        HasNoEffect &= !isAssignment(Part) && (Part->Kind != Expr::Form::Call || !Part->Callee ||
                                               callKind(Part) <= CallKind::Id);
      });
    return HasNoEffect;
  });
  return Body;
}

} // namespace cu2cl::opt
