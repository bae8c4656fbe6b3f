// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One device function called with pointers to global, shared, constant and local memory.
#include "check.h"

__constant__ float weights[4] = {1, 2, 3, 4};

struct Span {
  const float *data;
  int n;
};

__device__ float dot(const float *a, const float *b, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
__device__ void axpy(float *y, const float *x, float a, int n) {
  while (n-- > 0)
    *y++ += a * *x++;
}
__device__ float sum(Span s) {
  float r = 0;
  for (const float *p = s.data; p != s.data + s.n; ++p)
    r += *p;
  return r;
}
__device__ const float *skip(const float *p, int n) { return p + n; }

__global__ void mixed(const float *in, float *out) {
  __shared__ float tile[4];
  float mine[4] = {0.5f, 0.5f, 0.25f, 0.25f};
  int t = threadIdx.x;
  tile[t] = in[t] * 2;
  __syncthreads();
  float r = dot(in, tile, 4) + dot(weights, in, 4) * 10 + dot(mine, weights, 4) * 100 +
            dot(tile, mine, 4);
  axpy(mine, weights, 2.0f, 4);
  axpy(mine, tile, 1.0f, 4);
  r += mine[t];
  Span g = {in, 4}, l = {tile + 1, 2};
  r += sum(g) + 1000 * sum(l) + *skip(weights, 3) + *skip(in, 1) + *skip(tile, t);
  __syncthreads();
  axpy(tile + t, in + t, 3.0f, 1);
  axpy(out + t, &tile[t], 1.0f, 1);
  out[4 + t] = r;
}

// Const references to constant memory, with methods and loops over parts of it.
struct Turn {
  float by[2];
  __device__ float operator*(float x) const { return by[0] * x + by[1]; }
};
struct Camera {
  Turn turn;
  float weights[3];
};
__constant__ Camera camera;
__device__ float seen(const Camera &c, float x) {
  float s = c.turn * x;
  for (float w : c.weights)
    s += w;
  return s;
}
__global__ void look(float *out) { out[threadIdx.x] = seen(camera, threadIdx.x); }

static void test_references_to_constants() {
  Camera c = {{{2, 5}}, {1, 2, 4}};
  float *d, h[4];
  OK(cudaMemcpyToSymbol(camera, &c, sizeof c));
  OK(cudaMalloc(&d, sizeof h));
  look<<<1, 4>>>(d);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; i++)
    EXPECT_EQ(h[i], 2 * i + 12);
  OK(cudaFree(d));
}

// A choice between objects in different memories, which is copied.
struct Item {
  int key, place;
};
struct Larger {
  __device__ Item operator()(const Item &a, const Item &b) const { return a.key > b.key ? a : b; }
};
struct Smaller {
  __device__ Item operator()(const Item &a, const Item &b) const {
    Item first = a.key < b.key ? a : b, out;
    out = b.key < first.key ? b : first;
    return out;
  }
};
template <class Op> __global__ void choose(const Item *in, Item *out, Op op) {
  __shared__ Item kept[4];
  Item mine = in[threadIdx.x];
  kept[threadIdx.x] = op(mine, in[threadIdx.x + 4]);
  __syncthreads();
  for (int k = 0; k < 4; k++)
    mine = op(mine, kept[k]);
  out[threadIdx.x] = mine;
}
static void test_choices() {
  Item h[8], *d, *best, got;
  for (int i = 0; i < 8; i++)
    h[i] = {i * 5 % 8, i};
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMalloc(&best, 4 * sizeof(Item)));
  OK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  choose<<<1, 4>>>(d, best, Larger());
  OK(cudaMemcpy(&got, best + 1, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT(got.key == 7 && got.place == 3);
  choose<<<1, 4>>>(d, best, Smaller());
  OK(cudaMemcpy(&got, best + 2, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT(got.key == 0 && got.place == 0);
  OK(cudaFree(d));
  OK(cudaFree(best));
}

// Objects that are copied from a choice between memories.
struct Cell {
  int a;
  float3 v;
  short s[3];
};
__device__ Cell cells[2] = {{1, {1, 2, 3}, {4, 5}}, {7, {8, 9, 10}, {11, 12, 13}}};
__constant__ Cell fixed = {3, {1, 1, 2}, {9, 8, 7}};

__device__ int sum(Cell c) { return c.a + (int)c.v.z * 10 + c.s[1] * 100; }
__global__ void copied(int *out) {
  int t = threadIdx.x;
  __shared__ Cell s;
  if (t == 0)
    s = fixed;
  __syncthreads();
  Cell c = t & 1 ? cells[1] : fixed, d;
  d = t & 2 ? s : cells[0];
  out[t] = sum(c) + sum(t & 1 ? s : cells[1]) * 10000;
  out[4 + t] = sum(d);
}
static void test_copied() {
  int out[8], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  copied<<<1, 4>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 4; t++) {
    EXPECT_EQ(out[t], t & 1 ? 1307 + 823 * 10000 : 823 + 1307 * 10000);
    EXPECT_EQ(out[4 + t], t & 2 ? 823 : 531);
  }
  OK(cudaFree(d_out));
}

// Which memory a pointer points to.
__device__ int memory_of(const void *p) {
  return __isGlobal(p) + 2 * __isShared(p) + 4 * __isLocal(p) + 8 * __isConstant(p);
}
__device__ int in_device_memory;
__global__ void asked(int *out) {
  __shared__ int tile[2];
  int mine[2] = {1, 2};
  int *p = tile;
  out[0] = memory_of(out + 1);
  out[1] = memory_of(p + 1);
  out[2] = memory_of(&mine[1]);
  out[3] = memory_of(weights);
  out[4] = memory_of(&in_device_memory);
  out[5] = __isShared(p++);
  out[5] += 10 * (p == tile + 1);
}
static void test_asked() {
  int out[6], *d_out;
  const int wanted[6] = {1, 2, 4, 8, 1, 11};
  OK(cudaMalloc(&d_out, sizeof out));
  asked<<<1, 1>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 6; i++)
    EXPECT_EQ(out[i], wanted[i]);
  OK(cudaFree(d_out));
}

int main() {
  test_asked();
  test_copied();
  test_references_to_constants();
  test_choices();
  float in[4] = {1, -2, 3, 5}, out[8], *d_in, *d_out;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemset(d_out, 0, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  mixed<<<1, 4>>>(d_in, d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  const float w[4] = {1, 2, 3, 4}, m[4] = {0.5f, 0.5f, 0.25f, 0.25f};
  float base = 0;
  for (int i = 0; i < 4; i++)
    base += 2 * in[i] * in[i] + 10 * w[i] * in[i] + 100 * m[i] * w[i] + 2 * in[i] * m[i];
  for (int t = 0; t < 4; t++) {
    EXPECT_EQ(out[t], 5 * in[t]);
    EXPECT_EQ(out[4 + t], base + m[t] + 2 * w[t] + 2 * in[t] + 7 + 1000 * 2.0f * (in[1] + in[2]) +
                              4 - 2 + 2 * in[t]);
  }
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  return verdict();
}
