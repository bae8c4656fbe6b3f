# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Objects that nobody uses, in front of static members and of calls of destructors that do nothing; and blocks that take one of several
arms with barriers, which are alike."""

from registry import gadget
from values import LLONG, Value

# No --k: PoCL 3.1 loses the store of `a[--k & 3].n += 7` where k comes from a `!` (right without optimisation, and on Intel's runtime).
OBJECTS = ["a[k++ & 3]", "next(k)", "made(k)", "(*p++)", "(*--p)", "a[(k += 3u) & 3].self()", "(k & 1 ? a[k++ & 3] : a[(k += 3u) & 3])"]
ENDED = ["q++->~@();", "(--q)->~@();", "b[k++ & 3].~@();", "made(k).~@();"]  # nobody reads b, whose objects end
WORK = ["sum += values[tid ^ other];", "sum ^= values[(tid + other) % THREADS] * 3u;", "sum = sum * 5u + values[tid ^ 1];"]


@gadget("objects that nobody uses")
def objects_that_nobody_uses(g):
    t = g.global_name("Unused")
    g.declare(f"struct {t} {{", "  unsigned n;", f"  static constexpr unsigned K = {g.rng.randrange(1, 50)};", "  enum { E = 6 };",
              "  __device__ static unsigned twice(unsigned v) { return v * 2u; }",
              f"  __device__ {t} &self() {{ n += 7u; return *this; }}", "};")
    g.declare(f"__device__ unsigned {t}_work(unsigned k) {{", f"  {t} a[4] = {{{{k}}, {{2}}, {{k * 3u}}, {{4}}}}, *p = a + 1;",
              f"  {t} b[4] = {{{{1}}, {{2}}, {{3}}, {{4}}}}, *q = b + 2;", "  unsigned sum = 0;",
              f"  auto next = [&a](unsigned &k) -> {t} & {{ return a[++k & 3]; }};",
              f"  auto made = [](unsigned &k) {{ k ^= 5u; return {t}{{k}}; }};")
    for _ in range(g.rng.randrange(2, 6)):
        object_ = g.rng.choice(OBJECTS)
        member = g.rng.choice([".K", ".E", f".twice({g.rng.randrange(1, 9)}u)"])
        g.declare("  p = a + (k & 1) + 1;", f"  sum = sum * 31u + {object_}{member};")
        if g.chance(0.4):
            g.declare("  q = b + (k & 1) + 1;", "  " + g.rng.choice(ENDED).replace("@", t))
    g.declare("  for (unsigned i = 0; i < 4; i++)", "    sum = sum * 31u + a[i].n;", "  return (sum * 31u + k + unsigned(p - a)) * 31u + unsigned(q - b);", "}")
    g.result(Value(f"{t}_work({g.within(0, 200).text})", LLONG, 0, 0))


@gadget("arms with barriers", uniform=True)
def arms_with_barriers(g):
    f, values, total = g.global_name("arm"), g.name("values"), g.name("total")
    body = [g.rng.choice(WORK).replace("THREADS", str(g.threads)) for _ in range(g.rng.randrange(1, 3))]
    masks = [m for m in (1, 2, 4, 8, 16) if m < g.threads and g.threads % (2 * m) == 0] or [0]
    g.declare("template <int Kind>", f"__device__ unsigned {f}(unsigned *values, int tid, unsigned start, unsigned *total) {{",
              "  unsigned sum = start + Kind % 2;", f"  for (int other = {masks[-1]}; other > 0; other /= 2) {{", "    values[tid] = sum;",
              "    __syncthreads();", *[f"    {line}" for line in body], "    __syncthreads();", "  }",
              f"  if (tid % {g.rng.randrange(2, 6)} == 0)", "    total[tid] += sum;", "  return sum;", "}")
    g.emit(f"__shared__ unsigned {values}[{g.threads}], {total}[{g.threads}];")
    g.emit(f"{total}[tid] = 1;")
    got = g.name("got")
    g.emit(f"unsigned {got} = 0;")
    g.emit("__syncthreads();")
    kinds = g.rng.choice([(0, 1), (0, 0), (2, 4), (1, 2)])
    condition = g.rng.choice(["n & 1", "blockIdx.x == 0", "in[3] > 1"])
    value = lambda kind: f"{f}<{kind}>({values}, tid, in[tid % 7], {total})"
    form = g.rng.randrange(6)
    if form < 2:
        g.emit(f"if ({condition})")
        g.emit(f"  {got} = {value(kinds[0])};")
        g.emit("else")
        g.emit(f"  {got} = {value(kinds[1])};")
    elif form == 2:
        g.emit(f"{got} = {condition} ? {value(kinds[0])} : {value(kinds[1])};")
    elif form == 3:
        i = g.name("i")
        with g.block_of(f"for (int {i} = 0; {i} < {g.rng.randrange(1, 4)}; {i}++)"):
            with g.block_of(f"if ({g.rng.choice([condition, f'({i} + n) & 1'])})"):
                g.emit(f"{got} += {value(kinds[0])};")
                g.emit("continue;")
            g.emit(f"{got} ^= {value(kinds[1])};")
    elif form == 4:
        g.declare(f"__device__ unsigned {f}_of(bool first, unsigned *values, int tid, unsigned start, unsigned *total) {{", "  if (first)",
                  f"    return {f}<{kinds[0]}>(values, tid, start, total);",
                  *g.rng.choice([["  else", f"    return {f}<{kinds[1]}>(values, tid, start, total);"], [f"  return {f}<{kinds[1]}>(values, tid, start, total);"]]), "}")
        g.emit(f"{got} = {f}_of({condition}, {values}, tid, in[tid % 7], {total});")
    else:
        g.emit("switch (in[2] & 3) {")
        g.emit(f"case 0: {got} = {value(0)}; break;")
        g.emit(f"case 1: {got} = {value(kinds[1])}; break;")
        g.emit(f"default: {got} = {value(3)};")
        g.emit("}")
    g.emit("__syncthreads();")
    g.result(Value(f"({got} % 100003)", LLONG, 0, 0))
    g.result(Value(f"({total}[tid] % 100003)", LLONG, 0, 0))
