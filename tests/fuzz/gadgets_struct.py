# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets of structs: odd layouts, by value, by pointer, methods, operators, references."""

from registry import gadget
from values import (BOOL, CHAR, DOUBLE, FLOAT, INT, LLONG, PRIMARY, SCHAR, SHORT, SIZE, UCHAR, UINT, ULLONG, USHORT, Value, bounded,
                    clipped)

FIELDS = [BOOL, CHAR, UCHAR, SHORT, USHORT, INT, UINT, LLONG, ULLONG, FLOAT, DOUBLE]


class Struct:
    """A struct type: `leaves` are (path, type) of its arithmetic parts."""

    def __init__(self, name, leaves):
        self.name, self.leaves = name, leaves


def plain_struct(g, bit_fields=True):
    """Declares a struct with a layout that tempts a translator to get it wrong."""
    name = g.global_name("S")
    leaves, lines = [], []
    for k in range(g.rng.randrange(2, 6)):
        kind = g.rng.random()
        f = f"{'abcdefgh'[k]}"
        type_ = g.rng.choice(FIELDS)
        if kind < 0.6:
            lines.append(f"{type_.name} {f};")
            leaves.append((f, type_))
        elif kind < 0.75:
            lines.append(f"{type_.name} {f}[3];")
            leaves += [(f"{f}[{i}]", type_) for i in range(3)]
        elif kind < 0.83:
            g.fired("vector in struct")
            v, base, parts = g.rng.choice([("float3", FLOAT, "xyz"), ("double4", DOUBLE, "xyzw"), ("uchar3", UCHAR, "xyz"),
                                           ("int4", INT, "xyzw"), ("short2", SHORT, "xy"), ("float2", FLOAT, "xy")])
            lines.append(f"{v} {f};")
            leaves += [(f"{f}.{p}", base) for p in parts]
        elif kind < 0.92:
            g.fired("nested struct")
            other = g.rng.choice(FIELDS)
            lines.append(f"struct {{ {type_.name} p; {other.name} q; }} {f};")
            leaves += [(f"{f}.p", type_), (f"{f}.q", other)]
        elif bit_fields:
            g.fired("bit-field")
            lines += [f"unsigned {f} : 5;", f"int {f}{f} : 9;"]
            leaves += [(f, Value_range(INT, 0, 31)),  # an int in expressions
                       (f + f, Value_range(INT, -256, 255))]
    if not leaves:
        lines.append("int z;")
        leaves.append(("z", INT))
    g.declare(f"struct {name} {{", *("  " + line for line in lines), "};")
    return Struct(name, leaves)


class Value_range:
    """The type of a bit-field: like its base type but with fewer values."""

    def __init__(self, base, lo, hi):
        self.__dict__.update(base.__dict__)
        self.lo, self.hi, self.base = lo, hi, base

    floating = False


def fill(g, struct, access):
    """Assigns every leaf; afterwards all are in scope."""
    for path, type_ in struct.leaves:
        if type_.floating:
            value = Value(f"(float)({bounded(g.integer(1), 64).text}) / 2", FLOAT, -32, 32, PRIMARY, 1)
            g.emit(f"{access}{path} = {value.text};")
            g.add(Value(access + path, type_, -32, 32, PRIMARY, 1))
        else:
            base = getattr(type_, "base", type_)
            value = clipped(g.integer(2), type_.lo, type_.hi) if base is not type_ else g.integer(2)
            g.emit(f"{access}{path} = {value.text};")
            g.add(Value(access + path, base, type_.lo, type_.hi))


def leaf_sum(struct, access):
    """An expression that every leaf takes part in."""
    return " + ".join(f"(long long)({access}{path}{' * 4' if t.floating else ''}) % 1000 * {k + 1}"
                      for k, (path, t) in enumerate(struct.leaves))


@gadget("struct by value", weight=2)
def by_value(g):
    s = plain_struct(g)
    f, make = g.global_name("take"), g.global_name("give")
    g.declare(f"__device__ long long {f}({s.name} s, int k) {{",
              f"  s.{s.leaves[0][0]} = k & 7;", f"  return {leaf_sum(s, 's.')};", "}")
    v = g.name("s")
    g.emit(f"{s.name} {v}{g.rng.choice([' = {}', ''])};")
    fill(g, s, v + ".")
    g.result(Value(f"{f}({v}, {g.within(0, 100).text})", LLONG, 0, 0))
    g.result(Value(leaf_sum(s, v + "."), LLONG, 0, 0))
    if g.chance(0.6):
        g.fired("struct returned")
        g.declare(f"__device__ {s.name} {make}(const {s.name} &o, int k) {{", f"  {s.name} r = o;",
                  f"  r.{s.leaves[-1][0]} = k & 15;", "  return r;", "}")
        w = g.name("s")
        g.emit(f"{g.rng.choice([s.name, 'auto', 'const ' + s.name])} {w} = {make}({v}, threadIdx.x - 3);")
        g.result(Value(leaf_sum(s, w + "."), LLONG, 0, 0))
        g.result(Value(f"{make}({w}, 5).{s.leaves[-1][0]}", LLONG, 0, 0))


