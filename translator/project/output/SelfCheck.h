// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_SELFCHECK_H
#define CU2CL_PROJECT_OUTPUT_SELFCHECK_H

#include "project/output/OutputTree.h"

namespace cu2cl {

/// A parse of one output file that found nothing, and the files that it read.
struct CheckRecord {
  std::string Key;               ///< of its arguments and the contents of those files
  std::vector<std::string> Read; ///< absolute paths, sorted; the output seems to lie in one folder
};

/// By a key of the arguments. A parse that found something is none: it is made again.
using CheckRecords = std::map<std::string, CheckRecord>;

struct SelfCheckOptions {
  unsigned Threads = 1;
  CheckRecords Former; ///< of the last run with the same tool and options
  /// A key of lines that may name folders of the project. For several threads, as the next.
  std::function<std::string(const std::vector<std::string> &)> KeyOf;
  /// The hash of a file that is not of the output; nothing if it cannot be relied on.
  std::function<std::optional<std::string>(const std::string &)> HashOf;
};

/// Parses every program of \p Files as OpenCL C 1.2 and every host source in the standard of its
/// target, against the clrt that \p Files holds; nothing is read from the output folder.
/// Errors, and warnings in host files that the input did not have, become 5001 with the place in
/// the output file. Without OpenCL headers on this machine the host check is left out (5002).
/// A file that the last run found clean, and that reads the same files, is not parsed again.
/// \returns what was found clean, for the next run.
CheckRecords selfCheck(const Project &P, const Layout &L, const OutputFiles &Files,
                       const SelfCheckOptions &Options, DiagnosticSink &Sink);

} // namespace cu2cl

#endif
