// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// libcu++'s barriers, pipelines and asynchronous copies of a block, and atomic objects.
#include "check.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

static_assert(sizeof(block_barrier) == 8 && alignof(block_barrier) == 8, "");
static_assert(sizeof(cuda::pipeline_shared_state<cuda::thread_scope_block, 3>) == 56, "");
static_assert(sizeof(cuda::atomic<int>) == 4 && sizeof(cuda::atomic<double>) == 8, "");
static_assert(sizeof(cuda::atomic_ref<int>) == 8, "");

const int N = 1024;
static std::vector<int> input;
static int *d_in, *d_out;

static std::vector<int> fetched(int count = N) {
  std::vector<int> got(count);
  OK(cudaMemcpy(got.data(), d_out, count * sizeof(int), cudaMemcpyDeviceToHost));
  return got;
}

// Barriers.

__global__ void by_barrier(const int *in, int *out) {
  __shared__ block_barrier ready;
  __shared__ int tile[128];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&ready, block.size());
  block.sync();
  int t = block.thread_rank();
  cuda::memcpy_async(block, tile, in, sizeof(int) * 128, ready);
  ready.arrive_and_wait();
  int sum = tile[127 - t];
  ready.arrive_and_wait();
  // Between its arrival and the wait a thread does what others need not see.
  tile[t] = sum + 1;
  block_barrier::arrival_token token = ready.arrive();
  sum *= 3;
  ready.wait(std::move(token));
  sum += tile[t ^ 64];
  ready.wait(ready.arrive());
  cuda::memcpy_async(tile + t, in + 128 + t, cuda::aligned_size_t<4>(sizeof(int)), ready);
  ready.wait(ready.arrive(1));
  out[t] = sum + tile[(t + 1) % 128];
}

/// Two stages, each with its barrier; arrivals are kept for a round.
__global__ void stages_of_barriers(const int *in, int *out, int rounds) {
  __shared__ block_barrier filled[2], emptied[2];
  __shared__ int stage[2][64];
  int t = threadIdx.x, sum = 0;
  if (t < 2) {
    init(&filled[t], blockDim.x);
    init(emptied + t, blockDim.x);
  }
  __syncthreads();
  block_barrier::arrival_token full[2], empty[2];
  for (int i = 0; i < rounds + 1; ++i) {
    if (i < rounds) {
      if (i >= 2)
        emptied[i % 2].wait(std::move(empty[i % 2]));
      cuda::memcpy_async(&stage[i % 2][t], &in[64 * i + t], sizeof(int), filled[i % 2]);
      full[i % 2] = filled[i % 2].arrive();
    }
    if (i > 0) {
      int s = (i - 1) % 2;
      filled[s].wait(std::move(full[s]));
      sum = sum * 5 + stage[s][63 - t];
      empty[s] = emptied[s].arrive();
    }
  }
  out[t] = sum;
}

// Pipelines.

template <int Stages> __global__ void by_pipeline(const int *in, int *out, int rounds) {
  __shared__ int buffer[Stages][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
  auto block = cg::this_thread_block();
  cuda::pipeline<cuda::thread_scope_block> pipe = cuda::make_pipeline(block, &state);
  int sum = 0, filled = 0, t = block.thread_rank();
  for (int i = 0; i < rounds; ++i) {
    for (; filled < rounds && filled < i + Stages; ++filled) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, buffer[filled % Stages], in + 64 * filled, sizeof(int) * 64, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum = sum * 3 + buffer[i % Stages][63 - t];
    pipe.consumer_release();
  }
  out[t] = sum;
}

struct Item {
  int key;
  double value;
  char letters[5];
};
template <class Pipe> __device__ void fetch(Item *to, const Item *from, Pipe &pipe) {
  pipe.producer_acquire();
  cuda::memcpy_async(to, from, sizeof(Item), pipe);
  pipe.producer_commit();
}
/// Each thread its own pipeline: nobody else sees the copies before a barrier.
__global__ void of_threads(const Item *in, int *out) {
  __shared__ Item items[64];
  int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  fetch(&items[t], &in[63 - t], pipe);
  fetch(&items[t], &in[t], pipe);
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  pipe.consumer_release();
  __syncthreads();
  const Item &other = items[t ^ 1];
  out[t] = other.key + (int)other.value + other.letters[4];
}

__global__ void of_words(const int4 *in, int4 *out) {
  __shared__ int4 tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], sizeof(int4));
  __pipeline_commit();
  __pipeline_memcpy_async(&tile[t].z, &in[t].x, 8, 4);
  __pipeline_memcpy_async(&tile[t].x, &in[t].w, 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[t ^ 3];
}

