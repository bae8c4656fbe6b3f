# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets of host code: device pointers that lie in bytes, unions, maps and sorted arrays, user data of callbacks, pinned memory,
arguments of launches that change something. They stand behind the kernel's own launch."""

from gadgets_launch import buffer, read_back
from gadgets_struct import scope
from registry import gadget

ELEMENTS = ["int", "short", "long long", "float", "unsigned char"]


def adder(g, type_):
    """A kernel that adds a number to some elements; returns its name for host code."""
    k = g.global_name("bump")
    g.declare(f"__global__ void {k}({type_} *v, int n, int d) {{", "  int i = threadIdx.x + blockIdx.x * blockDim.x;",
              f"  if (i < n) v[i] = ({type_})(v[i] + i + d);", "}")
    return scope(g) + k


def some_buffers(g, type_, count, size=12):
    return [buffer(g, type_, size) for _ in range(count)]


def launched(kernel, pointer, n, d):
    return f"{kernel}<<<dim3(2, 1, 1), dim3(8, 1, 1)>>>({pointer}, {n}, {d});"


@gadget("device pointers in bytes")
def in_bytes(g):
    t = g.rng.choice(ELEMENTS)
    k, (a, b), s = adder(g, t), some_buffers(g, t, 2), g.name("by")
    n, shift = g.rng.randrange(3, 9), g.rng.randrange(4)
    form = g.rng.randrange(5)
    if form == 0:
        g.after += [f"char {s}[2 * sizeof({t} *) + 3];", f"memcpy({s} + 3, &{a[1]}, sizeof({t} *));",
                    f"memcpy({s} + 3 + sizeof({t} *), &{b[1]}, sizeof({t} *));", f"{t} *{s}p[2];", f"memcpy({s}p, {s} + 3, sizeof {s}p);"]
        p, q = f"{s}p[0] + {shift}", f"{s}p[1]"
    elif form == 1:
        g.after += [f"union {{ {t} *p; void *v; unsigned long long u; char c[8]; }} {s}, {s}2;", f"{s}.p = {a[1]};",
                    f"{s}.u += {shift} * sizeof({t});", f"for (int i = 0; i < 8; i++) {s}2.c[i] = (&{s}.c[0])[i];"]
        p, q = f"{s}2.p", f"({t} *){s}.v"
    elif form == 2:
        g.after += [f"unsigned long long {s} = (unsigned long long){a[1]}, {s}2 = reinterpret_cast<size_t>({b[1]} + {shift});",
                    f"{s} ^= {s}2; {s}2 ^= {s}; {s} ^= {s}2;"]
        p, q = f"({t} *){s}", f"reinterpret_cast<{t} *>({s}2)"
    elif form == 3:
        g.after += [f"alignas(8) unsigned char {s}[sizeof(void *) * 2];", f"new ({s}) {t} *({a[1]} + {shift});",
                    f"*({t} **)({s} + 8) = {b[1]};", f"{t} *{s}q;", f"memcpy(&{s}q, {s} + 8, 8);"]
        p, q = f"*({t} **){s}", f"{s}q"
    else:
        g.after += [f"struct {{ char tag; {t} *p; short n; {t} *q; }} {s} = {{1, {a[1]}, 2, {b[1]} + {shift}}}, {s}2;",
                    f"memcpy(&{s}2, &{s}, sizeof {s});", f"std::swap({s}2.p, {s}2.q);"]
        p, q = f"{s}2.p", f"{s}2.q"
    g.after += [launched(k, p, n, 3), launched(k, q, n - 2, -1)]
    read_back(g, a[0], 12)
    read_back(g, b[0], 12)


