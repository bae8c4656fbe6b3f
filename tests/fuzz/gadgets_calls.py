# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets of calls and of control flow: function pointers, tuples, variables in conditions, barriers that some threads pass by."""

from gadgets_cpp import small
from registry import gadget
from values import INT, LLONG, SHIFT, Value, clipped

ANY = (LLONG, 0, 0)


@gadget("function pointers", weight=2)
def function_pointers(g):
    f, t, r = g.global_name("op"), g.global_name("Op"), g.rng.choice(["int", "int", "short", "float"])
    g.declare(f"typedef {r} (*{t})({r}, int);", f"__device__ {r} {f}_add({r} a, int b) {{ return a + b % 100; }}",
              f"__device__ {r} {f}_less({r} a, int b) {{ return a / 2 - ({r})(b & 7); }}",
              f"template <int K> __device__ {r} {f}_by({r} a, int b) {{ return a % K + b / K; }}" if r != "float" else
              f"template <int K> __device__ {r} {f}_by({r} a, int b) {{ return b % K - (a < 0 ? K : 1); }}")
    names = [f"{f}_add", f"&{f}_less", f"{f}_by<{g.rng.randrange(2, 9)}>"]
    form, v = g.rng.randrange(4), g.name("fp")
    start, k = clipped(g.integer(1), -90, 90).text, clipped(g.integer(1), 0, 90).text
    if form == 0:
        g.fired("table of function pointers")
        g.declare(f"{g.rng.choice(['__device__', '__constant__', '__device__ const'])} {t} {f}_table[] = {{{', '.join(names)}}};")
        g.result(Value(f"{f}_table[{g.within(0, 2).text}](({r})({start}), {k})", *ANY))
        g.emit(f"for (int {v} = 0; {v} < 3; {v}++)")
        g.emit(f"  out[gid * 24 + {g.slots - 1}] += (long long)(*{f}_table[{v}])(({r}){v}, tid);")
    elif form == 1:
        g.fired("function pointer as parameter")
        g.declare(f"__device__ {r} {f}_twice({t} f, {r} a) {{ return f(f(a, 3), {g.rng.randrange(9)}); }}")
        g.result(Value(f"{f}_twice({g.rng.choice(names)}, ({r})({start}))", *ANY))
        g.result(Value(f"{f}_twice({g.truth().text} ? {names[0]} : {names[1]}, ({r})({start}))", *ANY))
    elif form == 2:
        g.fired("function pointer in a variable")
        g.emit(f"{t} {v} = {names[0]};")
        g.emit(f"if ({g.truth().text})")
        g.emit(f"  {v} = {names[2]};")
        g.emit(f"{r} {v}x = {v}(({r})({start}), {k});")
        g.emit(f"{t} {v}s[2] = {{{v}, {names[1]}}};")
        g.result(Value(f"{v}s[{g.within(0, 1).text}]({v}x, 5) + ({v} == {names[0]})", *ANY))
    else:
        g.fired("function returned")
        g.declare(f"__device__ {t} {f}_choose(int i) {{", "  switch (i % 3) {", "  case 0:", f"    return {names[0]};",
                  "  case 1:", f"    return {names[1]};", "  }", f"  return {names[2]};", "}")
        g.result(Value(f"{f}_choose({g.within(0, 30).text})(({r})({start}), {k})", *ANY))


@gadget("tuples")
def tuples(g):
    f, v = g.global_name("tup"), g.name("tu")
    a, b, c = (g.rng.choice(["int", "short", "unsigned char", "float", "long long"]) for _ in range(3))
    g.declare(f"__device__ std::tuple<{a}, {b}, {c}> {f}(int i) {{",
              f"  return std::tuple<{a}, {b}, {c}>(({a})(i % 50), ({b})(i & 31), ({c})(i % 9 + 1));", "}")
    g.emit(f"auto {v} = {f}({clipped(g.integer(1), 0, 5000).text});")
    forms = [f"std::get<0>({v}) += 3;", f"std::get<2>({v}) = ({c})(std::get<1>({v}) / 2);",
             f"auto &[{v}p, {v}q, {v}r] = {v}; {v}q += 2; {v}p = ({a})({v}r + {v}q);", f"{v} = {f}({g.rng.randrange(99)});",
             f"{b} {v}t; std::tie(std::ignore, {v}t, std::ignore) = {v}; std::get<1>({v}) = {v}t + 1;"]
    for form in g.rng.sample(forms, 2):
        g.emit(form)
    g.result(Value(f"std::get<0>({v}) * 3 + std::get<1>({v}) - std::get<2>({v})", *ANY))
    if g.chance(0.5):
        g.fired("tuple compared")
        g.result(Value(f"({v} == {f}(7)) + 2 * ({v} < {f}({g.rng.randrange(99)}))", *ANY))


