// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Steps of many units in processes that share the parse of standard headers. What a process makes
// comes back as a record, and the step in this process takes it as it takes that of the last run.
// So a process that fails costs time, and nothing else.

#include "frontend/ForkedParses.h"
#include "frontend/LateDefinitions.h"
#include "project/intake/FolderScan.h"
#include "tool/PipelineSteps.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

/// With fewer units that begin alike, keeping what was parsed for the next step is cheaper.
static constexpr size_t LeastUnits = 16;

std::optional<std::string> UnitForks::projectText(const std::string &Path) {
  auto [It, New] = Texts.try_emplace(Path);
  if (New && StringRef(Path).starts_with(P.Root + "/")) {
    std::string Content;
    if (readFile(Path, Content))
      It->second = std::move(Content);
  }
  return It->second;
}

/// Absolute folders of -I and the like.
static std::vector<std::string> includeFolders(const CompileCommand &C) {
  std::vector<std::string> Folders;
  for (StringRef Flag : C.Flags)
    if (Flag.consume_front("-I") || Flag.consume_front("-isystem") || Flag.consume_front("-iquote"))
      Folders.push_back(absolutePath(Flag, C.Directory));
  return Folders;
}

std::vector<std::string> UnitForks::startOf(const UnitState &U) {
  return leadingHeaders(U.command().File, includeFolders(U.command()),
                        [&](const std::string &Path) { return projectText(Path); });
}

/// Does \p Step for units of \p List, with \p S of each parsed. Its result is in U.FromProcess.
/// \returns the units that it was done for.
std::vector<UnitState *> UnitForks::forkSteps(Side S, const std::vector<UnitState *> &List,
                                              llvm::function_ref<void(UnitState &)> Step) {
  std::vector<CommandLine> Lines;
  for (const UnitState *U : List) {
    CompileCommand Rest = U->command();
    Rest.File.clear();
    Rest.Flags.clear();
    Lines.push_back({keyOf(Rest, P), U->command().Flags});
  }
  std::vector<ForkedGroup> Groups;
  for (const AlikeLines &Alike : groupAlike(Lines)) {
    const std::vector<size_t> &Members = Alike.Members;
    std::vector<std::vector<std::string>> Starts;
    for (size_t I : Members)
      Starts.push_back(Members.size() < LeastUnits ? std::vector<std::string>()
                                                   : startOf(*List[I]));
    CompileCommand Like = List[Members.front()]->command();
    Like.Flags = Alike.Flags;
    for (StartGroup &Start : groupByStart(Starts, LeastUnits)) {
      ForkedGroup &G = Groups.emplace_back();
      G.Headers = std::move(Start.Headers);
      for (size_t I : Start.Members)
        G.Sources.push_back({Members[I], {List[Members[I]]->command().File, Alike.Late[I]}});
      G.Parse = [&, Like](const SharedStart &From, const size_t &Which) {
        std::unique_ptr<ParsedSide> Parsed = parseSide(Like, S, Frontend, {}, &From);
        // From here on this is the process of one unit.
        if (Which >= List.size() || !Parsed->isUsable() || !From.counts())
          return std::string();
        IsForked = true;
        UnitState &U = *List[Which];
        U.IsReleased = true;
        (S == Side::Host ? U.Unit.Host : U.Unit.Device) = std::move(Parsed);
        Step(U);
        return bytesOf(U.Now);
      };
    }
  }
  std::vector<UnitState *> Done;
  parseForked(splitForked(std::move(Groups), Options.Threads, LeastUnits / 2), Options.Threads,
              [&](size_t Which, StringRef Answer) {
                auto Record = std::make_unique<UnitRecord>();
                if (!readRecord(Answer, *Record))
                  return;
                List[Which]->FromProcess = std::move(Record);
                Done.push_back(List[Which]);
              });
  return Done;
}

/// Does what parse() does, for those of \p List that are new.
void UnitForks::forkParses(const std::vector<UnitState *> &List) {
  std::vector<UnitState *> New, Cuda;
  llvm::copy_if(List, std::back_inserter(New),
                [&](UnitState *U) { return !Pipe.Parses.isAsBefore(*U); });
  auto Take = [&](std::vector<UnitState *> Done) {
    for (UnitState *U : Done) {
      U->Now = std::move(*U->FromProcess);
      U->FromProcess.reset();
    }
    return Done;
  };
  std::vector<UnitState *> Done = Take(forkSteps(Side::Host, New, [&](UnitState &U) {
    U.Now = {};
    Pipe.Parses.takeSide(U, U.Unit.Host.get());
  }));
  llvm::copy_if(Done, std::back_inserter(Cuda),
                [](const UnitState *U) { return U->command().Lang == Language::Cuda; });
  llvm::erase_if(Done, [](const UnitState *U) { return U->command().Lang == Language::Cuda; });
  llvm::append_range(Done, Take(forkSteps(Side::Device, Cuda, [&](UnitState &U) {
                       Pipe.Parses.takeSide(U, U.Unit.Device.get());
                       Pipe.Parses.noteDefined(U);
                     })));
  for (UnitState *U : Done) {
    U->WasParsed = U->IsReleased = true;
    Pipe.Parses.finishSketch(*U);
  }
}

/// Does \p Step, for which \p S of a unit must be parsed, for units that have it neither parsed nor
/// made (\p IsMade); then they have it made.
void UnitForks::forkAhead(Side S, llvm::function_ref<bool(const UnitState &)> IsMade,
                          llvm::function_ref<void(UnitState &)> Step) {
  std::vector<UnitState *> List;
  for (UnitState &U : Units) {
    const ParsedSide *Parsed = (S == Side::Host ? U.Unit.Host : U.Unit.Device).get();
    bool Has = S == Side::Host ? U.sketch().HasHost : U.sketch().HasDevice;
    if (!U.Twin && !Parsed && Has && !IsMade(U))
      List.push_back(&U);
  }
  for (UnitState *U : forkSteps(S, List, Step)) {
    U->WasParsed = true;
    U->Former = U->FromProcess.get();
    U->Now.HandleNames = U->Former->HandleNames;
  }
}

} // namespace cu2cl
