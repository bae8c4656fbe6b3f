// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUB's reductions, scans, loads and stores of blocks and warps: values of all kinds, blocks of any
// shape, tiles that are not full, storage in structs and unions that is used again.
#include "check.h"
#include <cub/cub.cuh>
#include <vector>

#if CUB_VERSION >= 300000
struct Larger {
  template <class T> __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};
struct Smaller {
  template <class T> __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; }
};
#else
typedef cub::Max Larger;
typedef cub::Min Smaller;
#endif

const int MOST = 1024;
static int input[MOST], *d_in, *d_out;
static std::vector<int> got;

static int sum_of(int begin, int end) {
  int sum = 0;
  for (int i = begin; i < end; ++i)
    sum += input[i];
  return sum;
}

/// Does not commute: applied to neighbours in order, the result knows first and last.
struct Span {
  int first, last, count;
  __host__ __device__ Span operator+(const Span &b) const {
    return Span{first, b.last, count + b.count + (last + 1 == b.first ? 0 : 100000)};
  }
};
/// Shared memory has no constructors, so its storage must not need one.
struct Made {
  double value;
  __host__ __device__ Made() : value(-1) {}
  __host__ __device__ explicit Made(double v) : value(v) {}
};
struct AddMade {
  __device__ Made operator()(const Made &a, const Made &b) const { return Made(a.value + b.value); }
};

// Reductions of a block.

template <class T, int X, int Y, int Z, cub::BlockReduceAlgorithm Algorithm>
__global__ void reduce_shape(const int *in, int *out, int valid) {
  typedef cub::BlockReduce<T, X, Algorithm, Y, Z> Reduce;
  __shared__ typename Reduce::TempStorage temp;
  int thread = (threadIdx.z * Y + threadIdx.y) * X + threadIdx.x;
  T v = (T)in[thread];
  T all = Reduce(temp).Sum(v);
  __syncthreads();
  T largest = Reduce(temp).Reduce(v, Larger());
  __syncthreads();
  T some = Reduce(temp).Sum(v, valid);
  __syncthreads();
  T smallest = Reduce(temp).Reduce(v, Smaller(), valid);
  if (thread == 0) {
    out[0] = (int)all;
    out[1] = (int)largest;
    out[2] = (int)some;
    out[3] = (int)smallest;
  }
}
template <class T, int X, int Y, int Z, cub::BlockReduceAlgorithm Algorithm>
static void check_shape(int valid) {
  const int threads = X * Y * Z;
  reduce_shape<T, X, Y, Z, Algorithm><<<1, dim3(X, Y, Z)>>>(d_in, d_out, valid);
  int r[4], largest = input[0], smallest = input[0];
  OK(cudaMemcpy(r, d_out, sizeof r, cudaMemcpyDeviceToHost));
  for (int i = 0; i < threads; ++i)
    largest = input[i] > largest ? input[i] : largest;
  for (int i = 0; i < valid; ++i)
    smallest = input[i] < smallest ? input[i] : smallest;
  EXPECT_EQ(r[0], sum_of(0, threads));
  EXPECT_EQ(r[1], largest);
  EXPECT_EQ(r[2], sum_of(0, valid));
  EXPECT_EQ(r[3], smallest);
}

