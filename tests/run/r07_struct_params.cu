// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R07: "struct S *" kernel parameters; int, short, float and char members lie alike on both sides.
#include "check.h"

struct Record {
  char tag;
  int count;
  short level;
  float weight;
  char name[5];
};
typedef struct Record *RecordPointer;

__global__ void update(struct Record *records, const struct Record *addend, int *sizes) {
  int i = threadIdx.x;
  struct Record *r = &records[i];
  r->tag += addend->tag;
  r->count += addend->count;
  r->level = (short)(r->level * addend->level);
  r->weight *= addend->weight;
  r->name[i % 5] = addend->name[i % 5];
  if (i == 0) {
    sizes[0] = (int)sizeof(struct Record);
    sizes[1] = (int)((char *)&records[1] - (char *)&records[0]);
    sizes[2] = (int)((char *)&r->name[0] - (char *)r);
  }
}

int main() {
  const int n = 10;
  struct Record r[n], add = {2, 1000, -3, 0.5f, {'a', 'b', 'c', 'd', 'e'}};
  for (int i = 0; i < n; i++) {
    Record init = {(char)i, i * i, (short)(100 * i), 1.5f * i, {'0', '1', '2', '3', '4'}};
    r[i] = init;
  }
  RecordPointer d_r, d_add;
  int sizes[3], *d_sizes;
  OK(cudaMalloc(&d_r, sizeof r));
  OK(cudaMalloc((void **)&d_add, sizeof add));
  OK(cudaMalloc(&d_sizes, sizeof sizes));
  OK(cudaMemcpy(d_r, r, sizeof r, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_add, &add, sizeof add, cudaMemcpyHostToDevice));
  update<<<1, n>>>(d_r, d_add, d_sizes);
  struct Record got[n];
  OK(cudaMemcpy(got, d_r, sizeof got, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(sizes, d_sizes, sizeof sizes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    EXPECT_EQ(got[i].tag, i + 2);
    EXPECT_EQ(got[i].count, i * i + 1000);
    EXPECT_EQ(got[i].level, -300 * i);
    EXPECT_EQ(got[i].weight, 0.75f * i);
    for (int c = 0; c < 5; c++)
      EXPECT_EQ(got[i].name[c], c == i % 5 ? 'a' + c : '0' + c);
  }
  EXPECT_EQ(sizes[0], (int)sizeof(Record));
  EXPECT_EQ(sizes[1], (int)sizeof(Record));
  EXPECT_EQ(sizes[2], (int)((char *)r[0].name - (char *)&r[0]));
  OK(cudaFree(d_r));
  OK(cudaFree(d_add));
  OK(cudaFree(d_sizes));
  return verdict();
}
