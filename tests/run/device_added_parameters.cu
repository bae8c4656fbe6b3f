// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Parameters that the port adds beside those of the program: the offsets of pointers, the members of
// objects, what stands for a parameter that a kernel cannot take. They get names that nothing else has:
// no parameter, no variable of the body, no macro, no variable of the device. And parameters without
// names whose const follows the type.
#include <cstdio>
#define given_offset 3

struct View {
  int *data;
  int n;
};
struct Pair {
  int a, b;
};
__constant__ int view_data_offset = 1;
__constant__ int other_offset = 7;

__device__ int first(int a, int const, const int, int const volatile, float *const,
                     unsigned long const) {
  return a;
}

__global__ void k(int *data, unsigned *data_offset, int *given, int const, int *const, View view,
                  Pair p, int *other, int n) {
  int p_given = 2, view_data = 4, unused3 = 8;
  int i = threadIdx.x;
  p.a += i;
  if (i < n)
    data[i] = (int)data_offset[i] + given[i] + given_offset + p_given + view_data + view.data[i] +
              view_data_offset + other_offset + other[i] + p.a + p.b + unused3 +
              first(i, 1, 2, 3, nullptr, 4);
}

int main() {
  const int N = 32;
  int *d, h[N];
  unsigned *offsets, ho[N];
  for (int i = 0; i < N; ++i) {
    h[i] = i;
    ho[i] = 1000 * i;
  }
  cudaMalloc(&d, 8 * sizeof(h));
  cudaMalloc(&offsets, sizeof(ho));
  for (int part = 1; part < 4; ++part)
    cudaMemcpy(d + part * 2 * N, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(offsets, ho, sizeof(ho), cudaMemcpyHostToDevice);
  View view = {d + 4 * N, N};
  k<<<1, N>>>(d + 4, offsets, d + 2 * N, 5, nullptr, view, Pair{10, 20}, d + 6 * N, N);
  cudaMemcpy(h, d + 4, sizeof(h), cudaMemcpyDeviceToHost);
  bool fine = true;
  for (int i = 0; i < N; ++i)
    fine = fine && h[i] == 1000 * i + i + 3 + 2 + 4 + i + 1 + 7 + i + 10 + i + 20 + 8 + i;
  printf("%s\n", fine ? "PASSED" : "FAILED");
  return fine ? 0 : 1;
}
