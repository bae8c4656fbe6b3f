// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/JoinedUnits.h"
#include "core/source/Definitions.h"
#include "frontend/JoinedSources.h"
#include "project/intake/LinkGroups.h"
#include "llvm/ADT/STLExtras.h"

namespace cu2cl {
namespace {

class UnitJoiner {
public:
  UnitJoiner(const Project &P, std::vector<LinkedUnit> &Units, const FrontendOptions &Options)
      : Units(Units), Options(Options), Programs(linkedPrograms(P)) {}

  void run(DiagnosticSink &Sink) {
    auto IsOpen = [](const LinkedUnit &U) { return !U.Links.Missing.empty(); };
    if (llvm::none_of(Units, IsOpen))
      return;
    for (LinkedUnit &U : Units)
      if (!U.Defined) {
        U.NeedDevice();
        U.Defined = definedDeviceFunctions(*U.Unit->Device);
      }
    for (LinkedUnit &U : Units)
      if (!U.Links.Missing.empty())
        join(U, Sink);
  }

private:
  /// Adds units until none defines what is still missing: what they define may call more.
  void join(LinkedUnit &U, DiagnosticSink &Sink) {
    std::vector<const ParsedUnit *> Others;
    std::set<std::string> Linked;
    DeviceLinkFacts Links = U.Links;
    for (;;) {
      size_t Before = Others.size();
      for (const std::set<std::string> &Function : Links.Missing)
        if (const ParsedUnit *Other = definer(*U.Unit, Function);
            Other && !llvm::is_contained(Others, Other))
          Others.push_back(Other);
      Linked.insert(Links.MissingNames.begin(), Links.MissingNames.end());
      if (Others.size() == Before)
        break;
      std::unique_ptr<ParsedSide> Joined = parseJoined(*U.Unit, Others, Linked, Options);
      if (!Joined->isUsable() || (Joined->HasErrors && !U.Unit->Device->HasErrors)) {
        Others.resize(Before);
        break;
      }
      U.JoinedReach = computeDeviceCallGraph(*Joined);
      Links = collectDeviceLinks(*U.JoinedReach);
      U.Joined = std::move(Joined);
    }
    if (!U.Joined)
      return;
    for (const JoinedPart &Part : U.Joined->Joined)
      if (Part.Path != Part.Source)
        Sink.standsFor(Part.Path, Part.Source);
    reportChangedMeanings(*U.Joined, *U.JoinedReach, Others, Sink);
  }

  /// The unit that gives \p For a body for the function that has one of these names; null if there
  /// is none, or if the programs that \p For belongs to do not agree.
  const ParsedUnit *definer(const ParsedUnit &For, const std::set<std::string> &Function) const {
    const LinkedUnit *Found = linkedDefiner(For, Function);
    if (Found)
      Found->NeedDevice();
    return Found ? Found->Unit : nullptr;
  }

  const LinkedUnit *linkedDefiner(const ParsedUnit &For,
                                  const std::set<std::string> &Function) const {
    const LinkedUnit *Found = nullptr;
    bool InProgram = false;
    for (const std::vector<std::string> &Sources : Programs) {
      if (!llvm::is_contained(Sources, For.Command.File))
        continue;
      InProgram = true;
      const LinkedUnit *Here = nullptr;
      for (const std::string &Source : Sources)
        Here = Here ? Here : definedBy(For, Function, [&](const std::string &File) {
          return File == Source;
        });
      if (Here && Found && Here != Found)
        return nullptr;
      Found = Here ? Here : Found;
    }
    return InProgram ? Found : definedBy(For, Function, [](const std::string &) { return true; });
  }

  /// The unit of such a file with a body for the function, by preference with \p For's definitions.
  const LinkedUnit *definedBy(const ParsedUnit &For, const std::set<std::string> &Function,
                              llvm::function_ref<bool(const std::string &)> IsWanted) const {
    const LinkedUnit *Found = nullptr;
    for (const LinkedUnit &U : Units) {
      const CompileCommand &C = U.Unit->Command;
      bool Defines = llvm::any_of(
          Function, [&](const std::string &Usr) { return U.Defined->count(Usr) != 0; });
      if (!Defines || U.Unit == &For || C.File == For.Command.File || !IsWanted(C.File))
        continue;
      bool Alike = definitionsOf(C) == definitionsOf(For.Command);
      if (!Found || (Alike && definitionsOf(Found->Unit->Command) != definitionsOf(For.Command)))
        Found = &U;
    }
    return Found;
  }

  std::vector<LinkedUnit> &Units;
  const FrontendOptions &Options;
  std::vector<std::vector<std::string>> Programs;
};

} // namespace

void joinUnits(const Project &P, std::vector<LinkedUnit> &Units, const FrontendOptions &Options,
               DiagnosticSink &Sink) {
  UnitJoiner(P, Units, Options).run(Sink);
}

} // namespace cu2cl
