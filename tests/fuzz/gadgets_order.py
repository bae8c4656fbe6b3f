# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Assignments whose sides change what the other one reads: C++17 evaluates the right side first. All arithmetic is unsigned."""

from registry import gadget
from values import LLONG, Value

KINDS = {  # how the elements are declared, their operators, what is added up of one
    "word": ("using @ = unsigned;", ["=", "+=", "^=", "*=", "-="], "{0}"),
    "pair": ("struct @ { unsigned a, b; };", ["="], "{0}.a * 3u + {0}.b"),
    "number": ("struct @ { unsigned a; __device__ @(unsigned x = 0) : a(x) {} "
               "__device__ @ &operator=(const @ &o) { a = o.a * 3u + 1u; return *this; } "
               "__device__ @ &operator+=(const @ &o) { a += o.a; return *this; } "
               "__device__ @ &operator^=(@ o) { a ^= o.a; return *this; } };", ["=", "+=", "^="], "{0}.a"),
}
PLACES = ["a[k++ & 7]", "a[--k & 7]", "a[k & 7]", "@_next(a, k)", "@_next(b, k)", "*p++", "pool.alloc()", "pool.last()", "a[step() & 7]",
          "b[pool.n++ & 7]", "pool.all[k & 7]"]
VALUES = ["@_make(k)", "@_make(k)", "a[k++ & 7]", "b[--k & 7]", "@_next(b, k)", "@_next(a, k)", "*p++", "*p", "pool.last()", "pool.alloc()",
          "made()", "(k += 3u, @_of(k))", "@_of(k)", "@_of(pool.size())", "@_of(step())", "pool.pop()", "k & 1 ? @_make(k) : @_of(k)"]


@gadget("order of an assignment's sides", weight=2)
def order(g):
    t, v = g.global_name("Item"), g.name("or")
    kind = g.rng.choice(sorted(KINDS))
    declared, operators, summed = KINDS[kind]
    make = f"{t}{{k, k * 5u}}" if kind == "pair" else f"{t}(k)"
    g.declare(declared.replace("@", t), f"__device__ {t} {t}_of(unsigned k) {{ return {make}; }}",
              f"__device__ {t} {t}_make(unsigned &k) {{ k += {g.rng.randrange(1, 9)}u; return {t}_of(k * 7u); }}",
              f"__device__ {t} &{t}_next({t} *items, unsigned &k) {{ return items[k++ & 7]; }}",
              f"struct {t}_pool {{", f"  {t} all[8];", "  unsigned n;", f"  __device__ {t} &alloc() {{ return all[n++ & 7]; }}",
              f"  __device__ {t} &last() {{ return all[(n + 7u) & 7]; }}", "  __device__ unsigned size() const { return n; }",
              f"  __device__ {t} pop() {{ return all[--n & 7]; }}", "};")
    g.declare(f"__device__ unsigned {t}_work({t} *a, unsigned k) {{", f"  {t} b[8], *p = a;", f"  {t}_pool pool;",
              "  pool.n = k & 3;", "  for (unsigned i = 0; i < 8; i++)", f"    b[i] = pool.all[i] = {t}_of(i * 11u + k);",
              "  auto step = [&] { return k += 2u; };", f"  auto made = [&k] {{ k ^= 5u; return {t}_of(k); }};")
    for _ in range(g.rng.randrange(2, 6)):
        left, right, operator = g.rng.choice(PLACES), g.rng.choice(VALUES), g.rng.choice(operators)
        if "p" in (left + right).replace("pool", ""):
            g.declare("  p = a + (k & 3);")
        g.declare(f"  {left} {operator} {right};".replace("@", t))
    g.declare("  unsigned sum = k * 31u + pool.n * 17u + unsigned(p - a) + unsigned(sizeof step > 0 && sizeof made > 0);",
              "  for (unsigned i = 0; i < 8; i++)",
              "    sum = ((sum * 31u + " + summed.format("a[i]") + ") * 31u + " + summed.format("b[i]") + ") * 31u + " +
              summed.format("pool.all[i]") + ";", "  return sum;", "}")
    g.emit(f"{t} {v}[8];")
    g.emit("for (unsigned i = 0; i < 8; i++)")
    g.emit(f"  {v}[i] = {t}_of(i * {g.rng.randrange(1, 99)}u);")
    g.result(Value(f"{t}_work({v}, {g.within(0, 200).text})", LLONG, 0, 0))
