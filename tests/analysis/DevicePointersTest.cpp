// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Pointers.h"
#include <gtest/gtest.h>

using namespace cu2cl;
using namespace cu2cl::test;

namespace {

TEST(DevicePointers, SimplestRepresentation) {
  Program P({R"(#include <cstdlib>
    __global__ void k(float *a, float *b, int n) {}
    int main() {
      float *d_a, *d_b = nullptr, *h = (float *)malloc(40);
      cudaMalloc((void **)&d_a, 40);
      cudaMalloc(&d_b, 40);
      cudaMemcpy(d_a, h, 40, cudaMemcpyHostToDevice);
      k<<<1, 1>>>(d_a, d_b + 2, 10);
      if (d_a == NULL) return 1;
      cudaFree(d_a); cudaFree(d_b); free(h);
    })"});
  EXPECT_EQ(P.of("main.d_a"), PointerRep::ClMem);
  EXPECT_EQ(P.of("main.d_b"), PointerRep::Address);
  EXPECT_EQ(P.of("main.h"), PointerRep::Host);
  const auto *K = function(*P.Sides[0], "k");
  EXPECT_FALSE(P.Views[0]->needsOffset(K, 0));
  EXPECT_TRUE(P.Views[0]->needsOffset(K, 1));
  EXPECT_EQ(P.messages(), "");
}

TEST(DevicePointers, StaticKernelsAndDeclarations) {
  Program P({R"(
    static __global__ void k(float *a) {}
    void upload(float *);
    void run() { float *d; cudaMalloc(&d, 4); k<<<1, 1>>>(d + 1); upload(d); })",
             R"(void upload(float *device) { cudaFree(device); })"});
  EXPECT_TRUE(P.Views[0]->needsOffset(function(*P.Sides[0], "k"), 0));
  // The declaration in one unit has the type of the definition in the other.
  const clang::FunctionDecl *Upload = nullptr;
  for (const clang::Decl *D : P.Sides[0]->context().getTranslationUnitDecl()->decls())
    if (const auto *F = llvm::dyn_cast<clang::FunctionDecl>(D))
      Upload = F->getNameAsString() == "upload" ? F : Upload;
  ASSERT_NE(Upload, nullptr);
  EXPECT_EQ(P.Views[0]->of(Upload->getParamDecl(0)), PointerRep::Address);
  auto W = P.Views[0]->written(Upload->getParamDecl(0));
  ASSERT_EQ(W.size(), 1u);
  EXPECT_EQ(W[0].Rep, PointerRep::Address);
}

TEST(DevicePointers, AcrossFilesAndFields) {
  Program P({R"(struct Grid { float *dev; float *host; int n; };
    void allocate(Grid &g);
    __global__ void k(float *);
    void run() { Grid g; allocate(g); k<<<1, 1>>>(g.dev); g.host[0] = 1; })",
             R"(struct Grid { float *dev; float *host; int n; };
    static void get(float **p) { cudaMalloc((void **)p, 4); }
    void allocate(Grid &g) { get(&g.dev); g.host = new float[3]; })"});
  EXPECT_EQ(P.of("dev"), PointerRep::ClMem);
  EXPECT_EQ(P.of("host"), PointerRep::Host);
  EXPECT_EQ(P.of("dev", 0, 1), PointerRep::ClMem);
  EXPECT_EQ(P.of("get.p", 0, 1), PointerRep::Host);
  EXPECT_EQ(P.of("get.p", 1, 1), PointerRep::ClMem);
  EXPECT_EQ(P.messages(), "");
  EXPECT_FALSE(P.Decisions.devicePointers().empty());
  auto Chain = P.Decisions.explain(P.Decisions.devicePointers()[0].Usr,
                                   P.Decisions.devicePointers()[0].Level);
  ASSERT_FALSE(Chain.empty());
}

// A function that takes host and device pointers is written once, so what it takes and gives are
// addresses; the kinds of memory are still told apart.
TEST(DevicePointers, FunctionsUsedWithBothKinds) {
  Program P({R"(
    int count(const float *p) { return p != nullptr; }
    float *same(float *p) { return p; }
    void zero(float *p) { p[0] = 0; }
    void run() {
      float *d, *h = (float *)malloc(4), *alone;
      cudaMalloc(&d, 4); cudaMalloc(&alone, 4);
      count(d); count(h);
      float *d2 = same(d), *h2 = same(h);
      zero(h2);
      cudaFree(d2); cudaFree(alone);
    })"});
  EXPECT_EQ(P.of("run.d"), PointerRep::Address);
  EXPECT_EQ(P.of("run.d2"), PointerRep::Address);
  EXPECT_EQ(P.of("run.h2"), PointerRep::Host);
  EXPECT_EQ(P.of("zero.p"), PointerRep::Host);
  EXPECT_EQ(P.of("count.p"), PointerRep::Address);
  EXPECT_EQ(P.Views[0]->returned(function(*P.Sides[0], "same")), PointerRep::Address);
  EXPECT_EQ(P.of("run.alone"), PointerRep::ClMem);
  EXPECT_EQ(P.messages(), "");
}

TEST(DevicePointers, ContainersAndSmartThings) {
  Program P({R"(#include <map>
    #include <string>
    #include <utility>
    #include <vector>
    __global__ void k(float *) {}
    void run() {
      std::vector<float *> v;
      std::vector<float *> w;
      std::map<std::string, int *> m;
      std::map<float *, float *> pair;
      for (int i = 0; i < 3; ++i) { float *d; cudaMalloc(&d, 4); v.push_back(d); }
      for (float *p : v) k<<<1, 1>>>(p);
      float *got = v[1], *back = v.back();
      w.push_back(new float[2]);
      float *host = w[0];
      cudaMalloc(&m["x"], 4);
      int *in_map = m["x"];
      pair[host] = got;
      float *key = pair.begin()->first, *val = pair.begin()->second;
      float *a = got, *b = nullptr;
      std::swap(a, b);
      float *moved = std::move(b);
      for (auto &kv : m) cudaFree(kv.second);
    })"});
  for (const char *Name :
       {"run.got", "run.back", "run.a", "run.b", "run.moved", "run.p", "run.in_map", "run.val"})
    EXPECT_NE(P.of(Name), PointerRep::Host) << Name;
  EXPECT_EQ(P.of("run.host"), PointerRep::Host);
  EXPECT_EQ(P.of("run.key"), PointerRep::Host);
  auto Written =
      P.Views[0]->written(llvm::cast<clang::DeclaratorDecl>(variable(*P.Sides[0], "run.v")));
  ASSERT_EQ(Written.size(), 1u);
  EXPECT_EQ(Written[0].Rep, PointerRep::ClMem);
  EXPECT_EQ(P.messages(), "");
}

TEST(DevicePointers, ClassesThatAreWrittenOnceForSeveralDeclarators) {
  Program P({R"(#include <vector>
    __global__ void k(float *) {}
    void run() {
      std::vector<float *> v, w, *u = nullptr;
      std::vector<float *> a, b;
      for (int i = 0; i < 3; ++i) {
        float *d, *e;
        cudaMalloc(&d, 4);
        cudaMalloc(&e, 4);
        v.push_back(d);
        a.push_back(e);
        b.push_back(e);
        k<<<1, 1>>>(v[i]);
        k<<<1, 1>>>(a[i]);
      }
      w.push_back(new float[2]);
      w[0][1] = 1;
    })"});
  for (const char *Name : {"run.v", "run.w", "run.u", "run.a", "run.b"}) {
    auto Written =
        P.Views[0]->written(llvm::cast<clang::DeclaratorDecl>(variable(*P.Sides[0], Name)));
    ASSERT_FALSE(Written.empty());
    bool IsDeviceOnly = Name[4] == 'a' || Name[4] == 'b';
    EXPECT_EQ(Written.back().Rep, IsDeviceOnly ? PointerRep::ClMem : PointerRep::Address) << Name;
  }
  EXPECT_EQ(P.messages(), "");
}

// A type that is not written with a star of its own stays.
TEST(DevicePointers, TypesThatAreNotWrittenOut) {
  Program P({R"(#include <cstdlib>
    #include <map>
    #include <vector>
    typedef float *fptr;
    typedef std::vector<float *> list;
    #define DECLARE(type, name) type *name##_d
    __global__ void k(float *) {}
    union Any { float *as_pointer; size_t n; };
    void run(int n, float one[]) {
      fptr named; cudaMalloc(&named, 4);
      auto found = named; auto *star = named;
      decltype(named) same; cudaMalloc(&same, 4);
      DECLARE(float, macro); cudaMalloc(&macro_d, 4);
      list all; all.push_back(nullptr); cudaMalloc(&all[0], 4);
      cudaFree(one);
      float (*rows)[4]; cudaMalloc(&rows, 16);
      Any u; cudaMalloc(&u.as_pointer, 4);
      for (float *a = nullptr, *b = named; a != b; a = b) cudaMalloc(&a, 4);
      float *arr[4], **table = new float *[n];
      for (int i = 0; i < n; ++i) { cudaMalloc(&table[i], 4); cudaMalloc(&arr[i], 4); }
      float *fine; cudaMalloc((void **)&fine, 4);
    })"});
  for (const char *Name : {"run.named", "run.found", "run.star", "run.same", "run.macro_d",
                           "run.one", "run.rows", "run.a", "run.b", "as_pointer"})
    EXPECT_EQ(P.of(Name), PointerRep::Address) << Name;
  EXPECT_EQ(P.of("run.arr", 0), PointerRep::Host);
  EXPECT_EQ(P.of("run.arr", 1), PointerRep::ClMem);
  EXPECT_EQ(P.of("run.table", 0), PointerRep::Host);
  EXPECT_EQ(P.of("run.table", 1), PointerRep::ClMem);
  EXPECT_EQ(P.of("run.fine"), PointerRep::ClMem);
  EXPECT_EQ(P.messages(), "");
}

// A kernel may get an offset where a pointer comes from code that is not seen, or from a function
// that also gets managed memory.
TEST(DevicePointers, OffsetsOfPointersThatAreNotTracked) {
  Program P({R"(#include <thread>
    __global__ void plain(float *p) {}
    __global__ void called(float *p) {}
    __global__ void both(float *p) {}
    void work(float *p) { called<<<1, 1>>>(p); }
    void launch(float *p) { both<<<1, 1>>>(p); }
    void run() {
      float *d, *e, *m, *f; cudaMalloc(&d, 8); cudaMalloc(&e, 8); cudaMallocManaged(&m, 8);
      cudaMalloc(&f, 8); plain<<<1, 1>>>(f);
      std::thread(work, d).join();
      launch(e + 1); launch(m);
    })"});
  EXPECT_FALSE(P.Views[0]->needsOffset(function(*P.Sides[0], "plain"), 0));
  EXPECT_TRUE(P.Views[0]->needsOffset(function(*P.Sides[0], "called"), 0));
  EXPECT_TRUE(P.Views[0]->needsOffset(function(*P.Sides[0], "both"), 0));
}

// Who gets the bytes of a pointer, or calls back with it, takes it for what it is in CUDA.
TEST(DevicePointers, PointersAsBytes) {
  Program P({R"(#include <cstdio>
    #include <cstdlib>
    #include <cstring>
    #include <functional>
    #include <thread>
    struct Task { float *of_task; int n; };
    void done(cudaStream_t, cudaError_t, void *p) { cudaFree(p); }
    void work(float *p) { cudaFree(p); }
    int compare(const void *a, const void *b) { return 0; }
    void run(cudaStream_t s, FILE *f) {
      float *bytes, *copied; cudaMalloc(&bytes, 4); memcpy(&copied, &bytes, sizeof copied);
      Task task; cudaMalloc(&task.of_task, 4); fwrite(&task, sizeof task, 1, f);
      float *called; cudaMalloc(&called, 4); cudaStreamAddCallback(s, done, called, 0);
      float *threaded; cudaMalloc(&threaded, 4); std::thread(work, threaded).join();
      float *bound; cudaMalloc(&bound, 4); std::function<void()> g = std::bind(work, bound);
      float *table[4]; cudaMalloc(&table[0], 4); qsort(table, 4, sizeof table[0], compare);
      float *shown; cudaMalloc(&shown, 4); printf("%p", shown);
      float *asked; cudaMalloc(&asked, 4); cudaPointerAttributes a; cudaPointerGetAttributes(&a, asked);
      float *number; cudaMalloc(&number, 4); size_t n = (size_t)number; (void)n;
      float *hashed; cudaMalloc(&hashed, 4); std::hash<float *>()(hashed);
    })"});
  for (const char *Name :
       {"run.bytes", "run.copied", "of_task", "run.called", "run.threaded", "done.p", "work.p",
        "run.bound", "run.shown", "run.asked", "run.number", "run.hashed"})
    EXPECT_EQ(P.of(Name), PointerRep::Address) << Name;
  EXPECT_EQ(P.of("run.table", 1), PointerRep::Address);
  EXPECT_EQ(P.messages(), "");
}

TEST(DevicePointers, WhyAPointerNeedsItsType) {
  Program P({R"(
    template <typename T> void alloc(T **p, int n) { cudaMalloc((void **)p, n * sizeof(T)); }
    void over(float *); void over(int *);
    __global__ void k(float *) {}
    __global__ void ki(int *) {}
    void run() {
      float *a; alloc(&a, 3);
      float *b; cudaMalloc(&b, 3 * sizeof *b);
      float *c; cudaMalloc(&c, 4); ki<<<1, 1>>>((int *)c);
      float *d; cudaMalloc(&d, 4); float *e = d; e += 4; k<<<1, 1>>>(d);
      float *f; cudaMalloc(&f, 4); k<<<1, 1>>>(&f[3]);
      void *g; cudaMalloc(&g, 4); k<<<1, 1>>>((float *)g);
    })"});
  EXPECT_EQ(P.of("run.a"), PointerRep::Address);
  EXPECT_EQ(P.of("run.b"), PointerRep::Address);
  EXPECT_EQ(P.of("run.c"), PointerRep::Address);
  EXPECT_EQ(P.of("run.d"), PointerRep::Address);
  EXPECT_EQ(P.of("run.f"), PointerRep::Address);
  EXPECT_EQ(P.of("run.g"), PointerRep::ClMem);
}

TEST(DevicePointers, PointersThatLeaveTheTypesKeepTheirs) {
  Program P({R"(#include <cstdarg>
    struct S { float *a, *b; };
    struct Words { unsigned long w[2]; };
    struct T { float *a; };
    __global__ void k(float *) {}
    int drop(int n, ...) {
      va_list l; va_start(l, n); void *v = va_arg(l, void *); va_end(l); return cudaFree(v);
    }
    void run(unsigned long number) {
      float *a; cudaMalloc(&a, 4); unsigned long w = *(unsigned long *)&a;
      float *b; cudaMalloc(&b, 4); drop(1, b);
      float *c; cudaMalloc(&c, 4); throw c;
    }
    void more(unsigned long number) {
      try { run(1); } catch (float *d) { cudaFree(d); }
      void *e = (void *)number; cudaFree(e);
      S s; float *S::*m = &S::b; cudaMalloc(&(s.*m), 4); cudaMalloc(&s.a, 4);
      float *sa = s.a, *sb = s.b;
      T t; cudaMalloc(&t.a, 4); ((Words *)&t)->w[0] += 4; float *ta = t.a;
      float *f; cudaError_t (*take)(void **, unsigned long) = [](void **p, unsigned long n) {
        return cudaMalloc(p, n);
      };
      take((void **)&f, 4); k<<<1, 1>>>(f);
    })"});
  for (const char *Name :
       {"run.a", "run.b", "run.c", "drop.v", "more.d", "more.e", "more.f", "more.sb", "more.ta"})
    EXPECT_EQ(P.of(Name), PointerRep::Address) << Name;
  EXPECT_EQ(P.of("more.sa"), PointerRep::ClMem); // no pointer to this member
}

TEST(DevicePointers, VirtualFunctions) {
  Program P({R"(
    struct Store { virtual float *data() = 0; virtual void clear(float *) = 0; };
    struct Device : Store {
      float *p;
      float *data() override { return p; }
      void clear(float *q) override { cudaMemset(q, 0, 4); }
    };
    void run(Store *s, Device *d) {
      cudaMalloc(&d->p, 4);
      float *x = s->data();
      s->clear(x);
    })"});
  EXPECT_EQ(P.of("run.x"), PointerRep::Address);
  EXPECT_EQ(P.messages(), "");
}

TEST(DevicePointers, ClassesOfTheUser) {
  Program P({R"(
    template <typename T> class Buffer {
    public:
      explicit Buffer(int n) : data_(nullptr), n_(n) { cudaMalloc(&data_, n * sizeof(T)); }
      ~Buffer() { cudaFree(data_); }
      T *data() const { return data_; }
      operator T *() { return data_; }
    private:
      T *data_;
      int n_;
    };
    __global__ void k(float *) {}
    void run() { Buffer<float> b(3); Buffer<int> c(2); k<<<1, 1>>>(b.data()); k<<<1, 1>>>(b); }
  )"});
  EXPECT_EQ(P.of("data_"), PointerRep::Address);
  EXPECT_EQ(P.Views[0]->returned(function(*P.Sides[0], "data")), PointerRep::Address);
  EXPECT_EQ(P.messages(), "");
}

TEST(DevicePointers, LambdasPointersToFunctionsDefaults) {
  Program P({R"(
    typedef void (*user)(float *);
    void consume(float *p) { cudaFree(p); }
    void opt(float *h, float *d = nullptr) { h[0] = 1; if (d) cudaFree(d); }
    void run() {
      float *d; cudaMalloc(&d, 4);
      auto grab = [&](float *q) { float *in = d; cudaMemset(q, 0, 4); return in; };
      float *r = grab(d);
      user u = consume;
      u(r);
      float h[2]; opt(h); opt(h, d);
      const char *name = "x"; (void)name[0];
    })"});
  for (const char *Name : {"run.d", "q", "run.r", "consume.p"}) // consume's address is taken
    EXPECT_EQ(P.of(Name), PointerRep::Address) << Name;
  EXPECT_NE(P.of("opt.d"), PointerRep::Host);
  EXPECT_EQ(P.of("opt.h"), PointerRep::Host);
  EXPECT_EQ(P.messages(), "");
}

TEST(DevicePointers, OrderOfUnitsDoesNotMatter) {
  std::string A = R"(float *shared_p; void fill() { cudaMalloc(&shared_p, 4); })";
  std::string B = R"(extern float *shared_p; void use() { cudaFree(shared_p + 1); })";
  auto Side0 = parse(A, Side::Host, "a.cu"), Side1 = parse(B, Side::Host, "b.cu");
  auto F0 = collectPointerConstraints(*Side0), F1 = collectPointerConstraints(*Side1);
  auto D0 = linkPointers({F0, F1}), D1 = linkPointers({F1, F0});
  ASSERT_EQ(D0.devicePointers().size(), D1.devicePointers().size());
  for (size_t I = 0; I != D0.devicePointers().size(); ++I) {
    EXPECT_EQ(D0.devicePointers()[I].Usr, D1.devicePointers()[I].Usr);
    EXPECT_EQ(D0.devicePointers()[I].Rep, PointerRep::Address);
  }
}

} // namespace
