// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// half and half2: all numbers, roundings, arithmetic, comparisons, and the forms in which programs
// hold them.
#include <cuda_fp16.h>

#include "parts/float16.cuh"

template <> struct Format<half> {
  typedef half2 Pair;
  static const int digits = 11, least = -24;
  __host__ __device__ static half2 pair(half a, half b) { return __halves2half2(a, b); }
  __host__ __device__ static half rz(float f) { return __float2half_rz(f); }
  __host__ __device__ static half rd(float f) { return __float2half_rd(f); }
  __host__ __device__ static half ru(float f) { return __float2half_ru(f); }
  __device__ static int to_int_rn(half h) { return __half2int_rn(h); }
  __device__ static int to_int_rd(half h) { return __half2int_rd(h); }
  __device__ static int to_int_ru(half h) { return __half2int_ru(h); }
};

// ---- All numbers, conversions, arithmetic.

__global__ void all_unary(const half *in, Unary<half> *out, Integers *integers) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unary_of(in[i], out[i]);
  integers[i] = integers_of(in[i]);
}
__global__ void convert(const unsigned *in, Made<half> *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  make(in[i], out[i]);
}
__global__ void compute_all(const half *x, const half *y, const half *z, Binary<half> *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  compute_on_device(x[i], y[i], z[i], out[i]);
}

static void check_numbers() {
  std::vector<half> numbers = all_numbers<half>();
  std::vector<Unary<half>> unary(65536);
  std::vector<Integers> integers(65536);
  half *in = on_device(numbers);
  Unary<half> *out = on_device(unary);
  Integers *whole = on_device(integers);
  all_unary<<<256, 256>>>(in, out, whole);
  take_back(unary, out);
  take_back(integers, whole);
  OK(cudaFree(in));
  for (int i = 0; i < 65536; ++i) {
    check_unary<half>(i, unary[i]);
    check_integers<half>(i, integers[i]);
    float value = numbers[i];
    EXPECT(value != value ? std::isnan(value_of<half>(i)) : value == value_of<half>(i));
  }

  std::vector<unsigned> words = words_to_convert<half>();
  std::vector<Made<half>> made(words.size());
  unsigned *from = on_device(words);
  Made<half> *to = on_device(made);
  convert<<<words.size() / 256, 256>>>(from, to);
  take_back(made, to);
  OK(cudaFree(from));
  check_conversions(words, made);

  Triples<half> t = triples_to_compute<half>(65536);
  std::vector<Binary<half>> results(65536);
  half *x = on_device(t.x), *y = on_device(t.y), *z = on_device(t.z);
  Binary<half> *there = on_device(results);
  compute_all<<<256, 256>>>(x, y, z, there);
  take_back(results, there);
  OK(cudaFree(x));
  OK(cudaFree(y));
  OK(cudaFree(z));
  check_triples(t, results);
}

// ---- Forms. Each writes what it found right.

struct Point {
  half x, y;
  half2 both;
  char tag;
  half tail[3];
};
struct Box {
  Point points[2];
  half *data;
  __host__ __device__ half sum() const { return points[0].x + points[1].y; }
  __host__ __device__ void grow(half by) { points[0].x *= by; }
};

__constant__ half weights[4];
__constant__ half2 scale;
__device__ half total;
__device__ half2 totals;
__device__ Point kept;

#define TWICE(h) ((h) + (h))
__device__ half add_one(half h) { return h + half(1.0f); }
__device__ void add_to(half &to, half by) { to += by; }
__device__ void store(half *to, float v) { *to = v; }
__device__ half2 lower_first(half2 p) { return p.x < p.y ? p : __lowhigh2highlow(p); }
template <class A> __device__ A horner(A x, A a, A b, A c) { return (a * x + b) * x + c; }
template <class A> __host__ __device__ float plain(A x) { return static_cast<float>(x); }

