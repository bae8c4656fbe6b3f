// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R30: cudaMemcpyDefault, and kinds that are in variables, tables and expressions.
#include "check.h"

static cudaError_t transfer(void *to, const void *from, size_t n, bool up) {
  return cudaMemcpy(to, from, n, up ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
}

int main() {
  int v[16], got[16], *d, *e;
  for (int i = 0; i < 16; i++)
    v[i] = 5 * i - 7;
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMalloc(&e, sizeof v));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyDefault));
  OK(cudaMemcpy(e, d, sizeof v, cudaMemcpyDefault));
  memset(got, 0, sizeof got);
  OK(cudaMemcpy(got, e, sizeof v, cudaMemcpyDefault));
  EXPECT(memcmp(v, got, sizeof v) == 0);

  const cudaMemcpyKind kinds[3] = {cudaMemcpyHostToDevice, cudaMemcpyDeviceToDevice,
                                   cudaMemcpyDeviceToHost};
  cudaMemcpyKind kind = kinds[0];
  v[3] = 99;
  OK(cudaMemcpy(d, v, sizeof v, kind));
  kind = kinds[1];
  OK(cudaMemcpy(e, d, sizeof v, kind));
  OK(cudaMemcpy(got, e, sizeof v, kinds[2]));
  EXPECT(memcmp(v, got, sizeof v) == 0);

  v[4] = 44;
  OK(transfer(d, v, sizeof v, true));
  OK(transfer(got, d, sizeof v, false));
  EXPECT(memcmp(v, got, sizeof v) == 0);
  v[5] = 55;
  OK(cudaMemcpy(got, v, sizeof v, cudaMemcpyHostToHost));
  EXPECT(memcmp(v, got, sizeof v) == 0);
  OK(cudaFree(d));
  OK(cudaFree(e));
  return verdict();
}