/// Bytes as wider elements, void pointers, tiles as groups.
__global__ void of_bytes(const char *in, char *out) {
  __shared__ block_barrier ready;
  __shared__ __align__(16) char bytes[256];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  if (threadIdx.x == 0)
    init(&ready, blockDim.x);
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    bytes[i] = 1;
  block.sync();
  cuda::memcpy_async(block, (int4 *)bytes, (const int4 *)in, 48, ready);
  void *to = bytes + 64;
  const void *from = in + 3;
  cuda::memcpy_async(block, to, from, (size_t)21, ready);
  cuda::memcpy_async(tile, (short *)(bytes + 128 + 32 * tile.meta_group_rank()),
                     (const short *)(in + 32 * tile.meta_group_rank()), 30, ready);
  ready.arrive_and_wait();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    out[i] = bytes[i];
}

static void check_copies() {
  by_barrier<<<1, dim3(32, 4)>>>(d_in, d_out);
  std::vector<int> got = fetched(128);
  for (int t = 0; t < 128; ++t)
    EXPECT_EQ(got[t], 3 * input[127 - t] + input[127 - (t ^ 64)] + 1 + input[128 + (t + 1) % 128]);
  stages_of_barriers<<<1, 64>>>(d_in, d_out, 7);
  got = fetched(64);
  for (int t = 0; t < 64; ++t) {
    int sum = 0;
    for (int i = 0; i < 7; ++i)
      sum = sum * 5 + input[64 * i + 63 - t];
    EXPECT_EQ(got[t], sum);
  }
  for (int stages = 1; stages <= 4; stages += stages == 2 ? 2 : 1) {
    if (stages == 1)
      by_pipeline<1><<<1, 64>>>(d_in, d_out, 9);
    else if (stages == 2)
      by_pipeline<2><<<1, 64>>>(d_in, d_out, 9);
    else
      by_pipeline<4><<<1, 64>>>(d_in, d_out, 9);
    got = fetched(64);
    for (int t = 0; t < 64; ++t) {
      int sum = 0;
      for (int i = 0; i < 9; ++i)
        sum = sum * 3 + input[64 * i + 63 - t];
      EXPECT_EQ(got[t], sum);
    }
  }

  std::vector<Item> items(64);
  for (int i = 0; i < 64; ++i)
    items[i] = Item{i * 7, i * 100.5, {0, 0, 0, 0, (char)i}};
  Item *d_items;
  OK(cudaMalloc(&d_items, 64 * sizeof(Item)));
  OK(cudaMemcpy(d_items, items.data(), 64 * sizeof(Item), cudaMemcpyHostToDevice));
  of_threads<<<1, 64>>>(d_items, d_out);
  got = fetched(64);
  for (int t = 0; t < 64; ++t)
    EXPECT_EQ(got[t], (t ^ 1) * 7 + (int)((t ^ 1) * 100.5) + (t ^ 1));

  of_words<<<1, 64>>>((const int4 *)d_in, (int4 *)d_out);
  got = fetched(256);
  for (int t = 0; t < 64; ++t) {
    const int *from = &input[4 * (t ^ 3)];
    EXPECT_EQ(got[4 * t], from[3]);
    EXPECT_EQ(got[4 * t + 1], from[1]);
    EXPECT_EQ(got[4 * t + 2], from[0]);
    EXPECT_EQ(got[4 * t + 3], 0);
  }
  of_bytes<<<1, 64>>>((const char *)d_in, (char *)d_out);
  std::vector<int> words = fetched(64);
  const char *bytes = (const char *)words.data(), *source = (const char *)input.data();
  for (int i = 0; i < 256; ++i) {
    char want = i < 48 ? source[i] : 1;
    if (i >= 64)
      want = i < 85 ? source[i - 64 + 3] : 1;
    if (i >= 128)
      want = i % 32 < 30 ? source[i - 128] : 1;
    EXPECT_EQ((int)bytes[i], (int)want);
  }
}

