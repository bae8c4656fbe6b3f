// expect: CU2CL2303 __shfl_down_sync
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cooperative_groups.h>

__global__ void kernel(unsigned *v) {
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  unsigned x = tile.shfl(v[threadIdx.x], 0);
  switch (x & 3) {
  case 0:
    while (x < 9) {
      x += 2;
    case 1:
      x += __shfl_down_sync(0xffffffff, x, 1);
    }
    break;
  default:
    x = 2;
  }
  v[threadIdx.x] = x;
}

// The library's function is one that every device runs here.
__global__ void other(unsigned *v) {
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  v[threadIdx.x] = tile.shfl(v[threadIdx.x], 1);
}

void launch(unsigned *d) {
  kernel<<<1, 32>>>(d);
  other<<<1, 32>>>(d);
}
