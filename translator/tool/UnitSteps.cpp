// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The steps of the pipeline that work on one unit. Each looks first whether the last run made the
// same from the same: then it takes that, and the unit need not be parsed.

#include "analysis/hostpointers/PointerQueryDigest.h"
#include "analysis/reach/InstanceUsr.h"
#include "analysis/spaces/PointersInDeviceMemory.h"
#include "catalog/EmbeddedHeaders.h"
#include "frontend/Invocation.h"
#include "kernel/core/Names.h"
#include "kernel/driver/DevicePrinter.h"
#include "project/intake/FolderScan.h"
#include "tool/Constructs.h"
#include "tool/PipelineSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cu2cl {

KernelDecisions Pipeline::kernelDecisions(const UnitState &U) const {
  const Group &G = *U.In;
  KernelDecisions Result;
  for (const KernelHead &K : U.sketch().Kernels) {
    KernelDecision &D = Result.Kernels[K.Usr];
    for (unsigned I = 0; I < K.Parameters; ++I)
      if (G.Decisions.needsOffset(K.Pattern, I))
        D.OffsetParameters.insert(I);
    if (auto Size = G.BlockSizes.find(K.Usr); Size != G.BlockSizes.end())
      D.WorkGroupSize = Size->second;
  }
  Result.Dumps = Options.Dumps;
  return Result;
}

/// Adds the words of clrt/device/<stem>.clh and of what it includes.
static void addHelperWords(StringRef Stem, llvm::StringSet<> &Words) {
  for (const catalog::EmbeddedFile &File : catalog::clrtFiles()) {
    if (File.Name != ("device/" + Stem + ".clh").str())
      continue;
    addWrittenWords(Fragment(File.Text), Words);
    for (StringRef Rest = File.Text; Rest.contains("#include \"");) {
      Rest = Rest.split("#include \"").second;
      addHelperWords(Rest.split(".clh\"").first, Words);
    }
  }
}

/// Adds the words of \p F that are in the source and are no uses of macros.
static void addSourceWords(const ExpansionIndex &Index, const Fragment &F,
                           llvm::StringSet<> &Words) {
  for (const Fragment::Piece &P : F.pieces())
    for (unsigned I = P.Begin; P.isTokens() && I < P.End; ++I)
      if (Index.token(I).kind() == tok::identifier)
        Words.insert(Index.text(I));
}

/// Refuses the macros that have the name of what the device text of \p U calls: `roundf(x)` is
/// `round(x)` there, which no `#define round(x)` of the program may catch; nor may its `#undef`
/// take away a `round` that is a macro of the OpenCL compiler's own. What is in headers may
/// come before the helpers of clrt, too.
static void refuseCatching(const UnitRecord &U, const ExpansionIndex &Index, MacroPlan &Votes) {
  const ParsedSide &Device = Index.side();
  auto IsOpenCL = [](const MacroDefinition &D) {
    return reserved(D.Name) != Reserved::No || StringRef(D.Name).starts_with_insensitive("clrt_");
  };
  if (llvm::none_of(Device.Macros, IsOpenCL))
    return;
  llvm::StringSet<> Words, InHelpers;
  for (const DeviceDefinition &Item : U.Device.Text.Items) {
    addWrittenWords(Item.Text, Words);
    addSourceWords(Index, Item.Text, Words);
    for (const std::string &Stem : Item.HelperStems)
      addHelperWords(Stem, InHelpers);
  }
  auto IsCalled = [&](const MacroDefinition &D) {
    return Words.contains(D.Name) || (InHelpers.contains(D.Name) &&
                                      !Device.sources().isInMainFile(D.Info->getDefinitionLoc()));
  };
  for (const MacroDefinition &D : Device.Macros)
    if (IsOpenCL(D) && IsCalled(D))
      Votes.refuse(macroKey(Device, D.Info));
}

/// Makes the device text with its tokens, which no record has.
void Pipeline::printUnit(UnitState &U, const KernelDecisions &Decisions) {
  needDevice(U);
  DiagnosticSink Messages;
  reportConflicts(*U.Spaces, *U.Unit.Device, Messages);
  U.Expansions = std::make_unique<ExpansionIndex>(*U.Unit.Device);
  U.Now.Device.Text = printDevice(*U.Unit.Device, *U.Spaces, Decisions, Messages);
  MacroPlan Votes;
  for (const DeviceDefinition &Item : U.device().Items)
    Votes.observe(*U.Expansions, Item.Text);
  refuseCatching(U.Now, *U.Expansions, Votes);
  U.Now.Device.Votes = Votes.votes();
  U.Now.Device.Messages = Messages.all();
}

