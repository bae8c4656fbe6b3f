// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/Pipeline.h"
#include "analysis/AddressSpaces.h"
#include "analysis/InstanceUsr.h"
#include "analysis/Launches.h"
#include "analysis/StoredPointers.h"
#include "frontend/Definitions.h"
#include "host/HostRewriter.h"
#include "kernel/DeviceText.h"
#include "kernel/RuleCounts.h"
#include "project/CMakeWriter.h"
#include "project/LinkGroups.h"
#include "project/OffRegions.h"
#include "project/SelfCheck.h"
#include "rewrite/DeviceAssembly.h"
#include "rewrite/MacroUses.h"
#include "tool/Constructs.h"
#include "tool/JoinedUnits.h"
#include "tool/OutputNames.h"
#include "clang/Index/USRGeneration.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>

using namespace clang;

namespace cu2cl {
namespace {

/// One unit on its way through the pipeline.
struct UnitState {
  ParsedUnit Unit;
  UnitPointerFacts Pointers, Stored;
  LaunchFacts Launches;
  DeviceLinkFacts Links;
  std::vector<std::string> Named; ///< USRs of the kernels that host code names
  std::unique_ptr<AddressSpaceMap> Spaces;
  std::unique_ptr<ExpansionIndex> Expansions; ///< of the device side
  DeviceText Device;
  EditSet Edits;
};

/// Units that can meet in one program. What is never linked together may use one name for two
/// things, so each group is decided on for itself.
struct Group {
  std::vector<UnitState *> Units;
  PointerDecisions Decisions;
  std::map<std::string, BlockSize> BlockSizes; ///< kernels whose launches agree
  std::unique_ptr<DeviceAssembly> Device;
};

class Pipeline {
public:
  Pipeline(const PipelineOptions &Options, DiagnosticSink &Sink) : Options(Options), Sink(Sink) {}

  PipelineResult run() {
    PipelineResult Result;
    std::optional<Project> Read = readProject(Options.Intake, Sink);
    if (!Read)
      return Result;
    P = std::move(*Read);
    if (!Options.DryRun && !checkOutputFolder(P, Options.Write, Sink))
      return Result;
    Result.Usable = true;
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

private:
  template <typename List, typename F> void forEach(List &Of, F Work) {
    llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Options.Threads));
    for (auto &U : Of)
      Pool.async([&U, &Work] { Work(U); });
    Pool.wait();
  }

  void parse();
  void analyseDevice(UnitState &U);
  void joinDeviceCode();
  void reportMessages();
  void makeGroups();
  void link(Group &G);
  void printDeviceCode(Group &G);
  void assembleDeviceCode();
  void assembleDeviceCode(Group &G, const MacroPlan &Plan);
  KernelTable kernelsFor(const Group &G, const UnitState &U) const;
  void markForeignLaunches(Group &G);
  std::map<std::string, std::set<std::string>> foreignSymbols(Group &G);
  void rewriteHostCode(Group &G);
  EditSet hostEdits() const;
  void addHostFiles();
  void writeHandles();
  ReportData report() const;
  void finish(PipelineResult &Result);
  KernelDecisions kernelDecisions(const Group &G, const UnitState &U) const;
  std::vector<const ParsedSide *> sides() const {
    std::vector<const ParsedSide *> All;
    for (const UnitState &U : Units)
      All.push_back(U.Unit.Host.get());
    return All;
  }

