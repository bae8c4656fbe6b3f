# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets of classes: templates of them, bases, conversions, iterators, pointers to several memories in them, lambdas."""

from gadgets_cpp import small
from registry import gadget
from values import FLOAT, INT, LLONG, SIZE, Value, clipped

ANY = (LLONG, 0, 0)


@gadget("class with pointers to several memories", uniform=True)
def views_of_spaces(g):
    c, f, s, v = g.global_name("Any"), g.global_name("total"), g.name("tile"), g.name("an")
    template = g.chance(0.5)
    t = "T" if template else "int"
    g.declare(f"{'template <typename T> ' if template else ''}struct {c} {{", f"  const {t} *p;", "  int n;",
              f"  __device__ {t} get(int i) const {{ return p[i % n]; }}",
              f"  __device__ {c} next() const {{ return {{p + 1, n - 1}}; }}", "};")
    of = f"{c}<int>" if template else c
    g.declare(f"__device__ int {f}(const {of} &v, int k) {{", "  int s = 0;", "  for (int i = 0; i < v.n; ++i)",
              "    s = s * 3 % 1000 + v.get(i) % 100 * k;", "  return s;", "}")
    g.emit(f"__shared__ int {s}[{g.threads}];")
    g.emit(f"{s}[tid] = {clipped(g.integer(1), -500, 500).text};")
    g.emit("__syncthreads();")
    g.emit(f"int {v}l[4] = {{{small(g)}, 2, 3, 4}};")
    g.emit(f"{of} {v}a = {{{s}, {min(g.threads, 5)}}}, {v}b = {{in + {g.rng.randrange(9)}, 6}}, {v}c = {{{v}l, 4}};")
    for x in "abc":
        g.result(Value(f"{f}({v}{x}, {g.rng.randrange(1, 5)}) + {v}{x}.get({g.within(0, 20).text})", *ANY))
    if g.chance(0.5):
        g.fired("object returned with its pointer")
        g.result(Value(f"{v}{g.rng.choice('abc')}.next().get(0)", *ANY))
    g.emit("__syncthreads();")


@gadget("class template with forms", weight=2)
def template_forms(g):
    c = g.global_name("Gen")
    form = g.rng.randrange(4)
    if form == 0:
        g.fired("partial specialisation")
        g.declare(f"template <typename T, int N> struct {c} {{ static constexpr int kind = 1; T v[N]; }};",
                  f"template <typename T> struct {c}<T, 1> {{ static constexpr int kind = 2; T v[1]; }};",
                  f"template <typename T> struct {c}<T *, 2> {{ static constexpr int kind = 3; T v[2]; }};")
        g.result(Value(f"{c}<int, 3>::kind * 100 + {c}<short, 1>::kind * 10 + {c}<char *, 2>::kind", INT, 0, 999))
        x = g.name("ge")
        g.emit(f"{c}<{g.rng.choice(['int', 'short', 'unsigned char'])}, {g.rng.randrange(1, 4)}> {x} = {{{{5}}}};")
        g.result(Value(f"{x}.v[0] + sizeof({x})", *ANY))
    elif form == 1:
        g.fired("default template argument")
        g.declare(f"template <typename T = {g.rng.choice(['int', 'float'])}, int N = 3> class {c} {{", "  T sum;", "public:",
                  "  using value_type = T;", f"  __device__ explicit {c}(T start) : sum(start) {{}}",
                  "  __device__ void add(value_type v) { sum += v * N; }", "  __device__ static int count() { return N; }",
                  "  __device__ value_type get() const { return sum; }", "};")
        for k, of in enumerate(g.rng.sample(["<>", "<short>", "<long long, 7>", "<unsigned, 2>"], 2)):
            x = g.name("ge")
            g.emit(f"{c}{of} {x}({g.within(0, 9).text});")
            g.emit(f"{x}.add({g.within(0, 90).text});")
            g.result(Value(f"{x}.get() + {c}{of}::count() - {k}", *ANY))
    elif form == 2:
        g.fired("base of the derived class")
        g.declare(f"template <typename D> struct {c} {{",
                  "  __device__ int twice() const { return static_cast<const D *>(this)->value() * 2; }", "};",
                  f"struct {c}A : {c}<{c}A> {{ int v; __device__ int value() const {{ return v + 1; }} }};",
                  f"struct {c}B : {c}<{c}B> {{ short w, v; __device__ int value() const {{ return v - w; }} }};")
        x = g.name("ge")
        g.emit(f"{c}A {x}a; {x}a.v = {small(g)};")
        g.emit(f"{c}B {x}b; {x}b.v = {small(g)}; {x}b.w = 3;")
        g.result(Value(f"{x}a.twice() - {x}b.twice()", *ANY))
    else:
        g.fired("template of templates")
        g.declare(f"template <typename T> struct {c}Cell {{ T v; }};",
                  f"template <template <typename> class H, typename T> struct {c} {{ H<T> h; int k; }};",
                  f"template <typename T> __device__ T {c}_read(const {c}<{c}Cell, T> &x) {{ return x.h.v + (T)x.k; }}")
        for t in g.rng.sample(["int", "short", "float", "long long"], 2):
            x = g.name("ge")
            g.emit(f"{c}<{c}Cell, {t}> {x} = {{{{{g.rng.randrange(99)}}}, {g.rng.randrange(9)}}};")
            g.result(Value(f"{c}_read({x})", *ANY))


