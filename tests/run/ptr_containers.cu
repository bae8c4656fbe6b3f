// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device pointers in containers of the host: vectors, maps, pairs, smart pointers, arrays.
#include "check.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

__global__ void add(float *v, int n, float by) {
  int i = threadIdx.x;
  if (i < n)
    v[i] += by;
}

struct CudaDeleter {
  void operator()(float *p) const { cudaFree(p); }
};
typedef std::unique_ptr<float, CudaDeleter> DevicePtr;

typedef std::vector<float *> Pointers;
static Pointers with_two(float *a, float *b) {
  Pointers result;
  result.push_back(a);
  result.push_back(b);
  return result;
}
static DevicePtr make_device(int n) {
  float *p = nullptr;
  cudaMalloc(&p, n * sizeof(float));
  cudaMemset(p, 0, n * sizeof(float));
  return DevicePtr(p);
}

// Objects that an expression makes, and deleters that are functions.
static void release(float *p) { cudaFree(p); }
static std::shared_ptr<float> make_shared_device(int n) {
  float *p = nullptr;
  OK(cudaMalloc(&p, n * sizeof(float)));
  OK(cudaMemset(p, 0, n * sizeof(float)));
  return std::shared_ptr<float>(p, [](float *q) { cudaFree(q); });
}
static std::pair<float *, int> tail_of(float *p, int n) { return std::pair<float *, int>(p + 1, n - 1); }

