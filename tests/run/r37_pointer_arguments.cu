// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R37: device pointer arguments that are not bare variables: f(s.p), f(a[i]), f(cond ? p : q),
// f((float *)p), f(g(p)).
#include "check.h"

struct Box {
  float *p;
  struct Box *next;
};

__global__ void add(float *v, float x) { v[threadIdx.x] += x; }

static void up(float *p, float x) { add<<<1, 16>>>(p, x); }
static float *itself(float *p) { return p; }

int main() {
  float *a[2], v[2][16];
  for (int i = 0; i < 2; i++) {
    OK(cudaMalloc((void **)(a + i), sizeof v[0]));
    OK(cudaMemset(a[i], 0, sizeof v[0]));
  }
  Box tail = {a[1], nullptr}, head = {a[0], &tail};
  Box *h = &head;
  void *untyped = a[1];
  volatile bool yes = true;
  up(head.p, 1);                         // a[0] = 1
  up(h->p, 2);                           // a[0] = 3
  up(h->next->p, 4);                     // a[1] = 4
  up(a[1], 8);                           // a[1] = 12
  up(yes ? a[0] : a[1], 16);             // a[0] = 19
  up((float *)untyped, 32);              // a[1] = 44
  up(static_cast<float *>(untyped), 64); // a[1] = 108
  up(itself(*a), 128);                   // a[0] = 147
  up(*(a + 1), 256);                     // a[1] = 364
  for (int i = 0; i < 2; i++)
    OK(cudaMemcpy(v[i], a[i], sizeof v[i], cudaMemcpyDeviceToHost));
  EXPECT_EQ(v[0][15], 147.0f);
  EXPECT_EQ(v[1][0], 364.0f);
  for (Box *b = h; b; b = b->next)
    OK(cudaFree(b->p));
  return verdict();
}
