// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/DeviceNeeds.h"
#include "analysis/barriers/WarpSynchronousRegions.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cu2cl {

/// "bfs.cu:116".
static std::string placeText(const DeviceUnit &Unit, SourceLocation Where) {
  const SourceManager &SM = Unit.Side.sources();
  SourceLocation Loc = SM.getExpansionLoc(Where);
  return llvm::sys::path::filename(SM.getFilename(Loc)).str() + ":" +
         std::to_string(SM.getSpellingLineNumber(Loc));
}

Fragment guardedByNeeds(const DeviceUnit &Unit, const FunctionDecl *F, Fragment Text) {
  const bool IsKernel = F->hasAttr<CUDAGlobalAttr>();
  if (!IsKernel && !Unit.Walks->isMasked(F))
    return Text;
  llvm::SetVector<const FunctionDecl *> Called;
  Called.insert(F);
  for (size_t I = 0; I < Called.size(); ++I)
    for (const DeviceCall &Call : Unit.Reach->calls(Called[I]))
      Called.insert(Call.Callee);
  SourceLocation Masked, Waits;
  for (const FunctionDecl *Each : Called) {
    if (auto It = Unit.Walks->masked().find(Each);
        It != Unit.Walks->masked().end() && It->second.Call && Masked.isInvalid())
      Masked = It->second.Call->getBeginLoc();
    for (const SpinLoop &Spin : Each->hasBody() ? findSpinLoops(Each) : std::vector<SpinLoop>())
      if (!Spin.TakesLock && Waits.isInvalid())
        Waits = Spin.Loop->getBeginLoc();
  }
  // Of a function that is masked since another one is, which is called beside it.
  if (Masked.isInvalid() && Unit.Walks->isMasked(F))
    Masked = F->getLocation();
  auto Guard = [&](const char *Macro, SourceLocation Where) {
    if (Where.isValid())
      Text = Fragment(std::string("#ifdef ") + Macro + " // " + placeText(Unit, Where) + "\n") +
             Text + "\n#endif";
  };
  Guard("CLRT_MASKED_WARPS", Masked);
  if (IsKernel)
    Guard("CLRT_CONCURRENT_GROUPS", Waits);
  return Text;
}

} // namespace cu2cl
