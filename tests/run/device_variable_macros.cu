// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device variables before the first include, and those that macros declare: the memory they lie in,
// their whole declaration, names that are joined, lists of them. Kernels whose attributes and
// instantiations macros hold.
__device__ int early = 3;
#define ALSO_EARLY __constant__ float also_early[2];
ALSO_EARLY
#include "check.h"

#define D __device__
#define DC __device__ __constant__
#define ALIGNED(n) D __align__(n)
#define VALUE(name, v) __device__ int name##_value = v
#define TABLE(type, name, n) DC type name##_table[n]
#define COUNTERS(X) X(hits) X(misses)
#define DECLARE(n) D unsigned n##_count = 0;
#define BOTH D int left; D float right = 2.5f;
#define TYPED(T, n) static __device__ T n

struct Pair {
  int a, b;
};
D int plain = 7;
D constexpr float fixed = 1.5f;
D static int counted;
DC int constants[2] = {4, 5};
ALIGNED(16) float4 wide;
D alignas(16) float four[4];
D struct Pair pair = {1, 2};
D unsigned long long big = 1ull << 40;
VALUE(first, 10);
VALUE(second, 20);
TABLE(float, cosine, 4);
TABLE(Pair, pairs, 2);
COUNTERS(DECLARE)
BOTH
TYPED(double, precise);
namespace inner {
template <class T> D constexpr T pi = T(3.25);
template <class T> D T kept;
} // namespace inner

#define KERNEL __global__ void
#define INSTANTIATE(T) template KERNEL scale<T>(T *, T);
template <class T> KERNEL scale(T *v, T by) { v[threadIdx.x] *= by; }
template KERNEL scale<float>(float *, float); template KERNEL scale<int>(int *, int);
INSTANTIATE(double) INSTANTIATE(short)

__global__ void run(float *out) {
  int i = threadIdx.x;
  if (i == 0) {
    atomicAdd(&hits_count, 2u);
    atomicAdd(&misses_count, 3u);
    counted = plain + 1;
    wide = make_float4(1, 2, 3, 4);
    four[3] = 6;
    left = early;
    inner::kept<int> = 9;
    precise = inner::pi<double>;
  }
  out[i] = early + also_early[1] + fixed + constants[i & 1] + first_value + second_value +
           cosine_table[i & 3] + pairs_table[1].b + right + pair.a + inner::pi<float> +
           (big >> 38);
}

int main() {
  float got[4], *d, table[4] = {1, 2, 3, 4}, more[2] = {0.5f, 0.25f};
  Pair pairs[2] = {{1, 2}, {3, 4}};
  OK(cudaMalloc(&d, sizeof got));
  OK(cudaMemcpyToSymbol(cosine_table, table, sizeof table));
  OK(cudaMemcpyToSymbol(pairs_table, pairs, sizeof pairs));
  OK(cudaMemcpyToSymbol(also_early, more, sizeof more));
  run<<<1, 4>>>(d);
  scale<<<1, 4>>>(d, 2.0f);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; i++)
    EXPECT_EQ(got[i], 2 * (3 + 0.25f + 1.5f + (i & 1 ? 5 : 4) + 30 + table[i] + 4 + 2.5f + 1 +
                           3.25f + 4));
  unsigned hits, misses;
  int n, kept;
  float4 w;
  double p;
  OK(cudaMemcpyFromSymbol(&hits, hits_count, sizeof hits));
  OK(cudaMemcpyFromSymbol(&misses, misses_count, sizeof misses));
  EXPECT_EQ(hits, 2u);
  EXPECT_EQ(misses, 3u);
  OK(cudaMemcpyFromSymbol(&n, counted, sizeof n));
  EXPECT_EQ(n, 8);
  OK(cudaMemcpyFromSymbol(&n, left, sizeof n));
  EXPECT_EQ(n, 3);
  OK(cudaMemcpyFromSymbol(&n, second_value, sizeof n));
  EXPECT_EQ(n, 20);
  OK(cudaMemcpyFromSymbol(&kept, inner::kept<int>, sizeof kept));
  EXPECT_EQ(kept, 9);
  OK(cudaMemcpyFromSymbol(&w, wide, sizeof w));
  EXPECT_EQ(w.z, 3);
  OK(cudaMemcpyFromSymbol(&p, precise, sizeof p));
  EXPECT_EQ(p, 3.25);
  OK(cudaFree(d));
  return verdict();
}