@gadget("struct by pointer", weight=2)
def by_pointer(g):
    s = plain_struct(g)
    f = g.global_name("bump")
    with g.function(f"__device__ void {f}({s.name} *s, int k)", [Value("k", INT, 0, 100)]):
        for path, type_ in s.leaves[:3]:
            g.emit(f"s->{path} = s->{path} {'+ k' if type_.floating else '^ (k & 1)' if type_.name == 'bool' else '/ 2'};")
    v = g.name("s")
    if g.chance(0.5):
        g.fired("array of structs")
        g.emit(f"{s.name} {v}[2];")
        fill(g, s, f"{v}[0].")
        g.emit(f"{v}[1] = {v}[0];")
        g.emit(f"{f}({g.rng.choice([v + ' + 1', '&' + v + '[1]', v + ' + (threadIdx.x & 1)'])}, 3);")
        g.scopes[-1][:] = [x for x in g.scopes[-1] if not x.type.floating]
        for i in range(2):
            g.result(Value(leaf_sum(s, f"{v}[{i}]."), LLONG, 0, 0))
    else:
        g.emit(f"{s.name} {v};")
        fill(g, s, v + ".")
        g.emit(f"{f}(&{v}, {g.within(0, 100).text});")
        g.scopes[-1][:] = [x for x in g.scopes[-1] if not x.type.floating]  # these have left their bounds
        p = g.name("p")
        g.emit(f"{g.rng.choice(['const ', ''])}{s.name} *{p} = &{v};")
        g.result(Value(leaf_sum(s, p + "->"), LLONG, 0, 0))
        g.result(Value(f"(*{p}).{s.leaves[0][0]}", LLONG, 0, 0))


@gadget("struct layout")
def layout(g):
    s = plain_struct(g, bit_fields=False)
    v = g.name("s")
    g.emit(f"{s.name} {v}[2];")
    g.emit(f"{v}[0].{s.leaves[0][0]} = 1;")
    g.result(Value(f"sizeof({s.name}) * 1000 + alignof({s.name})", SIZE, 0, 0))
    for path, _ in s.leaves[:3]:
        g.result(Value(f"(const char *)&{v}[1].{path} - (const char *)&{v}[0]", LLONG, 0, 0))
    g.result(Value(f"&{v}[1] - {v}", LLONG, 0, 0))


def host_value(type_, k, g):
    if type_.floating:
        return f"i % 9 * 0.5f - {g.rng.randrange(4)}"
    if type_.name == "bool":
        return "i % 3 == 0"
    return f"({getattr(type_, 'base', type_).name})(i * {g.rng.randrange(1, 9)} - {k * 3})" if not hasattr(type_, "base") \
        else f"i % {g.rng.randrange(2, 30)}"


@gadget("structs in global memory", weight=2)
def in_global(g):
    s = plain_struct(g, bit_fields=g.chance(0.3))
    h, n = g.name("h"), 16
    p = g.name("sp")
    g.before += [f"static {scope(g)}{s.name} {h}[{n}], *d_{h};", f"for (int i = 0; i < {n}; i++) {{"]
    g.before += [f"  {h}[i].{path} = {host_value(t, k, g)};" for k, (path, t) in enumerate(s.leaves)]
    g.before += ["}", f"cudaMalloc(&d_{h}, sizeof {h});",
                 f"cudaMemcpy(d_{h}, {h}, sizeof {h}, cudaMemcpyHostToDevice);"]
    g.parameters.append(f"{s.name} *{p}")
    g.arguments.append(f"d_{h}")
    i = g.within(0, n - 1).text
    v = g.name("s")
    g.emit(f"{g.rng.choice([s.name, 'const ' + s.name + ' &', 'auto'])} {v} = {p}[{i}];")
    g.result(Value(leaf_sum(s, v + "."), LLONG, 0, 0))
    g.result(Value(f"{p}[{n - 1}].{s.leaves[0][0]}", LLONG, 0, 0))
    # Each thread changes one struct of its own; nobody reads these.
    q = g.name("sw")
    g.parameters.append(f"{s.name} *{q}")
    g.arguments.append(f"d_{q}")
    total = g.threads * g.grid[0] * g.grid[1] * g.grid[2]
    g.before += [f"static {scope(g)}{s.name} {q}[{total}], *d_{q};", f"cudaMalloc(&d_{q}, sizeof {q});",
                 f"cudaMemset(d_{q}, 0, sizeof {q});"]
    g.emit(f"{q}[gid] = {p}[gid % {n}];")
    path, t = g.rng.choice(s.leaves)
    g.emit(f"{q}[gid].{path} = {'gid % 8' if t.floating or hasattr(t, 'base') else g.integer(2).text};")
    g.after += [f"cudaMemcpy({q}, d_{q}, sizeof {q}, cudaMemcpyDeviceToHost);", f"for (int i = 0; i < {total}; i++)",
                f"  add({leaf_sum(s, f'{q}[i].')});"]


