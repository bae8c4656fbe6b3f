// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device pointers that device code finds in memory: in arrays, structs by value, structs in device memory, __device__ and
// __constant__ variables.
#include "check.h"
#include <vector>

const int count = 6, width = 40;

__global__ void sum_rows(float **rows, const int *lengths, float *sums) {
  int i = threadIdx.x;
  if (i >= count)
    return;
  float sum = 0;
  for (int j = 0; j < lengths[i]; j++)
    sum += rows[i][j];
  rows[i][0] = -sum;
  sums[i] = sum;
}

struct View {
  float *data;
  int n;
  float scale;
};

// A class by value that the kernel changes, with a method and one inside another.
struct Pair {
  View from, to;
  char tag;
  __device__ float at(int i) const { return from.data[i] * from.scale; }
};

__global__ void scale_view(View v) {
  v.scale += threadIdx.x;
  if (threadIdx.x < v.n)
    v.data[threadIdx.x] *= v.scale;
}

__global__ void copy_pair(Pair p, int n) {
  if (threadIdx.x < n)
    p.to.data[threadIdx.x] = p.at(threadIdx.x) + p.tag;
}

__global__ void fill_views(const View *views, int n) {
  const View &v = views[blockIdx.x];
  if (threadIdx.x < v.n && (int)blockIdx.x < n)
    v.data[threadIdx.x] = v.scale + threadIdx.x;
}

__device__ float *current;
__constant__ const int *order;
__device__ float *slots[3];
struct Settings {
  const float *weights;
  int n;
};
__constant__ Settings settings;

__device__ float weighted(int i) { return settings.weights[order[i]] + *slots[i % 3]; }

__global__ void use_variables() {
  int i = threadIdx.x;
  if (i < settings.n)
    current[i] = weighted(i);
}

__global__ void choose(int slot) { current = slots[slot]; }

static float *upload(const std::vector<float> &h) {
  float *d = nullptr;
  OK(cudaMalloc((void **)&d, h.size() * sizeof(float)));
  OK(cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice));
  return d;
}

static bool rows() {
  float *h_rows[count], **d_rows, *d_sums, sums[count];
  int lengths[count], *d_lengths;
  for (int i = 0; i < count; i++) {
    std::vector<float> row(width, i + 1.0f);
    h_rows[i] = upload(row);
    lengths[i] = width - i;
  }
  if (!h_rows[0])
    return false; // no such memory here
  OK(cudaMalloc(&d_rows, count * sizeof(float *)));
  OK(cudaMalloc(&d_sums, sizeof sums));
  OK(cudaMalloc(&d_lengths, sizeof lengths));
  OK(cudaMemcpy(d_rows, h_rows, sizeof h_rows, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_lengths, lengths, sizeof lengths, cudaMemcpyHostToDevice));
  sum_rows<<<1, 32>>>(d_rows, d_lengths, d_sums);
  OK(cudaGetLastError());
  OK(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost));
  float *back[count];
  OK(cudaMemcpy(back, d_rows, sizeof back, cudaMemcpyDeviceToHost));
  for (int i = 0; i < count; i++) {
    float first[2];
    EXPECT(back[i] == h_rows[i]);
    OK(cudaMemcpy(first, back[i], sizeof first, cudaMemcpyDeviceToHost));
    EXPECT_EQ(sums[i], (i + 1.0f) * lengths[i]);
    EXPECT_EQ(first[0], -sums[i]);
    EXPECT_EQ(first[1], i + 1.0f);
    OK(cudaFree(h_rows[i]));
  }
  OK(cudaFree(d_rows));
  OK(cudaFree(d_sums));
  OK(cudaFree(d_lengths));
  return true;
}

static void views() {
  View v;
  v.n = 8;
  v.scale = 2;
  v.data = upload(std::vector<float>(16, 3.0f));
  scale_view<<<1, 32>>>(v);
  float out[16];
  OK(cudaMemcpy(out, v.data, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_EQ(out[i], i < 8 ? 3.0f * (2 + i) : 3.0f);
  Pair p = {v, {v.data + 8, 8, 0}, 5};
  copy_pair<<<1, 32>>>(p, 8);
  OK(cudaMemcpy(out, p.to.data, 8 * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++)
    EXPECT_EQ(out[i], 3.0f * (2 + i) * 2 + 5);
  View list[2] = {{v.data, 8, 100}, {v.data + 8, 4, 200}}, *d_list;
  OK(cudaMalloc(&d_list, sizeof list));
  OK(cudaMemset(v.data, 0, sizeof out));
  OK(cudaMemcpy(d_list, list, sizeof list, cudaMemcpyHostToDevice));
  fill_views<<<2, 32>>>(d_list, 2);
  OK(cudaMemcpy(out, v.data, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_EQ(out[i], i < 8 ? 100.0f + i : i < 12 ? 200.0f + (i - 8) : 0.0f);
  OK(cudaFree(d_list));
  OK(cudaFree(v.data));
}

static void variables() {
  const int h_order[8] = {7, 6, 5, 4, 3, 2, 1, 0};
  int *d_order;
  OK(cudaMalloc(&d_order, sizeof h_order));
  OK(cudaMemcpy(d_order, h_order, sizeof h_order, cudaMemcpyHostToDevice));
  OK(cudaMemcpyToSymbol(order, &d_order, sizeof d_order));
  float *table[3];
  for (int i = 0; i < 3; i++)
    table[i] = upload(std::vector<float>(8, 100.0f * i));
  OK(cudaMemcpyToSymbol(slots, table, sizeof table));
  std::vector<float> weights;
  for (int i = 0; i < 8; i++)
    weights.push_back(i * i);
  Settings s = {upload(weights), 8};
  OK(cudaMemcpyToSymbol(settings, &s, sizeof s));
  float *out = upload(std::vector<float>(8, 0.0f)), h[8];
  OK(cudaMemcpyToSymbol(current, &out, sizeof(float *)));
  use_variables<<<1, 32>>>();
  OK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++)
    EXPECT_EQ(h[i], (7.0f - i) * (7 - i) + 100 * (i % 3));
  choose<<<1, 1>>>(2);
  float *now = nullptr;
  OK(cudaMemcpyFromSymbol(&now, current, sizeof now));
  EXPECT(now == table[2]);
  for (int i = 0; i < 3; i++)
    OK(cudaFree(table[i]));
  OK(cudaFree((void *)s.weights));
  OK(cudaFree(out));
  OK(cudaFree(d_order));
}

int main() {
  if (rows()) {
    views();
    variables();
  }
  return verdict();
}
