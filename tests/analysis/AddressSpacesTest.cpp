// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/spaces/AddressSpaces.h"
#include "Snippet.h"
#include "core/report/Diagnostics.h"
#include <gtest/gtest.h>

using namespace cu2cl;
using namespace cu2cl::test;

namespace {

struct Spaces {
  std::unique_ptr<ParsedSide> P;
  std::unique_ptr<AddressSpaceMap> Map;
  explicit Spaces(llvm::StringRef Text)
      : P(parse(Text, Side::Device)), Map(inferAddressSpaces(*P)) {}
  std::vector<FunctionClone> versions(llvm::StringRef Name) const {
    std::vector<FunctionClone> R;
    for (const FunctionClone &V : Map->versions())
      if (V.Function->getNameAsString() == Name)
        R.push_back(V);
    return R;
  }
  AddressSpace of(llvm::StringRef Name, unsigned Level = 0, unsigned Version = 0) const {
    std::vector<FunctionClone> Vs = versions(Name.split('.').first);
    EXPECT_LT(Version, Vs.size()) << Name.str();
    return Map->pointee(Vs[Version], variable(*P, Name), Level);
  }
};

TEST(AddressSpaces, SeedsOfAKernel) {
  Spaces S(R"(
    __constant__ float coef[4];
    __device__ int counter;
    __global__ void k(float *g, int n) {
      __shared__ float tile[32];
      extern __shared__ float dyn[];
      float own[4];
      float *a = g + n, *b = tile, *c = own, *e = &dyn[n];
      const float *d = coef;
      int *f = &counter;
      float *never;
      a[0] = b[0] + c[0] + d[0] + e[0] + *f;
    })");
  EXPECT_EQ(S.of("k.g"), AddressSpace::Global);
  EXPECT_EQ(S.of("k.a"), AddressSpace::Global);
  EXPECT_EQ(S.of("k.b"), AddressSpace::Local);
  EXPECT_EQ(S.of("k.c"), AddressSpace::Private);
  EXPECT_EQ(S.of("k.d"), AddressSpace::Constant);
  EXPECT_EQ(S.of("k.e"), AddressSpace::Local);
  EXPECT_EQ(S.of("k.f"), AddressSpace::Global);
  EXPECT_EQ(S.of("k.never"), AddressSpace::Unknown);
  EXPECT_EQ(S.of("k.tile"), AddressSpace::Local);
  EXPECT_EQ(S.of("k.own"), AddressSpace::Private);
  EXPECT_TRUE(S.Map->conflicts().empty());
}

TEST(AddressSpaces, FunctionSplitsByArguments) {
  Spaces S(R"(
    __device__ float dot(const float *a, const float *b) { return a[0] * b[0]; }
    __device__ float twice(const float *p) { return dot(p, p); }
    __global__ void k(float *g) {
      __shared__ float t[2];
      g[0] = dot(g, t) + dot(t, t) + dot(t, t) + twice(g) + twice(t);
    })");
  auto Dots = S.versions("dot");
  ASSERT_EQ(Dots.size(), 3u);
  EXPECT_EQ(Dots[0].Suffix, "_gg");
  EXPECT_EQ(Dots[1].Suffix, "_gl");
  EXPECT_EQ(Dots[2].Suffix, "_ll");
  auto Twice = S.versions("twice");
  ASSERT_EQ(Twice.size(), 2u);
  EXPECT_EQ(Twice[0].Suffix, "_g");
  auto K = S.versions("k");
  ASSERT_EQ(K.size(), 1u);
  EXPECT_EQ(K[0].Suffix, "");
  const auto *Call = callIn(K[0].Function, "dot", 1);
  ASSERT_NE(S.Map->callee(K[0], Call), nullptr);
  EXPECT_EQ(S.Map->callee(K[0], Call)->Suffix, "_ll");
  const auto *Inner = callIn(Twice[1].Function, "dot");
  EXPECT_EQ(S.Map->callee(Twice[1], Inner)->Suffix, "_ll");
  EXPECT_EQ(S.Map->callee(Twice[0], Inner)->Suffix, "_gg");
  // Callees come before their callers.
  EXPECT_LT(Dots[2].Index, Twice[0].Index);
  EXPECT_LT(Twice[1].Index, K[0].Index);
}

TEST(AddressSpaces, OneUseMakesNoSuffix) {
  Spaces S(R"(
    __device__ void put(float *p, float &r) { *p = r; r = 0; }
    __global__ void k(float *g) { float x = 1; put(g, x); put(nullptr, x); })");
  auto Put = S.versions("put");
  ASSERT_EQ(Put.size(), 1u);
  EXPECT_EQ(Put[0].Suffix, "");
  EXPECT_EQ(S.of("put.p"), AddressSpace::Global);
  EXPECT_EQ(S.of("put.r"), AddressSpace::Private);
}

TEST(AddressSpaces, ReturnsFieldsAndCasts) {
  Spaces S(R"(
    struct View { float *data; int n; };
    __device__ float *at(View v, int i) { return v.data + i; }
    __device__ float *&slot(float *&p) { return p; }
    __global__ void k(void *raw, float **table) {
      View v; v.data = (float *)raw; v.n = 1;
      float *p = at(v, 0);
      float *row = table[1];
      extern __shared__ char bytes[];
      int *ints = (int *)(bytes + 16);
      double *d = reinterpret_cast<double *>(&ints[4]);
      slot(p) = v.data;
      *p = *row + *ints + *d;
    })");
  EXPECT_EQ(S.of("k.p"), AddressSpace::Global);
  EXPECT_EQ(S.of("k.row"), AddressSpace::Global);
  EXPECT_EQ(S.of("k.table", 1), AddressSpace::Global);
  EXPECT_EQ(S.of("k.ints"), AddressSpace::Local);
  EXPECT_EQ(S.of("k.d"), AddressSpace::Local);
  EXPECT_EQ(S.Map->returned(S.versions("at")[0]), AddressSpace::Global);
  EXPECT_EQ(S.Map->returned(S.versions("slot")[0], 0), AddressSpace::Private);
  EXPECT_EQ(S.Map->returned(S.versions("slot")[0], 1), AddressSpace::Global);
}

TEST(AddressSpaces, Methods) {
  Spaces S(R"(
    struct V3 { float x; __device__ float len() const { return x; } };
    __global__ void k(V3 *g) { __shared__ V3 s[2]; V3 own; own.x = 0;
      g->x = g[1].len() + s[0].len() + own.len(); })");
  EXPECT_EQ(S.versions("len").size(), 3u);
}

TEST(AddressSpaces, Conflict) {
  Spaces S(R"(
    __global__ void k(float *g, int c) {
      __shared__ float t[2];
      float *p = t;
      if (c) p = g;
      *p = 1;
    })");
  ASSERT_EQ(S.Map->conflicts().size(), 1u);
  const AddressSpaceConflict &C = S.Map->conflicts()[0];
  EXPECT_EQ(C.Subject, "'p'");
  const auto &SM = S.P->sources();
  EXPECT_EQ(SM.getSpellingLineNumber(C.Loc), 4u);
  EXPECT_EQ(C.First, AddressSpace::Global);
  EXPECT_EQ(C.Second, AddressSpace::Local);
  EXPECT_EQ(SM.getSpellingLineNumber(C.FirstEvidence), 2u);
  EXPECT_EQ(SM.getSpellingLineNumber(C.SecondEvidence), 3u);
}

TEST(AddressSpaces, TemplatesCountForThemselves) {
  Spaces S(R"(
    template <typename T> __device__ T first(const T *p) { return p[0]; }
    template <typename T> __global__ void k(T *g) { __shared__ T t[4]; g[0] = first(g) + first(t); }
    void host(float *f, int *i) { k<<<1, 1>>>(f); k<<<1, 1>>>(i); })");
  EXPECT_EQ(S.versions("first").size(), 4u);
  EXPECT_EQ(S.versions("k").size(), 2u);
}

TEST(AddressSpaces, ExpressionsAndStorage) {
  Spaces S(R"(
    __device__ void swap2(float *&a, float *&b) { float *t = a; a = b; b = t; }
    __device__ int f(const char *s) { return s[0]; }
    __global__ void k(float *x, float *y, int c) {
      swap2(x, y);
      float *z = c ? x : y;
      *z = f("abc");
    })");
  auto K = S.versions("k")[0];
  const auto *Call = callIn(K.Function, "f");
  EXPECT_EQ(S.Map->pointee(K, Call->getArg(0), 0), AddressSpace::Constant);
  EXPECT_EQ(S.of("f.s"), AddressSpace::Constant);
  EXPECT_EQ(S.of("k.z"), AddressSpace::Global);
  EXPECT_EQ(S.of("swap2.t"), AddressSpace::Global);
  const auto *Swap = callIn(K.Function, "swap2");
  EXPECT_EQ(S.Map->storage(K, Swap->getArg(0)), AddressSpace::Private);
}

TEST(AddressSpaces, BuiltInVariablesAreTemporaries) {
  Spaces S(R"(
    __device__ unsigned total(const dim3 *d) { return d->x * d->y; }
    __global__ void k(unsigned *g) { dim3 own(1); g[0] = total(&gridDim) + total(&own); })");
  ASSERT_EQ(S.versions("total").size(), 1u);
  EXPECT_EQ(S.of("total.d"), AddressSpace::Private);
}

TEST(AddressSpaces, ConflictsAreReported) {
  Spaces S(R"(
    struct Span { float *p; };
    __global__ void k(float *g) { __shared__ float t[2]; Span a; a.p = g; *a.p = 1; a.p = t; *a.p = 2; })");
  DiagnosticSink Sink;
  reportConflicts(*S.Map, *S.P, Sink);
  ASSERT_EQ(Sink.all().size(), 1u);
  EXPECT_EQ(Sink.all()[0].Number, 2003u);
  EXPECT_EQ(Sink.all()[0].Arguments[0], "'g'");
  EXPECT_EQ(Sink.all()[0].Related.size(), 2u);
}

TEST(AddressSpaces, RecursionKeepsOneVersion) {
  Spaces S(R"(
    __device__ int walk(int *p, int n) { return n ? walk(p + 1, n - 1) : *p; }
    __global__ void k(int *g) { g[0] = walk(g, 3); })");
  ASSERT_EQ(S.versions("walk").size(), 1u);
  EXPECT_EQ(S.of("walk.p"), AddressSpace::Global);
}

} // namespace
