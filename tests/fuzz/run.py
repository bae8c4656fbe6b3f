#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates kernels from seeds and compares what they compute on the CPU and, translated, on OpenCL devices.

    run.py --cu2cl PATH --seeds 0..99            prints seeds that fail, then what was generated and refused
    run.py --cu2cl PATH --shrink 17 --into DIR   writes a small program that fails as seed 17 does
    run.py --print 17                            prints the program of a seed
    run.py --cu2cl PATH --seeds 0..9 --seeded    shows that known faults in the output are seen
"""

import argparse
import os
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import batch
import program


# Rules that programs which are to be translated cannot have fired: it marks what is not.
ELSEWHERE = {"Unsupported"}


class Tally:
    """What happened to each seed."""

    def __init__(self):
        self.features, self.refused, self.samples = Counter(), Counter(), {}
        self.rules = {}  # how often each rule of cu2cl has fired: {rule: Counter of what it was applied to}
        self.agreed, self.failed, self.refusals, self.left = 0, [], 0, []

    def count_rules(self, rules):
        """Adds the counts of a file whose kernels have all been translated."""
        for rule, subjects in rules.items():
            self.rules.setdefault(rule, Counter()).update(subjects)

    def fail(self, seed, what):
        self.failed.append((seed, what))
        print(f"seed {seed}: {what}", flush=True)

    def refuse(self, seed, messages):
        self.refusals += 1
        self.left.append(seed)
        for number, text in sorted({(n, t) for _, n, t, _ in messages}):
            self.refused[number] += 1
            self.samples.setdefault((number, text), seed)


def translated(tools, kernels, tally):
    """Translates what can be translated; returns groups of kernels that were, without those with diagnostics. The files
    of the latest group are there."""
    while kernels:
        status, messages = batch.translate(tools, program.source([(g.seed, g.text) for g in kernels]))
        if status == 0 and not messages:
            return [kernels]
        marked = {m[0] for m in messages if m[0] is not None and m[1] != "CU2CL5001"}
        if not marked:  # what is left does not compile although nothing was refused
            inner = [m for m in messages if m[0] is not None and m[3].endswith((".cl", ".clh"))]
            marked = {m[0] for m in inner or messages if m[0] is not None}
        present = {g.seed for g in kernels} & marked
        if not present:
            if len(kernels) == 1:
                tally.fail(kernels[0].seed, "cu2cl: " + "; ".join(sorted({f"{n} {t}" for _, n, t, _ in messages}))[:400])
                return []
            return bisected(tools, kernels, len(kernels) // 2, tally)
        for seed in sorted(present):
            own = [m for m in messages if m[0] == seed]
            if any(m[1] != "CU2CL5001" for m in own):
                tally.refuse(seed, [m for m in own if m[1] != "CU2CL5001"])
            else:
                tally.fail(seed, "does not compile: " + own[0][2].removeprefix("the output does not compile: ")[:200])
        kernels = [g for g in kernels if g.seed not in present]
    return []


def bisected(tools, kernels, half, tally):
    """Both halves on their own, then together, if something was wrong with one of them."""
    groups = translated(tools, kernels[:half], tally) + translated(tools, kernels[half:], tally)
    good = [g for group in groups for g in group]
    return translated(tools, good, tally) if good and len(good) < len(kernels) else groups


def compare(tools, kernels, expected, tally):
    """Builds and runs the port of the kernels and compares the checksums."""
    binary, log = batch.build(tools)
    if binary is None:
        if len(kernels) == 1:
            tally.fail(kernels[0].seed, "the port does not build: " + log[-600:])
            return
        half = len(kernels) // 2
        for part in (kernels[:half], kernels[half:]):
            batch.translate(tools, program.source([(g.seed, g.text) for g in part]))
            compare(tools, part, expected, tally)
        return
    wrong, unknown, refused = set(), set(), set()
    source = (tools.work / "case" / "p.cu").read_text().split("\n")
    for device, (got, output) in batch.execute(tools, binary).items():
        # What clrt says it does not run (CU2CL2317) has left its memory as it was.
        # A kernel in a namespace has no number in its name, so the line tells.
        lines = re.findall(r"' does not run on this device .*: \S+\.cu:(\d+): ", output)
        not_run = {batch.seed_at(source, int(line), "p.cu") for line in lines}
        for i, g in enumerate(kernels):
            if g.seed in not_run and g.seed not in refused:
                refused.add(g.seed)
                tally.refuse(g.seed, [(g.seed, "CU2CL2317", "not run on a device without such lanes", "")])
            if got.get(g.seed) != expected[g.seed] and g.seed not in wrong | refused:
                wrong.add(g.seed)
                what = "another result" if g.seed in got else "no result: " + output[-300:]
                tally.fail(g.seed, f"{device}: {what}")
                if g.seed not in got:  # those after it have not run
                    unknown.update(later.seed for later in kernels[i + 1:])
                    break
    unknown -= wrong | refused
    tally.agreed += len(kernels) - len(wrong | refused) - len(unknown)
    rest = [g for g in kernels if g.seed in unknown]
    if rest:
        batch.translate(tools, program.source([(g.seed, g.text) for g in rest]))
        compare(tools, rest, expected, tally)


def reference(tools, kernels, tally):
    """The checksums on the CPU; a kernel that the CPU refuses is a fault of the generator, and said so."""
    try:
        return batch.native(tools, program.source([(g.seed, g.text) for g in kernels]))
    except batch.Failure as failure:
        if len(kernels) == 1:
            tally.fail(kernels[0].seed, f"the generator is at fault: {str(failure)[:600]}")
            return {}
    half = len(kernels) // 2
    return reference(tools, kernels[:half], tally) | reference(tools, kernels[half:], tally)


def fuzz(tools, seeds, size, tally):
    for start in range(0, len(seeds), size):
        kernels = [program.kernel(seed) for seed in seeds[start:start + size]]
        expected = reference(tools, kernels, tally)
        groups = translated(tools, [g for g in kernels if g.seed in expected], tally)
        for group in groups:
            if len(groups) > 1:
                batch.translate(tools, program.source([(g.seed, g.text) for g in group]))
            tally.count_rules(tools.rules)
            compare(tools, group, expected, tally)
            for g in group:
                tally.features.update(g.features)
        print(f"... seeds to {seeds[min(start + size, len(seeds)) - 1]}: {tally.agreed} agree, {tally.refusals} refused, "
              f"{len(tally.failed)} failed", flush=True)


def report_rules(tally, least):
    """Prints how often each rule has fired; returns those that have fired too seldom."""
    print("\nrules of cu2cl, by how often they fired (and on what, most often):")
    seldom = []
    for rule, subjects in sorted(tally.rules.items(), key=lambda item: (sum(item[1].values()), item[0])):
        count = sum(subjects.values())
        what = ", ".join(f"{subject} {n}" for subject, n in subjects.most_common(4) if subject)
        print(f"  {count:8} {rule}{' (' + what + ')' if what else ''}")
        if count < least and rule not in ELSEWHERE:
            seldom.append(rule)
    return seldom


def report(tally, least):
    print("\nwhat was generated and translated, by number of uses:")
    for feature, count in tally.features.most_common():
        print(f"  {count:6} {feature}")
    if tally.refused:
        print("refused, by diagnostic (kernels; an example):")
        for number, count in tally.refused.most_common():
            print(f"  {count:6} {number}")
            for (n, text), seed in tally.samples.items():
                if n == number:
                    print(f"         {text} (seed {seed})")
        print("  seeds: " + " ".join(map(str, sorted(tally.left))))
    seldom = report_rules(tally, least)
    if seldom:
        print(f"fired fewer than {least} times: " + " ".join(seldom))
    print(f"{tally.agreed} agree, {tally.refusals} refused, {len(tally.failed)} failed")
    print("PASSED" if not tally.failed and not seldom else "FAILED: " + " ".join(str(s) for s, _ in tally.failed))
    return bool(tally.failed or seldom)


def seeds_of(text):
    """Seeds from a list such as 3,10..20."""
    seeds = []
    for part in text.split(","):
        first, _, last = part.partition("..")
        seeds += range(int(first), int(last or first) + 1)
    return seeds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cu2cl", default="cu2cl")
    parser.add_argument("--seeds", type=seeds_of)
    parser.add_argument("--batch", default=40, type=int, help="kernels in one file")
    parser.add_argument("--work", help="folder for what is built, and left there; else a temporary one")
    parser.add_argument("--intel", help="folder of Intel's CPU runtime, as scripts/setup makes it")
    parser.add_argument("--devices", help="only these, with commas: pocl; with --intel: intel, sub-groups (Intel's, as warps)")
    parser.add_argument("--cxx", default="clang++-19")
    parser.add_argument("--cc", default="clang-19")
    parser.add_argument("--launcher", help="compiler launcher, such as ccache")
    parser.add_argument("--print", dest="shown", type=int, metavar="SEED")
    parser.add_argument("--shrink", type=int, metavar="SEED")
    parser.add_argument("--seeded", action="store_true", help="put known faults into the translated kernels")
    parser.add_argument("--least", default=0, type=int, help="fail if a rule of cu2cl has fired less often")
    parser.add_argument("--into", default=".", help="folder for the shrunk program")
    parser.add_argument("--avoid", default="", help="features to leave out, with commas (this changes every program)")
    parser.add_argument("--only", default="", help="the only features, with commas (this changes every program)")
    parser.add_argument("--barriers", action="store_true", help="only nests of barriers that some threads pass by")
    parser.add_argument("--rounds", action="store_true", help="only loops that all threads leave behind a barrier")
    parser.add_argument("--warps", action="store_true", help="only exchanges of warps in random control flow")
    options = parser.parse_args()
    if options.only:
        wanted = [f for f in program.GADGETS if f.feature in options.only.split(",")]
        if not wanted:
            parser.error(f"no feature named {options.only}")
        program.choose = lambda g: [g.rng.choice(wanted) for _ in range(3)]
    if options.barriers:
        import gadgets_barriers
        program.choose = lambda g: [gadgets_barriers.barriers_in_nests]
    if options.rounds:
        import gadgets_rounds
        program.choose = lambda g: [gadgets_rounds.loops_left_behind_barriers]
    if options.warps:
        import gadgets_warps
        program.choose = lambda g: [gadgets_warps.exchanges_of_warps]
        program.HEADERS += gadgets_warps.HEADERS
        program.Builder.blocks = gadgets_warps.BLOCKS
    program.AVOIDED.update(filter(None, options.avoid.split(",")))
    if options.shown is not None:
        print(program.source([(options.shown, program.kernel(options.shown).text)]), end="")
        return 0
    if options.work:
        return compared(options, Path(options.work).resolve())
    with tempfile.TemporaryDirectory(prefix="cu2cl-fuzz-") as work:
        return compared(options, Path(work))


def compared(options, work):
    """Does what the options say with kernels that are built in the folder; returns the exit status."""
    tools = batch.Tools(options.cu2cl, work, options.cxx, options.cc, options.intel, options.launcher,
                        options.devices and options.devices.lower().split(","))
    if options.warps and "CLRT_DEVICE" in os.environ:  # by the device's own warps, and by local memory
        tools.devices += [(f"{name} by local memory", environment | {"CLRT_WARP": "local"})
                          for name, environment in tools.devices]
    if not tools.devices:
        raise SystemExit(f"no such devices: {options.devices}")
    if options.seeded:
        import seeded
        missed = seeded.run(tools, options.seeds)
        print("PASSED" if not missed else "FAILED: not seen: " + "; ".join(missed))
        return 1 if missed else 0
    if options.shrink is not None:
        import shrink
        return shrink.shrink(tools, options.shrink, Path(options.into))
    tally = Tally()
    fuzz(tools, options.seeds or list(range(40)), options.batch, tally)
    return 1 if report(tally, options.least) else 0


if __name__ == "__main__":
    sys.exit(main())
