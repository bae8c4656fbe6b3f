# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels that a given step is legal for, with schedules that have it: what fuzz.py --seeded puts its faults into.

A random kernel seldom has a place for a fault of `carry` or `stage`, and its launches seldom show it: its values are overwritten or its
branch is not taken. Here, each shape of kernel ends with a store of what the step computes.
"""
import generate
from parts import PARAMETERS

GUARDED = ["merge x 3; tail shift", "merge x 4 lanes; tail shift", "merge x 4 lanes", "merge x 3 loop", "merge x 2; tail lanes", "merge x 5 loop; tail shift",
           "merge x 2; tail divides"]
CARRIED = ["merge x 4 loop; carry", "merge x 3 loop; carry", "merge x 5 loop; carry; tail shift"]
UNROLLED = ["unroll 2", "unroll 3", "unroll 2; merge x 2; tail shift"]
PROMOTED = ["promote", "promote; math exact ordered", "promote; merge x 2; tail lanes", "promote; merge x 4 lanes"]
SWITCHED = ["unswitch", "unswitch; merge x 3; tail shift", "unswitch; merge x 4 lanes", "unswitch; unroll 2"]
STAGED = ["stage 2; group 8 1 1", "stage 4; group 4 1 1", "stage 3; merge x 2; group 8 1 1"]
GROUPED = ["merge x 2 apart group", "merge x 2", "merge x 3 apart group; tail clamp", "merge x 2 apart group; tail divides"]
ARRAYS = ["merge x 4 lanes; tail shift", "merge x 8 lanes", "merge x 3; tail shift", "merge x 4 loop"]
CONSTANTS = ["unroll full", "unroll 2", "unroll full; merge x 4 lanes", "unroll full; merge x 2; tail shift"]
SOME_GROUPS = ["merge x 2 apart group", "merge x 3 apart group; tail clamp", "merge x 2 apart group; tail clamp", "merge x 4 apart group; tail clamp", "merge x 2 lanes"]
LEAVING = ["merge x 3; tail shift", "merge x 4 lanes", "merge x 2; tail lanes", "merge x 3 loop", "merge x 2 apart group; group 8 1 1"]
EFFECTS = ["merge x 4; tail shift", "merge x 4 lanes", "stage 2; group 8 1 1", "merge x 3 loop; carry", "merge x 2; tail lanes"]


class Directed(generate.Generator):
    """Programs of kernels of one shape, which `number` chooses."""

    def __init__(self, seed, number, math=False):
        super().__init__(seed, math)
        self.shape, self.schedules = [(self.guarded, GUARDED), (self.carried, CARRIED), (self.unrolled, UNROLLED), (self.promoted, PROMOTED),
                                      (self.staged, STAGED), (self.grouped, GROUPED), (self.arrays, ARRAYS), (self.constants, CONSTANTS),
                                      (self.some_groups, SOME_GROUPS), (self.effects, EFFECTS), (self.switched, SWITCHED), (self.leaving, LEAVING)][number % 12]
        self.next = self.rng.randrange(len(self.schedules))

    def racy(self):
        return ""

    def schedule(self):
        """All of the shape in turn: a fault has its place in some of them only."""
        self.next += 1
        return self.schedules[self.next % len(self.schedules)]

    def kernel(self, name):
        self.dims, self.loops, self.count, self.place = 1, 0, 0, "x"
        self.ints, self.floats, self.writable, self.big, self.inside = [], [], [], False, True
        attribute, before, body = self.shape()
        guard = self.one("  if (x >= n)\n    return;\n", "  if (!(x < n))\n    return;\n")
        return "__kernel %svoid %s(%s) {\n  int x = get_global_id(0);\n%s%s%s}\n" % (
            attribute, name, PARAMETERS, before, guard, body)

    def guarded(self):
        return "", "", "".join(self.statement(1, 3) for _ in range(2)) + "  out[x] = a[x] + %s;\n  out_i[x] ^= x + %s;\n" % (self.real(2), self.integer(2))

    def carried(self):
        near = self.rng.choice([["x", "x + 1"], ["x", "x + 1", "x + 2"], ["x + 1", "x + 2", "x + 3"]])
        terms = ["a[%s]%s" % (place, self.one("", " * f", " * h", " * %d.5f" % self.rng.randint(1, 4))) for place in near]
        return "", "", "  out[x] = %s;\n" % self.one(" + ", " - ").join(terms)

    def unrolled(self):
        return "", "", "  int s = %s;\n  for (int j = %s; j < %s; %s)\n    s = s * 3 + %s;\n  out_i[x] = s;\n" % (
            self.integer(2), self.one("0", "1"), self.one("g.first * 2 + 1", "k * 3 + 1", "g.first + g.second + 2"), self.one("j++", "++j"),
            self.one("b[x + j]", "(b[j] ^ j)", "b[x] % (j + 2)", "j * 5"))

    def promoted(self):
        return "", "", "  for (int j = 0; j < %s; j++)\n    out[x] %s %s;\n" % (
            self.one("g.first + 1", "k + 2", "9"), self.one("+=", "-="), self.one("a[x + j] * f", "a[j] * a[x]", "(float)b[x + j] * h"))

    def staged(self):
        return "", "", "  float s = %s;\n  for (int j = 0; j < %s; j++)\n    s = s * 0.5f + %s;\n  out[x] = s;\n" % (
            self.one("0.0f", "f", "a[x]"), self.one("g.first * 2 + 3", "k + 5", "g.first + g.second + 4"),
            self.one("a[j]", "a[j] * a[x]", "a[j + k] - a[j] * f", "a[j * 2] * h"))

    def grouped(self):
        self.ints.append("li")
        text = "  __local int tile[8];\n  int li = get_local_id(0);\n  tile[li] = %s;\n  barrier(CLK_LOCAL_MEM_FENCE);\n" % self.one(
            "x * 7 + k", "b[x] + x * 3", "get_group_id(0) * 5 + li", "x ^ b[li]")
        text += "  int t = %s;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  tile[7 - li] = t + x;\n  barrier(CLK_LOCAL_MEM_FENCE);\n" % self.one(
            "tile[7 - li]", "tile[(li + 3) % 8] * 2", "tile[li ^ 1] - x")
        return "__attribute__((reqd_work_group_size(8, 1, 1))) ", text, "  out_i[x] = t * 3 + tile[%s];\n" % self.one("li ^ 2", "(li + 1) & 7", "7 - li")

    def arrays(self):
        """What a work-item has an array of: with the same values in all of them, or not."""
        text = "  int w[%d] = {1, 2, %s, 4};\n  for (int j = 0; j < %s; j++)\n    w[j] = %s + j;\n" % (
            self.one(4, 4, 1100), self.one("3", "k"), self.one("(b[x] & 3) + 1", "index_a[x] % 4", "(k & 3) + 1"), self.one("b[x + j]", "x * 3", "k * 5", "b[j]"))
        return "", "", text + "  out_i[x] = w[%s] + w[%s];\n" % (self.one("(x + k) & 3", "k & 3", "x & 1"), self.one("0", "x % 4"))

    def constants(self):
        """Loops whose counter becomes a number."""
        return "", "", "  float s = %s;\n  int t = k;\n  for (int j = %s; j < %d; %s) {\n    s %s %s;\n    t = t * 3 + %s;\n  }\n  out[x] = s;\n  out_i[x] = t;\n" % (
            self.one("0.0f", "f", "a[x]"), self.one("0", "1", "-2"), self.rng.randint(2, 9), self.one("j++", "j += 2"), self.one("+=", "-="),
            self.one("j * 0.3f", "(j & 3) * 0.1f", "a[x + 3] * j", "j * f", "a[x] * (j * 0.5f)", "a[k + j + 2] * f"), self.one("j", "b[x + j + 2]", "(j ^ x)"))

    def some_groups(self):
        """Barriers that some groups do not reach, and local memory of which few groups have room."""
        size = self.one(8, 5800)
        text = "  __local int tile[%d];\n  int li = get_local_id(0), t = k;\n  %s {\n" % (
            size, self.one("if (get_group_id(0) & 1)", "if (get_group_id(0) + 1 < get_num_groups(0))", "if (k > 2)", "for (int r = 0; r < g.first; r++)",
                           "for (int r = 0; r < get_group_id(0); r++)"))
        text += "    tile[li] = %s;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    t += tile[%s];\n    barrier(CLK_LOCAL_MEM_FENCE);\n  }\n" % (
            self.one("x * 5 + k", "b[x] - li", "get_group_id(0) + t"), self.one("7 - li", "(li + 3) % 8", "li ^ 1"))
        return "__attribute__((reqd_work_group_size(8, 1, 1))) ", text, "  out_i[x] = t + x;\n"

    def switched(self):
        """A loop with a condition that keeps its value."""
        return "", "", "  float s = %s;\n  for (int j = 0; j < %s; j++) {\n    if (%s)\n      s += %s;\n    else\n      s -= %s;\n  }\n  out[x] = s;\n" % (
            self.one("0.0f", "f"), self.one("5", "g.first + 2", "k"), self.one("k > 2", "g.first == 3", "g.first < k", "n > 9 && k < 4"),
            self.one("a[x + j]", "a[j] * f", "(float)b[x] * j"), self.one("a[x]", "h * j", "a[x + j] * a[j]"))

    def leaving(self):
        """A return from a loop, for some."""
        return "", "", "  int s = %s;\n  for (int j = 0; j < %s; j++) {\n    s += b[x + j] & 31;\n    if (%s)\n      return;\n    out_i[x] = s;\n  }\n  out_i[x] = s * 3 + x;\n" % (
            self.one("0", "k", "x"), self.one("4", "k + 2", "g.first + 2"), self.one("s % 3 == 1", "s > 40", "(b[x + j] & 3) == 2", "x % 4 == j"))

    def effects(self):
        """What may not be repeated or kept, and variables whose address is taken."""
        text = "  atomic_add(&counts[k & 7], %s);\n" % self.one("1", "x", "b[x]")
        text += "  int v = %s;\n  swap_if(&v, &k, %s);\n" % (self.one("b[x]", "x * 3", "x ^ k"), self.one("x", "1", "b[x]"))
        if self.chance(0.5):
            text += "  for (int j = 0; j < %s; j++)\n    v = v * 3 + out_i[j + n];\n" % self.one("3", "g.first")
        return "", "", text + "  out_i[x] = v;\n"
