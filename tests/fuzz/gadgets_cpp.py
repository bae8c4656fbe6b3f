# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets of C++: methods, references, templates, lambdas, namespaces."""

from registry import gadget
from values import (BOOL, CHAR, FLOAT, INT, LLONG, SHORT, SIZE, UCHAR, UINT, USHORT, Value, bounded, clipped, promoted)

ANY = (LLONG, 0, 0)


def small(g):
    """A small integer expression, as text."""
    value = clipped(g.integer(2), -50, 50)
    return value.text if promoted(value.type) is INT else f"(int)({value.text})"


@gadget("methods", weight=2)
def methods(g):
    c, v = g.global_name("C"), g.name("c")
    a, b = g.rng.choice([INT, SHORT, UINT, CHAR]), g.rng.choice([LLONG, UCHAR, USHORT])
    g.declare(f"struct {c} {{", f"  {a.name} a;", f"  {b.name} b;",
              f"  __device__ int get(int k) const {{ return a % 100 * k - b % 7; }}",
              "  __device__ void add(int k) { a = a / 2 + k; this->b += k & 3; }",
              f"  __device__ {c} &twice() {{", "    add(2);", "    return *this;", "  }",
              f"  __device__ static int helper(unsigned char k) {{ return k * {g.rng.randrange(2, 9)}; }}",
              f"  __device__ {a.name} &first() {{ return a; }}", "};")
    g.emit(f"{c} {v} = {{({a.name})({small(g)}), ({b.name})({small(g)})}};")
    g.emit(f"{v}.add({small(g)});")
    g.result(Value(f"{v}.get({small(g)})", *ANY))
    if g.chance(0.6):
        g.fired("method chain")
        g.result(Value(f"{v}.twice().twice().get(3)", *ANY))
    if g.chance(0.6):
        g.fired("returned reference")
        g.emit(f"{v}.first() {g.rng.choice(['=', '+=', '-='])} {g.rng.randrange(9)};")
    if g.chance(0.5):
        g.fired("static method")
        g.result(Value(f"{c}::helper({g.integer(1).text}) - {v}.helper(3)", *ANY))
    if g.chance(0.5):
        p = g.name("p")
        g.emit(f"{c} *{p} = &{v};")
        g.emit(f"{p}->add(1);")
    g.result(Value(f"{v}.a + {v}.b", *ANY))


@gadget("constructors")
def constructors(g):
    c, v = g.global_name("K"), g.name("k")
    g.declare(f"struct {c} {{", "  int x;", f"  {g.rng.choice(['short', 'unsigned char', 'float'])} y = 3;",
              f"  __device__ {c}() : x({g.rng.randrange(9)}) {{}}",
              f"  __device__ {c}(int a, int b) : x(a - b), y(b & 15) {{ x *= 2; }}",
              f"  __device__ explicit {c}(unsigned a) : {c}(a & 7, 2) {{ y += 1; }}",
              "  __device__ int sum() const { return x + y; }", "};")
    g.emit(f"{c} {v};")
    g.result(Value(f"{v}.sum()", *ANY))
    g.emit(f"{c} {v}b({small(g)}, {small(g)}), {v}c{g.rng.choice(['(threadIdx.x)', '{7u}'])};")
    g.emit(f"{v} = {c}({small(g)}, 4);")
    g.result(Value(f"{v}.sum() * 3 + {v}b.sum() - {v}c.sum()", *ANY))
    g.result(Value(f"{c}(1, 2).sum() + {c}(5u).x", *ANY))


