// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_TOOLKITPATHS_H
#define CU2CL_FRONTEND_TOOLKITPATHS_H

#include "core/source/ParsedSide.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace cu2cl {

/// The name of the bundled header that \p Path, an absolute path of a header in an installed
/// toolkit, stands for: "cuda_runtime.h" for "/usr/local/cuda-10.1/include/cuda_runtime.h"; empty
/// if none.
llvm::StringRef headerOfToolkit(llvm::StringRef Path);

/// \p Base with the bundled headers of \p Bundled in the place of an installed toolkit's, which
/// scripts write into sources by their absolute paths.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withToolkitPaths(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base);

/// The bundled headers are system headers, also where a file of the project includes them by path.
void markSystemHeaders(clang::Preprocessor &PP);

/// Gives the includes of such paths in \p Side the names of the bundled headers that they found.
void nameToolkitHeaders(ParsedSide &Side);

} // namespace cu2cl

#endif
