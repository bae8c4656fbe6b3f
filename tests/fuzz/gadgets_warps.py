# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exchanges between the threads of a warp in random control flow: in nested conditions and loops that warps or lanes leave one by
one, behind returns, in helpers. Each place has a variable with the mask of the lanes that are there."""

import random
import zlib
from contextlib import contextmanager

from registry import gadget
from values import LLONG, Value

ANY = (LLONG, 0, 0)
TYPES = [("unsigned", "{}"), ("unsigned", "{}"), ("int", "(int)({} & 0xffff)"), ("float", "(float)({} & 0xfff)"),
         ("unsigned long long", "((unsigned long long)({}) << 20)"), ("long long", "(long long)({} & 0xffff) * -3"),
         ("double", "({} & 0xffff) * 0.5")]
BLOCKS = [(32, 1, 1), (64, 1, 1), (80, 1, 1), (40, 1, 1), (70, 1, 1), (33, 1, 1), (8, 8, 1), (5, 1, 1), (16, 3, 1), (4, 4, 4), (13, 1, 1)]
HEADERS = ["#include <cooperative_groups.h>\n", "#include <cooperative_groups/reduce.h>\n", "namespace cg = cooperative_groups;\n"]


class Loop:
    """A loop around the current place: the variable with the mask of those in it."""

    def __init__(self, mask):
        self.mask, self.open = mask, True  # whether its lanes still know who is in it
        self.left, self.barrier, self.body = False, False, None


class Walk:
    """Writes statements over the unsigned variables x, y and z in the kernel or in a helper."""

    def __init__(self, g, names, shared, mask, helpers=(), result=None):
        self.g, self.rng, self.helpers, self.result = g, g.rng, list(helpers), result
        self.x, self.y, self.z = names
        self.shared = shared  # counters and elements of the threads; None in helpers
        self.mask, self.function_mask = mask, mask
        self.uniform = True  # whether all threads of the block that are left come here
        self.whole = True  # ... all lanes of the warp that are left
        self.loops, self.left, self.returns, self.rows = [], 10, True, 0
        self.rare = g.rare  # whether there are forms that few write, and that may be refused

    # Pieces of expressions.
    def pick(self, *forms):
        return self.rng.choice(forms)

    def variable(self):
        return self.pick(self.x, self.y, self.z)

    def operand(self):
        return self.pick(self.x, self.y, self.z, "tid", "lane", "(unsigned)n", f"(unsigned)in[(tid + {self.rng.randrange(9)}) % 64]",
                         f"{self.rng.randrange(99)}u")

    def sum(self):
        return self.pick(self.operand(), f"{self.operand()} + {self.operand()}", f"({self.operand()} ^ {self.operand()})",
                         f"{self.operand()} * {self.rng.randrange(2, 9)}u")

    def lane_condition(self):
        k = self.rng.randrange(2, 5)
        return self.pick(f"{self.variable()} % {k} == 1", f"lane < {self.rng.randrange(1, 32)}", f"lane % {k} == {self.rng.randrange(k)}",
                         f"{self.x} & {k}", f"({self.y} ^ {self.x}) % 3u != 0", f"tid > {self.rng.randrange(1, 60)}", f"in[tid % 64] > {k * 9}",
                         f"{self.variable()} > {self.variable()}", f"({self.x} & 1) || {self.y} % 7u > 3")

    def changing_condition(self):
        """A condition that changes something, for a variable of its own."""
        return self.pick(f"{self.y}++ % 3u == 0", f"--{self.x} & 2", f"({self.z} += lane) % 2u") if self.rng.random() < 0.15 else self.lane_condition()

    def warp_condition(self):
        m, k = self.mask, self.rng.randrange(1, 5)
        second = [f"warp < {k} && __any_sync({m}, {self.lane_condition()})", f"!(warp & 1) || __all_sync({m}, {self.lane_condition()})"]
        return self.pick(f"warp == {self.rng.randrange(3)}", f"warp % 2 == {self.rng.randrange(2)}", f"__any_sync({m}, {self.lane_condition()})",
                         f"__all_sync({m}, {self.lane_condition()})", f"__popc({m}) > {self.rng.randrange(24)}",
                         f"__ballot_sync({m}, {self.lane_condition()}) & {m} & 0x{self.rng.randrange(1, 1 << 32):x}u",
                         f"__shfl_sync({m}, {self.variable()}, __ffs({m}) - 1) & {k}u", f"__reduce_max_sync({m}, {self.variable()}) % 3u == 1",
                         *second if self.rare else ())

    def block_condition(self):
        return self.pick("n & 1", "n > 9", "in[3] > 1", "blockIdx.x == 0", "n % 2 == 0")

    # Exchanges.
    def simple(self):
        g, x, y, z = self.g, self.x, self.y, self.z
        form = self.rng.randrange(10)
        if form < 4:
            g.emit(f"{self.variable()} {self.pick('+=', '^=', '=', '-=')} {self.sum()};")
        elif form == 4 and self.shared:
            g.emit(f"atomicAdd(&{self.shared}_count[{self.rng.randrange(4)}], {self.operand()} & 15u);")
        elif form == 5 and self.shared:
            g.emit(f"{self.shared}_own[tid] {self.pick('=', '+=')} {self.operand()};")
            g.emit(f"{self.variable()} ^= {self.shared}_own[tid];")
        elif form == 6:
            g.emit(f"if ({self.lane_condition()})")
            g.emit(f"  {self.variable()} += {self.operand()};")
        elif form == 7:
            k = g.name("k")
            g.emit(f"for (unsigned {k} = lane; {k} < {self.rng.randrange(9, 70)}; {k} += 16)")
            g.emit(f"  {self.variable()} += {k} ^ {self.operand()};")
        elif form == 8:
            g.emit(f"{x} = {self.lane_condition()} ? {self.sum()} : {self.operand()};")
        else:
            v = g.name("v")
            g.emit(f"unsigned &{v} = {self.pick(x, y, z)};")
            g.emit(f"{v} += {self.operand()} + {v} / 3u;")

    def shuffle(self):
        g, m = self.g, self.mask
        type_, form = self.rng.choice(TYPES)
        value = form.format(f"({self.sum()})" if self.rng.random() < 0.4 else self.variable())
        width = self.pick(32, 32, 32, 16, 8, 4, 2)
        wide = f", {width}" if width != 32 or self.rng.random() < 0.3 else ""
        t = g.name("t")
        way = self.rng.randrange(5)
        d = self.rng.randrange(1, width)
        own = f"(lane & {width - 1}u)"
        if way == 0:
            call, source = f"__shfl_sync({m}, {value}, __ffs({m}) - 1)", None
        elif way == 1:
            k = self.pick(str(d), f"(int)(lane * {d}u + {self.rng.randrange(9)})", f"(int)({self.variable()} % 64u)")
            call, source = f"__shfl_sync({m}, {value}, {k}{wide})", f"(lane & ~{width - 1}u) | ((unsigned)({k}) & {width - 1}u)"
        elif way == 2:
            call, source = f"__shfl_xor_sync({m}, {value}, {d}{wide})", f"lane ^ {d}u"
        elif way == 3:
            call, source = f"__shfl_up_sync({m}, {value}, {d}{wide})", f"({own} >= {d}u ? lane - {d} : lane)"
        else:
            call, source = f"__shfl_down_sync({m}, {value}, {d}{wide})", f"({own} + {d} < {width}u ? lane + {d} : lane)"
        s = g.name("s")
        if source:
            g.emit(f"unsigned {s} = {source};")
        g.emit(f"{type_} {t} = {call};")
        cast = f"(unsigned)(long long)({t})" if type_ in ("float", "double") else f"(unsigned)({t})"
        add = f"{self.variable()} {self.pick('+=', '^=')} {cast};"
        if source:
            g.emit(f"if ({m} >> {s} & 1)")
            add = "  " + add
        g.emit(add)

    def vote(self):
        g, m = self.g, self.mask
        v, kind = self.variable(), self.rng.randrange(8)
        c = self.changing_condition() if self.rng.random() < 0.2 else self.lane_condition()
        if kind == 0:
            g.emit(f"{v} += __popc(__ballot_sync({m}, {c}) & ((1u << lane) - 1));")
        elif kind == 1:
            g.emit(f"{v} ^= {self.pick('__any_sync', '__all_sync')}({m}, {c}) ? {self.operand()} : {self.rng.randrange(9)}u;")
        elif kind == 2:
            g.emit(f"{v} += __match_any_sync({m}, {self.variable()} % {self.rng.randrange(2, 6)}u);")
        elif kind == 3:
            a = g.name("all")
            g.emit(f"int {a};")
            g.emit(f"{v} ^= __match_all_sync({m}, {self.pick('warp', self.variable(), f'{self.variable()} & 1u')}, &{a}) + {a};")
        elif kind == 4:
            g.emit(f"{v} += __reduce_{self.pick('add', 'min', 'max', 'and', 'or', 'xor')}_sync({m}, {self.sum()});")
        elif kind == 5:
            g.emit(f"{v} += (unsigned)__reduce_{self.pick('add', 'min', 'max')}_sync({m}, (int)({self.sum()} & 0xffff) - 999);")
        elif kind == 6:
            g.emit(f"{v} = __ballot_sync({m}, {c}) ^ {self.operand()};")
        else:
            g.emit(f"{v} ^= __activemask();  // on the CPU: {v} ^= {m};")

    def through_memory(self):
        """Values through shared memory, between __syncwarp."""
        g, m = self.g, self.mask
        if not self.shared:
            return self.shuffle()
        d = self.rng.randrange(1, 9)
        g.emit(f"__syncwarp({m});")
        g.emit(f"{self.shared}_warp[tid] = {self.sum()};")
        g.emit(f"__syncwarp({m});")
        g.emit(f"if ({m} >> (lane ^ {d}) & 1)")
        g.emit(f"  {self.variable()} += {self.shared}_warp[tid ^ {d}];")
        g.emit(f"__syncwarp({m});")

    def group(self):
        """A tile where whole warps come, or the lanes that are there."""
        g, m, p = self.g, self.mask, self.g.name("group")
        v = self.variable()
        tile = self.whole and not any(loop.left for loop in self.loops) and self.g.threads % 32 == 0 and not self.masked_out
        size = self.pick(32, 16, 8, 4)
        if tile and self.rng.random() < 0.6:
            g.emit(f"cg::thread_block_tile<{size}> {p} = cg::tiled_partition<{size}>(cg::this_thread_block());")
        else:
            tile = False
            g.emit(f"cg::coalesced_group {p} = cg::coalesced_threads();  // on the CPU: auto {p} = cg::shim_coalesced({m});")
        d = self.rng.randrange(1, 4)
        kind = self.rng.randrange(8)
        if kind == 0:
            g.emit(f"{v} += {p}.shfl({self.sum()}, {self.pick('0', f'{p}.size() - 1')});")
        elif kind == 1:
            g.emit(f"{v} ^= {p}.shfl_down({self.variable()}, {d});")
        elif kind == 2:
            g.emit(f"{v} += {p}.shfl_up({self.variable()}, {d}) * 3u;")
        elif kind == 3:
            g.emit(f"{v} += {p}.{self.pick('any', 'all')}({self.lane_condition()}) ? {p}.thread_rank() : {p}.size();")
        elif kind == 4:
            g.emit(f"{v} ^= {p}.ballot({self.lane_condition()});")
        elif kind == 5:
            g.emit(f"{v} = {p}.match_any({self.variable()} % 3u) + {self.operand()};")
        elif kind == 6:
            g.emit(f"{v} += cg::reduce({p}, {self.sum()}, cg::{self.pick('plus', 'greater', 'bit_xor')}<unsigned>());")
        elif tile:
            g.emit(f"{v} ^= {p}.shfl_xor({self.variable()}, {d}) + {p}.meta_group_rank();")
        else:
            g.emit(f"{v} += {p}.thread_rank();")
        if self.rng.random() < 0.2:
            g.emit(f"{p}.sync();")

    def call(self):
        g = self.g
        f = self.rng.choice(self.helpers)
        v, how = self.variable(), self.pick("plain", "plain", "plain", "nested", *("choice", "second") if self.rare else ())
        arguments = f"{self.sum()}, in, n"
        if how == "plain":
            g.emit(f"{v} {self.pick('=', '+=', '^=')} {f}({self.mask}, {arguments}) {self.pick('', f'+ {self.operand()}')};")
        elif how == "choice":
            c, m2 = self.asked(self.changing_condition)
            g.emit(f"{v} += {c} ? {f}({m2}, {arguments}) : {self.operand()};")
        elif how == "second":
            c, m2 = self.asked(self.lane_condition)
            g.emit(f"if ({c} && {f}({m2}, {arguments}) % 3u)")
            g.emit(f"  {v} += {self.operand()};")
        else:
            g.emit(f"{v} ^= {f}({self.mask}, {f}({self.mask}, {arguments}), in, n);")

    def arm(self, mask, depth):
        """An unsigned expression that the lanes of the mask evaluate: an exchange, or a choice of some."""
        g, m = self.g, mask
        if depth > 0 and self.rng.random() < 0.35:
            c, m2 = self.asked(self.lane_condition, "bool", m)
            rest = self.operand() if self.rng.random() < 0.5 else None
            if not rest:
                m3 = g.name("m")
                g.emit(f"unsigned {m3} = {m} & ~{m2};")
                rest = self.arm(m3, depth - 1)
            return f"({c} ? {self.arm(m2, depth - 1)} : {rest})"
        if self.helpers and self.rng.random() < 0.25:
            return f"{self.rng.choice(self.helpers)}({m}, {self.sum()}, in, n)"
        return self.pick(f"__shfl_sync({m}, {self.sum()}, __ffs({m}) - 1)", f"__popc(__ballot_sync({m}, {self.lane_condition()}) & {m})",
                         f"(unsigned)__any_sync({m}, {self.lane_condition()})", f"__reduce_add_sync({m}, {self.sum()})",
                         f"(__all_sync({m}, __shfl_sync({m}, {self.variable()}, __ffs({m}) - 1) > {self.operand()}) ? {self.operand()} : 3u)")

    def in_arms(self):
        """Exchanges in arms of ?:, or on the right side of && and ||, which some lanes come to."""
        g = self.g
        form = self.rng.randrange(6)
        c, m2 = self.asked(self.lane_condition)
        m3 = g.name("m")
        g.emit(f"unsigned {m3} = {self.mask} & ~{m2};")
        v, rest = self.variable(), self.operand()
        then, other = self.arm(m2, 2), self.arm(m3, 1)
        if form == 0:
            g.emit(f"{v} += {c} ? {then} : {rest};")
        elif form == 1:
            g.emit(f"unsigned {g.name('w')} = {c} ? {then} : {other}, {g.name('w')} = {c} ? {rest} : 2u;")
            g.emit(f"{v} ^= {c} ? {rest} : {self.arm(m3, 0)};")
        elif form == 2:
            g.emit(f"bool {(b := g.name('b'))} = {c} && {then} % 3u != 1, {(d := g.name('b'))} = {c} || {other} & 2u;")
            g.emit(f"{v} += {b} + {d} * 2u;")
        elif form == 3:
            g.emit(f"if (({c} ? {then} : {rest}) % 4u > 1)")
            g.emit(f"  {v} += {self.operand()};")
        elif form == 4:
            k = g.name("k")
            g.emit(f"unsigned {k} = {c};")
            g.emit(f"{v} = {k}++ % 2 ? {then} + {k} : {other} - {k};")
        else:
            g.emit(f"{v} ^= {rest} + ({c} ? {then} : {other}) * 3u;")

    def exchange(self):
        own = zlib.crc32(f"{self.mask} {self.left} {self.g.slots}".encode())
        if own % 5 == 0:  # what all others are does not depend on it
            rng, self.rng = self.rng, random.Random(own)
            self.in_arms()
            self.rng = rng
        kind = self.rng.random()
        if self.helpers and kind < 0.2:
            self.call()
        elif kind < 0.55:
            self.shuffle()
        elif kind < 0.8:
            self.vote()
        elif kind < 0.9:
            self.through_memory()
        else:
            self.group()

    # Control flow.
    masked_out = False  # whether lanes have left the function

    @contextmanager
    def lanes(self, mask, uniform=False, whole=False):
        """Statements for the lanes of the mask; all threads, or all lanes of a warp, may come only where they did before."""
        saved = self.mask, self.uniform, self.whole
        self.mask, self.uniform, self.whole = mask, self.uniform and uniform, self.whole and whole
        yield
        self.mask, self.uniform, self.whole = saved

    def inside(self, head, mask, depth, uniform=False, whole=False):
        """A block whose lanes are those of the mask."""
        with self.lanes(mask, uniform, whole), self.g.block_of(head):
            self.row(depth - 1)

    def asked(self, condition, type_="bool", mask=None):
        """A variable for a condition of the lanes, and one for the mask of those that find it true."""
        c, m2 = self.g.name("c"), self.g.name("m")
        self.g.emit(f"{type_} {c} = {condition()};")
        self.g.emit(f"unsigned {m2} = {mask + ' & ' if mask else ''}__ballot_sync({self.mask}, {c});")
        return c, m2

    def head(self, keyword, value):
        """A head that asks for the value, some of them with a variable of their own."""
        h, form = self.g.name("head"), zlib.crc32(f"{keyword}{value}{self.rows}".encode()) % 8
        if keyword == "if" and form == 0:
            return f"if (unsigned {h} = {value})"
        if keyword != "while" and form == 1:
            return f"{keyword} (auto {h} = {value}; {h})"
        if keyword == "while" and form < 3:
            return f"while (const bool {h} = {value})"
        return f"{keyword} ({value})"

    def condition(self, depth):
        g, kind = self.g, self.rng.random()
        if kind < 0.2:
            self.inside(self.head("if", self.block_condition()), self.mask, depth, True, True)
            if self.rng.random() < 0.3:
                self.inside("else", self.mask, depth, True, True)
        elif kind < 0.5:
            self.inside(self.head("if", self.warp_condition()), self.mask, depth, whole=True)
            if self.rng.random() < 0.4:
                self.inside("else", self.mask, depth, whole=True)
        else:
            c, m2 = self.asked(self.changing_condition, self.pick("bool", "const bool"))
            self.inside(self.head("if", c), m2, depth)
            if self.rng.random() < 0.4:
                m3 = f"({self.mask} & ~{m2})"
                if self.rng.random() < 0.5:
                    c2, m4 = g.name("c"), g.name("m")
                    with g.block_of("else"):
                        g.emit(f"unsigned {m4} = {m3};")
                        with self.lanes(m4):
                            self.row(depth - 1)
                else:
                    self.inside("else", m3, depth)

    def selection(self, depth):
        """A switch over what lanes or warps have: each case has the mask of those that come to it, by its labels or from above.
        Some of one case may leave it, the round of a loop, or the function."""
        g = self.g
        lanes = self.rng.random() < 0.6
        key = g.name("key")
        g.emit(f"unsigned {key} = {self.variable() + ' % 4u' if lanes else self.pick('warp % 3', f'__popc({self.mask}) % 3u')};")
        cases = self.cases_of(key)
        falls = [i > 0 and self.rng.random() < 0.3 for i in range(len(cases))] + [False]
        alone = [i for i in range(len(cases)) if not falls[i] and not falls[i + 1]]
        left = self.rng.choice(alone) if alone and self.rng.random() < 0.6 else None
        way, stay, leave = self.way_out() if left is not None else None, None, None
        if left is not None:
            leave, stay = g.name("leave"), g.name("m")
            wants = g.name("c")
            g.emit(f"bool {wants} = {self.lane_condition() if lanes else self.warp_condition()};")
            g.emit(f"bool {leave} = {cases[left][1]} && {wants};")
            g.emit(f"unsigned {stay} = __ballot_sync({self.mask}, !{leave});")
        masks, comes = [], ""
        for i, (_, own) in enumerate(cases):
            comes = f"{comes} || {own}" if falls[i] else own
            masks.append(g.name("m") if lanes else self.mask)
            if lanes:
                g.emit(f"unsigned {masks[i]} = __ballot_sync({self.mask}, {comes});")
        loops, self.loops, returns, self.returns = self.loops, [], self.returns, False
        plain = self.rng.random() < 0.2  # no exchange in it
        with g.block_of(self.head("switch", key)):
            for i, (label, _) in enumerate(cases):
                with self.lanes(masks[i], whole=not lanes), g.block_of(label):
                    if falls[i] and lanes:  # hardware lets those from above and those who jump here run apart
                        g.emit(f"__syncwarp({masks[i]});")
                    self.simple() if plain else self.row(depth - 1)
                    if i == left:
                        self.leave_case(way, leave, stay, plain, depth)
                    if not falls[i + 1] and (i + 1 < len(cases) or self.rng.random() < 0.5):
                        g.emit("break;")
        self.loops, self.returns = loops, returns
        if way == "continue":
            self.mask, self.loops[-1].open, self.loops[-1].left = stay, False, True
        elif way == "return":
            g.emit(f"{self.function_mask} = {stay};")
            self.masked_out = True

    def cases_of(self, key):
        """The labels of a switch in some order, with the condition of those who jump there."""
        groups = self.pick([["0"], ["1"], ["2"]], [["0", "3"], ["1"]], [["0"], ["1", "2"], ["3"]], [["2"], ["0"]])
        cases = [(" ".join(f"case {k}:" for k in ks), " || ".join(f"{key} == {k}" for k in ks)) for ks in groups]
        if self.rng.random() < 0.8:
            others = " || ".join(own for _, own in cases)
            cases.append(("default:", f"!({others})"))
        self.rng.shuffle(cases)
        return [(label, f"({own})") for label, own in cases]

    def way_out(self):
        """What some lanes of a case may do: only where all know afterwards who is left."""
        loop = self.loops[-1] if self.loops else None
        if self.mask != (loop.mask if loop else self.function_mask) or self.rng.random() < 0.3:
            return "break"
        if loop:
            return "continue" if loop.open and not loop.barrier and loop.body == self.rows else "break"
        return "return" if self.returns else "break"

    def leave_case(self, way, leave, stay, plain, depth):
        g = self.g
        with g.block_of(f"if ({leave})"):
            if self.rng.random() < 0.5:
                self.simple()
            g.emit(self.result(self) if way == "return" else f"{way};")
        if plain:
            return self.simple()
        left = g.name("m")
        g.emit(f"unsigned {left} = {self.mask} & {stay};")
        with self.lanes(left):
            self.row(depth - 1)

    def loop(self, depth):
        g, i, k = self.g, self.g.name("i"), self.rng.randrange(2, 5)
        kind = self.pick(0, 1, 4, 5, 6, *(2, 3) if self.rare else ())
        live = g.name("m")
        g.emit(f"unsigned {live} = {self.mask};")
        loop, saved = Loop(live), (self.mask, self.uniform, self.whole)
        self.loops.append(loop)
        self.mask = live
        tail = "}"
        first = None
        if kind == 0:
            head = self.pick(f"for (int {i} = 0; {i} < {k}; {i}++)", f"for (int {i} = 0; {i} < n % {k}; ++{i})")
        elif kind == 1:
            head, self.uniform = f"for (unsigned {i} = warp; {i} < {k}; {i}++)", False
        elif kind == 2:
            head, self.uniform = f"for (unsigned {i} = {self.pick(str(k), f'warp + {k}')}; {i} > 0 && __any_sync({live}, {self.lane_condition()}); {i}--)", False
        else:  # lanes leave one by one
            self.uniform = self.whole = False
            limit = g.name("limit")
            g.emit(f"unsigned {limit} = {self.variable()} % {k + 1}u;")
            if kind == 3:
                head = f"for (unsigned {i} = 0; ({live} = __ballot_sync({live}, {i} < {limit})), {i} < {limit}; {i}++)"
            elif kind == 4:
                head = f"for (unsigned {i} = 0;; ++{i})"
                first = [f"{live} = __ballot_sync({live}, {i} < {limit});", f"if ({i} >= {limit})", "  break;"]
            elif kind == 5:
                more = g.name("more")
                g.emit(f"bool {more} = {limit} > 0;")
                g.emit(f"{live} = __ballot_sync({live}, {more});")
                head = self.head("while", more)
                first = [f"{more} = --{limit} > 0;"]
                tail = [f"{live} = __ballot_sync({live}, {more});", "}"]
            else:
                head = "do"
                tail = [f"{live} = __ballot_sync({live}, {limit} > 1);", f"}} while ({limit}-- > 1);"]
        if isinstance(tail, list):
            loop.open = False  # the end of a round must be reached by all
        with g.block_of(head, tail=tail if isinstance(tail, str) else tail[1]):
            for line in first or ():
                g.emit(line)
            loop.body = self.rows + 1
            self.row(depth - 1)
            if isinstance(tail, list):
                g.emit(tail[0])
        self.loops.pop()
        self.mask, self.uniform, self.whole = saved

    def leave(self):
        """Some lanes go on with the next round, leave the loop, or the function; the others know who stays."""
        g = self.g
        loop = self.loops[-1] if self.loops else None
        if self.mask != (loop.mask if loop else self.function_mask):
            return self.exchange()
        if loop and (not loop.open or loop.barrier) or not loop and not self.returns:
            return self.exchange()
        c, stay = g.name("leave"), g.name("m")
        warp = self.rng.random() < 0.3
        g.emit(f"bool {c} = {self.warp_condition() if warp else self.changing_condition()};")
        g.emit(f"unsigned {stay} = __ballot_sync({self.mask}, !{c});")
        way = "return" if not loop else self.pick("break", "continue") if loop.body == self.rows else "break"
        with g.block_of(f"if ({c})"):
            if self.rng.random() < 0.6:
                self.simple()
            if self.rng.random() < 0.3:
                m2 = g.name("m")
                g.emit(f"unsigned {m2} = {self.mask} & ~{stay};")
                with self.lanes(m2):
                    self.shuffle()
            if way == "return":
                g.emit(self.result(self))
            else:
                g.emit(f"{way};")
        if way == "continue":
            self.mask, loop.open, loop.left = stay, False, True
        elif way == "break":
            g.emit(f"{loop.mask} = {stay};")
            loop.left = True
        else:
            g.emit(f"{self.function_mask} = {stay};")
            self.masked_out = True

    def row(self, depth):
        self.rows += 1
        mask = self.mask
        for _ in range(self.rng.randrange(1, 4)):
            self.left -= 1
            kind = self.rng.random()
            if depth > 0 and self.left > 0 and kind < 0.5:
                self.pick(self.condition, self.condition, self.loop, self.loop, self.selection)(depth)
            elif kind < 0.62 and self.left > 0:
                self.leave()
            elif kind < 0.87:
                self.exchange()
            else:
                self.simple()
            if self.uniform and self.shared and not any(loop.left for loop in self.loops) and self.rng.random() < 0.1:
                self.g.emit("__syncthreads();")
                for loop in self.loops:
                    loop.barrier = True
        self.mask = mask
        self.rows -= 1


def helper(g, helpers):
    """A function that exchanges; the lanes that call it come as its first argument."""
    f = g.global_name("Exchange")
    form = g.rng.randrange(4)
    head = {0: "__device__ unsigned", 1: "__device__ __forceinline__ unsigned", 2: "template <typename T> __device__ T",
            3: "static __device__ unsigned"}[form]
    type_ = "T" if form == 2 else "unsigned"
    with g.function(f"{head} {f}(unsigned live, {type_} v, const int *in, int n)"):
        g.emit("unsigned tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), lane = tid % 32, warp = tid / 32;")
        x, y, z = (g.name(stem) for stem in "xyz")
        g.emit(f"unsigned {x} = v, {y} = lane * 3, {z} = 1;")
        walk = Walk(g, (x, y, z), None, "live", helpers, lambda w: f"return {w.operand()} + {w.x};")
        walk.left = 6
        walk.uniform = walk.whole = False
        walk.row(2)
        g.emit(f"return {x} ^ {y} + {z};")
    return f


@gadget("exchanges of warps", uniform=True)
def exchanges_of_warps(g):
    g.rare = g.chance(0.25)
    helpers = []
    for _ in range(g.rng.choice([0, 1, 1, 2])):
        helpers.append(helper(g, helpers))
    s = g.name("sh")
    g.emit(f"__shared__ unsigned {s}_count[4], {s}_own[{g.threads}], {s}_warp[{g.threads}];")
    g.emit("if (tid < 4)")
    g.emit(f"  {s}_count[tid] = 0;")
    g.emit(f"{s}_own[tid] = 5;")
    g.emit("__syncthreads();")
    x, y, z = (g.name(stem) for stem in "xyz")
    g.emit("unsigned lane = tid & 31, warp = tid / 32;")
    g.emit(f"unsigned {x} = tid * 7 + bid, {y} = (unsigned)in[tid % 64] & 63u, {z} = 3;")
    g.emit("unsigned live = __ballot_sync(0xffffffffu, 1);")
    slots = [g.slots, g.slots + 1, g.slots + 2]
    g.slots += 3
    results = lambda w: "{ " + " ".join(f"out[gid * 24 + {slot}] = {v};" for slot, v in zip(slots, (w.x, w.y, w.z))) + " return; }"
    walk = Walk(g, (x, y, z), s, "live", helpers, results)
    walk.row(3)
    walk.row(3)
    for v in (x, y, z, f"{s}_own[tid]"):
        g.result(Value(v, *ANY))
    g.emit("__syncthreads();")
    g.result(Value(f"{s}_count[tid % 4]", *ANY))
