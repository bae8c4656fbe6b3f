# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gadgets of what a block does together and of what it says: votes, lockstep, shared views, printf, assert, trap."""

from registry import gadget
from values import INT, LLONG, MULTIPLY, UNARY, Value, clipped

ANY = (LLONG, 0, 0)


@gadget("votes of a block", uniform=True)
def votes(g):
    form = g.rng.choice(["count", "and", "or"])
    call = f"__syncthreads_{form}({g.truth().text if g.chance(0.6) else g.integer(2).text})"
    g.result(Value(call if form == "count" else f"{call} ? 5 : 6", *ANY))
    if g.chance(0.5):
        g.fired("vote in a function")
        f = g.global_name("ask")
        g.declare(f"__device__ int {f}(int v, int k) {{ return __syncthreads_count(v > k) * 2 + v; }}")
        v = g.variable(INT, Value(f"{f}(tid, {g.rng.randrange(9)})", INT, 0, 4000))
        g.result(v)


def steps(name, half):
    """The steps of a reduction in lockstep; the CPU's shim knows them by the comment."""
    lines = []
    while half:
        lines.append(f"  {name}[t] += {name}[t + {half}];  // step")
        half //= 2
    return lines


@gadget("reduction in lockstep", uniform=True)
def lockstep(g):
    half = 1 << (min(g.threads, 32).bit_length() - 2)  # threads 0..half-1 add up 2 * half values
    if half < 2:
        return
    s, type_ = g.name("lock"), g.rng.choice(["int", "unsigned", "float", "short"])
    inline = g.chance(0.5)
    g.emit(f"__shared__ volatile {type_} {s}[{g.threads}];")
    g.emit(f"{s}[tid] = ({type_})({g.within(0, 40).text});")
    g.emit("__syncthreads();")
    if inline:
        with g.block_of(f"if (tid < {half})"):
            g.emit("int t = tid;")
            g.lines += ["  " * g.indent + line.strip() for line in steps(s, half)]
    else:
        g.fired("lockstep in a function")
        f = g.global_name("warp")
        g.declare(f"__device__ void {f}(volatile {type_} *s, int t) {{", *steps("s", half), "}")
        g.emit(f"if (tid < {half})")
        g.emit(f"  {f}({s}, tid);")
    g.emit("__syncthreads();")
    g.result(Value(f"{s}[0]", *ANY))
    g.emit("__syncthreads();")


@gadget("shared memory seen as two types", uniform=True)
def two_views(g):
    if g.dynamic_shared:
        return
    t = g.threads
    g.dynamic_shared = t * 8
    a, b = f"{g.name('av')}_{g.seed}", f"{g.name('bv')}_{g.seed}"
    wide = g.rng.choice(["int", "unsigned", "float", "long long", "double"])
    narrow = g.rng.choice(["unsigned char", "short", "char", "unsigned short"])
    g.emit(f"extern __shared__ {wide} {a}[];")
    g.emit(f"extern __shared__ {narrow} {b}[];")
    g.emit(f"{a}[tid] = {g.within(0, 100000).text};")
    g.emit("__syncthreads();")
    if "char" in narrow:  # what other types see of it is not defined
        g.result(Value(f"{b}[(tid + 1) % {t}] - 1", *ANY))
    g.emit("__syncthreads();")
    g.emit(f"{b}[tid] = ({narrow})({g.integer(1).text});")
    g.emit("__syncthreads();")
    g.result(Value(f"{b}[{t - 1} - tid] * 2", *ANY))
    if g.chance(0.5):
        g.fired("shared view in a function")
        f = g.global_name("peek")
        g.declare(f"__device__ int {f}(const {narrow} *p, int i) {{ return p[i] / 2; }}")
        g.result(Value(f"{f}({b}, {g.rng.randrange(t)})", *ANY))
    g.emit("__syncthreads();")


@gadget("printf")
def prints(g):
    head = f"p{g.seed}"
    value = clipped(g.integer(2), -1000, 1000)
    pieces = g.rng.sample([
        ("%d", value.text if value.type.bits <= 32 else f"(int){value.at(UNARY)}"), ("%u", g.within(0, 99).text),
        ("%lld", f"(long long)({g.integer(2).text})"), ("%llu", f"(unsigned long long)({g.integer(1).text})"),
        ("%.2f", f"{g.real().text}"), ("%5d|%-4d|", f"{g.rng.randrange(99)}, (int)threadIdx.x"), ("%x", "0x1fu + n"),
        ("%c", "'a' + n"), ("%s", '"text"'), ("%s", 'n > 5 ? "large" : "small"'), ("%03d", "n"), ("%%%d", "n"),
        ("%hd", "(short)n"), ("%zu", "sizeof(long long)"), ("%ld", "(long)n * -3"), ("%e", "0.5 * n"),
        ("%d", "n == 7"), ("%g", "fin[3]")], 3)
    g.emit(f"if (gid == {g.rng.randrange(g.threads)})")
    g.emit(f"  printf(\"{head} {' '.join(f for f, _ in pieces)}\\n\", {', '.join(a for _, a in pieces)});")
    if g.chance(0.3):
        g.fired("printf in a function")
        f = g.global_name("say")
        g.declare(f"__device__ void {f}(const char *what, int i) {{ printf(\"{head} %s: %d\\n\", what, i); }}")
        g.emit(f"if (gid == {g.rng.randrange(g.threads)})")
        g.emit(f"  {f}(\"{g.rng.choice(['one', 'two words', '100%'])}\", {g.rng.randrange(99)});")


@gadget("assert and trap", weight=2)
def checks(g):
    form = g.rng.randrange(3)
    if form == 0:
        condition = g.rng.choice(["n > 0", 'n == 7 && "seven"', "in[0] < 5 && tid >= 0"])
        g.emit(f"assert({condition});")
    elif form == 1:
        g.fired("trap")
        g.emit(f"if (n > {g.rng.randrange(10, 99)})")
        g.emit("  __trap();")
    else:
        g.fired("assert in a function")
        f = g.global_name("sure")
        g.declare(f"__device__ int {f}(int v) {{", "  assert(v != 12345);", "  if (v == 54321)", "    __trap();",
                  "  return v + 1;", "}")
        g.result(Value(f"{f}({g.within(0, 900).text})", *ANY))


@gadget("warp size and fences", uniform=True)
def fences(g):
    s = g.name("fence")
    g.emit(f"__shared__ int {s}[{g.threads}];")
    g.emit(f"{s}[tid] = tid / warpSize * 100 + (tid & (warpSize - 1));")
    g.emit(g.rng.choice(["__threadfence_block();", "__threadfence();"]))
    g.emit("__syncthreads();")
    g.result(Value(f"{s}[(tid + {g.within(0, 9).at(MULTIPLY)}) % {g.threads}]", *ANY))
    g.emit("__syncthreads();")