template <class T> __device__ void sum_in_place(T &a, T &b) {
  using Reduce = cub::BlockReduce<T, 100>;
  __shared__ typename Reduce::TempStorage first, second;
  a = Reduce(first).Sum(a);
  b = Reduce(second).Reduce(b, [](const T &x, const T &y) { return x > y ? x : y; });
}
__global__ void reduce_forms(const int *in, int *out) {
  typedef cub::BlockReduce<int, 100> Ints;
  typedef cub::BlockReduce<Span, 100> Spans;
  typedef cub::BlockReduce<Made, 100> Mades;
  typedef cub::BlockReduce<long long, 100, cub::BLOCK_REDUCE_RAKING> Longs;
  __shared__ union Storage {
    Ints::TempStorage ints;
    Spans::TempStorage spans;
    Mades::TempStorage mades;
    struct {
      int before;
      Longs::TempStorage longs;
    } inner;
  } temp;
  int t = threadIdx.x, items[3] = {in[3 * t], in[3 * t + 1], in[3 * t + 2]};
  int sum = Ints(temp.ints).Sum(items);
  __syncthreads();
  Span span = Spans(temp.spans).Sum(Span{t, t, 1});
  __syncthreads();
  Made made = Mades(temp.mades).Reduce(Made(t * 0.5), AddMade());
  __syncthreads();
  long long product = Longs(temp.inner.longs).Sum(3000000000ll * t, 77);
  __syncthreads();
  Ints kept(temp.ints);
  int least = kept.Reduce(items, Smaller());
  int loops = 0;
  for (int i = 0; i < 3; ++i) {
    __syncthreads();
    loops += kept.Sum(items[i] * (i + 1));
  }
  float a = t, b = t * 2.0f;
  sum_in_place(a, b);
  int own = Ints().Sum(t);
  if (t == 0) {
    out[0] = sum;
    out[1] = span.first;
    out[2] = span.last;
    out[3] = span.count;
    out[4] = (int)(made.value * 2);
    out[5] = (int)(product / 3000000000ll);
    out[6] = least;
    out[7] = loops;
    out[8] = (int)a;
    out[9] = (int)b;
    out[10] = own;
  }
}
static void check_reduce_forms() {
  int least = input[0], loops = 0;
  for (int i = 0; i < 300; ++i) {
    least = input[i] < least ? input[i] : least;
    loops += input[i] * (i % 3 + 1);
  }
  const int want[] = {sum_of(0, 300), 0, 99, 100, 4950, 76 * 77 / 2, least, loops, 4950, 198, 4950};
  for (int i = 0; i < 11; ++i)
    EXPECT_EQ(got[i], want[i]);
}

// Reductions of warps.

template <int Lanes> __global__ void warp_reduce(const int *in, int *out) {
  typedef cub::WarpReduce<int, Lanes> Reduce;
  typedef cub::WarpReduce<Span, Lanes> Spans;
  __shared__ typename Reduce::TempStorage temp[160 / Lanes];
  __shared__ typename Spans::TempStorage spans[160 / Lanes];
  int t = threadIdx.x, group = t / Lanes;
  int sum = Reduce(temp[group]).Sum(in[t]);
  int some = Reduce(temp[group]).Sum(in[t], Lanes - 1);
  int largest = Reduce(temp[group]).Reduce(in[t], Larger());
  Span span = Spans(spans[group]).Reduce(
      Span{t, t, 1}, [](const Span &a, const Span &b) { return a + b; });
  int one = -1;
  if (t < 32)
    one = Reduce(temp[group]).Sum(t);
  int heads = Reduce(temp[group]).HeadSegmentedSum(1, t % 3 == 0);
  int tails = Reduce(temp[group]).TailSegmentedSum(1, t % 5 == 4);
  if (t % Lanes == 0) {
    out += 8 * group;
    out[0] = sum;
    out[1] = some;
    out[2] = largest;
    out[3] = span.first;
    out[4] = span.last + 1000 * span.count;
    out[5] = one;
  }
  __syncthreads();
  out = out - (t % Lanes == 0 ? 8 * group : 0);
  if (t % 3 == 0)
    out[512 + t] = heads;
  if (t % 5 == 0)
    out[768 + t] = tails;
}
template <int Lanes> static void check_warp_reduce() {
  for (int group = 0; group < 160 / Lanes; ++group) {
    int begin = group * Lanes, largest = input[begin];
    for (int i = 0; i < Lanes; ++i)
      largest = input[begin + i] > largest ? input[begin + i] : largest;
    EXPECT_EQ(got[8 * group], sum_of(begin, begin + Lanes));
    EXPECT_EQ(got[8 * group + 1], sum_of(begin, begin + Lanes - 1));
    EXPECT_EQ(got[8 * group + 2], largest);
    EXPECT_EQ(got[8 * group + 3], begin);
    EXPECT_EQ(got[8 * group + 4], begin + Lanes - 1 + 1000 * Lanes);
    EXPECT_EQ(got[8 * group + 5], begin < 32 ? (2 * begin + Lanes - 1) * Lanes / 2 : -1);
  }
  for (int t = 0; t < 160; ++t) {
    int end = (t / Lanes + 1) * Lanes;
    if (t % 3 == 0)
      EXPECT_EQ(got[512 + t], end - t < 3 ? end - t : 3);
    if (t % 5 == 0)
      EXPECT_EQ(got[768 + t], end - t < 5 ? end - t : 5);
  }
}

