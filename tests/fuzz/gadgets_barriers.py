# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Barriers that some threads pass by, in random nests of conditions and loops. Between barriers threads exchange nothing, since
CUDA lets those that wait at different places meet: what each thread does with its own variables must stay as it is."""

from registry import gadget
from values import LLONG, Value

ANY = (LLONG, 0, 0)


class Nest:
    """Writes statements over the unsigned variables x, y, w and the thread's element of a shared array."""

    def __init__(self, g):
        self.g, self.rng = g, g.rng
        self.x, self.y, self.w, self.s = (g.name(stem) for stem in ("x", "y", "w", "own"))
        self.type_ = g.global_name("Two")
        self.left = 14  # statements

    def pick(self, *forms):
        return self.rng.choice(forms)

    def operand(self):
        return self.pick(self.x, self.y, self.w, "tid", "n", f"in[tid % {self.rng.randrange(1, 9)}]", str(self.rng.randrange(9)))

    def divergent(self):
        x, y, k = self.x, self.y, self.rng.randrange(2, 5)
        return self.pick(f"tid % {k} == 1", f"tid < {self.rng.randrange(1, self.g.threads)}", f"{x} % {k}", f"{y}++ % {k} == 0",
                         f"({x} & 1) || {y} > 50", f"tid > 2 && ++{y} % {k}", f"{x}++, tid & 1", f"in[tid % 8] > {k}")

    def uniform(self):
        return self.pick("n & 1", "n > 3", "in[3] > 1", "blockIdx.x == 0", f"n % {self.rng.randrange(2, 5)} == 0")

    def simple(self):
        x, y, w, s, g = self.x, self.y, self.w, self.s, self.g
        v = g.name("v")
        form = self.rng.randrange(8)
        if form == 0:
            g.emit(f"{self.pick(x, y, w)} += {self.operand()} * {self.rng.randrange(1, 9)}u + {self.rng.randrange(9)};")
        elif form == 1:
            g.emit(f"unsigned {v} = {self.pick(x + '++', '++' + y, w + ' += 2')} + {self.operand()}, {v}b = {self.operand()};")
            g.emit(f"{x} ^= {v} + {v}b;")
        elif form == 2:
            g.emit(f"const {self.type_} {v}({self.operand()}, {self.operand()});")
            g.emit(f"{y} += {v}.sum();")
        elif form == 3:
            g.emit(f"{self.type_} {v} = {self.type_}(1, in[tid % 5]), {v}c = {v};" if self.rng.random() < 0.5 else
                   f"{self.type_} {v}(2, {x}), {v}c = {v};")
            g.emit(f"{v}c.a += {self.operand()};")
            g.emit(f"{w} += {v}c.sum();")
        elif form == 4:
            g.emit(f"unsigned &{v} = {self.pick(x, y, f'{s}[tid]')};")
            g.emit(f"{v} += {self.operand()};")
        elif form == 5:
            g.emit(f"for (int {v} = 0; {v} < tid % 4; {v}++)")
            g.emit(f"  {x} += {v} * {self.operand()};")
        elif form == 6:
            g.emit(f"switch ({x} % 3) {{ case 0: {y} += 5; break; case 1: {w}++; default: {y} ^= {self.operand()}; }}")
        else:
            g.emit(f"{s}[tid] {self.pick('=', '+=')} {self.operand()};")

    def barrier(self):
        self.g.emit(f"{self.s}[tid] = {self.operand()};")
        self.g.emit("__syncthreads();")
        self.g.emit(f"{self.pick(self.x, self.y, self.w)} {self.pick('+=', '^=')} {self.s}[tid];")

    def condition(self, depth):
        g = self.g
        uniform = self.rng.random() < 0.3
        with g.block_of(f"if ({self.uniform() if uniform else self.divergent()})"):
            self.row(depth - 1)
            if uniform:  # without it PoCL 3.1 loses what some threads do after the last barrier in a condition
                g.emit("__syncthreads();")
        if self.rng.random() < 0.4:
            with g.block_of("else"):
                self.simple()

    def loop(self, depth):
        g, i, k = self.g, self.g.name("i"), self.rng.randrange(2, 5)
        head = self.pick(f"for (int {i} = 0; {i} < {k}; {i}++)", f"for (int {i} = 0; {i} < n % {k}; {i}++)",
                         f"for (int {i} = tid % 3; {i} < {k}; {i}++)", f"for (unsigned {i} = {self.x} % 3; {i}-- > 0;)",
                         f"for (int {i} = 0; {i} < in[{k}] % 4; {i}++)")
        with g.block_of(head):
            self.row(depth - 1)
            if self.rng.random() < 0.3:
                with g.block_of(f"if ({self.uniform()})"):
                    g.emit("__syncthreads();")
                    g.emit(f"{self.pick('continue', 'break')};")
                self.simple()
                g.emit("__syncthreads();")

    def row(self, depth):
        for _ in range(self.rng.randrange(1, 4)):
            self.left -= 1
            if depth and self.left > 0 and self.rng.random() < 0.6:
                self.pick(self.condition, self.loop)(depth)
            elif self.rng.random() < 0.5:
                self.barrier()
            else:
                self.simple()


@gadget("barriers in nests", weight=2, uniform=True)
def barriers_in_nests(g):
    nest = Nest(g)
    g.declare(f"struct {nest.type_} {{", "  unsigned a, b;",
              f"  __device__ {nest.type_}(unsigned a, unsigned b) : a(a), b(b * 2) {{}}",
              "  __device__ unsigned sum() const { return a * 3 + b; }", "};")
    g.emit(f"__shared__ unsigned {nest.s}[{g.threads}];")
    g.emit(f"{nest.s}[tid] = 7;")
    g.emit(f"unsigned {nest.x} = tid * 3, {nest.y} = gid % 11, {nest.w} = 5;")
    live = g.rng.randrange(1, g.threads + 1)
    if g.chance(0.3):
        g.emit(f"if (tid >= {live})")
        g.emit("  return;")
    nest.row(3)
    for v in (nest.x, nest.y, nest.w, f"{nest.s}[tid]"):
        g.result(Value(f"({v} % 100003)", *ANY))


barriers_in_nests.last = True
