// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pointer casts through void *, reinterpretation of elements, pointer differences and comparisons
// in kernels.
#include "check.h"

struct Header {
  int kind, length;
};

__device__ int sum_bytes(const void *p, int n) {
  const unsigned char *b = (const unsigned char *)p;
  int s = 0;
  for (const unsigned char *q = b; q < b + n; ++q)
    s += *q;
  return s;
}
__device__ void put(void *to, int at, float v) { ((float *)to)[at] = v; }

__global__ void casts(void *raw, const void *in, int *out) {
  Header *h = static_cast<Header *>(raw);
  float *payload = reinterpret_cast<float *>(h + 1);
  __shared__ int4 tile[4];
  int i = threadIdx.x;
  int *flat = (int *)tile;
  flat[i] = ((const int *)in)[i];
  __syncthreads();
  int4 whole = tile[i / 4];
  put(payload, i, (whole.x & 255) + 10.0f * (whole.w & 255));
  unsigned bits = *(const unsigned *)&payload[i];
  float local = 1.0f;
  out[i] = sum_bytes(&flat[i], 4) + sum_bytes((const char *)in + 4 * i, 2) + sum_bytes(&local, 4);
  out[16 + i] = (int)(bits >> 16);
  if (i == 0) {
    h->kind = 5;
    h->length = (int)(payload + 16 - (float *)raw);
    out[32] = (int)((char *)&out[32] - (char *)out);
    out[33] = (void *)payload > raw;
  }
}

int main() {
  int in[16], *d_in, out[34], *d_out;
  for (int i = 0; i < 16; i++)
    in[i] = i * 0x01020304;
  struct {
    Header h;
    float payload[16];
  } got;
  void *d_raw;
  OK(cudaMalloc(&d_raw, sizeof got));
  OK(cudaMalloc((void **)&d_in, sizeof in));
  OK(cudaMalloc((void **)&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  casts<<<1, 16>>>(d_raw, d_in, d_out);
  OK(cudaMemcpy(&got, d_raw, sizeof got, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got.h.kind, 5);
  EXPECT_EQ(got.h.length, 18);
  EXPECT_EQ(out[32], 128);
  EXPECT_EQ(out[33], 1);
  for (int i = 0; i < 16; i++) {
    float f = (in[i / 4 * 4] & 255) + 10.0f * (in[i / 4 * 4 + 3] & 255);
    EXPECT_EQ(got.payload[i], f);
    int all = 0, low = 0;
    for (int b = 0; b < 4; b++) {
      int byte = (in[i] >> (8 * b)) & 255;
      all += byte;
      low += b < 2 ? byte : 0;
    }
    EXPECT_EQ(out[i], all + low + 0x80 + 0x3f);
    unsigned bits;
    memcpy(&bits, &f, 4);
    EXPECT_EQ(out[16 + i], (int)(bits >> 16));
  }
  OK(cudaFree(d_raw));
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  return verdict();
}
