// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/Definitions.h"
#include "project/cmake/CMakeWriter.h"
#include "project/intake/LinkGroups.h"
#include "project/output/SelfCheck.h"
#include "tool/PipelineSteps.h"
#include "llvm/ADT/STLExtras.h"
#include <atomic>

using namespace clang;

namespace cu2cl {

PipelineResult Pipeline::run() {
  PipelineResult Result;
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
  parse();
  reportMessages();
  // Needs what all units define and lack; everything after it sees whole device programs.
  joinDeviceCode();
  makeGroups();
  // Needs the facts of all units of a group; everything after it needs the decisions.
  for (Group &G : Groups)
    link(G);
  nameFiles();
  for (Group &G : Groups) {
    forkAhead(
        Side::Device, G.Units,
        [&](const UnitState &U) {
          return U.Former && U.Former->Device.Key == deviceKey(U, kernelDecisions(G, U));
        },
        [&](UnitState &U) { makeDevice(G, U); });
    forEach(G.Units, [&](UnitState *U) { makeDevice(G, *U); });
  }
  // Needs all fragments: a macro is rewritten only if all its uses agree.
  assembleDeviceCode();
  for (Group &G : Groups) {
    auto Use = [&](UnitState &U) {
      makeUses(U);
      prepareHandles(G, U);
      release(U);
    };
    forkAhead(
        Side::Host, G.Units,
        [&](const UnitState &U) { return U.Former && U.Former->Uses.Key == usesKey(U); }, Use);
    forEach(G.Units, [&](UnitState *U) { Use(*U); });
  }
  // Needs the kernels of all units, since a unit may launch what another defines.
  for (Group &G : Groups)
    rewriteHostCode(G);
  forEach(Units, [&](UnitState &U) { forget(U); });
  addHostFiles();
  writeHandles();
  completeOutput(P, Names->layout(), Options.Write, Files);
  reportMixedDefinitions(P, Names->layout(), Files, Sink);
  // Sees what will be written, so it comes last.
  if (Options.Check)
    check();
  Result.Report = report();
  finish(Result);
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
  std::atomic<unsigned> Done{0};
  forkParses();
  forEach(Units, [&](UnitState &U) {
    parse(U);
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
    if (U.IsReleased)
      parseAnew(U, false);
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
    Linked.push_back({&U.Unit, std::move(U.Links), U.sketch().Defined, [&] { needDevice(U); }, {}});
  }
  joinUnits(P, Linked, Frontend, Sink);
  for (size_t I = 0; I < Linked.size(); ++I) {
    States[I]->Now.Sketch.Defined = std::move(Linked[I].Defined);
    if (Linked[I].Joined) {
      States[I]->Spaces.reset(); // points into the side that goes
      States[I]->Unit.Device = std::move(Linked[I].Joined);
      States[I]->Now.Sketch.Kernels.clear();
      sketchDevice(*States[I]);
    }
  }
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
}

void Pipeline::link(Group &G) {
  std::vector<UnitPointerFacts> Pointers;
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

void Pipeline::assembleDeviceCode() {
  MacroPlan Plan;
  for (const UnitState &U : Units)
    Plan.observe(U.Now.Device.Votes);
  for (Group &G : Groups)
    assembleDeviceCode(G, Plan);
}

void Pipeline::assembleDeviceCode(Group &G, const MacroPlan &Plan) {
  G.Device = std::make_unique<DeviceAssembly>(Names->layout());
  forkAhead(
      Side::Device, G.Units, [&](const UnitState &U) { return hasText(G, U, Plan); },
      [&](UnitState &U) { makeText(G, U, Plan); });
  forEach(G.Units, [&](UnitState *U) {
    if (U->sketch().HasDevice)
      makeText(G, *U, Plan);
  });
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
