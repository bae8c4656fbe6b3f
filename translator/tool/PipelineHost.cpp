// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The steps of the pipeline after the device code: host code, kernel handles, the report.

#include "core/source/CommandMerge.h"
#include "core/source/Definitions.h"
#include "kernel/driver/Rules.h"
#include "project/output/InactiveRegions.h"
#include "tool/Constructs.h"
#include "tool/PipelineSteps.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

/// Programs that share a header may have different kernels of one name: a unit's own kernels come
/// first, then those of the programs that it is part of.
KernelTable Pipeline::kernelsFor(const Group &G, const UnitState &U) const {
  std::set<std::string> Beside;
  for (const ProgramTarget &T : P.Targets)
    if (llvm::is_contained(T.Sources, U.command().File))
      Beside.insert(T.Sources.begin(), T.Sources.end());
  KernelTable Kernels;
  auto Add = [&](auto Wanted) {
    for (const UnitState *Other : G.Units)
      if (Wanted(*Other))
        for (const KernelInterface &K : Other->Kernels)
          Kernels.emplace(K.Usr, &K);
  };
  Add([&](const UnitState &Other) { return &Other == &U; });
  Add([&](const UnitState &Other) { return Beside.count(Other.command().File) != 0; });
  Add([](const UnitState &) { return true; });
  return Kernels;
}

/// Marks the kernels that are launched by units which do not hold them.
void Pipeline::markForeignLaunches(Group &G) {
  std::set<const KernelInterface *> Foreign;
  for (const UnitState *U : G.Units) {
    KernelTable Kernels = kernelsFor(G, *U);
    for (const auto &[Usr, Size] : U->sketch().Launches)
      if (auto K = Kernels.find(Usr); K != Kernels.end())
        if (!Names->includes(U->command().File, K->second->File))
          Foreign.insert(K->second);
  }
  for (UnitState *U : G.Units)
    for (KernelInterface &K : U->Kernels)
      K.LaunchedElsewhere = Foreign.count(&K) != 0;
}

/// Marks the kernels that some unit uses as values; gives these.
KernelValues Pipeline::markValues(Group &G) {
  KernelValues Values;
  for (const UnitState *U : G.Units)
    Values.insert(U->sketch().Values.begin(), U->sketch().Values.end());
  std::vector<KernelInterface *> Kernels;
  for (UnitState *U : G.Units)
    for (KernelInterface &K : U->Kernels)
      Kernels.push_back(&K);
  nameValues(Kernels, Values);
  return Values;
}

std::map<std::string, std::set<std::string>> Pipeline::foreignSymbols(Group &G) {
  std::map<std::string, std::string> Ids;
  for (const auto &[Input, Plan] : Names->layout().files())
    Ids[Input] = Plan.ProgramId;
  std::map<std::string, std::set<std::string>> Asked;
  for (UnitState *U : G.Units)
    for (KernelInterface &K : U->Kernels)
      nameForeignSymbols(K, Ids, Asked);
  return Asked;
}

void Pipeline::nameHandles(Group &G) {
  for (UnitState *Other : G.Units) {
    for (UnitState *U : G.Units)
      for (KernelInterface &K : U->Kernels)
        if (namesHandleIn(*Other, K))
          nameHandle(K, *Other);
    release(*Other);
  }
}

/// Makes what the edits of the group's host files depend on.
void Pipeline::prepareHostCode(Group &G) {
  markForeignLaunches(G);
  G.Host = Names->hostContext();
  G.Host.Values = markValues(G);
  nameHandles(G);
  keyKernels(G);
  G.AskedSymbols = foreignSymbols(G);
  G.Host.Facts = {};
  for (const UnitState &U : Units)
    G.Host.Facts.merge(U.Now.Uses.Facts);
}

