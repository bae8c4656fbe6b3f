// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_SPACEDLAUNCHES_H
#define CU2CL_FRONTEND_SPACEDLAUNCHES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace cu2cl {

/// nvcc takes `k << <grid, block >> > (x)`, Clang wants `<<<` in one piece. Moves the blanks after
/// it the brackets
/// ("<<< "), so that every other character keeps its place. Comments and literals stay as they are.
std::string joinLaunchBrackets(llvm::StringRef Text);

/// nvcc takes `k<<<{1, 2}, {3}>>>(x)`, Clang wants a type: "k<<<dim3{1, 2}, dim3{3}>>>(x)".
std::string nameBracedExtents(llvm::StringRef Text);

/// nvcc takes `extern __shared__ alignas(16) char s[]`, Clang wants the alignment first:
/// "alignas(16)extern __shared__  char s[]". Every character after it keeps its place.
std::string moveAlignments(llvm::StringRef Text);

/// \p Text with its launches and alignments as Clang takes them: all of the above.
std::string withUsualLaunches(llvm::StringRef Text);

/// \p Base with withUsualLaunches() applied to every file that needs it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withJoinedLaunches(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base);

} // namespace cu2cl

#endif
