// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The edits of host code, and the files that they make.

#include "analysis/hostpointers/PointerQueryDigest.h"
#include "kernel/core/Names.h"
#include "kernel/driver/DevicePrinter.h"
#include "project/output/InactiveRegions.h"
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

/// Programs that share a header may have different kernels of one name: a unit's own kernels come
/// first, then those of the programs that it is part of.
KernelTable HostSteps::kernelsFor(const Group &G, const UnitState &U) const {
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
void HostSteps::markForeignLaunches(Group &G) {
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
KernelValues HostSteps::markValues(Group &G) {
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

std::map<std::string, std::set<std::string>> HostSteps::foreignSymbols(Group &G) {
  std::map<std::string, std::string> Ids;
  for (const auto &[Input, Plan] : Names->layout().files())
    Ids[Input] = Plan.ProgramId;
  std::map<std::string, std::set<std::string>> Asked;
  for (UnitState *U : G.Units)
    for (KernelInterface &K : U->Kernels)
      nameForeignSymbols(K, Ids, Asked);
  return Asked;
}

/// Makes what the edits of the group's host files depend on.
void HostSteps::prepareHostCode(Group &G) {
  markForeignLaunches(G);
  G.Host = Names->hostContext();
  G.Host.Values = markValues(G);
  Pipe.Handles.nameHandles(G);
  keyKernels(G);
  G.AskedSymbols = foreignSymbols(G);
  G.Host.Facts = {};
  for (const UnitState &U : Units)
    G.Host.Facts.merge(U.Now.Uses.Facts);
}

void HostSteps::rewriteHostCode() {
  for (Group &G : Groups)
    prepareHostCode(G);
  Pipe.Forks.forkAhead(
      Side::Host, [&](const UnitState &U) { return hasHost(U); },
      [&](UnitState &U) { makeHost(U); });
  Pipe.forEachUnit([&](UnitState &U) { makeHost(U); },
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
HeaderCopies HostSteps::headerCopies() const {
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
void HostSteps::addShownTexts(const HeaderCopies &Copies, const ShownTexts &Shown, EditSet &Edits) {
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
EditSet HostSteps::hostEdits(const HeaderCopies &Copies) {
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

void HostSteps::addHostFiles() {
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

void HostSteps::findUses() {
  auto Use = [&](UnitState &U) {
    makeUses(U);
    Pipe.Handles.prepareHandles(U);
    Pipe.Parses.release(U);
  };
  auto IsMade = [&](const UnitState &U) { return U.Former && U.Former->Uses.Key == usesKey(U); };
  Pipe.Forks.forkAhead(Side::Host, IsMade, Use);
  Pipe.forEachUnit(Use, [&](UnitState &U, const UnitState &Twin) {
    U.Now.Uses = Twin.Now.Uses;
    U.Now.Uses.Key = usesKey(U);
    U.Now.HandleNames = Twin.Now.HandleNames;
  });
}

std::string HostSteps::usesKey(const UnitState &U) const {
  return keyOfLines({U.Now.Key, NamesKey}, P);
}

void HostSteps::makeUses(UnitState &U) {
  if (!U.sketch().HasHost)
    return;
  std::string Key = usesKey(U);
  if (U.Former && U.Former->Uses.Key == Key) {
    U.Now.Uses = U.Former->Uses;
    return;
  }
  Pipe.Parses.needHost(U);
  const HostContext Context = Names->hostContext();
  U.Now.Uses = {Key, collectHostFacts(U.Unit, Context.IsProjectFile),
                ConstructCounter::placesIn(*U.Unit.Host, Context.IsProjectFile)};
}

/// The properties of each kernel that host text may depend on: many units ask for them.
void HostSteps::keyKernels(Group &G) {
  for (const UnitState *U : G.Units)
    for (const KernelInterface &Kernel : U->Kernels) {
      std::vector<KernelInterface> K = {Kernel};
      // Only for the handles, which are printed anyway.
      K.front().WorkGroupSize.reset();
      K.front().MaxThreads = 0;
      K.front().Signature.clear();
      K.front().Condition.clear();
      std::string Here = keyOf(K, P);
      // Source offsets are irrelevant for kernels of other files.
      K.front().Begin = K.front().End = 0;
      for (KernelParameter &Parameter : K.front().Parameters)
        if (Parameter.Closure)
          Parameter.Closure->Offset = 0;
      for (ClosureClass &C : K.front().Closures)
        C.Offset = 0;
      G.KernelKeys[&Kernel] = {std::move(Here), keyOf(K, P)};
    }
}

/// \p Asked: what it asked of the pointers.
std::string HostSteps::hostKey(const UnitState &U, const std::set<std::string> &Asked) const {
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
bool HostSteps::hasHost(const UnitState &U) const {
  return U.Former && U.Former->Host.Key == hostKey(U, U.Former->Host.Asked);
}

void HostSteps::makeHost(UnitState &U) {
  if (!U.sketch().HasHost)
    return;
  if (hasHost(U)) {
    U.Now.Host = U.Former->Host;
  } else {
    Pipe.Parses.needHost(U);
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
    Host.OpenParameters = std::move(Result.OpenParameters);
    Host.Asked = std::move(Result.Asked);
    Host.Messages = Messages.all();
    Host.Key = hostKey(U, Host.Asked);
    Pipe.Parses.release(U);
  }
  for (const Diagnostic &D : U.Now.Host.Messages)
    Sink.report(D);
}

} // namespace cu2cl
