# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets of launches: what host code gives to kernels: offsets, objects with pointers, lambdas, pointers in memory."""

from gadgets_struct import scope
from registry import gadget
from values import LLONG, Value

ANY = (LLONG, 0, 0)
ELEMENTS = ["int", "short", "unsigned char", "long long", "float", "unsigned"]


def buffer(g, type_, size, scale=3):
    """A buffer on the device, filled by the host; returns the names of the host's array and of the pointer."""
    h = g.name("hb")
    g.before += [f"static {type_} {h}[{size}], *d_{h};",
                 f"for (int i = 0; i < {size}; i++) {h}[i] = ({type_})(i * {g.rng.randrange(1, 9)} % 41 - {scale});"
                 if type_[0] != "u" else f"for (int i = 0; i < {size}; i++) {h}[i] = ({type_})(i * {scale} % 41);",
                 f"cudaMalloc(&d_{h}, sizeof {h});", f"cudaMemcpy(d_{h}, {h}, sizeof {h}, cudaMemcpyHostToDevice);"]
    return h, f"d_{h}"


def read_back(g, h, size):
    """The host's array takes part in the checksum after the launch."""
    g.after += [f"cudaMemcpy({h}, d_{h}, sizeof {h}, cudaMemcpyDeviceToHost);",
                f"for (int i = 0; i < {size}; i++) add((long long)({h}[i] * 2));"]


@gadget("pointer with an offset as argument")
def offset_argument(g):
    type_ = g.rng.choice(ELEMENTS)
    h, d = buffer(g, type_, 32)
    p, k = g.name("po"), g.rng.randrange(1, 9)
    g.parameters.append(f"const {type_} *{p}")
    g.arguments.append(g.rng.choice([f"{d} + {k}", f"&{d}[{k}]", f"({d} + {k + 1}) - 1"]))
    g.result(Value(f"{p}[{g.within(0, 15).text}] * 2", *ANY))
    g.result(Value(f"{p}[-1] + *({p} + {g.within(0, 9).at(12)})", *ANY))
    if g.chance(0.5):
        g.fired("written through an offset")
        total = g.threads * g.grid[0] * g.grid[1] * g.grid[2]
        w, dw = buffer(g, type_, total + 4)
        q = g.name("pw")
        g.parameters.append(f"{type_} *{q}")
        g.arguments.append(f"{dw} + 3")
        g.emit(f"{q}[gid] {g.rng.choice(['=', '+='])} ({type_})({g.within(0, 50).text});")
        if g.chance(0.5):
            g.emit(f"{q} += gid;")
            g.result(Value(f"*{q} - 1", *ANY))
        read_back(g, w, total + 4)


def view_class(g, c, type_):
    """Declares a class with two pointers; returns how the host makes one from two pointers."""
    form = g.rng.randrange(3)
    extra = g.rng.choice(["int n;", "unsigned char n;", "short n, unused[3];"])
    at = f"__device__ {type_} at(int i) const {{ return a[i % n]; }}"
    if form == 0:
        g.declare(f"struct {c} {{", f"  const {type_} *a;", f"  {extra}", f"  {type_} *b;", f"  {at}", "};")
        return lambda a, b, n: f"{scope(g)}{c} v; v.a = {a}; v.b = {b}; v.n = {n};"
    if form == 1:
        g.fired("split base class")
        g.declare(f"struct {c}Size {{ {extra} }};", f"struct {c} : {c}Size {{", f"  const {type_} *a;", f"  {type_} *b;",
                  f"  {at}", "};")
        return lambda a, b, n: f"{scope(g)}{c} v; v.a = {a}; v.b = {b}; v.n = {n};"
    g.fired("split class with constructor")
    g.declare(f"class {c} {{", "public:", f"  {c}(const {type_} *x, {type_} *y, int k) : a(x), b(y), n(k) {{}}", f"  {at}",
              f"  const {type_} *a;", f"  {type_} *b;", "  int n;", "};")
    return lambda a, b, n: f"{scope(g)}{c} v({a}, {b}, {n});"


