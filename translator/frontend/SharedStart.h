// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_SHAREDSTART_H
#define CU2CL_FRONTEND_SHAREDSTART_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class Preprocessor;
} // namespace clang

namespace cu2cl {

/// The source that a process of its own goes on with.
struct StartedSource {
  std::string Path;
  /// NAME or NAME=VALUE: what its command line defines beyond that of the start.
  std::vector<std::string> Definitions;
};

/// Most of what a parse costs is standard headers, and the units of a project include much the same
/// ones. So one process parses these headers, and is forked for each unit, which goes on from
/// there. The standard lets a program include its headers in any order and as often as it likes;
/// what the unit says itself is therefore what it says without that.
struct SharedStart {
  std::vector<std::string> Headers; ///< standard headers that all the units include
  /// Called after them. It returns in a new process for each unit, with the source to go on with,
  /// and does not return in this one.
  std::function<StartedSource()> Fork;
  /// Headers that the text after the fork has not included itself. If there are any in the end,
  /// the parse does not count: it saw more than the unit says.
  mutable std::set<std::string> Unasked;
  /// The unit's parse is another one without the start: the headers mention what it defines, or
  /// it takes more headers in front.
  mutable bool IsRefused = false;

  bool counts() const { return Unasked.empty() && !IsRefused; }
};

/// Returns true if a macro of that name may change what a standard header declares. Programs may
/// define none of the names that these use; what is meant to be defined begins with an underscore.
bool mayMatterToHeaders(llvm::StringRef Macro);

/// Finds the text of a file; nothing if it is none of the project.
using TextFinder = llvm::function_ref<std::optional<std::string>(const std::string &Path)>;

/// The standard headers that \p Source certainly includes, in order, also by headers of the
/// project, up to a place that may change what a header means: a definition of a macro whose name
/// is not in capital letters or begins with an underscore, #pragma, a header that is not known.
/// \p Folders: absolute ones that headers are looked for in.
std::vector<std::string> leadingHeaders(const std::string &Source,
                                        llvm::ArrayRef<std::string> Folders, TextFinder TextOf);

/// Units that begin with some of the same headers.
struct StartGroup {
  std::vector<std::string> Headers;
  std::vector<size_t> Members; ///< indices of the lists
};

/// Divides units, each with its leading headers, into groups for which it pays to parse headers
/// once: of \p Least members or more. Other units are in no group.
std::vector<StartGroup> groupByStart(const std::vector<std::vector<std::string>> &Headers,
                                     size_t Least);

/// The path and the text of a file that includes the headers of \p Start. It counts as a system
/// header.
std::string startPath();
std::string startText(const SharedStart &Start);

/// Returns where the main file of the process that is forked seems to lie. It is empty.
std::string startMainPath();

/// Has \p Compiler call Fork after what is before the main file, and go on with the source
/// that it gives as the main file. To be called before other observers of the preprocessor are
/// added.
void forkBehindStart(clang::CompilerInstance &Compiler, const SharedStart &Start);

/// Returns where a parse of the main file ends.
clang::SourceLocation endOfMainFile(const clang::SourceManager &Sources);

} // namespace cu2cl

#endif
