// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where device pointers lead: shared memory that device code finds pointers in, memory that host
// code reads, pointers of allocators and other files that nobody sees.

#include "Pointers.h"
#include <gtest/gtest.h>

using namespace cu2cl;
using namespace cu2cl::test;

namespace {

TEST(DevicePointers, SharedMemoryWhereDeviceCodeFindsPointers) {
  Program P({R"(#include <cstdlib>
    struct Node { int v; Node *next; };
    struct View { float *data; int n; };
    __device__ float *current;
    __global__ void walk(const Node *n, int *out) {}
    __global__ void take(View v) {}
    __global__ void use(float *p, float *q) {}
    void put(void *to, const void *from, size_t n) {
      cudaMemcpy(to, from, n, cudaMemcpyHostToDevice);
    }
    void list() {
      Node h, *d; int *out;
      cudaMalloc(&d, sizeof h); cudaMalloc(&out, 4);
      h.next = d;
      put(d, &h, sizeof h);
      walk<<<1, 1>>>(d, out);
    }
    void part() {
      float *whole, *alone; View v;
      cudaMalloc(&whole, 8); cudaMalloc(&alone, 4);
      v.data = whole + 1;
      take<<<1, 1>>>(v);
      use<<<1, 1>>>(whole, alone);
    }
    void variable() {
      float *p, *other; cudaMalloc(&p, 4); cudaMalloc(&other, 4);
      cudaMemcpyToSymbol(current, &p, sizeof p);
      if (p == other) use<<<1, 1>>>(p, nullptr);
    }
    void managed(float *h) {}
    void both() {
      float *m, h[4]; cudaMallocManaged(&m, 16);
      managed(m); managed(h);
      use<<<1, 1>>>(m, m);
    })"});
  EXPECT_EQ(P.messages(), "");
  EXPECT_EQ(P.of("list.d"), PointerRep::Svm); // though the copy does not tell what it copies
  EXPECT_EQ(P.of("list.out"), PointerRep::ClMem);
  EXPECT_EQ(P.of("part.whole"), PointerRep::Address); // goes member by member
  EXPECT_EQ(P.of("part.alone"), PointerRep::ClMem);
  EXPECT_EQ(P.of("variable.p"), PointerRep::Svm);
  EXPECT_EQ(P.of("variable.other"), PointerRep::Svm); // compared with it
  EXPECT_EQ(P.of("both.m"), PointerRep::Svm);
}

TEST(DevicePointers, ObjectsSentAsBytes) {
  Program P({R"(
    struct View { float *data; int n; };
    struct Local { float *data; };
    __constant__ View current;
    __global__ void k(void *raw) {}
    __global__ void use(float *p) {}
    void put(void *to, const void *from, size_t n) {
      cudaMemcpy(to, from, n, cudaMemcpyHostToDevice);
    }
    void run() {
      float *d, *e; void *v;
      cudaMalloc(&d, 4); cudaMalloc(&e, 4); cudaMalloc(&v, sizeof(View));
      View h = {d, 1};
      Local l = {e};
      put(v, &h, sizeof h);
      k<<<1, 1>>>(v);
      use<<<1, 1>>>(l.data);
    })"});
  EXPECT_EQ(P.of("run.d"), PointerRep::Svm);
  EXPECT_EQ(P.of("run.e"), PointerRep::ClMem);
  EXPECT_EQ(P.messages(), "");
}

TEST(DevicePointers, FunctionsFoundByName) {
  Program P({R"(
    __global__ void k(float *v) {}
    extern "C" void found(float *v) { k<<<1, 1>>>(v); }
    extern "C" void called(float *v) { k<<<1, 1>>>(v); }
    void mangled(float *v) { k<<<1, 1>>>(v); }
    void run(float *d) { called(d); })"});
  EXPECT_EQ(P.of("found.v"), PointerRep::Address);
  EXPECT_EQ(P.of("called.v"), PointerRep::ClMem);
  EXPECT_EQ(P.of("mangled.v"), PointerRep::ClMem); // who calls it is told by its name
}

TEST(DevicePointers, AllocationsThatComeFromElsewhere) {
  Program P({R"(#include <memory>
    struct Node { float *data; long bits; };
    __global__ void k(Node *list) { *list->data = 1; }
    __global__ void plain(float *v) {}
    template <class T> struct Own {
      using value_type = T;
      T *allocate(size_t n) { T *made; cudaMalloc(&made, n * sizeof(T)); return made; }
      void deallocate(T *p, size_t) { cudaFree(p); }
    };
    void run(Node *list) {
      Node h;
      cudaError_t (*take)(void **, size_t) = cudaMalloc;
      void *taken; take(&taken, 4);
      h.data = (float *)taken;
      cudaMemcpy(list, &h, sizeof h, cudaMemcpyHostToDevice);
      k<<<1, 1>>>(list);
      Own<float> own;
      float *traits = std::allocator_traits<Own<float>>::allocate(own, 1);
      h.data = traits;
      float *number; cudaMalloc(&number, 4);
      h.bits = (long)number;
      h.data = (float *)h.bits;
      float *buffer; cudaMalloc(&buffer, 4);
      plain<<<1, 1>>>(buffer);
    })"});
  for (const char *Name : {"run.taken", "run.traits", "run.number"})
    EXPECT_EQ(P.of(Name), PointerRep::Svm) << Name;
  EXPECT_EQ(P.of("run.buffer"), PointerRep::ClMem);
  EXPECT_TRUE(P.Decisions.storesPointers());
}

TEST(DevicePointers, HostCodeThatReadsDeviceMemory) {
  Program P({R"(#include <cstdlib>
    __global__ void k(float *p) {}
    __global__ void kk(float **p) {}
    void mixed(int c) {
      float *p; if (c) cudaMalloc(&p, 4); else p = (float *)malloc(4);
      k<<<1, 1>>>(p);
    }
    void touch() {
      float *d; cudaMalloc(&d, 4);
      d[0] = 1;
    }
    void nested(float **h) {
      float **dd; cudaMalloc(&dd, 8);
      cudaMalloc(&h[0], 4);
      cudaMemcpy(dd, h, 8, cudaMemcpyHostToDevice);
      kk<<<1, 1>>>(dd);
    })"});
  std::string M = P.messages();
  EXPECT_NE(M.find("4002:10"), std::string::npos) << M;
  EXPECT_EQ(P.of("mixed.p"), PointerRep::Svm); // the way of what malloc returns is lost
  EXPECT_EQ(P.of("nested.h", 1), PointerRep::Svm);
}

// The host needs a function of both sides only if it calls it; then it may not look at device
// memory.
TEST(DevicePointers, FunctionsOfBothSidesThatKernelsCall) {
  Program P({R"(struct Row {
      float *v;
      __host__ __device__ float at(int i) const { return v[i]; }
      __host__ __device__ float &first() { return v[0]; }
      __host__ __device__ float sum() { return at(0) + at(1); }
      __host__ __device__ float last() const { return v[9]; }
      __host__ __device__ bool empty() const { return !v; }
    };
    __global__ void k(Row r) { r.v[0] = r.sum() + r.first(); }
    float run() {
      Row r; cudaMalloc(&r.v, 40);
      k<<<1, 1>>>(r);
      return r.last();
    })"});
  std::string M = P.messages();
  EXPECT_EQ(M.find("4002:3"), std::string::npos) << M;
  EXPECT_NE(M.find("4002:6"), std::string::npos) << M;
  auto Is = [&](const char *Name) {
    return P.Decisions.isDeviceOnly(std::string("c:@S@Row@F@") + Name);
  };
  EXPECT_TRUE(Is("at#I#1"));
  EXPECT_TRUE(Is("first#"));
  EXPECT_TRUE(Is("sum#"));
  EXPECT_FALSE(Is("last#1"));
  EXPECT_FALSE(Is("empty#1"));
}

} // namespace
