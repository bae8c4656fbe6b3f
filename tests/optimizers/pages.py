#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/steps.md, from pages.cl: each step on a kernel, before and after. --write writes the page, else it is compared."""
import argparse
import os
import re
import subprocess
import sys

HEAD = """# Steps, before and after

Made by `tests/optimizers/pages.py --write` from kernels of `tests/optimizers/pages.cl`; a test compares the two.
[optimizing.md](optimizing.md) says what each step requires, and [variants.md](variants.md) what the contract lines (`//@`) mean.
"""


def page(tool, path):
    text = HEAD
    for part in open(path).read().split("// page ")[1:]:
        first, rest = part.split("\n", 1)
        title, schedule = first.split(": ", 1)
        said = re.match(r"(?:// .*\n)*", rest)[0]
        kernel = rest[len(said):].strip()
        name = re.search(r"void (\w+)\(", kernel)[1]
        done = subprocess.run([tool, "optimize", path, "--kernel", name, "--schedule", schedule],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit("%s: %s" % (name, done.stderr))
        after = done.stdout[done.stdout.index("//@variant"):].strip()
        text += "\n## %s\n\n`%s`\n\n%s\n```c\n%s\n```\n\nbecomes\n\n```c\n%s\n```\n" % (
            title, schedule, re.sub("^// ", "", said, flags=re.M), kernel, after)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cu2cl", required=True)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    target = os.path.join(here, "..", "..", "docs", "steps.md")
    text = page(options.cu2cl, os.path.join(here, "pages.cl"))
    if options.write:
        with open(target, "w") as file:
            file.write(text)
    elif open(target).read() != text:
        sys.exit("docs/steps.md is out of date: run tests/optimizers/pages.py --write --cu2cl=...")
    return 0


if __name__ == "__main__":
    sys.exit(main())
