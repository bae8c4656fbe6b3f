// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_TWINS_H
#define CU2CL_FRONTEND_TWINS_H

#include "core/source/ParsedSide.h"
#include <optional>

namespace cu2cl {

// A source that is compiled for several targets has a unit for each command line. Where these
// differ only in definitions of names that nothing of the unit mentions, one is parsed and
// translated, and the others have the same.

/// Those of \p Names that the text of \p Side, with all it includes, mentions. A name that comes
/// of pasted tokens (##) counts, too.
std::set<std::string> mentionedIn(const ParsedSide &Side, const std::set<std::string> &Names);

/// The state of the units of a project while they are parsed in rounds.
class TwinSearch {
public:
  explicit TwinSearch(const std::vector<CompileCommand> &Commands);

  /// The names that command lines of the same source define differently, by source.
  const std::set<std::string> &varying(const std::string &Source) const;

  /// Of \p Rest (indices of command lines), those to parse now; the others stay in \p Rest, since
  /// they may turn out to be like one of these.
  std::vector<size_t> takeRound(std::vector<size_t> &Rest) const;

  /// \p Unit is parsed, and mentions these names.
  void addParsed(size_t Unit, const std::set<std::string> &Mentioned);

  /// A parsed unit that says what \p Unit would say.
  std::optional<size_t> twinOf(size_t Unit) const;

private:
  /// All of a command line but the definitions.
  using Class = std::vector<std::string>;
  struct Parsed {
    size_t Unit;
    std::set<std::string> Mentioned;
  };

  std::vector<std::vector<std::string>> Definitions;
  std::vector<Class> Classes;
  std::map<std::string, std::set<std::string>> Varying;
  std::map<Class, std::vector<Parsed>> ByClass;
};

} // namespace cu2cl

#endif
