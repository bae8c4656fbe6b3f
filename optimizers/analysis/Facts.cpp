// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Collects what a kernel does with its variables and with memory: assignments, accesses, calls.

#include "optimizers/analysis/Facts.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl::opt {

FactsPart::FactsPart(Facts &F)
    : F(F), From(F.From), K(F.K), InGroup(F.InGroup), Apart(F.Apart), Variables(F.Variables) {}

Facts::Facts(const Source &From, const Kernel &K, bool InGroup, Dimensions Apart)
    : From(From), K(K), InGroup(InGroup), Apart(Apart) {
  for (const Variable *P : K.Parameters) {
    Variables[P];
    if (!isSizedByLaunch(P))
      continue;
    HasLocalMemory = true;
    Variables[P].Differs = Apart; // each group that is merged has its part
  }
  count(K.Body, false);
  // Values of variables that are assigned once, in the order of declaration.
  for (bool Changed = true; Changed;) {
    Dimensions Leaving = 0;
    Changed = Differing.spread(K.Body, Leaving);
  }
  Distances.findStrides();
}

const VariableFacts &Facts::of(const Variable *V) const { return Variables[V]; }

Dimensions DifferingValues::control(const Stmt *Loop) const { return LoopControl.lookup(Loop); }

void Facts::access(const Expr *Place, const Stmt *S, bool Reads, bool Writes) {
  Accesses.push_back({Place, S, Forms.root(Place), Reads, Writes});
}

void Facts::countKids(const Expr *E, const Stmt *S) {
  for (const Expr *Kid : E->Kids)
    countIn(Kid, S);
}

void Facts::countIn(const Expr *E, const Stmt *S) {
  if (E->Kind == Expr::Form::Opaque && !FirstOpaque)
    FirstOpaque = E->From;
  if (isAssignment(E)) {
    const Expr *Target = skipImplicit(E->Kids[0]);
    bool Reads = E->Kind == Expr::Form::Unary || E->Opcode != BO_Assign;
    if (const Variable *V = variableOf(Target)) {
      Variables[V].Assignments++;
      bool Whole = Target->Kind == Expr::Form::Reference;
      Assigned.push_back({V, Whole && E->Kind == Expr::Form::Binary ? E : nullptr});
    } else if (isMemory(Target)) {
      access(Target, S, Reads, true);
    } else if (Target->Kind == Expr::Form::Opaque) {
      countIn(Target, S);
    }
    // The operands of the target's address, and the value
    countKids(Target, S);
    if (E->Kids.size() > 1)
      countIn(E->Kids[1], S);
    return;
  }
  if (E->Kind == Expr::Form::Unary && E->Opcode == UO_AddrOf) {
    for (const Expr *Kid : skipImplicit(E->Kids[0])->Kids) // &a[i] reads nothing
      countIn(Kid, S);
    return;
  }
  if (isMemory(E) && !E->Type->isArrayType() && E->Kind != Expr::Form::Cast)
    access(E, S, true, false);
  if (E->Kind == Expr::Form::Call) {
    CallKind Kind = callKind(E);
    HasBarrier |= Kind == CallKind::Barrier;
    if (Kind != CallKind::Pure)
      Calls.push_back({E, S});
  }
  countKids(E, S);
}

void Facts::count(const Block &B, bool InLoop) {
  for (const Stmt *S : B) {
    if (S->Kind == Stmt::Form::Opaque && !FirstOpaque)
      FirstOpaque = S->From;
    if (S->Kind == Stmt::Form::Declare) {
      Variables[S->Var];
      Initial[S->Var] = S->Value;
      QualType T = S->Var->Type;
      HasLocalMemory |= T.getAddressSpace() == LangAS::opencl_local;
      if (T.isVolatileQualified())
        Variables[S->Var].HasAddressTaken = true;
    }
    for (const Expr *E : {S->Value, S->Step})
      if (E)
        forEachAddressTaken(E, [&](const Variable *V) { Variables[V].HasAddressTaken = true; });
    if (S->Value) {
      countIn(S->Value, S);
      // An assignment that is a part of something else is repeated with that.
      forEach(S->Value, [&](const Expr *Part) {
        const Variable *V = assignedVariable(Part);
        if (V && (Part != S->Value || S->Kind != Stmt::Form::Expression))
          Variables[V].IsAssignedInside = true;
      });
    }
    if (S->Step) {
      countIn(S->Step, S);
      // A counter that its `for` declares keeps its value through the body.
      forEach(S->Step, [&](const Expr *E) {
        for (const Stmt *Init : S->Init)
          if (const Variable *V = assignedVariable(E); V && V == Init->Var)
            Variables[V].Steps++;
        if (const Variable *V = assignedVariable(E); V && S->Init.empty() && V->IsCounter)
          Variables[V].Steps++;
      });
    }
    bool IsLoop = S->Kind == Stmt::Form::For || S->Kind == Stmt::Form::While ||
                  S->Kind == Stmt::Form::DoWhile;
    count(Block(S->Init.begin(), S->Init.end()), true);
    count(S->Body, InLoop || IsLoop);
    count(S->Else, InLoop);
  }
}

} // namespace cu2cl::opt