def scope(g):
    """What qualifies a name of this kernel in host code."""
    return f"n{g.seed}::" if g.wrapped else ""


@gadget("struct parameter of kernel")
def parameter(g):
    s = plain_struct(g, bit_fields=g.chance(0.3))
    p, h = g.name("arg"), g.name("h")
    g.before += [f"{scope(g)}{s.name} {h} = {{}};", "{ int i = 11;"]
    g.before += [f"  {h}.{path} = {host_value(t, k, g)};" for k, (path, t) in enumerate(s.leaves)] + ["}"]
    g.parameters.append(f"{g.rng.choice(['', 'const '])}{s.name} {p}")
    g.arguments.append(h)
    g.result(Value(leaf_sum(s, p + "."), LLONG, 0, 0))
    g.result(Value(f"{p}.{s.leaves[-1][0]} - threadIdx.x", LLONG, 0, 0))


@gadget("scalar parameters of kernel")
def scalar_parameters(g):
    for type_ in g.rng.sample([BOOL, CHAR, UCHAR, SHORT, LLONG, SIZE, UINT, FLOAT, DOUBLE], 3):
        p = g.name("k")
        value = g.rng.randrange(0, 100)
        g.parameters.append(f"{type_.name} {p}")
        g.arguments.append(f"{value}" if g.chance(0.5) else f"({type_.name}){value}")
        if not type_.floating:
            g.scopes[1].append(Value(p, type_, 0, min(value, type_.hi)))
        g.result(Value(f"{p} * 2 - {g.rng.choice(['5', 'threadIdx.x', '7LL'])}", LLONG, 0, 0))
        if type_ is not BOOL and g.chance(0.3):
            g.fired("kernel parameter changed")
            g.emit(f"{p} /= 2;")
            g.result(Value(f"{p}", LLONG, 0, 0))


@gadget("vector types")
def vectors(g):
    name, base, parts = g.rng.choice([("float3", FLOAT, "xyz"), ("float4", FLOAT, "xyzw"), ("int2", INT, "xy"),
                                      ("uchar4", UCHAR, "xyzw"), ("double2", DOUBLE, "xy"), ("short3", SHORT, "xyz"),
                                      ("uint4", UINT, "xyzw"), ("longlong2", LLONG, "xy"), ("char3", SCHAR, "xyz"),
                                      ("double4", DOUBLE, "xyzw"), ("int3", INT, "xyz")])
    v, w = g.name("v"), g.name("v")
    g.emit(f"{name} {v} = make_{name}({', '.join(bounded(g.integer(1), 100).text for _ in parts)});")
    g.emit(f"{name} {w} = {v};")
    g.emit(f"{w}.{parts[-1]} {g.rng.choice(['+=', '-=', '*='])} {g.rng.randrange(1, 5)};")
    for p in parts:
        g.result(Value(f"{w}.{p} * 2 - {v}.x", LLONG, 0, 0))
    f = g.global_name("vec")
    g.declare(f"__device__ {name} {f}({name} a, const {name} &b) {{",
              f"  {name} r = {{{', '.join(f'({base.name})(a.{p} + b.{q})' for p, q in zip(parts, reversed(parts)))}}};",
              "  return r;", "}")
    g.result(Value(f"{f}({v}, {w}).{parts[1]}", LLONG, 0, 0))
    if g.chance(0.4):
        g.fired("operator on vector type")
        op = g.global_name("H")
        g.declare(f"struct {op} {{ {name} v; }};", f"__device__ {op} operator+(const {op} &a, {op} b) {{",
                  *(f"  b.v.{p} += a.v.{p};" for p in parts), "  return b;", "}")
        g.emit(f"{op} h{v} = {{{v}}}, h{w} = {{{w}}};")
        g.result(Value(f"(h{v} + h{w}).v.{parts[-1]}", LLONG, 0, 0))
    if g.chance(0.5):
        g.fired("pointer to component")
        h = g.global_name("part")
        g.declare(f"__device__ void {h}({base.name} *p, {base.name} &q) {{ *p = 9; q -= 2; }}")
        g.emit(f"{h}(&{v}.{parts[0]}, {v}.{parts[-1]});")
        g.result(Value(f"{v}.{parts[0]} + 3 * {v}.{parts[-1]}", LLONG, 0, 0))
    if g.chance(0.4):
        g.fired("array of vectors")
        a = g.name("va")
        g.emit(f"{name} {a}[3] = {{{v}, {w}, {v}}};")
        g.result(Value(f"{a}[threadIdx.x % 3].{parts[0]} + sizeof({a})", LLONG, 0, 0))
        g.result(Value(f"((const {base.name} *){a})[{len(parts)}]", LLONG, 0, 0))


