# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets of plain C: integers, conversions, floating point, control flow, functions, macros."""

from builder import Array
from registry import gadget
from values import (ADD, BOOL, CHAR, DOUBLE, FLOAT, INT, INTEGERS, LLONG, PRIMARY, SCHAR, SHIFT, SHORT, SIZE, UCHAR, UINT,
                    ULLONG, UNARY, USHORT, WIDE, Value, binary, bounded, clipped, converted, fits, interval, literal)


@gadget("declaration", weight=3)
def declaration(g):
    for _ in range(g.rng.randrange(1, 4)):
        g.keep(g.rng.choice(INTEGERS), g.integer(4))


@gadget("direct result", weight=2)
def direct_result(g):
    for _ in range(3):
        g.result(g.integer(4))


@gadget("index in wide arithmetic", weight=2)
def wide_index(g):
    x = g.identity()
    k = g.rng.randrange(1, 40)
    forms = [f"{x.text} - {k}", f"-{x.text}", f"~{x.text}", f"({x.text} - {k}) / 2", f"({x.text} - {k}) >> 1",
             f"{x.text} * 3000000000u", f"blockIdx.x * blockDim.x + threadIdx.x - {k}", f"{x.text} - blockDim.x",
             f"({x.text} + 1) * (blockDim.x << 27)", f"{k} - {x.text}", f"({x.text} - {k}) % 7", f"{x.text} - {k} > 0",
             f"{x.text} - {k} < {x.text}", f"-{k} < {x.text}", f"min({x.text} - {k}, 5u)", f"({x.text} - {k}) * 2ll",
             f"threadIdx.x * blockDim.x - {k}LL", f"{x.text} - {k} == -{k} ? 1 : 2"]
    for form in g.rng.sample(forms, 3):
        type_ = g.rng.choice(["long long", "unsigned long long", "size_t", "double", "float", "int", "unsigned", "auto",
                              "short", "long"])
        v = g.name("w")
        g.emit(f"{type_} {v} = {form};")
        if type_ == "auto":
            g.result(Value(f"{v} / 2 - {k}", LLONG, 0, 0))
            g.result(Value(f"sizeof({v})", SIZE, 0, 0))
        else:
            g.result(Value(v, LLONG, 0, 0))


@gadget("compound assignment")
def compound(g):
    for _ in range(2):
        v = g.variable(g.rng.choice([CHAR, UCHAR, SHORT, USHORT, UINT, ULLONG, BOOL, SIZE]), g.integer(2))
        g.scopes[-1].remove(v)
        type_ = v.type
        whole = g.add(Value(v.text, type_, type_.lo, type_.hi))
        for op in g.rng.sample(["+", "-", "*", "&", "|", "^", "/", "%"], 3):
            if type_ is BOOL and op in "/%":
                continue
            b = binary(op, whole, g.integer(2))  # for its checks: an operand that needs reducing is put into the right
            if b.text.startswith(f"{v.text} {op} "):
                right = b.text[len(f"{v.text} {op} "):]
                g.emit(f"{v.text} {op}= {right};")
        g.emit(g.rng.choice([f"{v.text}++;", f"++{v.text};", f"{v.text} -= 1;"]) if type_ is not BOOL
               else f"{v.text} = !{v.text};")
        g.result(whole)


@gadget("increment in expression")
def increments(g):
    v = g.name("i")
    type_ = g.rng.choice([INT, UINT, UCHAR, CHAR, SHORT, LLONG])
    start = g.rng.choice([0, 3, 126])
    g.emit(f"{type_.name} {v} = {start};")
    a, b = g.name("a"), g.name("a")
    g.emit(f"int {a} = {v}++ * 3, {b} = --{v} - {g.rng.randrange(9)};")
    g.emit(f"{v} += {a} > {b} ? 2 : -1, ++{v};")
    for n in (a, b, v):
        g.result(Value(n, INT, 0, 0))
    g.add(Value(v, type_, type_.lo if type_.bits < 32 else 0, type_.hi if type_.bits < 32 else 1000))


