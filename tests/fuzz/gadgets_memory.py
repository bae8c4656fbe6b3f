# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets of memory: address spaces, shared memory and barriers, constants, globals, atomics, pointers."""

from builder import Array
from gadgets_cpp import small
from gadgets_struct import scope
from registry import gadget
from values import (CHAR, DOUBLE, FLOAT, INT, LLONG, MULTIPLY, SHORT, UCHAR, UINT, Value, clipped)

ANY = (LLONG, 0, 0)


def filled_tile(g, type_, extra=""):
    """A shared array with one element a thread, written and synchronised; returns its name."""
    s = g.name("tile")
    g.emit(f"__shared__ {type_.name} {s}[{g.threads}{extra}];")
    g.emit(f"{s}[tid] = {(g.integer(2) if not type_.floating else g.real(FLOAT, 1)).text};")
    g.emit("__syncthreads();")
    return s


@gadget("shared memory", weight=2, uniform=True)
def shared(g):
    type_ = g.rng.choice([INT, UINT, CHAR, SHORT, LLONG, UCHAR, FLOAT, DOUBLE])
    s = filled_tile(g, type_)
    for _ in range(2):
        k = g.rng.randrange(1, 9)
        index = g.rng.choice([f"(tid + {k}) % {g.threads}", f"{g.threads - 1} - tid",
                              f"threadIdx.x * {k} % {g.threads}", f"(unsigned)({g.integer(2).text}) % {g.threads}"])
        g.result(Value(f"{s}[{index}] * 2", *ANY))
    if g.chance(0.4):
        g.fired("barrier in loop")
        i = g.name("i")
        with g.block_of(f"for (int {i} = 0; {i} < {g.rng.randrange(1, 4)}; ++{i})"):
            g.emit(f"{type_.name} old = {s}[(tid + 1) % {g.threads}];")
            g.emit("__syncthreads();")
            g.emit(f"{s}[tid] = old / 2 + {i};")
            g.emit("__syncthreads();")
        g.result(Value(f"{s}[tid] - 1", *ANY))
    g.emit("__syncthreads();")


@gadget("barrier under uniform condition", uniform=True)
def uniform_barrier(g):
    s = filled_tile(g, INT)
    with g.block_of(g.rng.choice(["if (n > 3)", "if (blockIdx.x % 2 == 0)", "if (blockDim.x > 4)", "if (gridDim.x < n)"])):
        g.emit(f"int other = {s}[(tid + 3) % {g.threads}];")
        g.emit("__syncthreads();")
        g.emit(f"{s}[tid] = other ^ {g.rng.randrange(99)};")
        g.emit("__syncthreads();")
    g.result(Value(f"{s}[{g.threads - 1} - tid]", *ANY))
    g.emit("__syncthreads();")


@gadget("reduction", uniform=True)
def reduction(g):
    s = filled_tile(g, UINT)
    i = g.name("i")
    with g.block_of(f"for (int {i} = 16; {i} > 0; {i} {g.rng.choice(['>>= 1', '/= 2'])})"):
        g.emit(f"if (tid < {i} && tid + {i} < {g.threads})")
        g.emit(f"  {s}[tid] {g.rng.choice(['+=', '^='])} {s}[tid + {i}];")
        g.emit("__syncthreads();")
    g.result(Value(f"{s}[0]", *ANY))
    g.emit("__syncthreads();")