@gadget("bases and hidden members")
def bases(g):
    a, b, c, x = (g.global_name(s) for s in ("Low", "Side", "High", "Top"))
    t = g.rng.choice(["int", "short", "double", "unsigned char"])
    g.declare(f"struct {a} {{", f"  {t} m;", f"  __device__ {a}({t} v) : m(v) {{}}",
              "  __device__ int f() const { return (int)m * 2; }", "  __device__ int f(int k) const { return (int)m + k; }",
              f"  __device__ {a} &bump() {{", "    m += 1;", "    return *this;", "  }", "};",
              f"struct {b} {{ {g.rng.choice(['int', 'char'])} side = {g.rng.randrange(50)}; }};",
              f"struct {c} : {a}, {b} {{", "  long long m;", f"  __device__ {c}(int v) : {a}(({t})(v & 63)), m(v * 3) {{}}",
              f"  using {a}::f;", f"  __device__ int f() const {{ return {a}::f() + (int)(m % 1000) + side; }}", "};",
              f"struct {x} : {c} {{", f"  __device__ {x}(int v) : {c}(v) {{}}", f"  __device__ int g() {{ return bump().f(3) + {a}::m + side; }}", "};")
    v = g.name("ba")
    g.emit(f"{x} {v}({clipped(g.integer(1), -90, 90).text});")
    g.result(Value(f"{v}.f() + {v}.g() * 2 - {v}.f(1)", *ANY))
    g.result(Value(f"{v}.{a}::m + {v}.m + (({a} &){v}).f()" if g.chance(0.5) else f"static_cast<{a} &>({v}).f() - {v}.side", *ANY))
    g.emit(f"{a} *{v}p = &{v};")
    g.emit(f"{v}p->m = 9;")
    g.result(Value(f"{v}.f() - {v}p->f(2)", *ANY))


@gadget("conversions and operators of classes")
def class_conversions(g):
    c, v = g.global_name("Num"), g.name("nu")
    t = g.rng.choice(["int", "short", "float"])
    g.declare(f"class {c} {{", f"  {t} v;", "public:", f"  __device__ {c}({t} x = 2) : v(x) {{}}",
              f"  __device__ operator {t}() const {{ return v; }}",
              f"  __device__ {c} operator++(int) {{", f"    {c} old = *this;", "    v += 1;", "    return old;", "  }",
              f"  __device__ {c} &operator=({t} x) {{", f"    v = ({t})(x + 1);", "    return *this;", "  }",
              f"  friend __device__ bool operator<(const {c} &a, const {c} &b) {{ return b.v < a.v; }}",
              f"  __device__ int operator()(int a, int b = 4) const {{ return (int)v * a - b; }}",
              f"  template <typename U> __device__ {c} operator<<(U k) const {{ return {c}(({t})(v + ({t})(k * 2))); }}", "};",
              f"__device__ {t} {c}_plain({t} x) {{ return x * 2; }}")
    g.emit(f"{c} {v}, {v}b({small(g)});")
    forms = [f"{v} + 1", f"{c}_plain({v}b)", f"({v}++).operator {t}() * 3", f"{v} < {v}b ? 1 : 2", f"{v}b(3)", f"{v}(2, 7)",
             f"({t})({v} << 3)", f"{v} = 5", f"{v} * {v}b", f"-{v}b", f"({t})({v}b << 1 << (short)2)"]
    for form in g.rng.sample(forms, 4):
        g.result(Value(form, *ANY))
    g.result(Value(f"{v} + {v}b * 10", *ANY))