std::string Pipeline::deviceKey(const UnitState &U, const KernelDecisions &Decisions) const {
  return keyOfLines({U.Now.Key, keyOf(Decisions, P)}, P);
}

void Pipeline::makeDevice(UnitState &U) {
  if (!U.sketch().HasDevice)
    return;
  KernelDecisions Decisions = kernelDecisions(U);
  std::string Key = deviceKey(U, Decisions);
  if (U.Former && U.Former->Device.Key == Key)
    U.Now.Device = U.Former->Device;
  else
    printUnit(U, Decisions);
  U.Now.Device.Key = Key;
  U.Kernels = U.device().Kernels;
  // Mostly no other unit has a say in the unit's macros: then it need not be parsed again for that.
  if (U.IsReleased && U.Expansions) {
    MacroPlan Own;
    Own.observe(U.Now.Device.Votes);
    renderText(U, Own);
  }
  release(U);
  for (const Diagnostic &D : U.Now.Device.Messages)
    Sink.report(D);
}

/// The votes on macros of the files that \p U reads, by the files' names.
static MacroPlan::Votes votesFor(const UnitRecord &U, const MacroPlan &Plan) {
  std::set<StringRef> Names;
  for (const std::string &Path : U.Inputs)
    Names.insert(llvm::sys::path::filename(Path));
  MacroPlan::Votes Result;
  for (const auto &[Key, Edits] : Plan.votes())
    if (Names.count(llvm::sys::path::filename(StringRef(Key).rsplit(':').first)))
      Result.insert({Key, Edits});
  return Result;
}

std::string Pipeline::textKey(const UnitState &U, const MacroPlan &Plan) const {
  std::vector<std::string> Lines = {U.Now.Device.Key, keyOf(votesFor(U.Now, Plan), P)};
  const std::set<std::string> &Varying = U.In->Varying.at(U.command().File);
  Lines.insert(Lines.end(), Varying.begin(), Varying.end());
  return keyOfLines(Lines, P);
}

/// Returns true if the names of the output tell the text of \p File without the unit.
bool Pipeline::isKnown(const std::string &File) const { return !Names->textOf(File).empty(); }

void Pipeline::renderText(UnitState &U, const MacroPlan &Plan) {
  U.Now.Text = {textKey(U, Plan), renderUnit(*U.Expansions, Plan, U.device(), U.command(),
                                             U.In->Varying.at(U.command().File))};
  for (const std::string &File : U.Now.Text.Rendering.Files)
    if (!isKnown(File))
      U.Texts[File] = textIn(*U.Unit.Device, File).str();
}

/// Returns true if the text of \p U is made, or was by the last run.
bool Pipeline::hasText(const UnitState &U, const MacroPlan &Plan) const {
  std::string Key = textKey(U, Plan);
  return U.Now.Text.Key == Key || // makeDevice() guessed right
         (U.Former && U.Former->Text.Key == Key &&
          llvm::all_of(U.Former->Text.Rendering.Files,
                       [&](const std::string &File) { return isKnown(File); }));
}

void Pipeline::makeText(UnitState &U, const MacroPlan &Plan) {
  if (hasText(U, Plan)) {
    if (U.Former && U.Now.Text.Key.empty())
      U.Now.Text = U.Former->Text;
    return;
  }
  if (!U.Expansions)
    printUnit(U, kernelDecisions(U));
  renderText(U, Plan);
  release(U);
}

std::string Pipeline::usesKey(const UnitState &U) const {
  return keyOfLines({U.Now.Key, NamesKey}, P);
}

void Pipeline::makeUses(UnitState &U) {
  if (!U.sketch().HasHost)
    return;
  std::string Key = usesKey(U);
  if (U.Former && U.Former->Uses.Key == Key) {
    U.Now.Uses = U.Former->Uses;
    return;
  }
  needHost(U);
  const HostContext Context = Names->hostContext();
  U.Now.Uses = {Key, collectHostFacts(U.Unit, Context.IsProjectFile),
                ConstructCounter::placesIn(*U.Unit.Host, Context.IsProjectFile)};
}

bool Pipeline::namesHandleIn(const UnitState &U, const KernelInterface &K) const {
  return U.sketch().HasHost && U.command().Lang != Language::C &&
         (Names->includes(U.command().File, K.File) || U.sketch().Launches.count(K.Usr));
}

