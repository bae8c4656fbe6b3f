// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_KNOWNLIBRARIES_H
#define CU2CL_PROJECT_INTAKE_KNOWNLIBRARIES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cu2cl {

/// The libraries (for -l) of an imported target of CMake's modules (`OpenGL::GL`); empty if it
/// is not known.
std::vector<std::string> librariesOfImported(llvm::StringRef Target);

/// The libraries that a program needs which includes \p Header (`GL/glut.h`); empty if none is
/// known.
std::vector<std::string> librariesOfHeader(llvm::StringRef Header);

/// Returns true if \p Name (of a link line, or after CUDA::) is a library of CUDA's of which clrt
/// has what the port needs: it is not linked, and nobody misses it.
bool isReplacedLibrary(llvm::StringRef Name);

/// Returns true if \p Name is one of CUDA's that runs on NVIDIA's devices only (1012).
bool isCudaLibrary(llvm::StringRef Name);

} // namespace cu2cl

#endif