__global__ void forms(const half *in, half *out, Point p, half by, half2 two, int n) {
  int i = threadIdx.x;
  __shared__ half tile[64];
  __shared__ half2 pairs[32];
  tile[i] = in[i] * by;
  __syncthreads();
  if (i < 32)
    pairs[i] = reinterpret_cast<half2 *>(tile)[i];
  __syncthreads();
  half local[4] = {1, 2.0f, 3.0, by};
  half h = tile[63 - i];
  h += local[i & 3];
  h -= weights[i & 3];
  h = __hfma(h, scale.x, scale.y);
  add_to(h, p.x);
  h = TWICE(h) - add_one(p.tail[2]);
  out[i] = h;

  half2 q = pairs[i / 2];
  q = lower_first(__hadd2(q, two));
  q.x = __low2half(q) + (half)i;
  q.y += p.both.y;
  out[64 + 2 * i] = q.x;
  *(&out[64] + 2 * i + 1) = __high2half(q);

  half walk = 0;
  for (half k = 0; k < half(4); ++k)
    walk += k++ * half(2);
  const half *at = in;
  half first = *at++, second = *at++;
  walk = i % 2 ? walk : first - second;
  store(out + 192 + i, plain(horner(walk, half(0.5f), half(-1), half(3))));
  out[256 + i] = n > 3 && h ? __float2half(sqrtf(__half2float(in[i]))) : __int2half_rn(i);
  half shown = in[i];
  half &ref = shown;
  ref = -ref;
  out[320 + i] = __hge(shown, half(-2)) || shown != shown ? ref : __hneg(ref);
  unsigned short bits = __half_as_ushort(ref);
  out[384 + i] = __ushort_as_half(bits ^ 0x8000);
  __half_raw raw = ref;
  raw.x &= 0x7fff;
  out[448 + i] = raw;
  float2 wide = __half22float2(two);
  out[512 + i] = __float22half2_rn(make_float2(wide.y, wide.x)).x;
}