  const PipelineOptions &Options;
  DiagnosticSink &Sink;
  Project P;
  std::vector<UnitState> Units;
  std::vector<Group> Groups;
  std::unique_ptr<OutputNames> Names;
  OutputFiles Files;
};

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

/// Programs that share a header may have different kernels of one name: a unit's own kernels come
/// first, then those of the programs that it is part of.
KernelTable Pipeline::kernelsFor(const Group &G, const UnitState &U) const {
  std::set<std::string> Beside;
  for (const ProgramTarget &T : P.Targets)
    if (llvm::is_contained(T.Sources, U.Unit.Command.File))
      Beside.insert(T.Sources.begin(), T.Sources.end());
  KernelTable Kernels;
  auto Add = [&](auto Wanted) {
    for (const UnitState *Other : G.Units)
      if (Wanted(*Other))
        for (const KernelInterface &K : Other->Device.Kernels)
          Kernels.emplace(K.Usr, &K);
  };
  Add([&](const UnitState &Other) { return &Other == &U; });
  Add([&](const UnitState &Other) { return Beside.count(Other.Unit.Command.File) != 0; });
  Add([](const UnitState &) { return true; });
  return Kernels;
}

/// Marks the kernels that are launched by units which do not hold them.
void Pipeline::markForeignLaunches(Group &G) {
  std::set<const KernelInterface *> Foreign;
  for (const UnitState *U : G.Units) {
    KernelTable Kernels = kernelsFor(G, *U);
    for (const std::string &Usr : U->Named)
      if (auto K = Kernels.find(Usr); K != Kernels.end())
        if (!Names->includes(U->Unit.Command.File, K->second->File))
          Foreign.insert(K->second);
  }
  for (UnitState *U : G.Units)
    for (KernelInterface &K : U->Device.Kernels)
      K.LaunchedElsewhere = Foreign.count(&K) != 0;
}

/// The symbols that kernels take because they call functions of other sources, by source.
std::map<std::string, std::set<std::string>> Pipeline::foreignSymbols(Group &G) {
  std::map<std::string, std::string> Ids;
  for (const auto &[Input, Plan] : Names->layout().files())
    Ids[Input] = Plan.ProgramId;
  std::map<std::string, std::set<std::string>> Asked;
  for (UnitState *U : G.Units)
    for (KernelInterface &K : U->Device.Kernels)
      nameForeignSymbols(K, Ids, Asked);
  return Asked;
}

void Pipeline::rewriteHostCode(Group &G) {
  markForeignLaunches(G);
  for (UnitState *U : G.Units)
    for (KernelInterface &K : U->Device.Kernels)
      for (const UnitState *Other : G.Units)
        if (Other->Unit.Host->isUsable() && Other->Unit.Command.Lang != Language::C &&
            (Names->includes(Other->Unit.Command.File, K.File) ||
             llvm::is_contained(Other->Named, K.Usr)))
          nameHandle(K, *Other->Unit.Host);
  const std::map<std::string, std::set<std::string>> Asked = foreignSymbols(G);
  HostContext Context = Names->hostContext();
  Context.Facts = {};
  for (const UnitState &U : Units)
    if (U.Unit.Host->isUsable())
      Context.Facts.merge(collectHostFacts(U.Unit, Context.IsProjectFile));
  forEach(G.Units, [&](UnitState *U) {
    if (!U->Unit.Host->isUsable())
      return;
    std::map<std::string, unsigned> Parts =
        rewriteHost(U->Unit, G.Decisions, kernelsFor(G, *U), Context, U->Edits, Sink);
    for (KernelInterface &K : U->Device.Kernels)
      if (auto Part = Parts.find(K.Usr); Part != Parts.end())
        K.HandlesPart = Part->second;
    const std::string &File = U->Unit.Command.File;
    if (const FilePlan *Plan = Names->layout().find(File))
      shareSymbols(U->Unit, Plan->ProgramId, U->Device.Kernels,
                   Asked.count(File) ? Asked.at(File) : std::set<std::string>(), Context,
                   U->Edits);
  });
}

/// The edits of all units, without those in regions that the user has switched off.
EditSet Pipeline::hostEdits() const {
  EditSet All, Result;
  for (const UnitState &U : Units)
    All.merge(U.Edits);
  writeOutMacroUses(All, [&](const std::string &File) { return Names->textOf(File).str(); });
  for (const EditConflict &C : All.conflicts())
    Sink.report({3008, Names->placeOf(C.File, C.Offset), {C.First, C.Second}, {}});
  for (const std::string &File : All.files()) {
    OffRegions Off = findOffRegions(Names->textOf(File));
    for (const Edit &E : All.edits(File))
      if (!touchesOffRegion(Off, E.Offset, E.Offset + E.Length))
        Result.add(E);
  }
  return Result;
}

void Pipeline::addHostFiles() {
  EditSet Edits = hostEdits();
  std::vector<std::string> Edited = Edits.files();
  for (const auto &[Input, Plan] : Names->layout().files()) {
    if (!llvm::is_contained(Edited, Input) && !isCudaFile(Input) && !Plan.IsExternal)
      continue;
    OutputFile File;
    File.Kind = OutputFile::Host;
    File.Origin = Input;
    File.Content = Edits.apply(Input, Names->textOf(Input));
    if (!Plan.IsHeader)
      File.Programs = Names->programsOf(Input);
    Files[Plan.Host] = std::move(File);
  }
}

void Pipeline::writeHandles() {
  std::map<const FilePlan *, std::map<std::string, const KernelInterface *>> ByOwner;
  for (const UnitState &U : Units)
    for (const KernelInterface &K : U.Device.Kernels)
      if (const FilePlan *Owner = Names->layout().find(K.File)) {
        auto [It, New] = ByOwner[Owner].emplace(K.Usr, &K);
        if (!New && It->second->Signature != K.Signature) // has one handle, hence one signature
          Sink.report({2201, Names->placeOf(K.File, K.Begin), {K.Name}, {}});
      }
  for (const auto &[Owner, Kernels] : ByOwner) {
    std::vector<const KernelInterface *> List;
    for (const auto &[Usr, K] : Kernels)
      List.push_back(K);
    llvm::sort(List, [](const KernelInterface *A, const KernelInterface *B) {
      return std::tie(A->Begin, A->Name) < std::tie(B->Begin, B->Name);
    });
    std::string Program = llvm::sys::path::filename(Owner->Program).str();
    OutputFile File, Shared;
    File.Kind = Shared.Kind = OutputFile::Handles;
    File.Origin = Shared.Origin = Owner->Input;
    Shared.Content = printSharedHandles(Program, Owner->ProgramId, List);
    std::string Include =
        Shared.Content.empty() ? "" : llvm::sys::path::filename(Owner->SharedHandles).str();
    std::map<unsigned, std::vector<const KernelInterface *>> Parts;
    Parts[0];
    for (const KernelInterface *K : List)
      Parts[Include.empty() || !K->LaunchedElsewhere ? K->HandlesPart : 0].push_back(K);
    for (const auto &[Part, Kernels] : Parts) {
      File.Content = printHandles(Program, Owner->ProgramId, Kernels, Include);
      Files[handlesPart(Owner->KernelHandles, Part)] = File;
      Include = llvm::sys::path::filename(Owner->KernelHandles).str();
    }
    if (!Shared.Content.empty())
      Files[Owner->SharedHandles] = std::move(Shared);
  }
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
    if (U.Unit.Host->isUsable())
      Constructs.add(*U.Unit.Host, Names->hostContext().IsProjectFile);
    Constructs.add(U.Device);
  }
  Data.Constructs = Constructs.counts();
  if (Options.CountRules) {
    Data.Rules = noRuleFired();
    for (const UnitState &U : Units)
      addCounts(Data.Rules, U.Device.Rules);
  }
  Data.Diagnostics = Sink.all();
  return Data;
}

void Pipeline::finish(PipelineResult &Result) {
  if (Options.ExplainPointers)
    for (const Group &G : Groups)
      for (const ExplainedPointer &E : G.Decisions.devicePointers())
        Result.Pointers.push_back({E, G.Decisions.explain(E.Usr, E.Level)});
  if (Options.DryRun)
    return;
  OutputFile Json, Html;
  Json.Content = reportJson(Result.Report);
  Html.Content = reportHtml(Result.Report);
  Files["cu2cl-report.json"] = std::move(Json);
  Files["cu2cl-report.html"] = std::move(Html);
  Result.Written = writeProject(P, Names->layout(), Files, Options.Write, Sink);
  Result.Report.Diagnostics = Sink.all();
}

} // namespace

PipelineResult runPipeline(const PipelineOptions &Options, DiagnosticSink &Sink) {
  return Pipeline(Options, Sink).run();
}

} // namespace cu2cl
