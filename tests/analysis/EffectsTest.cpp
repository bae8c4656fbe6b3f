// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Snippet.h"
#include "analysis/effects/LiveOut.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/effects/MutationCheck.h"
#include "core/source/AstVisitor.h"
#include <gtest/gtest.h>
#include <map>

using namespace clang;
using namespace cu2cl;
using namespace cu2cl::test;

namespace {

const char Declarations[] = R"(
  struct Inner { int n; __device__ int &at() { return n; } __device__ int get() const { return n; } };
  struct V { int x, a[4]; Inner in; mutable int m; int i : 3;
    __device__ void set(int n) { x = n; }
    __device__ void tick() const { ++m; }
    __device__ V &operator+=(int n) { x += n; return *this; } };
  struct Plain { int x, y, a[2]; __device__ int sum() const { return x + y; } };
  struct Keeper { int *p; int &r; __device__ Keeper(int &v) : p(&v), r(v) {} };
  __device__ void take(int &);
  __device__ void look(const int &);
  __device__ void copy(int);
  __device__ void point(int *);
  __device__ int &same(int &);
  __device__ int *to(int &);
  __device__ void lookAt(const V &);
  __device__ void lookAtPlain(const Plain &);
  template <class T> __device__ T &&pass(T &v) { return static_cast<T &&>(v); }
)";

/// What a body changes: "v set, w escapes", in the order of names; the strongest of several.
std::string changesIn(const FunctionDecl *F) {
  std::map<std::string, ChangeKind> Found;
  forEachVariableChange(F->getBody(), [&](const VariableChange &C) {
    ChangeKind &Kind = Found.try_emplace(C.Variable->getNameAsString(), C.Kind).first->second;
    Kind = std::max(Kind, C.Kind);
  });
  std::string Out;
  const char *Names[] = {"set", "passed", "escapes"};
  for (auto &[Name, Kind] : Found)
    Out += (Out.empty() ? "" : ", ") + Name + " " + Names[unsigned(Kind)];
  return Out;
}

struct Case {
  std::string Body, Changes;
};

/// Looks at all \p Cases in one program.
void check(const std::vector<Case> &Cases) {
  std::string Text = std::string("#include <utility>\n") + Declarations;
  for (size_t I = 0; I < Cases.size(); ++I)
    Text += "__device__ void f" + std::to_string(I) +
            "(int x, int y, int *p, V v, Plain s, bool b) { int arr[4]; " + Cases[I].Body + " }\n";
  std::unique_ptr<ParsedSide> P = parse(Text, Side::Device);
  for (size_t I = 0; I < Cases.size(); ++I) {
    const FunctionDecl *F = function(*P, "f" + std::to_string(I));
    EXPECT_EQ(changesIn(F), Cases[I].Changes) << Cases[I].Body;
    const VariableSet Changed = changedVariablesOf(F->getBody());
    EXPECT_FALSE(findMissedMutation(F, Changed)) << Cases[I].Body;
    // The check notices what is missed.
    for (const VarDecl *V : Changed)
      if (Cases[I].Body == V->getNameAsString() + " = 1;")
        EXPECT_EQ(findMissedMutation(F, {}), V);
  }
}

TEST(Effects, Assignments) {
  check({
      {"x = 1;", "x set"},
      {"x = 1; y += x;", "x set, y set"},
      {"++x; y--;", "x set, y set"},
      {"(b ? x : y) = 3;", "x set, y set"},
      {"(copy(1), x) = 3;", "x set"},
      {"(x = 2) = y;", "x set"},
      {"*p = x; p[1] = y;", ""},
      {"copy(x); x + y; (void)x; int z = x;", ""},
      {"copy(sizeof(x = 1)); copy(sizeof(x++));", ""},
  });
}

TEST(Effects, Parts) {
  check({
      {"v.x = 1;", "v set"},
      {"v.a[x] = 1; arr[y]++;", "arr set, v set"},
      {"v.in.n = 1;", "v set"},
      {"v.i = 1;", "v set"},
      {"copy(arr[x] + v.a[y]);", ""},
      {"int Plain::*q = &Plain::x; s.*q = 1;", "s set"},
      {"int Plain::*q = &Plain::x; copy(s.*q);", ""},
      {"auto [m, n, o] = s; m = 1;", " set"},
      {"auto &[m, n, o] = s; copy(m);", "s escapes"},
      {"const auto &[m, n, o] = s; copy(m);", ""},
      {"static_cast<int &>(x) = 1; (int &)y = 2;", "x set, y set"},
  });
}

