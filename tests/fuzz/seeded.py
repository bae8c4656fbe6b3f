# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts known faults into translated kernels: what a wrong rule would write. The comparison must see each of them."""

import re

import batch
import program

# What the fault is, and how to write it into the OpenCL C.
FAULTS = [
    ("an index keeps the 64 bits of size_t", r"\(uint\)(get_\w+\(\d\))", r"\1"),
    ("an addition becomes a maximum", r"\batomic_add\(", "atomic_max("),
    ("a conversion to unsigned is lost", r"\(unsigned\)\(", "("),
    ("a conversion to unsigned char is lost", r"\(uchar\)", "(int)"),
    ("min and max are swapped", r"\bmax\(", "min("),
    ("a 64-bit variable has 32 bits", r"\blong (\w+ =)", r"int \1"),
    ("char is unsigned", r"\bchar (\w+ =)", r"uchar \1"),
    ("unsigned is signed", r"\b(?:unsigned|uint) (\w+ =)", r"int \1"),
    ("a barrier is lost", r"barrier\([A-Z_| ]*\);", ";"),
    ("a compound assignment is dropped", r" [-+^|]= ", " = "),
    ("a reference is a copy", r"(\w+) \*(\w+) = &(\w+);", r"\1 \2_[1] = {\3}, *\2 = \2_;"),
]


def run(tools, seeds):
    """Applies each fault to the kernels of the seeds; returns the faults that were not seen."""
    kernels = [(seed, program.kernel(seed).text) for seed in seeds]
    text = program.source(kernels)
    expected = batch.native(tools, text)
    status, messages = batch.translate(tools, text, "seeded")
    if status:
        raise batch.Failure(f"the kernels are not translated: {messages[:3]}")
    files = [f for f in (tools.work / "seeded.new").glob("*.cl")]
    right = {f: f.read_text() for f in files}
    missed = []
    for what, pattern, replacement in [("no fault", r"$^", "")] + FAULTS:
        places = 0
        for file, content in right.items():
            changed, count = re.subn(pattern, replacement, content)
            file.write_text(changed)
            places += count
        binary, log = batch.build(tools, "seeded")
        if binary is None:
            raise batch.Failure(f"{what}: does not build: {log[-500:]}")
        got, _ = batch.execute(tools, binary)["PoCL"]
        wrong = [seed for seed in seeds if got.get(seed) != expected[seed]]
        print(f"{what}: {places} places, seen in {len(wrong)} kernels", flush=True)
        if bool(wrong) == (what == "no fault"):
            missed.append(what)
    return missed