// Scans.

/// Keeps what came before the next tile.
struct Running {
  int total;
  __device__ Running(int start) : total(start) {}
  __device__ int operator()(int aggregate) {
    int before = total;
    total += aggregate;
    return before;
  }
};
template <int Threads, cub::BlockScanAlgorithm Algorithm>
__global__ void block_scan(const int *in, int *out) {
  typedef cub::BlockScan<int, Threads, Algorithm> Scan;
  __shared__ typename Scan::TempStorage temp;
  int t = threadIdx.x, v, all, items[4];
  Scan(temp).InclusiveSum(in[t], v);
  out[t] = v;
  __syncthreads();
  Scan(temp).ExclusiveSum(in[t], v, all);
  out[Threads + t] = v + all * 1000;
  __syncthreads();
  Scan(temp).ExclusiveScan(in[t], v, 5, Larger());
  out[2 * Threads + t] = v;
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    items[i] = in[4 * t + i];
  Scan(temp).ExclusiveSum(items, items, all);
  for (int i = 0; i < 4; ++i)
    out[3 * Threads + 4 * t + i] = items[i] + all;
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    items[i] = in[4 * t + i];
  Scan(temp).InclusiveScan(items, items, Larger());
  for (int i = 0; i < 4; ++i)
    out[7 * Threads + 4 * t + i] = items[i];
  Running running(100);
  for (int tile = 0; tile < 3; ++tile) {
    __syncthreads();
    Scan(temp).ExclusiveSum(in[tile * Threads + t], v, running);
    out[(11 + tile) * Threads + t] = v;
  }
}
template <int Threads> static void check_block_scan() {
  int sum = 0, all = sum_of(0, Threads), largest = 0;
  for (int t = 0; t < Threads; ++t) {
    EXPECT_EQ(got[t], sum + input[t]);
    EXPECT_EQ(got[Threads + t], sum + all * 1000);
    EXPECT_EQ(got[2 * Threads + t], largest > 5 ? largest : 5);
    sum += input[t];
    largest = input[t] > largest ? input[t] : largest;
  }
  sum = largest = 0;
  all = sum_of(0, 4 * Threads);
  for (int i = 0; i < 4 * Threads; ++i) {
    largest = input[i] > largest ? input[i] : largest;
    EXPECT_EQ(got[3 * Threads + i], sum + all);
    EXPECT_EQ(got[7 * Threads + i], largest);
    if (i < 3 * Threads)
      EXPECT_EQ(got[11 * Threads + i], 100 + sum);
    sum += input[i];
  }
}

__global__ void scan_forms(const int *in, int *out) {
  typedef cub::BlockScan<Span, 12, cub::BLOCK_SCAN_WARP_SCANS, 5> Spans;
  typedef cub::BlockScan<double, 12, cub::BLOCK_SCAN_RAKING, 5> Doubles;
  __shared__ struct {
    typename Spans::TempStorage spans;
    Doubles::TempStorage doubles;
  } temp;
  int t = threadIdx.y * 12 + threadIdx.x;
  Span span, all;
  Spans(temp.spans).InclusiveScan(Span{t, t, 1}, span,
                                  [](const Span &a, const Span &b) { return a + b; }, all);
  double sum, items[2] = {in[2 * t] * 0.5, in[2 * t + 1] * 0.5};
  Doubles(temp.doubles).InclusiveSum(t * 0.25, sum);
  __syncthreads();
  Doubles(temp.doubles).InclusiveSum(items, items);
  out[t] = span.first * 10000 + span.last * 100 + span.count;
  out[60 + t] = all.last;
  out[120 + t] = (int)(sum * 4);
  out[180 + 2 * t] = (int)(items[0] * 2);
  out[181 + 2 * t] = (int)(items[1] * 2);
}
static void check_scan_forms() {
  for (int t = 0; t < 60; ++t) {
    EXPECT_EQ(got[t], t * 100 + t + 1);
    EXPECT_EQ(got[60 + t], 59);
    EXPECT_EQ(got[120 + t], t * (t + 1) / 2);
    EXPECT_EQ(got[180 + 2 * t], sum_of(0, 2 * t + 1));
    EXPECT_EQ(got[181 + 2 * t], sum_of(0, 2 * t + 2));
  }
}

