# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets of what C++ says otherwise than C: objects that are changed, copies, constants, layouts, names for types."""

from gadgets_cpp import small
from registry import gadget
from values import FLOAT, INT, LLONG, SIZE, UINT, Value, clipped

ANY = (LLONG, 0, 0)


@gadget("objects that C does not let one change")
def changed_objects(g):
    a, b = g.name("l"), g.name("l")
    g.emit(f"unsigned {a} = {g.integer(1).text}, {b} = {g.rng.randrange(99)};")
    forms = [f"({g.truth().text} ? {a} : {b}) = {g.rng.randrange(50)};", f"({a} += 2) *= 3;", f"++(++{a});",
             f"({a} = {b}) -= {g.rng.randrange(9)};", f"--({g.truth().text} ? {a} : {b});", f"({b}, {a}) = 5;",
             f"({a} ^= {b})++;", f"(({a} > {b}) ? {b} : {a}) += {g.rng.randrange(9)};", f"({a} = {b} = 7) += {a} & 1;"]
    for form in g.rng.sample(forms, 3):
        g.emit(form)
    g.result(Value(f"{a} * 3 + {b}", *ANY))


@gadget("compound assignment that converts")
def converting_assignment(g):
    s, v = g.global_name("Mix"), g.name("m")
    g.declare(f"struct {s} {{ bool flag, flags[2]; unsigned char c; short h; int i; long long w; float f; }};")
    g.emit(f"{s} {v} = {{true, {{false, true}}, 7, (short)({small(g)}), {small(g)}, 1000, 1.5f}};")
    forms = [f"{v}.flag |= {g.within(0, 9).text};", f"{v}.flags[1] ^= {g.within(0, 6).text};", f"{v}.flag += {g.within(0, 3).text};",
             f"{v}.i *= 0.5f;", f"{v}.c += 1.5;", f"{v}.h *= 2.5f;", f"{v}.w -= 0.25;", f"{v}.i /= 2.0f;",
             f"{v}.w >>= n;", f"{v}.i >>= n % 8;", f"{v}.c <<= n & 3;", f"{v}.h += {v}.f;", f"{v}.f += {v}.i;",
             f"{v}.flags[0] = {v}.i;", f"{v}.flag &= {g.within(0, 3).text};", f"{v}.flag *= {g.within(0, 3).text};"]
    for form in g.rng.sample(forms, 5):
        g.emit(form)
    u = g.name("u")
    g.emit(f"unsigned {u} = {g.integer(1).text};")
    g.emit(f"{u} {g.rng.choice(['<<=', '>>='])} {g.rng.choice(['n', 'tid & 31', g.within(0, 31).text])};")
    g.result(Value(u, *ANY))
    g.result(Value(f"{v}.flag + 2 * {v}.flags[0] + 4 * {v}.flags[1] + 8 * {v}.c + 5000LL * {v}.h", *ANY))
    g.result(Value(f"{v}.i + {v}.w * 3 + (long long)({v}.f * 4)", *ANY))


@gadget("comparison of a comparison")
def compared_comparison(g):
    a, b = clipped(g.integer(1), -50, 50), clipped(g.integer(1), -50, 50)
    x, y = a.at(12), b.at(12)
    for form in g.rng.sample([f"{x} < {y} >= n", f"{x} < {y} == {y} < {x}", f"{x} == {y} != n", f"{x} > {y} < 1u",
                              f"1 - ({x} <= {y} > -1)", f"{x} < {y} < 2 ? 3 : 4", f"!({x} != {y} <= 0)"], 2):
        g.result(Value(form, INT, 0, 9, 0))


@gadget("scope left with destructors")
def scopes_left(g):
    c, f = g.global_name("Hold"), g.global_name("leave")
    g.declare(f"struct {c} {{", "  int *p, k;", f"  __device__ {c}(int *q, int n) : p(q), k(n) {{ *p += k; }}",
              f"  __device__ ~{c}() {{ *p = *p * 2 % 9973; }}", "};")
    form = g.rng.randrange(3)
    k = g.rng.randrange(2, 9)
    if form == 0:
        g.declare(f"__device__ int {f}(int *p, int x) {{", f"  {c} outer(p, 1);", f"  if (x > {k}) {{",
                  f"    {c} inner(p, x % 7);", "    if (x & 1)", "      return *p;", "    *p += 3;", "  }",
                  f"  return x - {k};", "}")
    elif form == 1:
        g.declare(f"__device__ int {f}(int *p, int x) {{", "  int s = 0;", f"  for (int i = 0; i < {k}; ++i) {{",
                  f"    {c} each(p, i);", "    if ((x + i) % 3 == 0)", "      continue;", "    if (x + i > 20)", "      break;",
                  "    s += *p % 100;", "  }", "  return s;", "}")
    else:
        g.declare(f"__device__ void {f}_step(int *p, int x) {{", f"  {c} a(p, 2);", "  if (x < 4)", "    return;",
                  f"  {c} b(p, x & 3);", "  *p ^= 5;", "}", f"__device__ int {f}(int *p, int x) {{", "  int i = 3;",
                  "  while (i-- > 0) {", f"    {c} each(p, i);", f"    {f}_step(p, x + i);", "  }", "  return i;", "}")
    v = g.name("v")
    g.emit(f"int {v} = {clipped(g.integer(1), 0, 90).text};")
    g.result(Value(f"{f}(&{v}, {g.within(0, 40).text})", *ANY))
    g.result(Value(v, *ANY))


