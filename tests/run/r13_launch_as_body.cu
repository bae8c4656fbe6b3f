// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R13: a launch as the sole body of if, else, for, while, do, case, a macro, and in comma
// expressions.
#include "check.h"

__global__ void add(int *v, int x) { atomicAdd(v, x); }

#define LAUNCH(v, x) add<<<1, 1>>>(v, x)
#define IF_LAUNCH(c, v, x)                                                                         \
  if (c)                                                                                           \
  add<<<1, 1>>>(v, x)

static int *d;
static int value() {
  int v;
  OK(cudaMemcpy(&v, d, sizeof v, cudaMemcpyDeviceToHost));
  OK(cudaMemset(d, 0, sizeof v));
  return v;
}

int main() {
  OK(cudaMalloc(&d, sizeof(int)));
  OK(cudaMemset(d, 0, sizeof(int)));
  volatile bool yes = true, no = false;
  if (no)
    add<<<1, 1>>>(d, 1);
  EXPECT_EQ(value(), 0);
  if (yes)
    add<<<1, 1>>>(d, 2);
  else
    add<<<1, 1>>>(d, 4);
  EXPECT_EQ(value(), 2);
  if (no)
    add<<<1, 1>>>(d, 1);
  else if (yes)
    add<<<1, 2>>>(d, 8);
  else
    add<<<1, 1>>>(d, 16);
  EXPECT_EQ(value(), 16);
  for (int i = 0; i < 5; i++)
    add<<<1, 1>>>(d, i);
  EXPECT_EQ(value(), 10);
  int n = 3;
  while (n-- > 0)
    LAUNCH(d, 100);
  EXPECT_EQ(value(), 300);
  do
    add<<<2, 2>>>(d, 1);
  while (no);
  EXPECT_EQ(value(), 4);
  IF_LAUNCH(no, d, 1);
  IF_LAUNCH(yes, d, 7);
  EXPECT_EQ(value(), 7);
  int before = 0;
  before++, add<<<1, 1>>>(d, 5), before++;
  EXPECT_EQ(before, 2);
  for (int i = 0; i < 2; add<<<1, 1>>>(d, 1), i++)
    add<<<1, 1>>>(d, 10);
  EXPECT_EQ(value(), 27);
  switch (before) {
  case 2:
    add<<<1, 1>>>(d, 3);
  case 3:
    add<<<1, 1>>>(d, 30);
    break;
  default:
    add<<<1, 1>>>(d, 300);
  }
  EXPECT_EQ(value(), 33);
  yes ? add<<<1, 1>>>(d, 6) : add<<<1, 1>>>(d, 9);
  EXPECT_EQ(value(), 6);
  OK(cudaFree(d));
  return verdict();
}
