// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_CMAKE_CMAKESOURCES_H
#define CU2CL_PROJECT_CMAKE_CMAKESOURCES_H

#include "project/output/Layout.h"

namespace cu2cl {

/// A word of CMake's language, quoted if it must be; nothing in it is expanded.
std::string quotedForCMake(llvm::StringRef Word);

/// CMake drops definitions with a `#`: the others of \p Definitions, and these as options.
std::vector<std::string> plainDefinitions(const std::vector<std::string> &Definitions);
std::vector<std::string> definingOptions(const std::vector<std::string> &Definitions);

/// One argument that CMake splits at the semicolons between the items.
std::string quotedListForCMake(const std::vector<std::string> &Items);

/// The definitions and include folders that single sources of targets have. A source file's
/// properties hold in all targets that have the file, so where two targets want different ones for
/// one file, the file takes them from a property of the target that compiles it.
class CMakeSources {
public:
  CMakeSources(const Project &P, const Layout &L);

  /// The commands to write after the target \p Name, which stands for \p T: properties of its
  /// sources (each source once, with the first of its targets) and of the target.
  std::string commandsFor(const ProgramTarget &T, llvm::StringRef Name);

private:
  /// The value of one property of a source in \p T, as a list for CMake; empty for none.
  using ListOf = std::string (CMakeSources::*)(const ProgramTarget &T,
                                               const std::string &Source) const;
  std::string definitionsOf(const ProgramTarget &T, const std::string &Source) const;
  std::string optionsOf(const ProgramTarget &T, const std::string &Source) const;
  std::string foldersFor(const ProgramTarget &T, const std::string &Source) const;
  bool differs(const std::string &Source, ListOf List) const;
  std::string property(const ProgramTarget &T, llvm::StringRef Name, const FilePlan &Plan,
                       bool IsNew, llvm::StringRef Property, ListOf List) const;

  const Project &P;
  const Layout &L;
  std::set<std::string> Plain, AsCxx, AsC, Written; ///< input sources
};

} // namespace cu2cl

#endif
