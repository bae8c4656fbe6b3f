# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the other gadgets seldom have: temporaries with destructors, folds of nothing, parameters that are flags."""

from registry import gadget
from values import INT, LLONG, Value, clipped

ANY = (LLONG, 0, 0)


@gadget("temporaries with destructors")
def temporaries(g):
    c, f, v = g.global_name("Once"), g.global_name("seen"), g.name("te")
    k = g.rng.randrange(2, 9)
    g.declare(f"struct {c} {{", "  int *log, n;", f"  __device__ {c}(int *l, int n) : log(l), n(n) {{ *log = (*log * 3 + n) % 9973; }}",
              f"  __device__ ~{c}() {{ *log = (*log * 5 + {k}) % 9973; }}", "  __device__ int get(int k) const { return n * k + *log % 7; }",
              "};", f"__device__ int {f}(const {c} &x, int k) {{ return x.get(k) - 1; }}")
    n = clipped(g.integer(1), 0, 90).text
    g.emit(f"int {v} = {g.rng.randrange(99)};")
    forms = [f"int {v}@ = {c}(&{v}, {n}).get({g.rng.randrange(9)}) + 1;", f"int {v}@ = {f}({c}(&{v}, 3), {g.rng.randrange(9)}) * 2;",
             f"int {v}@ = 0; {v}@ += {f}({c}(&{v}, {n}), 2);", f"int {v}@ = 5; if ({g.truth().text}) {v}@ = {c}(&{v}, {v}@).get(2);"]
    for k, form in enumerate(g.rng.sample(forms, 2)):
        for line in form.replace("@", f"_{k}").split("; "):
            g.emit(line if line.endswith(";") else line + ";")
        g.result(Value(f"{v}_{k}", *ANY))
    g.result(Value(v, *ANY))


@gadget("folds and flags")
def folds_and_flags(g):
    f, h, x, flag = g.global_name("every"), g.global_name("ask"), g.name("fo"), g.name("flag")
    g.parameters.append(f"{g.rng.choice(['', 'const '])}bool {flag}")
    g.arguments.append(g.rng.choice(["true", "false", "raws == 0", "7 & 4"]))
    g.declare(f"template <typename... T> __device__ bool {f}(T... v) {{ return (... && (v > 2)); }}",
              f"template <typename... T> __device__ int {f}_any(T... v) {{ return (... || (v == 1)) ? 5 : 6; }}",
              f"__device__ int {h}(bool first, bool second, int k) {{ return first ? k + second : k - 2 * second; }}")
    g.emit(f"bool {x} = {f}();")
    g.result(Value(f"{f}_any() + {f}_any({g.within(0, 9).text}, 1) + {f}({g.within(0, 9).text}) + {x}", INT, 0, 99))
    g.result(Value(f"{h}({g.within(0, 9).text}, {x}, {g.within(0, 90).text}) + {h}({x}, {g.integer(1).text}, {flag})", *ANY))


@gadget("unions sent word by word", uniform=True)
def unions_by_words(g):
    t, u, s, v = g.global_name("Trip"), g.global_name("Words"), g.name("sent"), g.name("un")
    g.declare(f"struct {t} {{ int a; double d; }};", f"union {u} {{ {t} t; int w[4]; long long l[2]; }};")
    g.emit(f"__shared__ int {s}[{g.threads}];")
    first, second = g.within(0, 99).text, g.within(0, 99).text
    g.emit(g.rng.choice([f"{u} {v};", f"{u} {v} = {{}};", f"{u} {v} = {{{{{g.rng.randrange(9)}, 2}}}};", f"{u} {v} = {u}();"]))
    g.emit(g.rng.choice([f"{v}.t = {t}{{(int)({first}), ({second}) * 0.5}};", f"{v}.t.a = {first}; {v}.t.d = ({second}) * 0.5;",
                         f"{v}.l[0] = 0; {v}.w[0] = {first}; {v}.t.d = ({second}) * 0.5;"]))
    k = g.name("word")
    g.emit(f"for (int {k} = 0; {k} < 4; {k}++) {{")
    g.emit(f"  {s}[tid] = {k} == 1 ? 0 : {v}.w[{k}];")
    g.emit("  __syncthreads();")
    g.emit(f"  {v}.w[{k}] = {s}[(tid + {g.rng.randrange(1, 9)}) % {g.threads}];")
    g.emit("  __syncthreads();")
    g.emit("}")
    g.result(Value(f"{v}.t.a + (int)({v}.t.d * 2)", *ANY))


@gadget("members named base")
def members_named_base(g):
    b, o, d, v, n = g.global_name("Root"), g.global_name("Side"), g.global_name("Leaf"), g.name("le"), g.name("ns")
    bases = g.rng.choice([b, f"{b}, {o}"])
    name = g.rng.choice(["base", f"base_{b}", f"base_{o}", "self", "result"])
    g.declare(f"struct {b} {{ int x; }};", f"struct {o} {{ int y; }};",
              f"struct {d} : {bases} {{", f"  int {name}, base_;", f"  __device__ int sum() const {{ return x * 3 + {name} * 5 + base_; }}", "};",
              f"namespace {n}_space {{", f"struct {d} {{ int {v}; }};", f"__device__ int {v}({d} d) {{ return d.{v}; }}", "}")
    g.emit(f"{d} {v}o;")
    g.emit(f"{v}o.x = {g.within(0, 99).text}, {v}o.{name} = {g.within(0, 99).text}, {v}o.base_ = 4;")
    g.result(Value(f"{v}o.sum()", *ANY))
    g.emit(f"{n}_space::{d} {v}{{{g.rng.randrange(99)}}};")
    g.result(Value(f"{n}_space::{v}({v})", *ANY))
