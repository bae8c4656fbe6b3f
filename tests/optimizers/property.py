#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every step on kernels that are known to be hard: kernels/*.cl times schedules times launches."""
import argparse
import glob
import os
import sys

import harness

SCHEDULES = [
    "merge x 4", "merge x 3; tail shift", "merge x 4; tail divides", "merge x 5 loop",
    "merge x 16 lanes; tail shift", "merge x 4 lanes", "merge x 8 lanes; merge x 2; tail shift",
    "merge y 3", "merge y 2; merge x 4 lanes; tail shift", "merge x 2; merge y 2; tail lanes",
    "merge y 4 loop; merge x 4 lanes", "merge y 4 lanes; tail shift", "merge z 2",
    "merge z 3 loop; merge x 2; tail shift", "unswitch", "unswitch; merge x 2 lanes; merge y 3; tail shift",
    "unroll 3", "unroll 4; merge x 4 lanes; tail shift", "unroll full; merge x 2", "unroll 2; merge y 2; unswitch",
    "merge x 5 loop; carry", "merge y 4 loop; merge x 4 lanes; carry; tail shift", "merge z 3 loop; merge x 2; carry",
    "merge y 8 loop; merge x 4 lanes; carry", "merge y 3 loop; merge x 2 loop; carry", "merge x 3 apart group", "merge x 3 apart group; tail clamp", "merge y 2 apart group; tail clamp", "merge x 2 apart group; tail divides",
    "merge x 8 lanes; tail shift; math exact cos<1e6 sin<1e6", "merge y 2; merge x 4 lanes; math exact cos<1e6 sin<1e6", "merge y 2 apart group; merge x 2 apart group",
    "merge x 2 apart group; merge y 2; tail shift; group 8 2 1", "merge x 4 apart group; tail lanes; group 4 2 1",
    "merge x 2 apart group; merge x 4 lanes; tail shift; group 4 4 1", "merge y 3 apart group; tail divides; group 8 2 1",
    "merge x 2 apart group; merge x 2; merge y 2 apart group; tail lanes; group 2 2 1", "group 16 2 1", "merge x 4; tail shift; group 4 4 1", "merge x 3; merge x 4 lanes; tail shift",
    "merge x 4 lanes memory scalar; tail shift", "merge x 4 lanes memory wide", "merge x 2 lanes memory wide; merge x 3; tail divides",
    "merge y 2; merge x 4 lanes memory wide; group 4 2 1", "merge x 2 apart group; merge x 4 lanes memory wide; tail lanes; group 4 4 1",
    "stage 4", "stage 4; group 8 1 1", "stage 3; group 4 2 1", "stage 2; group 2 2 2", "stage 128; group 16 4 1", "stage 5; unroll 2; group 8 1 1",
    "stage 4; merge x 2; group 4 2 1", "stage 3; merge x 4 lanes; group 2 2 1", "stage 4; merge y 2; merge x 2 lanes; group 4 1 1",
    "math exact rsqrt", "merge x 2; merge y 2; tail shift; math exact rsqrt", "merge x 4 lanes; math exact rsqrt", "unroll 2; merge x 3; math exact rsqrt",
    "merge x 2 apart group; math exact rsqrt", "merge y 2 loop; merge x 2 lanes; tail shift; math exact rsqrt", "stage 2; merge x 2; math exact rsqrt; group 8 1 1",
    "stage 4; merge x 4; merge y 2; group 4 2 1", "stage 2; merge x 16; group 2 1 1", "stage 8; merge y 4; unroll 4; group 8 2 1",
    "stage 4; merge x 2 apart group; group 8 1 1", "stage 3; merge y 2 apart group; tail divides; group 4 2 1", "stage 4; unswitch; group 8 2 1",
    "merge x 2; group 8 1 1 launched", "merge x 4 lanes; group 8 2 1 launched", "merge x 2; merge y 2; group 4 2 2 launched", "merge x 2 apart group; group 8 1 1 launched",
    "promote", "promote; math exact ordered", "promote; unroll 3; merge x 4 lanes; tail shift", "promote; merge x 2; merge y 3; tail lanes", "promote; stage 3; merge x 2; group 4 2 1",
    "promote; unswitch; merge x 8 lanes; tail lanes", "promote; merge x 3 loop", "promote; merge x 2 apart group",
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cu2cl", required=True)
    parser.add_argument("--compare", required=True)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--work", default="property")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--launches", type=int, default=2)
    parser.add_argument("--contract", default="off", help="off, on or off,on")
    parser.add_argument("--schedule", action="append")
    parser.add_argument("--least", type=int, default=0, help="how many variants must have run, of which a part would be refused by mistake otherwise")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    tools = harness.Tools(options.cu2cl, options.compare, options.clang, options.work)
    files = options.files or sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels", "*.cl")))
    wrong = []
    for path in files:
        for line in tools.check(path, options.schedule or SCHEDULES, options.seed, options.launches, options.contract):
            print(line, flush=True)
            wrong.append(line)
    print(tools.summary())
    if tools.pairs < options.least:
        wrong.append("fewer than %d variants ran" % options.least)
        print(wrong[-1])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
