// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Along which dimensions values differ between work-items.

#include "optimizers/analysis/Facts.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl::opt {

/// Along which the branches and loops inside the first \p Level of them are taken by some only.
Dimensions DifferingValues::controlSince(size_t Level) const {
  Dimensions Result = 0;
  for (size_t I = Level; I < Control.size(); ++I)
    Result |= Control[I];
  return Result;
}

/// \p V is assigned a value that differs along \p D; \p Some are further dimensions along which
/// only some work-items come here.
bool DifferingValues::mark(const Variable *V, Dimensions D, Dimensions Some) {
  VariableFacts &F = Variables[V];
  Some |= controlSince(F.Level);
  Dimensions New = F.Differs | D | Some;
  F.AssignedBySome |= Some;
  bool Changed = New != F.Differs;
  F.Differs = New;
  return Changed;
}

/// Assignments inside \p E.
bool DifferingValues::spreadIn(const Expr *E) {
  bool Changed = false;
  Dimensions Whole = 0;
  bool HasNested = false;
  forEach(E, [&](const Expr *Part) { HasNested |= Part != E && isAssignment(Part); });
  if (HasNested) // a statement is repeated as a whole
    Whole = differs(E);
  forEach(E, [&](const Expr *Part) {
    const Variable *V = assignedVariable(Part);
    if (!V)
      return;
    Dimensions D = Whole;
    if (Part->Kind == Expr::Form::Binary)
      D |= differs(Part->Kids[1]);
    for (const Expr *Kid : skipImplicit(Part->Kids[0])->Kids)
      D |= differs(Kid); // v[i] = ...
    Changed |= mark(V, D);
  });
  // Conditions inside the expression are control, too.
  forEach(E, [&](const Expr *Part) {
    bool Chooses = Part->Kind == Expr::Form::Conditional ||
                   (Part->Kind == Expr::Form::Binary &&
                    BinaryOperator::isLogicalOp(BinaryOperatorKind(Part->Opcode)));
    if (!Chooses)
      return;
    Dimensions D = differs(Part->Kids[0]);
    for (const Expr *Kid : llvm::drop_begin(Part->Kids))
      forEach(Kid, [&](const Expr *Inner) {
        if (const Variable *V = assignedVariable(Inner))
          Changed |= mark(V, 0, D);
      });
  });
  return Changed;
}

/// True if the atoms of \p P are ids and variables that keep their values where a variable of this
/// value is seen.
bool DifferingValues::keepsStable(const Polynomial &P, bool InInit) const {
  for (const auto &Term : P.terms())
    for (const Polynomial::Atom &A : Term.first) {
      auto At = F.Forms.AtomVariable.find(A);
      if (At == F.Forms.AtomVariable.end()) {
        if (A[0] == '(' || llvm::StringRef(A).starts_with("opaque"))
          return false;
        continue;
      }
      const VariableFacts &F = Variables[At->second];
      if (F.HasAddressTaken || F.Assignments != F.Steps || (InInit && F.Steps))
        return false;
    }
  return true;
}

/// A variable's declaration: along which its first value differs, and which that is.
bool DifferingValues::spreadDeclared(const Stmt *S, bool InInit) {
  VariableFacts &Known = Variables[S->Var];
  Known.Level = Control.size();
  bool Changed = false;
  if (S->Value) {
    Changed |= spreadIn(S->Value);
    Changed |= mark(S->Var, differs(S->Value));
  }
  if (isLocalVariable(S->Var))
    Changed |= mark(S->Var, Apart);
  // A variable that calls may write through its address
  else if (Known.HasAddressTaken && !S->Var->Type.isConstQualified())
    Changed |= mark(S->Var, AllDimensions);
  bool Counts = S->Var->Type->isIntegerType() || S->Var->Type->isPointerType();
  if (Counts && S->Value && !Known.Assignments && !Known.HasAddressTaken && !Known.Value) {
    Polynomial P = F.Forms.form(S->Value);
    if (keepsStable(P, InInit) && (S->Var->Type->isPointerType() || F.Forms.fits(S->Value, P)))
      Known.Value = P;
  }
  return Changed;
}

