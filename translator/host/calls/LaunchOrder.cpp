// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "host/calls/LaunchOrder.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Effects.h"

using namespace clang;

namespace cu2cl {

bool showsOrder(const CUDAKernelCallExpr *Call, const FunctionDecl *Around) {
  EffectSummaries Summaries(EffectSummaries::Side::Host);
  EffectFinder Finder(Around, Summaries);
  std::vector<Effects> Parts;
  for (const Expr *Part : Call->getConfig()->arguments())
    Parts.push_back(Finder.of(Part));
  for (const Expr *Argument : Call->arguments()) {
    Effects OfArgument = Finder.of(Argument);
    if (llvm::any_of(Parts, [&](const Effects &Part) { return Part.meets(OfArgument); }))
      return true;
  }
  for (size_t I = 1; I < Parts.size(); ++I)
    for (size_t Before = 0; Before < I; ++Before)
      if (Parts[Before].meets(Parts[I]))
        return true;
  return false;
}

/// Calls \p Work with what is evaluated for \p E, a part of a configuration: what a dim3 is made
/// of.
static void forEachValue(const Expr *E, llvm::function_ref<void(const Expr *)> Work) {
  const Expr *Inner = E->IgnoreUnlessSpelledInSource();
  const auto *Construct = dyn_cast<CXXConstructExpr>(Inner);
  if (!Construct || !isExtent(Construct->getConstructor()->getParent()))
    return Work(Inner);
  for (const Expr *Argument : Construct->arguments())
    if (!isa<CXXDefaultArgExpr>(Argument))
      forEachValue(Argument, Work);
}

bool kernelMeets(const CUDAKernelCallExpr *Call, LaunchPart Part, const FunctionDecl *Around) {
  EffectSummaries Summaries(EffectSummaries::Side::Host);
  EffectFinder Finder(Around, Summaries);
  Effects Kernel = Finder.of(Call->getCallee());
  const CallExpr *Parts = Part == LaunchPart::Arguments ? Call : Call->getConfig();
  bool Meets = false;
  for (const Expr *Each : Parts->arguments())
    if (!isa<CXXDefaultArgExpr>(Each))
      forEachValue(Each, [&](const Expr *E) { Meets |= Kernel.meets(Finder.of(E)); });
  return Meets;
}

} // namespace cu2cl