TEST(Effects, ByReference) {
  check({
      {"take(x);", "x passed"},
      {"take(v.in.n); take(arr[1]);", "arr passed, v passed"},
      {"take(b ? x : y);", "x passed, y passed"},
      {"look(x); look(v.x); look(arr[1]); lookAtPlain(s);", ""},
      {"lookAt(v);", "v passed"}, // it has a mutable member
      {"same(x);", "x passed"},
      {"int &r = same(x); r = 1;", "r set, x escapes"},
      {"int *q = to(x); *q = 1;", "x escapes"},
      {"Keeper k(x);", "x escapes"},
      {"copy(std::move(x)); Plain t = std::move(s);", ""},
      {"take(const_cast<int &>(static_cast<const int &>(x)));", "x passed"},
      {"take(std::forward<int &>(x));", "x passed"},
      {"asm(\"cvt.pack.u32 %0, %1;\" : \"=r\"(x) : \"r\"(y));", "x passed"},
  });
}

TEST(Effects, Methods) {
  check({
      {"v.set(x);", "v passed"},
      {"copy(v.in.get()); copy(s.sum());", ""},
      {"v.tick();", "v passed"},
      {"v.in.at() = 1; copy(same(x));", "v passed, x passed"},
      {"(&v)->set(x);", "v escapes"},
      // An unknown method may keep its object.
      {"void (V::*q)(int) = &V::set; (v.*q)(x);", "v escapes"},
      {"v += 1;", "v passed"},
      {"Plain t; s = t;", "s passed"},
  });
}

TEST(Effects, Addresses) {
  check({
      {"point(&x); point(&v.x); point(&arr[2]);", "arr escapes, v escapes, x escapes"},
      {"atomicAdd(&x, 1);", "x escapes"},
      {"point(arr); point(v.a + 1);", "arr escapes, v escapes"},
      {"*&x = 1;", "x escapes"},
      {"point(&*p); point(&p[1]);", ""},
      {"int &r = x;", "x escapes"},
      {"const int &r = x; int &&t = x + 1;", ""},
      {"struct R { int &r; }; R r{x};", "x escapes"},
      {"int *q = std::addressof(x);", "x escapes"},
  });
}

TEST(Effects, Lambdas) {
  check({
      {"auto l = [&] { x = y; };", "x escapes"},
      {"auto l = [&] { return x + y; };", ""},
      {"auto l = [x]() mutable { x = 1; };", ""},
      {"auto l = [&]() -> int & { return x; }; l() = 1;", "l set, x escapes"},
      {"auto l = [&r = x] { r = 1; };", "r escapes, x escapes"},
      {"auto l = [n = x++] { return n; };", "x set"},
      {"auto l = [&] { auto m = [&] { take(x); }; m(); };", "x escapes"},
      {"auto l = [&](auto n) { x = n; take(y); }; l(1);", "x escapes, y escapes"},
      {"auto l = [&](auto n) { return n + x; }; copy(l(1));", ""},
      {"__shared__ int sh[4]; auto l = [&] { sh[0] = 1; };", "sh escapes"},
  });
}

TEST(Effects, Loops) {
  check({
      {"for (int i = 0; i < x; ++i) copy(i);", "i set"},
      {"for (int &e : v.a) copy(e);", "__begin1 set, __range1 escapes, v escapes"},
      {"while (int n = y--) copy(n);", "y set"},
  });
}

TEST(Effects, NamesAndReads) {
  std::unique_ptr<ParsedSide> P = parse(R"(struct V { int x, a[2]; };
    __device__ void g(int &);
    __device__ void f(V v, int w, int z, int *p) { g(v.x); z = w + v.a[0] + sizeof(*p); })",
                                        Side::Device);
  const FunctionDecl *F = function(*P, "f");
  VariableSet Read, Named;
  forEachReadVariable(F->getBody(), [&](const VarDecl *D) { Read.insert(D); });
  forEachNamedVariable(F->getBody(), [&](const VarDecl *D) { Named.insert(D); });
  EXPECT_EQ(Read.size(), 2u);
  EXPECT_EQ(Named.size(), 3u);
  EXPECT_TRUE(Read.contains(F->getParamDecl(1)));
  EXPECT_FALSE(names(F->getBody(), F->getParamDecl(3)));
  EXPECT_TRUE(namesAny(F->getBody(), Read));
}