/// True if the step of \p Loop assigns nothing but variables that the loop declares.
static bool assignsOnlyOf(const Stmt *Loop) {
  bool Only = true;
  forEach(Loop->Step, [&](const Expr *E) {
    if (const Variable *V = assignedVariable(E))
      Only &= llvm::any_of(Loop->Init, [&](const Stmt *Init) { return Init->Var == V; });
  });
  return Only;
}

/// A loop: who leaves or repeats it earlier than others takes part in its control.
bool DifferingValues::spreadLoop(const Stmt *S, Dimensions &Leaving) {
  bool Changed = spread(Block(S->Init.begin(), S->Init.end()), Leaving, true);
  Dimensions Own = LoopControl.lookup(S), Inner = 0;
  if (S->Value)
    Own |= differs(S->Value);
  Control.push_back(Own);
  size_t Outer = std::exchange(LoopLevel, Control.size());
  Changed |= spread(S->Body, Inner);
  LoopLevel = Outer;
  if (S->Value)
    Changed |= spreadIn(S->Value);
  // What the step assigns is seen in the loop only, by those who are in the same round of it.
  bool IsOwn = S->Step && assignsOnlyOf(S);
  if (S->Step && !IsOwn)
    Changed |= spreadIn(S->Step);
  Control.pop_back();
  if (IsOwn)
    Changed |= spreadIn(S->Step);
  Own |= Inner;
  Changed |= LoopControl[S] != Own;
  LoopControl[S] = Own;
  return Changed;
}

/// One pass over \p B. \p Leaving gets the dimensions along which some work-items leave \p B's
/// loop or repeat it earlier than others.
bool DifferingValues::spread(const Block &B, Dimensions &Leaving, bool InInit) {
  bool Changed = false;
  for (const Stmt *S : B) {
    switch (S->Kind) {
    case Stmt::Form::Declare:
      Changed |= spreadDeclared(S, InInit);
      break;
    case Stmt::Form::Break:
    case Stmt::Form::Continue:
    case Stmt::Form::Return:
      Leaving |= controlSince(LoopLevel);
      break;
    case Stmt::Form::If:
      Changed |= spreadIn(S->Value);
      Control.push_back(differs(S->Value));
      Changed |= spread(S->Body, Leaving);
      Changed |= spread(S->Else, Leaving);
      Control.pop_back();
      break;
    case Stmt::Form::For:
    case Stmt::Form::While:
    case Stmt::Form::DoWhile:
      Changed |= spreadLoop(S, Leaving);
      break;
    default:
      if (S->Value)
        Changed |= spreadIn(S->Value);
      Changed |= spread(S->Body, Leaving);
    }
  }
  return Changed;
}

Dimensions DifferingValues::atomDiffers(const Polynomial::Atom &A) const {
  auto At = F.Forms.AtomVariable.find(A);
  return At != F.Forms.AtomVariable.end() ? Variables[At->second].Differs : AtomDiffers[A];
}

Dimensions DifferingValues::differs(const Expr *E) const {
  if (E->Kind == Expr::Form::Reference)
    return Variables[E->Var].Differs;
  if (E->Kind == Expr::Form::Opaque)
    return AllDimensions;
  Dimensions Result = 0;
  if (E->Kind == Expr::Form::Call) {
    CallKind Kind = callKind(E);
    if (Kind == CallKind::Id && E->Text != "get_work_dim") {
      std::optional<unsigned> D = idDimension(E);
      if (!D)
        return AllDimensions;
      bool IsId = E->Text == "get_global_id" || (E->Text == "get_local_id" && !F.isApart(*D)) ||
                  (E->Text == "get_group_id" && (!InGroup || F.isApart(*D)));
      return IsId ? 1u << *D : 0;
    }
    if (Kind == CallKind::Atomic || Kind >= CallKind::Effect)
      return AllDimensions;
  }
  if (E->Type->isPointerType() == false && isMemory(E) && E->Type.isVolatileQualified())
    return AllDimensions;
  for (const Expr *Kid : E->Kids)
    Result |= differs(Kid);
  return Result;
}

} // namespace cu2cl::opt
