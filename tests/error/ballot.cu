// expect: CU2CL2304 shfl_down
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cooperative_groups.h>

__global__ void kernel(unsigned *v) {
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  unsigned x = v[threadIdx.x];
again:
  x += tile.shfl_down(x, 1);
  if (x < 100)
    goto again;
  v[threadIdx.x] = x;
}

// The library's function is one that every device runs here.
__global__ void other(unsigned *v) {
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  v[threadIdx.x] = tile.shfl_down(v[threadIdx.x], 1);
}

void launch(unsigned *d) {
  kernel<<<1, 32>>>(d);
  other<<<1, 32>>>(d);
}
