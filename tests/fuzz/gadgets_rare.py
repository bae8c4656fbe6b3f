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
