# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets that mix constructs which are right alone: bit-fields of random widths under indices of threads, lambdas that are passed by
name, switches that fall through in loops, arrays in objects that are passed by value, several declarators in one line."""

from gadgets_cpp import small
from registry import gadget
from values import LLONG, Value

ANY = (LLONG, 0, 0)


@gadget("bit-fields of random widths", weight=2)
def random_bit_fields(g):
    s, v, f = g.global_name("Words"), g.name("w"), g.global_name("mixed")
    rng = g.rng
    lines, fields = [], []
    for i in range(rng.randrange(4, 9)):
        type_, bits = rng.choice([("int", 32), ("unsigned", 32), ("short", 16), ("unsigned char", 8), ("signed char", 8),
                                  ("long long", 64), ("unsigned long long", 64), ("bool", 1), ("unsigned short", 16)])
        width = 1 if type_ == "bool" else rng.randrange(1, bits + 1)
        fields.append((f"f{i}", type_, width))
        lines.append(f"  {type_} f{i} : {width};")
        if g.chance(0.1):
            lines.append(f"  {type_} : 0;")
    if g.chance(0.3):
        lines.insert(rng.randrange(len(lines) + 1), f"  {rng.choice(['double', 'long long', 'unsigned long long'])} plain;")

    def read(name, width):
        more = rng.randrange(3)
        # The sum with a wide field is one of unsigned numbers, so that it cannot overflow.
        text = f"(s.{name} + {more})" if width < 31 else f"s.{name} + {more}"
        return f"r = r * 31 + (unsigned long long){text}{rng.choice(['', f' + (s.{name} > -1)'])};"

    reads = " ".join(read(name, width) for name, _, width in fields)
    g.declare(f"struct {s} {{", *lines, "};",
              f"__device__ long long {f}(const {s} &s) {{ unsigned long long r = 1; {reads} return (long long)(r % 1000000007); }}")
    place, before = v, f"{s} {v} = {{}};"
    form = rng.randrange(4)
    if form == 1:
        before, place = f"{s} {v}s[2] = {{}}, &{v} = {v}s[tid & 1];", v
    elif form == 2:
        before, place = f"{s} {v}o = {{}}, *{v} = &{v}o;", f"(*{v})" if g.chance(0.5) else None
    g.emit(before)

    def at(name):
        return f"{place}.{name}" if place else f"{v}->{name}"

    for _ in range(6):
        name, type_, width = rng.choice(fields)
        index = rng.choice(["threadIdx.x", "blockDim.x", "blockIdx.x", "gridDim.x", "tid", "n", g.within(0, 60).at(14)])
        forms = [f"{at(name)} = {rng.choice(['', '-', '~'])}{index};", f"{at(name)} |= {index};", f"{at(name)} ^= {index} * 5;"]
        if type_ != "bool":
            forms += [f"{at(name)} &= ~{index};", f"{at(name)}++;", f"--{at(name)};", f"{at(name)} >>= 1;"]
            if width < 25:
                forms += [f"{at(name)} += {index};", f"{at(name)} -= {index};", f"{at(name)} /= {index} + 1;",
                          f"{at(name)} %= 7;", f"{at(name)} *= 3;"]
            if width > 31:
                forms += [f"{at(name)} /= 1000003;", f"{at(name)} -= {at(name)} >> 3;"]
        g.emit(rng.choice(forms))
    g.result(Value(f"{f}({'*' if form == 2 else ''}{v})", *ANY))
    if form == 3:
        a, b = rng.choice(fields)[0], rng.choice(fields)[0]
        g.emit(f"{s} {v}c = {v};")
        g.emit(f"({g.truth().text} ? {v}c : {v}) = {s}{{}};")
        g.result(Value(f"{f}({v}c) - {f}({v})", *ANY))
        g.result(Value(f"{g.truth().at(3)} ? {at(a)} : {at(b)}", *ANY))


@gadget("lambdas passed by name", weight=2)
def passed_lambdas(g):
    c, f, v = g.global_name("Taker"), g.global_name("take"), g.name("ln")
    kind = g.rng.choice(["F &&f", "F &f", "const F &f", "F f"])
    k = g.rng.randrange(2, 9)
    g.declare(f"template <typename F> __device__ long long {f}({kind}, int k) {{ return f(k) * 2 - f(1); }}",
              f"template <typename F, typename... R> __device__ long long {f}_all(int k, F &&f, R &&...rest) {{",
              f"  if constexpr (sizeof...(rest) > 0) return f(k) + 3 * {f}_all(k + 1, rest...);", "  return f(k);", "}",
              f"struct {c} {{", "  int k, v[3];", "  __device__ long long go(int t) {",
              f"    auto first = [this, t](int i) {{ return k * t + v[i % 3]; }};",
              f"    auto second = [{g.rng.choice(['*this', 'this', '&', '='])}](int i) {{ return v[(i + 1) % 3] - i * {k}; }};",
              f"    auto third = [x = t + {k}, this](int i) {{ return x * i + v[0]; }};",
              f"    return {f}(first, 2) + {f}(second, 3) * 7 + {f}(third, 1) * 11 + {f}_all(1, third, first, second, [](int i) {{ return i; }});",
              "  }", "};")
    x = small(g)
    g.emit(f"{c} {v}{{{x}, {{1, {g.rng.randrange(9)}, 4}}}};")
    g.result(Value(f"{v}.go({g.within(0, 30).text})", *ANY))
    g.emit(f"auto {v}a = [&{v}](int i) {{ return {v}.k + i; }};")
    g.emit(f"auto {v}b = [k = {small(g)}](int i) {{ return k - i; }};")
    g.result(Value(f"{f}({v}a, 4) + {f}({v}b, {g.rng.randrange(9)}) * 5 + {f}_all(2, {v}b, {v}a)", *ANY))
    g.emit(f"int (*{v}p)(int, short, int) = [](int a, short, int{g.rng.choice(['', ' b'])}) {{ return a * {k}; }};")
    g.result(Value(f"{v}p({g.within(0, 99).text}, 3, {small(g)})", *ANY))


@gadget("switch that falls through in a loop", weight=2)
def falling_switch(g):
    v, q, i = g.name("fs"), g.name("q"), g.name("i")
    rng = g.rng
    type_ = rng.choice(["int", "unsigned", "unsigned char", "signed char", "long long", "unsigned short"])
    g.emit(f"long long {v} = {small(g)};")
    g.emit(f"{type_} {q} = 0;")
    head = rng.choice([f"for (int {i} = 0; {i} < {rng.randrange(2, 7)}; {i}++)", f"for (int {i} = tid & 3; {i} < 6; ++{i})"])
    with g.block_of(head):
        start = rng.choice([f"switch (({q} = ({type_})({g.within(0, 9).at(14)} + {i})) & 7)", f"switch ({q} = ({type_})((n + {i} * 3) & 7); {q})",
                            f"switch (auto {q}s = {q} + {i}; {q}s & 7)", f"switch (({type_})(({q} + {i} * tid) & 7))"])
        with g.block_of(start):
            labels = ["case 0:", "case 1: case 4:", "case 2:", "default:", "case 3:"] if g.chance(0.6) else ["case 5 ... 7:", "case 0:", "default:"]
            rng.shuffle(labels)
            for label in labels:
                body = rng.choice([f"{v} += {i} * 3;", f"{v} ^= {q};", f"{{ int {q} = {rng.randrange(9)}; {v} += {q}; }}",
                                   f"if ({v} & 1) break; {v}++;", f"if ({v} % 3 == 0) continue; {v} -= 2;",
                                   f"for (int k = 0; k < 3; k++) {{ if (k == ({v} & 3)) break; {v} += k; }}",
                                   f"do {v} += 5; while ({v} % 4);", f"{q}++; [[fallthrough]];" if label != labels[-1] else f"{q}++;", ""])
                leave = rng.choice(["", "", " break;", " continue;"]) if "fallthrough" not in body else ""
                g.emit(f"{label} {body}{leave}" if body or leave else f"{label};")
        g.emit(f"{v} = {v} * 2 % 100003 + {q};")
    if g.chance(0.4):
        g.emit(f"if ({q} = ({type_})(tid & 7); {q} > 3) {v} += {q}; else if (int {q} = (int)({v} & 15)) {v} -= {q}; else {v} = {q};")
    g.result(Value(f"{v} * 10 + {q}", *ANY))


@gadget("objects with arrays by value", weight=2)
def arrays_by_value(g):
    s, f, v = g.global_name("Grid"), g.global_name("turn"), g.name("gr")
    rng = g.rng
    type_ = rng.choice(["int", "short", "unsigned char", "long long", "float"])
    rows, columns = rng.randrange(1, 4), rng.randrange(2, 5)
    g.declare(f"struct {s} {{", f"  {type_} v[{rows}][{columns}];", f"  struct {{ {rng.choice(['short', 'bool', 'double', 'char'])} a; int b[2]; }} in[2];",
              "  bool flag = true;",
              f"  __device__ {s} turned(int k) const {{ {s} r = *this; r.v[{rows - 1}][k % {columns}] = ({type_})k; r.in[k & 1].b[1] = k; return r; }}",
              f"  __device__ {type_} *row(int i) {{ return v[i % {rows}]; }}", "};",
              f"__device__ long long {f}({s} s, int k) {{", f"  s.row(k)[k % {columns}] += 1;", "  s.in[1] = s.in[0];", "  long long r = s.flag;",
              "  for (auto &row : s.v)", "    for (auto x : row)", "      r = r * 3 % 1000003 + (int)x;",
              "  for (const auto &e : s.in)", "    r += (int)e.a + e.b[0] * 2 + e.b[1] * 5;", "  return r;", "}",
              f"__device__ {s} {f}_made(int k) {{", f"  if (k & 1)", f"    return {s}().turned(k & 63);", f"  {s} s{{}};",
              f"  s.v[0][1] = ({type_})(k & 31);", f"  return k & 2 ? s : s.turned(5);", "}")
    g.emit(f"{s} {v} = {f}_made({g.within(0, 50).text}), {v}o = {v};")
    forms = [f"{v}.v[tid % {rows}][n % {columns}] = ({type_})({g.within(0, 50).text});", f"{v} = {v}.turned({g.within(0, 50).text});",
             f"{v}o.in[tid & 1] = {v}.in[0];", f"({g.truth().text} ? {v} : {v}o).in[1].b[0] += 7;", f"{v}o.row(tid)[0]++;",
             f"{v}o.flag = {g.truth().text};", f"({g.truth().text} ? {v} : {v}o) = {f}_made(tid);",
             f"{v}.in[0].b[({v}.in[0].b[1] = 1) & 1] -= 3;", f"{s} &{v}r = {v}o; {v}r = {g.truth().at(3)} ? {v} : {v}r;"]
    for form in rng.sample(forms, 4):
        g.emit(form)
    g.result(Value(f"{f}({v}, {g.within(0, 9).text}) + {f}({v}o, 2) * 3 + {f}({v}.turned(3), 1)", *ANY))
    g.result(Value(f"(long long){v}.v[{rows - 1}][1] + {v}o.in[1].b[0] + {f}({f}_made(tid), n)", *ANY))


@gadget("several declarators in one line")
def declarators(g):
    a = g.name("d")
    type_ = g.rng.choice(["int", "unsigned", "short", "long long"])
    parts = [f"*{a}p = &{a}", f"{a}c[2] = {{1, 2}}", f"&{a}r = {a}", f"{a}m[2][2] = {{{{3}}, {{4, 5}}}}", f"(*{a}q)[2] = {a}m",
             f"*const {a}k = {a}m[1]", f"**{a}pp = &{a}p", f"(&{a}s)[2] = {a}m[0]"]
    chosen = [p for p in parts if g.chance(0.8) or a + "p " in p or a + "m[2]" in p]
    g.emit(f"{type_} {a} = {g.within(0, 99).text}, {', '.join(chosen)};")
    text = " ".join(chosen)
    forms = [(f"&{a}r", f"{a}r += 3;"), (f"**{a}pp", f"**{a}pp -= 2;"), (f"**{a}pp", f"*{a}pp = {a}m[tid & 1];"), (f"*const {a}k", f"{a}k[1] *= 2;"),
             (f"(*{a}q)", f"(*{a}q++)[1]++;"), (f"(&{a}s)", f"{a}s[n & 1] = 9;"), (f"{a}c[2]", f"{a}c[tid & 1] -= 4;"), (f"(*{a}q)", f"{a}q[0][0] ^= 6;")]
    forms = [form for needed, form in forms if needed in text]
    for form in g.rng.sample(forms, min(3, len(forms))):
        g.emit(form)
    g.result(Value(f"{a} + *{a}p * 3 + {a}m[0][0] * 5 + {a}m[0][1] * 7 + {a}m[1][0] * 11 + {a}m[1][1] * 13", *ANY))
    if f"{a}c[2]" in text:
        g.result(Value(f"{a}c[0] * 10 + {a}c[1]", *ANY))
