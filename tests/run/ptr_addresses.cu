// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device pointers that leave the types of the program and come back: through bytes, integers, text,
// `...`, exceptions, pointers to members, functions of the runtime as values, and the library.
#include "check.h"

#include <algorithm>
#include <any>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <search.h>
#include <sstream>
#include <string>
#include <vector>

const int n = 8;

// What lies at p.
static float at(const float *p) {
  float h = -1;
  OK(cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost));
  return h;
}

// Each part has kernels of its own: what one part does with pointers decides nothing in others.
#define PART(name)                                                                                 \
  namespace name {                                                                                 \
  __global__ void add(float *v, int count, float by) {                                             \
    int i = threadIdx.x;                                                                           \
    if (i < count)                                                                                 \
      v[i] += by;                                                                                  \
  }                                                                                                \
  }

PART(bytes)
static void pass_bytes() {
  float *d, *e = nullptr;
  OK(cudaMalloc(&d, n * sizeof(float)));
  OK(cudaMemset(d, 0, n * sizeof(float)));
  uintptr_t word;
  memcpy(&word, (char *)&d, sizeof word);
  EXPECT_EQ(word, (uintptr_t)d);
  for (size_t i = 0; i < sizeof d; i++)
    reinterpret_cast<char *>(&e)[i] = ((unsigned char *)&d)[i];
  EXPECT(e == d);
  bytes::add<<<1, n>>>(e, n, 2);
  EXPECT_EQ(at(d + 7), 2.0f);
  OK(cudaFree(d));
}

