// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void sums(float *o, int n) {
  int lane = threadIdx.x % 32;
  float v = o[lane];
  // CL: bool taken = lane < n;
  // CL: float exchanged = clrt_shfl_down_float(v, 1, 32, warp);
  // CL: v += taken ? exchanged : 0;
  v += lane < n ? __shfl_down_sync(~0u, v, 1) : 0;
  // CL: bool taken2 = lane++ > 3;
  // CL: bool taken3 = !taken2;
  // CL: v *= taken2 ? exchanged2 : exchanged3;
  v *= lane++ > 3 ? __shfl_sync(~0u, v, 1) : __shfl_sync(~0u, v, 2);
  // CL: bool taken4 = !(lane < 3);
  // CL: int exchanged4 = clrt_any(~0u, taken4 && v > 2, warp);
  // CL: bool some = !taken4 || exchanged4;
  bool some = lane < 3 || __any_sync(~0u, v > 2);
  // CL: float a = n > 4 ? clrt_shfl_float(v, 2, 32, warp) : 0;
  float a = n > 4 ? __shfl_sync(~0u, v, 2) : 0;
  o[lane] = v + some + a;
}

// What an expression did before would be done after the exchange.
__global__ void with_effects(int *o) {
  int v = o[threadIdx.x], i = 0;
  // DIAG: 2317
  o[i++] = threadIdx.x < 5 ? __shfl_sync(31, v, 0) : 0;
}
