// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions that allocate, or store addresses for the device, are named as arguments of the C++
// library, which calls them: no other text says where the pointers come from. And pointers that
// come out of such code, or out of iterators, lead to managed memory.
#include "check.h"
#include <algorithm>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

__global__ void use(float **where, float *out) { *out = **where; }

template <int> static float *make(float v) {
  float *p = nullptr;
  OK(cudaMalloc(&p, sizeof v));
  OK(cudaMemcpy(p, &v, sizeof v, cudaMemcpyHostToDevice));
  return p;
}
static float *invoked(float v) { return make<0>(v); }
static float *made_later(float v) {
  float *p = nullptr;
  OK(cudaMalloc(&p, sizeof v));
  OK(cudaMemcpy(p, &v, sizeof v, cudaMemcpyHostToDevice));
  return p;
}
static float *applied(float v) {
  float *p = nullptr;
  OK(cudaMalloc(&p, sizeof v));
  OK(cudaMemcpy(p, &v, sizeof v, cudaMemcpyHostToDevice));
  return p;
}
static float *bound(float v) { return make<1>(v); }
static float *referred(float v) { return make<2>(v); }
static float *packaged(float v) { return make<3>(v); }
static float *transformed(float v) { return make<4>(v); }
static float *emplaced(float v) { return make<5>(v); }
static float *listed(float v) { return make<6>(v); }
static void set(float **p, float v) {
  OK(cudaMalloc(p, sizeof v));
  OK(cudaMemcpy(*p, &v, sizeof v, cudaMemcpyHostToDevice));
}
static void set_reference(float *&p, float v) {
  OK(cudaMalloc(&p, sizeof v));
  OK(cudaMemcpy(p, &v, sizeof v, cudaMemcpyHostToDevice));
}
static void store(float *p, float **where) { OK(cudaMemcpy(where, &p, sizeof p, cudaMemcpyHostToDevice)); }

static float *out, **where;
static void check_stored(float expected, int line) {
  float got = 0;
  use<<<1, 1>>>(where, out);
  OK(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
  expect_equal(got, expected, "what lies there", line);
}
static void check(float *p, float expected, int line) {
  OK(cudaMemcpy(where, &p, sizeof p, cudaMemcpyHostToDevice));
  check_stored(expected, line);
}

struct Pair {
  float x, y;
};

static void named_functions() {
  check(std::invoke(invoked, 1.0f), 1, __LINE__);
  check(std::async(std::launch::deferred, made_later, 2.0f).get(), 2, __LINE__);
  check(std::apply(applied, std::make_tuple(3.0f)), 3, __LINE__);
  check(std::bind(bound, 4.0f)(), 4, __LINE__);
  check(std::ref(referred)(5.0f), 5, __LINE__);
  std::packaged_task<float *(float)> task(packaged);
  std::future<float *> result = task.get_future();
  task(6.0f);
  check(result.get(), 6, __LINE__);
  std::vector<float> values{7.0f};
  std::vector<float *> pointers(1);
  std::transform(values.begin(), values.end(), pointers.begin(), transformed);
  check(pointers[0], 7, __LINE__);
  float *p = nullptr, *q = nullptr;
  std::thread(set, &p, 8.0f).join();
  check(p, 8, __LINE__);
  std::thread second(set_reference, std::ref(q), 9.0f);
  second.join();
  check(q, 9, __LINE__);
  std::map<std::string, std::function<float *(float)>> by_name;
  by_name.emplace("it", emplaced);
  check(by_name["it"](10.0f), 10, __LINE__);
  std::vector<std::function<float *(float)>> all{listed};
  check(all[0](11.0f), 11, __LINE__);
  // The address of a member of what is stored by such a function.
  Pair *pair = nullptr, values_of_pair = {12, 13};
  OK(cudaMalloc(&pair, sizeof *pair));
  OK(cudaMemcpy(pair, &values_of_pair, sizeof *pair, cudaMemcpyHostToDevice));
  std::bind(store, &pair->y, where)();
  check_stored(13, __LINE__);
}

struct Node {
  int value;
  Node *next;
};
__global__ void count_up(Node *n) {
  for (; n; n = n->next)
    ++n->value;
}

template <class T> struct ManagedAllocator {
  using value_type = T;
  ManagedAllocator() = default;
  template <class U> ManagedAllocator(const ManagedAllocator<U> &) {}
  T *allocate(size_t n) {
    T *p = nullptr;
    OK(cudaMallocManaged(&p, n * sizeof(T)));
    return p;
  }
  void deallocate(T *p, size_t) { OK(cudaFree(p)); }
  template <class U> bool operator==(const ManagedAllocator<U> &) const { return true; }
  template <class U> bool operator!=(const ManagedAllocator<U> &) const { return false; }
};

static Node *managed_node(int value) {
  Node *p = nullptr;
  OK(cudaMallocManaged(&p, sizeof *p));
  p->value = value;
  p->next = nullptr;
  return p;
}

static void managed_memory() {
  Node *made = std::invoke(managed_node, 2);
  count_up<<<1, 1>>>(made);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(made->value, 3);
  std::vector<Node, ManagedAllocator<Node>> nodes(3);
  Node *last = nullptr;
  for (auto &node : nodes)
    last = &node;
  last->value = 5;
  last->next = made;
  count_up<<<1, 1>>>(last);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(last->value, 6);
  auto found = std::find_if(nodes.begin(), nodes.end(), [](const Node &n) { return n.value == 6; });
  Node *same = &*found;
  same->next = nullptr;
  count_up<<<1, 1>>>(same);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(same->value, 7);
  EXPECT_EQ(made->value, 4);
  OK(cudaFree(made));
}

int main() {
  Node *probe = nullptr;
  OK(cudaMallocManaged(&probe, sizeof *probe));
  if (probe) { // else there is no memory whose address kernels find in memory
    OK(cudaFree(probe));
    OK(cudaMalloc(&out, sizeof *out));
    OK(cudaMalloc(&where, sizeof *where));
    named_functions();
    managed_memory();
  }
  return verdict();
}
