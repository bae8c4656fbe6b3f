# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory that is used as two types, by pointers that go through members, captures, other pointers, arrays and functions."""

from registry import gadget
from values import LLONG, Value

ANY = (LLONG, 0, 0)

# A type of the memory, another type that it is used as, and how many of those one element is.
PAIRS = [("float", "int", 1), ("int", "float", 1), ("float", "unsigned", 1), ("double", "long long", 1), ("long long", "double", 1),
         ("double", "int", 2), ("long long", "int", 2), ("int", "short", 2), ("unsigned long long", "float", 2), ("float", "short", 2)]


@gadget("memory used as two types", weight=2)
def memory_of_two_types(g):
    own, other, parts = g.rng.choice(PAIRS)
    s, f, m, p = g.global_name("Seen"), g.global_name("seen"), g.name("mem"), g.name("al")
    g.declare(f"struct {s} {{", f"  {other} *p;", "  int k;", f"  __device__ {other} *at(int i) {{ return p + i; }}", "};",
              f"__device__ {other} *{f}(void *p) {{ return ({other} *)p; }}",
              f"__device__ {s} {f}_made({own} *p, int k) {{ return {{({other} *)p, k}}; }}",
              f"__device__ void {f}_set({other} **to, {own} *p) {{ *to = ({other} *)p; }}",
              f"template <typename T, typename U> __device__ T &{f}_as(U &u) {{ return reinterpret_cast<T &>(u); }}")
    bytes_ = g.chance(0.3)
    if bytes_:
        g.emit(f"__align__(16) char {m}b[8 * sizeof({own})];")
        g.emit(f"{own} *{m} = ({own} *){m}b;")
    else:
        g.emit(f"{own} {m}[8];")
    g.emit(f"for (int i = 0; i < 8; i++) {m}[i] = ({own})(i + {g.within(0, 99).text});")
    way = g.rng.randrange(9)
    g.emit({
        0: f"{s} {p}s; {p}s.p = ({other} *){m}; {other} *&{p} = {p}s.p;",
        1: f"{s} {p}s = {f}_made({m}, 3); {other} *{p} = {p}s.at(0);",
        2: f"{other} *{p}; {f}_set(&{p}, {m});",
        3: f"{other} *{p}a[2] = {{({other} *){m}, ({other} *)({m} + 4)}}, *{p} = {p}a[0];",
        4: f"{other} *{p} = {f}({m});",
        5: f"auto {p}f = [q = ({other} *){m}](int i) -> {other} & {{ return q[i]; }}; {other} *{p} = &{p}f(0);",
        6: f"{other} *{p} = &{f}_as<{other}>({m}[0]);",
        7: f"{other} *{p}q = ({other} *){m}, **{p}p = &{p}q, *{p} = *{p}p;",
        8: f"{s} {p}s[2] = {{{{({other} *){m}, 1}}, {{({other} *){m}, 2}}}}; {other} *{p} = {p}s[tid & 1].p;",
    }[way])
    for _ in range(g.rng.randrange(2, 5)):
        index, step = f"({g.within(0, 7).text})", g.rng.randrange(1, 7)
        g.emit(g.rng.choice([f"{m}[{index}] = ({own}){step};", f"for (int i = 0; i < 8; i++) {m}[i] = ({own})(i + {step});",
                             f"for (int i = 7; i > 0; i--) {p}[i * {parts}] = {p}[(i - 1) * {parts}];",
                             f"for (int i = 0; i < 8 * {parts}; i++) {p}[i] = {p}[(i * 3 + {step}) % (8 * {parts})];",
                             f"{p}[{index} * {parts}] = {p}[{step}];", f"{m}[{step}] = {m}[{index}];"]))
    # As bytes: a float may be no number now.
    g.emit(f"long long {p}r = 0;")
    g.emit(f"for (unsigned i = 0; i < 8 * sizeof({own}); i++) {p}r = ({p}r * 31 + ((unsigned char *){m})[i]) % 1000003;")
    g.result(Value(f"{p}r", *ANY))
