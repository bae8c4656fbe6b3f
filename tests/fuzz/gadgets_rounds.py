# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops around barriers that are left behind a barrier: alone, in a row, in each other and in helpers. Their bodies end in what single
threads decide."""

from registry import gadget
from values import LLONG, Value

ANY = (LLONG, 0, 0)


class Rounds:
    """Writes loops over the variables live, sum and at, and a shared array."""

    def __init__(self, g, arrays, names, limit):
        self.g, self.rng, self.arrays, self.limit = g, g.rng, arrays, limit
        self.live, self.sum, self.at, self.left = names

    def pick(self, *forms):
        return self.rng.choice(forms)

    def neighbour(self):
        return f"{self.q}[(tid + {self.rng.randrange(1, 9)}) % {self.g.threads}]"

    def work(self):
        return self.pick(f"{self.sum} += {self.neighbour()};", f"{self.sum} ^= {self.neighbour()} * {self.rng.randrange(2, 9)}u;",
                         f"{self.sum} = {self.sum} * 3u + {self.neighbour()};")

    def divergent(self):
        return self.pick(f"{self.live} > {self.rng.randrange(3)}", "tid & 1", f"{self.sum} % 3u == 1u", f"tid < {self.rng.randrange(2, 30)}",
                         f"{self.live} > 1 && {self.q}[tid] % 2u")

    def step(self):
        """Changes what the next rounds do."""
        return self.pick(f"{self.live}--;", f"--{self.live};", f"{self.live} -= 1;", f"{self.live} = {self.live} - 1;")

    def tail(self):
        """What single threads do at the end of a round."""
        g, live = self.g, self.live
        form = self.rng.randrange(11)
        if form <= 2:
            with g.block_of(f"if ({live} > 0)"):
                g.emit(self.work())
                g.emit(self.step())
        elif form == 3:
            g.emit(f"if ({live} <= 0)")
            g.emit("  continue;")
            g.emit(self.work())
            g.emit(self.step())
        elif form == 4:
            with g.block_of(f"if ({self.divergent()})"):
                g.emit(self.work())
            with g.block_of("else"):
                g.emit(self.pick(self.work(), self.step()))
        elif form == 5:
            k = g.name("k")
            g.emit(f"for (int {k} = 0; {k} < tid % 3; {k}++)")
            g.emit(f"  {self.sum} += {self.q}[({k} + tid) % {g.threads}];")
            g.emit(self.step())
        elif form == 6:
            g.emit(f"{self.sum} += {live} > 0 ? {self.neighbour()} : 0u;")
            g.emit(f"{live} -= {live} > 0;")
        elif form == 7:
            with g.block_of(f"if ({self.divergent()})"):
                g.emit(self.work())
                with g.block_of(f"if ({self.divergent()})"):
                    g.emit(self.step())
        elif form == 8:
            with g.block_of(f"if ({self.pick('n & 1', 'n > 90', 'in[3] > 1')})"):
                g.emit("__syncthreads();")
                g.emit(self.work())
                with g.block_of(f"if ({self.divergent()})"):
                    g.emit(self.step())
        elif form == 9:
            with g.block_of(f"switch ({live} % 3)"):
                g.emit(f"case 0: {self.work()} break;")
                g.emit(f"case 1: {self.step()} {'continue;' if self.rng.random() < 0.05 else self.pick('break;', '')}")
                g.emit(f"default: {self.sum}++;")
        else:
            with g.block_of(f"if ({self.divergent()})"):
                g.emit(self.step())
                g.emit("continue;")
            g.emit(self.work())

    def leave(self, way):
        """How all threads leave the loop."""
        g, at = self.g, self.at
        form = self.rng.randrange(6)
        if form == 0:
            g.emit(f"if ({at}++ >= {self.limit})")
        elif form == 1:
            stop = g.name("stop")
            g.emit(f"{self.pick('int', 'bool', 'const bool')} {stop} = {at}++ >= {self.limit};")
            g.emit(f"if ({stop})")
        elif form == 2 and self.left:
            g.emit("if (tid == 0)")
            g.emit(f"  {self.left} = {self.limit} - {at};")
            g.emit("__syncthreads();")
            g.emit(f"++{at};")
            g.emit(f"if ({self.left} <= 0)")
        elif form == 3:
            g.emit(f"{at}++;")
            g.emit(f"if ({at} > {self.limit} {self.pick('||', '|')} {at} > 20)")
        elif form == 4:
            g.emit(f"if (__syncthreads_and({at} >= {self.limit}))")
            g.emit(f"  {way}")
            g.emit(f"++{at};")
            return
        else:
            g.emit(f"if ({at} == {self.limit})")
            g.emit(f"  {way}")
            g.emit(f"{at} = {at} + 1;")
            return
        g.emit(f"  {way}")

    def loop(self, depth, way="break;"):
        """One loop; way is the statement that leaves it."""
        g, at = self.g, self.at
        self.q = self.rng.choice(self.arrays)
        vote = f"__syncthreads_or({self.live} > 0 && {at} < {self.limit})"
        k = g.name("k")
        head = self.pick("while (true)", "while (1)", "for (;;)", f"for (int {k} = 0;; {k}++)", f"for (;; {self.sum} += 3u)", "do",
                         f"while ({vote})", f"for (; {vote};)", f"for (int {k} = 0; {vote}; {k}++)", f"while ({vote} != 0)")
        voted = "__syncthreads_or" in head
        top = self.rng.random() < 0.6
        if not top and not voted:
            g.emit("__syncthreads();")
        with g.block_of(head, tail="} while (true);" if head == "do" else "}"):
            if top:
                g.emit("__syncthreads();")
            if voted:
                g.emit(f"{at}++;")
                if way != "break;" or self.rng.random() < 0.3:
                    self.leave(way)
            else:
                self.leave(way)
            g.emit(f"{self.q}[tid] = {self.pick(self.live, self.sum, f'{self.live} * 7 + tid')};")
            g.emit("__syncthreads();")
            if depth and self.rng.random() < 0.5:
                g.emit(self.work())
                g.emit("__syncthreads();")
                inner = Rounds(g, self.arrays, [g.name(stem) for stem in ("live", "sum", "at")] + [None], self.rng.randrange(1, 4))
                inner.begin(f"{self.pick(self.live, 'tid % 5')}", self.sum)
                inner.loop(depth - 1)
                g.emit(f"{self.sum} += {inner.sum};")
                if self.rng.random() < 0.5:
                    g.emit("__syncthreads();")
                    g.emit(f"{self.q}[tid] = {self.sum};")
                    g.emit("__syncthreads();")
                else:
                    g.emit(f"if ({self.divergent().replace(self.q + '[tid]', self.sum)})")
                    g.emit(f"  {self.step()}")
                    if not top and not voted:
                        g.emit("__syncthreads();")
                    return
            self.tail()
            if not top and not voted:
                # Threads that continue must come here, too.
                for i in range(len(g.lines) - 1, -1, -1):
                    if g.lines[i].strip().startswith(head):
                        break
                    if "continue;" in g.lines[i]:
                        g.lines[i] = g.lines[i].replace("continue;", f"{self.sum}--;")
                g.emit("__syncthreads();")
            elif self.rng.random() < 0.3 and not any("continue;" in line for line in g.lines[-12:]):
                g.emit("__syncthreads();")

    def begin(self, live, start="0u"):
        self.g.emit(f"int {self.live} = {live};")
        self.g.emit(f"unsigned {self.sum} = {start};")
        self.g.emit(f"int {self.at} = 0;")

    def restart(self):
        self.g.emit(f"{self.live} = 1 + tid % {self.rng.randrange(2, 7)};")
        self.g.emit(f"{self.at} = 0;")


@gadget("loops left behind barriers", uniform=True)
def loops_left_behind_barriers(g):
    arrays = [g.name("q")] + ([g.name("q")] if g.chance(0.3) else [])
    left = g.name("left")
    for q in arrays:
        g.emit(f"__shared__ unsigned {q}[{g.threads}];")
    g.emit(f"__shared__ int {left};")
    if g.chance(0.4):
        g.emit("__syncthreads();")
    row = Rounds(g, arrays, [g.name(stem) for stem in ("live", "sum", "at")] + [left], g.rng.choice(["n", "n % 4", "(in[5] & 3)", 3]))
    row.begin(f"1 + tid % {g.rng.randrange(2, 7)}")
    loops = g.rng.choice([1, 2, 2, 3])  # PoCL copies what follows each loop
    for i in range(loops):
        if i:
            if g.chance(0.5):
                g.emit("__syncthreads();")
            row.restart()
        if g.chance(0.3):
            helper(g, row, arrays, int(loops == 1))
        else:
            row.loop(depth=int(loops == 1))
        if g.chance(0.5):
            g.emit(f"if ({row.sum} % 2u)")
            g.emit(f"  {row.live} += 2;")
    g.emit("__syncthreads();")
    g.result(Value(f"({row.sum} % 100003)", *ANY))
    g.result(Value(f"{row.live} + {row.at}", *ANY))


def helper(g, row, arrays, depth):
    """One of the loops as a function, which may return from it."""
    f, q = g.global_name("Rounds"), g.name("q")
    with g.function(f"__device__ unsigned {f}(unsigned *{q}, const int *in, int n, int tid, unsigned start)"):
        inner = Rounds(g, [q], [g.name(stem) for stem in ("live", "sum", "at")] + [None], g.rng.choice(["n % 5", "(in[7] & 3)", 2]))
        inner.begin(f"1 + tid % {g.rng.randrange(2, 7)}", "start")
        inner.loop(depth=depth, way=g.rng.choice(["break;", f"return {inner.sum};", f"return {inner.sum} + {inner.live};"]))
        g.emit(f"return {inner.sum};")
    g.emit("__syncthreads();")
    g.emit(f"{row.sum} += {f}({g.rng.choice(arrays)}, in, n, tid, {row.sum});")
