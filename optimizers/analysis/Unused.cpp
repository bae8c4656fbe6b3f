// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/analysis/Unused.h"
#include "llvm/ADT/STLExtras.h"

namespace cu2cl::opt {

static void collectNamed(const Block &B, Variables &Named) {
  for (const Stmt *S : B) {
    for (const Expr *E : {S->Value, S->Step})
      if (E)
        forEach(E, [&](const Expr *Part) { Named.insert(Part->Var); });
    collectNamed(Block(S->Init.begin(), S->Init.end()), Named);
    collectNamed(S->Body, Named);
    collectNamed(S->Else, Named);
  }
}

Variables namedIn(const Block &B) {
  Variables Named;
  collectNamed(B, Named);
  return Named;
}

void dropUnused(Block &B, llvm::function_ref<bool(const Stmt *)> MayGo) {
  size_t Count = B.size() + 1;
  while (Count != B.size()) { // one may have named another
    Count = B.size();
    const Variables Named = namedIn(B);
    llvm::erase_if(B, [&](const Stmt *S) {
      return S->Kind == Stmt::Form::Declare && !Named.count(S->Var) && MayGo(S);
    });
  }
}

} // namespace cu2cl::opt
