// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/steps/Unused.h"
#include "llvm/ADT/STLExtras.h"

namespace cu2cl::opt {

using Variables = llvm::SmallPtrSet<const Variable *, 16>;

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

void dropUnused(Block &B, const Block &Before, llvm::function_ref<bool(const Expr *)> MayGo) {
  Variables Were;
  collectNamed(Before, Were);
  size_t Count = B.size() + 1;
  while (Count != B.size()) { // one may have named another
    Count = B.size();
    Variables Are;
    collectNamed(B, Are);
    llvm::erase_if(B, [&](const Stmt *S) {
      return S->Kind == Stmt::Form::Declare && S->Value && Were.count(S->Var) &&
             !Are.count(S->Var) && MayGo(S->Value);
    });
  }
}

} // namespace cu2cl::opt
