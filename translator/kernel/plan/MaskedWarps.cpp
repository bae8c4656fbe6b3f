// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions that stay as they are in CUDA: only the lanes that a mask names come to an exchange.
//
// Precondition: one of the functions that call each other cannot be walked; none of them has a
// barrier of the block that only some threads reach, or counts on lockstep; the device library has
// a masked form of every exchange; what they call of cooperative groups is called by no others.
// Effect: none of them is walked, the exchanges get their masks, and the kernels need a device
// whose lanes progress on their own.

#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "kernel/plan/WarpWalk.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace cu2cl {
namespace {

using FunctionSet = llvm::SetVector<const FunctionDecl *>;

const CallExpr *firstExchange(const WarpWalks &Walks, const Stmt *S) {
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && Walks.isExchange(Call))
    return Call;
  const CallExpr *First = nullptr;
  forEachEvaluated(S,
                   [&](const Stmt *Part) { First = First ? First : firstExchange(Walks, Part); });
  return First;
}

bool isOfCooperativeGroups(const FunctionDecl *F) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  return SM.getFilename(SM.getExpansionLoc(F->getLocation())).ends_with("/cooperative_groups.h");
}

} // namespace

/// The exchanging functions that \p F calls or is called by, directly or not, and \p F. Without
/// \p ThroughLibraries, who else calls a function of CUDA's libraries has nothing to do with it.
static FunctionSet connected(const WarpWalks &Walks, const DeviceCallGraph &Reach,
                             const FunctionDecl *F, bool ThroughLibraries) {
  FunctionSet All;
  All.insert(F);
  for (size_t I = 0; I < All.size(); ++I) {
    for (const DeviceCall &Call : Reach.calls(All[I]))
      if (Walks.exchanges(Call.Callee))
        All.insert(Call.Callee);
    if (!ThroughLibraries && isOfDeviceLibrary(All[I]))
      continue;
    for (const FunctionDecl *Caller : Reach.Functions)
      if (llvm::any_of(Reach.calls(Caller),
                       [&](const DeviceCall &Call) { return Call.Callee == All[I]; }))
        All.insert(Caller);
  }
  return All;
}

bool WarpWalks::mayBeMasked(const FunctionDecl *F, CallQuery LacksMaskedForm) const {
  // CUB's warps are smaller than those that its shuffles name.
  if (isOfDeviceLibrary(F) && !isOfCooperativeGroups(F))
    return false;
  bool HasSplitBarrier = llvm::any_of(Barriers.sites(F), [](const BarrierSite &Site) {
    return Site.Verdict == BarrierVerdict::Divergent ||
           Site.Verdict == BarrierVerdict::AfterDivergentReturn;
  });
  if (HasSplitBarrier || Barriers.isWalked(F) || Barriers.lockstepMemory().isUnclear(F))
    return false;
  std::function<bool(const Stmt *)> IsGood = [&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    if (isStep(S) || (Call && LacksMaskedForm(Call)))
      return false;
    return !anyEvaluated(S, [&](const Stmt *Part) { return !IsGood(Part); });
  };
  return F->getBody() && IsGood(F->getBody());
}

void WarpWalks::chooseMasked(CallQuery LacksMaskedForm) {
  llvm::DenseMap<const FunctionDecl *, MaskedPlace> Chosen;
  for (const FunctionDecl *F : Reach.Functions) {
    if (!exchanges(F) || of(F).Refusal.empty() || !callsWarpFunction(F))
      continue;
    MaskedPlace Place = {firstExchange(*this, F->getBody()), of(F).Refusal};
    if (auto Known = Chosen.find(F); Known != Chosen.end()) {
      Known->second.Reason = Place.Reason;
      Known->second.Call = Place.Call;
      continue;
    }
    FunctionSet All = connected(*this, Reach, F, /*ThroughLibraries=*/true);
    FunctionSet Own = connected(*this, Reach, F, /*ThroughLibraries=*/false);
    // A function of a library is masked for all: others that call it would need such a device, too.
    bool IsShared = llvm::any_of(All, [&](const FunctionDecl *Each) {
      return !Own.contains(Each) && of(Each).Refusal.empty();
    });
    if (!Place.Call || IsShared || !llvm::all_of(All, [&](const FunctionDecl *Each) {
          return mayBeMasked(Each, LacksMaskedForm);
        }))
      continue;
    for (const FunctionDecl *Each : All)
      Chosen[Each] = {};
    Chosen[F] = Place;
  }
  if (Chosen.empty())
    return;
  Masked = std::move(Chosen);
  Exchanging.clear();
  Walks.clear();
}

} // namespace cu2cl