@gadget("device pointers sorted and mapped")
def sorted_pointers(g):
    t = g.rng.choice(ELEMENTS)
    k, s, f = adder(g, t), g.name("so"), g.global_name("by_address")
    pool = f"d_{g.name('pool')}"  # one allocation, so that the order is known
    g.after += [f"{t} *{pool};", f"cudaMalloc(&{pool}, 48 * sizeof({t}));", f"cudaMemset({pool}, 0, 48 * sizeof({t}));"]
    offsets = g.rng.sample(range(0, 36, 6), 4)
    g.after.append(f"{t} *{s}[4] = {{{', '.join(f'{pool} + {o}' for o in offsets)}}};")
    form = g.rng.randrange(6)
    if form == 0:
        g.declare(f"int {f}(const void *a, const void *b) {{", f"  {t} *x = *({t} *const *)a, *y = *({t} *const *)b;",
                  "  return x < y ? -1 : x > y;", "}")
        g.after.append(f"qsort({s}, 4, sizeof {s}[0], {scope(g)}{f});")
    elif form == 1:
        g.after.append(f"std::sort({s}, {s} + 4, [](const {t} *a, const {t} *b) {{ return b < a; }});")
    elif form == 2:
        g.after += [f"std::map<void *, int> {s}m;", f"for (int i = 0; i < 4; i++) {s}m[{s}[i]] = i;",
                    f"{{ int i = 0; for (auto &e : {s}m) {{ {s}[i++] = ({t} *)e.first; add(e.second); }} }}"]
    elif form == 3:
        g.after += [f"std::vector<{t} *> {s}v({s}, {s} + 4);", f"std::reverse({s}v.begin(), {s}v.end());",
                    f"std::set<const void *> {s}s({s}v.begin() + 1, {s}v.end());", f"add((long long){s}s.count({s}[0]) * 2 + {s}s.count({s}[3]));",
                    f"std::copy({s}v.begin(), {s}v.end(), {s});"]
    elif form == 4:
        g.after += [f"std::unordered_map<std::string, std::pair<{t} *, size_t>> {s}u;",
                    f"for (int i = 0; i < 4; i++) {s}u[std::to_string(i * 7)] = {{{s}[i], i * sizeof({t})}};",
                    f"for (int i = 0; i < 4; i++) {{ auto &e = {s}u[std::to_string(i * 7)]; {s}[3 - i] = ({t} *)((char *)e.first + e.second); }}"]
    else:
        g.after += [f"void **{s}v = (void **)malloc(sizeof {s});", f"memcpy({s}v, {s}, sizeof {s});",
                    f"for (int i = 0; i < 4; i++) {s}[(i + 1) % 4] = static_cast<{t} *>({s}v[i]);", f"free({s}v);"]
    for i in range(4):
        g.after.append(launched(k, f"{s}[{i}]", g.rng.randrange(2, 6), i * 10))
    h = g.name("hq")
    g.after += [f"add({s}[1] - {s}[0]); add({s}[2] < {s}[3]); add((char *){s}[3] - (char *){pool});",
                f"static {t} {h}[48];", f"cudaMemcpy({h}, {pool}, sizeof {h}, cudaMemcpyDeviceToHost);",
                f"for (int i = 0; i < 48; i++) add((long long){h}[i]);", f"cudaFree({pool});"]