@gadget("variables in conditions")
def condition_variables(g):
    x, form = g.name("cv"), g.rng.randrange(4)
    start = clipped(g.integer(1), -60, 60).text
    s = g.variable(INT, Value(str(g.rng.randrange(9)), INT, 0, 9))
    s.lo, s.hi = -200, 200  # after all that is done with it here
    if form == 0:
        g.emit(f"if (int {x} = ({start}) % 5)")
        g.emit(f"  {s.text} += {x} * 2;")
        g.emit("else")
        g.emit(f"  {s.text} -= {x} + 1;")
    elif form == 1:
        g.fired("variable of a while")
        g.emit(f"int {x}n = {clipped(g.integer(1), 0, 9).text};")
        with g.block_of(f"while ({g.rng.choice(['int', 'short', 'unsigned'])} {x} = {x}n--)"):
            g.emit(f"if ({x} == {g.rng.randrange(9)})")
            g.emit(f"  {g.rng.choice(['continue', 'break'])};")
            g.emit(f"{s.text} = {s.text} * 3 % 97 + {x};")
    elif form == 2:
        g.fired("variable of a switch")
        with g.block_of(f"switch (int {x} = ({start}) & 3)"):
            g.emit("case 0:")
            g.emit(f"case {g.rng.randrange(1, 3)}:")
            g.emit(f"  {s.text} += {x} + 5;")
            if g.chance(0.5):
                g.emit("  break;")
            g.emit("default:")
            g.emit(f"  {s.text} ^= {x};")
    else:
        g.fired("statement in a condition")
        g.emit(f"if (int {x} = {start}; {x} > {g.rng.randrange(9)})")
        g.emit(f"  {s.text} += {x};")
        with g.block_of(f"for (int {x}i = 0; bool {x}b = {x}i < {g.rng.randrange(1, 5)}; {x}i++)"):
            g.emit(f"{s.text} += {x}i + {x}b;")
    g.result(Value(f"{s.text} * 2", *ANY))


@gadget("inherited constructors")
def inherited_constructors(g):
    a, b, v = g.global_name("Root"), g.global_name("Leaf"), g.name("ic")
    t = g.rng.choice(["int", "short", "float"])
    g.declare(f"struct {a} {{", f"  {t} x;", "  int y;", f"  __device__ {a}({t} p, int q = 4) : x(p), y(q * 2) {{}}",
              f"  __device__ {a}(const int *p, unsigned char k) : x(({t})p[0]), y(k) {{ y += (int)p[1]; }}", "};",
              f"struct {b} : {a} {{", f"  using {a}::{a};", f"  {g.rng.choice(['short', 'int'])} extra = {g.rng.randrange(50)};",
              "  __device__ int sum() const { return (int)x + y + extra; }", "};")
    g.emit(f"{b} {v}(({t})({small(g)})), {v}b(({t})3, {small(g)}), {v}c(in + {g.rng.randrange(60)}, 200);")
    g.result(Value(f"{v}.sum() * 5 + {v}b.sum() - {v}c.sum()", *ANY))
    g.result(Value(f"{b}(({t})2).sum() + {b}(in, 7).y", *ANY))


def ends(function):
    """For the end of a kernel only: threads that pass a barrier by must meet no other one."""
    function.last = True
    return function


@ends
@gadget("barrier in a condition", uniform=True)
def barrier_in_condition(g):
    live, s = g.rng.randrange(1, g.threads + 1), g.name("part")
    g.emit(f"__shared__ int {s}[{g.threads}];")
    with g.block_of(f"if (tid < {live})"):
        g.emit(f"int {s}v = {g.integer(2).text};")
        g.emit(f"{s}[tid] = {s}v;")
        g.emit("__syncthreads();")
        g.emit(f"{s}v = {s}[(tid + {g.rng.randrange(9)}) % {live}] {g.rng.choice(['+ 1u', '/ 2', '* 3u'])};")
        if g.chance(0.5):
            g.emit("__syncthreads();")
            g.emit(f"{s}[tid] = {s}v;")
            g.emit("__syncthreads();")
            g.emit(f"{s}v ^= {s}[{live - 1} - tid];")
        g.result(Value(f"{s}v", *ANY))
    g.result(Value(f"{g.integer(1).text}", *ANY))


