// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Captures whose order shows: `[n, k = next()]`, where next() may change n.

#include "analysis/flow/CaptureOrder.h"
#include "analysis/effects/Effects.h"
#include "analysis/flow/FlattenedAggregates.h"
#include "analysis/flow/PlainValues.h"
#include "core/source/TypeParts.h"

using namespace clang;

namespace cu2cl {

/// Returns true if the host's class for \p Lambda may be a template: in an instance, or where a
/// class that is captured may be declared after the kernel.
static bool mayBeTemplate(const CXXRecordDecl *Lambda) {
  return isInInstance(Lambda) || llvm::any_of(Lambda->fields(), [](const FieldDecl *F) {
           return !innermostType(F->getType())->isArithmeticType();
         });
}

bool isOrderKept(const CXXRecordDecl *Lambda, const VarDecl *V) {
  if (!mayBeTemplate(Lambda))
    return true;
  const auto *Around = dyn_cast<FunctionDecl>(Lambda->getDeclContext());
  if (!Around || !Around->hasBody())
    return isPlainValue(V->getInit());
  EffectSummaries Summaries(EffectSummaries::Side::Host);
  EffectFinder Finder(Around, Summaries);
  const Effects Value = Finder.of(V->getInit());
  return llvm::all_of(Lambda->captures(), [&](const LambdaCapture &C) {
    const auto *Other = C.capturesVariable() ? dyn_cast<VarDecl>(C.getCapturedVar()) : nullptr;
    if (Other == V)
      return true;
    if (!Other) // the object, a structured binding
      return Value.Changed.empty() && Value.ChangedVariables.empty();
    return !Value.meets(Other->isInitCapture() ? Finder.of(Other->getInit())
                                               : Finder.ofReading(Other));
  });
}

} // namespace cu2cl
