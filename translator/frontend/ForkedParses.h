// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_FORKEDPARSES_H
#define CU2CL_FRONTEND_FORKEDPARSES_H

#include "frontend/SharedStart.h"

namespace cu2cl {

/// Sources that are parsed from the same start, each in a process of its own.
struct ForkedGroup {
  std::vector<std::string> Headers;
  std::vector<std::pair<size_t, StartedSource>> Sources; ///< each with a number
  /// Parses from a start, and goes on with \p Which of the sources; returns the answer of that
  /// process, which is nothing if there is none.
  std::function<std::string(const SharedStart &Start, const size_t &Which)> Parse;
};

/// Cuts groups into parts that keep \p AtOnce processes busy, of \p Least sources or more.
std::vector<ForkedGroup> splitForked(std::vector<ForkedGroup> Groups, unsigned AtOnce,
                                     size_t Least);

/// Works on groups, \p AtOnce of them at the same time, and gives each answer to \p Take, in any
/// order. A source whose process ends otherwise has none. No other thread may run.
void parseForked(const std::vector<ForkedGroup> &Groups, unsigned AtOnce,
                 llvm::function_ref<void(size_t Which, llvm::StringRef Answer)> Take);

} // namespace cu2cl

#endif
