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

struct Switches {
  bool one, many[3];
};
__device__ void set(bool &flag, int x) { flag |= x; }

// A bool in memory is 0 or 1 whatever is combined with it.
__global__ void booleans(bool *flags, int *out, Switches *switches, bool given) {
  __shared__ bool shared[8];
  __shared__ bool all;
  int i = threadIdx.x, m = i * 2;
  shared[i] = false;
  if (i == 0)
    all = m + 4;
  __syncthreads();
  shared[i] |= m;
  flags[i] |= m & 4;
  flags[8 + i] ^= m;
  switches[i].one += m;
  switches[i].many[1] = switches[i].many[0] += m + 0.25f;
  bool local = false;
  set(local, m);
  set(flags[16 + i], m);
  given |= m;
  bool kept = false;
  auto keep = [&](int x) { kept = x & 6; };
  keep(i);
  bool other = i & 2;
  other <<= i + 32;
  out[i] = (shared[i] == true) + (all == true) * 2 + (local == true) * 4 + (given == true) * 8 +
           (kept == true) * 16 + (other == true) * 32;
}

__constant__ float table[5] = {1, 2, 3, 4, 5};
__device__ int shared_size() {
  __shared__ float tile[24];
  tile[threadIdx.x] = 1;
  return sizeof tile + sizeof(table) / sizeof(table[0]);
}
// The sizes of C++ types, not of C's.
__global__ void sizes_of(int *out, const int *v) {
  out[0] = sizeof('a') + sizeof(true) * 10 + sizeof(v[0] == 1) * 100 + sizeof(!v[1]) * 1000;
  out[1] = shared_size() + (int)table[v[0] & 1];
  out[2] = sizeof(threadIdx.x) + sizeof(v[0] ? 'a' : 'b') * 10;
}

int main() {
  const int n = 8;
  bool flags[24] = {}, *d_flags;
  int seen[n], *d_seen;
  Switches switches[n] = {}, *d_switches;
  OK(cudaMalloc(&d_flags, sizeof flags));
  OK(cudaMalloc(&d_seen, sizeof seen));
  OK(cudaMalloc(&d_switches, sizeof switches));
  OK(cudaMemcpy(d_flags, flags, sizeof flags, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_switches, switches, sizeof switches, cudaMemcpyHostToDevice));
  booleans<<<1, n>>>(d_flags, d_seen, d_switches, false);
  unsigned char raw[24];
  OK(cudaMemcpy(raw, d_flags, sizeof raw, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(seen, d_seen, sizeof seen, cudaMemcpyDeviceToHost));
  unsigned char bytes_of[sizeof switches];
  OK(cudaMemcpy(bytes_of, d_switches, sizeof switches, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    int any = i != 0;
    EXPECT_EQ(raw[i], (i & 2) != 0);
    EXPECT_EQ(raw[8 + i], any);
    EXPECT_EQ(raw[16 + i], any);
    EXPECT_EQ(bytes_of[4 * i], any);
    EXPECT_EQ(bytes_of[4 * i + 1], 1);
    EXPECT_EQ(bytes_of[4 * i + 2], 1);
    EXPECT_EQ(seen[i], any + 2 + 4 * any + 8 * any + 16 * ((i & 6) != 0));
  }
  OK(cudaMemset(d_seen, 0, sizeof seen));
  sizes_of<<<1, 1>>>(d_seen, d_seen + 4);
  OK(cudaMemcpy(seen, d_seen, sizeof seen, cudaMemcpyDeviceToHost));
  EXPECT_EQ(seen[0], 1111);
  EXPECT_EQ(seen[1], 96 + 5 + 1);
  EXPECT_EQ(seen[2], 14);
  OK(cudaFree(d_flags));
  OK(cudaFree(d_seen));
  OK(cudaFree(d_switches));

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
