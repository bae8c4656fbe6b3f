// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/InstanceUsr.h"
#include "analysis/StoredPointers.h"
#include "frontend/Definitions.h"
#include "project/CMakeWriter.h"
#include "project/LinkGroups.h"
#include "project/SelfCheck.h"
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
  if (!Options.DryRun && !checkOutputFolder(P, Options.Write, Sink))
    return Result;
  Result.Usable = true;
  if (isSameRun(Result))
    return Result;
  parse();
  // Needs what all units define and lack; everything after it sees whole device programs.
  joinDeviceCode();
  makeGroups();
  // Needs the facts of all units of a group; everything after it needs the decisions.
  for (Group &G : Groups)
    link(G);
  Names = std::make_unique<OutputNames>(P, sides());
  for (Group &G : Groups)
    printDeviceCode(G);
  // Needs all fragments: a macro is rewritten only if all its uses agree.
  assembleDeviceCode();
  // Needs the kernels of all units, since a unit may launch what another defines.
  for (Group &G : Groups)
    rewriteHostCode(G);
  addHostFiles();
  writeHandles();
  completeOutput(P, Names->layout(), Options.Write, Files);
  reportMixedDefinitions(P, Names->layout(), Files, Sink);
  // Sees what will be written, so it comes last.
  if (Options.Check)
    selfCheck(P, Names->layout(), Files, {Options.Threads}, Sink);
  Result.Report = report();
  finish(Result);
  return Result;
}

void Pipeline::parse() {
  Units.resize(P.Commands.size());
  for (size_t I = 0; I < Units.size(); ++I)
    Units[I].Unit.Command = P.Commands[I];
  std::atomic<unsigned> Done{0};
  FrontendOptions Frontend = Options.Frontend;
  Frontend.SidesAtTheSameTime = Units.size() < Options.Threads;
  forEach(Units, [&](UnitState &U) {
    U.Unit = parseUnit(U.Unit.Command, Frontend);
    if (U.Unit.Host->isUsable()) {
      U.Pointers = collectPointerFacts(*U.Unit.Host);
      U.Launches = collectLaunches(*U.Unit.Host);
      for (const auto &[Usr, Size] : U.Launches)
        U.Named.push_back(Usr);
    }
    if (U.Unit.Device && U.Unit.Device->isUsable()) {
      analyseDevice(U);
      U.Links = collectDeviceLinks(*U.Unit.Device);
    }
    if (Options.Progress)
      Options.Progress(++Done, Units.size());
  });
  reportMessages();
}

void Pipeline::analyseDevice(UnitState &U) {
  U.Spaces = inferAddressSpaces(*U.Unit.Device);
  U.Stored = collectStoredPointers(*U.Spaces, *U.Unit.Device);
}

/// Separate compilation: kernels see the functions that other units define.
void Pipeline::joinDeviceCode() {
  std::vector<LinkedUnit> Linked;
  std::vector<UnitState *> States;
  for (UnitState &U : Units)
    if (U.Unit.Device && U.Unit.Device->isUsable()) {
      States.push_back(&U);
      Linked.emplace_back();
      Linked.back().Unit = &U.Unit;
      Linked.back().Links = std::move(U.Links);
    }
  joinUnits(P, Linked, Options.Frontend, Sink);
  for (size_t I = 0; I < Linked.size(); ++I)
    if (Linked[I].Joined) {
      States[I]->Spaces.reset(); // points into the side that goes
      States[I]->Unit.Device = std::move(Linked[I].Joined);
      analyseDevice(*States[I]);
    }
}

void Pipeline::reportMessages() {
  for (const UnitState &U : Units)
    for (const ParsedSide *Side : {U.Unit.Host.get(), U.Unit.Device.get()})
      if (Side)
        for (const FrontendMessage &M : Side->Messages)
          Sink.report({M.Number,
                       {M.File.empty() ? U.Unit.Command.File : M.File, M.Line, M.Column},
                       {M.Text},
                       {}});
}

void Pipeline::makeGroups() {
  std::vector<std::set<std::string>> Includes;
  for (const UnitState &U : Units) {
    Includes.emplace_back();
    for (const IncludeDirective &D : U.Unit.Host->Includes)
      if (!D.Path.empty() && !U.Unit.Host->sources().isInSystemHeader(D.HashLoc))
        Includes.back().insert(D.Path);
  }
  for (const std::vector<size_t> &Members : linkGroups(P, Includes)) {
    Groups.emplace_back();
    for (size_t I : Members)
      Groups.back().Units.push_back(&Units[I]);
  }
}

