# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What tools/port-tree makes of the output of a program."""

import re

NAN = re.compile(r"(?<![\w])[-+]?nan(\(\w*\))?(?![\w])", re.I)
# "0 errors" is no failure, "Errors: 0" neither; a count decides.
COUNT = re.compile(
    r"(?:(?:non-?matching|mismatch\w*|differ\w*|errors?|failures?)[^\n:=]*[:=]\s*(\d+(?:\.\d+)?)(?!\.?\d*e-)"
    r"|\b(\d+)\s+(?:\w+\s+)?(?:mismatch\w*|errors?|failures?|failed|differences|wrong|incorrect)\b)", re.I)
FAIL = re.compile(r"\b(fail(ed|ure|s)?|mismatch(es)?|incorrect|wrong|not\s+(correct|equal|match\w*)|differ|abort(ed)?)\b", re.I)
PASS = re.compile(r"\b(pass(ed|es)?|success(ful(ly)?)?|correct|verified|match(es)?|ok)\b", re.I)


def verdict(output, expect=None, forbid=None):
    """(is correct, reason) of what a program printed."""
    found = NAN.search(output)
    if found:
        return False, "NaN in the output: " + line_of(output, found.start())
    if forbid:
        found = re.search(forbid, output)
        if found:
            return False, "forbidden: " + line_of(output, found.start())
    if expect:
        if re.search(expect, output):
            return True, ""
        return False, "the output lacks /" + expect + "/"
    counts = list(COUNT.finditer(output))
    for count in counts:
        if float(count.group(1) or count.group(2)) != 0:
            return False, line_of(output, count.start())
    # Lines whose count is zero name errors without being failures.
    counted = {line_number(output, count.start()) for count in counts}
    for found in FAIL.finditer(output):
        if line_number(output, found.start()) not in counted:
            return False, line_of(output, found.start())
    if counts or PASS.search(output):
        return True, ""
    return False, "no verdict in the output"


NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?!\w)")


def agreement(output, reference, tolerance="1e-5", ignore=None):
    """(agrees, reason) of an output and what a trusted run put out."""
    relative, _, absolute = tolerance.partition(",")
    relative, absolute = float(relative), float(absolute or 0)

    def lines(text):
        kept = [line for line in text.splitlines() if line.strip() and not (ignore and re.search(ignore, line))]
        return [(NUMBER.sub("0", line).split(), NUMBER.findall(line), line) for line in kept]

    ours, theirs = lines(output), lines(reference)
    for (words, numbers, line), (wanted_words, wanted_numbers, wanted) in zip(ours, theirs):
        same = words == wanted_words and len(numbers) == len(wanted_numbers)
        for a, b in zip(numbers, wanted_numbers):
            a, b = float(a), float(b)
            same = same and abs(a - b) <= max(relative * max(abs(a), abs(b)), absolute)
        if not same:
            return False, f"'{line.strip()[:70]}' instead of '{wanted.strip()[:70]}'"
    if len(ours) != len(theirs):
        return False, f"{len(ours)} lines instead of {len(theirs)}"
    return (True, "") if ours else (False, "nothing to compare")


def line_number(text, at):
    return text.count("\n", 0, at)


def line_of(text, at):
    begin = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    return text[begin:end if end >= 0 else None].strip()[:160]
