# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing kernel small: takes away statements and declarations while it still fails in the same way."""

import re

import batch
import program


def kind_of(message):
    """A message without the names that change from program to program."""
    return re.sub(r"'[^']*'|\d+", "_", message)


class Case:
    """One way to fail, and how to see whether a text still does."""

    def __init__(self, tools, seed):
        self.tools, self.seed, self.kind, self.tests = tools, seed, None, 0

    def well_defined(self, text):
        """The checksums on the CPU, or None where the program is not valid, not defined or not initialised."""
        source = self.tools.work / "shrink.cpp"
        source.write_text(program.for_cpu(text))
        flags = [f for f in batch.NATIVE if f != "-w"] + ["-fsyntax-only", "-Wno-everything", "-Werror=uninitialized",
                                                         "-Werror=sometimes-uninitialized", "-Werror=return-type"]
        if batch.run([self.tools.cxx, *flags, str(source)])[0]:
            return None
        try:
            sums = batch.native(self.tools, text, "shrink_cpu")
            return sums if self.seed in sums else None
        except batch.Failure:
            return None

    def failure(self, kernel_text):
        """How this kernel fails: a string, or None."""
        if "  begin();" not in kernel_text:  # it clears what the kernel writes to
            return None
        self.tests += 1
        text = program.source([(self.seed, kernel_text)])
        if self.kind and self.kind.startswith("wrong"):
            expected = self.well_defined(text)
            if expected is None:
                return None
        status, messages = batch.translate(self.tools, text, "shrink")
        if status or messages:
            kinds = [f"{number} {kind_of(t)}" for _, number, t, file in messages]
            kind = self.kind if self.kind in kinds else kinds[0] if kinds else "crash"
            return kind if self.kind is None or self.well_defined(text) is not None or kind != self.kind else None
        if self.kind and not self.kind.startswith("wrong"):
            return None
        if not self.kind:
            expected = self.well_defined(text)
        binary, _ = batch.build(self.tools, "shrink")
        if expected is None or binary is None:
            return "does not build" if expected else None
        for device, (got, _) in batch.execute(self.tools, binary, timeout=60).items():
            if got.get(self.seed) != expected[self.seed]:
                return f"wrong on {device}"
        return None


def close_of(lines, first):
    """The line that closes the brace which the line `first` opens, or None."""
    depth = 0
    for k in range(first, len(lines)):
        opened = lines[k].count("{") - lines[k].count("}") + (1 if k > first and re.match(r"\s*}.*{", lines[k]) else 0)
        depth += opened
        if k > first and depth <= 0:
            return k
        if k == first and depth <= 0:
            return None
    return None


def smaller(lines, first):
    """Texts without the line `first`, without the block that it opens, or without the braces of that block."""
    last = close_of(lines, first)
    if last is not None:
        yield lines[:first] + lines[last + 1:]
        yield lines[:first] + lines[first + 1:last] + lines[last + 1:]
    elif not re.match(r"\s*}", lines[first]):
        yield lines[:first] + lines[first + 1:]


def without_chunks(lines, case, size):
    """Takes away runs of `size` lines, from the end on: uses stand behind declarations."""
    first = len(lines) - size
    while first >= 0:
        piece = lines[first:first + size]
        if sum(line.count("{") - line.count("}") for line in piece) == 0:
            candidate = lines[:first] + lines[first + size:]
            if case.failure("\n".join(candidate)) == case.kind:
                lines, first = candidate, min(first, len(candidate))
                first -= size
                continue
        first -= max(1, size // 2)
    return lines


def without_lines(lines, case):
    """Takes away lines and blocks one by one, from the end on."""
    first = len(lines) - 1
    while first >= 0:
        for candidate in smaller(lines, first):
            if case.failure("\n".join(candidate)) == case.kind:
                lines = candidate
                break
        first = min(first - 1, len(lines) - 1)
    return lines


def shrink(tools, seed, into):
    """Shrinks the kernel of the seed and writes it to the folder; returns the exit status."""
    case = Case(tools, seed)
    text = program.kernel(seed).text
    case.kind = case.failure(text)
    if case.kind is None:
        print(f"seed {seed} does not fail")
        return 1
    print(f"seed {seed}: {case.kind}", flush=True)
    lines = text.rstrip("\n").split("\n")
    for size in (32, 16, 8, 4):
        lines = without_chunks(lines, case, size)
    before = None
    while before != lines:
        before = lines
        lines = without_lines(lines, case)
    into.mkdir(parents=True, exist_ok=True)
    target = into / f"fuzz_{seed}.cu"
    kept = program.source([(seed, "\n".join(lines) + "\n")])
    expected = case.well_defined(kept)[seed]
    target.write_text(kept.replace(f"report({seed}, 0)", f"report({seed}, 0x{expected}ull)"))
    print(f"{target}: {len(lines)} lines are left of {len(text.splitlines())}, {case.tests} tries")
    print("\n".join(lines))
    return 0
