// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_SELFCHECK_H
#define CU2CL_PROJECT_SELFCHECK_H

#include "project/OutputTree.h"

namespace cu2cl {

struct SelfCheckOptions {
  unsigned Threads = 1;
};

/// Parses every program of \p Files as OpenCL C 1.2 and every host source in the standard of its
/// target, against the clrt that \p Files holds; nothing is read from the output folder.
/// Errors, and warnings in host files that the input did not have, become 5001 with the place in
/// the output file. Without OpenCL headers on this machine the host check is left out (5002).
/// \returns true if nothing was found.
bool selfCheck(const Project &P, const Layout &L, const OutputFiles &Files,
               const SelfCheckOptions &Options, DiagnosticSink &Sink);

} // namespace cu2cl

#endif
