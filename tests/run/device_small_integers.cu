// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// unsigned char and short arithmetic is promoted to int; stores wrap; plain char is signed; long
// and size_t keep 64 bits.
#include "check.h"

__global__ void promote(const unsigned char *a, const signed char *b, int *out,
                        unsigned char *bytes, short *shorts, size_t *sizes, long *longs,
                        char *chars) {
  int i = threadIdx.x;
  unsigned char x = a[i], y = a[(i + 1) % 8];
  short s = (short)(x * 257);
  out[i] = x + y;
  out[8 + i] = x - y;
  out[16 + i] = ~x;
  out[24 + i] = x << 4;
  out[32 + i] = (x + y) / 2;
  out[40 + i] = b[i] * b[i] * (b[i] < 0 ? -1 : 1);
  out[48 + i] = -x >> 1;
  bytes[i] = x + y;
  bytes[8 + i] = ~x;
  bytes[16 + i] = x << 4;
  bytes[24 + i]++;
  bytes[24 + i] += 250;
  shorts[i] = s + s;
  shorts[8 + i] = (short)(x * y * 2);
  sizes[i] = sizeof(long) * 1000000000ull * (i + 1) + sizeof(x + y) + sizeof(size_t);
  longs[i] = (long)x << 36 | y;
  chars[i] = (char)x < 0 ? 'n' : 'p';
  char c = 200 + i;
  chars[8 + i] = c / 2;
  bool t = x & 0x80, u = x;
  chars[16 + i] = t + u;
}

int main() {
  unsigned char a[8] = {0, 1, 127, 128, 200, 255, 16, 99}, bytes[32], *d_a, *d_bytes;
  signed char b[8] = {-128, -1, 0, 1, 127, 64, -64, 5}, *d_b;
  int out[56], *d_out;
  short shorts[16], *d_shorts;
  size_t sizes[8], *d_sizes;
  long longs[8], *d_longs;
  char chars[24], *d_chars;
  OK(cudaMalloc(&d_a, sizeof a));
  OK(cudaMalloc(&d_b, sizeof b));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_bytes, sizeof bytes));
  OK(cudaMalloc(&d_shorts, sizeof shorts));
  OK(cudaMalloc(&d_sizes, sizeof sizes));
  OK(cudaMalloc(&d_longs, sizeof longs));
  OK(cudaMalloc(&d_chars, sizeof chars));
  OK(cudaMemset(d_bytes, 9, sizeof bytes));
  OK(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice));
  promote<<<1, 8>>>(d_a, d_b, d_out, d_bytes, d_shorts, d_sizes, d_longs, d_chars);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(bytes, d_bytes, sizeof bytes, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(shorts, d_shorts, sizeof shorts, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(sizes, d_sizes, sizeof sizes, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(longs, d_longs, sizeof longs, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(chars, d_chars, sizeof chars, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) {
    int x = a[i], y = a[(i + 1) % 8], s = (short)(x * 257);
    EXPECT_EQ(out[i], x + y);
    EXPECT_EQ(out[8 + i], x - y);
    EXPECT_EQ(out[16 + i], ~x);
    EXPECT_EQ(out[24 + i], x * 16);
    EXPECT_EQ(out[32 + i], (x + y) / 2);
    EXPECT_EQ(out[40 + i], b[i] * b[i] * (b[i] < 0 ? -1 : 1));
    EXPECT_EQ(out[48 + i], -x >> 1);
    EXPECT_EQ(bytes[i], (x + y) & 255);
    EXPECT_EQ(bytes[8 + i], 255 - x);
    EXPECT_EQ(bytes[16 + i], (x * 16) & 255);
    EXPECT_EQ(bytes[24 + i], 4);
    EXPECT_EQ(shorts[i], (short)(s + s));
    EXPECT_EQ(shorts[8 + i], (short)(x * y * 2));
    EXPECT_EQ(sizes[i], 8000000000ull * (i + 1) + 12);
    EXPECT_EQ(longs[i], ((long)x << 36) | y);
    EXPECT_EQ(chars[i], x >= 128 ? 'n' : 'p');
    EXPECT_EQ(chars[8 + i], (200 + i - 256) / 2);
    EXPECT_EQ(chars[16 + i], (x >= 128) + (x != 0));
  }
  OK(cudaFree(d_a));
  OK(cudaFree(d_b));
  OK(cudaFree(d_out));
  OK(cudaFree(d_bytes));
  OK(cudaFree(d_shorts));
  OK(cudaFree(d_sizes));
  OK(cudaFree(d_longs));
  OK(cudaFree(d_chars));
  return verdict();
}
