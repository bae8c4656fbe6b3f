// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_HEADERCOPIES_H
#define CU2CL_TOOL_HEADERCOPIES_H

#include "core/source/Edit.h"
#include "project/output/Layout.h"
#include "tool/UnitRecord.h"

namespace cu2cl {

/// The host text of one source and of the headers that it includes.
struct HostSource {
  std::string Path;
  EditSet Edits; ///< of all its command lines
  std::vector<IncludedFile> Includes;
  /// As UnitHost::Handles.
  std::set<std::pair<std::string, std::pair<std::string, bool>>> Handles;
};

/// Host headers that mean different things to different sources (a macro or a header before the
/// include, command lines) have copies: x.hpp, and x_other.hpp for other.cu and those that agree
/// with it. Two sources agree on a header if their edits of it are no conflict, no kernel handle
/// that both take there is the handle of different programs, and they agree on what it includes.
class HeaderCopies {
public:
  /// \p HandleNames: the handles' qualified names, by the file that has the kernels.
  HeaderCopies(const Project &P, const Layout &Files, std::vector<HostSource> Sources,
               const std::map<std::string, std::set<std::string>> &HandleNames);

  /// The edits of all sources. Those of a further copy have a name of their own.
  const EditSet &edits() const { return All; }
  /// The further copies: the names in edits(), and the header and its output path.
  struct Copy {
    std::string Input, Host;
  };
  const std::map<std::string, Copy> &copies() const { return Further; }
  /// The path of the input that \p Name in edits() stands for.
  const std::string &inputOf(const std::string &Name) const {
    auto It = Further.find(Name);
    return It == Further.end() ? Name : It->second.Input;
  }
  /// Output paths of the programs whose handles source \p Path includes, itself or through headers.
  std::vector<std::string> programsOf(const std::string &Path) const;

private:
  struct Agreement;
  bool choose(const std::string &Header);
  bool join(Agreement &With, size_t Source, const std::string &Header) const;
  std::string nameFor(size_t Source, const std::string &File) const;
  void nameCopies();
  EditSet renamed(size_t Source) const;
  void renameIncludes(size_t Source, EditSet &Edits) const;

  const Layout &Files;
  std::vector<HostSource> Sources;
  const std::map<std::string, std::set<std::string>> &HandleNames;
  std::vector<std::map<std::string, unsigned>> Chosen; ///< by source and header; 0 if not there
  std::vector<std::map<std::string, EditSet>> EditsOf; ///< by source and file, without macros
  std::map<std::string, Copy> Further;
  std::map<std::string, std::set<std::string>> ProgramsIn; ///< by name in edits()
  EditSet All;
};

} // namespace cu2cl

#endif
