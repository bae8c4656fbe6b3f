// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R35: a device pointer assigned, returned, selected, swapped, in a struct, class, array and
// vector, through a typedef and a reference, through a host template and a default argument.
#include "check.h"

#include <algorithm>
#include <vector>

typedef float *DevicePointer;
using Row = float *;

__global__ void plus_one(float *v) { v[threadIdx.x] += 1.0f; }
__global__ void blend(const float *a, float *b) { b[threadIdx.x] = a[threadIdx.x] + 10.0f; }

struct Pair {
  float *front, *back;
};
class Holder {
  DevicePointer data_;

public:
  explicit Holder(float *p) : data_(p) {}
  float *get() const { return data_; }
  void bump() { plus_one<<<1, 32>>>(data_); }
};

static float *same(float *p) { return p; }
static float *pick(bool first, float *a, float *b) { return first ? a : b; }
static void exchange(float *&a, float *&b) {
  float *t = a;
  a = b;
  b = t;
}
template <class T> T *advance(T *p, int n) { return p + n; }
static float *d_default = nullptr;
static void bump(float *p = d_default) { plus_one<<<1, 32>>>(p); }

static float first_of(const float *d) {
  float v;
  OK(cudaMemcpy(&v, d, sizeof v, cudaMemcpyDeviceToHost));
  return v;
}

int main() {
  float *a, *b;
  OK(cudaMalloc(&a, 64 * sizeof(float)));
  OK(cudaMalloc(&b, 64 * sizeof(float)));
  OK(cudaMemset(a, 0, 64 * sizeof(float)));
  OK(cudaMemset(b, 0, 64 * sizeof(float)));
  float *c = a;
  plus_one<<<1, 32>>>(c);                 // a = 1
  plus_one<<<1, 32>>>(same(c));           // a = 2
  plus_one<<<1, 32>>>(pick(false, a, b)); // b = 1
  volatile int zero = 0;
  plus_one<<<1, 32>>>(zero ? a : b); // b = 2
  plus_one<<<1, 32>>>(b);            // b = 3
  EXPECT_EQ(first_of(a), 2.0f);
  EXPECT_EQ(first_of(b), 3.0f);

  float *from = a, *to = b;
  for (int i = 0; i < 3; i++) { // b = 12, a = 22, b = 32
    blend<<<1, 32>>>(from, to);
    std::swap(from, to);
  }
  EXPECT_EQ(first_of(from), 32.0f);
  EXPECT(from == b && to == a);
  exchange(from, to);
  EXPECT_EQ(first_of(from), 22.0f);

  Pair pair = {a, b}, copy = pair;
  plus_one<<<1, 32>>>(copy.back); // b = 33
  std::swap(pair.front, pair.back);
  plus_one<<<1, 32>>>(pair.front); // b = 34
  Holder holder(copy.front);
  holder.bump(); // a = 23
  EXPECT_EQ(first_of(holder.get()), 23.0f);
  EXPECT_EQ(first_of(pair.front), 34.0f);

  DevicePointer table[2] = {a, b};
  for (int i = 0; i < 2; i++)
    plus_one<<<1, 32>>>(table[i]); // 24, 35
  std::vector<float *> list;
  for (Row p : table)
    list.push_back(p);
  for (size_t i = 0; i < list.size(); i++)
    plus_one<<<1, 32>>>(list[i]); // 25, 36
  for (auto p : list)
    plus_one<<<1, 32>>>(p); // 26, 37
  const auto &reference = list.back();
  plus_one<<<1, 32>>>(reference); // 38
  EXPECT_EQ(first_of(table[0]), 26.0f);
  EXPECT_EQ(first_of(list[1]), 38.0f);

  plus_one<<<1, 32>>>(advance(a, 32)); // the second half was zero
  EXPECT_EQ(first_of(a + 32), 1.0f);
  d_default = a;
  bump();  // 27
  bump(b); // 39
  EXPECT_EQ(first_of(a), 27.0f);
  EXPECT_EQ(first_of(b), 39.0f);
  OK(cudaFree(list[0]));
  OK(cudaFree(table[1]));
  return verdict();
}
