// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tables of device pointers that come there by ways which no analysis follows: through objects that
// the library makes of them, integers, bytes, exceptions, futures, arguments for `...`.
#include "check.h"

#include <any>
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstring>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <new>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

__global__ void throughTable(int **table, int n) { table[n][n] = 10 + n; }

struct LostRecord {
  int *p;
  LostRecord(int *q, int) : p(q) {}
};
struct LostHeir : LostRecord {
  using LostRecord::LostRecord;
};
struct LostKeeper {
  int *p = nullptr;
  int *get() { return p; }
  void set(int *q) { p = q; }
};
union LostBits {
  int *pointer;
  uint32_t words[2];
};
template <class C, class... A> static void emplace_in(C &c, A &&...a) {
  c.emplace_back(std::forward<A>(a)...);
}
static int *of_variable(int n, ...) {
  va_list list;
  va_start(list, n);
  int *p = va_arg(list, int *);
  va_end(list);
  return p;
}
static int *thrown(int *p) {
  try {
    throw p;
  } catch (int *q) {
    return q;
  }
}
static uintptr_t number(int *p) { return reinterpret_cast<uintptr_t>(p); }

constexpr int Ways = 17;

static void collect(int **h, int *const *all) {
  std::vector<LostRecord> emplaced;
  emplaced.emplace_back(all[0], 0);
  h[0] = emplaced[0].p;
  h[1] = std::make_shared<LostRecord>(all[1], 0)->p;
  h[2] = LostHeir(all[2], 0).p;
  h[3] = of_variable(1, all[3]);
  h[4] = thrown(all[4]);
  int *fifth = all[5];
  h[5] = std::async(std::launch::deferred, [fifth] { return fifth; }).get();
  std::vector<unsigned long long> numbers{number(all[6])};
  h[6] = reinterpret_cast<int *>(numbers[0]);
  LostBits from{all[7]}, to;
  to.words[0] = from.words[0];
  to.words[1] = from.words[1];
  h[7] = to.pointer;
  alignas(LostRecord) char place[sizeof(LostRecord)];
  h[8] = (new (place) LostRecord(all[8], 0))->p;
  std::any any = std::make_any<LostRecord>(all[9], 0);
  h[9] = std::any_cast<LostRecord &>(any).p;
  std::deque<LostRecord> queue;
  emplace_in(queue, all[10], 0);
  h[10] = queue.front().p;
  std::map<int, LostRecord> map;
  map.try_emplace(3, all[11], 0);
  h[11] = map.at(3).p;
  std::vector<uint8_t> bytes(sizeof(int *));
  std::memcpy(bytes.data(), &all[12], sizeof(int *));
  std::memcpy(&h[12], bytes.data(), sizeof(int *));
  std::variant<int, LostRecord> variant(std::in_place_type<LostRecord>, all[13], 0);
  h[13] = std::get<LostRecord>(variant).p;
  h[14] = std::make_from_tuple<LostRecord>(std::make_tuple(all[14], 0)).p;
  std::vector<std::array<int *, 2>> pairs(1);
  pairs.front()[1] = all[15];
  h[15] = pairs.back().at(1);
  LostKeeper keeper;
  void (LostKeeper::*set)(int *) = &LostKeeper::set;
  int *(LostKeeper::*get)() = &LostKeeper::get;
  (keeper.*set)(all[16]);
  h[16] = (keeper.*get)();
}

int main() {
  int *h[Ways + 1], *all[Ways], **table;
  for (int *&p : all)
    OK(cudaMalloc(&p, 32 * sizeof(int)));
  if (failure_count())
    return verdict();
  collect(h, all);
  cudaPitchedPtr pitched;
  OK(cudaMalloc3D(&pitched, make_cudaExtent(32 * sizeof(int), 2, 2)));
  h[Ways] = static_cast<int *>(pitched.ptr);
  OK(cudaMalloc(&table, sizeof h));
  OK(cudaMemcpy(table, h, sizeof h, cudaMemcpyHostToDevice));
  for (int i = 0; i <= Ways; ++i)
    throughTable<<<1, 1>>>(table, i);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i <= Ways; ++i) {
    int got = 0;
    const int *from = i < Ways ? all[i] : static_cast<const int *>(pitched.ptr);
    OK(cudaMemcpy(&got, from + i, sizeof got, cudaMemcpyDeviceToHost));
    EXPECT_EQ(got, 10 + i);
  }
  for (int *p : all)
    OK(cudaFree(p));
  OK(cudaFree(pitched.ptr));
  OK(cudaFree(table));
  return verdict();
}