static void made_by_expressions() {
  const int n = 8;
  float h[n], *raw;
  auto a = make_shared_device(n);
  OK(cudaMalloc((void **)&raw, n * sizeof(float)));
  OK(cudaMemset(raw, 0, n * sizeof(float)));
  std::unique_ptr<float[], void (*)(float *)> b(raw, release);
  std::pair<float *, int> tail = tail_of(b.get(), n);
  add<<<1, n>>>(a.get(), n, 2.0f);
  add<<<1, n>>>(tail.first, tail.second, 3.0f);
  OK(cudaMemcpy(h, a.get(), sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[7], 2.0f);
  OK(cudaMemcpy(h, b.get(), sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 0.0f);
  EXPECT_EQ(h[7], 3.0f);
}

// Smart pointers by alias templates.
struct FreeAny {
  void operator()(void *p) const { cudaFree(p); }
};
template <typename T> using DeviceArray = std::unique_ptr<T[], FreeAny>;
template <typename T> using DeviceShared = std::shared_ptr<T>;
// A member of a class template: one text for all instances.
template <typename T> struct Owner {
  std::unique_ptr<T[], FreeAny> items;
  std::unique_ptr<T, FreeAny> one;
  explicit Owner(int n) {
    T *p;
    OK(cudaMalloc(&p, n * sizeof(T)));
    OK(cudaMemset(p, 0, n * sizeof(T)));
    items.reset(p);
    OK(cudaMalloc(&p, sizeof(T)));
    one.reset(p);
  }
  T first() const {
    T out;
    OK(cudaMemcpy(one.get(), items.get(), sizeof(T), cudaMemcpyDeviceToDevice));
    OK(cudaMemcpy(&out, one.get(), sizeof(T), cudaMemcpyDeviceToHost));
    return out;
  }
};
template <typename T> static DeviceArray<T> make_array(size_t n) {
  void *p = nullptr;
  OK(cudaMalloc(&p, n * sizeof(T)));
  return DeviceArray<T>(static_cast<T *>(p));
}
static void made_by_aliases() {
  float h[8];
  auto a = make_array<float>(8);
  DeviceShared<float> b(a.get(), [](float *) {});
  OK(cudaMemset(a.get(), 0, sizeof h));
  add<<<1, 8>>>(b.get(), 8, 4.0f);
  OK(cudaMemcpy(h, a.get(), sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[7], 4.0f);
}

// Device and host pointers whose types are written once.
struct Lists {
  std::vector<float *> device, host[1];
};
static void declared_together() {
  const int n = 8;
  std::vector<float *> d(2), h(2), *also = &h;
  std::map<int, float *> &by_number = *new std::map<int, float *>, other;
  Lists lists;
  for (int i = 0; i < 2; i++) {
    OK(cudaMalloc(&d[i], n * sizeof(float)));
    OK(cudaMallocHost(&h[i], n * sizeof(float)));
    OK(cudaMemset(d[i], 0, n * sizeof(float)));
    add<<<1, n>>>(d[i], n, 2.0f + i);
    OK(cudaMemcpy(h[i], d[i], n * sizeof(float), cudaMemcpyDeviceToHost));
    EXPECT_EQ(h[i][5], 2.0f + i);
    EXPECT_EQ((*also)[i][0], 2.0f + i);
    by_number[i] = d[i];
    other[i] = h[i] + 1;
    lists.device.push_back(d[i]);
    lists.host[0].push_back(h[i]);
  }
  add<<<1, n>>>(by_number[1], n, 1.0f);
  add<<<1, n>>>(lists.device[1], n, 1.0f);
  OK(cudaMemcpy(other[1], by_number[1], 4 * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[1][0], 3.0f);
  EXPECT_EQ(h[1][4], 5.0f);
  EXPECT_EQ(lists.host[0][1][4], 5.0f);
  for (float *p : lists.device)
    OK(cudaFree(p));
  for (float *p : lists.host[0])
    OK(cudaFreeHost(p));
  delete &by_number;
}

// The program names the pointer's type again, among the arguments of a template.
static void named_by_type() {
  std::tuple<int *, float *, int> parts{nullptr, nullptr, 4};
  OK(cudaMalloc(&std::get<1>(parts), 16));
  OK(cudaMemset(std::get<float *>(parts), 0, 16));
  add<<<1, 1>>>(std::get<float *>(parts), 1, 3.0f);
  auto made = std::make_pair<float *, int>(nullptr, 3);
  OK(cudaMalloc(&made.first, 4));
  std::pair<float *, int> copy = made;
  OK(cudaMemcpy(copy.first, std::get<1>(parts), 4, cudaMemcpyDeviceToDevice));
  float h = 0;
  OK(cudaMemcpy(&h, std::get<float *>(made), 4, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 3.0f);
  OK(cudaFree(copy.first));
  OK(cudaFree(std::get<1>(parts)));
}

// What is found in the memory that the library returns are the pointers that are there.
static int by_address(const void *a, const void *b) {
  float *const *x = (float *const *)a, *const *y = (float *const *)b;
  return (*x > *y) - (*x < *y);
}
static void found_by_library() {
  float *list[4], h[4];
  for (int i = 0; i < 4; i++) {
    OK(cudaMalloc((void **)&list[3 - i], 4 * sizeof(float)));
    OK(cudaMemset(list[3 - i], 0, 4 * sizeof(float)));
  }
  std::qsort(list, 4, sizeof list[0], by_address);
  float *key = list[2];
  float **hit = (float **)bsearch(&key, list, 4, sizeof key, by_address);
  EXPECT(hit == &list[2] && *hit == key);
  add<<<1, 4>>>(*hit, 4, 2.5f);
  void *found = bsearch(&key, list, 4, sizeof key, by_address);
  add<<<1, 4>>>(*(float **)found, 4, 1.0f);
  OK(cudaMemcpy(h, key, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[3], 3.5f);
  for (float *p : list)
    OK(cudaFree(p));
}

// The address of an element of what a smart pointer owns leads into the buffer.
__global__ void set(int *v, int x) { v[threadIdx.x] = x + threadIdx.x; }
void elements_of_owner() {
  int *raw, got[16];
  OK(cudaMalloc(&raw, sizeof got));
  OK(cudaMemset(raw, 0, sizeof got));
  const DeviceArray<int> owner(raw);
  for (int first : {4, 12})
    set<<<1, 4>>>(&owner[first], first);
  OK(cudaMemcpy(got, owner.get(), sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(got[i], i / 4 % 2 ? i : 0);
}

// Lambdas and functions that become a std::function inside of a container.
static void add_two(float *v, int n) { add<<<1, n>>>(v, n, 2.0f); }
static float *last_of(float *v, int n) { return v + n - 1; }
static void functions_in_containers() {
  typedef std::function<void(float *, int)> Step;
  float *d, h[4];
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemset(d, 0, sizeof h));
  std::map<std::string, Step> steps{{"a", [](float *p, int n) { add<<<1, n>>>(p, n, 1.0f); }}};
  steps.insert({"b", [](float *p, int n) { add<<<1, n>>>(p, n, 10.0f); }});
  steps.emplace("c", [](float *p, int n) { add<<<1, n>>>(p + 1, n - 1, 100.0f); });
  steps.insert(std::make_pair("d", [](float *p, int n) { add<<<1, n>>>(p, n, 1000.0f); }));
  auto named = [](float *p, int n) { add<<<1, n>>>(p, n, 10000.0f); };
  steps.insert(std::make_pair(std::string("e"), named));
  steps["f"] = add_two;
  steps.emplace("g", add_two);
  steps.emplace("h", &add_two);
  for (auto &step : steps)
    step.second(d, 4);
  std::vector<Step> list;
  list.emplace_back([](float *p, int n) { add<<<1, n>>>(p, n, 0.5f); });
  list.push_back([](float *p, int n) { add<<<1, n>>>(p + n - 1, 1, 0.25f); });
  std::vector<Step> uncalled, named_only;
  uncalled.emplace_back([](float *p, int n) { add<<<1, n>>>(p, n, 0.5f); });
  named_only.emplace_back(add_two);
  EXPECT(uncalled.size() == 1 && named_only.size() == 1);
  std::vector<std::pair<int, Step>> numbered;
  numbered.emplace_back(4, [](float *p, int n) { add<<<1, n>>>(p, n, 3.0f); });
  list[0](d, 4);
  list.back()(d, 4);
  numbered[0].second(d, numbered[0].first);
  std::map<int, std::function<float *(float *, int)>> places;
  places.emplace(1, last_of);
  places.emplace(2, [](float *p, int n) -> float * { return p + n / 2; });
  add<<<1, 1>>>(places[1](d, 4), 1, 100000.0f);
  add<<<1, 1>>>(places[2](d, 4), 1, 200000.0f);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 11020.5f);
  EXPECT_EQ(h[1], 11120.5f);
  EXPECT_EQ(h[2], 211120.5f);
  EXPECT_EQ(h[3], 111120.75f);
  // The same for the host's memory.
  std::map<int, std::function<void(float *)>> host;
  host.emplace(1, [](float *p) { *p += 1; });
  host[1](h);
  EXPECT_EQ(h[0], 11021.5f);
  OK(cudaFree(d));
}

// Elements that are made of another type's pointers.
static void emplaced() {
  float *p, *q, *all[2], h = 0;
  for (float **each : {&p, &q, &all[0], &all[1]}) {
    OK(cudaMalloc(each, sizeof(float)));
    OK(cudaMemset(*each, 0, sizeof(float)));
  }
  add<<<1, 1>>>(p, 1, 2.0f);
  std::vector<void *> untyped;
  untyped.emplace_back(p);
  OK(cudaMemcpy(&h, untyped[0], sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 2.0f);
  std::vector<const float *> constant;
  constant.emplace_back(p);
  OK(cudaMemcpy(&h, constant[0], sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 2.0f);
  std::map<int, void *> by_number;
  by_number.emplace(1, p);
  OK(cudaMemcpy(&h, by_number[1], sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 2.0f);
  std::vector<std::shared_ptr<float>> shared;
  shared.emplace_back(p, [](float *owned) { cudaFree(owned); });
  std::vector<std::unique_ptr<float, void (*)(float *)>> owned;
  owned.emplace_back(q, [](float *mine) { cudaFree(mine); });
  add<<<1, 1>>>(shared[0].get(), 1, 2.0f);
  add<<<1, 1>>>(owned[0].get(), 1, 3.0f);
  OK(cudaMemcpy(&h, shared[0].get(), sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 4.0f);
  OK(cudaMemcpy(&h, owned[0].get(), sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 3.0f);
  std::pair<int, float **> numbered{1, all};
  add<<<1, 1>>>(numbered.second[1], 1, 5.0f);
  OK(cudaMemcpy(&h, all[1], sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 5.0f);
  for (float *each : all)
    OK(cudaFree(each));
}

int main() {
  functions_in_containers();
  declared_together();
  made_by_expressions();
  made_by_aliases();
  const int n = 16;
  float h[n];
  std::vector<float *> all(3);
  for (size_t i = 0; i < all.size(); i++) {
    OK(cudaMalloc(&all[i], n * sizeof(float)));
    OK(cudaMemset(all[i], 0, n * sizeof(float)));
  }
  for (float *p : all)
    add<<<1, n>>>(p, n, 1.0f);
  for (std::vector<float *>::iterator it = all.begin(); it != all.end(); ++it)
    add<<<1, n>>>(*it + 4, n - 4, 2.0f);
  for (auto &p : all)
    add<<<1, n>>>(p, 1, 0.5f);
  all.push_back(all[0]);
  add<<<1, n>>>(all.back(), n, 10.0f);
  OK(cudaMemcpy(h, all.front(), sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 11.5f);
  EXPECT_EQ(h[1], 11.0f);
  EXPECT_EQ(h[4], 13.0f);
  all.pop_back();

  std::map<std::string, float *> named;
  named["a"] = all[1];
  named.insert(std::make_pair(std::string("b"), all[2]));
  add<<<1, n>>>(named["a"], n, 100.0f);
  auto found = named.find("b");
  EXPECT(found != named.end());
  add<<<1, n>>>(found->second + 1, 1, 1000.0f);
  for (auto &entry : named) {
    OK(cudaMemcpy(h, entry.second, sizeof h, cudaMemcpyDeviceToHost));
    EXPECT_EQ(h[1], entry.first == "a" ? 101.0f : 1001.0f);
  }
  std::pair<float *, int> sized(all[0], n);
  add<<<1, n>>>(sized.first, sized.second, -1.0f);
  std::array<float *, 2> two = {{all[0], all[1]}};
  std::swap(two[0], two[1]);
  OK(cudaMemcpy(h, two[1], sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[2], 10.0f);

  float **made = new float *[2]{all[1], all[0] + 1};
  add<<<1, 1>>>(made[1], 1, 50.0f);
  OK(cudaMemcpy(h, all[0], sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[1], 60.0f);
  add<<<1, 1>>>(made[1], 1, -50.0f);
  delete[] made;

  DevicePtr owned = make_device(n);
  add<<<1, n>>>(owned.get(), n, 3.0f);
  add<<<1, n>>>(owned.get() + 8, 8, 3.0f);
  OK(cudaMemcpy(h, owned.get(), sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[7], 3.0f);
  EXPECT_EQ(h[8], 6.0f);
  float *raw;
  OK(cudaMalloc(&raw, n * sizeof(float)));
  std::shared_ptr<float> shared(raw, [](float *p) { cudaFree(p); });
  OK(cudaMemcpy(shared.get(), h, sizeof h, cudaMemcpyHostToDevice));
  add<<<1, n>>>(shared.get(), n, 1.0f);
  OK(cudaMemcpy(h, shared.get() + 7, 2 * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 4.0f);
  EXPECT_EQ(h[1], 7.0f);
  std::vector<std::vector<float *>> nested(1, all);
  std::function<void(float *, int)> launch = [](float *p, int count) {
    add<<<1, count>>>(p, count, 5.0f);
  };
  launch(nested[0][2], n);
  OK(cudaMemcpy(h, nested[0][2], sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 6.5f);
  Pointers two_of = with_two(all[0], all[1]);
  EXPECT(two_of[1] == all[1] && two_of.size() == 2);
  EXPECT_EQ(Owner<int>(4).first() + Owner<double>(3).first() + Owner<float>(2).first(), 0.0);
  std::unique_ptr<float, decltype(&cudaFree)> guard(raw = nullptr, cudaFree);
  OK(cudaMalloc(&raw, sizeof(float)));
  guard.reset(raw);
  OK(cudaMemcpy(guard.get(), h, sizeof(float), cudaMemcpyHostToDevice));
  std::for_each(all.begin(), all.end(), [](float *p) { cudaFree(p); });
  named_by_type();
  emplaced();
  found_by_library();
  elements_of_owner();
  return verdict();
}
