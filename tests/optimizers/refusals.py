#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each code of Refusals.def refuses a kernel of refusals.cl, and nothing is written then. What the message says, and at which word of
which line (of those after the comment), may follow: "says TEXT", "at WORD"; and what cu2cl gets besides: "with OPTION". docs/optimizing.md names no other codes."""
import argparse
import os
import re
import subprocess
import sys


def cases_of(text):
    """(kernel, code, schedule, what the message has to say)"""
    waiting = []
    for line in text.splitlines():
        case = re.match(r"// refused (\w+): (.*)", line)
        more = re.match(r"// (says|at|with) (.*)", line)
        if more:
            waiting[-1][2][more[1]] = more[2]
            continue
        kernel = re.search(r"__kernel\b.*?\bvoid (\w+)\(", line)
        if case:
            waiting.append((*case.groups(), {}))
        elif kernel:
            yield from ((kernel[1], *each) for each in waiting)
            waiting = []


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cu2cl", required=True)
    parser.add_argument("--codes", required=True, help="Refusals.def")
    parser.add_argument("--page", required=True, help="optimizing.md")
    parser.add_argument("--work", default=".")
    options = parser.parse_args()
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "refusals.cl")
    codes = re.findall(r"^REFUSAL\(\w+, (\w+),", open(options.codes).read(), re.M)
    out = os.path.join(options.work, "refused.cl")
    wrong, seen = [], set()
    text = open(path).read()
    lines = text.splitlines()
    for kernel, code, schedule, more in cases_of(text):
        words = [options.cu2cl, "optimize", path, "--kernel", kernel, "--schedule", schedule, "-o", out] + more.get("with", "").split()
        done = subprocess.run(words, capture_output=True, text=True)
        said = re.findall(r" \S+:\d+:\d+: refused (\w+): ", done.stderr, re.M)
        if said != [code] or done.returncode != 2 or os.path.exists(out):
            wrong.append("%s, '%s': not refused as %s: exit status %d: %s" %
                         (kernel, schedule, code, done.returncode, done.stderr.strip()))
        place = re.search(r"refusals\.cl:(\d+):(\d+): ", done.stderr)
        if place and "at" in more and not lines[int(place[1]) - 1][int(place[2]) - 1:].startswith(more["at"]):
            wrong.append("%s, '%s': the place is not at '%s': %s" % (kernel, schedule, more["at"], done.stderr.strip()))
        if more.get("says", "") not in done.stderr:
            wrong.append("%s, '%s': does not say '%s': %s" % (kernel, schedule, more["says"], done.stderr.strip()))
        if os.path.exists(out):
            os.remove(out)
        seen.add(code)
    wrong += ["no kernel is refused as " + code for code in codes if code not in seen]
    # The table of what has become of proposed codes names settled ones only.
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.*) \|$", open(options.page).read(), re.M)
    wrong += ["%s: the row of %s names %s, which is no code" % (options.page, proposed, code) for proposed, row in rows
              for code in re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", row) if code not in codes and not code.startswith("CLRT_")]
    wrong += ["%s: %d rows of proposed codes" % (options.page, len(rows))] if len(rows) < 28 else []
    print("\n".join(wrong) or "%d codes" % len(codes))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