@gadget("float", weight=2)
def floats(g):
    for type_ in (FLOAT, DOUBLE) if g.chance(0.5) else (FLOAT,):
        value = g.real(type_)
        v = g.variable(type_, value, "f")
        g.result(Value(f"{v.text} * 8", LLONG, 0, 0))
        if fits(v, INT):
            to = g.rng.choice([INT, LLONG, BOOL] + ([CHAR, SCHAR] if v.within(-128, 127) else [SHORT]))
            if fits(v, to):
                g.fired("float to " + to.name)
                g.keep(to, v)
    g.result(binary("+", Value(f"{g.real().at(ADD)} < {g.real().at(ADD)}", BOOL, 0, 1, 0), literal(0)))


@gadget("float functions")
def float_functions(g):
    v = g.variable(FLOAT, Value(f"(float){bounded(g.integer(2), 64).at(UNARY)}", FLOAT, -64, 64), "f")
    forms = [f"fmaf({v.text}, 2.5f, 1.5f) * 2", f"sqrtf({v.text} * {v.text})", f"copysignf({v.text}, -1.0f)",
             f"fmodf({v.text}, 5.0f)", f"ldexpf({v.text}, 3)", f"fdimf({v.text}, 2.0f)", f"fabs({v.text})",
             f"floor({v.text} / 4)", f"{v.text} / 4 * 8", f"__float2int_rn({v.text} * 0.5f)", f"sqrt({v.text} * {v.text})",
             f"__float2int_rd({v.text} * 0.25f)", f"__float2int_ru({v.text} / 8)", f"max({v.text}, 1.5) * 2",
             f"__float_as_int({v.text} + 1000.5f)", f"__int_as_float(0x3f800000 + (threadIdx.x << 23)) * 2",
             f"max({v.text}, 0.0f)", f"fmax({v.text}, 3)", f"rintf({v.text} * 0.5f)", f"signbit({v.text} - 100) ? 1 : 0",
             f"isfinite({v.text}) ? 3 : 4", f"fmin({v.text}, 1)"]
    for form in g.rng.sample(forms, 4):
        g.result(Value(form, LLONG, 0, 0))


@gadget("integer intrinsics")
def intrinsics(g):
    a, b = g.integer(2), g.integer(2)
    u, w = f"(unsigned)({a.text})", f"(unsigned)({b.text})"
    i, j = f"(int)({a.text})", f"(int)({b.text})"
    forms = [f"__popc({u})", f"__clz({i})", f"__ffs({i})", f"__brev({u})", f"__mulhi({i}, {j})", f"__umulhi({u}, {w})",
             f"__byte_perm({u}, {w}, 0x3715)", f"__popcll((unsigned long long)({a.text}))",
             f"__clzll((long long)({a.text}))", f"__ffsll((long long)({b.text}))", f"__mul24({i} % 4000, {j} % 4000)",
             f"__hadd({i}, {j})", f"__rhadd({i} % 9999, {j} % 9999)", f"__brevll((unsigned long long)({a.text}))",
             f"umin({u}, {w})", f"llmax({a.text}, {b.text})", f"__funnelshift_l({u}, {w}, 5)", f"llabs({i})", f"labs({j})"]
    for form in g.rng.sample(forms, 3):
        g.result(Value(form, LLONG, 0, 0))


def body(g, depth=2):
    """A few statements that change what is in scope."""
    if g.chance(0.5):
        g.variable(g.rng.choice(INTEGERS), g.integer(2))
    g.result(g.integer(depth))


@gadget("if else")
def if_else(g):
    v = g.variable(g.rng.choice(WIDE), clipped(g.integer(2), -1000, 1000) if g.chance(0.5) else literal(5))
    g.scopes[-1].remove(v)
    home = Value(v.text, v.type, -1000 if v.type.signed else v.type.lo, 1000 if v.type.signed else v.type.hi)
    with g.block_of(f"if ({g.truth().text})"):
        g.emit(f"{v.text} = {g.home(home, g.integer(3)).text};")
    if g.chance(0.4):
        with g.block_of(f"else if ({g.integer(2).text})"):
            g.emit(f"{v.text} = {g.home(home, g.integer(3)).text};")
    if g.chance(0.6):
        g.emit("else")
        g.emit(f"  {v.text} = {g.home(home, g.integer(2)).text};")
    g.result(g.add(home))