/// Asks what nameHandles() will ask of the unit, for many units at the same time and while the unit
/// is there.
void Pipeline::prepareHandles(UnitState &U) {
  for (const UnitState *Other : U.In->Units)
    for (const KernelInterface &K : Other->Kernels)
      if (namesHandleIn(U, K)) {
        KernelInterface Named = K;
        nameHandle(Named, U);
      }
}

/// Names the handle of \p K so that it is no function of \p In.
void Pipeline::nameHandle(KernelInterface &K, UnitState &In) {
  auto [It, New] = In.Now.HandleNames.try_emplace({K.Namespace, {K.Name, K.HandleName}});
  if (New) {
    needHost(In);
    KernelInterface Named = K;
    cu2cl::nameHandle(Named, *In.Unit.Host);
    It->second = Named.HandleName;
  }
  K.HandleName = It->second;
}

/// The properties of each kernel that host text may depend on: many units ask for them.
void Pipeline::keyKernels(Group &G) {
  for (const UnitState *U : G.Units)
    for (const KernelInterface &Kernel : U->Kernels) {
      std::vector<KernelInterface> K = {Kernel};
      // Only for the handles, which are printed anyway.
      K.front().WorkGroupSize.reset();
      K.front().MaxThreads = 0;
      K.front().Signature.clear();
      K.front().Condition.clear();
      std::string Here = keyOf(K, P);
      // Where it stands is no matter in another file.
      K.front().Begin = K.front().End = 0;
      for (KernelParameter &Parameter : K.front().Parameters)
        if (Parameter.Closure)
          Parameter.Closure->Offset = 0;
      G.KernelKeys[&Kernel] = {std::move(Here), keyOf(K, P)};
    }
}

/// \p Asked: what it asked of the pointers.
std::string Pipeline::hostKey(const UnitState &U, const std::set<std::string> &Asked) const {
  const Group &G = *U.In;
  const std::set<std::string> SymbolsAsked = G.symbolsAskedOf(U);
  std::vector<std::string> Lines = {U.Now.Key, NamesKey,
                                    pointerQueryDigest(G.Decisions, U.sketch().Pointers, Asked)};
  for (const auto &[Usr, K] : kernelsFor(G, U)) {
    const auto &[Here, Elsewhere] = G.KernelKeys.at(K);
    Lines.push_back(Names->includes(U.command().File, K->File) ? Here : Elsewhere);
  }
  const HostFacts &F = G.Host.Facts;
  for (bool Flag : {F.UsesStreams, F.UsesLastError, F.UsesDevices, F.UsesManaged})
    Lines.push_back(Flag ? "1" : "0");
  Lines.insert(Lines.end(), F.ForeignSymbols.begin(), F.ForeignSymbols.end());
  Lines.insert(Lines.end(), SymbolsAsked.begin(), SymbolsAsked.end());
  Lines.insert(Lines.end(), G.Host.Values.begin(), G.Host.Values.end());
  return keyOfLines(Lines, P);
}

/// Returns true if the last run made the edits that this one would make.
bool Pipeline::hasHost(const UnitState &U) const {
  return U.Former && U.Former->Host.Key == hostKey(U, U.Former->Host.Asked);
}

void Pipeline::makeHost(UnitState &U) {
  if (!U.sketch().HasHost)
    return;
  if (hasHost(U)) {
    U.Now.Host = U.Former->Host;
  } else {
    needHost(U);
    const Group &G = *U.In;
    UnitHost &Host = U.Now.Host;
    HostContext Own = G.Host;
    Own.OwnKernels = U.Kernels;
    const std::vector<FactBody> &Stored = U.sketch().Stored.Bodies;
    Own.StoresPointers = Stored.size() > 1 || (!Stored.empty() && !Stored[0].Facts.empty());
    Own.HandlesInclude = [&](const std::string &From, const std::string &KernelFile, bool Shared) {
      Host.Handles.insert({From, {KernelFile, Shared}});
      return G.Host.HandlesInclude(From, KernelFile, Shared);
    };
    DiagnosticSink Messages;
    HostResult Result =
        rewriteHost(U.Unit, G.Decisions, kernelsFor(G, U), Own, Host.Edits, Messages);
    if (const FilePlan *Plan = Names->layout().find(U.command().File))
      shareSymbols(U.Unit, Plan->ProgramId, U.Kernels, G.symbolsAskedOf(U), Own, Host.Edits);
    Host.HandleHeaderParts = std::move(Result.HandleHeaderParts);
    Host.Asked = std::move(Result.Asked);
    Host.Messages = Messages.all();
    Host.Key = hostKey(U, Host.Asked);
    release(U);
  }
  for (const Diagnostic &D : U.Now.Host.Messages)
    Sink.report(D);
}

} // namespace cu2cl