@gadget("address spaces", weight=2, uniform=True)
def spaces(g):
    f = g.global_name("sum")
    form = g.rng.randrange(3)
    if form == 0:
        g.declare(f"__device__ int {f}(const int *p, int n) {{", "  int s = 0;", "  while (n-- > 0)",
                  "    s = s * 2 % 5000 + *p++ % 100;", "  return s;", "}")
    elif form == 1:
        h = g.global_name("next")
        g.declare(f"__device__ const int *{h}(const int *p, int k) {{ return p + k; }}",
                  f"__device__ int {f}(const int *p, int n) {{", f"  const int *q = {h}(p, n - 1);",
                  "  int s = 0;", f"  for (; p != q; p = {h}(p, 1))", "    s += *p % 100;", "  return s - (int)(q - p);", "}")
    else:
        g.declare(f"template <typename T> __device__ int {f}(const T *p, int n) {{", "  T s = 0;",
                  "  for (const T *q = p; q < p + n; ++q)", "    s = (T)(s + *q % 100);", "  return s;", "}")
    s = g.name("tile")
    g.emit(f"__shared__ int {s}[{g.threads}];")
    g.emit(f"{s}[tid] = {clipped(g.integer(2), -5000, 5000).text};")
    g.emit("__syncthreads();")
    a = g.name("mine")
    g.emit(f"int {a}[4] = {{1, {small(g)}, 3, 4}};")
    g.result(Value(f"{f}({s}, {min(g.threads, 5)})", *ANY))
    g.result(Value(f"{f}(in + {g.rng.randrange(9)}, 4) + {f}({a}, 4)", *ANY))
    if g.chance(0.5):
        g.fired("constant memory by pointer")
        c = g.global_name("tab")
        g.declare(f"__constant__ int {c}[4] = {{3, 1, 4, {g.rng.randrange(99)}}};")
        g.result(Value(f"{f}({c}, 4)", *ANY))
    if g.chance(0.5):
        g.fired("writes through pointers of two spaces")
        w = g.global_name("put")
        g.declare(f"__device__ void {w}(int *p, int &q, int v) {{", "  p[0] += v;", "  q = p[0] - 1;", "}")
        q = g.name("q")
        g.emit(f"int {q} = 0;")
        g.emit(f"{w}({a} + 1, {q}, 5);")
        g.emit("__syncthreads();")
        g.emit(f"{w}(&{s}[tid], {a}[0], 7);")
        g.emit(f"{w}({a} + 2, {s}[tid], 9);")
        for n in (q, f"{a}[0]", f"{a}[1]", f"{s}[tid]"):
            g.result(Value(n, *ANY))
    g.emit("__syncthreads();")


@gadget("reference to shared memory", uniform=True)
def shared_reference(g):
    f, s, r = g.global_name("inc"), g.name("tile"), g.name("r")
    type_ = g.rng.choice(["int", "short", "float", "long long"])
    g.declare(f"__device__ void {f}({type_} &v, {g.rng.choice(['int', 'unsigned char'])} k) {{ v = v + k; }}",
              f"struct Cell{f} {{ {type_} a; {g.rng.choice(['char', 'double', 'short'])} b[3]; }};")
    g.emit(f"__shared__ Cell{f} {s}[{g.threads}];")
    g.emit(f"Cell{f} &{r} = {s}[tid];")
    g.emit(f"{r}.a = {g.within(0, 90).text};")
    g.emit(f"{r}.b[1] = {g.within(0, 90).text};")
    g.emit(f"{f}({r}.a, 3);")
    g.emit("__syncthreads();")
    g.emit(f"const auto &{r}n = {s}[(tid + 1) % {g.threads}].b[1];")
    g.result(Value(f"{s}[(tid + 1) % {g.threads}].a * 2 + {r}n", *ANY))
    g.emit(f"Cell{f} {r}c = {s}[{g.threads - 1} - tid];")
    g.emit(f"{f}({r}c.a, 300);")
    g.result(Value(f"{r}c.a", *ANY))
    g.emit("__syncthreads();")