@gadget("own iteration")
def iteration(g):
    c, v, e = g.global_name("List"), g.name("li"), g.name("e")
    t = g.rng.choice(["int", "short", "float"])
    g.declare(f"struct {c} {{", f"  {t} d[4];", "  int n;", f"  __device__ {t} *begin() {{ return d; }}",
              f"  __device__ {t} *end() {{ return d + n; }}", f"  __device__ const {t} *begin() const {{ return d; }}",
              f"  __device__ const {t} *end() const {{ return d + n; }}", "};",
              f"__device__ int {c}_sum(const {c} &l) {{", "  int s = 0;", f"  for ({t} x : l)", "    s = s * 2 + (int)x;",
              "  return s;", "}")
    g.emit(f"{c} {v} = {{{{1, ({t})({g.within(0, 50).text}), 3, 4}}, {g.rng.randrange(2, 5)}}};")
    g.emit(f"for ({g.rng.choice([f'auto &{e}', f'{t} &{e}', f'auto &&{e}'])} : {v})")
    g.emit(f"  {e} = ({t})({e} * 2 - 1);")
    g.result(Value(f"{c}_sum({v})", *ANY))
    if g.chance(0.5):
        g.fired("initialiser of if and switch")
        k = g.name("k")
        g.emit(f"int {k}r = 0;")
        g.emit(f"if (int {k} = {c}_sum({v}) % 5; {k} > 1)")
        g.emit(f"  {k}r = {k};")
        g.emit("else")
        g.emit(f"  {k}r = -{k};")
        g.result(Value(f"{k}r", *ANY))


@gadget("lambdas in use", weight=2)
def lambda_uses(g):
    f, a = g.name("la"), g.variable(INT, clipped(g.integer(1), -90, 90), "a")
    form = g.rng.randrange(5)
    if form == 0:
        g.fired("lambda with an array")
        g.emit(f"int {f}v[3] = {{4, {small(g)}, 6}};")
        g.emit(f"auto {f} = [{g.rng.choice(['=', f'{f}v, {a.text}', '&'])}](int i) {{ return {f}v[i % 3] + {a.text} % 10; }};")
        g.result(Value(f"{f}({g.within(0, 9).text})", *ANY))
    elif form == 1:
        g.fired("lambda in a lambda")
        g.emit(f"auto {f} = [&](int i) {{")
        g.emit(f"  auto inner = [i, &{a.text}](short k) {{ return i * k + {a.text} % 7; }};")
        g.emit(f"  {a.text} = {a.text} / 2;")
        g.emit("  return inner(3) - inner((short)i);")
        g.emit("};")
        g.result(Value(f"{f}({g.within(0, 90).text})", *ANY))
    elif form == 2:
        g.fired("lambda returned")
        h = g.global_name("make")
        g.declare(f"__device__ auto {h}(int k, unsigned char c) {{ return [=](int x) {{ return x * k + c; }}; }}")
        g.emit(f"auto {f} = {h}({small(g)}, (unsigned char){g.within(0, 200).at(13)});")
        g.result(Value(f"{f}({g.within(0, 9).text}) - {h}(2, 3)(4)", *ANY))
    elif form == 3:
        g.fired("lambda with this")
        c = g.global_name("Own")
        g.declare(f"struct {c} {{", "  int k, n;", "  __device__ int run(int x) {",
                  f"    auto step = [{g.rng.choice(['this', '&', '*this'])}](int y) {{ return y * k + n; }};",
                  "    return step(x) + step(2);", "  }", "};")
        g.emit(f"{c} {f} = {{{small(g)}, 5}};")
        g.result(Value(f"{f}.run({g.within(0, 50).text})", *ANY))
    else:
        g.fired("lambdas given on")
        h = g.global_name("twice")
        g.declare(f"template <typename F, typename G> __device__ int {h}(const F &f, G g, int v) {{ return f(g(v), v) - g(1); }}")
        g.emit(f"int {f}n = 0;")
        g.emit(f"auto {f} = [&{f}n](int x) {{ {f}n += x & 3; return x / 2 + {f}n; }};")
        g.result(Value(f"{h}([=](int x, int y) {{ return x * 2 - y + {a.text} % 5; }}, {f}, {g.within(0, 60).text})", *ANY))
        g.result(Value(f"{f}n", *ANY))
    g.result(a)


