// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Cooperative groups, in CUDA. What is only declared has no translation.
#ifndef CU2CL_LIB_COOPERATIVE_GROUPS_H
#define CU2CL_LIB_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

namespace cooperative_groups {

class thread_block {
public:
  __cu2cl_device static void sync() { __syncthreads(); }
  __cu2cl_device static unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __cu2cl_device static unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
};

__cu2cl_device inline thread_block this_thread_block() { return thread_block(); }

class grid_group {
public:
  __cu2cl_device void sync() const;
};
__cu2cl_device inline grid_group this_grid() { return grid_group(); }

} // namespace cooperative_groups

#endif