PART(views)
struct Pair {
  float *a, *b;
};
struct Words {
  uintptr_t w[2];
};
struct Raw {
  void *a;
  char *b;
};
static void other_views() {
  Pair p;
  OK(cudaMalloc(&p.a, n * sizeof(float)));
  OK(cudaMalloc(&p.b, n * sizeof(float)));
  OK(cudaMemset(p.a, 0, n * sizeof(float)));
  OK(cudaMemset(p.b, 0, n * sizeof(float)));
  Words *words = (Words *)&p;
  words->w[1] += 2 * sizeof(float);
  views::add<<<1, 4>>>(p.b, 4, 1);
  Raw r = *(Raw *)&p;
  views::add<<<1, 4>>>((float *)r.a, 4, 2);
  float h[4];
  OK(cudaMemcpy(h, r.b - 8, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[1], 0.0f);
  EXPECT_EQ(h[2], 1.0f);
  float **first = (float **)((char *)&p + offsetof(Pair, a));
  EXPECT_EQ(at(*first + 3), 2.0f);
  OK(cudaFree(r.a));
  OK(cudaFree(r.b - 8));
}

PART(places)
static void made_in_place() {
  alignas(float *) unsigned char room[sizeof(float *)];
  float **slot = new (room) float *(nullptr);
  OK(cudaMalloc(slot, n * sizeof(float)));
  OK(cudaMemset(*slot, 0, n * sizeof(float)));
  places::add<<<1, 4>>>(*reinterpret_cast<float **>(room), 4, 3);
  EXPECT_EQ(at(*slot), 3.0f);
  OK(cudaFree(*(float **)room));
}

PART(integers)
static unsigned long long make(size_t size) {
  void *p;
  OK(cudaMalloc(&p, size));
  OK(cudaMemset(p, 0, size));
  return (unsigned long long)p;
}
static void handles() {
  unsigned long long handle = make(n * sizeof(float));
  integers::add<<<1, n>>>((float *)handle, n, 1);
  integers::add<<<1, 4>>>((float *)(handle + 16), 4, 1);
  float h[n];
  OK(cudaMemcpy(h, (void *)handle, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[3], 1.0f);
  EXPECT_EQ(h[5], 2.0f);
  OK(cudaFree((void *)handle));
  EXPECT_EQ(cudaFree((void *)handle), cudaErrorInvalidValue);
  cudaGetLastError();
}

PART(texts)
static void names() {
  float *d;
  OK(cudaMalloc(&d, n * sizeof(float)));
  OK(cudaMemset(d, 0, n * sizeof(float)));
  char text[64];
  void *back = nullptr, *next;
  snprintf(text, sizeof text, "%p", (void *)d);
  EXPECT_EQ(sscanf(text, "%p", &back), 1);
  texts::add<<<1, 4>>>((float *)back, 4, 3);
  std::stringstream stream;
  stream << (const void *)(d + 1);
  stream >> next;
  texts::add<<<1, 3>>>(static_cast<float *>(next), 3, 1);
  EXPECT_EQ(at(d), 3.0f);
  EXPECT_EQ(at(d + 3), 4.0f);
  uintptr_t number = std::stoull(std::to_string((uintptr_t)d));
  OK(cudaFree((void *)number));
}

PART(varargs)
static int alloc_all(size_t size, ...) {
  va_list slots;
  va_start(slots, size);
  int count = 0;
  while (void **p = va_arg(slots, void **))
    count += cudaMalloc(p, size) == cudaSuccess;
  va_end(slots);
  return count;
}
static int free_all(int count, ...) {
  va_list list;
  va_start(list, count);
  int freed = 0;
  for (int i = 0; i < count; i++) {
    void *p = va_arg(list, void *);
    freed += cudaFree(p) == cudaSuccess;
  }
  va_end(list);
  return freed;
}
static void variable_arguments() {
  float *a = nullptr, *b = nullptr;
  EXPECT_EQ(alloc_all(n * sizeof(float), &a, &b, (void **)0), 2);
  OK(cudaMemset(b, 0, n * sizeof(float)));
  varargs::add<<<1, n>>>(b, n, 2);
  EXPECT_EQ(at(b + 3), 2.0f);
  EXPECT_EQ(free_all(2, a, b), 2);
}

PART(exceptions)
static void thrown() {
  float *d;
  OK(cudaMalloc(&d, n * sizeof(float)));
  int caught = 0;
  try {
    throw d;
  } catch (int *) {
    caught = 1;
  } catch (float *p) {
    caught = 2;
    OK(cudaMemset(p, 0, n * sizeof(float)));
    exceptions::add<<<1, 4>>>(p, 4, 1);
    EXPECT_EQ(at(p + 3), 1.0f);
    OK(cudaFree(p));
  }
  EXPECT_EQ(caught, 2);
}

PART(members)
struct State {
  float *a, *b;
  int size;
};
template <float *State::*field> static void make_field(State &s) {
  OK(cudaMalloc(&(s.*field), s.size * sizeof(float)));
}
static void fields() {
  State s = {nullptr, nullptr, n};
  float *State::*all[] = {&State::a, &State::b};
  OK(cudaMalloc(&(s.*all[0]), s.size * sizeof(float)));
  make_field<&State::b>(s);
  for (auto field : all)
    OK(cudaMemset(s.*field, 0, s.size * sizeof(float)));
  members::add<<<1, n>>>(s.b, n, 3);
  EXPECT_EQ(at(s.*all[1] + 7), 3.0f);
  EXPECT_EQ(at(s.a), 0.0f);
  for (auto field : all)
    OK(cudaFree(std::exchange(s.*field, nullptr)));
  EXPECT(!s.a && !s.b);
}

PART(values)
static void runtime_functions() {
  cudaError_t (*take)(void **, size_t) = cudaMalloc;
  cudaError_t (*drop)(void *) = cudaFree;
  cudaError_t (*copy)(void *, const void *, size_t, cudaMemcpyKind) = cudaMemcpy;
  auto wipe = &cudaMemset;
  void *v = nullptr;
  OK(take(&v, n * sizeof(float)));
  if (!v) // the device has no shared memory
    return;
  OK(wipe(v, 0, n * sizeof(float)));
  values::add<<<1, 4>>>((float *)v, 4, 2);
  float h = 0;
  OK(copy(&h, v, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 2.0f);
  std::unique_ptr<float, cudaError_t (*)(void *)> owner((float *)v, drop), none(nullptr, &cudaFree);
  values::add<<<1, 4>>>(owner.get() + 4, 4, 2);
  EXPECT_EQ(at(owner.get() + 4), 2.0f);
  // Lambdas as functions.
  struct Memory {
    cudaError_t (*take)(void **, size_t);
    cudaError_t (*drop)(void *);
  } memories[] = {{[](void **p, size_t size) { return cudaMalloc(p, size); }, cudaFree},
                  {[](void **p, size_t size) {
                     *p = malloc(size);
                     return cudaSuccess;
                   },
                   [](void *p) {
                     free(p);
                     return cudaSuccess;
                   }}};
  for (Memory &m : memories) {
    float *p = nullptr;
    OK(m.take((void **)&p, 64));
    EXPECT(p != nullptr);
    OK(m.drop(p));
  }
}

PART(library)
static void called_by_the_library() {
  std::vector<float *> v(4);
  std::generate(v.begin(), v.end(), [] {
    float *p;
    cudaMalloc(&p, n * sizeof(float));
    cudaMemset(p, 0, n * sizeof(float));
    return p;
  });
  library::add<<<1, 4>>>(std::next(v[0], 4), 4, 1);
  float *moved = v[0];
  std::advance(moved, 2);
  library::add<<<1, 2>>>(moved, 2, 3);
  EXPECT_EQ(at(v[0] + 3), 3.0f);
  EXPECT_EQ(at(v[0] + 4), 1.0f);
  std::any any = v[1];
  EXPECT(std::any_cast<int *>(&any) == nullptr);
  library::add<<<1, 4>>>(std::any_cast<float *>(any), 4, 2);
  EXPECT_EQ(at(v[1]), 2.0f);
  std::shared_ptr<void> last(v[3], [](void *p) { cudaFree(p); });
  v.pop_back();
  std::for_each(v.begin(), v.end(), cudaFree);
  std::function<cudaError_t(void *)> drop = cudaFree;
  EXPECT_EQ(drop(v[0]), cudaErrorInvalidValue);
  cudaGetLastError();
}

// Actions that get no more than `const void *`: what is there may be part of an object of any
// class.
PART(walked)
struct WalkedItem {
  const void *key;
  WalkedItem *next;
};
static void for_each_walked(const WalkedItem *i, void (*action)(const void *)) {
  for (; i; i = i->next)
    action(i);
}
static void by_first_member(const void *i) {
  walked::add<<<1, 4>>>((float *)*(void *const *)i, 4, 1);
}
static void by_class(const void *i) {
  walked::add<<<1, 4>>>((float *)((const WalkedItem *)i)->key, 4, 2);
}
PART(trees)
static int by_address(const void *a, const void *b) { return a < b ? -1 : a > b; }
static void of_tree(const void *node, VISIT visit, int) {
  if (visit == postorder || visit == leaf)
    trees::add<<<1, 4>>>((float *)*(void *const *)node, 4, 3);
}
static void walks() {
  float *d, *e;
  OK(cudaMalloc(&d, n * sizeof(float)));
  OK(cudaMemset(d, 0, n * sizeof(float)));
  WalkedItem last{d + 4, nullptr}, first{d, &last};
  for_each_walked(&first, by_first_member);
  for_each_walked(&first, by_class);
  EXPECT_EQ(at(d + 3), 3.0f);
  EXPECT_EQ(at(d + 4), 3.0f);
  OK(cudaFree(d));
  OK(cudaMalloc(&e, n * sizeof(float)));
  OK(cudaMemset(e, 0, n * sizeof(float)));
  void *root = nullptr;
  tsearch(e, &root, by_address);
  twalk(root, of_tree);
  EXPECT_EQ(at(e + 3), 3.0f);
  tdelete(e, &root, by_address);
  OK(cudaFree(e));
}

// What is only kept whole, compared with what has an offset.
PART(compares)
__device__ float compared_symbol[n];
static void compared() {
  float *p, *s;
  void *whole, *found;
  OK(cudaMalloc(&p, n * sizeof(float)));
  OK(cudaMemset(p, 0, n * sizeof(float)));
  OK(cudaMalloc(&whole, sizeof(float)));
  void *same = whole;
  EXPECT_EQ(whole == same, true);
  EXPECT_EQ(whole != p, true);
  OK(cudaGetSymbolAddress((void **)&s, compared_symbol));
  OK(cudaMemset(s, 0, n * sizeof(float)));
  OK(cudaGetSymbolAddress(&found, compared_symbol));
  EXPECT_EQ(found == s, true);
  compares::add<<<1, 4>>>(p + 4, 4, 1);
  compares::add<<<1, 4>>>(s + 4, 4, 2);
  EXPECT_EQ(at(p + 4) + at(s + 7), 3.0f);
  OK(cudaFree(whole));
  OK(cudaFree(p));
}

int main() {
  compared();
  walks();
  pass_bytes();
  other_views();
  made_in_place();
  handles();
  names();
  variable_arguments();
  thrown();
  fields();
  runtime_functions();
  called_by_the_library();
  OK(cudaDeviceSynchronize());
  return verdict();
}
