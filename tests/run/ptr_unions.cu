// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device pointers that another member of a union, or the bytes of an object, have moved: kernels get
// the place that the pointer leads to then. Each kernel has one launch, so that its facts are its own.
#include "check.h"

#include <cstring>

struct View {
  int *p;
  int n;
};
union Words {
  View view;
  unsigned long long words[2];
};
union Bytes {
  struct {
    int *p;
    int n;
  } held;
  char bytes[16];
};
struct Tagged {
  int tag;
  union {
    int *p;
    unsigned long long number;
  };
};
template <class T> union Slot {
  T *p;
  size_t number;
};

__global__ void of_words(int *p) { *p += 1; }
__global__ void of_bytes(int *p) { *p += 10; }
__global__ void of_tagged(int *p) { *p += 100; }
__global__ void of_slot(int *p) { *p += 1000; }
__global__ void of_view(View v) { *v.p += 10000; }
__global__ void of_object(int *p) { *p += 100000; }

int main() {
  const int n = 6;
  int *d[n];
  for (int *&p : d) {
    OK(cudaMalloc(&p, 32));
    OK(cudaMemset(p, 0, 32));
  }
  Words words;
  words.view.p = d[0];
  words.words[0] += 4;
  of_words<<<1, 1>>>(words.view.p);
  Bytes bytes;
  unsigned long long number;
  bytes.held.p = d[1];
  memcpy(&number, bytes.bytes, sizeof number);
  number += 8;
  memcpy(bytes.bytes, &number, sizeof number);
  of_bytes<<<1, 1>>>(bytes.held.p);
  Tagged tagged;
  tagged.p = d[2];
  tagged.number += 12;
  of_tagged<<<1, 1>>>(tagged.p);
  Slot<int> slot;
  slot.p = d[3];
  slot.number += 16;
  of_slot<<<1, 1>>>(slot.p);
  Words whole;
  whole.view.p = d[4];
  whole.words[0] += 20;
  of_view<<<1, 1>>>(whole.view);
  View object = {d[5], 2};
  ((unsigned char *)&object)[0] += 24;
  of_object<<<1, 1>>>(object.p);
  for (int i = 0, value = 1; i < n; i++, value *= 10) {
    int got[8];
    OK(cudaMemcpy(got, d[i], sizeof got, cudaMemcpyDeviceToHost));
    for (int k = 0; k < 8; k++)
      EXPECT_EQ(got[k], k == i + 1 ? value : 0);
    OK(cudaFree(d[i]));
  }
  return verdict();
}
