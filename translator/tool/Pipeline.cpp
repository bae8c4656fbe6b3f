// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/CommandMerge.h"
#include "core/source/Definitions.h"
#include "kernel/driver/KernelRules.h"
#include "project/cmake/CompleteOutput.h"
#include "project/intake/LinkGroups.h"
#include "project/output/ProgramOptions.h"
#include "project/output/SelfCheck.h"
#include "tool/Constructs.h"
#include "tool/PipelineSteps.h"
#include "tool/StepTimer.h"
#include "llvm/ADT/STLExtras.h"
#include <atomic>
#include <numeric>

using namespace clang;

namespace cu2cl {

PipelinePart::PipelinePart(Pipeline &Pipe)
    : Pipe(Pipe), Options(Pipe.Options), Sink(Pipe.Sink), Settings(Pipe.Settings), P(Pipe.P),
      Frontend(Pipe.Frontend), Units(Pipe.Units), Groups(Pipe.Groups), Names(Pipe.Names),
      NamesKey(Pipe.NamesKey), Files(Pipe.Files) {}

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
  if (History.isSameRun(Result))
    return Result;
  Timer.start("parse and facts");
  Parses.parse();
  reportMessages();
  // Needs what all units define and lack; everything after it sees whole device programs.
  Device.joinDeviceCode();
  makeGroups();
  Timer.start("link");
  // Needs the facts of all units of a group; everything after it needs the decisions.
  for (Group &G : Groups)
    link(G);
  nameFiles();
  Timer.start("device code");
  Device.printDeviceCode();
  Timer.start("device files");
  // Needs all fragments: a macro is rewritten only if all its uses agree.
  Device.assembleDeviceCode();
  Timer.start("host code");
  Host.findUses();
  // Needs the kernels of all units, since a unit may launch what another defines.
  Host.rewriteHostCode();
  forEach(Units, [&](UnitState &U) { Parses.forget(U); });
  Host.addHostFiles();
  Handles.writeHandles();
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
  if (History.Former.ChecksKey == keyOfLines(Settings, P))
    ForCheck.Former = std::move(History.Former.Checks);
  ForCheck.KeyOf = [&](const std::vector<std::string> &Lines) { return keyOfLines(Lines, P); };
  ForCheck.HashOf = [&](const std::string &Path) { return History.Hashes.of(Path); };
  History.Checks = selfCheck(P, Names->layout(), Files, ForCheck, Sink);
}

void Pipeline::nameFiles() {
  std::vector<const UnitSketch *> Sketches;
  for (const UnitState &U : Units)
    Sketches.push_back(&U.sketch());
  Names = std::make_unique<OutputNames>(P, Sketches);
  NamesKey = keyOfLines(Names->describe(), P);
}

void Pipeline::reportMessages() {
  for (const UnitState &U : Units)
    for (const FrontendMessage &M : U.sketch().Messages)
      Sink.report(
          {M.Number, {M.File.empty() ? U.command().File : M.File, M.Line, M.Column}, {M.Text}, {}});
}

/// Returns true if \p F is Clang's own <algorithm>, <complex> or <new>, which declare what the
/// library has for device code.
static bool isWrapper(const IncludedFile &F) {
  return F.System && llvm::StringRef(F.Path).contains("/cuda_wrappers/");
}

void Pipeline::makeGroups() {
  std::vector<std::set<std::string>> Includes;
  for (const UnitState &U : Units) {
    Includes.emplace_back();
    for (const IncludedFile &F : U.sketch().Includes)
      if (!isWrapper(F)) // two programs that have <algorithm> share no kernels
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

PipelineResult runPipeline(const PipelineOptions &Options, DiagnosticSink &Sink) {
  // Clang fills its table of class names at the first use, which is not made for several threads.
  clang::Stmt::addStmtClass(clang::Stmt::NullStmtClass);
  return Pipeline(Options, Sink).run();
}

ReportData Pipeline::report() const {
  ReportData Data;
  Data.ProjectName = llvm::sys::path::filename(P.Root).str();
  Data.Root = P.Root;
  Data.FlagSource = describeFlagSource(P);
  Data.Version = Options.Write.Version;
  std::map<std::string, ReportFile> ByInput;
  for (const auto &[Path, File] : Files) {
    if (File.Origin.empty())
      continue;
    ReportFile &R = ByInput[File.Origin];
    R.Path = File.Origin;
    R.Input = Names->relative(File.Origin);
    R.Before = Names->textOf(File.Origin);
    R.Outputs.insert(File.Kind == OutputFile::Host ? R.Outputs.begin() : R.Outputs.end(),
                     {Path, File.Content});
  }
  for (auto &[Input, R] : ByInput)
    Data.Files.push_back(std::move(R));
  ConstructCounter Constructs;
  for (const UnitState &U : Units) {
    Constructs.add(U.Now.Uses.Constructs);
    Constructs.add(U.device());
  }
  Data.Constructs = Constructs.counts();
  if (Options.CountRules) {
    Data.Rules = noRuleFired();
    for (const UnitState &U : Units)
      addCounts(Data.Rules, U.device().Rules);
  }
  Data.Diagnostics = Sink.all();
  return Data;
}

void Pipeline::addDumps(PipelineResult &Result) const {
  for (const std::string &Dump : Options.Dumps) {
    for (const UnitState &U : Units)
      if (auto Text = U.device().Dumps.find(Dump); Text != U.device().Dumps.end())
        Result.Dumps.push_back({Dump + " of " + U.command().File, Text->second});
    if (Dump == "output")
      for (const auto &[Path, File] : Files)
        if (File.Kind != OutputFile::Generated)
          Result.Dumps.push_back({Dump + " " + Path, File.Content});
  }
}

void Pipeline::finish(PipelineResult &Result) {
  Result.Translated = Result.Report.Files.size();
  for (const UnitState &U : Units)
    Result.Kept += !(U.Twin ? *U.Twin : U).WasParsed;
  Result.Sources = Units.size();
  addDumps(Result);
  if (Options.ExplainPointers)
    for (const Group &G : Groups)
      for (const ExplainedPointer &E : G.Decisions.devicePointers())
        Result.Pointers.push_back({E, G.Decisions.explain(E.Usr, E.Level)});
  if (Options.DryRun)
    return;
  Files["cu2cl-report.json"].Content = reportJson(Result.Report);
  for (auto &[Path, Text] : reportHtml(Result.Report))
    Files[Path].Content = std::move(Text);
  WriteOptions Write = Options.Write;
  Write.Run = History.record(Result.Report);
  Write.UnitRecords = History.writeRecords();
  Result.Written = writeProject(P, Names->layout(), Files, Write, Sink);
  Result.Report.Diagnostics = Sink.all();
}

} // namespace cu2cl