// Atomic objects.

enum class Colour : int { Red, Green, Blue };
struct Pair {
  short a, b;
  float c;
};
template <class T> struct Results {
  T added, subtracted, least, most, exchanged, seen;
};

template <class T> __global__ void numbers(Results<T> *r, const int *in) {
  T v = (T)in[threadIdx.x];
  cuda::atomic_ref<T, cuda::thread_scope_device> added(r->added), subtracted(r->subtracted);
  added.fetch_add(v, cuda::memory_order_relaxed);
  subtracted.fetch_sub(v);
  cuda::atomic_ref<T, cuda::thread_scope_device> least(r->least);
  least.fetch_min(v, cuda::std::memory_order_acq_rel);
  cuda::atomic_ref<T, cuda::thread_scope_device>{r->most}.fetch_max(v);
  cuda::atomic_ref<T, cuda::thread_scope_device> seen(r->seen);
  // A product: no function of CUDA's has it.
  T old = seen.load(cuda::memory_order_relaxed);
  while (!seen.compare_exchange_weak(old, old * (threadIdx.x % 16 == 0 ? 3 : 1))) {
  }
  if (threadIdx.x == 5)
    r->exchanged = cuda::atomic_ref<T, cuda::thread_scope_block>(r->exchanged).exchange(77) + 1;
}
template <class T> static void check_numbers() {
  Results<T> r = {10, 20, 30, (T)-3, 40, 2}, *d_r;
  if ((T)-1 > (T)0)
    r.most = 3;
  OK(cudaMalloc(&d_r, sizeof r));
  OK(cudaMemcpy(d_r, &r, sizeof r, cudaMemcpyHostToDevice));
  numbers<T><<<1, 128>>>(d_r, d_in);
  Results<T> want = r;
  for (int i = 0; i < 128; ++i) {
    T v = (T)input[i];
    want.added += v;
    want.subtracted -= v;
    want.least = v < want.least ? v : want.least;
    want.most = want.most < v ? v : want.most;
    want.seen *= i % 16 == 0 ? 3 : 1;
  }
  OK(cudaMemcpy(&r, d_r, sizeof r, cudaMemcpyDeviceToHost));
  EXPECT(r.added == want.added && r.subtracted == want.subtracted);
  EXPECT(r.least == want.least && r.most == want.most);
  EXPECT(r.seen == want.seen);
  EXPECT(r.exchanged == 41);
}

using counter = cuda::atomic<int, cuda::thread_scope_device>;
template <class Atomic> __device__ int draw(Atomic &from) { return from.fetch_add(1); }

struct Shared {
  cuda::atomic<unsigned, cuda::thread_scope_block> bits;
  cuda::atomic<unsigned long long, cuda::thread_scope_block> wide;
  cuda::atomic<float, cuda::thread_scope_block> sum;
};
__global__ void objects(counter *total, counter *tickets, int *out) {
  __shared__ Shared s;
  __shared__ counter mine;
  if (threadIdx.x == 0) {
    s.bits.store(0xff);
    s.wide.store(0, cuda::memory_order_release);
    s.sum = 1.5f;
    mine.store(0, cuda::std::memory_order_relaxed);
  }
  __syncthreads();
  s.bits.fetch_xor(1u << (threadIdx.x % 32));
  s.wide.fetch_or(1ull << threadIdx.x);
  s.sum.fetch_add(0.25f);
  ++mine;
  mine += 2;
  mine--;
  int ticket = draw(*tickets) + 0 * draw(mine);
  total->fetch_add(ticket, cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x == 0) {
    out[0] = (int)s.bits.load();
    out[1] = (int)(s.wide >> 32);
    out[2] = (int)(s.sum.load() * 4);
    out[3] = mine;
    s.bits &= 0xf0u;
    s.bits |= 0x1000u;
    out[4] = (int)(s.bits ^= 1u);
    out[5] = --mine;
    int wrong = 1;
    out[6] = mine.compare_exchange_strong(wrong, 9);
    out[7] = wrong;
    out[8] = mine.compare_exchange_strong(wrong, 9, cuda::memory_order_acq_rel,
                                          cuda::memory_order_relaxed);
    out[9] = mine.load(cuda::memory_order_acquire);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  }
}
__global__ void of_classes(Colour *colour, Pair *pair, int *out) {
  cuda::atomic_ref<Colour, cuda::thread_scope_device> c(*colour);
  cuda::atomic_ref<Pair, cuda::thread_scope_device> p(*pair);
  Pair old = p.load();
  while (!p.compare_exchange_strong(old, Pair{(short)(old.a + 1), (short)(old.b - 1), old.c * 2})) {
  }
  Colour red = Colour::Red;
  if (c.compare_exchange_strong(red, Colour::Blue))
    atomicAdd(&out[0], 1);
  else
    atomicAdd(&out[1], (int)red);
}

