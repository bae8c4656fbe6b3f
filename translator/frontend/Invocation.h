// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_INVOCATION_H
#define CU2CL_FRONTEND_INVOCATION_H

#include "frontend/ParsedUnit.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace cu2cl {

/// Arguments that make Clang take what GCC takes: undeclared functions and missing types in C, and
/// omp.h, which addHostHeaders() lays into the file system for it.
std::vector<std::string> likeGcc(Language Lang);
void addHostHeaders(llvm::vfs::InMemoryFileSystem &Files);

/// The Clang driver arguments that parse \p Command as nvcc would compile its \p S side.
std::vector<std::string> clangArguments(const CompileCommand &Command, Side S,
                                        const FrontendOptions &Options);

/// The real file system with the bundled CUDA headers laid over it under cudaHeaderRoot(), and
/// \p Changed, texts by absolute path.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
inputFileSystem(const std::map<std::string, std::string> &Changed = {});

} // namespace cu2cl

#endif
