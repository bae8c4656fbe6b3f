// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/reach/DeviceCallGraph.h"
#include "Snippet.h"
#include "core/report/Diagnostics.h"
#include <gtest/gtest.h>

using namespace cu2cl;
using namespace cu2cl::test;

namespace {

template <typename T> std::string namesOf(const std::vector<const T *> &List) {
  std::string R;
  for (const T *D : List)
    R += (R.empty() ? "" : " ") + D->getNameAsString();
  return R;
}

std::string numbers(const DeviceCallGraph &Reach) {
  DiagnosticSink Sorted;
  for (const Diagnostic &D : Reach.Messages)
    Sorted.report(D);
  std::string R;
  for (const Diagnostic &D : Sorted.all())
    R += (R.empty() ? "" : " ") + std::to_string(D.Number) + ":" + std::to_string(D.Where.Line);
  return R;
}

TEST(DeviceCallGraph, FunctionsVariablesTypes) {
  auto P = parse(R"(
    struct Inner { int a; };
    struct Outer { Inner in; };
    struct Unused { int z; };
    enum Mode { Fast, Slow };
    typedef float real;
    __constant__ real scale;
    __device__ int hits;
    static const int limit = 4;
    __device__ int never() { return 1; }
    __device__ real leaf(Outer o) { return scale * o.in.a; }
    __global__ void k2(int *p) { atomicAdd(&hits, 1); p[0] = Slow; }
    __device__ real mid(Outer o) { __shared__ int s; s = limit; return leaf(o) + s; }
    __global__ void k1(real *p) { Outer o; o.in.a = 1; p[0] = mid(o); }
  )",
                 Side::Device);
  auto R = computeDeviceCallGraph(*P);
  EXPECT_EQ(namesOf(R->Kernels), "k2 k1");
  EXPECT_EQ(namesOf(R->Functions), "leaf k2 mid k1");
  EXPECT_EQ(namesOf(R->CalleesFirst), "leaf k2 mid k1");
  EXPECT_EQ(namesOf(R->Variables), "scale hits s");
  EXPECT_EQ(namesOf(R->Constants), "limit");
  EXPECT_EQ(namesOf(R->Types), "Mode real Inner Outer");
  EXPECT_EQ(namesOf(R->variables(function(*P, "k1")).vec()), "scale s");
  EXPECT_EQ(namesOf(R->variables(function(*P, "k2")).vec()), "hits");
  EXPECT_EQ(namesOf(R->kernelsReaching(function(*P, "leaf"))), "k1");
  EXPECT_TRUE(R->reached(function(*P, "leaf")));
  EXPECT_FALSE(R->reached(function(*P, "never")));
  EXPECT_EQ(numbers(*R), "");
  EXPECT_EQ(deviceStorage(R->Variables[0]), DeviceStorage::Constant);
  EXPECT_EQ(deviceStorage(R->Variables[2]), DeviceStorage::Shared);
}

TEST(DeviceCallGraph, Refusals) {
  auto P = parse(R"(struct B { __device__ virtual int f() { return 0; } };
    __device__ int undefined(int);
    __device__ int down(int n) { return n ? down(n - 1) + 1 : 0; }
    __global__ void k(int *p, B *b, int (*fn)(int)) {
      p[0] = down(p[1]);
      p[1] = fn(2);
      int *q = new int;
      delete q;
      p[2] = b->f();
      p[3] = undefined(1);
      asm("bar.arrive 1, 64;");
    })",
                 Side::Device);
  EXPECT_EQ(numbers(*computeDeviceCallGraph(*P)),
            "2001:3 2002:6 2011:7 2012:8 2010:9 2015:10 2013:11");
}

} // namespace
