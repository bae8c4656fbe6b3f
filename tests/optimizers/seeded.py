# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Known faults in variants, as a wrong step would write them: fuzz.py --seeded puts one into each variant, and all kinds must be seen."""
import re

# What is wrong, where it can be (a regular expression for a variant with its contract), and what stands there instead
FAULTS = [
    ("a copy works at its neighbour's place", r"\[([^\[\]]*)\(x \+ 1\)([^\[\]]*)\]( [-+^]?= )", r"[\1x\2]\3"),
    ("a copy has its neighbour's id", r"\(x \+ 1\)", "x"),
    ("lanes are loaded one element further on", r"vload(\d+)\(0, ", r"vload\1(0, 1 + "),
    ("lanes are stored one element further on", r"(vstore\d+\([^;]*, 0, )([^;,]*)\);", r"\1\2 + 1);"),
    ("the guard is lost", r"\n  if \((?:x_0|x) >= n[^\n]*\)\n    return;\n", "\n"),
    ("a whole tile is taken beyond the bound", r"if \(x_0 \+ (\d+) < ", r"if (x_0 < "),
    ("the last tile does not move back", r"\bx = min\(x_0, [^;]*\);", "x = x_0;"),
    ("a tile that moved stores what another one has done", r"\bif \((?:x(?: \+ [\w +]+)? >= x_0|x == x_0)\)", "if (1)"),
    ("an item of a loop is left out", r"x < min\(x_0 \+ (\d+), ", r"x < min(x_0 + \1 - 1, "),
    ("the rest of an unrolled loop is lost", r"\n( *)for \(; (j [^;&]*); (\+\+j|j\+\+|j \+= \d+)\)", r"\n\1for (; 0 && \2; \3)"),
    ("a round of an unrolled loop is lost", r"\n *[^\n]*\(j \+ 1\)[^\n]*;(?=\n)", ""),
    ("a value that was kept does not move on", r"\n *(\w+)_(\d) = \1_(?!\2)\d;(?=\n)", ""),
    ("a sum in a variable is not stored", r"\n *out[^\n=]* = \w+_value;(?=\n)", ""),
    ("what follows a return is done", r"\bif \(!returned\w*\)", "if (1)"),
    ("a barrier is lost", r"\n *barrier\([^\n]*;(?=\n)", ""),
    ("a tile is filled from the next row", r"(_tile\w*(?:\[\w+\])+ = [^\n]*\? \w+\[)", r"\g<1>1 + "),
    ("groups that are merged share local memory", r"(?<!int )\btile_1\[", "tile_0["),
    ("half of the work is not launched", r"(//@ items )(\d+)", lambda m: m[1] + str(2 * int(m[2]))),
    ("a launch is taken that does not cover the bound", r"items0 >= i32\(", "1 >= 0 * i32("),
]


class Seeder:
    """Puts a fault into each variant, of those that it has a place for the one that was seen the least."""

    def __init__(self):
        self.put = {fault[0]: 0 for fault in FAULTS}
        self.seen = dict(self.put)
        self.faults = {}  # of the last file, by variant

    def __call__(self, tools, path):
        self.faults = {}
        with open(path) as file:
            text = file.read()
        for variant in re.findall(r"^//@variant 1 \w+ of .*\n(?://@.*\n)*(?:.*\n)*?}\n", text, re.M):
            for name, place, wrong in sorted(FAULTS, key=lambda fault: (self.seen[fault[0]], self.put[fault[0]])):
                if "1 racy" in variant.split("\n")[0] or not re.search(place, variant):
                    continue  # those of racy kernels are never run
                changed = text.replace(variant, re.sub(place, wrong, variant, count=1))
                with open(path, "w") as file:
                    file.write(changed)
                if tools.compile(path, strict=False):
                    continue  # what does not compile is no silent fault
                text = changed
                self.put[name] += 1
                self.faults[variant.split()[2]] = name
                break
        with open(path, "w") as file:
            file.write(text)

    def count(self, said):
        """Which faults `compare` has seen."""
        for variant in set(re.findall(r"WRONG \w+: \S+\.cl (\w+)", said)):
            self.seen[self.faults[variant]] += 1

    def unseen(self):
        return [name for name, seen in self.seen.items() if not seen]

    def summary(self):
        return "\n".join("%4d of %4d seen: %s" % (self.seen[name], self.put[name], name) for name in self.put)