static void check_forms() {
  const int n = 64, results = 576;
  std::vector<half> in(n), out(results);
  for (int i = 0; i < n; ++i)
    in[i] = (float)i * 0.25f;
  half w[4] = {0.5f, 1.0f, 1.5f, 2.0f}, *from, *to;
  half2 s(half(2.0f), half(0.125f));
  OK(cudaMemcpyToSymbol(weights, w, sizeof w));
  OK(cudaMemcpyToSymbol(scale, &s, sizeof s));
  OK(cudaMalloc(&from, n * sizeof(half)));
  OK(cudaMalloc(&to, results * sizeof(half)));
  OK(cudaMemcpy(from, in.data(), n * sizeof(half), cudaMemcpyHostToDevice));
  Point p = {half(1.5f), half(2), half2(3, 4), 'p', {5, 6, 7}};
  forms<<<1, n>>>(from, to, p, half(2), __floats2half2_rn(1, 2), n);
  OK(cudaMemcpy(out.data(), to, results * sizeof(half), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    float local[4] = {1, 2, 3, 2}, weight[4] = {0.5f, 1, 1.5f, 2};
    float h = 0.5f * (63 - i) + local[i & 3] - weight[i & 3];
    h = (h * 2 + 0.125f + 1.5f) * 2 - 8;
    EXPECT_EQ(plain(out[i]), h); // all are exact
    float x = 0.5f * (i / 2 * 2) + 1, y = 0.5f * (i / 2 * 2 + 1) + 2;
    EXPECT_EQ(plain(out[64 + 2 * i]), x + i);
    EXPECT_EQ(plain(out[65 + 2 * i]), y + 4);
    float walk = i % 2 ? 4.0f : -0.25f;
    EXPECT_EQ(plain(out[192 + i]), (0.5f * walk - 1) * walk + 3);
    EXPECT_BITS(half, out[256 + i], rounded<half>(h != 0 ? sqrtf(i * 0.25f) : i), i, 0);
    float v = i * 0.25f;
    EXPECT_EQ(plain(out[320 + i]), v <= 2 ? -v : v);
    EXPECT_EQ(plain(out[384 + i]), v);
    EXPECT_EQ(plain(out[448 + i]), v);
    EXPECT_EQ(plain(out[512 + i]), 2.0f);
  }
  OK(cudaFree(from));
  OK(cudaFree(to));
}

// ---- Memory: structs of the host and the device are the same; atomics touch no neighbours.

__global__ void grow(Box *boxes, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  boxes[i].grow(half(2));
  boxes[i].points[1].both.y = boxes[i].sum();
  boxes[i].points[1].tail[2] = half(i);
  if (i == 0)
    kept = boxes[0].points[1];
}

__global__ void add_up(half *cells, half2 *pairs, half *old) {
  __shared__ half inside[3];
  __shared__ half2 inside2;
  if (threadIdx.x < 3)
    inside[threadIdx.x] = half(0);
  if (threadIdx.x == 3)
    inside2 = half2(0, 0);
  __syncthreads();
  half before = atomicAdd(&cells[threadIdx.x % 3], half(1));
  atomicAdd(pairs, half2(1, 0.5f));
  atomicAdd(&total, half(0.25f));
  atomicAdd(&totals, half2(0.5f, 1));
  atomicAdd(&inside[threadIdx.x % 3], half(2));
  atomicAdd(&inside2, half2(1, 2));
  if (threadIdx.x % 3 == 0 && before > half(100000))
    cells[1] = before;
  __syncthreads();
  if (threadIdx.x < 3)
    old[threadIdx.x] = inside[threadIdx.x];
  if (threadIdx.x == 3)
    old[3] = inside2.x, old[4] = inside2.y;
}

static void check_memory() {
  Box boxes[3], *there;
  memset(static_cast<void *>(boxes), 0, sizeof boxes);
  for (int i = 0; i < 3; ++i) {
    boxes[i].points[0].x = half(i + 1);
    boxes[i].points[1].y = half(0.5f);
    boxes[i].points[0].tag = 'a' + i;
  }
  OK(cudaMalloc(&there, sizeof boxes));
  OK(cudaMemcpy(there, boxes, sizeof boxes, cudaMemcpyHostToDevice));
  grow<<<1, 32>>>(there, 3);
  OK(cudaMemcpy(boxes, there, sizeof boxes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(plain(boxes[i].points[0].x), 2.0f * (i + 1));
    EXPECT_EQ(plain(boxes[i].points[1].both.y), 2.0f * (i + 1) + 0.5f);
    EXPECT_EQ(plain(boxes[i].points[1].tail[2]), (float)i);
    EXPECT(boxes[i].points[0].tag == 'a' + i && boxes[i].data == nullptr);
    EXPECT(boxes[i].sum() == half(2 * (i + 1)) + half(0.5f));
  }
  Point copy;
  OK(cudaMemcpyFromSymbol(&copy, kept, sizeof copy));
  EXPECT_EQ(plain(copy.both.y), 2.5f);
  OK(cudaFree(there));

  half *cells, *old, sums[3], inside[5], all;
  half2 *pairs, pair, pair_of_all;
  OK(cudaMalloc(&cells, sizeof sums));
  OK(cudaMalloc(&old, sizeof inside));
  OK(cudaMalloc(&pairs, sizeof pair));
  OK(cudaMemset(cells, 0, sizeof sums));
  OK(cudaMemset(pairs, 0, sizeof pair));
  add_up<<<4, 96>>>(cells, pairs, old);
  OK(cudaMemcpy(sums, cells, sizeof sums, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(inside, old, sizeof inside, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(&pair, pairs, sizeof pair, cudaMemcpyDeviceToHost));
  OK(cudaMemcpyFromSymbol(&all, total, sizeof all));
  OK(cudaMemcpyFromSymbol(&pair_of_all, totals, sizeof pair_of_all));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(plain(sums[i]), 128.0f);
    EXPECT_EQ(plain(inside[i]), 64.0f);
  }
  EXPECT_EQ(plain(inside[3]), 96.0f);
  EXPECT_EQ(plain(inside[4]), 192.0f);
  EXPECT_EQ(plain(pair.x), 384.0f);
  EXPECT_EQ(plain(pair.y), 192.0f);
  EXPECT_EQ(plain(all), 96.0f);
  EXPECT_EQ(plain(pair_of_all.x), 192.0f);
  EXPECT_EQ(plain(pair_of_all.y), 384.0f);
  OK(cudaFree(cells));
  OK(cudaFree(old));
  OK(cudaFree(pairs));
}

int main() {
  check_numbers();
  check_forms();
  check_memory();
  return verdict();
}