@gadget("for loop")
def for_loop(g):
    acc = g.name("acc")
    type_ = g.rng.choice([UINT, ULLONG, UCHAR, USHORT])
    g.emit(f"{type_.name} {acc} = {g.rng.randrange(5)};")
    i, n = g.name("i"), g.rng.randrange(2, 9)
    of = g.rng.choice([INT, UINT, CHAR, SHORT, LLONG, SIZE, UCHAR])
    head = g.rng.choice([f"for ({of.name} {i} = 0; {i} < {n}; ++{i})", f"for ({of.name} {i} = 0; {i} < {n}; {i} += 2)",
                         f"for ({of.name} {i} = {n - 1}; {i} > 0; {i}--)",
                         f"for ({of.name} {i} = threadIdx.x % {n}; {i} < {n}; {i}++)",
                         f"for ({of.name} {i} = 0, end{i} = {n}; {i} < end{i}; {i}++)"])
    if g.chance(0.4):
        g.fired("#pragma unroll")
        g.emit(g.rng.choice(["#pragma unroll", "#pragma unroll 2", "#pragma unroll 1", f"#pragma unroll {n}"]))
    with g.block_of(head):
        g.add(Value(i, of, 0, n - 1))
        if g.chance(0.3):
            g.emit(f"if ({g.truth().text})")
            g.emit("  continue;")
        g.emit(f"{acc} {g.rng.choice(['+=', '-=', '^=', '|='])} {g.modest(3).text};")
        if g.chance(0.3):
            g.emit(f"if ({acc} > {g.rng.randrange(300)}u && {g.truth().text})")
            g.emit("  break;")
    g.result(g.add(Value(acc, type_, type_.lo, type_.hi)))


@gadget("while loop")
def while_loop(g):
    n = g.variable(g.rng.choice([INT, UINT, UCHAR, LLONG]), g.within(0, 9), "n")
    g.scopes[-1].remove(n)
    acc = g.name("acc")
    g.emit(f"unsigned {acc} = 1;")
    if g.chance(0.5):
        with g.block_of(f"while ({n.text}-- > 0)"):
            g.emit(f"{acc} = {acc} * 3 + {g.modest(2).text};")
            if g.chance(0.4):
                with g.block_of(f"if ({acc} % 5 == 3)"):
                    g.emit("break;")
    else:
        g.fired("do while")
        with g.block_of("do", f"}} while ({n.text}-- > 0 && {acc} % 7);"):
            g.emit(f"{acc} += {g.modest(2).text};")
    g.result(g.add(Value(acc, UINT, 0, UINT.hi)))


@gadget("switch")
def switch(g):
    v = g.name("s")
    g.emit(f"long long {v} = 7;")
    of = g.rng.choice(["", "(char)", "(unsigned)", "(long long)", "(unsigned char)"])
    with g.block_of(f"switch ({of}({g.within(-1, 6).text}))" if "unsigned" not in of else
                    f"switch ({of}({g.within(0, 6).text}))"):
        labels = g.rng.sample(range(0, 7), 4)
        for label in labels:
            g.emit(f"case {label}:" if g.chance(0.7) or label == 6 else f"case {label}: {{")
            braces = g.lines[-1].endswith("{")
            g.emit(f"  {v} = {v} * 3 + (int)({g.integer(2).text});" if g.chance(0.5) else f"  {v} ^= (short)({g.integer(2).text});")
            if braces:
                g.emit("}")
            if g.chance(0.6):
                g.emit("  break;")
        g.emit(g.rng.choice(["default:", "default:", "case 40:"]))
        g.emit(f"  {v} -= 2;")
    g.emit(f"{v} %= 100000;")
    g.result(g.add(Value(v, LLONG, -99999, 99999)))


@gadget("goto")
def goto(g):
    label, i = g.global_name("again"), g.name("i")
    acc = g.name("acc")
    g.emit(f"unsigned {i} = 0, {acc} = 1;")
    g.lines.append(f"{label}:")
    g.emit(f"{acc} += {acc} + {i};")
    with g.block_of(f"if (++{i} < {g.within(1, 6).at(SHIFT)})"):
        g.emit(f"goto {label};")
    g.result(g.add(Value(acc, UINT, 0, UINT.hi)))