@gadget("packs in use")
def pack_uses(g):
    f, c = g.global_name("fold"), g.global_name("Tuple")
    form = g.rng.randrange(4)
    if form == 0:
        g.fired("fold over a call")
        g.declare(f"__device__ int {f}_one(int v) {{ return v % 50 + 1; }}",
                  f"template <typename... T> __device__ int {f}(T... v) {{ return (... + {f}_one((int)v)) * (int)sizeof...(v); }}")
        g.result(Value(f"{f}({small(g)}, (short)3, 2.5f)", *ANY))
        g.result(Value(f"{f}({small(g)})", *ANY))
    elif form == 1:
        g.fired("class template with a pack")
        g.declare(f"template <typename... T> struct {c} {{ static constexpr int size = sizeof...(T); static constexpr unsigned bytes = "
                  "(0u + ... + (unsigned)sizeof(T)); };")
        g.result(Value(f"{c}<int, char, double>::bytes * 10 + {c}<>::size + {c}<short>::size", SIZE, 0, 0))
    elif form == 2:
        g.fired("fold of nothing")
        g.declare(f"template <typename... T> __device__ bool {f}(T... v) {{ return ({g.rng.choice(['... &&', '... ||'])} (v > 2)); }}")
        g.result(Value(f"{f}({small(g)}, 7u) * 2 + {f}() + {f}({g.within(0, 9).text})", *ANY))
    else:
        g.fired("pack of values")
        g.declare(f"template <int... N> __device__ int {f}(int x) {{ int r = x; ((r = r * 3 % 1000 + N), ...); return r; }}")
        g.result(Value(f"{f}<1, 4, 2>({g.within(0, 99).text}) - {f}<7>(1)", *ANY))


@gadget("references in classes")
def reference_members(g):
    c, v = g.global_name("Ref"), g.name("re")
    t = g.rng.choice(["int", "short", "long long"])
    g.declare(f"struct {c} {{", f"  {t} &to;", f"  const {t} &from;", f"  __device__ {c}({t} &a, const {t} &b) : to(a), from(b) {{}}",
              "  __device__ void move() { to = from / 2; }", f"  __device__ {t} both() const {{ return to + from; }}", "};",
              f"__device__ void {c}_go(const {c} &r, int k) {{ r.to += k; }}")
    g.emit(f"{t} {v}x = {g.rng.randrange(90)}, {v}y = {small(g)};")
    g.emit(f"{c} {v}({v}x, {v}y);")
    g.emit(f"{v}.move();")
    g.emit(f"{c}_go({v}, {g.within(0, 9).text});")
    g.result(Value(f"{v}.both() * 2 + {v}x - {v}y", *ANY))


@gadget("float of classes")
def float_class(g):
    c, v = g.global_name("Vec"), g.name("ve")
    g.declare(f"template <typename T> struct {c} {{", "  T x, y;",
              f"  __device__ {c} operator-(const {c} &o) const {{ return {c}{{x - o.x, y - o.y}}; }}",
              "  __device__ T inner(const " + c + " &o) const { return x * o.x + y * o.y; }",
              f"  __device__ {c} &operator*=(T k) {{", "    x *= k, y *= k;", "    return *this;", "  }", "};",
              f"template <typename T> __device__ {c}<T> operator*(T k, {c}<T> v) {{ return v *= k; }}")
    t = g.rng.choice(["float", "double", "int"])
    value = g.real(FLOAT, 1).text if t != "int" else small(g)
    g.emit(f"{c}<{t}> {v} = {{({t})({value}), 2}}, {v}b = {{1, ({t})({g.rng.randrange(9)})}};")
    g.result(Value(f"(({t})2 * {v} - {v}b).inner({v}b) * 4", *ANY))
    g.emit(f"{v}b *= 2;")
    g.result(Value(f"{v}b.y - {v}.x * 2", *ANY))
