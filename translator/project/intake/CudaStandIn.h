// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_CUDASTANDIN_H
#define CU2CL_PROJECT_INTAKE_CUDASTANDIN_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cu2cl {

/// Writes a folder that CMake takes for a CUDA toolkit, for machines without one: bin/nvcc answers
/// the questions that CMake asks a compiler, and whatever it is told to compile it "compiles" to a
/// text that CMake recognises. Headers and libraries are there by name and empty. Nothing that is
/// made with it is ever used. \returns false if the folder cannot be written.
bool writeCudaStandIn(const std::string &Folder);

/// Writes \p Text to the file \p Path and makes its folder. \returns false if that fails.
bool writeTextFile(const std::string &Path, llvm::StringRef Text);

} // namespace cu2cl

#endif