@gadget("operators")
def operators(g):
    c, v = g.global_name("V"), g.name("v")
    t = g.rng.choice(["int", "float", "short", "unsigned"])
    g.declare(f"struct {c} {{", f"  {t} x, y;",
              f"  __device__ {c} operator+(const {c} &o) const {{ return {{({t})(x + o.x), ({t})(y + o.y)}}; }}",
              f"  __device__ {c} &operator+=({c} o) {{", "    x += o.x;", "    y += o.y;", "    return *this;", "  }",
              f"  __device__ {t} operator[](int i) const {{ return i ? y : x; }}",
              f"  __device__ {t} &operator[](int i) {{ return i ? y : x; }}",
              f"  __device__ bool operator==(const {c} &o) const {{ return x == o.x && y == o.y; }}",
              f"  __device__ {t} operator()(int k) const {{ return x * k; }}",
              f"  __device__ {c} operator-() const {{ return {{({t})-x, ({t})-y}}; }}",
              "  __device__ explicit operator bool() const { return x > 2; }",
              f"  __device__ {c} &operator++() {{", "    ++x;", "    return *this;", "  }", "};",
              f"__device__ {t} {c}_read(const {c} &v, int k) {{ return v[k]; }}",
              f"__device__ {c} operator*(int k, const {c} &v) {{ return {{({t})(v.x * k), ({t})(v.y * k)}}; }}")
    g.emit(f"{c} {v} = {{{t}({small(g)}), {t}({small(g)})}}, {v}b = {{1, {t}({g.rng.randrange(5)})}};")
    forms = [f"({v} + {v}b).y", f"(2 * {v}).x", f"{v}[1] * 2", f"{v} == {v}b ? 3 : 4", f"{v}(3)", f"(-{v}).y",
             f"{v} ? 1 : 2", f"(++{v}b)[0]", f"({v} += {v}b).x", f"({v} + 3 * {v}b + -{v})[0]", f"!{v} + 5",
             f"{v}[0] -= 1", f"({v} && {v}b) - 4", f"{c}_read({v}b, 1)"]
    for form in g.rng.sample(forms, 5):
        g.result(Value(form, *ANY))
    g.result(Value(f"{v}.x + {v}b.y", *ANY))


@gadget("references", weight=2)
def references(g):
    a, r = g.variable(INT, clipped(g.integer(2), -90, 90), "a"), g.name("r")
    f = g.global_name("swp")
    t = g.rng.choice([INT, SHORT, UINT, LLONG])
    g.declare(f"__device__ {g.rng.choice(['void', 'inline void'])} {f}({t.name} &x, {t.name} &y, const int &k) {{",
              f"  {t.name} s = x;", "  x = y + k;", "  y = s;", "}")
    g.emit(f"int &{r} = {a.text};")
    g.emit(f"{r} += {g.rng.randrange(9)};")
    x, y = g.name("x"), g.name("y")
    if g.chance(0.5):
        g.emit(f"{t.name} {x} = {small(g)}, {y} = {g.rng.randrange(9)};")
    else:
        g.fired("reference to element")
        g.emit(f"{t.name} {x}s[3] = {{1, 2, ({t.name})({small(g)})}};")
        g.emit(f"{t.name} &{x} = {x}s[{g.within(0, 2).text}];")
        g.emit(f"auto &{y} = {x}s[1];")
    g.emit(f"{f}({x}, {y}, {g.rng.choice([r, r + ' * 2', '5', '(short)' + r])});")
    for n in (x, y, r, a.text):
        g.result(Value(f"{n} - 3", *ANY))
    if g.chance(0.5):
        g.fired("function returning reference")
        h = g.global_name("pick")
        g.declare(f"__device__ {t.name} &{h}({t.name} &x, {t.name} &y, bool c) {{ return c ? x : y; }}")
        g.emit(f"{h}({x}, {y}, {g.truth().text}) = {g.rng.randrange(90)};")
        g.result(Value(f"{h}({x}, {y}, threadIdx.x & 1) * 2 + {x}", *ANY))
    if g.chance(0.5):
        g.fired("reference to temporary")
        g.emit(f"const {g.rng.choice(['int', 'long long', 'unsigned char'])} &{r}t = {small(g)};")
        g.result(Value(f"{r}t * 3", *ANY))
    if g.chance(0.5):
        g.fired("reference conditional")
        g.emit(f"int &{r}c = {g.truth().text} ? {r} : {a.text};")
        g.emit(f"{r}c = 4;")
        g.result(Value(f"{a.text}", *ANY))


