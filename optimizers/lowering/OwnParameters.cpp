// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/lowering/OwnParameters.h"
#include "optimizers/analysis/Loops.h"

using namespace clang;

namespace cu2cl::opt {

static bool changes(const Expr *E, const Variable *P) {
  bool Result = false;
  forEach(E, [&](const Expr *Part) { Result |= assignedVariable(Part) == P; });
  forEachAddressTaken(E, [&](const Variable *V) { Result |= V == P; });
  return Result;
}

static bool changes(const Stmt *S, const Variable *P) {
  auto In = [&](llvm::ArrayRef<Stmt *> B) {
    return llvm::any_of(B, [&](const Stmt *Inner) { return changes(Inner, P); });
  };
  return (S->Value && changes(S->Value, P)) || (S->Step && changes(S->Step, P)) || In(S->Init) ||
         In(S->Body) || In(S->Else);
}

static void own(Block &B, Variable *P, Make &M, const llvm::StringSet<> &Taken) {
  auto *At = llvm::find_if(B, [&](const Stmt *S) { return changes(S, P); });
  if (At == B.end())
    return;
  // A guard around the rest keeps the parameter.
  bool IsGuard = (*At)->Kind == Stmt::Form::If && std::next(At) == B.end() && (*At)->Else.empty() &&
                 !changes((*At)->Value, P);
  if (IsGuard) {
    *At = M.copyOf(*At);
    Block Inner((*At)->Body.begin(), (*At)->Body.end());
    own(Inner, P, M, Taken);
    (*At)->Body = Inner;
    (*At)->BodyIsBlock = true;
    return;
  }
  Variable *Own =
      M.variable(freshName(M.Context, Taken, P->Name + "_own"), P->Type.getUnqualifiedType());
  Block Rest = M.rewrite(Block(At, B.end()), [&](const Expr *E) {
    return E->Kind == Expr::Form::Reference && E->Var == P ? M.reference(Own) : nullptr;
  });
  Stmt *Declaration = M.declare(Own, M.reference(P));
  Declaration->Lead = isLoop(Rest[0]) ? commentsOf(Rest[0]->Lead) : Rest[0]->Lead;
  Rest[0]->Lead = isLoop(Rest[0]) ? directivesOf(Rest[0]->Lead) : "";
  B.erase(At, B.end());
  B.push_back(Declaration);
  B.append(Rest.begin(), Rest.end());
}

void ownParameters(Kernel &K, Make &M) {
  for (Variable *P : K.Parameters)
    own(K.Body, P, M, variableNames(K));
}

} // namespace cu2cl::opt
