# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels of OpenCL C without races, and random schedules."""
import random
import re

from parts import HELPERS, PARAMETERS


class Generator:
    def __init__(self, seed, math=False):
        self.rng = random.Random(seed)
        self.math = math  # sines and cosines, for devices where `math exact cos<1e6 sin<1e6` was found to hold
        self.grouped_at_all = False  # some kernel has barriers
        self.big = True  # kernels that are small are compiled faster, and more of them are

    def one(self, *choices):
        return self.rng.choice(choices)

    def chance(self, p):
        return self.rng.random() < p

    # --- Expressions; every index stays below the room that a launch gives to each buffer

    def index(self):
        """A place of a buffer that is only read."""
        here = self.place
        return self.one(here, here, here + " + 1", "%s + k" % here, "x", "x + 2", "k", here + " + j" if self.loops else "x + k",
                        "index_a[%s]" % here, "x / 2", "x * 3 % (n + 1)", "(uint)(x + k) % 5u", "n - 1 - x" if self.inside else "x",
                        "x ^ 1", "(uchar)(x * 7) & 15", "j" if self.loops else "3",
                        "x + 3", "(uint)k + (uint)x", "(uint)(x + 1) * 1u + 1u", "bounded(x - k, n)", "at_row(0, n)" if self.inside else "bounded(k, 3)")

    def integer(self, deep=0):
        deep += not self.big
        leaves = ["x", "k", "n", "%d" % self.rng.randint(-9, 40), "b[%s]" % self.index(), "index_a[%s]" % self.index()]
        leaves += self.ints * 2 + ["j"] * (2 if self.loops else 0) + (["y"] if self.dims > 1 else [])
        leaves += ["g.first", "g.second"]
        if deep > 2 or self.chance(0.35):
            return self.rng.choice(leaves)
        a, b = self.integer(deep + 1), self.integer(deep + 1)
        return self.one("(%s + %s)" % (a, b), "(%s - %s)" % (a, b), "(%s & %s)" % (a, b), "(%s ^ %s)" % (a, b),
                        "(%s %% %d * %d)" % (a, self.rng.randint(1, 40), self.rng.randint(1, 9)),
                        "(%s / %d)" % (a, self.rng.randint(2, 9)), "(%s >> %d)" % (a, self.rng.randint(0, 9)),
                        "(%s %% %d << %d)" % (a, self.rng.randint(2, 99), self.rng.randint(0, 4)),
                        "(%s < %s ? %s : %s)" % (a, b, self.integer(deep + 1), b),
                        "(%s / ((%s & 3) + 1))" % (a, b), "mix_bits(%s, %s)" % (a, b), "bounded(%s, k)" % a, "at_row(k, 3)", "(int)(uchar)(%s)" % a,
                        "(int)((uint)%s / 3u)" % a, "(as_int(%s) >> 23 & 255)" % self.small(), "(int)((long)%s * %s >> 5)" % (a, b), "(short)%s" % a,
                        "min((int)%s, (int)%s)" % (a, b), "(%s > %s)" % (a, b), "(%s && !%s)" % (a, b), "~%s" % a, "abs(%s & 255)" % a,
                        "(int)%s" % ("(%s * 0.125f)" % self.small()))

    def small(self):
        return self.one("f", "a[%s]" % self.index(), "1.5f")

    def real(self, deep=0):
        deep += not self.big
        leaves = ["f", "a[%s]" % self.index(), "a[%s]" % self.index(), "%.2ff" % self.rng.uniform(-3, 3), "h * h", "f * h"]
        leaves += self.floats * 2
        if deep > 2 or self.chance(0.3):
            return self.rng.choice(leaves)
        a, b = self.real(deep + 1), self.real(deep + 1)
        return self.one("(%s + %s)" % (a, b), "(%s - %s)" % (a, b), "(%s * %s)" % (a, b), "(%s * %s + %s)" % (a, b, self.real(deep + 1)),
                        "(%s > %s ? %s : %s)" % (a, b, a, self.real(deep + 1)), "mean(%s, %s)" % (a, b), "fabs(%s)" % a,
                        "fmin(%s, %s)" % (a, b), "(%s > 0 ? %s : %s)" % (self.integer(2), a, b), "pick(a, %s)" % self.index(),
                        "(float)(%s & 1023)" % self.integer(2), "sqrt(fabs(%s))" % a, "1.0f / sqrt(fabs(%s) + 0.5f)" % a, "(%s / (fabs(%s) + 1.0f))" % (a, b),
                        "(x > 0 ? a[%s - (x > 0)] : %s)" % (self.place, b), "(x + 1 < n ? a[%s + 1] * %s : %s)" % (self.place, a, b),
                        "p[%s].u" % self.index(), "((float4)(%s)).z" % a, "((pair){%s, k}).u" % a, "v4[%s].%s" % (self.index(), self.one("x", "y", "s3")),
                        "(float)((double)%s * 0.1)" % a, "as_float((int)%s & 0x3fffffff)" % self.integer(2))

    def condition(self):
        return self.one("%s > %s" % (self.integer(2), self.integer(2)), "%s < %s" % (self.real(2), self.real(2)), "k > 2", "x & 1",
                        "x > 1 && x < n - 2", "x + k < n", "!(x < k || x >= n - 1)", "x - k >= 0", "k < 4 && n - x > 2", "x * 2 < n",
                        "%s == 3" % self.integer(2), "g.first != k || x > 2", "!(%s)" % self.integer(2), "b[%s]" % self.index())

    # --- Statements

    def statement(self, indent, deep):
        kind = self.rng.random()
        line = "  " * indent
        if kind < 0.25:
            if self.chance(0.5):
                name, make, names, t = "i%d" % self.count, self.integer, self.ints, self.one("int", "int", "const int")
            else:
                name, make, names, t = "f%d" % self.count, self.real, self.floats, "float"
            self.count += 1
            text = "%s%s %s = %s;\n" % (line, t, name, make())
            names.append(name)
            if not t.startswith("const"):
                self.writable.append(name)
            return text
        own = [v for v in self.writable if v in self.ints or v in self.floats]
        if self.math and self.floats and self.chance(0.3):
            return self.waves(line, [v for v in own if v in self.floats])
        if kind < 0.5 and own:
            name = self.rng.choice(own)
            if name in self.ints:
                if self.chance(0.15):
                    return line + "%s = %s & 0xffff;\n%s%s %s;\n" % (name, name, line, name, self.one("+= 0.5f * (k & 7)", "-= a[x] * 0.25", "+= 3000000000u", "%= 1000l", "*= 1.5f"))
                return line + self.one("%s = %s;\n", "%s += %s;\n", "%s -= %s;\n", "%s ^= %s;\n") % (name, self.integer())
            if self.chance(0.15):
                return line + "%s %s= %s;\n" % (name, self.one("+", "-", "*"), self.one("0.3 * %s", "(double)%s - 1.0", "0.1 + f * %s", "%s * 0.1 * h") % self.real(2))
            return line + self.one("%s = %s;\n", "%s += %s;\n", "%s -= %s;\n", "%s *= %s;\n") % (name, self.real(1))
        if kind < 0.55 and own and own[0] in self.ints:
            return line + self.one("%s++;\n", "--%s;\n") % own[0]
        if kind < 0.6:
            return line + self.store()
        if kind < 0.64 and len([v for v in own if v in self.ints]) > 1:
            two = self.rng.sample([v for v in own if v in self.ints], 2)
            if self.chance(0.4):  # functions that ask for ids
                return line + self.one("%s += bumped(&%s, %%s);\n" % tuple(two), "%s = bumped(&%s, %%s) - k;\n" % tuple(two),
                                       "if (bumped(&%s, %%s) > 3)\n%s  added_at(out_i, %s, x + n, %s);\n" % (two[0], line, self.place, two[1])) % self.integer(1)
            return line + self.one("swap_if(&%s, &%s, %%s);\n" % tuple(two), "%s = %s += %%s;\n" % tuple(two)) % self.integer(1)
        if kind < 0.68:
            return line + "k %s;\n" % self.one("++", "+= 1", "= g.first", "+= b[x] & 1")
        if kind < 0.7 and not self.loops:
            return self.shared_loop(line)
        if self.chance(0.06):
            return self.rare(line, indent)
        if self.chance(0.06) and not self.loops:
            return self.ragged(line, own)
        if kind < 0.73:
            return line + "atomic_add(&counts[%s & 7], %s);\n" % (self.integer(2), self.integer(2))
        if deep > 2:
            return line + self.store()
        if kind < 0.86:
            text = "%sif (%s) {\n%s%s}" % (line, self.condition(), self.block(indent + 1, deep + 1), line)
            if self.chance(0.5):
                text += " else {\n%s%s}" % (self.block(indent + 1, deep + 1), line)
            return text + "\n"
        if self.loops:
            return line + self.store()
        self.loops += 1
        limit = self.one("3", "k % 5", "(x & 3) + 1", "index_a[x] % 4", "g.second % 4")
        head = self.one("for (int j = 0; j < %s; j++)", "for (uint j = 0; j < (uint)(%s); ++j)", "#pragma unroll\nfor (int j = 0; %s >= j; j++)", "for (long j = -2; j <= %s; j += 3)", "for (int j = %s; j > 0; --j)", "for (int j = x %% 3; j < %s; j += 2)") % limit
        inner = self.block(indent + 1, deep + 1)
        if self.chance(0.3):
            inner += "%s  if (%s)\n%s    %s;\n" % (line, self.condition(), line, self.one("break", "continue"))
            inner += "  " * (indent + 1) + self.store()
        self.loops -= 1
        return "%s%s {\n%s%s}\n" % (line, head, inner, line)

    def rare(self, line, indent):
        """Forms that some steps refuse: arrays, structs, vectors and bools of a work-item, switches, returns."""
        name = "w%d" % self.count
        self.count += 1
        some = self.integer(2)
        kind = self.one(0, 0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 10, 11, 11, 12, 13, 14)
        if kind == 12 and not self.loops:  # from nested loops, with something to do ahead of it, and more after them
            return "%sif (%s) {\n%s  for (int j = 0; j < %s; j++) {\n%s    %s%s    for (int r = 0; r < (x & 3) + 1; r++)\n%s      if ((b[x + r] ^ j) %% 7 == k) {\n%s        %s%s        return;\n%s      }\n%s  }\n%s  %s%s}\n" % (
                line, self.one(self.condition(), "k < 5"), line, self.one("3", "k"), line, self.store(), line, line, line, self.store(), line, line, line, line, self.store(), line)
        if kind == 13:  # a function that returns from a loop
            text = "%sint %s = found(b, x, n, %s);\n" % (line, name, self.integer(1))
            self.ints.append(name)
            return text
        if kind == 14:  # arrays that pointers lead to
            self.ints += [name + "[1]", name + "b[x & 1]"]
            return "%sint %s[2] = {%s, 2}, %sb[2] = {3, k};\n%sint *%sp[2] = {%s, %sb};\n%s%sp[%s & 1][%s & 1] %s %s;\n" % (
                line, name, self.one("1", "x", some), name, line, name, name, name, line, name, self.integer(2), self.one("1", "k", "x"), self.one("=", "+="), self.integer(1))
        if kind == 11 and not self.loops:  # a loop that some leave for good
            return "%sfor (int j = 0; j < %s; j++)\n%s  if (b[x + j] > %s)\n%s    return;\n" % (line, self.one("3", "k"), line, self.one("k * 100", "x", "9"), line)
        if kind == 10:  # one of the branches is there
            first = self.one("#ifdef NEVER", "#if defined(NEVER) && NEVER > 2", "#if 0", "#ifndef __OPENCL_VERSION__")
            return "%s\n%sk = 77;\n%sswitch (k) {}\n#else // not so\n%s%s#endif\n" % (first, line, line, line, self.store())
        if kind == 9:  # names that hide those of ids and parameters
            self.ints.append(name)
            return "%sint %s = 0, %sb = %s;\n%s{\n%s  int x = %sb, n = 3;\n%s  for (int k = 0; k < 2; k++)\n%s    %s += x * n + k * (int)get_global_id(0);\n%s}\n" % (
                line, name, name, some, line, line, name, line, line, name, line)
        if kind == 8:
            return line + 'if (k > 100)\n%s  printf("item %%d" " of %%d\\n", x, n);\n' % line
        if kind == 7 and not self.loops:
            return "%sif (%s) {\n%s  %s%s  return;\n%s}\n" % (line, self.condition(), line, self.store(), line, line)
        if kind == 6:
            self.ints += [name, name + "b"]
            return "%sint %s = %s;\n%sint %sb = x;\n%sswap_if(&%s, &%sb, %s);\n" % (line, name, some, line, name, line, name, name, self.integer(1))
        if kind == 0:
            self.ints.append(name + "[(x + k) & 3]")
            rounds = self.one("4", "(x & 3) + 1", "index_a[x] % 4")
            return "%sint %s[4] = {1, 2, 3, 4};\n%sfor (int j = 0; j < %s; j++)\n%s  %s[j] = %s + j;\n" % (line, name, line, rounds, line, name, some)
        if kind == 1:
            text = "%spair %s = p[%s];\n" % (line, name, self.index())
            self.ints.append(name + ".w")
            self.floats.append(name + ".u")
            return text
        if kind == 2:
            text = "%sfloat4 %s = %s * %s;\n" % (line, name, self.one("v4[%s]", "(float4)(v4[%s].x)") % self.index(), self.real(2))
            self.floats.append(name + ".y")
            return text
        if kind == 3:
            first = self.condition()
            self.ints.append(name)
            return "%sbool %s = %s;\n%sif (%s)\n%s  %s = %s;\n" % (line, name, first, line, self.condition(), line, name, self.one("true", "false", "!" + name))
        if kind == 4 and self.chance(0.6):
            return "%sswitch (%s & 3) {\n%scase 0: out_i[%s] += 3; break;\n%scase 1:\n%scase 3: {\n%s  %s%s  break;\n%s}\n%sdefault: out_i[%s] -= %s;\n%s}\n" % (
                line, some, line, self.place, line, line, line, self.store(), line, line, line, self.place, self.integer(2), line)
        if kind == 4:
            return "%sswitch (%s & 3) {\n%scase 0: out_i[%s] += 3; break;\n%scase 1: out_i[%s] ^= 5;\n%sdefault: out_i[%s] -= %s;\n%s}\n" % (
                line, some, line, self.place, line, self.place, line, self.place, self.integer(2), line)
        return "%sif (%s)\n%s  return;\n" % (line, self.condition(), line) if not self.loops else line + self.store()

    def waves(self, line, own):
        """Statements that take sines and cosines, mostly of one variable; now and then of a huge number."""
        angle = "f%d" % self.count
        self.count += 1
        text = "%sfloat %s = %s%s;\n" % (line, angle, self.rng.choice(self.floats), self.one("", "", " * 3e8f", " * (x % 5 == 1 ? 1e9f : 1.0f)"))
        for _ in range(self.rng.randint(1, 3)):
            of = self.one(angle, angle, angle, self.rng.choice(self.floats))
            value = self.one("cos(%s)" % of, "sin(%s)" % of, "sin(%s) * cos(%s)" % (angle, of), "a[k] * cos(%s)" % of)
            text += line + ("%s %s %s;\n" % (self.rng.choice(own), self.one("=", "+=", "-="), value) if own
                            else "out[%s] += %s;\n" % (self.place, value))
        self.floats.append(angle)
        return text

    def shared_loop(self, line):
        """Every round reads what work-items have in common."""
        name, kind = "r%d" % self.count, self.one("int", "int", "uint", "short", "long")
        self.count += 1
        self.floats.append(name)
        self.writable.append(name)
        place = lambda: self.one("j", "j + 1", "x + j", "j + k", "j * 2", "(x + j) % 7", "j + n", "x - j + 16", "(x / 2) + j") if not self.inside or self.dims == 1 \
            else self.one("j", "y + j", "x + j", "j * 3", "y * 2 + j", "y * n + j", "k + j")
        self.loops += 1
        value = self.one("a[%s] * a[%s]" % (place(), place()), "a[%s] - %s" % (place(), self.real(2)), "(float)b[%s] * a[%s]" % (place(), place()),
                         "(a[%s] > 0.0f ? b[%s] : 2.0f)" % (place(), place()), "a[b[%s] & 7]" % place(),
                         "(k > 2 ? a[%s] : f)" % place(), "(k > 2 ? a[%s] * a[%s] : f)" % (place(), place()),
                         "(j & 1 ? a[%s] * f : -a[%s])" % (place(), place()), "(j == 2 ? f : h * a[%s])" % place(), "j * 0.3f", "(g.first < k ? a[%s] : h * a[%s])" % (place(), place()))
        self.loops -= 1
        bound = self.one("9", "g.first", "g.first * 2 + 1", "g.second - 3", "g.first * g.second % 11", "16")
        head = "for (%s j = %s; j < %s; %s)" % (kind, self.one("0", "0", "1"), "(%s)(%s)" % (kind, bound) if kind == "uint" and "-" not in bound else bound if kind != "uint" else "9u", self.one("j++", "++j", "j += 1"))
        return "%sfloat %s = %s;\n%s%s\n%s  %s = %s * 0.5f + %s;\n" % (line, name, self.one("0.0f", "f", "a[x]"), line, head, line, name, name, value)

    def ragged(self, line, own):
        """A loop that work-items leave one after the other, or all after as many rounds."""
        kind = self.one("int", "int", "uint", "long")
        head = self.one("for (%s j = x; j < n; j += %s)" % (kind, self.one("1", "2", "get_global_size(0)")), "for (%s j = 0; j < x; j++)" % kind,
                        "for (int j = x; j > 2; j--)", "for (int j = x - 2; j <= x + k; j++)", "for (int j = 1; x - k > j; ++j)", "for (long j = x; j < n / g.first; j++)")
        if not own:
            return "%s%s\n%s  atomic_add(&counts[j & 7], %s);\n" % (line, head, line, self.integer(2))
        name = self.rng.choice(own)
        value = self.one("b[max((int)j, 0)] ^ %s", "j * 3 + %s", "%s") % self.integer(2) if name in self.ints \
            else self.one("a[max((int)j, 0)] * %s", "(float)(j & 15) - %s", "%s") % self.real(2)
        text = "%s%s {\n%s  %s = %s %s %s;\n" % (line, head, line, name, name, self.one("+", "-"), value)
        if self.chance(0.3):
            text += "%s  if (%s)\n%s    %s%s" % (line, self.condition(), line, self.one("continue;\n", "break;\n", self.store(), self.store()), "")
        return text + line + "}\n"

    def block(self, indent, deep):
        saved = list(self.ints), list(self.floats), list(self.writable)
        text = "".join(self.statement(indent, deep) for _ in range(self.rng.randint(1, 3)))
        self.ints, self.floats, self.writable = saved
        return text

    def store(self):
        here = self.place
        return self.one("out[%s] = %s;\n" % (here, self.real()), "out[%s] += %s;\n" % (here, self.real()),
                        "out_i[%s] = %s;\n" % (here, self.integer()), "out_i[%s] ^= %s;\n" % (here, self.integer()),
                        "out_i[%s] = out_i[%s] + 1;\n" % (here, here), "out_q[%s].u = %s;\n" % (here, self.real()),
                        "out_c[%s] = (uchar)%s;\n" % (here, self.integer()), "out_v[%s].y = %s;\n" % (here, self.real()))

    def phases(self):
        """What a work-group does together: values go through local memory, between barriers."""
        size = [8, 16, 16][self.dims - 1]
        linear = ["get_local_id(0)", "get_local_id(0) + 8 * get_local_id(1)",
                  "get_local_id(0) + 4 * (get_local_id(1) + 2 * get_local_id(2))"][self.dims - 1]
        rows = self.one(size, size, size, 3000)
        text = "  __local int tile[2][%d];\n  int li = %s;\n" % (rows, linear)
        if self.chance(0.4):
            text += self.single(size)
        for phase in range(self.rng.randint(1, 3)):
            loop = self.chance(0.3)
            some = not loop and self.chance(0.4)  # groups leave this phase out
            if some:
                text += "  int t%d = 0;\n  if (%s) {\n" % (phase, self.one("get_group_id(0) & 1", "k > 2", "get_group_id(0) + 1 < get_num_groups(0)"))
            if loop:
                text += "  int t%d = li;\n  for (int r = 0; r < g.first; r++) {\n" % phase
            if self.chance(0.3):  # a function does it
                text += "  %st%d = exchanged(tile[0], tile[1], li, %d, %s, %s);\n" % (
                    "" if loop or some else "int ", phase, size, self.integer(1), self.one("x", "k", "get_group_id(0)", self.integer(2)))
                text += "  }\n" if loop or some else ""
                self.ints.append("t%d" % phase)
                continue
            text += "  tile[0][li] = %s;\n  tile[1][%d - li] = %s;\n  barrier(CLK_LOCAL_MEM_FENCE);\n" % (
                self.integer(1), size - 1, self.one("x", "get_group_id(0)", "get_num_groups(0) + li", "(int)get_global_size(0)"))
            value = self.one("tile[0][(li + %d) %% %d] + tile[1][li]", "tile[0][li ^ 1] * %d - tile[1][(li * 3) %% %d]") % (
                self.rng.randint(1, 7), size)
            text += "  %st%d = %s;\n  barrier(CLK_LOCAL_MEM_FENCE);\n" % ("" if loop or some else "int ", phase, value)
            text += "  }\n" if loop or some else ""
            self.ints.append("t%d" % phase)
        if rows == size and self.chance(0.4):  # the launch says the size: two numbers for each work-item of the group
            kind = self.one("int4", "ulong", "float2")
            self.local = ", __local %s *sized" % kind
            tile = self.one("  __local int *tile_0 = (__local int *)sized, *tile_1 = tile_0 + %d;\n",
                            "  __local int *tile_0 = (__local int *)sized;\n  __local int *tile_1 = (__local int *)&sized[%d / 2];\n") % size
            text = tile + text[text.index("\n") + 1:].replace("tile[0]", "tile_0").replace("tile[1]", "tile_1")
        return text

    def single(self, size):
        """Local memory that is no array: some work-item writes it, or all count in it."""
        one = self.rng.randrange(size)
        text = "  __local %sint one;\n  __local int counted;\n  __local pairs both;\n" % self.one("", "", "volatile ")
        text += "  if (li == %d)\n    counted = %s;\n  if (li == %d) {\n    one = %s;\n    both.second = one - %d;\n  }\n" % (
            one, self.one("0", "k"), one // 2, self.integer(1), one)
        text += self.one("", "  both.first = k + 1;\n", "  if (li == %d)\n    both.first = %s;\n" % (one, self.integer(2)))
        text += "  barrier(CLK_LOCAL_MEM_FENCE);\n  %satomic_%s(&counted, %s);\n  barrier(CLK_LOCAL_MEM_FENCE);\n" % (
            self.one("", "if (%s)\n    " % self.condition()), self.one("add", "max", "xor"), self.integer(2))
        text += "  int all_of = li + %s;\n" % self.one("counted", "one", "both.second", "counted * 3 - one", "(k > 2 ? one : both.second)")
        self.ints.append("all_of")
        return text

    def kernel(self, name):
        self.ints, self.floats, self.writable, self.count, self.loops = [], [], [], 0, 0
        self.inside, self.big, self.local = False, self.chance(0.3), ""
        place = {1: "x", 2: "y * n + x", 3: "(z * m + y) * n + x"}[self.dims]
        self.place = place
        ids = [self.one("  int x = get_global_id(0);\n", "  int x = get_global_id(0);\n", "  int x = item_of(0);\n"), "  int y = get_global_id(1);\n", "  int z = get_global_id(2);\n"][:self.dims]
        block = [(8, 1, 1), (8, 2, 1), (4, 2, 2)][self.dims - 1]
        for d in range(self.dims if self.chance(0.4) else 0):
            ids[d] = self.one("  const int %s = get_group_id(%d) * get_local_size(%d) + get_local_id(%d);\n",
                              "  int g%s = get_group_id(%d), ls%d = get_local_size(%d), t%s = get_local_id(%d);\n  int %s = ls%d * g%s + t%s;\n",
                              "  int %s = (uint)get_local_id(%d) + (uint)get_group_id(%d) * (uint)get_local_size(%d);\n",
                              "  int g%s = get_group_id(%d), t%s = get_local_id(%d);\n  int %s = g%s * {size} + t%s;\n",
                              "  int %s = {size} * get_group_id(%d) + get_local_id(%d);\n").replace("{size}", str(self.one(block[d], block[d], block[d], 16)))
            ids[d] = re.sub("%([sd])", lambda m: "xyz"[d] if m[1] == "s" else str(d), ids[d])
        bounds = ["x < n", "y < m", "z < l"][:self.dims]
        if self.chance(0.3):
            bounds[0] = self.one("n > x", "x + 1 <= n", "!(x >= n)", "x < n - 1", "x < min(n, 30)", "x < n && x < index_a[0] + 5", "x < n >> 1", "x < (n - k & ~3)", "x < min(n, k * 9)",
                                 "x < min(n - 1, min(n >> 1, 40)) + (n & 1)", "(uint)x < (uint)n / 2u")
        if self.chance(0.2):
            bounds.append(self.one("x >= 1", "x % k != 1", "k < 5", "x < 20"))
        body = "".join(ids)
        self.grouped = self.chance(0.25)
        self.grouped_at_all |= self.grouped
        if self.grouped:
            body += self.phases()
        elif self.chance(0.15):  # ids of groups, without barriers
            body += "  int lx = %s;\n" % self.one("get_local_id(0)", "get_local_id(0) * 3 + get_group_id(0)", "get_num_groups(0) - get_group_id(0)",
                                                  "(int)get_local_size(0) * (int)get_group_id(0)", "get_global_size(0) / 3")
            self.ints.append("lx")
        self.inside = True
        style = 1 if self.grouped else self.rng.random()
        if style < 0.5:
            body += "  if (%s)\n    return;\n" % " || ".join("!(%s)" % b for b in bounds)
            inner = 1
        else:
            body += "  if (%s) {\n" % " && ".join(bounds)
            inner = 2
        if self.chance(0.2):  # what the next work-item reads, too
            near = self.one("%s + 1", "%s + 2", "%s + 1") % place
            body += "  " * inner + "out[%s] = %s;\n" % (place, self.one("a[%s] - a[%s] * f", "a[%s] + a[%s] + a[%s + 3]" % ("%s", "%s", place), "(float)b[%s] * a[%s]") % (place, near))
        if self.chance(0.15):
            body += self.shared_loop("  " * inner)
        for _ in range(self.one(1, 2) if not self.grouped and self.chance(0.4) else 0):
            body += self.rare("  " * inner, inner)
        for _ in range(self.rng.randint(3, 6) if self.big else self.rng.randint(1, 2)):
            body += self.statement(inner, 0 if self.big else 2)
        body += "  " * inner + self.store()
        if inner == 2:
            body += "  }\n"
        parameters = PARAMETERS
        parameters += ", int m" if self.dims > 1 else ""
        parameters += ", int l" if self.dims > 2 else ""
        parameters += self.local
        attribute = ""
        if self.chance(0.3):
            attribute = "__attribute__((reqd_work_group_size(%s))) " % ["8, 1, 1", "8, 2, 1", "4, 2, 2"][self.dims - 1]
        return "__kernel %svoid %s(%s) {\n%s}\n" % (attribute, name, parameters, body)

    def program(self, count):
        self.dims = self.one(1, 1, 2, 2, 3)  # of all its kernels
        text = "// 8 bytes: pair\ntypedef struct { float u; int w; } pair;\n// 8 bytes: pairs\n"
        text += "typedef struct { int first, second; } pairs;\n" + HELPERS
        return text + "\n".join(self.kernel("random%d" % i) for i in range(count)) + self.racy()

    def racy(self):
        """Kernels whose work-items race, or whose launches could not be made: for refusals only, they are never run."""
        bound = self.one("9", "g.first")
        return """
__kernel void racy3(__global float *out, __global const float *a, float f, int n) {
  int x = get_global_id(0);
  if (x < %s)
    out[x] = a[x] * %d.5f;
}
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void racy4(__global int *out_i, int n) {
  __local int tile[8];
  int x = get_global_id(0), li = get_local_id(0);
  if (%s) {
    tile[li] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    out_i[x] = tile[7 - li];
  }
}
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void racy5(__global int *out_i, int n) {
  __local int tile[%d];
  int x = get_global_id(0), li = get_local_id(0);
  tile[li] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < n)
    out_i[x] = tile[7 - li];
}
""" % (self.one("(int)(f * 2.0f)", "f", "n * f"), self.rng.randint(1, 9), self.one("x < n", "x & 1", "out_i[x] > 2"), self.rng.randint(8400, 16000)) + """
__kernel void racy0(__global float *out, __global int *out_i, __global const float *a, pairs g, int k, int n) {
  int x = get_global_id(0);
  if (x < n) {
    out_i[%s] = %s;
    float sum = 0.0f;
    for (int j = 0; j < %s; j++)
      sum += a[j] * out[j + %d];
    out[x] = sum;
  }
}
__kernel void racy1(__global float *out, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = out[x + 1] %s out[x + %d];
}
__kernel void racy2(__global int *out_i, __global int *counts, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int number = atomic_inc(counts);
  out_i[x] = number;
}
__kernel void racy6(__global int *out_i, %s) {
  int x = get_global_id(0), seen = 0;
  %s
  out_i[x] = seen;
}
""" % (self.one("k", "0", "g.first"), self.one("x", "x * 2", "n - x"), bound, self.rng.randint(0, 4), self.one("+", "-", "*"), self.one(0, 2), *self.one(
            ("volatile __global int *flags", "while (flags[x ^ 1] == 0)\n    seen++;"),
            ("volatile __global int *flags", "for (;;) {\n    seen += flags[x + 1];\n    if (seen > 3)\n      break;\n  }"),
            ("__global int *flags", "while (atomic_xchg(flags, 1) != 0)\n    ;"),
            ("__global int *flags", "do\n    mem_fence(CLK_GLOBAL_MEM_FENCE);\n  while (flags[x / 2] < x);")))

    def short(self):
        """One step or two: of more, the first that is refused hides what the others would be."""
        if self.grouped_at_all and self.chance(0.4):
            return self.one("merge x %d apart group; tail clamp", "merge x %d apart group; tail clamp; group " + ["8 1 1", "8 2 1", "4 2 2"][self.dims - 1] + " launched") % self.one(2, 3)
        return self.one("merge x %d; tail shift" % self.one(2, 3, 4, 5), "merge x 3; tail shift", "merge x %d lanes; tail shift" % self.one(2, 4, 8), "merge x 4 lanes",
                        "merge x %d loop; carry" % self.one(2, 3, 5), "merge x 4 loop; carry", "merge x 4 lanes; tail lanes", "merge x 3; tail divides", "merge x 2; merge x 3 loop", "merge x 2", "unswitch", "unroll full", "unroll full", "stage 4; group 8 1 1",
                        "unroll %d" % self.one(2, 3, 4), "promote", "stage %d; group 8 1 1" % self.one(2, 3, 4), "merge x 3 apart group")

    def schedule(self):
        if self.chance(0.35):
            return self.short()
        steps = []
        lanes = False
        among = ["xxx", "xxxyy", "xxxyyz"][self.dims - 1] if self.chance(0.97) else "xyz"
        for dimension in self.rng.sample(among, self.rng.randint(1, 2)):
            kind = self.one("", "", " lanes", " lanes", " loop")
            if kind == " lanes" and lanes:
                kind = ""
            lanes |= kind == " lanes"
            factor = self.one(2, 4, 8, 16) if kind == " lanes" else self.one(2, 3, 4, 5)
            if kind == "" and self.chance(0.4):
                kind = " apart group"
            if kind == " lanes":
                kind += self.one("", "", " memory scalar", " memory wide", " memory wide")
            steps.append("merge %s %d%s" % (dimension, factor, kind))
        if any(step.endswith("loop") for step in steps) and self.chance(0.5):
            steps.append("carry")
        if self.math and self.chance(0.7):
            steps.append("math exact cos<1e6 sin<1e6")
        elif self.chance(0.3):
            steps.append("math exact " + self.one("rsqrt", "ordered", "rsqrt ordered"))
        if self.chance(0.25):
            steps.append("unswitch")
        if self.chance(0.25):
            steps.append("promote")
        if self.chance(0.25):
            steps.append("unroll " + self.one("2", "3", "4", "full"))
        apart = any(step.endswith("group") for step in steps)
        if self.chance(0.25):
            steps = [self.one("stage 2", "stage 3", "stage 4", "stage 7")] + steps[:self.one(0, 0, 1, 2)]
            steps += [self.one("group 8 1 1", "group 4 2 1", "group 2 2 2", "group 16 1 1", "group 1 4 1")] * (not self.chance(0.1))
            return "; ".join(steps)
        steps.append(self.one("tail shift", "tail shift", "tail lanes", "tail divides", "tail clamp" if apart else "tail lanes"))
        if self.grouped_at_all and self.chance(0.5):
            steps.append("group %s launched" % ["8 1 1", "8 2 1", "4 2 2"][self.dims - 1])
        elif self.chance(0.6 if apart else 0.3):
            steps.append("group " + self.one("4 4 1", "8 1 1", "2 2 2", "1 1 1"))
        return "; ".join(steps)
