// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cub/cub.cuh>

// What templates have by default leaves the names of their classes; objects without members are not there.
__global__ void k(const int *in, int *out, int n) {
  typedef cub::BlockReduce<int, 256> Reduce;
  typedef cub::BlockReduce<int, 16, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 16> Square;
  typedef cub::BlockLoad<int, 256, 2> Load;
  __shared__ Reduce::TempStorage temp;
  __shared__ cub::WarpReduce<int>::TempStorage warp;
  __shared__ union {
    Square::TempStorage square;
    Load::TempStorage load;
  } other;
  int items[2];
  Load(other.load).Load(in, items, n);
  int total = Reduce(temp).Sum(items[0], n);
  total += Square(other.square).Sum(items[1]);
  total += cub::WarpReduce<int>(warp).Sum(total);
  out[threadIdx.x] = total;
}
// CL: __local BlockReduce_int_256_TempStorage temp;
// CL: BlockLoad_int_256_2_Load_const_int_p_2(in, &items, n);
// CL: int total = BlockReduce_int_256_Sum_int_int(
// CL: total += BlockReduce_int_16_BLOCK_REDUCE_WARP_REDUCTIONS_16_Sum_int(
// CL: total += WarpReduce_int_Reduce_plus(total, 32, warp_);
