// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/Definitions.h"
#include "project/cmake/CompleteOutput.h"
#include "project/intake/LinkGroups.h"
#include "project/output/ProgramOptions.h"
#include "project/output/SelfCheck.h"
#include "tool/PipelineSteps.h"
#include "tool/StepTimer.h"
#include "llvm/ADT/STLExtras.h"
#include <atomic>
#include <numeric>

using namespace clang;

namespace cu2cl {

PipelineResult Pipeline::run() {
  PipelineResult Result;
  StepTimer Timer(Options.TakeTimes ? &Result.Times : nullptr);
  Timer.start("project");
  std::optional<Project> Read = readProject(Options.Intake, Sink);
  if (!Read)
    return Result;
  P = std::move(*Read);
  Frontend = Options.Frontend;
  Frontend.ProjectRoot = P.Root;
  if (!Options.DryRun && !checkOutputFolder(P, Options.Write, Sink))
    return Result;
  Result.Usable = true;
  if (isSameRun(Result))
    return Result;
  Timer.start("parse and facts");
  parse();
  reportMessages();
  // Needs what all units define and lack; everything after it sees whole device programs.
  joinDeviceCode();
  makeGroups();
  Timer.start("link");
  // Needs the facts of all units of a group; everything after it needs the decisions.
  for (Group &G : Groups)
    link(G);
  nameFiles();
  Timer.start("device code");
  printDeviceCode();
  Timer.start("device files");
  // Needs all fragments: a macro is rewritten only if all its uses agree.
  assembleDeviceCode();
  Timer.start("host code");
  findUses();
  // Needs the kernels of all units, since a unit may launch what another defines.
  rewriteHostCode();
  forEach(Units, [&](UnitState &U) { forget(U); });
  addHostFiles();
  writeHandles();
  Timer.start("project files");
  completeOutput(P, Names->layout(), Options.Write, Files);
  if (!Options.Targets.empty()) {
    Timer.start("variants");
    addVariants();
  }
  reportMixedDefinitions(P, Names->layout(), Files, Sink);
  Timer.start("self-check");
  // Sees what will be written, so it comes last.
  if (Options.Check)
    check();
  Timer.start("report and write");
  Result.Report = report();
  finish(Result);
  Timer.end();
  return Result;
}

void Pipeline::check() {
  SelfCheckOptions ForCheck;
  ForCheck.Threads = Options.Threads;
  if (Former.ChecksKey == keyOfLines(Settings, P))
    ForCheck.Former = std::move(Former.Checks);
  ForCheck.KeyOf = [&](const std::vector<std::string> &Lines) { return keyOfLines(Lines, P); };
  ForCheck.HashOf = [&](const std::string &Path) { return Hashes.of(Path); };
  Checks = selfCheck(P, Names->layout(), Files, ForCheck, Sink);
}

void Pipeline::parse() {
  Units.resize(P.Commands.size());
  for (size_t I = 0; I < Units.size(); ++I)
    Units[I].Unit.Command = P.Commands[I];
  readRecords();
  Twins = std::make_unique<TwinSearch>(P.Commands);
  std::vector<size_t> Rest(Units.size());
  std::iota(Rest.begin(), Rest.end(), 0);
  std::atomic<unsigned> Done{0};
  while (!Rest.empty()) {
    std::vector<size_t> Round = Twins->takeRound(Rest);
    std::vector<UnitState *> List;
    for (size_t I : Round)
      List.push_back(&Units[I]);
    parseRound(List, Done);
    for (size_t I : Round)
      Twins->addParsed(I, Units[I].sketch().Mentioned);
    llvm::erase_if(Rest, [&](size_t I) {
      std::optional<size_t> Twin = Twins->twinOf(I);
      if (Twin)
        beTwin(Units[I], Units[*Twin]);
      return Twin.has_value();
    });
  }
}

void Pipeline::parseRound(const std::vector<UnitState *> &Round, std::atomic<unsigned> &Done) {
  forkParses(Round);
  forEach(Round, [&](UnitState *U) {
    parse(*U);
    if (Options.Progress)
      Options.Progress(++Done, Units.size());
  });
}

void Pipeline::nameFiles() {
  std::vector<const UnitSketch *> Sketches;
  for (const UnitState &U : Units)
    Sketches.push_back(&U.sketch());
  Names = std::make_unique<OutputNames>(P, Sketches);
  NamesKey = keyOfLines(Names->describe(), P);
}

/// Separate compilation: kernels see the functions that other units define.
void Pipeline::joinDeviceCode() {
  if (llvm::none_of(Units, [](const UnitState &U) { return U.sketch().IsOpen; }))
    return;
  forEach(Units, [&](UnitState &U) {
    if (!U.IsReleased || !U.sketch().IsOpen)
      return;
    U.Twin = nullptr;
    needDevice(U);
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
    Linked.push_back(
        {&U.Unit, std::move(U.Links), U.sketch().Defined, [&] { needDevice(U); }, {}, {}});
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
      sketchDevice(*States[I]);
    }
  }
  forEach(Units, [&](UnitState &U) { release(U); });
}

void Pipeline::reportMessages() {
  for (const UnitState &U : Units)
    for (const FrontendMessage &M : U.sketch().Messages)
      Sink.report(
          {M.Number, {M.File.empty() ? U.command().File : M.File, M.Line, M.Column}, {M.Text}, {}});
}

void Pipeline::makeGroups() {
  std::vector<std::set<std::string>> Includes;
  for (const UnitState &U : Units) {
    Includes.emplace_back();
    for (const IncludedFile &F : U.sketch().Includes)
      Includes.back().insert(F.Path);
  }
  for (const std::vector<size_t> &Members : linkGroups(P, Includes)) {
    Groups.emplace_back();
    Group &G = Groups.back();
    std::map<std::string, std::vector<std::vector<std::string>>> Definitions;
    for (size_t I : Members) {
      G.Units.push_back(&Units[I]);
      Definitions[Units[I].command().File].push_back(definitionsOf(Units[I].command()));
    }
    for (const auto &[Source, Lists] : Definitions)
      G.Varying[Source] = varyingNames(Lists);
  }
  for (const Group &G : Groups)
    for (UnitState *U : G.Units)
      U->In = &G;
}

void Pipeline::link(Group &G) {
  std::vector<UnitPointerConstraints> Pointers;
  std::vector<LaunchFacts> Launches;
  for (const UnitState *U : G.Units) {
    Pointers.push_back(U->sketch().Pointers);
    if (!U->sketch().Stored.Bodies.empty())
      Pointers.push_back(U->sketch().Stored);
    Launches.push_back(U->sketch().Launches);
  }
  G.Decisions = linkPointers(Pointers);
  G.BlockSizes = linkLaunches(Launches);
  for (const Diagnostic &D : G.Decisions.diagnostics())
    Sink.report(D);
}

void Pipeline::printDeviceCode() {
  auto IsMade = [&](const UnitState &U) {
    return U.Former && U.Former->Device.Key == deviceKey(U, kernelDecisions(U));
  };
  forkAhead(Side::Device, IsMade, [&](UnitState &U) { makeDevice(U); });
  forEachUnit([&](UnitState &U) { makeDevice(U); },
              [&](UnitState &U, const UnitState &Twin) {
                U.Now.Device = Twin.Now.Device;
                U.Now.Device.Key = deviceKey(U, kernelDecisions(U));
                U.Kernels = U.device().Kernels;
              });
}

void Pipeline::findUses() {
  auto Use = [&](UnitState &U) {
    makeUses(U);
    prepareHandles(U);
    release(U);
  };
  auto IsMade = [&](const UnitState &U) { return U.Former && U.Former->Uses.Key == usesKey(U); };
  forkAhead(Side::Host, IsMade, Use);
  forEachUnit(Use, [&](UnitState &U, const UnitState &Twin) {
    U.Now.Uses = Twin.Now.Uses;
    U.Now.Uses.Key = usesKey(U);
    U.Now.HandleNames = Twin.Now.HandleNames;
  });
}

void Pipeline::assembleDeviceCode() {
  MacroPlan Plan;
  for (const UnitState &U : Units)
    Plan.observe(U.Now.Device.Votes);
  forkAhead(
      Side::Device, [&](const UnitState &U) { return hasText(U, Plan); },
      [&](UnitState &U) { makeText(U, Plan); });
  auto Make = [&](UnitState &U) {
    if (U.sketch().HasDevice)
      makeText(U, Plan);
  };
  forEachUnit(Make, [&](UnitState &U, const UnitState &Twin) {
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

void Pipeline::placeDeviceCode(Group &G) {
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

void Pipeline::assembleDeviceCode(Group &G) {
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

PipelineResult runPipeline(const PipelineOptions &Options, DiagnosticSink &Sink) {
  // Clang fills its table of class names at the first use, which is not made for several threads.
  clang::Stmt::addStmtClass(clang::Stmt::NullStmtClass);
  return Pipeline(Options, Sink).run();
}

} // namespace cu2cl