template <int Lanes> __global__ void warp_scan(const int *in, int *out) {
  typedef cub::WarpScan<int, Lanes> Scan;
  __shared__ typename Scan::TempStorage temp[160 / Lanes];
  int t = threadIdx.x, v, w, all;
  Scan scan(temp[t / Lanes]);
  scan.InclusiveSum(in[t], v, all);
  out[t] = v + 1000 * all;
  scan.ExclusiveSum(in[t], v);
  out[160 + t] = v;
  scan.ExclusiveScan(in[t], v, 4, Larger());
  out[320 + t] = v;
  scan.Scan(in[t], v, w, [](int a, int b) { return a + b; });
  out[480 + t] = v - (t % Lanes == 0 ? 0 : w) + scan.Broadcast(t, Lanes / 2) * 1000;
}
template <int Lanes> static void check_warp_scan() {
  for (int t = 0; t < 160; ++t) {
    int begin = t / Lanes * Lanes, largest = 4;
    for (int i = begin; i < t; ++i)
      largest = input[i] > largest ? input[i] : largest;
    EXPECT_EQ(got[t], sum_of(begin, t + 1) + 1000 * sum_of(begin, begin + Lanes));
    EXPECT_EQ(got[160 + t], sum_of(begin, t));
    EXPECT_EQ(got[320 + t], largest);
    EXPECT_EQ(got[480 + t], input[t] + 1000 * (begin + Lanes / 2));
  }
}

// Loads and stores.

template <cub::BlockLoadAlgorithm Loading, cub::BlockStoreAlgorithm Storing>
__global__ void copies(const int *in, int *out, int valid) {
  typedef cub::BlockLoad<int, 48, 5, Loading, 2> Load;
  typedef cub::BlockStore<int, 48, 5, Storing, 2> Store;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } temp;
  int items[5], t = threadIdx.y * 48 + threadIdx.x;
  Load(temp.load).Load(in, items);
  for (int i = 0; i < 5; ++i)
    out[t * 5 + i] = items[i];
  __syncthreads();
  Store(temp.store).Store(out + 480, items);
  __syncthreads();
  Load(temp.load).Load(in + 1, items, valid, -7);
  for (int i = 0; i < 5; ++i)
    items[i] += 1;
  __syncthreads();
  Store(temp.store).Store(out + 960, items); // may leave the items in another order
  __syncthreads();
  Load(temp.load).Load(in + 1, items, valid, -7);
  for (int i = 0; i < 5; ++i)
    items[i] += 1;
  __syncthreads();
  Store(temp.store).Store(out + 1440, items, valid - 10);
}
static void check_copies(bool striped, int valid) {
  for (int i = 0; i < 480; ++i) {
    EXPECT_EQ(got[i], input[striped ? i / 5 + i % 5 * 96 : i]);
    EXPECT_EQ(got[480 + i], input[i]);
    EXPECT_EQ(got[960 + i], i < valid ? input[1 + i] + 1 : -6);
    EXPECT_EQ(got[1440 + i], i < valid - 10 ? input[1 + i] + 1 : -1);
  }
}
__global__ void direct(const int *in, int *out) {
  int items[3], t = threadIdx.x;
  cub::LoadDirectStriped<50>(t, in, items);
  cub::StoreDirectBlocked(t, out, items);
  cub::LoadDirectBlocked(t, in, items, 70);
  cub::StoreDirectStriped<50>(t, out + 150, items, 20);
}
static void check_direct() {
  for (int i = 0; i < 150; ++i) {
    EXPECT_EQ(got[i], input[i / 3 + i % 3 * 50]);
    EXPECT_EQ(got[150 + i], i < 20 ? input[3 * i] : -1);
  }
}

// Differences of neighbours.