@gadget("several arrays in dynamic shared memory", uniform=True)
def carved(g):
    if g.dynamic_shared:
        return
    t = g.threads
    g.dynamic_shared = t * 8 + t * 4 + t * 2 + 16
    d, a, b, c = g.name("dyn"), g.name("x"), g.name("y"), g.name("z")
    raw = g.rng.choice(["char", "unsigned char", "double", "int", "float"])
    g.emit(f"extern __shared__ {raw} {d}_{g.seed}[];")
    g.emit(f"long long *{a} = {g.rng.choice(['(long long *)', 'reinterpret_cast<long long *>'])}({d}_{g.seed});")
    g.emit(f"int *{b} = (int *){g.rng.choice([f'({a} + {t})', f'&{a}[{t}]'])};")
    g.emit(f"short *{c} = (short *)({b} + {t});")
    g.emit(f"{a}[tid] = {g.integer(2).text};")
    g.emit(f"{b}[tid] = {g.integer(2).text};")
    g.emit(f"{c}[tid] = {g.integer(2).text};")
    g.emit("__syncthreads();")
    for p, k in ((a, 1), (b, 2), (c, 3)):
        g.result(Value(f"{p}[(tid + {k}) % {t}]", *ANY))
    if g.chance(0.4):
        g.result(Value(f"((const unsigned char *){b})[(tid * 3 + 1) % {4 * t}]", *ANY))
    g.emit("__syncthreads();")


@gadget("2D shared array", uniform=True)
def shared_2d(g):
    s = g.name("grid")
    g.emit(f"__shared__ {g.rng.choice(['int', 'short', 'float', 'unsigned char'])} {s}[{g.threads}][3];")
    g.emit("for (int c = 0; c < 3; ++c)")
    g.emit(f"  {s}[tid][c] = {g.within(0, 200).text} % (c + 2);")
    g.emit("__syncthreads();")
    g.result(Value(f"{s}[(tid + 1) % {g.threads}][{g.within(0, 2).text}] - 1", *ANY))
    p = g.name("p")
    g.emit(f"auto *{p} = {g.rng.choice([f'{s}[tid]', f'&{s}[tid][0]'])};")
    g.result(Value(f"{p}[0] + 10 * {p}[2] + *({p} + 1)", *ANY))
    g.emit("__syncthreads();")


@gadget("shared memory in device function", uniform=True)
def function_shared(g):
    f = g.global_name("exch")
    g.declare(f"__device__ int {f}(int v, int tid) {{", f"  __shared__ int box[{g.threads}];", "  box[tid] = v;",
              "  __syncthreads();", f"  int r = box[(tid + 1) % {g.threads}];", "  __syncthreads();", "  return r;", "}")
    g.keep(INT, Value(f"{f}({g.integer(2).text}, tid)", INT, INT.lo, INT.hi))
    if g.chance(0.5):
        g.result(Value(f"{f}({f}(5 - tid, tid), tid)", *ANY))


@gadget("atomics", weight=2, uniform=True)
def atomics(g):
    if g.chance(0.5):
        s = g.name("count")
        type_, op, start = g.rng.choice([("int", "Add", 0), ("unsigned", "Add", 9), ("int", "Max", -1000),
                                         ("unsigned", "Min", 5000), ("int", "Or", 0), ("unsigned", "Xor", 3),
                                         ("int", "Sub", 0), ("unsigned", "And", 255), ("float", "Add", 0),
                                         ("int", "Min", 7), ("unsigned", "Max", 0), ("unsigned long long", "Add", 1)])
        g.fired(f"atomic{op} {type_}")
        g.emit(f"__shared__ {type_} {s};")
        g.emit("if (tid == 0)")
        g.emit(f"  {s} = {start};")
        g.emit("__syncthreads();")
        g.emit(f"atomic{op}(&{s}, {clipped(g.integer(2), 0, 60).text});")
        g.emit("__syncthreads();")
        g.result(Value(f"{s} - 1", *ANY))
        g.emit("__syncthreads();")
        return
    p, h = g.name("cnt"), g.name("hc")
    type_, op, start = g.rng.choice([("int", "Add", 0), ("unsigned", "Max", 1), ("unsigned long long", "Add", 1 << 40),
                                     ("int", "Min", 50), ("unsigned", "Xor", 77), ("float", "Add", 0), ("int", "Or", 1),
                                     ("unsigned", "Inc", 0), ("int", "CAS", 0), ("double", "Add", 0)])
    g.fired(f"atomic{op} {type_}")
    g.before += [f"static {type_} {h}[4], *d_{h};", f"for (int i = 0; i < 4; i++) {h}[i] = {start}u;" if start else
                 f"for (int i = 0; i < 4; i++) {h}[i] = 0;", f"cudaMalloc(&d_{h}, sizeof {h});",
                 f"cudaMemcpy(d_{h}, {h}, sizeof {h}, cudaMemcpyHostToDevice);"]
    g.parameters.append(f"{type_} *{p}")
    g.arguments.append(f"d_{h}")
    value = clipped(g.integer(2), 0, 60).text
    call = {"Inc": f"atomicInc(&{p}[tid & 3], 6u)", "CAS": f"atomicCAS({p} + (tid & 3), 0, 5)"}.get(
        op, f"atomic{op}({g.rng.choice([f'&{p}[tid & 3]', f'{p} + tid % 4'])}, {value})")
    g.emit(f"{call};")
    g.after += [f"cudaMemcpy({h}, d_{h}, sizeof {h}, cudaMemcpyDeviceToHost);", f"for (int i = 0; i < 4; i++) add({h}[i]);"]


