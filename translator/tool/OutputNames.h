// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_OUTPUTNAMES_H
#define CU2CL_TOOL_OUTPUTNAMES_H

#include "frontend/ParsedUnit.h"
#include "host/unit/HostRewriter.h"
#include "project/output/Layout.h"
#include "tool/UnitRecord.h"

namespace cu2cl {

/// Properties of files that the parsed units show: which include which, and so the layout and the
/// names that the host rules ask for.
class OutputNames {
public:
  /// \p Units: of the project's command lines, in their order.
  OutputNames(const Project &P, const std::vector<const UnitSketch *> &Units);

  const Layout &layout() const { return *Files; }
  /// The file whose plan has the program (or device file) \p ClPath; null if none.
  const FilePlan *ownerOfProgram(const std::string &ClPath) const;
  /// The functions that the host rules call, also from several threads.
  HostContext hostContext() const;
  /// Returns true if \p File is \p Source or a header that it includes.
  bool includes(const std::string &Source, const std::string &File) const;

  llvm::StringRef textOf(const std::string &Input) const;
  Place placeOf(const std::string &Input, unsigned Offset) const;
  std::string relative(const std::string &Input) const;

  /// All that the functions of hostContext() answer from, as lines.
  std::vector<std::string> describe() const;

private:
  std::string renamedInclude(const std::string &From, const IncludeDirective &D) const;
  std::string handlesInclude(const std::string &From, const std::string &KernelFile,
                             bool Shared) const;

  std::string Root;
  std::vector<std::pair<std::string, std::string>> Generated; ///< folders, and their names
  std::unique_ptr<Layout> Files;
  std::map<std::string, std::set<std::string>>
      Closure;                     ///< source to the files it includes, itself too
  std::set<std::string> SeenFromC; ///< files that must stay C
  std::map<std::string, std::string> Texts;
};

} // namespace cu2cl

#endif
