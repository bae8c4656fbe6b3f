#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that a careless step gets wrong, each with what must become of its launches: traps.py --trap NAME (traps.cl)."""
import argparse
import os
import re
import struct
import subprocess
import sys

import harness

CODES = {"int": "<i", "uint": "<I", "float": "<f"}


class Case:
    def __init__(self):
        self.trap, self.schedules, self.contract, self.launches, self.ahead = "", [], "off", [], ""


def cases_of(text):
    """The cases in the order of the file, with their kernels' names and texts."""
    case = Case()
    for match in re.finditer(r"^// (trap|schedule|contract|launch|with) (.*)$|^__kernel [^{]*?void (\w+)\(", text, re.M):
        word, rest, kernel = match.groups()
        if kernel:
            yield case, kernel, case.ahead + text[match.start():harness.body_end(text, text.index("{", match.start()))]
            case = Case()
        elif word == "trap":
            case.trap = rest
        elif word == "schedule":
            case.schedules.append(rest.rsplit(": ", 1))
        elif word == "with":
            case.ahead += rest + "\n"
        elif word == "contract":
            case.contract = rest
        else:
            case.launches.append(rest)


def argument_line(text, number):
    words = text.split()
    if words[0] == "same":
        return text
    if words[0] in CODES:
        kind = CODES[words[0]]
        return "value " + struct.pack(kind, int(words[1]) if kind != "<f" else float(words[1])).hex()
    return "buffer %s %s %d %s" % (words[0], words[1], number + 1, words[3] if len(words) > 2 else "0")


def launch_lines(kernel, launch):
    shape, arguments = launch.split(":")
    lines = ["launch %s %s" % (kernel, shape.replace(" of", ""))]
    return lines + [argument_line(a.strip(), i) for i, a in enumerate(arguments.split(","))] + ["end"]


def check(options, case, kernel, text):
    """What is wrong with the case, a line each."""
    path = os.path.join(options.work, kernel + ".cl")
    with open(path, "w") as file:
        file.write(text + "\n")
    with open(path + ".stub.cl", "w") as file:
        file.write(harness.stub_of(text))
    for number, (schedule, expected) in enumerate(case.schedules):
        out = "%s.v%d.cl" % (path, number)
        if os.path.exists(out):
            os.remove(out)
        done = subprocess.run([options.cu2cl, "optimize", path, "--schedule", schedule, "-o", out], capture_output=True, text=True)
        refused = re.search(r": refused (\w+):", done.stderr)
        if refused or expected.startswith("refused"):
            if not refused or expected != "refused " + refused[1]:
                yield "%s, '%s': not %s: %s" % (kernel, schedule, expected, done.stderr.strip() or "a variant was made")
            continue
        rows = ["plain " + path, "stub " + path + ".stub.cl", *("contract " + c for c in case.contract.split(",")), "variants " + out]
        for launch in case.launches:
            rows += launch_lines(kernel, launch)
        with open(path + ".launches", "w") as file:
            file.write("\n".join(rows) + "\n")
        done = subprocess.run([options.compare, path + ".launches"], capture_output=True, text=True, env=dict(os.environ, CLRT_CACHE="0"))
        counts = re.search(r"(\d+) launches by variants, (\d+) by plain kernels, 0 wrong", done.stdout)
        found = ", ".join("%s %s" % (n, what) for n, what in zip(counts.groups(), ("taken", "plain")) if n != "0") if counts else ""
        if done.returncode or found != expected:
            yield "%s, '%s': not %s but %s: exit status %d: %s" % (kernel, schedule, expected, found, done.returncode,
                                                                   (done.stdout + done.stderr)[-1500:])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cu2cl", required=True)
    parser.add_argument("--compare", required=True)
    parser.add_argument("--work", default="traps")
    parser.add_argument("--trap", required=True)
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "traps.cl")
    schedules, wrong = 0, []
    for case, kernel, text in cases_of(open(path).read()):
        if case.trap == options.trap:
            schedules += len(case.schedules)
            wrong += check(options, case, kernel, text)
    if not schedules:
        wrong.append("no trap '%s'" % options.trap)
    print("\n".join(wrong) or "%d schedules" % schedules)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
