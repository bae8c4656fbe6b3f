// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_CMAKE_COMPLETEOUTPUT_H
#define CU2CL_PROJECT_CMAKE_COMPLETEOUTPUT_H

#include "project/output/OutputTree.h"

namespace cu2cl {

/// Adds the device headers of clrt that device files include.
void addDeviceHeaders(OutputFiles &Files);

/// Adds what every output project needs and no unit makes: CMakeLists.txt, clrt with the device
/// headers that the programs use. Self-check, report and write all see the result.
void completeOutput(const Project &P, const Layout &L, const WriteOptions &Options,
                    OutputFiles &Files);

} // namespace cu2cl

#endif