@gadget("function template", weight=2)
def function_template(g):
    f = g.global_name("tmpl")
    form = g.rng.randrange(4)
    if form == 0:
        g.declare(f"template <typename T> __device__ T {f}(T a, int k) {{",
                  "  T r = a / 2;", f"  for (int i = 0; i < k; ++i) r = (T)(r + {g.rng.randrange(1, 4)});", "  return r;", "}")
        for t in g.rng.sample([INT, FLOAT, UCHAR, LLONG, UINT, SHORT, CHAR], 3):
            text = f"({t.name})({bounded(g.integer(2), 100).text})"
            g.result(Value(f"{f}{g.rng.choice(['', '<' + t.name + '>'])}({text}, {g.rng.randrange(1, 4)})", *ANY))
    elif form == 1:
        g.declare(f"template <int N, typename T = {g.rng.choice(['int', 'unsigned', 'short'])}> __device__ T {f}(T a) {{",
                  "  T r[N];", "  for (int i = 0; i < N; i++)", "    r[i] = (T)(a + i);", "  T s = 0;", "#pragma unroll",
                  "  for (int i = N - 1; i >= 0; --i)", "    s = (T)(s * 2 + r[i]);", "  return s;", "}")
        for n in g.rng.sample(range(1, 6), 2):
            g.result(Value(f"{f}<{n}>({clipped(g.integer(2), 0, 50).text})", *ANY))
        g.result(Value(f"{f}<2, long long>({small(g)})", *ANY))
    elif form == 2:
        g.fired("explicit specialisation")
        g.declare(f"template <typename T> __device__ int {f}(const T *p) {{ return sizeof(T) + (int)p[1]; }}",
                  f"template <> __device__ int {f}<char>(const char *p) {{ return -p[0]; }}")
        for t in ("int", "char", "long long"):
            a = g.name("q")
            g.emit(f"{t} {a}[2] = {{4, {g.rng.randrange(50)}}};")
            g.result(Value(f"{f}({a})", *ANY))
    else:
        g.fired("template recursion")
        g.declare(f"template <int N> __device__ unsigned {f}(unsigned x) {{",
                  "  if constexpr (N == 0)", "    return x;", "  else", f"    return {f}<N - 1>(x * 3 + N);", "}")
        for n in g.rng.sample(range(5), 2):
            g.result(Value(f"{f}<{n}>({g.integer(2).text})", *ANY))


@gadget("discarded branches")
def discarded_branches(g):
    f, a, b = g.global_name("pick"), g.rng.randrange(2, 30), g.rng.randrange(2, 30)
    some = ["v += i;", "{ v -= 3; }", "return v;", f"for (int k = 0; k < 3; k++) v += k * {a};", "do v++; while (v & 3);", ";"]
    x, y, z = (g.rng.choice(some) for _ in range(3))
    last = g.rng.choice([f" else v ^= {b};", f" else {{ v ^= {b}; }}"])
    g.declare(f"template <int N> __device__ int {f}(int v, int i) {{",
              f"  if (i > {a % 5}) if constexpr (N == 1) {x} else {y}{last}",
              f"  if (i & 1) while (v < {a}) if constexpr (N == 2) v += 2; else {{ v += 5; }}{last}",
              f"  do if constexpr (N == 1) v += i++; else if constexpr (N == 2) {{ v -= i++; }} else i += 2; while (i < 9);",
              f"  if constexpr (N == 1) {z} else if constexpr (N == 2) return v * 2; else {{ v += {b}; }}", "  return v - i;", "}")
    for n in (1, 2, 3):
        g.result(Value(f"{f}<{n}>((int)({g.within(0, 40).text}), (int)({g.within(0, 9).text}))", *ANY))


@gadget("class template")
def class_template(g):
    c, v = g.global_name("Box"), g.name("b")
    g.declare(f"template <typename T, int N> struct {c} {{", "  T d[N];", "  static constexpr int size = N;",
              "  __device__ T &at(int i) { return d[i % N]; }", "  __device__ T total() const {", "    T s = 0;",
              "    for (int i = 0; i < N; ++i)", "      s = (T)(s + d[i]);", "    return s;", "  }",
              "  template <typename U> __device__ U as(int i) const { return (U)d[i]; }", "};")
    if g.chance(0.4):
        g.fired("class specialisation")
        g.declare(f"template <int N> struct {c}<bool, N> {{", "  unsigned d[1];", "  static constexpr int size = N * 10;",
                  "  __device__ unsigned &at(int) { return d[0]; }", "  __device__ unsigned total() const { return d[0] + 1; }",
                  "  template <typename U> __device__ U as(int i) const { return (U)N; }", "};")
        kinds = [("bool", 3), ("int", 2)]
    else:
        kinds = g.rng.sample([("int", 2), ("char", 3), ("float", 2), ("long long", 1), ("unsigned char", 4), ("short", 3)], 2)
    for k, (t, n) in enumerate(kinds):
        g.emit(f"{c}<{t}, {n}> {v}{k} = {{}};")
        g.emit(f"{v}{k}.at({g.within(0, 9).text}) = {clipped(g.integer(2), 0, 100).text};")
        g.emit(f"{v}{k}.at({n + 1}) += 2;")
        g.result(Value(f"{v}{k}.total() * 2 + {c}<{t}, {n}>::size", *ANY))
        g.result(Value(f"{v}{k}.template as<{g.rng.choice(['int', 'short', 'double'])}>(0)", *ANY))
        g.result(Value(f"sizeof({v}{k})", SIZE, 0, 0))