@gadget("copies of arrays")
def array_copies(g):
    a, x = g.name("ar"), g.name("x")
    type_ = g.rng.choice(["int", "short", "float", "unsigned char"])
    g.emit(f"{type_} {a}[3] = {{1, ({type_})({g.within(0, 90).text}), 7}};")
    g.emit(f"auto [{x}p, {x}q, {x}r] = {a};")
    g.emit(f"{a}[1] = 3;")
    g.result(Value(f"{x}p + 2 * {x}q - {x}r", *ANY))
    g.emit(f"{x}q = {x}q / 2 + 1;")
    g.result(Value(f"{x}q + {a}[1]", *ANY))
    if g.chance(0.5):
        s = g.global_name("Arr")
        g.declare(f"struct {s} {{ {type_} v[4]; int n; }};", f"__device__ {s} {s}_next({s} s) {{", "  s.v[s.n & 3] += 1;",
                  "  ++s.n;", "  return s;", "}")
        g.emit(f"{s} {x}s = {{{{1, 2}}, {g.rng.randrange(4)}}};")
        g.emit(f"{s} {x}t = {s}_next({x}s), {x}u = {s}_next({x}t);")
        g.emit(f"{x}s = {x}u;")
        g.result(Value(f"{x}s.v[0] + 10 * {x}t.v[1] + 100 * {x}u.v[2] + {x}s.n", *ANY))


@gadget("static members and tables")
def static_members(g):
    c = g.global_name("Stat")
    t = g.rng.choice(["int", "unsigned char", "short", "float"])
    values = [g.rng.randrange(99) for _ in range(4)]
    g.declare(f"struct {c} {{", f"  static constexpr {t} table[4] = {{{', '.join(map(str, values))}}};",
              f"  static const int size = {g.rng.randrange(2, 20)};", "  enum { third = size / 3, last = 3 };",
              "  __device__ static int at(int i) { return (int)table[i & last] + size; }", "};",
              f"template <int N> struct {c}N {{", "  static constexpr int value = N * 2 + 1;",
              "  static constexpr bool even = N % 2 == 0;", "};")
    g.result(Value(f"{c}::at({g.within(0, 20).text}) - {c}::third", *ANY))
    g.result(Value(f"{c}::table[{g.within(0, 3).text}] * 2 + {c}N<{g.rng.randrange(9)}>::value", *ANY))
    g.result(Value(f"{c}N<{c}::size>::even ? 3 : {c}::size - threadIdx.x", *ANY))
    if g.chance(0.6):
        g.fired("constexpr table of file scope")
        k = g.global_name("lut")
        g.declare(f"{g.rng.choice(['constexpr', '__device__ const', 'static constexpr'])} {t} {k}[2][3] = "
                  f"{{{{1, 2, 3}}, {{{values[0]}, 5, 6}}}};")
        g.result(Value(f"{k}[{g.within(0, 1).text}][{g.within(0, 2).text}] - 1", *ANY))


@gadget("names for types")
def type_names(g):
    t, u, v = g.global_name("word"), g.global_name("Couple"), g.name("ty")
    base = g.rng.choice(["unsigned", "short", "unsigned char", "float", "long long"])
    g.declare(g.rng.choice([f"typedef {base} {t};", f"using {t} = {base};"]),
              f"typedef struct {{ {t} x, y; }} {u};", f"template <typename T> using {u}Of = T;",
              f"__device__ {t} {t}_half({t} a) {{ return a / 2; }}")
    g.emit(f"{t} {v} = {g.within(0, 200).text};")
    g.emit(f"{u} {v}c = {{{v}, {t}_half({v})}};")
    g.emit(f"{u}Of<{t}> {v}d = {t}({v}c.x - {v}c.y);")
    g.result(Value(f"{v}d * 2 + ({t})3 + sizeof({t}) + sizeof({u})", *ANY))
    g.result(Value(f"{t}_half({t}({g.within(0, 90).text})) + {v}c.y", *ANY))