@gadget("dim3 and uint3 copies")
def dim_copies(g):
    d = g.name("d")
    what = g.rng.choice(["threadIdx", "blockIdx", "blockDim", "gridDim"])
    type_ = g.rng.choice(["uint3", "dim3", "auto", "const uint3", "const dim3", "const uint3 &" if "Idx" in what
                          else "const dim3 &"])
    if type_ == "uint3" or "auto" in type_:
        type_ = "uint3" if "Idx" in what else "dim3"
    if type_ == "const uint3" and "Dim" in what:
        type_ = "const dim3"
    g.emit(f"{type_} {d} = {what};")
    g.result(Value(f"{d}.x - 5", UINT, 0, 0))
    g.result(Value(f"{d}.y * 2ll - {d}.z", UINT, 0, 0))
    f = g.global_name("ids")
    g.declare(f"__device__ long long {f}({g.rng.choice(['uint3', 'const uint3 &', 'dim3'])} t, dim3 n = 3) "
              "{ return t.x - 2 + t.y * n.x + t.z * n.y - n.z * 2; }")
    g.result(Value(f"{f}({what}, blockDim)", LLONG, 0, 0))
    g.result(Value(f"{f}({d})", LLONG, 0, 0))
    if g.chance(0.4):
        e = g.name("d")
        g.emit(f"dim3 {e}({g.within(1, 9).text}, 2);")
        g.result(Value(f"{e}.x * {e}.y - {e}.z * 50", UINT, 0, 0))


@gadget("enums")
def enums(g):
    e = g.global_name("E")
    form = g.rng.choice(["enum", "enum class", "enum : unsigned char", "enum class : short", "enum : long long"])
    head, _, base = form.partition(" :")
    values = [g.rng.randrange(-3 if "unsigned" not in form else 0, 200) for _ in range(3)]
    names = [f"{s}_{e}" for s in ("A", "B", "C")]
    g.declare(f"{head} {e}{' :' + base if base else ''} {{ {', '.join(f'{n} = {v}' for n, v in zip(names, values))} }};")
    q = f"{e}::" if "class" in head else ""
    f = g.global_name("pick")
    g.declare(f"__device__ {e} {f}(int k) {{ return k % 2 ? {q}{names[0]} : {q}{names[2]}; }}")
    v = g.name("e")
    g.emit(f"{e} {v} = {f}({g.within(0, 9).text});")
    g.result(Value(f"(long long){v} * 2 - threadIdx.x", LLONG, 0, 0))
    g.result(Value(f"{v} == {q}{names[1]} ? 4 : sizeof({v})", SIZE, 0, 0))
    r = g.name("r")
    g.emit(f"int {r} = 0;")
    with g.block_of(f"switch ({v})"):
        for k, (n, value) in enumerate(zip(names, values)):
            if value not in values[:k]:
                g.emit(f"case {q}{n}: {r} += {k + 2}; {g.rng.choice(['break;', ''])}")
        g.emit("default: break;")
    g.result(Value(r, INT, 0, 0))


@gadget("union")
def union(g):
    u, v = g.global_name("U"), g.name("u")
    g.declare(f"union {u} {{", "  unsigned w[2];", "  unsigned long long all;", "  unsigned char bytes[8];", "  short s;", "};")
    g.emit(f"{u} {v};")
    g.emit(f"{v}.all = {g.integer(2).text};")
    g.result(Value(f"{v}.w[1] - {v}.bytes[{g.rng.randrange(8)}]", UINT, 0, 0))
    g.emit(f"{v}.bytes[3] = {g.within(0, 255).text};")
    g.result(Value(f"{v}.s * 2", INT, 0, 0))
    g.result(Value(f"{v}.all >> 3", INT, 0, 0))