void Pipeline::link(Group &G) {
  std::vector<UnitPointerFacts> Pointers;
  std::vector<LaunchFacts> Launches;
  for (UnitState *U : G.Units) {
    Pointers.push_back(std::move(U->Pointers));
    if (!U->Stored.Bodies.empty())
      Pointers.push_back(std::move(U->Stored));
    Launches.push_back(std::move(U->Launches));
  }
  G.Decisions = linkPointers(Pointers);
  G.BlockSizes = linkLaunches(Launches);
  for (const Diagnostic &D : G.Decisions.diagnostics())
    Sink.report(D);
}

KernelDecisions Pipeline::kernelDecisions(const Group &G, const UnitState &U) const {
  KernelDecisions Result;
  for (const FunctionVersion &V : U.Spaces->versions()) {
    if (!V.Function->hasAttr<CUDAGlobalAttr>())
      continue;
    const FunctionDecl *Pattern = V.Function->getTemplateInstantiationPattern();
    std::string PatternUsr = instanceUsr(Pattern ? Pattern : V.Function);
    KernelDecision &D = Result.Kernels[instanceUsr(V.Function)];
    for (unsigned I = 0; I < V.Function->getNumParams(); ++I) {
      if (G.Decisions.needsOffset(PatternUsr, I))
        D.OffsetParameters.insert(I);
      if (G.Decisions.takesAddress(PatternUsr, I))
        D.AddressParameters.insert(I);
    }
    if (auto Size = G.BlockSizes.find(instanceUsr(V.Function)); Size != G.BlockSizes.end())
      D.WorkGroupSize = Size->second;
  }
  return Result;
}

void Pipeline::printDeviceCode(Group &G) {
  forEach(G.Units, [&](UnitState *Unit) {
    UnitState &U = *Unit;
    if (!U.Unit.Device || !U.Unit.Device->isUsable())
      return;
    reportConflicts(*U.Spaces, *U.Unit.Device, Sink);
    U.Expansions = std::make_unique<ExpansionIndex>(*U.Unit.Device);
    U.Device = printDevice(*U.Unit.Device, *U.Spaces, kernelDecisions(G, U), Sink);
  });
}

void Pipeline::assembleDeviceCode() {
  MacroPlan Plan;
  for (const UnitState &U : Units)
    if (U.Expansions)
      for (const DeviceItem &Item : U.Device.Items)
        Plan.observe(*U.Expansions, Item.Text);
  for (Group &G : Groups)
    assembleDeviceCode(G, Plan);
}

void Pipeline::assembleDeviceCode(Group &G, const MacroPlan &Plan) {
  G.Device = std::make_unique<DeviceAssembly>(Names->layout());
  std::map<std::string, std::vector<std::vector<std::string>>> Definitions;
  for (const UnitState *U : G.Units)
    Definitions[U->Unit.Command.File].push_back(definitionsOf(U->Unit.Command));
  for (const auto &[Source, Lists] : Definitions)
    G.Device->Varying[Source] = varyingNames(Lists);
  for (const UnitState *U : G.Units)
    if (U->Expansions)
      G.Device->add(*U->Expansions, Plan, U->Device, U->Unit.Command);
  for (const ProgramTarget &T : P.Targets)
    if (!T.Math.Contract)
      for (const std::string &Source : T.Sources)
        if (const FilePlan *F = Names->layout().find(Source))
          G.Device->WithoutContraction.insert(F->Program);
  for (auto &[Name, File] : G.Device->assemble(Sink)) {
    auto [It, New] = Files.try_emplace(Name, File);
    if (!New && It->second.Content != File.Content)
      Sink.report({1020, {File.Origin}, {}, {}});
  }
  // The handles of a kernel go with the program that holds it.
  for (UnitState *U : G.Units)
    for (KernelInterface &K : U->Device.Kernels) {
      K.Condition = G.Device->conditionOf(U->Device, K.Usr);
      if (const FilePlan *F = Names->ownerOfProgram(G.Device->programOf(U->Device, K.Usr)))
        K.File = F->Input;
    }
}

PipelineResult runPipeline(const PipelineOptions &Options, DiagnosticSink &Sink) {
  return Pipeline(Options, Sink).run();
}

} // namespace cu2cl
