// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is an object in C++ and a value in C: `c ? a : b`, `a = b`, `++a` and `(a, b)` have addresses
// and members that can be changed. The device does what the host does.
#include "check.h"

const int count = 44;

struct Pair {
  int v[2];
  int w;
};
struct Base {
  int b;
};
struct Derived : Base {
  int d;
};

__host__ __device__ int *same(int *p) { return p; }
template <class T> __host__ __device__ T *pick(bool first, T &a, T &b) {
  return &(first ? a : b);
}
#define ADDRESS(x) (&(x))

__host__ __device__ void scalars(int *a, int i, int n) {
  int *q = &(i ? a[2] : a[3]);
  int *r = &(a[1] = n);
  int *s = &(++a[4]);
  int *t = &(a[0]++, a[5]);
  int &u = (i ? a[6] : a[7]);
  *q += 100, *r += 100, *s += 100, *t += 100, u += 100;
  *(&(a[8] += 5)) += 1000;
  *(&(--a[9])) *= 2;
  *same(&(i == 0 ? a[10] : a[11])) = 77;
  *pick(i == 0, a[12], a[13]) = 88;
  *ADDRESS(i ? a[14] : a[15]) = 99;
  int *nested = &(i ? a[26] : (i + 1 ? a[27] : a[28]));
  *nested = 55;
  int local = 3;
  int *of_local = &(local *= 2);
  *of_local += 1;
  a[22] = local;
  int *p = a + 23;
  int **of_pointer = &(p += 1);
  **of_pointer = 123;
  ++*of_pointer;
  *p = 124;
  ++(i ? a[39] : a[0]);
  (i ? a[39] : a[0])--;
  (i ? a[0] : a[39]) += 4;
}

__host__ __device__ void members(int *a, int i) {
  Pair x = {{1, 2}, 3}, y = {{4, 5}, 6};
  Pair *z = &(i ? x : y);
  z->w = 50;
  int *m = &(i ? x : y).w;
  *m += 1;
  int *e = &(i ? x : y).v[1];
  *e += 1;
  (i ? y : x).v[0] = 9;
  (x = y).w += 5;
  int *f = &(x = y).v[0];
  *f += 7;
  a[16] = x.v[0], a[17] = x.v[1], a[18] = x.w;
  a[19] = y.v[0], a[20] = y.v[1], a[21] = y.w;
  a[40] = (i ? x : y).w + (i ? x : y).v[1];
  Derived d;
  d.b = 1;
  int *base = &static_cast<Base &>(d).b;
  *base = 66;
  Base *whole = &(Base &)d;
  whole->b += 1;
  a[31] = d.b;
  unsigned *u = &reinterpret_cast<unsigned &>(a[34]);
  *u = 4u;
  int one[2] = {1, 2}, two[2] = {3, 4};
  int *element = &(i ? one : two)[1];
  a[37] = *element;
  bool b1 = false, b2 = false;
  bool *flag = &(i ? b1 : b2);
  *flag = true;
  a[38] = b1 * 2 + b2;
}

// Elements of private arrays that are chosen by each thread: PoCL 3.1 misplaced them.
struct Cell {
  short tag;
  int value;
};
template <class T> __device__ T chosen(int t, int n) {
  T a[5] = {T(1), T(2), T(3), T(t), T(4)};
  T *p = &(n & 1 ? a[3] : (t & 2 ? a[0] : a[1]));
  *p = T(22);
  T &r = t % 3 ? a[2] : a[4];
  r += T(5);
  (t & 1 ? a[0] : a[2]) += T(2);
  ++(t > 4 ? a[1] : t > 2 ? a[3] : a[4]);
  return a[0] + a[1] * T(3) + a[2] * T(9) + a[3] * T(27) + a[4] * T(81);
}
__device__ int chosen_parts(int t, int n) {
  Cell c[3] = {{1, 2}, {3, 4}, {5, t}};
  bool b[16] = {};
  int m[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  (t & 1 ? c[1] : c[2]).value += 7;
  Cell *p = &(n & 1 ? c[0] : c[2]);
  p->tag = 9;
  (t & 1 ? b[0] : b[1]) = true;
  int *row = n & 1 ? m[1] : m[0];
  *row = 3;
  (t % 3 ? m[0] : m[1])[0] += 5;
  (t % 3 ? m[0][1] : m[1][1]) += 6;
  return c[0].tag + c[0].value * 2 + c[1].value * 3 + c[2].tag * 4 + c[2].value * 5 + b[0] * 60 + b[1] * 70 +
         m[0][0] * 100 + m[1][0] * 1000 + m[0][1] * 3 + m[1][1];
}
__global__ void each_chooses(int *out, int n) {
  int t = threadIdx.x + blockDim.x * threadIdx.y;
  int *own = out + 4 * t;
  own[0] = chosen<int>(t, n);
  own[1] = (int)chosen<unsigned>(t, n);
  own[2] = (int)chosen<float>(t, n);
  own[3] = chosen_parts(t, n);
}
int chosen_on_host(int t, int n) {
  int a[5] = {1, 2, 3, t, 4};
  a[n & 1 ? 3 : t & 2 ? 0 : 1] = 22;
  a[t % 3 ? 2 : 4] += 5;
  a[t & 1 ? 0 : 2] += 2;
  a[t > 4 ? 1 : t > 2 ? 3 : 4]++;
  return a[0] + a[1] * 3 + a[2] * 9 + a[3] * 27 + a[4] * 81;
}
int parts_on_host(int t, int n) {
  int c[3] = {2, 4, t}, m[4] = {1, 5, 2, 6};
  c[t & 1 ? 1 : 2] += 7;
  m[n & 1] = 3;
  m[t % 3 ? 0 : 1] += 5;
  m[t % 3 ? 2 : 3] += 6;
  return (n & 1 ? 9 : 1) + c[0] * 2 + c[1] * 3 + (n & 1 ? 5 : 9) * 4 + c[2] * 5 + (t & 1 ? 60 : 70) + m[0] * 100 +
         m[1] * 1000 + m[2] * 3 + m[3];
}
void check_choices(int *device) {
  for (int n = 0; n < 2; n++) {
    int got[4 * 21];
    each_chooses<<<1, dim3(7, 3)>>>(device, n);
    OK(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 21; t++) {
      for (int k = 0; k < 3; k++)
        EXPECT_EQ(got[4 * t + k], chosen_on_host(t, n));
      EXPECT_EQ(got[4 * t + 3], parts_on_host(t, n));
    }
  }
}

__global__ void on_device(int *a, int i, int n) {
  scalars(a, i, n);
  members(a, i);
}

int main() {
  int *device;
  OK(cudaMalloc(&device, (count + 4 * 21) * sizeof(int)));
  for (int i = 0; i < 2; i++) {
    int got[count], want[count];
    for (int j = 0; j < count; j++)
      want[j] = j;
    OK(cudaMemcpy(device, want, sizeof want, cudaMemcpyHostToDevice));
    on_device<<<1, 1>>>(device, i, 60);
    OK(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
    scalars(want, i, 60);
    members(want, i);
    for (int j = 0; j < count; j++)
      EXPECT_EQ(got[j], want[j]);
  }
  check_choices(device);
  cudaFree(device);
  return verdict();
}