@gadget("device function", weight=2)
def function(g):
    f = g.global_name("fun")
    types = [g.rng.choice(INTEGERS) for _ in range(g.rng.randrange(1, 4))]
    result = g.rng.choice(INTEGERS)
    names = [g.name("p") for _ in types]
    head = ", ".join(f"{g.rng.choice(['', '', 'const '])}{t.name} {n}" for t, n in zip(types, names))
    qualifier = g.rng.choice(["__device__", "__device__ static", "__device__ __forceinline__", "__host__ __device__",
                              "static __device__ inline", "__device__ __noinline__"])
    with g.function(f"{qualifier} {result.name} {f}({head})", [Value(n, t, t.lo, t.hi) for n, t in zip(names, types)]):
        if "__host__" in qualifier:
            g.emit(f"return {names[0]} / 2;")
        else:
            if g.chance(0.5):
                with g.block_of(f"if ({g.truth().text})"):
                    g.emit(f"return {g.integer(3).text};")
            g.variable(g.rng.choice(INTEGERS), g.integer(3))
            g.emit(f"return {g.integer(3).text};")
    for _ in range(2):
        g.keep(g.rng.choice(INTEGERS), Value(f"{f}({', '.join(g.integer(2).text for _ in types)})", result, result.lo,
                                             result.hi))


@gadget("overloads")
def overloads(g):
    f = g.global_name("over")
    types = g.rng.sample([INT, UINT, CHAR, LLONG, FLOAT, DOUBLE, UCHAR, ULLONG, BOOL, SHORT], 3)
    for k, t in enumerate(types):
        g.declare(f"__device__ int {f}({t.name} v) {{ return (int)(v > 1) + {k + 1}0; }}")
    for t in types:
        value = g.real() if t.floating else g.integer(2)
        text = f"({t.name})({value.text})" if g.chance(0.8) or t.floating else None
        if text is None:
            g.emit(f"{t.name} {g.name('o')} = {value.text};")
            text = f"o{g.counts['o']}"
        g.result(Value(f"{f}({text})", INT, 0, 99))


@gadget("macros")
def macros(g):
    m, n, k = (g.macro_name(s) for s in ("MUL", "LIMIT", "PICK"))
    g.declare(f"#define {n} {g.rng.choice(['8', '(threadIdx.x + 3)', '12u', '(blockDim.x - 20)'])}",
              f"#define {m}(a, b) ({g.rng.choice(['(a) * 2 - (b)', '(a) + (b) % 5', '(a) - (b)', '(b) < (a)'])})",
              f"#define {k}(c, x, y) \\", "  ((c) ? (x) : (y))")
    g.result(Value(f"{m}((unsigned)({g.integer(2).text}), {n})", LLONG, 0, 0))
    g.result(Value(f"{m}({g.within(-100, 100).text}, (short){g.within(0, 99).at(UNARY)}) + {n}", LLONG, 0, 0))
    g.keep(LLONG, Value(f"{k}({g.truth().text}, {g.integer(1).text}, {m}(threadIdx.x, 5))", LLONG, LLONG.lo, LLONG.hi))
    if g.chance(0.5):
        g.fired("statement macro")
        s, v = g.macro_name("STEP"), g.name("v")
        g.declare(f"#define {s}(v, d) \\", "  do { \\", "    v = v * 5u + (unsigned)(d); \\", "  } while (0)")
        g.emit(f"unsigned {v} = {g.integer(2).text};")
        for _ in range(2):
            g.emit(f"{s}({v}, {g.integer(2).text});")
        g.result(g.add(Value(v, UINT, 0, UINT.hi)))


@gadget("local array")
def local_array(g):
    type_ = g.rng.choice([INT, CHAR, UCHAR, SHORT, LLONG, UINT])
    a = g.name("t")
    if g.chance(0.5):
        g.emit(f"{type_.name} {a}[4] = {{{', '.join(str(g.rng.randrange(100)) for _ in range(g.rng.randrange(1, 5)))}}};")
    else:
        g.emit(f"{g.rng.choice(['static const ', 'const '])}{type_.name} {a}[] = {{1, 2, 3, {g.rng.randrange(100)}}};")
        g.fired("constant local array")
        g.add(Array(a, type_, 4, 0, 100))
        g.result(g.element(Array(a, type_, 4, 0, 100)))
        return
    array = Array(a, type_, 4, 0, 100)
    for _ in range(2):
        g.emit(f"{g.element(array).text} = {clipped(g.integer(2), 0, 100).text};")
    g.add(array)
    g.result(g.element(array))
    g.result(Value(f"sizeof({a}) / sizeof({a}[0]) - 5", SIZE, 0, 0))