@ends
@gadget("barrier in a loop that some leave", uniform=True)
def barrier_in_loop(g):
    s, i = g.name("turn"), g.name("i")
    g.emit(f"__shared__ int {s}[{g.threads}];")
    g.emit(f"{s}[tid] = {clipped(g.integer(1), -500, 500).text};")
    g.emit("__syncthreads();")
    steps = g.rng.choice([f"{i} <= tid % 4", f"{i} < {g.within(0, 5).at(SHIFT)}", f"{i} * 2 < n + tid"])
    with g.block_of(f"for (int {i} = 0; {steps}; {i}++)"):
        g.emit(f"int {s}v = {s}[tid];")
        g.emit("__syncthreads();")
        g.emit(f"{s}[tid] = {s}v * {g.rng.randrange(2, 5)} % 1009 + {i};")
        g.emit("__syncthreads();")
    g.result(Value(f"{s}[tid]", *ANY))


@gadget("ways around barriers", uniform=True)
def ways_around_barriers(g):
    """A helper that all threads leave alike, before its barriers, behind them or in a loop; a branch of each thread behind the call."""
    f, s, r = g.global_name("Around"), g.name("way"), g.name("got")
    leave = [g.rng.choice(["n & 1", "n == 0", "n % 3 == 1", "n > 9"]) for _ in range(3)]
    value = [g.rng.choice(["0", "v", "r", "v ^ 5u"]) for _ in range(3)]
    g.declare(f"__device__ unsigned {f}(unsigned *s, int n, int tid, unsigned v) {{", "  unsigned r = 0;",
              *([f"  if ({leave[0]})", f"    return {value[0]};"] if g.chance(0.7) else []),
              *(["  for (int i = 0; i < n % 4; i++) {", *([f"    if (i == {g.rng.randrange(4)})", f"      return {value[1]};"] if g.chance(0.5) else [])]
                if g.chance(0.5) else [f"  if ({leave[1]}) {{"]),
              "    s[tid] = v;", "    __syncthreads();", f"    r += s[(tid + {g.rng.randrange(9)}) % {g.threads}] % 7;", "    __syncthreads();", "  }",
              *([f"  if ({leave[2]})", f"    return {value[2]};"] if g.chance(0.4) else []),
              "  __syncthreads();", "  return r;", "}")
    g.emit(f"__shared__ unsigned {s}[{g.threads}];")
    g.emit(f"unsigned {r} = {f}({s}, n, tid, tid * {g.rng.randrange(1, 9)}u + 1);")
    g.emit(f"if ({r}{g.rng.choice([' % 3', '', ' > 2'])})")
    g.emit(f"  {r} += tid;")
    g.emit("else")
    g.emit(f"  {r} ^= {g.rng.randrange(1, 99)}u;")
    g.result(Value(f"({r} % 100003)", *ANY))


@gadget("addresses of what is a value in C")
def addresses_of_values(g):
    a, p = g.name("ob"), g.name("to")
    g.emit(f"unsigned {a}[4] = {{1, 2, 3, unsigned(tid)}};")
    for i in range(g.rng.randrange(1, 4)):
        x, y = (f"{a}[{g.rng.randrange(4)}]" for _ in range(2))
        place = g.rng.choice([f"(tid & 1 ? {x} : {y})", f"({x} = {y} + 3u)", f"({x} += 7u)", f"(++{x})", f"({y}++, {x})",
                              f"(n & 1 ? {x} : (tid & 2 ? {y} : {a}[0]))"])
        g.emit(f"unsigned *{p}{i} = &{place};")
        g.emit(f"*{p}{i} {g.rng.choice(['+=', '^=', '='])} {g.rng.randrange(1, 50)}u;")
    g.result(Value(f"(({a}[0] * 3u + {a}[1] * 5u + {a}[2] * 7u + {a}[3]) % 100003)", *ANY))
