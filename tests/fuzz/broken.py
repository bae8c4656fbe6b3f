#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damages CUDA sources at random and shows that cu2cl ends in order whatever it reads.

    broken.py --cu2cl PATH --seeds 0..99 [--work DIR] FILE.cu...

Each seed takes one of the files and deletes, doubles, swaps or replaces a few of its tokens, loses or breaks an #include, or
cuts the file off. The headers beside the file are there. The run must end with status 0, 1 or 2 within a minute, say so if the status is not 0, and leave no half-written output behind.
Sources of runs that do not are kept in DIR (default: broken) as SEED.cu. Exit status: 0 all in order, 1 not, 2 usage.
"""

import argparse
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|[A-Za-z_]\w*|\d[\w.]*|<<<|>>>|->|::|\s+|.", re.S)
SECONDS = 60
HEADERS = {".h", ".hpp", ".cuh", ".inl"}


def damaged(text, rng):
    """The text with one to four faults that a person or a tool could make."""
    includes = list(re.finditer(r"^[ \t]*#[ \t]*include[^\n]*", text, re.M))
    if includes and rng.random() < 0.3:
        lost = rng.choice(includes)
        text = text[:lost.start()] + rng.choice(["", "#include <not_there.h>"]) + text[lost.end():]
    tokens = TOKEN.findall(text)
    places = [i for i, t in enumerate(tokens) if not t.isspace() and not t.startswith(("//", "/*", "#"))]
    names = sorted({tokens[i] for i in places if re.match(r"[A-Za-z_]", tokens[i])})
    for _ in range(rng.randint(1, 4)):
        at, other = rng.choice(places), rng.choice(places)
        kind = rng.randrange(7)
        if kind == 0:
            tokens[at] = ""
        elif kind == 1:
            tokens[at] += " " + tokens[at]
        elif kind == 2:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 3:
            tokens[at] = rng.choice(names)
        elif kind == 4:
            tokens[at] = "Missing" if tokens[at] in names else tokens[at] + rng.choice("{}()[];<>&*")
        elif kind == 5:
            for i in range(at, min(at + rng.randint(2, 12), len(tokens))):
                tokens[i] = "\n" if "\n" in tokens[i] else ""
        elif rng.random() < 0.2:
            del tokens[max(at, 1):]
            places = [i for i in places if i < len(tokens)]
    return "".join(tokens)


def fault(tool, folder, text, headers):
    """What is not in order when \\p text is translated, or nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "app").mkdir(parents=True)
    for header in headers:
        shutil.copy(header, folder / "app")
    (folder / "app" / "a.cu").write_text(text)
    try:
        run = subprocess.run([tool, "app", "-o", "out"], cwd=folder, capture_output=True, text=True, timeout=SECONDS,
                             errors="replace")
    except subprocess.TimeoutExpired:
        return f"no end in {SECONDS} s"
    if run.returncode not in (0, 1, 2):
        return f"status {run.returncode}: " + "; ".join(re.findall(r"(?:cu2cl|clang)::[\w:()& ]*", run.stderr)[:4])
    if run.returncode and "error" not in run.stderr:
        return f"status {run.returncode} without an error"
    if (folder / "out").exists() and not (folder / "out" / "CMakeLists.txt").exists():
        return "the output is half-written"
    return ""


def main():
    parser = argparse.ArgumentParser(description="Damages CUDA sources and translates them")
    parser.add_argument("--cu2cl", required=True)
    parser.add_argument("--seeds", required=True, help="FIRST..LAST")
    parser.add_argument("--work", type=Path, default=Path("broken"))
    parser.add_argument("files", nargs="+", type=Path)
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    tool = str(Path(options.cu2cl).resolve())
    options.work.mkdir(parents=True, exist_ok=True)
    files, found = sorted(options.files), 0
    for seed in range(first, last + 1):
        rng = random.Random(seed)
        source = rng.choice(files)
        text = damaged(source.read_text(errors="replace"), rng)
        headers = [f for f in sorted(source.parent.iterdir()) if f.suffix in HEADERS]
        what = fault(tool, options.work / f"run{first}", text, headers)
        if what:
            found += 1
            (options.work / f"{seed}.cu").write_text(text)
            print(f"seed {seed} ({source.name}): {what}", flush=True)
    shutil.rmtree(options.work / f"run{first}", ignore_errors=True)
    print(f"{last - first + 1} damaged sources, {found} not in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