@gadget("lambda")
def lambdas(g):
    f, a = g.name("lam"), g.variable(INT, clipped(g.integer(2), -90, 90), "a")
    form = g.rng.randrange(4)
    if form == 0:
        g.emit(f"auto {f} = [=](int x) {{ return x * 2 - {a.text}; }};")
        g.emit(f"{a.text} += 1;")
    elif form == 1:
        g.emit(f"auto {f} = [&](short x) {{")
        g.emit(f"  {a.text} += x % 10;")
        g.emit(f"  return {a.text} * 2 + (int)threadIdx.x;")
        g.emit("};")
    elif form == 2:
        g.fired("lambda passed to a function")
        h = g.global_name("app")
        g.declare(f"template <typename F> __device__ int {h}(F f, int n) {{", "  int s = 0;",
                  "  for (int i = 0; i < n; ++i)", "    s += f(i);", "  return s;", "}")
        g.emit(f"auto {f} = [{g.rng.choice(['=', '&', a.text, '&' + a.text])}](int x) {{ return x + {a.text} % 9; }};")
        g.result(Value(f"{h}({f}, {g.within(1, 5).text})", *ANY))
    else:
        g.emit(f"auto {f} = [c = {a.text} / 2](auto x) mutable {{ return c++ + x; }};")
        g.result(Value(f"{f}((unsigned char)200)", *ANY))
    for _ in range(2):
        g.result(Value(f"{f}({g.rng.randrange(90)})", *ANY))
    g.result(a)


@gadget("inheritance")
def inheritance(g):
    b, d, v = g.global_name("Base"), g.global_name("Derived"), g.name("d")
    t = g.rng.choice(["char", "int", "double"])
    g.declare(f"struct {b} {{", f"  {t} m;", "  short s;", f"  __device__ int twice() const {{ return (int)m * 2 + s; }}", "};",
              f"struct {d} : {b} {{", f"  {g.rng.choice(['char', 'long long', 'short'])} e;",
              "  __device__ int thrice() const { return twice() + (int)m + e; }", "};")
    g.emit(f"{d} {v};")
    g.emit(f"{v}.m = {clipped(g.integer(1), 0, 100).text};")
    g.emit(f"{v}.s = {small(g)};")
    g.emit(f"{v}.e = {small(g)};")
    g.result(Value(f"{v}.thrice() - {v}.twice()", *ANY))
    g.result(Value(f"sizeof({d}) * 100 + sizeof({b})", SIZE, 0, 0))
    r = g.name("r")
    g.emit(f"{g.rng.choice([f'const {b} &{r} = {v}', f'{b} {r} = {v}', f'{b} &{r} = {v}'])};")
    g.result(Value(f"{r}.twice()", *ANY))


@gadget("namespaces")
def namespaces(g):
    n = g.global_name("Space")
    g.declare(f"namespace {n} {{", f"__device__ const int limit = {g.rng.randrange(50)};" if g.chance(0.5) else
              f"constexpr int limit = {g.rng.randrange(50)};", "namespace {", "struct Pair { int a; unsigned char b; };",
              "__device__ int f(Pair p) { return p.a * 2 + p.b; }", "}", "inline namespace v1 {",
              "__device__ int f(int x) { return x - limit; }", "}", "}")
    g.result(Value(f"{n}::f({small(g)}) + {n}::limit", *ANY))
    p = g.name("p")
    g.emit(f"{n}::Pair {p} = {{{small(g)}, (unsigned char){g.within(0, 255).at(13)}}};")
    g.result(Value(f"f({p})", *ANY))
    if g.chance(0.5):
        with g.block_of(""):  # another such namespace has a limit, too
            g.emit(f"using namespace {n};")
            g.result(Value("limit * 2", *ANY))