@gadget("constant array")
def constant_array(g):
    c = g.global_name("lut")
    type_ = g.rng.choice([INT, UCHAR, CHAR, SHORT, FLOAT, LLONG, DOUBLE])
    values = [g.rng.randrange(100) for _ in range(8)]
    if g.chance(0.5):
        g.declare(f"__constant__ {type_.name} {c}[8] = {{{', '.join(map(str, values))}}};")
    else:
        g.fired("cudaMemcpyToSymbol")
        g.declare(f"__constant__ {type_.name} {c}[8];")
        h = g.name("hl")
        g.before += [f"{type_.name} {h}[8] = {{{', '.join(map(str, values))}}};",
                     f"cudaMemcpyToSymbol({scope(g)}{c}, {h}, sizeof {h});"]
    array = Array(c, type_, 8, 0, 100)
    g.globals.append(array)
    g.result(Value(f"{g.element(array).text} - 50", *ANY))
    f = g.global_name("look")
    with g.function(f"__device__ int {f}(int k)", [Value("k", INT, INT.lo, INT.hi)]):
        g.emit(f"return {c}[k & 7] + {c}[3] * 2;")
    g.result(Value(f"{f}({g.integer(2).text})", *ANY))


@gadget("device variable")
def device_variable(g):
    v, w = g.global_name("glob"), g.global_name("grid")
    g.declare(f"__device__ {g.rng.choice(['int', 'unsigned char', 'float', 'long long'])} {v} = {g.rng.randrange(90)};",
              f"__device__ {g.rng.choice(['short', 'int', 'double'])} {w}[2][3] = {{{{1, 2, 3}}, {{4, 5, {g.rng.randrange(90)}}}}};",
              f"__device__ int {v}_get(int i) {{ return {w}[i & 1][2] + {v}; }}")
    g.result(Value(f"{v} * 2 + {w}[{g.within(0, 1).text}][{g.within(0, 2).text}]", *ANY))
    g.result(Value(f"{v}_get({g.integer(1).text})", *ANY))
    if g.chance(0.5):
        g.fired("device variable written")
        c = g.global_name("tally")
        g.declare(f"__device__ int {c} = 3;")
        g.emit(f"atomicAdd(&{c}, {clipped(g.integer(1), 0, 9).text});")
        h = g.name("ht")
        g.after += [f"int {h};", f"cudaMemcpyFromSymbol(&{h}, {scope(g)}{c}, sizeof {h});", f"add({h});"]


