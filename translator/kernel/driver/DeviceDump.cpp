// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/driver/DeviceDump.h"
#include "analysis/effects/Effects.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {

static std::string placeOf(const DeviceUnit &Unit, SourceLocation Where) {
  const SourceManager &SM = Unit.Side.sources();
  SourceLocation Loc = SM.getExpansionLoc(Where);
  if (Loc.isInvalid())
    return "-";
  return Unit.Side.pathOf(Loc) + ":" + std::to_string(SM.getSpellingLineNumber(Loc));
}

std::string dumpRules(const DeviceUnit &Unit, const RuleTrace &Fired) {
  std::string Out;
  for (const RuleFiring &F : Fired)
    Out += std::string(F.Rule) + " " + (*F.Subject ? F.Subject : "-") + " " +
           placeOf(Unit, F.Where) + "\n";
  return Out;
}

std::string dumpReach(const DeviceCallGraph &Reach) {
  std::string Out;
  for (const FunctionDecl *F : Reach.Functions) {
    Out += (llvm::is_contained(Reach.Kernels, F) ? "kernel " : "function ") +
           F->getQualifiedNameAsString() + "\n";
    for (const DeviceCall &Call : Reach.calls(F))
      Out += "  calls " + Call.Callee->getQualifiedNameAsString() + "\n";
    for (const VarDecl *V : Reach.variables(F))
      Out += "  uses " + V->getQualifiedNameAsString() + "\n";
  }
  for (const FunctionDecl *F : Reach.Undefined)
    Out += "not defined here " + F->getQualifiedNameAsString() + "\n";
  return Out;
}

std::string dumpSpaces(DeviceUnit &Unit) {
  std::string Out;
  for (const FunctionClone &V : Unit.Spaces.versions()) {
    Out += Unit.TheNames.function(V) + "\n";
    for (const ParmVarDecl *D : V.Function->parameters()) {
      if (!D->getType()->isPointerType() && !D->getType()->isReferenceType())
        continue;
      llvm::StringRef Space = keyword(Unit.Spaces.pointee(V, D)).rtrim();
      Out +=
          "  " + D->getNameAsString() + ": " + (Space.empty() ? "__private" : Space).str() + "\n";
    }
  }
  return Out;
}

/// "  reads n, v; int, any.x": variables, then memory by type and field.
static std::string effectsText(const char *Word,
                               const llvm::SmallPtrSetImpl<const VarDecl *> &Variables,
                               llvm::ArrayRef<Effects::Memory> Memory) {
  std::set<std::string> Names, Places; // sets of nodes have no order of their own
  for (const VarDecl *V : Variables)
    Names.insert(V->getNameAsString());
  for (const Effects::Memory &M : Memory)
    Places.insert((M.T.isNull() ? "any" : M.T.getAsString()) +
                  (M.Field ? "." + M.Field->getNameAsString() : ""));
  if (Names.empty() && Places.empty())
    return "";
  return std::string("  ") + Word + " " + llvm::join(Names, ", ") +
         (Names.empty() || Places.empty() ? "" : "; ") + llvm::join(Places, ", ") + "\n";
}

std::string dumpEffects(const DeviceCallGraph &Reach) {
  std::string Out;
  EffectSummaries Summaries;
  for (const FunctionDecl *F : Reach.Functions) {
    Effects Found = EffectFinder(F, Summaries).of(F->getBody());
    Out += F->getQualifiedNameAsString() + "\n" +
           effectsText("reads", Found.ReadVariables, Found.Read) +
           effectsText("changes", Found.ChangedVariables, Found.Changed);
  }
  return Out;
}

static const char *verdictText(BarrierVerdict Verdict) {
  switch (Verdict) {
  case BarrierVerdict::Uniform:
    return "all threads or none";
  case BarrierVerdict::AfterDivergentReturn:
    return "some threads returned before";
  case BarrierVerdict::Divergent:
    return "some threads stand in another branch";
  }
  llvm_unreachable("a verdict of another kind");
}

std::string dumpBarriers(const DeviceUnit &Unit) {
  std::string Out;
  for (const FunctionDecl *F : Unit.Reach->Functions) {
    if (!Unit.Barriers->hasBarrier(F) && Unit.Barriers->missingBarriers(F).empty())
      continue;
    Out += F->getQualifiedNameAsString() + "\n";
    for (const BarrierSite &Site : Unit.Barriers->sites(F))
      Out += "  " + placeOf(Unit, Site.Call->getBeginLoc()) + ": " + verdictText(Site.Verdict) +
             (Site.Direct ? "" : ", in what is called") + "\n";
    for (const MissingBarrier &Lacking : Unit.Barriers->missingBarriers(F))
      Out += "  " + placeOf(Unit, Lacking.Statement->getBeginLoc()) + ": a barrier is lacking\n";
  }
  return Out;
}

} // namespace cu2cl
