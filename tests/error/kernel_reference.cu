// expect: CU2CL2081 state
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Of a managed object a kernel may have a reference in CUDA.
struct State {
  int steps;
};
__global__ void step(State &state) { ++state.steps; }
void run(State *managed) { step<<<1, 1>>>(*managed); }