void Pipeline::rewriteHostCode() {
  for (Group &G : Groups)
    prepareHostCode(G);
  forkAhead(
      Side::Host, [&](const UnitState &U) { return hasHost(U); },
      [&](UnitState &U) { makeHost(U); });
  forEachUnit([&](UnitState &U) { makeHost(U); },
              [&](UnitState &U, const UnitState &Twin) {
                U.Now.Host = Twin.Now.Host;
                U.Now.Host.Key = hostKey(U, U.Now.Host.Asked);
              });
  for (UnitState &U : Units)
    for (KernelInterface &K : U.Kernels)
      if (auto Part = U.Now.Host.HandleHeaderParts.find(K.Usr);
          Part != U.Now.Host.HandleHeaderParts.end())
        K.HandlesPart = Part->second;
}

/// Returns what the sources make of the host files, and which headers have copies.
HeaderCopies Pipeline::headerCopies() const {
  std::vector<HostSource> Sources;
  for (const UnitState &U : Units) {
    auto It =
        llvm::find_if(Sources, [&](const HostSource &S) { return S.Path == U.command().File; });
    if (It == Sources.end()) {
      Sources.emplace_back();
      Sources.back().Path = U.command().File;
      It = std::prev(Sources.end());
    }
    It->Edits.merge(U.Now.Host.Edits);
    llvm::append_range(It->Includes, U.sketch().Includes);
    It->Handles.insert(U.Now.Host.Handles.begin(), U.Now.Host.Handles.end());
  }
  std::map<std::string, std::set<std::string>> HandleNames;
  for (const UnitState &U : Units)
    for (const KernelInterface &K : U.Kernels)
      HandleNames[K.File].insert(K.Namespace + "::" + K.HandleName);
  return HeaderCopies(P, Names->layout(), std::move(Sources), HandleNames);
}

/// The tables of texts that macros show, each included at the end of its file.
void Pipeline::addShownTexts(const HeaderCopies &Copies, const ShownTexts &Shown, EditSet &Edits) {
  for (const ShownTexts::Place &P : Shown.Unshown)
    Sink.report({diag::StringizedTranslation,
                 Names->placeOf(Copies.inputOf(P.File), P.Offset),
                 {P.Port, P.Source},
                 {}});
  for (const auto &[Name, Table] : Shown.Tables) {
    const std::string &Input = Copies.inputOf(Name);
    const FilePlan *Plan = Names->layout().find(Input);
    auto Copy = Copies.copies().find(Name);
    bool IsCopy = Copy != Copies.copies().end();
    std::string Host = IsCopy ? Copy->second.Host : Plan->Host;
    llvm::StringRef Stem = llvm::StringRef(Host).drop_back(llvm::sys::path::extension(Host).size());
    std::string Path = IsCopy ? (Stem + "_source_text.hpp").str() : Plan->ShownTexts;
    llvm::StringRef Text = Names->textOf(Input);
    Edit E;
    E.File = Name;
    E.Offset = Text.size();
    E.K = Edit::Line;
    E.Replacement = (Text.ends_with("\n") ? "" : "\n") + std::string("#include \"") +
                    llvm::sys::path::filename(Path).str() + "\"\n";
    E.Rule = "ShownText";
    Edits.add(std::move(E));
    OutputFile File;
    File.Kind = OutputFile::Handles;
    File.Origin = Input;
    File.Content = printShownTexts(Table, Host);
    Files[Path] = std::move(File);
  }
}

/// The edits of all units, without those in regions that the user has switched off.
EditSet Pipeline::hostEdits(const HeaderCopies &Copies) {
  EditSet All = Copies.edits(), Result;
  auto TextOf = [&](const std::string &File) { return Names->textOf(Copies.inputOf(File)); };
  auto StringOf = [&](const std::string &File) { return TextOf(File).str(); };
  auto IsC = [&, Context = Names->hostContext()](const std::string &File) {
    return Context.IsSeenFromC(Copies.inputOf(File));
  };
  writeOutMacroUses(All, StringOf);
  addShownTexts(Copies, showSourceText(All, StringOf, IsC), All);
  for (const EditConflict &C : All.conflicts())
    Sink.report({diag::ConflictingMacroUses,
                 Names->placeOf(Copies.inputOf(C.File), C.Offset),
                 {C.First, C.Second},
                 {}});
  for (const std::string &File : All.files()) {
    InactiveRegions Off = findInactiveRegions(TextOf(File));
    for (const Edit &E : All.edits(File))
      if (!touchesOffRegion(Off, E.Offset, E.Offset + E.Length))
        Result.add(E);
  }
  return Result;
}

