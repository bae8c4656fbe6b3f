// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_CMAKE_CMAKEWRITER_H
#define CU2CL_PROJECT_CMAKE_CMAKEWRITER_H

#include "project/output/OutputTree.h"

namespace cu2cl {

/// The CMakeLists.txt of the output: every program and library of the project with its definitions,
/// include folders and libraries, the OpenCL programs that it embeds, and clrt.
std::string cmakeText(const Project &P, const Layout &L, const OutputFiles &Files);

} // namespace cu2cl

#endif
