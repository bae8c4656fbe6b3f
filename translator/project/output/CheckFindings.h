// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_CHECKFINDINGS_H
#define CU2CL_PROJECT_OUTPUT_CHECKFINDINGS_H

#include "frontend/LibraryErrors.h"
#include "project/output/ClangCheck.h"
#include "project/output/OutputTree.h"
#include <mutex>

namespace cu2cl {

/// The findings of the parses of an output, except those that follow from marks. For several
/// threads.
class CheckFindings {
public:
  /// \p Sink holds what was said of the input, which tells the files that are not complete.
  CheckFindings(const Layout &L, const OutputFiles &Files, DiagnosticSink &Sink);

  /// Keeps \p Finding, a place in the output, unless it follows from what was said already.
  void add(diag::Id Number, const ClangFinding &Finding);
  /// Reports what was kept, in an order that no thread decides. Where something is marked, and in
  /// headers that are not of the output, most of it follows from other errors: a few must do.
  void tell();

private:
  bool namesMarked(const ClangFinding &Finding) const;
  bool isCaught(const std::string &Name, const ClangFinding &Finding) const;
  bool followsFromMark(const std::string &Name, const ClangFinding &Finding) const;
  bool saysLibrary(const std::string &Name, const ClangFinding &Finding);

  const OutputFiles &Files;
  DiagnosticSink &Sink;
  std::set<std::string> FromBroken;     ///< output of files that Clang cannot parse
  std::set<std::string> FromIncomplete; ///< output of files in which something is marked
  std::set<std::string> FromConflict;   ///< ... in which no address space fits a pointer (2003)
  std::set<std::string> MarkedMacros;   ///< macros whose bodies have marks
  /// The names in the errors that were reported: of kernels, variables, classes.
  std::set<std::string> Marked;
  std::set<std::string> Reserved; ///< names of the project's that catch the port's (3016)
  LibraryErrors Libraries;
  std::mutex Lock;
  std::set<std::tuple<std::string, unsigned, unsigned, diag::Id, std::string>> Findings;
};

} // namespace cu2cl

#endif
