// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_CONSOLE_H
#define CU2CL_TOOL_CONSOLE_H

#include "tool/Options.h"

namespace cu2cl {

/// A progress function for many files, if somebody sits at a terminal; else empty.
std::function<void(unsigned, unsigned)> progressOnTerminal(bool Quiet);

/// Prints the messages, the pointers if asked for, and what was done.
/// \returns the exit status: 0 no errors, 1 marked for hand work, 2 usage or input error.
int printResult(const ToolOptions &Options, const PipelineResult &Result,
                const DiagnosticSink &Sink);

} // namespace cu2cl

#endif
