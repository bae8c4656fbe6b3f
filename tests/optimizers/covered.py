#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each step that `cu2cl optimize` knows has a property test, a random schedule, a refusal and a page, and each option a page of its own.

What steps there are, the tool says itself when it is given none of them, and what a step takes, when it is given the step alone.
"""
import argparse
import os
import re
import subprocess
import sys

import property as properties

# `math own` computes other bits than the plain kernel: clrt's tests of own_math compare those.
WORDS = ["lanes", "loop", "apart group", "memory scalar", "memory wide", "shift", "clamp", "divides", "full", "exact"]


def said_of(tool, here, schedule):
    return subprocess.run([tool, "optimize", os.path.join(here, "pages.cl"), "--schedule", schedule, "-o", os.devnull],
                          capture_output=True, text=True).stderr


def options_of(tool, here, step):
    """The words that a step takes: of "merge x|y|z FACTOR [copies|lanes]" those in small letters, and FUNCTION<NUMBER as "<"."""
    form = re.search(r"': write %s ([^,\n]*)" % step, said_of(tool, here, step))
    words = re.findall(r"[\w<]+", form[1]) if form else []
    return ["<" if "<" in word else word for word in words if word.islower() or "<" in word]


def without_page(step, option, text):
    """Whether no title names the step and the option. Of x, y, z and the functions of math, a schedule that has them is enough."""
    for title, schedule in re.findall(r"^## (.*)\n\n`(.*)`$", text, re.M):
        words = title.replace(",", "").split()
        if words[0] == step and option in words:
            return False
        if option in ("x", "y", "z", "<") and re.search(r"(^|; )%s [^;]*%s" % (step, option), schedule):
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cu2cl", required=True)
    parser.add_argument("--docs", required=True, help="the folder of steps.md")
    options = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    read = lambda *path: open(os.path.join(*path)).read()
    said = said_of(options.cu2cl, here, "no-step")
    listed = re.search(r"the steps are (.*)", said)
    steps = re.split(r", | and ", listed[1].strip()) if listed else []
    texts = {"a property test (property.py, CMakeLists.txt)": "\n".join(properties.SCHEDULES) + read(here, "CMakeLists.txt"),
             "a random schedule (generate.py)": read(here, "generate.py"),
             "a refusal (refusals.cl)": "\n".join(re.findall(r"^// refused .*", read(here, "refusals.cl"), re.M)),
             "a page (docs/steps.md)": read(options.docs, "steps.md")}
    wrong = ["no steps are listed: " + said] if len(steps) < 8 else []
    # `math` is a choice between functions, which is never refused.
    for what, text in texts.items():
        wrong += ["the step %s has not %s" % (step, what) for step in steps
                  if not re.search(r"\b%s\b" % step, text) and not (step == "math" and "refusal" in what)]
    wrong += ["no schedule of a property test has '%s'" % word for word in WORDS
              if word not in texts["a property test (property.py, CMakeLists.txt)"]]
    taken = [(step, option) for step in steps for option in options_of(options.cu2cl, here, step)]
    wrong += ["the option '%s' of %s has no page (docs/steps.md)" % (option, step) for step, option in taken
              if without_page(step, option, texts["a page (docs/steps.md)"])]
    wrong += ["few options are listed: %s" % taken] if len(taken) < 20 else []
    print("\n".join(wrong) or "%d steps, %d options" % (len(steps), len(taken)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
