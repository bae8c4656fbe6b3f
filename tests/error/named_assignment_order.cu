// expect: CU2CL2052 Place::operator=
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A call evaluates its object first, an assignment its right side.
struct Place {
  int v;
};
__global__ void advance(Place *p, int *out) {
  p->operator=(*++p);
  *out = p->v;
}

int main() {
  Place *p;
  int *out;
  cudaMalloc(&p, 4 * sizeof(Place));
  cudaMalloc(&out, sizeof(int));
  advance<<<1, 1>>>(p, out);
}
