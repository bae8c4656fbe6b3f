// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_ANALYSIS_WAITS_H
#define CU2CL_OPTIMIZERS_ANALYSIS_WAITS_H

namespace clang {
class FunctionDecl;
class Stmt;
} // namespace clang

namespace cu2cl::opt {

/// Returns a loop of \p Kernel, or of a function that it calls, that may not end before another
/// work-item has written to memory; null if there is none. Merged work-items run one after the
/// other or together, so such a loop may wait for a work-item that follows it in the same copy.
///
/// A loop counts as one if each of its exits depends on memory that others may change while it
/// runs: a volatile access, an access beside a memory fence, or an atomic operation that does not
/// itself bring the loop forward (a compare-exchange of a value that the loop read, an addition).
const clang::Stmt *findWait(const clang::FunctionDecl *Kernel);

} // namespace cu2cl::opt

#endif