class BlockFinder : public AstVisitor {
public:
  const Stmt *Block = nullptr;
  bool visitIfStmt(IfStmt *S) override {
    const auto *Ref = dyn_cast<DeclRefExpr>(S->getCond()->IgnoreParenImpCasts());
    if (Ref && Ref->getDecl()->getNameAsString() == "block")
      Block = S;
    return true;
  }
};

struct LiveCase {
  bool Lives;
  std::string Body;
};

/// Whether v lives after `if (block)`, in all \p Cases.
void check(const std::vector<LiveCase> &Cases) {
  std::string Text = "__device__ void use(int); struct R { const int &r; };\n"
                     "template <class T> __device__ const T &larger(const T &a, const T &b);\n";
  for (size_t I = 0; I < Cases.size(); ++I)
    Text += "__device__ void f" + std::to_string(I) + "(bool block, bool c, int v, int n) { " +
            Cases[I].Body + " }\n";
  std::unique_ptr<ParsedSide> P = parse(Text, Side::Device);
  for (size_t I = 0; I < Cases.size(); ++I) {
    const FunctionDecl *F = function(*P, "f" + std::to_string(I));
    BlockFinder Finder;
    Finder.traverseStmt(F->getBody());
    ASSERT_NE(Finder.Block, nullptr) << Cases[I].Body;
    EXPECT_EQ(LiveOut(F).contains(Finder.Block, F->getParamDecl(2)), Cases[I].Lives)
        << Cases[I].Body;
  }
}

TEST(LiveOut, Behind) {
  check({
      {true, "if (block) v = 1; use(v);"},
      {false, "use(v); if (block) v = 1;"},
      {false, "if (block) { v = 1; use(v); } v = 2; use(v);"},
      {true, "if (block) v = 1; v += 2;"},
      {true, "if (block) v = 1; v = v + 2;"},
      {true, "if (block) v = 1; if (c) v = 2; use(v);"},
      {false, "if (block) v = 1; if (c) v = 2; else v = 3; use(v);"},
      {false, "if (block) v = 1; for (v = 0; v < n; ++v) use(v);"},
      {false, "if (block) v = 1; if (c) { v = 2; use(v); }"},
      {false, "if (block) v = 1; use(sizeof(v));"},
      {true, "if (block) { v = 1; return; } use(v);"},
      {false, "if (block) v = 1; return; use(v);"},
  });
}

TEST(LiveOut, NextRound) {
  check({
      {true, "for (int i = 0; i < n; ++i) { use(v); if (block) v = 1; }"},
      {false, "for (int i = 0; i < n; ++i) { v = i; use(v); if (block) v = 1; }"},
      {false, "for (int i = 0; i < n; ++i) if (block) { v = 1; use(v); }"},
      {true, "for (int i = 0; i < n; ++i) if (block) { use(v); v = 1; }"},
      {true, "for (;;) if (block) { use(v); v = 1; }"},
      {true, "for (; v < n; ) if (block) v = 1;"},
      {true, "for (int i = 0; i < n; i += v) if (block) v = 1;"},
      {true, "do { if (block) v = 1; } while (v < n);"},
      {true, "while (c) { if (block) { v = 1; break; } use(v); }"},
      {true, "while (c) { if (block) { v = 1; continue; } } use(v);"},
      {true, "again: use(v); if (block) { v = 1; } if (c) goto again;"},
      {false, "again: v = 2; use(v); if (block) { v = 1; } if (c) goto again;"},
  });
}

TEST(LiveOut, SeenElsewhere) {
  check({
      {true, "const int &r = v; if (block) v = 1; use(r);"},
      {true, "auto l = [&] { return v; }; if (block) v = 1; use(l());"},
      {false, "auto l = [v] { return v; }; if (block) v = 1; use(l());"},
      {true, "const int &r = larger(v, n); if (block) v = 1; use(r);"},
      {true, "R r{v}; if (block) v = 1; use(r.r);"},
      {true, "auto l = [&r = v] { return r; }; if (block) v = 1; use(l());"},
      {false, "use(larger(v, n)); if (block) v = 1;"},
      {false, "const int &r = v + 1; if (block) v = 1; use(r);"},
  });
}

} // namespace
