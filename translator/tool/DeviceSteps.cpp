// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The device code of units and of the program. Each step of a unit looks first whether the last run
// made the same from the same: then it takes that, and the unit need not be parsed.

#include "catalog/EmbeddedHeaders.h"
#include "kernel/core/Names.h"
#include "kernel/driver/DevicePrinter.h"
#include "project/output/SelfCheck.h"
#include "tool/Constructs.h"
#include "tool/PipelineSteps.h"
#include "tool/StepTimer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <atomic>
#include <numeric>

using namespace clang;

namespace cu2cl {

KernelDecisions DeviceSteps::kernelDecisions(const UnitState &U) const {
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
void DeviceSteps::printUnit(UnitState &U, const KernelDecisions &Decisions) {
  Pipe.Parses.needDevice(U);
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

std::string DeviceSteps::deviceKey(const UnitState &U, const KernelDecisions &Decisions) const {
  return keyOfLines({U.Now.Key, keyOf(Decisions, P)}, P);
}

void DeviceSteps::makeDevice(UnitState &U) {
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
  Pipe.Parses.release(U);
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

std::string DeviceSteps::textKey(const UnitState &U, const MacroPlan &Plan) const {
  std::vector<std::string> Lines = {U.Now.Device.Key, keyOf(votesFor(U.Now, Plan), P)};
  const std::set<std::string> &Varying = U.In->Varying.at(U.command().File);
  Lines.insert(Lines.end(), Varying.begin(), Varying.end());
  return keyOfLines(Lines, P);
}

/// Returns true if the names of the output tell the text of \p File without the unit.
bool DeviceSteps::isKnown(const std::string &File) const { return !Names->textOf(File).empty(); }

void DeviceSteps::renderText(UnitState &U, const MacroPlan &Plan) {
  U.Now.Text = {textKey(U, Plan), renderUnit(*U.Expansions, Plan, U.device(), U.command(),
                                             U.In->Varying.at(U.command().File))};
  for (const std::string &File : U.Now.Text.Rendering.Files)
    if (!isKnown(File))
      U.Texts[File] = textIn(*U.Unit.Device, File).str();
}

/// Returns true if the text of \p U is made, or was by the last run.
bool DeviceSteps::hasText(const UnitState &U, const MacroPlan &Plan) const {
  std::string Key = textKey(U, Plan);
  return U.Now.Text.Key == Key || // makeDevice() guessed right
         (U.Former && U.Former->Text.Key == Key &&
          llvm::all_of(U.Former->Text.Rendering.Files,
                       [&](const std::string &File) { return isKnown(File); }));
}

void DeviceSteps::makeText(UnitState &U, const MacroPlan &Plan) {
  if (hasText(U, Plan)) {
    if (U.Former && U.Now.Text.Key.empty())
      U.Now.Text = U.Former->Text;
    return;
  }
  if (!U.Expansions)
    printUnit(U, kernelDecisions(U));
  renderText(U, Plan);
  Pipe.Parses.release(U);
}

/// Separate compilation: kernels see the functions that other units define.
void DeviceSteps::joinDeviceCode() {
  if (llvm::none_of(Units, [](const UnitState &U) { return U.sketch().IsOpen; }))
    return;
  Pipe.forEach(Units, [&](UnitState &U) {
    if (!U.IsReleased || !U.sketch().IsOpen)
      return;
    U.Twin = nullptr;
    Pipe.Parses.needDevice(U);
    U.Links = collectDeviceLinks(U.Spaces->reach());
  });
  std::vector<LinkedUnit> Linked;
  std::vector<UnitState *> States;
  for (UnitState &U : Units) {
    if (!U.sketch().HasDevice)
      continue;
    // Device code of others is part of it: what it gives depends on more than its own files.
    if (U.sketch().IsOpen)
      U.Now.Key.clear();
    States.push_back(&U);
    Linked.push_back({&U.Unit,
                      std::move(U.Links),
                      U.sketch().Defined,
                      [&] { Pipe.Parses.needDevice(U); },
                      {},
                      {}});
  }
  joinUnits(P, Linked, Frontend, Sink);
  for (size_t I = 0; I < Linked.size(); ++I) {
    States[I]->Now.Sketch.Defined = std::move(Linked[I].Defined);
    if (Linked[I].Joined) {
      States[I]->Spaces.reset(); // points into the side that goes
      States[I]->Unit.Device = std::move(Linked[I].Joined);
      States[I]->Spaces =
          inferAddressSpaces(*States[I]->Unit.Device, std::move(Linked[I].JoinedReach));
      States[I]->IsJoined = true;
      States[I]->Now.Sketch.Kernels.clear();
      Pipe.Parses.sketchDevice(*States[I]);
    }
  }
  Pipe.forEach(Units, [&](UnitState &U) { Pipe.Parses.release(U); });
}

void DeviceSteps::printDeviceCode() {
  auto IsMade = [&](const UnitState &U) {
    return U.Former && U.Former->Device.Key == deviceKey(U, kernelDecisions(U));
  };
  Pipe.Forks.forkAhead(Side::Device, IsMade, [&](UnitState &U) { makeDevice(U); });
  Pipe.forEachUnit([&](UnitState &U) { makeDevice(U); },
                   [&](UnitState &U, const UnitState &Twin) {
                     U.Now.Device = Twin.Now.Device;
                     U.Now.Device.Key = deviceKey(U, kernelDecisions(U));
                     U.Kernels = U.device().Kernels;
                   });
}

void DeviceSteps::assembleDeviceCode() {
  MacroPlan Plan;
  for (const UnitState &U : Units)
    Plan.observe(U.Now.Device.Votes);
  Pipe.Forks.forkAhead(
      Side::Device, [&](const UnitState &U) { return hasText(U, Plan); },
      [&](UnitState &U) { makeText(U, Plan); });
  auto Make = [&](UnitState &U) {
    if (U.sketch().HasDevice)
      makeText(U, Plan);
  };
  Pipe.forEachUnit(Make, [&](UnitState &U, const UnitState &Twin) {
    U.Texts = Twin.Texts;
    U.Now.Text = Twin.Now.Text;
    U.Now.Text.Key = textKey(U, Plan);
    noteDefinitions(U.command(), U.Now.Text.Rendering);
  });
  DeviceAssembly::HeaderEntries Headers;
  for (Group &G : Groups) {
    placeDeviceCode(G);
    G.Device->giveHeaders(Headers);
  }
  for (Group &G : Groups) {
    G.Device->takeHeaders(Headers);
    assembleDeviceCode(G);
  }
}

void DeviceSteps::placeDeviceCode(Group &G) {
  G.Device = std::make_unique<DeviceAssembly>(Names->layout());
  for (const UnitState *U : G.Units)
    if (U->sketch().HasDevice)
      G.Device->add(U->Now.Text.Rendering, U->device(), U->command(), [&](const std::string &File) {
        auto Other = U->Texts.find(File);
        return Other == U->Texts.end() ? Names->textOf(File).str() : Other->second;
      });
  for (const ProgramTarget &T : P.Targets)
    if (!T.Math.Contract)
      for (const std::string &Source : T.Sources)
        if (const FilePlan *F = Names->layout().find(Source))
          G.Device->WithoutContraction.insert(F->Program);
  G.Device->place();
}

void DeviceSteps::assembleDeviceCode(Group &G) {
  for (auto &[Name, File] : G.Device->assemble(Sink)) {
    auto [It, New] = Files.try_emplace(Name, File);
    if (!New && It->second.Content != File.Content)
      Sink.report({diag::SourceDiffersBetweenPrograms, {File.Origin}, {}, {}});
  }
  // The handles of a kernel go with the program that holds it.
  for (UnitState *U : G.Units)
    for (KernelInterface &K : U->Kernels) {
      K.Condition = G.Device->conditionOf(U->device(), K.Usr);
      if (const FilePlan *F = Names->ownerOfProgram(G.Device->programOf(U->device(), K.Usr)))
        K.File = F->Input;
    }
}

} // namespace cu2cl