@gadget("object with pointers as argument")
def split_argument(g):
    c, type_, v = g.global_name("Pair"), g.rng.choice(ELEMENTS), g.name("ov")
    make = view_class(g, c, type_)
    total = g.threads * g.grid[0] * g.grid[1] * g.grid[2]
    _, a = buffer(g, type_, 20)
    w, b = buffer(g, type_, total)
    name = g.name("hv")
    g.before.append(make(g.rng.choice([a, a + " + 2"]), b, g.rng.randrange(3, 16)).replace(" v", f" {name}"))
    g.parameters.append(f"{g.rng.choice(['', 'const '])}{c} {v}")
    g.arguments.append(name)
    g.result(Value(f"{v}.at({g.within(0, 90).text}) * 2 + {v}.n", *ANY))
    g.emit(f"{v}.b[gid] {g.rng.choice(['=', '+='])} ({type_})({g.within(0, 50).text});")
    if g.chance(0.5):
        f = g.global_name("use")
        g.declare(f"__device__ int {f}({g.rng.choice([c, f'const {c} &'])} v, int i) {{ return (int)v.a[i] + v.n; }}")
        g.result(Value(f"{f}({v}, {g.within(0, 9).text})", *ANY))
    read_back(g, w, total)


@gadget("lambda as argument of a kernel")
def lambda_argument(g):
    if g.in_template:
        return
    k, type_, n = g.global_name("each"), g.rng.choice(["int", "short", "long long", "float"]), g.rng.randrange(5, 30)
    g.declare("template <typename F> __global__ void " + k + "(int n, F f) {",
              "  int i = blockIdx.x * blockDim.x + threadIdx.x;", "  if (i < n)", "    f(i);", "}")
    h, d = buffer(g, type_, 40)
    _, other = buffer(g, "int", 40)
    p, q, m = g.name("lp"), g.name("lq"), g.name("lm")
    g.after += [f"{type_} *{p} = {d};", f"const int *{q} = {other} + {g.rng.randrange(6)};",
                f"{g.rng.choice(['int', 'short', 'unsigned char', 'float'])} {m} = {g.rng.randrange(20)};"]
    body = g.rng.choice([f"{p}[i] = ({type_})({q}[i] + {m});", f"{p}[i] += {q}[i] > 5 ? 1 : {m} / 2;",
                         f"for (int j = 0; j < 3; ++j) {p}[i] = ({type_})({p}[i] / 2 + {q}[j]);",
                         f"{type_} t = {p}[i]; {p}[i] = ({type_})(t - i * {m});"])
    captures = g.rng.choice(["=", f"{p}, {q}, {m}"])
    f = g.name("lf")
    launch = f"{scope(g)}{k}<<<dim3({(n + 7) // 8}, 1, 1), dim3(8, 1, 1)>>>({n}, "
    if g.chance(0.5):
        g.after += [f"auto {f} = [{captures}] __device__(int i) {{ {body} }};", f"{launch}{f});"]
    else:
        g.after.append(f"{launch}[{captures}] __device__(int i) {{ {body} }});")
    read_back(g, h, 40)


@gadget("functor as argument of a kernel")
def functor_argument(g):
    c, k, n = g.global_name("Act"), g.global_name("all"), g.rng.randrange(5, 30)
    state = g.rng.choice(["", "  int k;", "  short k; double f;"])
    value = "k" if state else "2"
    g.declare(f"struct {c} {{", *([state] if state else []),
              f"  __device__ int operator()(int a, int b) const {{ return {g.rng.choice([f'a * {value} - b', f'a + b % 5 * {value}'])}; }}",
              "};", f"template <typename Op, typename T> __global__ void {k}(T *v, int n, Op op) {{",
              "  for (int i = threadIdx.x; i < n; i += blockDim.x)", "    v[i] = (T)op((int)v[i], i);", "}")
    type_ = g.rng.choice(["int", "short", "float", "long long"])
    h, d = buffer(g, type_, 32)
    initial = "{}" if not state else f"{{{g.rng.randrange(9)}}}"
    g.after.append(f"{scope(g)}{k}<<<dim3(1, 1, 1), dim3(16, 1, 1)>>>({d}, {n}, {scope(g)}{c}{initial});")
    read_back(g, h, 32)


