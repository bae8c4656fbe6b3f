// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The names of kernels' handles, and the files with the handles.

#include "core/source/CommandMerge.h"
#include "core/source/Definitions.h"
#include "kernel/core/Names.h"
#include "tool/Constructs.h"
#include "tool/PipelineSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cu2cl {

void HandleSteps::nameHandles(Group &G) {
  for (UnitState *Other : G.Units) {
    for (UnitState *U : G.Units)
      for (KernelInterface &K : U->Kernels)
        if (namesHandleIn(*Other, K))
          nameHandle(K, *Other);
    Pipe.Parses.release(*Other);
  }
}

/// The handles of a kernel, which \p Holders hold: one, or one for each bound that their command
/// lines give it (`__launch_bounds__(N)`, `-DN=64`).
std::vector<KernelInterface> HandleSteps::handlesOf(const KernelHolders &Holders) {
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

/// Gives the handles \p Kernels the types that a unit needs to be open.
static void openParameters(std::vector<KernelInterface> &Kernels,
                           const std::vector<UnitState> &Units) {
  for (KernelInterface &K : Kernels)
    for (const UnitState &U : Units)
      if (auto Open = U.Now.Host.OpenParameters.find(K.Usr);
          Open != U.Now.Host.OpenParameters.end())
        for (const auto &[Index, Type] : Open->second)
          K.Parameters[Index].HostType = Type;
}

using HandleParts = std::map<unsigned, std::vector<const KernelInterface *>>;

/// The lambdas' classes of each part of a handles' header. One that several parts need is in the
/// first, which the others include; those of \p Shared are in the header that it includes.
static std::map<unsigned, ClosureClasses> closuresOfParts(const HandleParts &Parts,
                                                          const ClosureClasses &Shared) {
  std::map<unsigned, ClosureClasses> All;
  std::map<std::string, unsigned> First;
  for (const auto &[Part, Kernels] : Parts)
    for (const auto &[Name, C] : closuresOf(Kernels)) {
      auto [Known, New] = First.try_emplace(Name, Part);
      if (Shared.count(Name))
        continue;
      if (!New)
        All[Known->second].erase(Name);
      Known->second = New ? Part : 0;
      All[Known->second][Name] = C;
    }
  return All;
}

void HandleSteps::writeHandles() {
  std::map<const FilePlan *, std::map<std::string, KernelHolders>> ByOwner;
  for (const UnitState &U : Units)
    for (const KernelInterface &K : U.Kernels)
      if (const FilePlan *Owner = Names->layout().find(K.File))
        ByOwner[Owner][K.Usr].push_back({&U, &K});
  for (const auto &[Owner, Kernels] : ByOwner) {
    std::vector<KernelInterface> Handles;
    for (const auto &[Usr, Holders] : Kernels)
      llvm::append_range(Handles, handlesOf(Holders));
    openParameters(Handles, Units);
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
    HandleParts Parts;
    std::vector<const KernelInterface *> OfOthers;
    Parts[0];
    for (const KernelInterface *K : List) {
      const bool IsOfOthers = !Include.empty() && K->LaunchedElsewhere;
      Parts[IsOfOthers ? 0 : K->HandlesPart].push_back(K);
      if (IsOfOthers)
        OfOthers.push_back(K);
    }
    std::map<unsigned, ClosureClasses> Closures = closuresOfParts(Parts, closuresOf(OfOthers));
    for (const auto &[Part, Kernels] : Parts) {
      File.Content = printHandles(Program, Owner->ProgramId, Kernels, Include, &Closures[Part]);
      Files[handlesPart(Owner->KernelHandles, Part)] = File;
      Include = llvm::sys::path::filename(Owner->KernelHandles).str();
    }
    if (!Shared.Content.empty())
      Files[Owner->SharedHandles] = std::move(Shared);
  }
}

bool HandleSteps::namesHandleIn(const UnitState &U, const KernelInterface &K) const {
  return U.sketch().HasHost && U.command().Lang != Language::C &&
         (Names->includes(U.command().File, K.File) || U.sketch().Launches.count(K.Usr));
}

/// Asks what nameHandles() will ask of the unit, for many units at the same time and while the unit
/// is there.
void HandleSteps::prepareHandles(UnitState &U) {
  for (const UnitState *Other : U.In->Units)
    for (const KernelInterface &K : Other->Kernels)
      if (namesHandleIn(U, K)) {
        KernelInterface Named = K;
        nameHandle(Named, U);
      }
}

/// Names the handle of \p K so that it is no function of \p In.
void HandleSteps::nameHandle(KernelInterface &K, UnitState &In) {
  auto [It, New] = In.Now.HandleNames.try_emplace({K.Namespace, {K.Name, K.HandleName}});
  if (New) {
    Pipe.Parses.needHost(In);
    KernelInterface Named = K;
    cu2cl::nameHandle(Named, *In.Unit.Host);
    It->second = Named.HandleName;
  }
  K.HandleName = It->second;
}

} // namespace cu2cl