@gadget("callbacks with device pointers")
def callbacks(g):
    t = g.rng.choice(ELEMENTS)
    k, (a, b), s, f = adder(g, t), some_buffers(g, t, 2), g.name("cb"), g.global_name("told")
    g.declare(f"struct {f}_data {{ {t} *where; long long seen; int calls; void *other; }};",
              f"void {f}(void *user) {{", f"  {f}_data *d = ({f}_data *)user;", "  d->calls++;", f"  d->seen = (char *)d->other - (char *)d->where;", "}",
              f"void {f}_done(cudaStream_t, cudaError_t e, void *user) {{", f"  {f}({g.rng.choice(['user', f'({f}_data *)user'])});", "}",
              f"void {f}_each({t} *p, int n, void (*act)({t} *, void *), void *user) {{", "  for (int i = 0; i < n; i++)", "    act(p + i * 3, user);", "}",
              f"void {f}_note({t} *p, void *user) {{", f"  (({f}_data *)user)->other = p;", f"  (({f}_data *)user)->calls += 10;", "}")
    q, n = scope(g), g.rng.randrange(2, 8)
    g.after += [f"{q}{f}_data {s} = {{{a[1]}, 0, 0, {a[1]} + {n}}};"]
    form = g.rng.randrange(3)
    if form == 0:
        g.after.append(f"cudaLaunchHostFunc(0, {q}{f}, &{s});")
    elif form == 1:
        g.after.append(f"cudaStreamAddCallback(0, {q}{f}_done, &{s}, 0);")
    else:
        g.after += [f"{q}{f}_each({a[1]}, 3, {q}{f}_note, &{s});", f"{q}{f}(&{s});"]
    g.after += ["cudaDeviceSynchronize();", f"add({s}.seen * 100 + {s}.calls);",
                launched(k, f"({t} *){s}.other", 3, 5), launched(k, f"{s}.where", n, 1),
                f"std::function<void({t} *, int)> {s}f = [&]({t} *p, int d) {{",
                f"  {k}<<<dim3(1, 1, 1), dim3(8, 1, 1)>>>(p + 1, 4, d);", "};",
                f"{s}f({b[1]}, 7); {s}f({a[1]} + 2, 9);"]
    read_back(g, a[0], 12)
    read_back(g, b[0], 12)


@gadget("pinned and managed memory")
def host_memory(g):
    t = g.rng.choice(ELEMENTS)
    k, p, size = adder(g, t), g.name("pin"), 12
    form = g.rng.randrange(4)
    make = [f"cudaMallocHost(&{p}, {size} * sizeof({t}));", f"cudaHostAlloc((void **)&{p}, {size} * sizeof({t}), cudaHostAllocMapped);",
            f"cudaMallocManaged(&{p}, {size} * sizeof({t}));", f"cudaHostAlloc(&{p}, {size} * sizeof({t}), cudaHostAllocDefault);"][form]
    g.after += [f"{t} *{p} = 0;", make, f"for (int i = 0; i < {size}; i++) {p}[i] = ({t})(i * {g.rng.randrange(2, 9)});"]
    d = p
    if form == 1 and g.chance(0.5):
        d = f"{p}_d"
        g.after += [f"{t} *{d} = 0;", f"cudaHostGetDevicePointer((void **)&{d}, {p}, 0);"]
    g.after += [launched(k, g.rng.choice([d, f"{d} + 2", f"&{d}[1]"]), g.rng.randrange(4, 9), 3), "cudaDeviceSynchronize();",
                f"for (int i = 0; i < {size}; i++) add((long long)({p}[i] * 2));"]
    a = buffer(g, t, size)
    g.after += [f"cudaMemcpy({a[1]} + 1, {p}, 5 * sizeof({t}), cudaMemcpyDefault);", f"{p}[3] = 1;",
                f"cudaMemcpy({p} + 6, {a[1]}, 4 * sizeof({t}), cudaMemcpyDefault);", f"for (int i = 0; i < {size}; i++) add((long long){p}[i]);",
                f"cudaFree{'' if form == 2 else 'Host'}({p});"]
    read_back(g, a[0], size)


