# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(clrt): the target clrt::clrt and the function clrt_add_program.
include(CMakeFindDependencyMacro)
find_dependency(OpenCL)
find_dependency(Threads)
include("${CMAKE_CURRENT_LIST_DIR}/clrt-targets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/clrt.cmake")
