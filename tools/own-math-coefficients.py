#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the constants of clrt/device/own_math.clh. Needs mpmath.

sin(r) = r + r s P(s) and cos(r) = 1 - s / 2 + s s Q(s) with s = r r, on |r| <= RANGE. P and Q are
minimax for the error relative to sin and absolute for cos: Remez exchange in s. Coefficients are
rounded to float one after the other, and those that are not yet rounded are fitted again.
"""

import struct
from mpmath import cos, floor, linspace, lu_solve, matrix, mp, mpf, pi, sin, sqrt

mp.prec = 320
# pi / 4 and what the error of 2 / pi as a float adds to it below 2^18: see own_math.clh.
RANGE = mpf("0.797")


def to_float(x):
    """The float next to x."""
    return mpf(struct.unpack("f", struct.pack("f", float(x)))[0])


def remez(target, weight, terms, fixed):
    """Coefficients of s^0 .. s^(terms - 1), those in fixed as given, with least weighted error."""
    free = [n for n in range(terms) if n not in fixed]
    low, high = mpf("1e-8"), RANGE**2
    rest = lambda s: target(s) - sum(c * s**n for n, c in fixed.items())
    points = [low + (high - low) * (1 - cos(pi * i / len(free))) / 2 for i in range(len(free) + 1)]
    for _ in range(12):
        rows = matrix([[s**n for n in free] + [(-1) ** i / weight(s)] for i, s in enumerate(points)])
        solved = lu_solve(rows, matrix([rest(s) for s in points]))
        error = lambda s: weight(s) * (rest(s) - sum(solved[i] * s**n for i, n in enumerate(free)))
        grid = linspace(low, high, 600)
        values = [error(s) for s in grid]
        # The greatest value of each stretch with one sign.
        points, start = [], 0
        for i in range(1, len(grid) + 1):
            if i == len(grid) or (values[i] > 0) != (values[start] > 0):
                points.append(grid[max(range(start, i), key=lambda k: abs(values[k]))])
                start = i
        if len(points) != len(free) + 1:
            break
    result = dict(fixed)
    result.update({n: solved[i] for i, n in enumerate(free)})
    return result, max(abs(v) for v in values)


def fit(name, target, weight, terms):
    fixed = {}
    for n in range(terms):
        fixed[n] = to_float(remez(target, weight, terms, fixed)[0][n])
    error = lambda s: weight(s) * (target(s) - sum(c * s**n for n, c in fixed.items()))
    worst = max(abs(error(s)) for s in linspace(mpf("1e-8"), RANGE**2, 2000))
    print(f"// {name}, error {float(worst):.2g}")
    for n, c in fixed.items():
        print(f"#define CLRT_OWN_{name}{n} {float(c).hex()}f")


def main():
    sine = lambda s: (sin(sqrt(s)) / sqrt(s) - 1) / s
    cosine = lambda s: (cos(sqrt(s)) - 1 + s / 2) / (s * s)
    fit("SIN", sine, lambda s: s * sqrt(s) / sin(sqrt(s)), 3)
    fit("COS", cosine, lambda s: s * s, 3)
    rest = pi / 2
    for n in range(3):  # pi / 2 as a sum of floats
        part = to_float(rest)
        print(f"#define CLRT_OWN_PI{n} {float(part).hex()}f")
        rest -= part
    print(f"// 2 / pi: {float(to_float(2 / pi)).hex()}f; pi / 2: {int(floor(pi * 2**62)):#x} / 2^63")
    words, fraction = [], 2 / pi
    for _ in range(7):
        fraction *= 2**32
        words.append(f"{int(floor(fraction)):#010x}")
        fraction -= floor(fraction)
    print("// 2 / pi from the highest bit on: " + ", ".join(words))


if __name__ == "__main__":
    main()