static void check_objects() {
  counter *d_counters;
  OK(cudaMalloc(&d_counters, 2 * sizeof(counter)));
  OK(cudaMemset(d_counters, 0, 2 * sizeof(counter)));
  objects<<<4, 64>>>(d_counters, d_counters + 1, d_out);
  int sums[2];
  OK(cudaMemcpy(sums, d_counters, sizeof sums, cudaMemcpyDeviceToHost));
  EXPECT_EQ(sums[0], 256 * 255 / 2);
  EXPECT_EQ(sums[1], 256);
  std::vector<int> got = fetched(10);
  const int want[10] = {0xff, -1, 4 * (1 + 16) + 2, 64 * 3, 0x10f1, 191, 0, 191, 1, 9};
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(got[i], want[i]);

  Colour colour = Colour::Red, *d_colour;
  Pair pair = {0, 0, 1}, *d_pair;
  OK(cudaMalloc(&d_colour, sizeof colour));
  OK(cudaMalloc(&d_pair, sizeof pair));
  OK(cudaMemcpy(d_colour, &colour, sizeof colour, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_pair, &pair, sizeof pair, cudaMemcpyHostToDevice));
  OK(cudaMemset(d_out, 0, 2 * sizeof(int)));
  of_classes<<<2, 16>>>(d_colour, d_pair, d_out);
  OK(cudaMemcpy(&colour, d_colour, sizeof colour, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(&pair, d_pair, sizeof pair, cudaMemcpyDeviceToHost));
  got = fetched(2);
  EXPECT(colour == Colour::Blue);
  EXPECT(pair.a == 32 && pair.b == -32 && pair.c == 4294967296.0f);
  EXPECT(got[0] == 1 && got[1] == 31 * 2);
}

/// The host has such objects, too.
static void check_host() {
  cuda::atomic<int> n{4};
  n.fetch_add(3, cuda::memory_order_relaxed);
  n.fetch_max(5);
  ++n;
  int seen = 8;
  EXPECT(n.compare_exchange_strong(seen, 20));
  EXPECT_EQ(n.load(cuda::std::memory_order_acquire), 20);
  cuda::std::atomic<unsigned long long> wide(1);
  wide.fetch_or(1ull << 40);
  EXPECT(wide.load() == (1ull << 40 | 1));
}

int main() {
  for (int i = 0; i < N; ++i)
    input.push_back((i * 37 + 11) % 251 - 100);
  OK(cudaMalloc(&d_in, N * sizeof(int)));
  OK(cudaMalloc(&d_out, N * sizeof(int)));
  OK(cudaMemcpy(d_in, input.data(), N * sizeof(int), cudaMemcpyHostToDevice));
  check_copies();
  check_numbers<int>();
  check_numbers<unsigned>();
  check_numbers<long long>();
  check_numbers<unsigned long>();
  check_numbers<float>();
  check_numbers<double>();
  check_objects();
  check_host();
  OK(cudaGetLastError());
  return verdict();
}