@gadget("alignment and packing")
def alignment(g):
    a, p, e, v = (g.global_name(s) for s in ("Wide", "Tight", "None", "Held"))
    n = g.rng.choice([8, 16, 32])
    f = g.rng.choice(["int", "short", "double", "unsigned char"])
    g.declare(f"struct {g.rng.choice([f'__align__({n})', f'alignas({n})'])} {a} {{ {f} x; char y; }};",
              f"struct {p} {{ char c; {f} x; short h; }} __attribute__((packed));",
              f"struct {e} {{ __device__ int operator()(int a) const {{ return a * {g.rng.randrange(2, 9)}; }} }};",
              f"struct {v} {{ char first; {a} w; {p} t; {e} none; }};")
    x = g.name("al")
    g.emit(f"{v} {x} = {{}};")
    g.emit(f"{x}.w.x = {g.within(0, 100).text};")
    g.emit(f"{x}.t.h = {x}.w.x + 3;")
    g.emit(f"{x}.t.x = {g.within(0, 90).text};")
    g.result(Value(f"sizeof({a}) + 100 * sizeof({p}) + 10000 * sizeof({v}) + 1000000 * alignof({v})", SIZE, 0, 0))
    g.result(Value(f"{x}.w.x * 2 + {x}.t.h - {x}.t.x + {x}.none({g.within(0, 9).text})", *ANY))
    if g.chance(0.5):
        g.fired("empty functor to a template")
        h = g.global_name("apply")
        g.declare(f"template <typename F> __device__ int {h}(F f, int v) {{ return f(v) - 1; }}")
        g.result(Value(f"{h}({e}(), {g.within(0, 99).text})", *ANY))


@gadget("bit-fields in use", weight=2)
def bit_fields(g):
    s, v, f = g.global_name("Bits"), g.name("bf"), g.global_name("pack")
    big = g.rng.choice(["", "  long long w : 37;", "  unsigned long long w : 40;"])
    g.declare(f"struct {s} {{", "  unsigned a : 3, b : 11;", f"  {g.rng.choice(['int', 'signed char', 'short'])} c : 5;",
              *([big] if big else []), "  bool d : 1;", *(["  unsigned : 0;"] if g.chance(0.3) else []),
              f"  {g.rng.choice(['unsigned char e : 6;', 'unsigned short e : 9;', 'int e : 12;'])}",
              f"  __device__ void grow(int k) {{ b += k & 15; d = k > 3; }}", "};",
              f"__device__ int {f}(const {s} &s, int k) {{ return s.a * 100 + s.b + s.c * k + s.e; }}",
              f"__device__ void {f}_set({s} *s, int k) {{", "  s->e = k & 31;", "  s->a++;", "  s->c = -(k & 7);", "}")
    g.emit(f"{s} {v} = {{}};")
    g.emit(f"{v}.a = {g.integer(1).text};")
    g.emit(f"{v}.b = {g.within(0, 2000).text};")
    forms = [f"{v}.a ^= 5;", f"{v}.b |= {g.within(0, 63).text};", f"{v}.c = {v}.a - 4;", f"++{v}.a;", f"{v}.b--;",
             f"{v}.d = {g.truth().text};", f"{f}_set(&{v}, {g.within(0, 50).text});", f"{v}.grow({g.within(0, 50).text});",
             f"{v}.b = {v}.e = 21;", f"{v}.b >>= 2;", f"{v}.c += {v}.d;", f"{v}.a = {v}.b > 9 ? {v}.a + 1 : 2;"]
    if big:
        forms.append(f"{v}.w = {g.within(0, 1 << 30).text};")
    for form in g.rng.sample(forms, 5):
        g.emit(form)
    g.result(Value(f"{f}({v}, {g.rng.randrange(9)})", *ANY))
    g.result(Value(f"{v}.a - 9 + {v}.b * 2 + ({v}.c * 2 < 3) + {v}.d" + (f" + {v}.w" if big else ""), *ANY))
    g.result(Value(f"sizeof({v}) + ({v}.a > -1) + (-{v}.b < 0)", *ANY))
    if g.chance(0.4):
        g.fired("bit-field returned")
        g.emit(f"{s} {v}t = {v};")
        g.emit(f"auto {v}x = {v}t.{g.rng.choice('abcde')};")
        g.result(Value(f"{v}x + (({v}t.b = 99), {v}t.b)", *ANY))