@gadget("launches whose arguments change something")
def changing_arguments(g):
    t = g.rng.choice(ELEMENTS)
    k, a, s, f = adder(g, t), buffer(g, t, 24), g.name("ca"), g.global_name("turn")
    g.declare(f"static int {f}_n = {g.rng.randrange(3)};", f"static int {f}(int k) {{", f"  {f}_n = {f}_n * 3 + k;", f"  return {f}_n % 5 + 1;", "}",
              f"static {t} *{f}_take({t} *&p, int n) {{", f"  {t} *old = p;", "  p += n;", "  return old;", "}")
    q = f"{scope(g)}{f}"
    g.after += [f"int {s} = 1; {t} *{s}p = {a[1]};"]
    for _ in range(3):
        grid = g.rng.choice([f"{q}(1) % 2 + 1", f"{s}++ % 2 + 1", "1"])
        block = g.rng.choice([f"{q}(2) + 3", "8", f"{s} % 4 + 5"])
        pointer = g.rng.choice([f"{q}_take({s}p, 3)", f"{s}p++", f"{a[1]} + {s}"])
        # Arguments are not in an order: only one of them changes what another one reads.
        n = g.rng.choice(["4", "5"]) if s in pointer or "take" in pointer else f"{q}(3)"
        d = g.rng.choice(["7", "(int)sizeof(int)"]) if "+ " in pointer else "7" if q + "(" in n else g.rng.choice([f"{q}(4)", f"++{s}"]) if "take" not in pointer else f"++{s}"
        g.after.append(f"{k}<<<dim3({grid}, 1, 1), dim3({block}, 1, 1)>>>({pointer}, {n}, {d});  // on the CPU: "
                       f"{{ dim3 grid({grid}, 1, 1), block({block}, 1, 1); auto p = {pointer}; int count = {n}, by = {d}; "
                       f"shim_launch(grid, block, 0, [&] {{ {k}(p, count, by); }}); }}")
    g.after.append(f"add({q}_n * 100 + {s} + ({s}p - {a[1]}));")
    read_back(g, a[0], 24)


@gadget("objects of the host that own device memory")
def owners(g):
    t, c = g.rng.choice(ELEMENTS), g.global_name("Own")
    k, s = adder(g, t), g.name("ow")
    g.declare(f"template <typename T> struct {c} {{", "  T *p; size_t n;", f"  explicit {c}(size_t n) : p(0), n(n) {{ cudaMalloc((void **)&p, n * sizeof(T)); cudaMemset(p, 1, n * sizeof(T)); }}",
              f"  {c}({c} &&o) : p(o.p), n(o.n) {{ o.p = nullptr; }}", f"  {c} &operator=({c} &&o) {{ std::swap(p, o.p); std::swap(n, o.n); return *this; }}",
              f"  ~{c}() {{ if (p) cudaFree(p); }}", "  T *begin() { return p; }", "  T *end() { return p + n; }", "  T *at(size_t i) const { return &p[i]; }",
              "  operator T *() const { return p; }", "};")
    q = scope(g) + c
    h = g.name("ho")
    g.after += [f"{q}<{t}> {s}(10), {s}2(6);", f"std::vector<{q}<{t}>> {s}v;", f"{s}v.emplace_back(9);", f"{s}v.push_back(std::move({s}2));",
                f"{s}v.push_back({q}<{t}>(4));", f"std::swap({s}v[0], {s});", launched(k, f"{s}v[0].at(2)", 4, 1),
                launched(k, f"{s}v[1]", "(int)(" + f"{s}v[1].end() - {s}v[1].begin())", 2), launched(k, f"{s}.begin() + 1", 5, 3),
                f"std::unique_ptr<{t}, void (*)({t} *)> {s}u([] {{ {t} *p; cudaMalloc(&p, 8 * sizeof({t})); cudaMemset(p, 0, 8 * sizeof({t})); return p; }}(), []({t} *p) {{ cudaFree(p); }});",
                launched(k, f"{s}u.get()", 6, 4), f"static {t} {h}[10];"]
    for pointer, n in ((f"{s}v[0].p", 10), (f"{s}v[1].p", 6), (f"{s}.p", 9), (f"{s}u.get()", 8)):
        g.after += [f"cudaMemcpy({h}, {pointer}, {n} * sizeof({t}), cudaMemcpyDeviceToHost);", f"for (int i = 0; i < {n}; i++) add((long long){h}[i]);"]
    g.after.append(f"add(({s}2.p == nullptr) + 2 * !{s}v[2].p + 4 * ({s}v[0].n == 10));")
