# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets of types that C has not or has otherwise: enums with a type, macros named as library functions are, indices that
change signed values of 64 bits and narrow ones, floating-point values that no integer can hold, values as conditions."""

from gadgets_cpp import small
from registry import gadget
from values import (BOOL, CHAR, INT, LLONG, SCHAR, SHORT, SIZE, UCHAR, UINT, ULLONG, UNARY, USHORT, Value, clipped)

ANY = (LLONG, 0, 0)
UNDERLYING = [SIZE, UINT, SHORT, LLONG, UCHAR, ULLONG, USHORT, SCHAR, INT, CHAR]


def enumerators(g, type_):
    """Some values of the type, large ones among them."""
    large = [v for v in (0x7fff, 0x80000000, 3000000000, 1 << 30, 1 << 33, 0xffffffff, (1 << 40) + 1, 0xffff, 200, 255)
             if v <= type_.hi]
    values = g.rng.sample(large, min(2, len(large)))
    values += [g.rng.randrange(9, 100)] + ([g.rng.choice([-1, -100, type_.lo + 1])] if type_.signed else [type_.hi])
    return [g.rng.randrange(9)] + values


def enumeration(g, type_, head, prefix=""):
    """Declares the enum; returns its enumerators as values of what they are in arithmetic."""
    stem, values = g.global_name("K"), enumerators(g, type_)
    names = [f"{stem}_{k}" for k in range(len(values))]
    spelled = [f"{n} = {v}" + ("u" if v > 0x7fffffff and not type_.signed else "") for n, v in zip(names, values)]
    if g.chance(0.4) and type_.bits > 8:
        spelled[0] = f"{names[0]} = 1 << {values[0]}"
        values[0] = 1 << values[0]
    g.declare(f"{head} {{ {', '.join(spelled)} }}" + ";")
    return [Value(prefix + n, type_, v, v) for n, v in zip(names, values)]


@gadget("enum with a type", weight=3)
def typed_enum(g):
    e, type_ = g.global_name("Kind"), g.rng.choice(UNDERLYING)
    known = enumeration(g, type_, f"enum {e} : {type_.name}")
    g.globals += known
    a, b = g.rng.sample(known, 2)
    for form in g.rng.sample([f"~{a.text}", f"sizeof({a.text}) + sizeof({a.text} + 0) * 10 + sizeof({e}) * 100", f"!{b.text}",
                              f"{a.text} > -1", f"-1 < {b.text}", f"threadIdx.x - {abs(a.lo) % 7} < {a.text}", f"{b.text} & ~7",
                              f"{a.text} | {b.text}", f"{a.text} / 2 - threadIdx.x", f"{b.text} % 10 * blockDim.x",
                              f"{a.text} == {a.lo} ? {a.text} : {b.text}", f"({a.text} ^ {b.text}) >> 1"], 4):
        g.result(Value(form, *ANY))
    wide = g.rng.choice(known)
    if 0 < wide.lo < 1 << 50 and (type_.bits == 64 or not type_.signed and type_.bits == 32):
        g.result(Value(f"{g.rng.randrange(2, 40)} * {wide.text}", *ANY))
        g.result(Value(f"{wide.text} << {g.rng.randrange(1, 64 - wide.lo.bit_length() - type_.signed if type_.bits == 64 else 22)}", *ANY))
    v = g.name("en")
    g.emit(f"{e} {v} = ({e})({clipped(g.integer(1), 0, 100).text});")
    g.result(g.add(Value(v, type_, 0, 100)))
    if g.chance(0.6):
        g.fired("enum with a type in a switch")
        s, given = g.name("sw"), g.name("eg")
        labels = sorted({x.lo: x.text for x in known}.values())
        chosen = g.rng.choice(labels)
        g.emit(f"{e} {given} = {g.truth().text} ? {chosen} : {labels[0]};")
        g.emit(f"int {s} = 1;")
        with g.block_of(f"switch ({given})"):
            for k, label in enumerate(labels):
                g.emit(f"case {label}: {s} += {k * 7 + 2};" + (" break;" if g.chance(0.8) else ""))
            g.emit(f"default: {s} *= 3;")
        g.result(Value(s, *ANY))


@gadget("constant that its type changes", weight=2)
def narrow_constant(g):
    """`const unsigned char all = ~0;` is 255 wherever it is named."""
    type_ = g.rng.choice([t for t in UNDERLYING if t.bits < 64])
    text, value = g.rng.choice([("~0", -1), ("-1", -1), ("-3", -3), ("200", 200), ("0xF0", 0xF0), ("40000", 40000), ("70000", 70000),
                                ("0xffffffffu", 0xffffffff), ("3000000000u", 3000000000), ("5000000000", 5000000000)])
    value &= (1 << type_.bits) - 1
    if type_.signed and value >> (type_.bits - 1):
        value -= 1 << type_.bits
    name = g.global_name("narrow")
    known = Value(name, type_, value, value)
    if g.chance(0.3):
        g.declare(f"struct {name}_s {{ static const {type_.name} {name} = ({type_.name}){text}; }};" if g.chance(0.3) else
                  f"struct {name}_s {{ static const {type_.name} {name} = {text}; }};")
        known = Value(f"{name}_s::{name}", type_, value, value)
    else:
        g.declare(f"const {type_.name} {name} = {text};")
    for form in g.rng.sample([f"{known.text}", f"{known.text} == {value}{'u' if value > 0x7fffffff else ''}", f"~(long long){known.text}",
                              f"{known.text} / 2", f"(long long){known.text} * 3 - threadIdx.x"], 3):
        g.result(Value(form, *ANY))


@gadget("enum with a type in templates and classes")
def enum_templates(g):
    e, type_, c, f = g.global_name("Size"), g.rng.choice(UNDERLYING), g.global_name("Of"), g.global_name("scaled")
    scoped = g.chance(0.5)
    known = enumeration(g, type_, f"enum {'class ' if scoped else ''}{e} : {type_.name}", f"{e}::")
    x, y = g.rng.sample(known, 2)
    t = type_.name
    g.declare(f"template <{e} K> struct {c} {{", f"  static constexpr {t} value = ({t})K;", f"  {e} held = K;",
              f"  __device__ {t} get() const {{ return ({t})held; }}",
              f"  __device__ bool is({e} k) const {{ return k == K || k > held; }}", "};",
              f"template <typename T> __device__ long long {f}(T k, long long n) {{ return ({t})k % 1000 + n; }}",
              f"template <{e} K> __device__ int {f}_tag() {{ return K == {x.text} ? 3 : 4; }}")
    v = g.name("of")
    g.emit(f"{c}<{x.text}> {v};")
    g.result(Value(f"{v}.get() - 1 + {v}.is({y.text}) * 5", *ANY))
    g.emit(f"{v}.held = {y.text};")
    g.result(Value(f"{v}.get() + ({c}<{y.text}>::value > 3) + {v}.is({x.text})", *ANY))
    g.result(Value(f"{f}({x.text}, {small(g)}) + {f}_tag<{y.text}>() * 7 + {f}_tag<{x.text}>()", *ANY))
    if not scoped and g.chance(0.7):
        s = g.global_name("Cfg")
        values = enumerators(g, type_)[:2]
        g.declare(f"struct {s} {{ enum : {t} {{ low = {values[0]}, high = {values[1]} }}; enum {{ plain = 5, big = 4000000000 }}; }};")
        g.result(Value(f"{s}::low / 3 + ({s}::high > -1)", *ANY))
        g.result(Value(f"{s}::big / 7 - threadIdx.x + ({s}::plain - 9 < 0) + (~{s}::big >> 1)", *ANY))


# Macros that a program may have, named as functions are that OpenCL C or the output's own text calls. Where other gadgets call
# a function of that name, too, the result stays in the interval that they know.
LIBRARY_MACROS = [
    ("min(a, b)", "((a) < (b) ? (a) : (b))"), ("max(a, b)", "((a) > (b) ? (a) : (b))"), ("mix(a, b)", "((a) * 31 + (b))"),
    ("clz(x)", "((x) + 100)"), ("popcount(x)", "((x) ^ 5)"), ("dot(a, b)", "((a) - (b))"), ("select(c, a, b)", "((c) ? (a) : (b))"),
    ("mul_hi(a, b)", "((a) + 2 * (b))"), ("rotate(a, b)", "((a) * 3 - (b))"), ("hadd(a, b)", "((b) - (a))"), ("as_int(x)", "((x) * 7)"),
    ("as_float(x)", "((x) + 9)"), ("convert_int_rte(x)", "((x) - 8)"), ("rint(x)", "((x) * 0)"), ("clamp(x, a, b)", "((x) + (a) * (b))"),
    ("abs_diff(a, b)", "((a) & (b))"), ("bitselect(a, b, c)", "((a) | (b) | (c))"), ("get_local_id(d)", "((d) + 50)"),
    ("get_group_id(d)", "((d) + 60)"), ("barrier(x)", "((x) - 3)"), ("isnan(x)", "((x) * 5)"), ("mad24(a, b, c)", "((a) ^ (b) ^ (c))"),
    ("mul24(a, b)", "((a) | 1)"), ("atomic_add(a, b)", "((a) + (b))"), ("rhadd(a, b)", "((a) - 2 * (b))"), ("step(a, b)", "((a) % 9 + (b))"),
    ("fma(a, b, c)", "((a) + (b) - (c))"), ("round(x)", "((x) * 0)"), ("floor(x)", "((x) * 0)"), ("sqrt(x)", "((x) + 42)"),
    ("fabs(x)", "((x) * 0)"), ("copysign(a, b)", "((a) + 44 * (b))"), ("ceil(x)", "((x) * 0)"), ("trunc(x)", "((x) * 0)"),
    ("fmin(a, b)", "(a)"), ("fmax(a, b)", "(b)"), ("rsqrt(x)", "((x) + 49)"), ("abs(x)", "((x) < 0 ? -(x) : (x))"),
    ("uint", "short"), ("ulong", "unsigned char"), ("uchar", "int"), ("ushort", "signed char")]
CALLS = ["__popc((unsigned)@)", "__clz(@)", "__mulhi(@ * 99999, 77777)", "roundf(@ * 0.5f)", "floorf(@ * 0.25f)", "fabsf(@ * 0.5f) * 2",
         "sqrtf((float)@ * @)", "__float_as_int(@ + 1.5f)", "__int_as_float(0x3f800000 + ((@ & 15) << 16)) * 4", "__float2int_rn(@ * 0.5f)",
         "fminf(@, 3.f)", "fmaxf(@ * 0.5f, 1.f) * 2", "rintf(@ * 0.5f)", "__mul24(@, 77)", "__hadd(@, 9)", "__rhadd(@, 4)",
         "fmaf(@, 2.f, 1.f)", "copysignf(@, -1.f)", "ceilf(@ * 0.5f)", "truncf(@ * 0.5f)", "__popcll(@ * 5ll)", "isfinite(@ + 0.5f) ? 1 : 2",
         "threadIdx.x * 3 - @", "blockIdx.x + @", "(unsigned)@ >> 3", "(unsigned long long)@ % 1000", "(unsigned char)(@ * 9)",
         "__ffs(@)", "__clzll(@)", "__brev(@)", "__funnelshift_l(@, 7u, 5)", "__byte_perm(@, 3, 0x3715)", "llmax(@, 2)", "umin(@, 9u)"]


@gadget("macros named as library functions", weight=2)
def library_macros(g):
    if g.wrapped:  # other gadgets define functions of these names in a namespace
        return
    chosen = g.rng.sample(LIBRARY_MACROS, 6)
    for head, body in chosen:
        g.declare(f"#define {head} {body}")
        g.trailing.append(f"#undef {head.partition('(')[0]}")
    v, f = g.name("li"), g.global_name("lib")
    g.emit(f"int {v} = {clipped(g.integer(1), -60, 60).text};")
    calls = g.rng.sample(CALLS, 6)
    g.declare(f"__device__ long long {f}(int x) {{ return (long long)({calls[0].replace('@', 'x')}) + (long long)({calls[1].replace('@', 'x')}); }}")
    g.result(Value(f"{f}({v})", *ANY))
    for call in calls[2:]:
        g.result(Value(call.replace("@", v), *ANY))
    for head, _ in chosen[:4]:
        name, _, parameters = head.partition("(")
        if parameters:
            g.result(Value(f"{name}({', '.join([v, '2', '3'][:parameters.count(',') + 1])}) + 1", *ANY))
        else:
            g.emit(f"{name} {v}{name} = {v};")
            g.result(Value(f"{v}{name} * 2", *ANY))


@gadget("index changes a signed or narrow value", weight=3)
def indexed_changes(g):
    s, v, f, m = g.global_name("Acc"), g.name("ac"), g.global_name("fold"), g.macro_name("CHANGE")
    type_ = g.rng.choice([LLONG, LLONG, SHORT, INT, CHAR, UCHAR, USHORT, ULLONG, SCHAR])
    t = type_.name
    g.declare(f"struct {s} {{ {t} q, a[3]; __device__ {s}({t} k) : q(k), a{{k, 1, 2}} {{}} __device__ {s} *self() {{ return this; }}",
              f"  __device__ {t} &at(int i) {{ return a[i % 3]; }}", "  __device__ void by() { q /= blockDim.x; }",
              f"  __device__ {s} &operator/=(unsigned n) {{ q /= n; return *this; }} }};",
              f"template <typename T> __device__ void {f}(T &x, unsigned n) {{ x /= n; x -= threadIdx.x; }}",
              f"#define {m}(x, op, n) x op n")
    start = clipped(g.integer(2), max(type_.lo, -100000), min(type_.hi, 100000))
    g.emit(f"{s} {v}(({t})({start.text}));")
    g.emit(f"{t} {v}l = ({t})({clipped(g.integer(1), max(type_.lo, -9999), min(type_.hi, 9999)).text}), &{v}r = {v}l, *{v}p = &{v}.a[1];")
    places = [f"{v}.q", f"{v}.a[0]", f"{v}.self()->q", f"{v}.at(2)", f"{v}l", f"{v}r", f"*{v}p", f"{v}.a[tid % 3]"]
    sides = ["blockDim.x", "(threadIdx.x + 1)", "(blockDim.x * gridDim.x)", "gridDim.x", "(blockIdx.x + 2)", "blockDim.y",
             "(blockDim.x + n)", "(n * blockDim.x)"]
    for _ in range(5):
        place, side = g.rng.choice(places), g.rng.choice(sides)
        op = g.rng.choice(["/=", "/=", "%=", "-=", "+=", "%=", ">>=", "|=", "^=", "&="])
        if op == ">>=":
            place, side = g.rng.choice(places[:2] + places[4:]), g.rng.choice(["threadIdx.x % 7", "blockIdx.x", "gridDim.x"])
        g.emit(g.rng.choice([f"{place} {op} {side};", f"{place} {op} {side};", f"{m}({place}, {op}, {side});"]))
        g.result(Value(place, *ANY))
    if g.chance(0.5):
        g.emit(g.rng.choice([f"{f}({v}.q, blockDim.x);", f"{v}.by();", f"{v} /= blockDim.x;", f"{f}(*{v}p, gridDim.x + 1);"]))
    g.result(Value(f"{v}.q + {v}.a[1] * 3 + {v}l", *ANY))
    g.result(Value(f"{v}l / blockDim.x + ({v}.q < threadIdx.x) * 7 + ({v}.q - blockDim.x > 0)", *ANY))


SPECIAL = ["NAN", "-NAN", "INFINITY", "-INFINITY", "3e9f", "-3e9f", "1e20f", "-1e20f", "4294967296.0f", "2147483648.0f",
           "-2147483648.0f", "70000.5f", "-1.5f", "300.75f", "-200.25f", "0.0f"]


@gadget("conversions that saturate", weight=2)
def saturating(g):
    h, p = g.name("sp"), g.name("spp")
    real = g.rng.choice(["float", "double"])
    values = [g.rng.choice(SPECIAL) for _ in range(4)] + g.rng.sample(SPECIAL, 4)
    g.before.append(f"static {real} {h}[8], *d_{h};")
    g.before += [f"{h}[{k}] = ({real})({value});" for k, value in enumerate(values)]
    g.before += [f"cudaMalloc(&d_{h}, sizeof {h});", f"cudaMemcpy(d_{h}, {h}, sizeof {h}, cudaMemcpyHostToDevice);"]
    g.parameters.append(f"const {real} *{p}")
    g.arguments.append(f"d_{h}")
    for _ in range(4):
        type_ = g.rng.choice([INT, UINT, LLONG, ULLONG, SHORT, UCHAR, SCHAR, USHORT, CHAR, BOOL, SIZE])
        t, x = type_.name, g.name("x")
        value = f"{p}[{g.within(0, 7).text}]"
        value = g.rng.choice([value, value, f"{value} * 2", f"-{value}"])
        right = f"shim_convert<{t}>({value})"
        kind = g.rng.randrange(6)
        if kind == 0:
            g.emit(f"{t} {x} = {value};  // on the CPU: {t} {x} = {right};")
        elif kind == 1:
            g.emit(f"{t} {x} = ({t})({value});  // on the CPU: {t} {x} = {right};")
        elif kind == 2:
            g.emit(f"{t} {x}; {x} = static_cast<{t}>({value});  // on the CPU: {t} {x} = {right};")
        elif kind == 3:
            f = g.global_name("cut")
            g.declare(f"__device__ {t} {f}({real} v) {{ return v; }}  // on the CPU: {t} {f}({real} v) {{ return shim_convert<{t}>(v); }}")
            g.emit(f"{t} {x} = {f}({value});")
        elif kind == 4:
            f = g.global_name("Cuts")
            g.declare(f"struct {f} {{ char c; {t} v[2]; }};")
            g.emit(f"{f} {x}_s = {{1, {{0, 1}}}};")
            g.emit(f"{x}_s.v[1] = {value};  // on the CPU: {x}_s.v[1] = {right};")
            g.emit(f"{t} {x} = {x}_s.v[1];")
        else:
            f = g.global_name("to")
            g.declare(f"template <typename T> __device__ T {f}({real} v) {{ return (T)v; }}"
                      f"  // on the CPU: template <typename T> T {f}({real} v) {{ return shim_convert<T>(v); }}")
            g.emit(f"{t} {x} = {f}<{t}>({value});")
        g.fired(f"{real} of any value to {t}")
        g.result(Value(x, *ANY))
    if g.chance(0.5):
        i = g.within(0, 7).text
        g.result(Value(f"({p}[{i}] < 1) + 2 * ({p}[{i}] >= 1) + 4 * ({p}[{i}] == {p}[{i}]) + 8 * !({p}[{i}] > -2)", *ANY))


@gadget("floating values as conditions", weight=2)
def float_conditions(g):
    real, s, v, f, m = g.rng.choice(["float", "double"]), g.global_name("Det"), g.name("d"), g.global_name("given"), g.macro_name("SAFE")
    g.declare(f"struct {s} {{ {real} det, m[2]; __device__ bool ok() const {{ return det; }} __device__ operator {real}() const {{ return m[0]; }} }};",
              f"__device__ {real} {f}(int k) {{ return k % 3 * ({real})0.5; }}", f"#define {m}(x) ((x) ? 1 : 7)")
    half = f"({real})0.25"
    g.emit(f"{s} {v} = {{{g.within(-1, 1).at(UNARY)} * {half}, {{{g.within(0, 1).at(UNARY)} * {half}, ({real})tid}}}};")
    g.emit(f"int {v}i = 0;")
    objects = [f"{v}.det", f"{v}.m[0]", f"{v}.m[n % 2]", f"{f}(tid)", f"({v}.det * 2)", f"({v}.m[1] - 1)", f"({v}.det, {v}.m[0])", "fin[tid & 63]",
               f"(float){v}.det", f"{v}"]
    for _ in range(4):
        a, b = g.rng.choice(objects), g.rng.choice(objects)
        g.emit(g.rng.choice([
            f"{v}i += {a} ? 3 : 5;", f"if ({a}) {v}i += 9;", f"{v}i += !{a};", f"{v}i += {a} && {b} ? 2 : 4;", f"{v}i += {m}({a});",
            f"if (!{a} || {b}) {v}i ^= 6;", f"{{ bool b = {a}; {v}i += b + 1; }}", f"{v}i += (bool){a} + {v}.ok();",
            f"for (float z = 1.0f; z && {b}; z -= 0.5f) {v}i += 11;", f"{{ {real} z = 2; while (z) {{ z -= 1; {v}i += 13; }} }}",
            f"{v}i += {g.truth().text} ? {a} != 0 : !{b};", f"{{ {real} z = 1; do {{ {v}i += 2; z -= ({real})0.5; }} while (z && {a}); }}",
            f"if ({real} z = {f}({v}i & 3)) {v}i += (int)(z * 4);", f"{v}i += static_cast<bool>({a}) ? 1 : {b} ? 2 : 3;"]))
        g.result(Value(f"{v}i", *ANY))
