#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels times random schedules: fuzz.py --seeds 1..100. What fails is shrunk and kept.

With --seeded, variants have known faults, and the exit status is 1 unless every kind of them is seen. Their kernels are directed.py's; it
ends when all are seen.
"""
import argparse
import os
import re
import sys

import directed
import generate
import harness
import seeded


# As the harness writes those that were accepted: without numbers and dimensions
STEPS = ["promote", "unswitch", "unroll", "unroll full", "stage", "merge", "merge lanes", "merge lanes memory scalar", "merge lanes memory wide",
         "merge loop", "merge apart group", "carry", "tail shift", "tail lanes", "tail clamp", "tail divides", "math exact.*", "group", "group launched"]


def only(text, name):
    """The program with one of its kernels."""
    out, at = "", 0
    for match in re.finditer(r"__kernel[^{;]*?void (\w+)\([^{;]*{", text):
        end = harness.body_end(text, match.end() - 1)
        out += text[at:match.end() if match[1] == name else match.start()]
        out += text[match.end():end] if match[1] == name else ""
        at = end
    return out + text[at:]


def pieces(text):
    """Lines, and blocks of lines, that may go."""
    lines = text.splitlines(True)
    first = next(i for i, line in enumerate(lines) if line.startswith("__kernel")) + 1
    found = []
    for begin in range(first, len(lines) - 1):
        depth = 0
        for end in range(begin, len(lines) - 1):
            depth += lines[end].count("{") - lines[end].count("}")
            if depth <= 0:
                break
        if depth == 0:
            found.append((begin, end + 1))
    return lines, sorted(found, key=lambda p: p[0] - p[1])


def shrink(tools, path, schedule, seed, contract):
    changed = True
    while changed:
        changed = False
        lines, parts = pieces(open(path).read())
        for begin, end in parts:
            attempt = "".join(lines[:begin] + lines[end:])
            with open(path + ".try.cl", "w") as file:
                file.write(attempt)
            if tools.compile(path + ".try.cl", strict=False):
                continue
            if tools.check(path + ".try.cl", [schedule], seed, 6, contract):
                with open(path, "w") as file:
                    file.write(attempt)
                changed = True
                break


def rarely(tools, least):
    """Steps that were accepted, and codes that were refused, fewer times than that."""
    with open(os.path.join(harness.ROOT, "optimizers", "schedule", "Refusals.def")) as file:
        counts = {code: tools.refusals.get(code, 0) for code in re.findall(r"^REFUSAL\(\w+, (\w+),", file.read(), re.M)}
    for step in STEPS:
        counts[step] = sum(count for accepted, count in tools.steps.items() if re.fullmatch(step, accepted))
    return ["%s %d" % each for each in counts.items() if each[1] < least]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cu2cl", required=True)
    parser.add_argument("--compare", required=True)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--work", default="fuzz")
    parser.add_argument("--seeds", default="1..5")
    parser.add_argument("--kernels", type=int, default=6, help="in a program")
    parser.add_argument("--schedules", type=int, default=24, help="for all kernels of a program")
    parser.add_argument("--oclgrind", help="the program, to run launches under it")
    parser.add_argument("--math", action="store_true", help="sines and cosines, too: not on Intel's runtime, whose vector forms are others")
    parser.add_argument("--contract", default="some", choices=["some", "off", "on"], help="whether compilers may contract a * b + c: "
                        "for every second seed, unless it is said. Intel's runtime takes off: its plain kernels contract in full groups only")
    parser.add_argument("--keep", action="store_true", help="do not shrink")
    parser.add_argument("--only-made", action="store_true", help="make variants and launches, run nothing: `compare WORK/sN.launches` does it, elsewhere too")
    parser.add_argument("--least", type=int, default=0, help="fail if a step was accepted or a code refused (Refusals.def) fewer times")
    parser.add_argument("--seeded", action="store_true", help="put known faults into the variants (seeded.py)")
    options = parser.parse_args()
    tools = harness.Tools(options.cu2cl, options.compare, options.clang, options.work, strict=False)
    tools.oclgrind, tools.only_made = options.oclgrind, options.only_made
    first, last = (options.seeds.split("..") * 2)[:2]
    failed = 0
    tools.change = seeded.Seeder() if options.seeded else None
    for seed in range(int(first), int(last) + 1):
        # Two of five programs have kernels that the rare steps are legal for, or the rare refusals are of.
        if options.seeded or seed % 5 < 2:
            maker = directed.Directed(seed, seed if options.seeded else seed // 5 * 2 + seed % 5, options.math)
        else:
            maker = generate.Generator(seed, options.math)
        path = os.path.join(options.work, "s%d.cl" % seed)
        text = maker.program(options.kernels)
        with open(path, "w") as file:
            file.write(text)
        schedules = list(dict.fromkeys(maker.schedule() for _ in range(options.schedules)))
        contract = ["off", "on"][seed % 2] if options.contract == "some" else options.contract
        said = "".join(tools.check(path, schedules, seed, 6 if options.seeded else 2, contract))
        if options.seeded:
            tools.change.count(tools.said)
            if not tools.change.unseen():
                break
        if not said or options.seeded:
            continue
        print("seed %d: %s" % (seed, said[:1500]), flush=True)
        named = re.findall(r"WRONG (random\d+):", said)
        for name in dict.fromkeys(named or re.findall(r"void (random\d+)\(", text)):
            for schedule in schedules:
                alone = os.path.join(options.work, "failed-%d-%s.cl" % (seed, name))
                with open(alone, "w") as file:
                    file.write(only(text, name))
                wrong = tools.check(alone, [schedule], seed, 6, contract)
                if not wrong:
                    continue
                failed += 1
                if not options.keep:
                    shrink(tools, alone, schedule, seed, contract)
                print("seed %d, '%s': %s\n%s" % (seed, schedule, alone, "\n".join(wrong)[:1500]), flush=True)
                break
    if options.seeded:
        print("%s\nnever seen: %s" % (tools.change.summary(), ", ".join(tools.change.unseen()) or "none"))
        return 1 if tools.change.unseen() else 0
    print("%d failures; %s" % (failed, tools.summary()))
    rare = rarely(tools, options.least) if options.least else []
    if rare:
        print("fewer than %d times: %s" % (options.least, ", ".join(rare)))
    return 1 if failed or rare else 0


if __name__ == "__main__":
    sys.exit(main())