@gadget("constexpr")
def constants(g):
    k, f, a = g.global_name("kSize"), g.global_name("sq"), g.name("a")
    g.declare(f"constexpr {g.rng.choice(['int', 'unsigned', 'long long', 'unsigned char'])} {k} = {g.rng.randrange(2, 9)};",
              f"__host__ __device__ constexpr int {f}(int x) {{ return x * x + 1; }}", f"static_assert({f}(2) == 5, \"\");")
    g.emit(f"int {a}[{f}(2)] = {{{k}, {f}({k})}};")
    g.emit(f"constexpr int {a}k = {f}(3) * {k};")
    g.result(Value(f"{a}[{g.within(0, 4).text}] + {f}({small(g)}) - {a}k", *ANY))
    g.result(Value(f"{k} - 10 < 0 ? {k} * threadIdx.x : {k}", *ANY))
    if g.chance(0.6):
        g.fired("range for")
        s, e = g.name("s"), g.name("e")
        g.emit(f"int {s} = 0;")
        g.emit(f"for ({g.rng.choice(['auto', 'const auto &', 'int &', 'long long'])} {e} : {a})")
        g.emit(f"  {s} = {s} * 2 % 1000 + {e};")
        g.result(Value(s, *ANY))


@gadget("auto and decltype")
def automatic(g):
    v = g.name("v")
    value = g.integer(3)
    g.emit(f"{g.rng.choice(['auto', 'const auto'])} {v} = {value.text};")
    v2 = g.add(Value(v, value.type, value.lo, value.hi))
    g.emit(f"decltype({v} + 1u) {v}d = {g.integer(2).text};")
    g.emit(f"using {v}t = {g.rng.choice(['unsigned char', 'long long', 'short'])};")
    g.emit(f"{v}t {v}u = ({v}t)({v} % 77 * 5);" if not value.type is BOOL else f"{v}t {v}u = {v};")
    g.result(v2)
    g.result(Value(f"{v}d / 2 + {v}u", *ANY))
    g.result(Value(f"sizeof({v}d) + sizeof({v}t)", *ANY))


@gadget("parameter pack")
def packs(g):
    f = g.global_name("all")
    form = g.rng.randrange(2)
    if form:
        g.declare(f"template <typename... T> __device__ long long {f}(T... v) {{ return (0LL + ... + v); }}")
    else:
        g.declare(f"__device__ long long {f}() {{ return {g.rng.randrange(5)}; }}",
                  f"template <typename H, typename... T> __device__ long long {f}(H h, T... t) {{",
                  f"  return h % 1000 - 2 * {f}(t...) + sizeof...(T);", "}")
    for n in (1, 3):
        g.result(Value(f"{f}({', '.join(bounded(g.integer(1), 1000).text for _ in range(n))})", *ANY))


@gadget("structured binding")
def binding(g):
    s, a = g.global_name("Two"), g.name("a")
    g.declare(f"struct {s} {{ int p; {g.rng.choice(['char', 'float', 'unsigned'])} q; }};",
              f"__device__ {s} {s}_make(int x) {{ return {{x / 2, 7}}; }}")
    g.emit(f"auto [{a}p, {a}q] = {s}_make({small(g)});")
    g.result(Value(f"{a}p * 3 + {a}q", *ANY))
    g.emit(f"int {a}[2] = {{{small(g)}, 4}};")
    g.emit(f"auto &[{a}r, {a}s] = {a};")
    g.emit(f"{a}r += {a}s;")
    g.result(Value(f"{a}[0]", *ANY))


@gadget("functor argument")
def functor(g):
    c, f = g.global_name("Op"), g.global_name("fold")
    g.declare(f"struct {c} {{", f"  {g.rng.choice(['int', 'short', 'unsigned char'])} k;",
              f"  __device__ int operator()(int a, int b) const {{ return {g.rng.choice(['a * 2 + b % k', 'max(a, b) - k', 'a - b / k'])}; }}",
              "};", f"template <typename Op> __device__ int {f}(const int *p, int n, Op op) {{", "  int r = 1;",
              "  for (int i = 0; i < n; ++i)", "    r = op(r % 1000, p[i]);", "  return r;", "}")
    g.result(Value(f"{f}(in, {g.rng.randrange(2, 9)}, {c}{{{g.rng.randrange(1, 9)}}})", *ANY))


@gadget("destructor")
def destructor(g):
    c = g.global_name("Guard")
    v = g.name("n")
    g.declare(f"struct {c} {{", "  int *p;", f"  __device__ {c}(int *q) : p(q) {{ *p += 1; }}",
              f"  __device__ ~{c}() {{ *p *= 2; }}", "};")
    g.emit(f"int {v} = {small(g)};")
    with g.block_of(""):
        g.emit(f"{c} guard(&{v});")
        g.emit(f"{v} += 3;")
    g.result(Value(v, *ANY))