@gadget("many constants")
def many_constants(g):
    types = [g.rng.choice(["int", "short", "float", "unsigned char", "double", "long long", "unsigned"])
             for _ in range(g.rng.randrange(9, 13))]
    names = []
    for k, t in enumerate(types):
        c = g.global_name("con")
        names.append(c if k % 3 else f"{c}[1]")
        g.declare(f"__constant__ {t} {c} = {k * 7 + 1};" if k % 3 else f"__constant__ {t} {c}[3] = {{{k}, {k + 5}, 9}};")
    g.result(Value(" + ".join(f"{n} * {k + 1}" for k, n in enumerate(names)), *ANY))
    if g.chance(0.5):
        f, c = g.global_name("sumc"), names[0][:-3]
        g.declare(f"__device__ int {f}(int i) {{ return (int)({c}[i % 3] * 2 + {names[1]} - {names[-2]}); }}")
        g.result(Value(f"{f}({g.within(0, 20).text})", *ANY))


@gadget("pointers in memory")
def pointers_in_memory(g):
    rows, type_ = g.name("rows"), g.rng.choice(["int", "short", "float", "unsigned char"])
    h, size = g.name("hr"), 6
    g.before += [f"static {type_} {h}_[{size}];", f"{type_} *{h}[3], **d_{h};", "for (int k = 0; k < 3; k++) {",
                 f"  for (int i = 0; i < {size}; i++) {h}_[i] = ({type_})(k * 10 + i);",
                 f"  cudaMalloc(&{h}[k], sizeof {h}_);", f"  cudaMemcpy({h}[k], {h}_, sizeof {h}_, cudaMemcpyHostToDevice);",
                 "}", f"cudaMalloc(&d_{h}, sizeof {h});", f"cudaMemcpy(d_{h}, {h}, sizeof {h}, cudaMemcpyHostToDevice);"]
    g.parameters.append(f"{type_} **{rows}")
    g.arguments.append(f"d_{h}")
    g.result(Value(f"{rows}[{g.within(0, 2).text}][{g.within(0, size - 1).text}] * 2", *ANY))
    r = g.name("row")
    g.emit(f"const {type_} *{r} = {rows}[{g.within(0, 2).text}] + 1;")
    g.result(Value(f"{r}[{g.within(0, 4).text}] + *{r}", *ANY))
    if g.chance(0.5):
        g.fired("one of the pointers in memory as argument")
        one = g.name("one")
        g.parameters.append(f"const {type_} *{one}")
        g.arguments.append(f"{h}[{g.rng.randrange(3)}]")
        g.result(Value(f"{one}[{g.within(0, size - 1).text}] - 1", *ANY))
    if g.chance(0.5):
        g.fired("function over pointers in memory")
        f = g.global_name("corner")
        g.declare(f"__device__ {type_} {f}({type_} *const *m, int i, int j) {{ return m[i][j]; }}")
        g.result(Value(f"{f}({rows}, {g.within(0, 2).text}, 3)", *ANY))


@gadget("objects with pointers in memory")
def views_in_memory(g):
    c, v, h = g.global_name("Seen"), g.name("seen"), g.name("hs")
    g.declare(f"struct {c} {{ {g.rng.choice(['const int', 'int'])} *data; int n; }};",
              f"__device__ int {c}_last(const {c} &s) {{ return s.data[s.n - 1]; }}")
    d = g.name("hi")
    g.before += [f"static int {d}[8];", f"int *d_{d};", f"for (int i = 0; i < 8; i++) {d}[i] = i * i - 9;",
                 f"cudaMalloc(&d_{d}, sizeof {d});", f"cudaMemcpy(d_{d}, {d}, sizeof {d}, cudaMemcpyHostToDevice);",
                 f"{scope(g)}{c} {h}[2], *d_{h};", f"{h}[0].data = d_{d}; {h}[0].n = 5;",
                 f"{h}[1].data = d_{d} + 3; {h}[1].n = 4;", f"cudaMalloc(&d_{h}, sizeof {h});",
                 f"cudaMemcpy(d_{h}, {h}, sizeof {h}, cudaMemcpyHostToDevice);"]
    g.parameters.append(f"const {c} *{v}")
    g.arguments.append(f"d_{h}")
    i = g.within(0, 1).text
    g.result(Value(f"{v}[{i}].data[{g.within(0, 3).text}] + {v}->n", *ANY))
    g.result(Value(f"{c}_last({v}[{i}])", *ANY))
    if g.chance(0.4):
        r = g.name("r")
        g.emit(f"{g.rng.choice([f'const {c} &', f'{c} '])}{r} = {v}[1];")
        g.result(Value(f"{r}.data[1] * {r}.n", *ANY))
