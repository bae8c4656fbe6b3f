# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts known faults into translated kernels: what a wrong rule would write. The comparison must see each of them.

Each fault goes into one kernel, different faults into different kernels of one file; the faults that are not seen there
are tried in all other kernels that have a place for them, one fault in each. Kernels without a fault must agree.
"""

import re
from functools import lru_cache

import batch
import program

# What the fault is, how to write it into the OpenCL C, and a kernel that is known to show it.
FAULTS = [
    ("an index keeps the 64 bits of size_t", r"\(uint\)(get_\w+\(\d\))", r"\1"),
    ("an atomic operation is another one", r"\batomic_(?:add|max|x?or)\(", "atomic_min(", 3227),
    ("a conversion to unsigned is lost", r"\(unsigned\)\(", "(", 3005),
    ("a conversion to unsigned char is lost", r"\((?:uchar|unsigned char)\)", "(int)"),
    ("min and max are swapped", r"\bmax\(", "min(", 3008),
    ("a 64-bit variable has 32 bits", r"\b(?:ulong|long) (\w+ =)", r"int \1"),
    ("char is unsigned", r"(?<!un)(?<!signed )\bchar (\w+ =)", r"uchar \1"),
    ("unsigned is signed", r"\b(?:unsigned|uint) (\w+ =)", r"int \1", 3206),
    ("a barrier is lost", r"barrier\([A-Z_| ]*\);", ";", 3003),
    ("a compound assignment is dropped", r" [-+^|]= ", " = "),
    ("a reference is a copy", r"(\w+) \*(\w+) = &(\w+);", r"\1 \2_[1] = {\3}, *\2 = \2_;", 3128),
    ("a bit-field has a bit less", r"(#define \w+ bits_\w+, \d+, )(\d+)", lambda m: f"{m[1]}{int(m[2]) - 1}", 3145),
    ("the offset of an argument is lost", r" \+= \w+_offset;", " += 0;", 3041),
    ("a member's offset is lost", r" = (\w+) \+ \w+_offset;", r" = \1;", 3016),
    ("a destructor is not called", r"\b\w+_destroy\(&", "(void)(&", 3232),
    ("a shift goes the other way", r"\bclrt_sh([lr])_", lambda m: f"clrt_sh{'r' if m[1] == 'l' else 'l'}_", 3026),
    ("a predicate is turned round", r"bool active = !\(", "bool active = (", 3100),
    ("a constant of the table is the first one", r"(__constant (?:const )?[\w ]+\[\d+\] = \{)(\w+), \w+", r"\1\2, \2"),
]

# Where else a fault is looked for that the known kernels do not show.
FURTHER = [list(range(first, first + 20)) for first in range(3200, 3320, 20)]

OWNER = re.compile(r"// Seed (\d+)\.|\bkernel_(\d+)|\bn(\d+)_|[A-Za-z]\d+_(\d{4,7})(?!\d)")


@lru_cache(maxsize=4)
def regions(text):
    """The lines of the OpenCL C that belong to each seed: {seed: line numbers}."""
    owned, current = {}, None
    for k, line in enumerate(text.split("\n")):
        m = None if line.startswith(" ") else OWNER.search(line)
        if m:
            current = int(next(x for x in m.groups() if x))
        owned.setdefault(current, []).append(k)
    return owned


def faulty(text, seed, fault):
    """The text with the fault in the kernel of the seed; None where it has no place for it."""
    pattern, replacement = fault[1:3]
    lines, changed = text.split("\n"), False
    for k in regions(text).get(seed, []):
        new = re.sub(pattern, replacement, lines[k])
        changed = changed or new != lines[k]
        lines[k] = new
    return "\n".join(lines) if changed else None


class Trial:
    """The translated kernels, and which fault has been tried in which of them."""

    def __init__(self, tools, seeds):
        self.tools, self.seeds = tools, seeds
        text = program.source([(seed, program.kernel(seed).text) for seed in seeds])
        self.expected = batch.native(tools, text, "seeded_cpu")
        status, messages = batch.translate(tools, text, "seeded")
        refused = {m[0] for m in messages} & set(seeds)
        if refused:  # without them
            self.__init__(tools, [seed for seed in seeds if seed not in refused])
            return
        if status:
            raise batch.Failure(f"the kernels are not translated: {messages[:3]}")
        self.file = tools.work / "seeded.new" / "p.cl"
        self.right = self.file.read_text()
        self.tried = set()

    def wrong(self, text):
        """The kernels that come out wrong with this text."""
        self.file.write_text(text)
        binary, log = batch.build(self.tools, "seeded")
        if binary is None:
            raise batch.Failure(f"the faulty kernels do not build: {log[-500:]}")
        got, _ = batch.execute(self.tools, binary)["PoCL"]
        return {seed for seed in self.seeds if got.get(seed) != self.expected[seed]}

    def seen(self, placed):
        """The kernels that come out wrong, each with its fault of `placed`; where a fault ends the program, in halves."""
        text = self.right
        for seed, fault in placed.items():
            text = faulty(text, seed, fault)
        wrong = self.wrong(text)
        if len(placed) == 1 and wrong:
            return set(placed)
        if wrong <= placed.keys():
            return wrong
        half = list(placed.items())
        return self.seen(dict(half[::2])) | self.seen(dict(half[1::2]))

    def assign(self, faults, spread):
        """Kernels that get one fault each: {seed: fault}. With `spread`, all that have a place for one."""
        placed = {}
        self.place(faults, placed)
        while spread and self.place(faults, placed):
            pass
        return placed

    def place(self, faults, placed):
        """Gives each fault one more kernel, where there is one; returns whether there was."""
        before = len(placed)
        for fault in faults:
            for seed in sorted(self.seeds, key=lambda seed: seed not in fault[3:]):  # first where it is known to be seen
                if (seed, fault[0]) in self.tried:
                    continue
                if seed in placed:
                    if seed in fault[3:]:
                        break  # in the next text, where it is known to be seen
                    continue
                self.tried.add((seed, fault[0]))
                if faulty(self.right, seed, fault):
                    placed[seed] = fault
                    break
        return len(placed) > before


def find(tools, seeds, missing, strict):
    """Puts the missing faults into kernels of the seeds; takes each that is seen out of the list. Kernels that differ
    without a fault are an error if strict, else they are left out (a search for those is what --seeds alone does)."""
    trial = Trial(tools, seeds)
    if differing := trial.wrong(trial.right):
        if strict:
            raise batch.Failure(f"without a fault: another result in {sorted(differing)}")
        trial = Trial(tools, sorted(set(trial.seeds) - differing))
    while missing:
        placed = trial.assign(missing, spread=bool(trial.tried) or not strict)
        if not placed:
            break
        wrong = trial.seen(placed)
        for seed, fault in placed.items():
            print(f"{fault[0]}: {'seen' if seed in wrong else 'not seen'} in {seed}", flush=True)
            if seed in wrong and fault in missing:
                missing.remove(fault)


def run(tools, seeds):
    """Puts each fault into kernels of the seeds until it is seen; returns the faults that were not. Without seeds: the
    faults for which a kernel is known, into these kernels, then into those of FURTHER, because a change of the
    generator changes what the kernels hold."""
    missing = [fault for fault in FAULTS if seeds or fault[3:]]
    known = seeds or sorted({fault[3] for fault in missing})
    for group in [known] if seeds else [known, *FURTHER]:
        if missing:
            find(tools, group, missing, strict=group == known)
    return [fault[0] for fault in missing]