@gadget("uses of macros")
def macro_uses(g):
    m = [g.macro_name(s) for s in ("AT", "SUM", "EACH", "CAT", "ONCE")]
    k = g.rng.randrange(2, 30)
    g.declare(f"#define {m[0]}(i) (threadIdx.x * {k} + (i))", f"#define {m[1]}(first, ...) ((first) + add_{m[1]}(__VA_ARGS__))",
              f"__device__ int add_{m[1]}(int a, int b = 2, int c = 3) {{ return a - b * c; }}",
              f"#define {m[2]}(i, n, body) for (int i = 0; i < (n); ++i) {{ body; }}", f"#define {m[3]}(a, b) a##b",
              f"#define {m[4]} {g.rng.choice(['blockIdx.x', '(gridDim.x - 2)', '3u', 'min(5, (int)blockDim.x)'])}")
    v = g.name("mac")
    g.emit(f"unsigned {m[3]}({v[:-1]}, {v[-1]}) = {m[0]}({g.within(0, 90).text});" if len(v) == 4 else f"unsigned {v} = {m[0]}(4);")
    g.emit(f"{m[2]}(i, {g.rng.randrange(1, 5)}, {v} = {v} * 3 + i - {m[4]})")
    g.result(Value(f"{m[1]}({v}, {g.within(0, 40).text}{g.rng.choice(['', ', 4', ', 4, 5'])})", *ANY))
    g.result(Value(f"{m[0]}({m[0]}({m[4]})) - 1LL", *ANY))
    if g.chance(0.4):
        g.fired("macro defined anew")
        g.declare(f"#undef {m[4]}", f"#define {m[4]} {g.rng.randrange(99)}",
                  f"__device__ int {m[4]}_now() {{ return {m[4]} - 1; }}")
        g.result(Value(f"{m[4]}_now() + {m[4]}", *ANY))
    g.add(Value(v, UINT, 0, UINT.hi))


@gadget("values as conditions and operators by name")
def values_as_conditions(g):
    f, x = g.name("f"), g.name("x")
    low, high = sorted(g.rng.sample(range(0, 9), 2))
    g.emit(f"float {f} = {clipped(g.integer(1), -4, 4).text};")
    g.emit(f"int {x} = 0;")
    forms = [f"{x} += {f} ? 3 : 5;", f"{x} += ({f} and {g.truth().text}) ? 1 : 2;", f"{x} += not {f} or {g.truth().text};",
             f"if (not ({f} > 1) and {f}) {x} += 7;", f"{x} = {x} xor {g.rng.randrange(99)};",
             f"{x} += {f} * 0.5 ? 9 : 4;", f"{x} += compl {x} bitand 15;", f"{x} += (!{f} ? 1 : 0) + !!{f};"]
    for form in g.rng.sample(forms, 3):
        g.emit(form)
    g.emit(f"switch ({x} % 9) {{ case {low} ... {high}: {x} += 100; break; default: {x} -= 3; }}")
    g.result(Value(x, *ANY))


@gadget("changes of bit-fields inside of expressions")
def bit_fields_in_expressions(g):
    s, v, i = g.global_name("Bits"), g.name("b"), g.name("i")
    g.declare(f"struct {s} {{ unsigned a : 3, b : 7; int c : 6; long long w : 37; __host__ __device__ {s} &self() {{ return *this; }} }};")
    g.emit(f"{s} {v} = {{1, 2, 3, 4}};")
    g.emit(f"long long {i} = 0;")
    forms = [f"{i} += {v}.a = {v}.b = {g.rng.randrange(200)};", f"{i} += {v}.c++;", f"{i} += {v}.self().b += 3;",
             f"{v}.self().a--;", f"{i} += {v}.w = {v}.c = {g.rng.randrange(20)};", f"{i} += --{v}.self().w;",
             f"for (int k = 0; k < 3; {v}.a = {v}.c = k, ++k) {i} += {v}.a;", f"{i} += {v}.b--;"]
    for form in g.rng.sample(forms, 4):
        g.emit(form)
    g.result(Value(f"{i} + {v}.a * 3 + {v}.b * 5 + {v}.c * 7 + {v}.w * 11", *ANY))


@gadget("shifts in macros")
def shifts_in_macros(g):
    m, u = g.global_name("SHIFT"), g.name("u")
    g.declare(f"#define {m}_R(x, n) (x >> n)", f"#define {m}_ROTATE(x, n) (((x) << (n)) | {m}_R(x, (32 - n)))")
    g.emit(f"unsigned {u} = {g.integer(1).text};")
    amount = g.rng.choice(["(1 + (n & 7))", "(1 + (tid & 15))", str(g.rng.randrange(1, 31))])
    g.emit(f"{u} = {m}_ROTATE({u}, {amount}) + {m}_R({u}, {amount});")
    g.result(Value(u, *ANY))
