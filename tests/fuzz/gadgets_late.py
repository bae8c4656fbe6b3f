# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets of C++ that device code has more seldom: variables that outlive a call, objects in storage, lambdas in all forms,
members chosen by a condition, pointers to members, recursion while compiling, classes in functions."""

from gadgets_cpp import small
from gadgets_struct import scope
from registry import gadget
from values import LLONG, UINT, Value

ANY = (LLONG, 0, 0)


@gadget("static variables of functions")
def static_locals(g):
    f, k, h = g.global_name("tick"), g.global_name("told"), g.name("st")
    type_ = g.rng.choice(["int", "unsigned", "unsigned long long"])
    first, second = g.rng.randrange(50), g.rng.randrange(50)
    g.declare(f"__device__ {type_} {f}(int k, bool read) {{", f"  static {type_} total = {first};",
              "  if (!read)", f"    atomicAdd(&total, ({type_})(k & 63));", "  {",
              f"    static {type_} total = {second};", "    if (!read)", f"      atomicAdd(&total, ({type_})1);",
              "    else", "      return total;", "  }", "  return total;", "}",
              f"template <typename T> __device__ int {f}_of(T k, bool read) {{", f"  static int seen = {second};", "  if (!read)",
              "    atomicAdd(&seen, (int)(k + 1));", "  return read ? seen : 0;", "}",
              f"template <typename T, int N> __device__ T {f}_counts(T k, bool read) {{", f"  static T counts[2][N] = {{{{{first}}}, {{{second}}}}};",
              "  if (!read)", "    atomicAdd(&counts[(int)k & 1][N - 1], (T)(k & 15));", "  return read ? counts[0][N - 1] * 3 + counts[1][N - 1] + counts[1][0] : 0;", "}",
              f"__device__ int {f}_table(int i) {{", f"  static const int lut[4] = {{3, {first}, 5, {second}}};",
              f"  static constexpr short low = {first};", "  return lut[i & 3] - low;", "}",
              f"__global__ void {k}(long long *out) {{",
              f"  out[0] = {f}(0, true) * 1000 + {f}_of(0, true) * 10 + {f}_of((short)0, true);",
              f"  out[0] = out[0] * 7 + {f}_counts<int, 3>(0, true) + {f}_counts<unsigned, 1>(0, true) * 5;", "}")
    g.emit(f"{f}_counts<int, 3>((int)({g.within(0, 40).text}), false);")
    g.emit(f"{f}_counts<unsigned, 1>((unsigned)({g.within(0, 40).text}), false);")
    g.emit(f"{f}({g.within(0, 40).text}, false);")
    g.emit(f"{f}_of({g.within(0, 40).at(0)}, false);" if g.chance(0.2) else f"{f}_of((int)({g.within(0, 40).text}), false);")
    g.emit(f"{f}_of((short)({g.within(0, 40).text}), false);")
    g.result(Value(f"{f}_table({g.within(0, 9).text})", *ANY))
    g.after += [f"static long long {h}[1], *d_{h};", f"cudaMalloc(&d_{h}, sizeof {h});",
                f"{scope(g)}{k}<<<dim3(1, 1, 1), dim3(1, 1, 1)>>>(d_{h});",
                f"cudaMemcpy({h}, d_{h}, sizeof {h}, cudaMemcpyDeviceToHost);", f"add({h}[0]);"]


@gadget("objects made in storage")
def placement_new(g):
    c, v = g.global_name("Made"), g.name("pl")
    member = g.rng.choice(["int", "short", "long long", "double"])
    g.declare(f"struct {c} {{", f"  {member} a; int b;", f"  __device__ {c}() : a(4), b(2) {{}}",
              f"  __device__ {c}(int x, int y = 3) : a(x), b(y) {{}}", f"  __device__ ~{c}() {{ b = b * 3 + 1; }}",
              "  __device__ long long sum() const { return (long long)a * 2 + b; }", "};")
    form = g.rng.randrange(3)
    x = small(g)
    if form == 0:
        g.emit(f"alignas({c}) char {v}s[sizeof({c})];")
        g.emit(f"{c} *{v} = new ({v}s) {c}({x});")
    elif form == 1:
        g.emit(f"alignas(16) unsigned char {v}s[sizeof({c}) * 3];")
        g.emit(f"{c} *{v} = new ({v}s + sizeof({c})) {c}({x}, 9);")
        g.emit(f"new (&{v}[-1]) {c}(7);")
        g.result(Value(f"{v}[-1].sum() - 1", *ANY))
    else:
        g.emit(f"{c} {v}o(1), *{v} = &{v}o;")
        g.emit(f"new ({v}) {c}({x}, {g.rng.randrange(9)});")
    g.result(Value(f"{v}->sum() + {v}->b", *ANY))
    if g.chance(0.5):
        g.declare(f"template <typename T> __device__ T *{c}_at(void *place) {{",
                  f"  {g.rng.choice(['new (place) T;', '::new (place) T;', 'if (place) new (place) T; else return 0;'])}",
                  f"  return {g.rng.choice(['new (place) T', '::new (place) T', 'place ? new (place) T : nullptr'])};", "}")
        g.result(Value(f"{c}_at<{c}>({v})->sum()", *ANY))
    if g.chance(0.6):
        g.emit(f"{v}->~{c}();")
        g.emit(f"{v} = new ({v}) {g.rng.choice([c, f'{c}()', f'{c}(5)', f'{c}{{6, 7}}'])};")
        g.result(Value(f"{v}->sum() * 3", *ANY))


@gadget("lambdas in all forms", weight=2)
def lambdas(g):
    v, f = g.name("la"), g.global_name("apply")
    g.declare(f"template <typename F> __device__ long long {f}(F f, int k) {{ return f(k) + f(k + 1); }}",
              f"__device__ int {f}_by(int (*f)(int), int k) {{ return f(k) * 2; }}")
    x, y = small(g), small(g)
    g.emit(f"int {v}x = {x}, {v}y = {y};")
    forms = [
        f"{{ auto f = [&](int k) {{ {v}x = ({v}x + k) % 1000; return {v}x; }}; {v}y = f(3) - f({v}y); }}",
        f"{{ auto f = [=](int k) mutable {{ {v}x += k; return {v}x; }}; {v}y = (f(1) + f(2) + f({v}y)) % 1000; }}",
        f"{{ auto f = [s = {v}x * 2, &o = {v}y](auto k) {{ o += 1; return s - k; }}; {v}x = (int)(f(3) + f((short){v}y)) % 1000; }}",
        f"{v}x = [](int a, int b) {{ return a < b ? b - a : 7; }}({v}x, {v}y) % 1000;",
        f"{v}y = (int)({f}([=](int k) {{ return k * {v}x; }}, 3) % 1000);",
        f"{v}y = {f}_by([](int k) {{ return k % 17 + 1; }}, {v}x);",
        f"{v}y = {f}_by(+[](int k) {{ return k & 31; }}, {v}x);",
        f"{{ auto make = [](int n) {{ return [n](int k) {{ return n * 3 - k; }}; }}; {v}x = make({v}y)(5) % 1000; }}",
        f"{{ auto g = [&](auto f, int k) {{ return f(k, {v}x); }}; {v}y = g([](int a, int b) {{ return a - b; }}, {v}y) % 1000; }}",
        f"{{ int t[3] = {{1, {v}x, 3}}; auto f = [t, &{v}y](int i) {{ {v}y ^= t[i]; return t[i] + 1; }}; {v}x = (f(1) + f({v}x & 1)) % 1000; }}",
        f"{{ auto f = [](int k) -> unsigned char {{ return (unsigned char)(k * 7); }}; {v}x = f({v}x) - 1; }}",
        f"{{ auto f = [&]() {{ if ({v}x > 5) return 1; return {v}y; }}; {v}x -= f(); {v}x %= 1000; }}",
        f"{{ auto f = [a = {v}x, b = {v}y] {{ return a * 2 - b; }}; auto h = f; {v}x = (f() + h()) % 1000; }}"]
    for form in g.rng.sample(forms, 4):
        g.emit(form)
        g.result(Value(f"{v}x * 3 + {v}y", *ANY))


@gadget("members and objects by a condition")
def chosen_members(g):
    c, v = g.global_name("Vec"), g.name("cm")
    t = g.rng.choice(["int", "short", "unsigned char", "long long"])
    g.declare(f"struct {c} {{ {t} x, y, z, m[3]; mutable int uses; __device__ {c} &me() {{ return *this; }}",
              f"  __device__ {t} see() const {{ ++uses; return x; }}",
              f"  __device__ {t} &operator[](int i) {{ return i == 0 ? x : i == 1 ? y : z; }} }};",
              f"__device__ {c} &{c}_pick(bool f, {c} &a, {c} &b) {{ return f ? a : b; }}")
    for n in "ab":
        g.emit(f"{c} {v}{n} = {{({t})({g.within(0, 60).text}), 2, 3, {{4, 5, 6}}, 0}};")
    a, b, q = f"{v}a", f"{v}b", g.truth().text
    forms = [f"({q} ? {a} : {b}).z = ({t})({g.within(0, 90).text});", f"({q} ? {a} : {b}).m[1] += 3;", f"({q} ? {a}.x : {b}.y) = 9;",
             f"({q} ? &{a} : &{b})->y -= 1;", f"{c}_pick({q}, {a}, {b}).x ^= 5;", f"({q} ? {a} : {b}).me().m[n % 3] = 7;",
             f"{a}[n % 3] += {b}[tid % 3];", f"({a} = {b}).z = 1;", f"({q} ? {a} : {b})[1] = 8;", f"++({q} ? {a} : {b}).m[tid % 3];",
             f"{{ const {c} &r = {q} ? {a} : {b}; {a}.y = r.see(); }}", f"{{ auto &[i, j, k, l, u] = {a}; j = i + k; l[0] = 3; }}"]
    for form in g.rng.sample(forms, 5):
        g.emit(form)
    for n in (a, b):
        g.result(Value(f"{n}.x + {n}.y * 3 + {n}.z * 5 + {n}.m[0] * 7 + {n}.m[1] * 11 + {n}.m[2] * 13 + {n}.uses * 17", *ANY))


@gadget("pointers to members")
def member_pointers(g):
    c, v = g.global_name("Rec"), g.name("mp")
    t = g.rng.choice(["int", "short", "unsigned char", "long long"])
    g.declare(f"struct {c} {{ {t} x, y, z; __device__ {t} twice(int k) const {{ return x * 2 + k; }} __device__ {t} half(int k) const {{ return y / 2 - k; }} }};",
              f"__device__ {t} {c}_of({c} &s, {t} {c}::*m) {{ return s.*m; }}",
              f"template <{t} {c}::*M> __device__ {t} {c}_at(const {c} &s) {{ return s.*M; }}")
    g.emit(f"{c} {v} = {{({t})({g.within(0, 60).text}), 2, ({t})({g.within(0, 60).text})}}, *{v}p = &{v};")
    q = g.truth().text
    forms = [f"{{ {t} {c}::*m = {q} ? &{c}::x : &{c}::z; {v}.*m = 4; {v}p->*m += 2; }}", f"{v}.x = {c}_of({v}, &{c}::y);",
             f"{v}.y = {c}_at<&{c}::z>({v}) / 2;", f"{{ {t} ({c}::*m)(int) const = {q} ? &{c}::twice : &{c}::half; {v}.z = ({v}.*m)(3) % 50; }}",
             f"{{ {t} {c}::*m[2] = {{&{c}::x, &{c}::y}}; {v}.*m[n & 1] -= 1; {v}.z = {v}p->*m[tid & 1]; }}"]
    for form in g.rng.sample(forms, 2):
        g.emit(form)
    g.result(Value(f"{v}.x + {v}.y * 3 + {v}.z * 5", *ANY))


@gadget("objects that know their own address")
def own_addresses(g):
    c, v, t = g.global_name("Self"), g.name("ow"), g.rng.choice(["int", "short", "long long", "unsigned char"])
    keep = g.rng.choice([(f"{c} *me;", "me(this)", "me->n", "me->a[1]"), (f"{t} *me;", "me(a)", "me[3]", "me[1]"),
                         (f"{t} *me;", "me(&n)", "*me", "me[-3]"), (f"{t} *me, *end;", "me(&a[1]), end(a + 3)", "end[-1]", "*me")])
    g.declare(f"struct {c} {{ {t} a[3], n; {keep[0]}", f"  __device__ {c}({t} k) : a{{k, 2, 3}}, n(5), {keep[1]} {{ {g.rng.choice(['', 'n = 6;', f'{keep[3]} = 9;'])} }}",
              f"  __device__ void set({t} k) {{ {keep[3]} += k; }}", f"  __device__ long long sum() const {{ return {keep[3]} * 100 + a[0] + a[1] * 3 + n; }} }};",
              f"struct {c}In {{ int first; {c} inner; __device__ {c}In(int k) : first(k), inner(({t})k) {{}} }};",
              f"__device__ long long {c}_use({c} &s, int k) {{ s.set(({t})k); return s.sum(); }}")
    x = f"({t})({g.within(0, 40).text})"
    g.emit(g.rng.choice([f"{c} {v}({x});", f"{c} {v}{{{x}}};", f"{c} {v} = {c}({x});", f"auto {v} = {c}({x});", f"{c}In {v}i(3), &{v}r = {v}i; {c} &{v} = {v}r.inner;",
                         f"{c} {v}s[2] = {{{c}({x}), {c}(7)}}; {c} &{v} = {v}s[1];"]))
    g.emit(f"{v}.set(({t})({g.within(0, 40).text}));")
    g.result(Value(f"{v}.sum() + {v}.{keep[3]}" if keep[3][0] != "*" else f"{v}.sum() + *{v}.me", *ANY))
    g.emit(f"{v}.a[1] = 8;")
    g.result(Value(f"{c}_use({v}, {g.within(0, 9).text})", *ANY))


@gadget("what is computed while compiling")
def compiled_values(g):
    f, c = g.global_name("fact"), g.global_name("Tab")
    n = g.rng.randrange(2, 9)
    g.declare(f"constexpr __host__ __device__ long long {f}(int n) {{ return n < 2 ? 1 : n * {f}(n - 1); }}",
              f"constexpr __host__ __device__ int {f}_gcd(int a, int b) {{ return b == 0 ? a : {f}_gcd(b, a % b); }}",
              f"struct {c} {{ int v[6]; constexpr __host__ __device__ {c}() : v() {{ for (int i = 0; i < 6; ++i) v[i] = i * i + {n}; }} }};",
              f"template <int N> struct {c}Sum {{ static const int value = N + {c}Sum<N - 1>::value; }};",
              f"template <> struct {c}Sum<0> {{ static const int value = {n}; }};",
              f"template <int N> __device__ int {f}_if(int k) {{ if constexpr (N % 2) return k * N; else if constexpr (N > 4) return k + N; else return N; }}")
    g.emit(f"constexpr long long {f}k = {f}({n});")
    g.emit(f"constexpr {c} {f}t;")
    g.result(Value(f"{f}k + {f}_gcd({n * 12}, {n * 18}) - {c}Sum<{n}>::value", *ANY))
    g.result(Value(f"{f}t.v[3] + {f}t.v[{g.within(0, 5).text}] * 2", *ANY))
    g.result(Value(f"{f}_if<{n}>({small(g)}) + {f}_if<{n + 1}>({small(g)})", *ANY))
    if g.chance(0.5):
        g.fired("switch over what is computed while compiling")
        s = g.name("cs")
        g.emit(f"int {s} = 0;")
        g.emit(f"switch ({g.within(0, 30).text}) {{ case {f}(3): {s} = 1; break; case {f}_gcd(12, 20): {s} = 2; break; case {c}Sum<1>::value + 12: {s} = 3; break; default: {s} = 4; }}"
               if len({6, 4, n + 13}) == 3 else f"{s} = {f}_gcd(12, 20);")
        g.result(Value(s, *ANY))


@gadget("classes in functions")
def local_classes(g):
    f, v = g.global_name("inner"), g.name("lc")
    a, b = g.rng.randrange(2, 9), g.rng.randrange(2, 9)
    g.declare(f"__device__ int {f}(int k) {{", f"  struct Local {{ int v; __device__ int twice() const {{ return v * {a}; }} }};",
              "  enum { low = 3, high };", "  using word = short;", "  Local l = {k};", "  if (k > 4) {",
              f"    struct Local {{ int v, w; __device__ Local(int x) : v(x), w({b}) {{}} __device__ int twice() const {{ return v + w; }} }};",
              f"    enum {{ low = {a + 20} }};", "    Local m(k);", "    return m.twice() + low - high;", "  }", "  word w = (word)(k * 3);",
              "  return l.twice() + low * w;", "}",
              f"__device__ int {f}_other(int k) {{", "  struct Local { short a; int twice() const { return a - 2; } } l = {(short)k};".replace("int twice", "__device__ int twice"),
              "  return l.twice();", "}")
    g.emit(f"unsigned {v} = {f}({g.within(0, 20).text}) + {f}_other({g.within(0, 20).text});")
    g.result(g.add(Value(v, UINT, 0, UINT.hi)))
    g.emit(f"struct Here_{v} {{ int a; unsigned char b; }} {v}h = {{(int)({g.within(0, 90).text}), (unsigned char)({g.within(0, 90).text})}};")
    g.result(Value(f"{v}h.a - {v}h.b", *ANY))


@gadget("literals and conversions of the user's own")
def own_literals(g):
    c, v, u = g.global_name("Deg"), g.name("ud"), f"_u{g.seed}{g.name('l')}"
    t = g.rng.choice(["int", "short", "unsigned char", "long long"])
    g.declare(f"struct {c} {{ {t} v; __device__ explicit operator bool() const {{ return v > 3; }} __device__ operator {t}() const {{ return v; }}",
              f"  __device__ {c} operator-() const {{ return {c}{{({t})(v / 2)}}; }} __device__ bool operator!() const {{ return v == 2; }}",
              f"  __device__ {c} operator++(int) {{ {c} old = *this; v += 2; return old; }} __device__ {c} &operator++() {{ ++v; return *this; }}",
              f"  __device__ int operator()(int a, int b = 4) const {{ return a * v - b; }} __device__ int operator,(int k) const {{ return v + k; }} }};",
              f"constexpr __host__ __device__ long long operator\"\"{u}(unsigned long long n) {{ return (long long)n * 3; }}",
              f"__device__ {c} operator%(const {c} &a, int b) {{ return {c}{{({t})(a.v % b + 1)}}; }}")
    g.emit(f"{c} {v} = {{({t})({g.within(0, 60).text})}};")
    for form in g.rng.sample([f"({v} ? 3 : 4) + 2", f"{v} + 5{u}", f"(-{v}).v * 2", f"!{v}", f"({v}++).v + {v}.v", f"(++{v}).v",
                              f"{v}({small(g)}) + {v}(1, 2)", f"({v}, 5)", f"({v} % 7).v", f"{g.rng.randrange(99)}{u} - threadIdx.x"], 4):
        g.result(Value(form, *ANY))