void Pipeline::addHostFiles() {
  const HeaderCopies Copies = headerCopies();
  EditSet Edits = hostEdits(Copies);
  std::vector<std::string> Edited = Edits.files();
  auto Add = [&](const std::string &Name, const std::string &Host) {
    const std::string &Input = Copies.inputOf(Name);
    OutputFile &File = Files[Host];
    File.Kind = OutputFile::Host;
    File.Origin = Input;
    File.Content = Edits.apply(Name, Names->textOf(Input));
    File.Programs = Copies.programsOf(Name);
  };
  for (const auto &[Input, Plan] : Names->layout().files())
    if (llvm::is_contained(Edited, Input) || isCudaFile(Input) || Plan.IsExternal)
      Add(Input, Plan.Host);
  for (const auto &[Name, Copy] : Copies.copies())
    Add(Name, Copy.Host);
}

/// The handles of a kernel, which \p Holders hold: one, or one for each bound that their command
/// lines give it (`__launch_bounds__(N)`, `-DN=64`).
std::vector<KernelInterface> Pipeline::handlesOf(const KernelHolders &Holders) {
  const KernelInterface &First = *Holders.front().second;
  std::map<unsigned, std::set<size_t>> Bounds;
  std::vector<std::vector<std::string>> Definitions;
  bool Agree = true;
  for (const auto &[U, K] : Holders) {
    Agree &= K->Signature == First.Signature; // one handle has one signature
    Bounds[K->MaxThreads].insert(Definitions.size());
    Definitions.push_back(definitionsOf(U->command()));
  }
  std::vector<KernelInterface> Handles;
  for (const auto &[MaxThreads, Who] : Bounds) {
    std::optional<std::string> Condition = conditionOf(Definitions, Who);
    Agree &= Condition.has_value();
    Handles.push_back(First);
    Handles.back().MaxThreads = MaxThreads;
    if (Condition && !Condition->empty())
      Handles.back().Condition = First.Condition.empty()
                                     ? *Condition
                                     : "(" + First.Condition + ") && (" + *Condition + ")";
  }
  if (!Agree) {
    Sink.report(
        {diag::HeaderDeviceCodeDiffers, Names->placeOf(First.File, First.Begin), {First.Name}, {}});
    Handles.resize(1);
  }
  return Handles;
}

void Pipeline::writeHandles() {
  std::map<const FilePlan *, std::map<std::string, KernelHolders>> ByOwner;
  for (const UnitState &U : Units)
    for (const KernelInterface &K : U.Kernels)
      if (const FilePlan *Owner = Names->layout().find(K.File))
        ByOwner[Owner][K.Usr].push_back({&U, &K});
  for (const auto &[Owner, Kernels] : ByOwner) {
    std::vector<KernelInterface> Handles;
    for (const auto &[Usr, Holders] : Kernels)
      llvm::append_range(Handles, handlesOf(Holders));
    llvm::stable_sort(Handles, [](const KernelInterface &A, const KernelInterface &B) {
      return std::tie(A.Begin, A.Name) < std::tie(B.Begin, B.Name);
    });
    std::vector<const KernelInterface *> List;
    for (const KernelInterface &K : Handles)
      List.push_back(&K);
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
  Write.Run = record(Result.Report);
  Write.UnitRecords = writeRecords();
  Result.Written = writeProject(P, Names->layout(), Files, Write, Sink);
  Result.Report.Diagnostics = Sink.all();
}

} // namespace cu2cl
