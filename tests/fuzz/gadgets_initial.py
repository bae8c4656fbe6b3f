# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What objects begin with and where they are found: device variables that a constructor makes, pointers to bases that may be null,
temporaries and arrays behind references, references to functions."""

from gadgets_cpp import small
from registry import gadget
from values import LLONG, Value

ANY = (LLONG, 0, 0)


@gadget("device variables that constructors make")
def initial_values(g):
    c, d, v, f = g.global_name("Start"), g.global_name("Inner"), g.global_name("begun"), g.global_name("table_of")
    low, high, k = g.rng.randrange(50), g.rng.randrange(50), g.rng.randrange(1, 9)
    memory = g.rng.choice(["__device__", "__constant__"])
    g.declare(f"struct {d} {{", f"  {g.rng.choice(['int', 'short', 'float'])} low = {low};", f"  int list[3] = {{{k}, {high}}};", "};",
              f"struct {c} {{", "  int v[4];", "  unsigned char last;", f"  constexpr {c}(int by = {k}) : v(), last(200) {{",
              "    for (int i = 0; i < 4; ++i)", f"      v[i] = i * by - {high};", "  }", "};", f"struct {c}_plain {{", "  int a[2];", "};")
    forms = [(f"{d} {v}@", f"{v}@.low + {v}@.list[&]"), (f"{d} {v}@{{}}", f"{v}@.list[1] * 2 + {v}@.low"), (f"{d} {v}@[2]", f"{v}@[& & 1].list[&]"),
             (f"{c} {v}@", f"{v}@.v[&] + {v}@.last"), (f"{c} {v}@[3] = {{1}}", f"{v}@[&].v[3]"), (f"{c} {v}@({high})", f"{v}@.v[&]"),
             (f"{c}_plain {v}@ = {{{{{low}, {high}}}}}", f"{v}@.a[& & 1]"), (f"{c}_plain {v}@ = {{}}", f"{v}@.a[1] + {low}"),
             (f'unsigned char {v}@[] = "a\\377{high}"', f"{v}@[& & 1]"), (f"{c} {v}@ = {c}()", f"{v}@.v[& & 3]")]
    for n, (declared, read) in enumerate(g.rng.sample(forms, 3)):
        g.declare(f"{memory} {declared};".replace("@", str(n)))
        g.result(Value("(" + read.replace("@", str(n)).replace("&", f"({g.within(0, 2).text})", 1).replace("[& & 1]", "[1]").replace("[&]", "[2]")
                       + ")", *ANY))
    g.declare(f"template <int N> __device__ int {f}(int i) {{", f"  static __constant__ int table[3] = {{N, {low}, N + {high}}};",
              "  return table[i];", "}")
    g.result(Value(f"{f}<{k}>({g.within(0, 2).text}) + {f}<{low}>({g.within(0, 2).text}) * 100", *ANY))


@gadget("pointers and temporaries as bases")
def bases(g):
    a, b, c, v, f = (g.global_name(n) for n in ("Front", "Behind", "Joined", "whole", "behind_of"))
    g.declare(f"struct {a} {{ int a; __device__ {a}(int a) : a(a) {{}} }};", f"struct {b} {{ int b = {g.rng.randrange(90)}; }};",
              f"struct {c} : {a}, {b} {{ int c; __device__ {c}(int x) : {a}(x), c(x * 2) {{}} }};",
              f"__device__ int {f}(const {b} *p) {{ return p ? p->b : -7; }}", f"__device__ int {f}_of(const {b} &p) {{ return p.b; }}",
              f"__device__ int {f}_first(const {a} &p) {{ return p.a; }}",
              f"template <int N> __device__ int {f}_sum(const int (&list)[N]) {{ int s = 0; for (int x : list) s += x; return s + N; }}")
    x, y = small(g), small(g)
    g.emit(f"{c} {v}({x}), *{v}_p = {g.truth().text} ? &{v} : nullptr;")
    g.emit(f"{b} *{v}_b = {v}_p;")
    g.result(Value(f"({v}_b == nullptr) * 1000 + {f}({v}_p)", *ANY))
    g.result(Value(f"(static_cast<{c} *>({v}_b) == {v}_p) * 100 + {f}({v}_b) + {f}(&{v})", *ANY))
    g.emit(f"const {g.rng.choice([a, b])} &{v}_t = {c}({y});")
    g.result(Value(f"{f}_of({c}({y})) + {f}_first({c}({x})) * 2 + (int)sizeof({v}_t)", *ANY))
    g.result(Value(f"{f}_sum({{{x}, {y}}}) + {f}_sum({{1, {x}, 2}}) * 3", *ANY))


@gadget("references to functions")
def function_references(g):
    f, h, t, v = g.global_name("plus"), g.global_name("minus"), g.global_name("given"), g.name("fr")
    g.declare(f"__device__ int {f}(int x) {{ return x + {g.rng.randrange(9)}; }}", f"__device__ int {h}(int x) {{ return x - {g.rng.randrange(9)}; }}",
              f"template <typename F> __device__ int {t}(F &&f, int x) {{ return f(x) * 3; }}",
              f"template <typename F> __device__ int {t}_twice(F &f, int x) {{ return f(f(x)); }}",
              f"template <typename A> __device__ int {t}_list(A &&a, int i) {{ return a[i] + (int)sizeof(a); }}",
              f"__device__ int {t}_plain(int (&f)(int), int x) {{ return (*f)(x); }}")
    x = small(g)
    g.emit(f"int (&{v})(int) = {g.truth().text} ? {f} : {h}, {v}_list[3] = {{{x}, 2, 3}};")
    g.emit(f"auto &{v}_fixed = {g.rng.choice([f, h])};")
    g.result(Value(f"{v}({x}) + {v}_fixed(4) * 100 + {t}_plain({v}, {x})", *ANY))
    g.result(Value(f"{t}({f}, {x}) + {t}({v}, 5) + {t}_twice({h}, {x}) + {t}([=](int k) {{ return k + {x}; }}, 2)", *ANY))
    g.result(Value(f"{t}_list({v}_list, {g.within(0, 2).text})", *ANY))
