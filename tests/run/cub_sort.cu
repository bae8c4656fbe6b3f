// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUB's sorting, exchanges, shuffles, flags and histograms of blocks.
#include "check.h"
#include <algorithm>
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>
#include <numeric>
#include <type_traits>
#include <vector>

template <class T> static T *on_device(const std::vector<T> &v) {
  T *p;
  OK(cudaMalloc(&p, v.size() * sizeof(T)));
  OK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}
template <class T> static std::vector<T> fetched(const T *p, size_t count) {
  std::vector<T> v(count);
  OK(cudaMemcpy(v.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost));
  return v;
}
static unsigned long long random_bits() {
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

// Sorting by digits.

enum How { UP, DOWN, UP_STRIPED };
template <class Key, int Threads, int Items, How Order>
__global__ void sort_keys(Key *keys, int begin, int end) {
  typedef cub::BlockRadixSort<Key, Threads, Items> Sort;
  __shared__ typename Sort::TempStorage temp;
  Key mine[Items];
  int t = threadIdx.x;
  for (int i = 0; i < Items; ++i)
    mine[i] = keys[t * Items + i];
  if (Order == UP)
    Sort(temp).Sort(mine, begin, end);
  else if (Order == DOWN)
    Sort(temp).SortDescending(mine, begin, end);
  else
    Sort(temp).SortBlockedToStriped(mine, begin, end);
  for (int i = 0; i < Items; ++i)
    keys[Order == UP_STRIPED ? i * Threads + t : t * Items + i] = mine[i];
}
template <class Key, int Threads, int Items, bool Descends>
__global__ void sort_pairs(Key *keys, int *values) {
  typedef cub::BlockRadixSort<Key, Threads, Items, int> Sort;
  __shared__ typename Sort::TempStorage temp;
  Key mine[Items];
  int with[Items];
  cub::LoadDirectBlocked(threadIdx.x, keys, mine);
  cub::LoadDirectBlocked(threadIdx.x, values, with);
  if (Descends)
    Sort(temp).SortDescending(mine, with);
  else
    Sort(temp).Sort(mine, with);
  cub::StoreDirectBlocked(threadIdx.x, keys, mine);
  cub::StoreDirectBlocked(threadIdx.x, values, with);
}
/// What of a key is looked at: bits \p begin to \p end of an order as that of numbers.
template <class Key> static unsigned long long part_of(Key key, int begin, int end) {
  unsigned long long bits = 0, top = 1ull << (8 * sizeof(Key) - 1);
  Key plain = key == 0 ? 0 : key;
  memcpy(&bits, &plain, sizeof key);
  if (std::is_floating_point<Key>::value)
    bits = bits & top ? ~bits : bits | top;
  else if (std::is_signed<Key>::value)
    bits ^= top;
  int width = end - begin;
  return bits >> begin & (width == 64 ? ~0ull : (1ull << width) - 1);
}
template <class Key> static std::vector<Key> some_keys(int count) {
  std::vector<Key> keys;
  for (int i = 0; i < count; ++i) {
    unsigned long long bits = random_bits();
    Key key = (Key)(long long)(bits % 37) - (Key)(std::is_signed<Key>::value ? 18 : 0);
    if (!std::is_floating_point<Key>::value && i % 3)
      memcpy(&key, &bits, sizeof key);
    else if (std::is_floating_point<Key>::value && i % 3)
      key = (Key)((double)(long long)bits * 1e-9);
    keys.push_back(i % 17 ? key : (Key)(-0.0));
  }
  return keys;
}
template <class Key, int Threads, int Items> static void check_sort(int begin, int end) {
  const std::vector<Key> input = some_keys<Key>(Threads * Items);
  for (int how = 0; how < 3; ++how) {
    Key *d_keys = on_device(input);
    if (how == UP)
      sort_keys<Key, Threads, Items, UP><<<1, Threads>>>(d_keys, begin, end);
    else if (how == DOWN)
      sort_keys<Key, Threads, Items, DOWN><<<1, Threads>>>(d_keys, begin, end);
    else
      sort_keys<Key, Threads, Items, UP_STRIPED><<<1, Threads>>>(d_keys, begin, end);
    std::vector<Key> want = input, got = fetched(d_keys, want.size());
    std::stable_sort(want.begin(), want.end(), [&](Key a, Key b) {
      unsigned long long x = part_of(a, begin, end), y = part_of(b, begin, end);
      return how == DOWN ? x > y : x < y;
    });
    EXPECT(memcmp(got.data(), want.data(), want.size() * sizeof(Key)) == 0);
  }
  for (int descends = 0; descends < 2; ++descends) {
    std::vector<int> places(input.size());
    std::iota(places.begin(), places.end(), 0);
    Key *d_keys = on_device(input);
    int *d_values = on_device(places);
    if (descends)
      sort_pairs<Key, Threads, Items, true><<<1, Threads>>>(d_keys, d_values);
    else
      sort_pairs<Key, Threads, Items, false><<<1, Threads>>>(d_keys, d_values);
    std::stable_sort(places.begin(), places.end(), [&](int a, int b) {
      return descends ? input[a] > input[b] : input[a] < input[b];
    });
    EXPECT(fetched(d_values, places.size()) == places);
  }
}

// Sorting by merging.

struct Person {
  int age, place;
};
struct Younger {
  __host__ __device__ bool operator()(const Person &a, const Person &b) const {
    return a.age < b.age;
  }
};
template <int Threads, int Items>
__global__ void merge_sort(Person *people, int *values, int valid) {
  typedef cub::BlockMergeSort<Person, Threads, Items, int> Sort;
  __shared__ typename Sort::TempStorage temp;
  Person mine[Items];
  int with[Items];
  cub::LoadDirectBlocked(threadIdx.x, people, mine);
  cub::LoadDirectBlocked(threadIdx.x, values, with);
  if (valid < Threads * Items)
    Sort(temp).Sort(mine, with, Younger(), valid, Person{1000, -1});
  else
    Sort(temp).Sort(mine, with, Younger());
  cub::StoreDirectBlocked(threadIdx.x, people, mine);
  cub::StoreDirectBlocked(threadIdx.x, values, with);
}
template <int Threads, int Items> __global__ void merge_sort_floats(float *keys) {
  typedef cub::BlockMergeSort<float, Threads, Items> Sort;
  __shared__ typename Sort::TempStorage temp;
  float mine[Items];
  cub::LoadDirectBlocked(threadIdx.x, keys, mine);
  Sort(temp).Sort(mine, [](const float &a, const float &b) { return a > b; });
  cub::StoreDirectBlocked(threadIdx.x, keys, mine);
}
static void check_merge(int valid) {
  const int n = 64 * 3;
  std::vector<Person> people;
  std::vector<int> values;
  std::vector<float> floats;
  for (int i = 0; i < n; ++i) {
    people.push_back({(int)(random_bits() % 20), i});
    values.push_back(i * 10);
    floats.push_back((float)(random_bits() % 1000) / 8);
  }
  Person *d_people = on_device(people);
  int *d_values = on_device(values);
  float *d_floats = on_device(floats);
  merge_sort<64, 3><<<1, 64>>>(d_people, d_values, valid);
  std::vector<Person> got = fetched(d_people, n);
  std::vector<int> with = fetched(d_values, n);
  std::stable_sort(people.begin(), people.begin() + valid, Younger());
  for (int i = 0; i < valid; ++i) { // what is beyond is CUB's own business
    EXPECT_EQ(got[i].age, people[i].age);
    EXPECT_EQ(with[i], people[i].place * 10);
    EXPECT_EQ(got[i].place, people[i].place);
  }
  merge_sort_floats<64, 3><<<1, 64>>>(d_floats);
  std::sort(floats.begin(), floats.end(), [](float a, float b) { return a > b; });
  EXPECT(fetched(d_floats, n) == floats);
}

// Exchanges.

const int T = 96, I = 3, N = T * I;
__global__ void exchange(const int *in, int *out) {
  typedef cub::BlockExchange<int, T, I> Exchange;
  __shared__ Exchange::TempStorage temp;
  int items[I], other[I], ranks[I], t = threadIdx.x;
  cub::LoadDirectBlocked(t, in, items);
  Exchange(temp).BlockedToStriped(items, other);
  cub::StoreDirectBlocked(t, out, other);
  __syncthreads();
  Exchange(temp).StripedToBlocked(items, other);
  cub::StoreDirectBlocked(t, out + N, other);
  __syncthreads();
  Exchange(temp).BlockedToWarpStriped(items, other);
  cub::StoreDirectBlocked(t, out + 2 * N, other);
  __syncthreads();
  Exchange(temp).WarpStripedToBlocked(other, other);
  cub::StoreDirectBlocked(t, out + 3 * N, other);
  for (int i = 0; i < I; ++i)
    ranks[i] = N - 1 - (t * I + i);
  __syncthreads();
  Exchange(temp).ScatterToBlocked(items, other, ranks);
  cub::StoreDirectBlocked(t, out + 4 * N, other);
  __syncthreads();
  Exchange(temp).ScatterToStriped(items, other, ranks);
  cub::StoreDirectBlocked(t, out + 5 * N, other);
}
static void check_exchange(const std::vector<int> &in) {
  int *d_in = on_device(in), *d_out = on_device(std::vector<int>(6 * N));
  exchange<<<1, T>>>(d_in, d_out);
  std::vector<int> got = fetched(d_out, 6 * N);
  for (int t = 0; t < T; ++t)
    for (int i = 0; i < I; ++i) {
      int at = t * I + i, striped = i * T + t, from = at % T * I + at / T;
      int first = t / 32 * 32, lanes = std::min(32, T - first);
      EXPECT_EQ(got[at], in[striped]);
      EXPECT_EQ(got[N + at], in[from]);
      EXPECT_EQ(got[2 * N + at], in[first * I + i * lanes + t - first]);
      EXPECT_EQ(got[3 * N + at], in[at]);
      EXPECT_EQ(got[4 * N + at], in[N - 1 - at]);
      EXPECT_EQ(got[5 * N + at], in[N - 1 - striped]);
    }
}

struct Differ {
  __host__ __device__ bool operator()(const int &a, const int &b) const { return a / 4 != b / 4; }
};
__global__ void neighbours(const int *in, int *out, int *counts) {
  typedef cub::BlockShuffle<int, T> Shuffle;
  typedef cub::BlockDiscontinuity<int, T> Discontinuity;
  typedef cub::BlockHistogram<unsigned char, T, I, 16> Histogram;
  typedef cub::BlockHistogram<unsigned char, T, I, 16, cub::BLOCK_HISTO_ATOMIC> Atomic;
  __shared__ union {
    Shuffle::TempStorage shuffle;
    Discontinuity::TempStorage discontinuity;
    Histogram::TempStorage histogram;
    Atomic::TempStorage atomic;
  } temp;
  __shared__ unsigned bins[16];
  int items[I], flags[I], tails[I], moved[I] = {-1, -1, -1}, t = threadIdx.x;
  cub::LoadDirectBlocked(t, in, items);
  Discontinuity(temp.discontinuity).FlagHeads(flags, items, Differ());
  cub::StoreDirectBlocked(t, out, flags);
  __syncthreads();
  Discontinuity(temp.discontinuity).FlagTails(flags, items, Differ(), 1000000);
  cub::StoreDirectBlocked(t, out + N, flags);
  __syncthreads();
  Discontinuity(temp.discontinuity).FlagHeadsAndTails(flags, tails, items, Differ());
  for (int i = 0; i < I; ++i)
    flags[i] += 2 * tails[i];
  cub::StoreDirectBlocked(t, out + 2 * N, flags);
  __syncthreads();
  Shuffle(temp.shuffle).Up(items, moved);
  cub::StoreDirectBlocked(t, out + 3 * N, moved);
  __syncthreads();
  Shuffle(temp.shuffle).Down(items, moved);
  cub::StoreDirectBlocked(t, out + 4 * N, moved);
  __syncthreads();
  int offset = -5, rotated;
  Shuffle(temp.shuffle).Offset(items[0], offset, -2);
  __syncthreads();
  Shuffle(temp.shuffle).Rotate(items[0], rotated, 7);
  out[5 * N + t] = offset;
  out[6 * N + t] = rotated;
  __syncthreads();
  unsigned char bytes[I];
  for (int i = 0; i < I; ++i)
    bytes[i] = (unsigned char)(items[i] & 15);
  Histogram(temp.histogram).Histogram(bytes, bins);
  __syncthreads();
  if (t < 16)
    counts[t] = (int)bins[t];
  __syncthreads();
  Atomic(temp.atomic).Composite(bytes, bins);
  __syncthreads();
  if (t < 16)
    counts[16 + t] = (int)bins[t];
}
static void check_neighbours(const std::vector<int> &in) {
  int *d_in = on_device(in), *d_out = on_device(std::vector<int>(7 * N));
  int *d_counts = on_device(std::vector<int>(32));
  neighbours<<<1, T>>>(d_in, d_out, d_counts);
  std::vector<int> got = fetched(d_out, 7 * N), counts = fetched(d_counts, 32), bins(16);
  Differ differ;
  for (int at = 0; at < N; ++at) {
    int head = at == 0 || differ(in[at - 1], in[at]);
    int tail = at == N - 1 || differ(in[at], in[at + 1]);
    EXPECT_EQ(got[at], head);
    EXPECT_EQ(got[N + at], tail);
    EXPECT_EQ(got[2 * N + at], head + 2 * tail);
    EXPECT_EQ(got[3 * N + at], at == 0 ? -1 : in[at - 1]);
    if (at < N - 1)
      EXPECT_EQ(got[4 * N + at], in[at + 1]);
    ++bins[in[at] & 15];
  }
  for (int t = 0; t < T; ++t) {
    EXPECT_EQ(got[5 * N + t], t < 2 ? -5 : in[(t - 2) * I]);
    EXPECT_EQ(got[6 * N + t], in[(t + 7) % T * I]);
  }
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(counts[i], bins[i]);
    EXPECT_EQ(counts[16 + i], 2 * bins[i]);
  }
}

int main() {
  check_sort<int, 64, 4>(0, 32);
  check_sort<float, 64, 2>(0, 32);
  check_merge(64 * 3);
  check_merge(101);
  std::vector<int> in;
  for (int i = 0; i < N; ++i)
    in.push_back((int)(random_bits() % 40));
  check_exchange(in);
  check_neighbours(in);
  OK(cudaGetLastError());
  return verdict();
}