struct Minus {
  __device__ int operator()(int a, int b) const { return a - 3 * b; }
};
__global__ void differences(const int *in, int *out) {
  typedef cub::BlockAdjacentDifference<int, 50> Differences;
  __shared__ Differences::TempStorage temp;
  int t = threadIdx.x, items[3], own[3], results[4][3];
  for (int i = 0; i < 3; ++i)
    own[i] = items[i] = in[3 * t + i];
  Differences(temp).SubtractLeft(items, results[0], Minus());
  __syncthreads();
  Differences(temp).SubtractRight(items, results[1], Minus(), 1000);
  __syncthreads();
  Differences(temp).SubtractLeftPartialTile(items, results[2], Minus(), 70);
  __syncthreads();
  Differences(temp).SubtractRightPartialTile(items, results[3], Minus(), 70);
  __syncthreads();
  Differences(temp).SubtractLeft(own, own, Minus(), 2000);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 4; ++k)
      out[150 * k + 3 * t + i] = results[k][i];
    out[600 + 3 * t + i] = own[i];
  }
}
static void check_differences() {
  for (int i = 0; i < 150; ++i) {
    int left = i > 0 ? input[i] - 3 * input[i - 1] : input[i];
    EXPECT_EQ(got[i], left);
    EXPECT_EQ(got[150 + i], input[i] - 3 * (i < 149 ? input[i + 1] : 1000));
    EXPECT_EQ(got[300 + i], i < 70 ? left : input[i]);
    EXPECT_EQ(got[450 + i], i < 69 ? input[i] - 3 * input[i + 1] : input[i]);
    EXPECT_EQ(got[600 + i], i > 0 ? left : input[0] - 6000);
  }
}

template <class Launch, class Check> void run(Launch launch, Check check) {
  OK(cudaMemset(d_out, -1, got.size() * sizeof(int)));
  launch();
  OK(cudaMemcpy(got.data(), d_out, got.size() * sizeof(int), cudaMemcpyDeviceToHost));
  check();
}

int main() {
  got.resize(4096);
  for (int i = 0; i < MOST; ++i)
    input[i] = (i * 7 + i / 13) % 11;
  OK(cudaMalloc(&d_in, sizeof input));
  OK(cudaMalloc(&d_out, got.size() * sizeof(int)));
  OK(cudaMemcpy(d_in, input, sizeof input, cudaMemcpyHostToDevice));
  check_shape<int, 256, 1, 1, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(201);
  check_shape<float, 100, 1, 1, cub::BLOCK_REDUCE_RAKING>(33);
  check_shape<int, 7, 5, 3, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(1);
  check_shape<unsigned, 20, 1, 1, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(20);
  check_shape<long long, 33, 2, 1, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(65);
  if (failure_count())
    return verdict();
  check_shape<double, 16, 16, 2, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(300);
  run([] { reduce_forms<<<1, 100>>>(d_in, d_out); }, check_reduce_forms);
  run([] { warp_reduce<32><<<1, 160>>>(d_in, d_out); }, check_warp_reduce<32>);
  run([] { warp_reduce<8><<<1, 160>>>(d_in, d_out); }, check_warp_reduce<8>);
  run([] { block_scan<64, cub::BLOCK_SCAN_RAKING><<<1, 64>>>(d_in, d_out); }, check_block_scan<64>);
  run([] { block_scan<45, cub::BLOCK_SCAN_RAKING_MEMOIZE><<<1, 45>>>(d_in, d_out); },
      check_block_scan<45>);
  run([] { block_scan<96, cub::BLOCK_SCAN_WARP_SCANS><<<1, 96>>>(d_in, d_out); }, check_block_scan<96>);
  run([] { scan_forms<<<1, dim3(12, 5)>>>(d_in, d_out); }, check_scan_forms);
  run([] { warp_scan<32><<<1, 160>>>(d_in, d_out); }, check_warp_scan<32>);
  run([] { warp_scan<16><<<1, 160>>>(d_in, d_out); }, check_warp_scan<16>);
  run([] { copies<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT><<<1, dim3(48, 2)>>>(d_in, d_out, 333); },
      [] { check_copies(false, 333); });
  run([] { copies<cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED><<<1, dim3(48, 2)>>>(d_in, d_out, 33); },
      [] { check_copies(true, 33); });
  run([] {
    copies<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE><<<1, dim3(48, 2)>>>(d_in, d_out, 333);
  }, [] { check_copies(false, 333); });
  run([] { differences<<<1, 50>>>(d_in, d_out); }, check_differences);
  run([] { direct<<<1, 50>>>(d_in, d_out); }, check_direct);
  return verdict();
}
