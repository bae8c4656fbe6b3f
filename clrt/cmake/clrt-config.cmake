# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(clrt): the target clrt::clrt and the function clrt_add_program.
include(CMakeFindDependencyMacro)
find_dependency(OpenCL)
find_dependency(Threads)
include("${CMAKE_CURRENT_LIST_DIR}/clrt-targets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/clrt.cmake")
# A project that loads libraries at run time sets CLRT_SHARED.
get_target_property(clrt_type clrt::clrt TYPE)
if(CLRT_SHARED AND NOT clrt_type STREQUAL "SHARED_LIBRARY")
  set(clrt_FOUND FALSE)
  set(clrt_NOT_FOUND_MESSAGE "The installed clrt is a static library, of which a program and the libraries that it \
loads would each have their own, with memory and streams of their own. Install clrt with -DCLRT_SHARED=ON.")
endif()
unset(clrt_type)
