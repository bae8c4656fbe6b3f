// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "host/LaunchOrder.h"
#include "kernel/Effects.h"

using namespace clang;

namespace cu2cl {

static bool meet(const Effects &A, const Effects &B) {
  return A.changesWhatReads(B) || B.changesWhatReads(A) || A.changesWhatChanges(B);
}

bool showsOrder(const CUDAKernelCallExpr *Call, const FunctionDecl *Around) {
  EffectFinder Finder(Around, EffectFinder::Side::Host);
  std::vector<Effects> Parts;
  for (const Expr *Part : Call->getConfig()->arguments())
    Parts.push_back(Finder.of(Part));
  for (const Expr *Argument : Call->arguments()) {
    Effects OfArgument = Finder.of(Argument);
    if (llvm::any_of(Parts, [&](const Effects &Part) { return meet(Part, OfArgument); }))
      return true;
  }
  for (size_t I = 1; I < Parts.size(); ++I)
    for (size_t Before = 0; Before < I; ++Before)
      if (meet(Parts[Before], Parts[I]))
        return true;
  return false;
}

bool kernelMeets(const CUDAKernelCallExpr *Call, LaunchPart Part, const FunctionDecl *Around) {
  EffectFinder Finder(Around, EffectFinder::Side::Host);
  Effects Kernel = Finder.of(Call->getCallee());
  const CallExpr *Parts = Part == LaunchPart::Arguments ? Call : Call->getConfig();
  return llvm::any_of(Parts->arguments(),
                      [&](const Expr *E) { return meet(Kernel, Finder.of(E)); });
}

} // namespace cu2cl
