// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/lowering/LoopCounters.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

/// The uses of one variable in a kernel.
struct Uses {
  unsigned Outside = 0; ///< names of it outside the loops that it counts
  bool CountsLoops = false;
};

using UsesOf = llvm::DenseMap<const Variable *, Uses>;

/// The variable that \p Loop assigns first, without a declaration; null if there is none.
Variable *assignedFirst(const Stmt *Loop) {
  if (Loop->Kind != Stmt::Form::For || Loop->Init.size() != 1 ||
      Loop->Init[0]->Kind != Stmt::Form::Expression)
    return nullptr;
  const Expr *E = Loop->Init[0]->Value;
  if (E->Kind != Expr::Form::Binary || E->Opcode != BO_Assign ||
      E->Kids[0]->Kind != Expr::Form::Reference)
    return nullptr;
  Variable *V = E->Kids[0]->Var;
  bool NamesItself = false;
  forEach(E->Kids[1], [&](const Expr *Part) { NamesItself |= Part->Var == V; });
  return NamesItself ? nullptr : V;
}

void collect(const Expr *E, const llvm::SmallVectorImpl<const Variable *> &Counters,
             UsesOf &Found) {
  forEach(E, [&](const Expr *Part) {
    if (Part->Kind == Expr::Form::Reference && !llvm::is_contained(Counters, Part->Var))
      ++Found[Part->Var].Outside;
  });
}

/// \param Counters the counters of the loops around \p B
void collect(llvm::ArrayRef<Stmt *> B, llvm::SmallVectorImpl<const Variable *> &Counters,
             UsesOf &Found) {
  for (const Stmt *S : B) {
    Variable *Counter = assignedFirst(S);
    if (Counter) {
      Uses &U = Found[Counter];
      U.CountsLoops = true;
      // The inner loop changes what the outer one counts.
      U.Outside += llvm::is_contained(Counters, Counter);
      Counters.push_back(Counter);
    }
    for (const Expr *E : {S->Value, S->Step})
      if (E)
        collect(E, Counters, Found);
    collect(S->Init, Counters, Found);
    collect(S->Body, Counters, Found);
    collect(S->Else, Counters, Found);
    if (Counter)
      Counters.pop_back();
  }
}

} // namespace

void ownCounters(Kernel &K, const Facts &F, Make &M) {
  if (F.firstOpaque()) // may name any variable
    return;
  UsesOf Found;
  llvm::SmallVector<const Variable *, 4> Counters;
  collect(K.Body, Counters, Found);
  auto MayMove = [&](const Variable *V) {
    auto At = Found.find(V);
    return At != Found.end() && At->second.CountsLoops && !At->second.Outside &&
           !F.of(V).HasAddressTaken;
  };
  llvm::DenseSet<const Variable *> Moved;
  std::string Comments; // of a declaration that has gone
  auto WithoutDeclarations = [&](const Stmt *Old, Stmt *New, Block &Out) {
    const Variable *V = Old->Var;
    if (Old->Kind == Stmt::Form::Declare && !Old->Value && V->Type->isIntegerType() &&
        !V->Type.isVolatileQualified() && !isLocalVariable(V) && V->Attributes.empty() &&
        MayMove(V)) {
      Moved.insert(V);
      Comments += Old->Lead;
      return;
    }
    New->Lead = Comments + New->Lead;
    Comments.clear();
    Out.push_back(New);
  };
  Block Body = rebuild(M, K.Body, WithoutDeclarations);
  if (Moved.empty())
    return;
  K.Body = rebuild(M, Body, [&](const Stmt *Old, Stmt *New, Block &Out) {
    Variable *V = assignedFirst(Old);
    if (V && Moved.count(V)) {
      Variable *Own = M.Nodes.variable(*V);
      New = M.rewrite({New}, [&](const Expr *E) {
        return E->Kind == Expr::Form::Reference && E->Var == V ? M.reference(Own) : nullptr;
      })[0];
      New->Init = {M.declare(Own, New->Init[0]->Value->Kids[1])};
    }
    Out.push_back(New);
  });
}

} // namespace cu2cl::opt