@gadget("pointer arithmetic")
def pointers(g):
    a, p, q = g.name("t"), g.name("p"), g.name("q")
    t = g.rng.choice(["int", "char", "short", "long long", "unsigned char"])
    g.emit(f"{t} {a}[6] = {{1, 2, 3, 4, 5, ({t})({g.within(0, 100).text})}};")
    g.emit(f"{g.rng.choice(['const ', ''])}{t} *{p} = {a} + {g.within(0, 2).at(MULTIPLY)}, *{q} = &{a}[5];")
    forms = [f"*{p}++ * 10", f"{q} - {p}", f"{q}[-1] + {p}[1]", f"{p} < {q} ? 3 : 4", f"*(&{a}[2] + 1)", f"*--{q}",
             f"({q} - {p}) * -5 < 3u", f"*({p} + (unsigned char)2)", f"(*{p} = 9) + 1" if "const" not in g.lines[-1] else "1",
             f"{p} == {a} ? 1 : 2", f"{p} && {q} != nullptr", f"sizeof(*{p}) - 5"]
    for form in g.rng.sample(forms, 3):
        g.result(Value(form, *ANY))
    if g.chance(0.5):
        g.fired("bytes of a value")
        u = g.name("u")
        g.emit(f"{g.rng.choice(['unsigned', 'long long', 'int'])} {u} = {g.integer(2).text};")
        g.result(Value(f"((const {g.rng.choice(['unsigned ', 'signed ', ''])}char *)&{u})[{g.rng.randrange(4)}]", *ANY))
    if g.chance(0.4):
        g.fired("pointer chosen at run time")
        g.emit(f"const {t} *{q}c = {g.truth().text} ? {a} : {a} + 3;")
        g.result(Value(f"{q}c[1]", *ANY))
    if g.chance(0.4):
        g.fired("2D local array")
        g.emit(f"int {a}m[2][3] = {{{{1, 2}}, {{{small(g)}}}}};")
        g.emit(f"int (*{a}r)[3] = {a}m + 1;")
        g.result(Value(f"{a}m[{g.within(0, 1).text}][{g.within(0, 2).text}] + (*{a}r)[0]", *ANY))


@gadget("pointer in struct")
def pointer_member(g):
    c, v = g.global_name("View"), g.name("view")
    g.declare(f"struct {c} {{", "  const int *p;", f"  {g.rng.choice(['int', 'short', 'unsigned char'])} n;",
              "  __device__ int at(int i) const { return p[i % n]; }", "};",
              f"__device__ int {c}_total({c} v) {{", "  int s = 0;", "  for (int i = 0; i < v.n; ++i)",
              "    s += v.p[i] % 50 * (i + 1);", "  return s;", "}")
    g.emit(f"{c} {v} = {{in + {g.rng.randrange(8)}, {g.rng.randrange(2, 9)}}};")
    g.result(Value(f"{v}.at({g.within(0, 60).text})", *ANY))
    g.result(Value(f"{c}_total({v})", *ANY))


@gadget("return before barrier", uniform=True)
def early_return(g):
    # Only at the end: the threads that have left write nothing more.
    live = g.rng.randrange(1, g.threads + 1)
    s = g.name("tile")
    g.emit(f"__shared__ int {s}[{g.threads}];")
    g.emit(f"{s}[tid] = {g.integer(2).text};")
    g.emit("__syncthreads();")
    if g.chance(0.5):
        g.emit(f"if (tid >= {live})")
        g.emit("  return;")
    else:
        with g.block_of(f"if (tid >= {live})"):
            g.emit(f"out[gid * 24 + 23] = {g.integer(1).text};")
            g.emit("return;")
    g.emit(f"int {s}v = {s}[(tid + 1) % {g.threads}];")
    g.emit("__syncthreads();")
    g.emit(f"{s}[tid] = {s}v * 2u;" if g.chance(0.5) else f"{s}[tid] = {s}v / 3;")
    g.emit("__syncthreads();")
    g.result(Value(f"{s}[(tid + 2) % {live}] + 0LL + {s}[{g.threads - 1}]", *ANY))


early_return.last = True
