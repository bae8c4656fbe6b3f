// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/lowering/Shadows.h"
#include "optimizers/analysis/Facts.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

using NameSet = llvm::StringSet<>;

/// Looks for the variables that hide others.
class ShadowFinder {
public:
  llvm::SmallVector<const Variable *, 4> Hiding;
  bool HasOpaque = false;

  /// \p Outside: the names around \p B; \p Own: those of its scope so far.
  void visit(llvm::ArrayRef<Stmt *> B, const NameSet &Outside, NameSet Own) {
    for (const Stmt *S : B) {
      HasOpaque |= S->Kind == Stmt::Form::Opaque;
      for (const Expr *E : {S->Value, S->Step})
        if (E)
          forEach(E, [&](const Expr *Part) { HasOpaque |= Part->Kind == Expr::Form::Opaque; });
      if (S->Var)
        declare(S->Var, Outside, Own);
      if (S->Init.empty() && S->Body.empty() && S->Else.empty())
        continue;
      NameSet Around = Outside;
      for (const auto &Name : Own)
        Around.insert(Name.getKey());
      NameSet Head;
      visit(S->Init, Around, Head);
      for (const Stmt *Init : S->Init)
        if (Init->Var)
          Around.insert(Init->Var->Name);
      visit(S->Body, Around, {});
      visit(S->Else, Around, {});
    }
  }

private:
  void declare(const Variable *V, const NameSet &Outside, NameSet &Own) {
    if (Outside.contains(V->Name))
      Hiding.push_back(V);
    Own.insert(V->Name);
  }
};

} // namespace

void renameShadowing(Kernel &K, Make &M) {
  NameSet Parameters, Taken = variableNames(K);
  for (const Variable *P : K.Parameters)
    Parameters.insert(P->Name);
  ShadowFinder Found;
  Found.visit(K.Body, {}, Parameters);
  if (Found.Hiding.empty() || Found.HasOpaque)
    return;
  Renamed New;
  for (const Variable *V : Found.Hiding) {
    Variable *Own = New[V] = M.Nodes.variable(*V);
    Own->Name = freshName(M.Context, Taken, V->Name);
    Taken.insert(Own->Name);
  }
  K.Body = withVariables(M, K.Body, New);
}

} // namespace cu2cl::opt