@gadget("reserved names")
def reserved_names(g):
    names = g.rng.sample(["kernel", "global", "local", "constant", "half", "uint8", "event_t", "image2d_t", "read_only",
                          "vec_step", "as_int", "sampler_t", "ushort2", "barrier", "get_global_id", "clamp", "mad", "mix",
                          "rotate", "convert_int", "isequal", "vload4", "popcount", "hadd", "radians", "write_only",
                          "pipe", "ulong16", "addrspace", "NULL_", "bool2", "quad", "complex", "imaginary", "M_PI_F_",
                          "printf_", "atomic_add", "native_sin", "step", "select"], 3)
    for name in names:
        if any(v.text == name for v in g.integers()):
            continue
        type_ = g.rng.choice([INT, UINT, LLONG])
        g.emit(f"{type_.name} {name} = {g.integer(2).text};")
        g.result(g.add(Value(name, type_, *interval(Value("", type_, type_.lo, type_.hi), type_))))


@gadget("functions with OpenCL names")
def opencl_functions(g):
    if not g.wrapped:
        return
    for name in g.rng.sample(["clamp", "step", "mix", "sign", "dot", "length", "fract", "select", "rotate", "any", "mad",
                              "smoothstep", "degrees", "distance", "bitselect", "upsample", "hadd", "get_local_id",
                              "vstore2", "convert_int", "as_uint", "popcount", "barrier", "prefetch"], 2):
        if f"{name}!" in g.counts:
            continue
        g.counts[f"{name}!"] = 1
        a = g.rng.choice([INT, UINT, SHORT])
        g.declare(f"__device__ int {name}({a.name} a, int b, int c = 3) {{ return a < b ? {g.rng.randrange(9)} : c; }}")
        g.keep(INT, Value(f"{name}({g.integer(2).text}, {g.integer(1).text})", INT, INT.lo, INT.hi))


@gadget("ternary of mixed types")
def mixed_ternary(g):
    a, b = g.variable(g.rng.choice([CHAR, UCHAR, SHORT, INT]), g.integer(2)), g.variable(UINT, g.integer(2))
    g.result(Value(f"{g.truth().text} ? {a.text} : {b.text}", LLONG, 0, 0, 2))
    g.result(Value(f"({g.truth().text} ? {a.text} : -1) < {b.text}", BOOL, 0, 1))
    g.result(Value(f"({g.truth().text} ? {a.text} : 2.5) * 2", DOUBLE, 0, 1))


@gadget("default arguments")
def default_arguments(g):
    f = g.global_name("dflt")
    g.declare(f"__device__ long long {f}(int a, unsigned char b = {g.rng.choice([300 - 256, 7])}, unsigned c = -1, bool d = 5) "
              "{ return a % 1000 + b * 2 - (c >> 3) + d; }")
    for tail in ("", f", {g.integer(1).text}", f", {g.integer(1).text}, threadIdx.x - 4"):
        g.result(Value(f"{f}({g.integer(2).text}{tail})", LLONG, 0, 0))


@gadget("conversion of arguments")
def argument_conversion(g):
    f = g.global_name("conv")
    types = [g.rng.choice([FLOAT, DOUBLE]), g.rng.choice([BOOL, UCHAR, CHAR, SHORT]), g.rng.choice([LLONG, SIZE])]
    g.declare(f"__device__ {g.rng.choice(['float', 'double', 'long long'])} {f}({types[0].name} a, {types[1].name} b, "
              f"{types[2].name} c) {{ return a * 2 + b - (c & 255); }}")
    for _ in range(2):
        x = bounded(g.integer(2), 1000)
        g.result(Value(f"{f}({x.text}, {g.integer(2).text}, {g.integer(2).text})", LLONG, 0, 0))


@gadget("sizeof")
def sizes(g):
    types = g.rng.sample(["char", "short", "int", "long", "long long", "size_t", "float", "double", "bool", "float3", "int4",
                          "double4", "uchar3", "char*", "dim3", "long[3]"], 3)
    g.result(Value(" * 100 + ".join(f"sizeof({t})" for t in types) + f" - {g.rng.randrange(999999)}", LLONG, 0, 0))
    g.result(Value(f"sizeof({g.integer(2).text}) + sizeof(threadIdx.x)", SIZE, 0, 0, PRIMARY))


