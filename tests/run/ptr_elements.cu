// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Addresses of elements of device memory in every spelling: subscripts, parentheses, casts,
// members, rows of arrays.
#include "check.h"

#include <cstddef>
#include <cstdlib>

struct Body {
  float pos[3];
  float mass;
};

__global__ void add(float *v, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += by;
}
__global__ void set_masses(Body *b, int n) {
  int i = threadIdx.x;
  if (i < n) {
    b[i].mass = 10.0f + i;
    for (int k = 0; k < 3; k++)
      b[i].pos[k] = i + 0.25f * k;
  }
}
__global__ void add_rows(float (*rows)[8], int n) {
  int i = threadIdx.x;
  if (i < n)
    for (int k = 0; k < 8; k++)
      rows[i][k] += 100.0f;
}

int main() {
  const int n = 32;
  float h[n], *d;
  for (int i = 0; i < n; i++)
    h[i] = (float)i;
  OK(cudaMalloc((void **)&d, sizeof(*d) * n));
  OK(cudaMemcpy(&d[0], h, sizeof(h[0]) * n, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(&(d[4]), &(h[8]), 2 * sizeof(float), cudaMemcpyHostToDevice));
  OK(cudaMemcpy((void *)(&d[6]), (const void *)&h[10], sizeof(*d), cudaMemcpyHostToDevice));
  OK(cudaMemcpy((char *)d + 7 * sizeof(float), h + 11, sizeof d[0], cudaMemcpyHostToDevice));
  add<<<1, 4>>>(&(d[4]), 4, 0.5f);
  add<<<1, 4>>>(&*d, 1, 0.5f);
  add<<<1, 4>>>(&((d + 1)[1]), 1, 0.5f);
  float got[n];
  OK(cudaMemcpy(got, (&d[0]), n * sizeof *d, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], (i >= 4 && i < 8 ? i + 4.5f : i == 0 || i == 2 ? i + 0.5f : (float)i));
  float one;
  OK(cudaMemcpy(&one, &(d)[3], sizeof one, cudaMemcpyDeviceToHost));
  EXPECT_EQ(one, 3.0f);

  Body *bodies, first;
  OK(cudaMalloc(&bodies, 4 * sizeof(Body)));
  set_masses<<<1, 4>>>(bodies, 4);
  OK(cudaMemcpy(&one, &bodies[2].mass, sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(one, 12.0f);
  OK(cudaMemcpy(&one, &(bodies + 1)->mass, sizeof(bodies->mass), cudaMemcpyDeviceToHost));
  EXPECT_EQ(one, 11.0f);
  OK(cudaMemcpy(&one, &bodies[3].pos[1], sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(one, 3.25f);
  float xyz[3];
  OK(cudaMemcpy(xyz, bodies[1].pos, sizeof(bodies[1].pos), cudaMemcpyDeviceToHost));
  EXPECT_EQ(xyz[2], 1.5f);
  OK(cudaMemcpy(&first, bodies, sizeof(Body), cudaMemcpyDeviceToHost));
  EXPECT_EQ(first.mass, 10.0f);

  float(*rows)[8];
  OK(cudaMalloc((void **)&rows, 4 * sizeof(*rows)));
  OK(cudaMemcpy(rows, h, 4 * sizeof(rows[0]), cudaMemcpyHostToDevice));
  add_rows<<<1, 4>>>(rows + 1, 2);
  add<<<1, 8>>>(rows[3], 8, 0.25f);
  add<<<1, 8>>>(&rows[0][2], 1, 0.125f);
  OK(cudaMemcpy(got, rows, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], i + (i / 8 == 1 || i / 8 == 2 ? 100.0f
                           : i / 8 == 3             ? 0.25f
                           : i == 2                 ? 0.125f
                                                    : 0.0f));
  OK(cudaFree(rows));
  OK(cudaFree(bodies));
  OK(cudaFree(d));
  return verdict();
}
