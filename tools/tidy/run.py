#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs clang-tidy over sources, leaving out those that are as they were when nothing was found in them.

What counts is a hash of all that a source's result depends on: its text and that of the headers that its build has read
(ninja knows them), its command line, the .clang-tidy files above it, the plugin beside this file and clang-tidy itself.
Prints what is found, each finding once, and exits 1 if there is any. Sources are what the build compiles of this
repository; what has not been built yet cannot be checked, and counts as a finding. known.txt beside this file has what is
found today and left for later; a row of it that is not found any more is an error.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KNOWN = os.path.join(HERE, "known.txt")
PLUGIN = os.path.join(HERE, "OwnDeclarations.cpp")
TIDY = "clang-tidy-19"


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Hashes:
    """Hashes of files, each read once."""

    def __init__(self):
        self.known = {}

    def of(self, path):
        if path not in self.known:
            try:
                with open(path, "rb") as file:
                    self.known[path] = hashlib.sha256(file.read()).hexdigest()
            except OSError:
                self.known[path] = "missing"
        return self.known[path]


def build_plugin(work, hashes):
    """The plugin's path; it is compiled when its text has changed."""
    library = os.path.join(work, f"own-{hashes.of(PLUGIN)[:16]}.so")
    if not os.path.exists(library):
        headers = output_of("llvm-config-19", "--includedir").strip()
        subprocess.run(["clang++-19", "-std=c++17", "-fno-rtti", "-fno-exceptions", "-fPIC", "-shared", "-O1",
                        "-isystem", headers, PLUGIN, "-o", library], check=True)
    return library


def dependencies(build):
    """From each object to the files that its last compilation read."""
    read, current = {}, None
    for line in output_of("ninja", "-C", build, "-t", "deps").splitlines():
        if line.startswith("    "):
            current.append(os.path.join(build, line.strip()))
        elif ": #deps" in line:
            current = read.setdefault(line.split(": #deps")[0], [])
    return read


def configurations(source):
    """The .clang-tidy files that hold for a source."""
    folder, found = os.path.dirname(source), []
    while folder.startswith(ROOT):
        found.append(os.path.join(folder, ".clang-tidy"))
        folder = os.path.dirname(folder)
    return found


def command_lines(build):
    """The first command line of each source. (Some are compiled several times, with sanitizers.)"""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    chosen = {}
    for entry in entries:
        if entry["file"].startswith(ROOT + "/") and not entry["file"].startswith(build + "/"):
            chosen.setdefault(entry["file"], entry)
    return chosen


def findings(text):
    """The findings in clang-tidy's output, each with the lines that belong to it."""
    found = []
    for line in text.splitlines():
        if re.match(r"\S+:\d+:\d+: (error|warning): ", line) or line.startswith("error: "):
            found.append(line)
        elif found and not re.match(r"\d+ warnings? generated|Suppressed|Use -header-filter", line):
            found[-1] += "\n" + line
    return found


def known_findings():
    """The rows of known.txt: "File.cpp: the first words of what is found"."""
    with open(KNOWN, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def row_of(finding, rows):
    """The row of known.txt for a finding, or None."""
    match = re.match(r"(\S+):\d+:\d+: \w+: (.*)", finding)
    said = f"{os.path.basename(match.group(1))}: {match.group(2)}" if match else ""
    return next((row for row in rows if said.startswith(row)), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="the build folder; what it has built can be checked")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    build = os.path.abspath(arguments.build)
    work = os.path.join(build, "tidy")
    os.makedirs(work, exist_ok=True)
    record = os.path.join(work, "clean.json")

    commands = command_lines(build)
    with open(os.path.join(work, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump(list(commands.values()), file)
    hashes = Hashes()
    plugin = build_plugin(work, hashes)
    read = dependencies(build)
    version = output_of(TIDY, "--version")
    try:
        with open(record, encoding="utf-8") as file:
            clean = json.load(file)
    except (OSError, ValueError):
        clean = {}

    def key(source):
        entry = commands[source]
        words = shlex.split(entry["command"])
        inputs = read.get(words[words.index("-o") + 1])
        if inputs is None:
            return None
        # A precompiled header is made anew without a change, and what it is made of is listed beside it.
        paths = sorted({source, *inputs, *configurations(source)})
        parts = [version, plugin, entry["command"]]
        parts += [path + hashes.of(path) for path in paths if not path.endswith(".pch")]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    keys = {source: key(source) for source in commands}
    not_built = sorted(os.path.relpath(source, ROOT) for source, value in keys.items() if value is None)
    rows = known_findings()
    clean = {source: entry for source, entry in clean.items()
             if entry["key"] == keys.get(source) and set(entry["known"]) <= set(rows)}
    due = sorted(source for source, value in keys.items() if value and source not in clean)

    def check(source):
        return source, subprocess.run([TIDY, f"--load={plugin}", "-p", work, "--quiet", source],
                                      capture_output=True, text=True, check=False)

    said, failed = set(), 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for source, result in pool.map(check, due):
            found = findings(result.stdout + result.stderr)
            if result.returncode != 0 and not found:
                found = [f"{source}: {TIDY}: {result.stderr}"]
            in_rows = {finding: row_of(finding, rows) for finding in found}
            if all(in_rows.values()):
                clean[source] = {"key": keys[source], "known": sorted(set(in_rows.values()))}
                continue
            failed += 1
            for finding in [finding for finding, row in in_rows.items() if not row and finding not in said]:
                said.add(finding)
                print(finding.replace(ROOT + "/", ""), flush=True)
    with open(record, "w", encoding="utf-8") as file:
        json.dump(clean, file)
    if not_built:
        print("not built, so not looked at:", *not_built, sep="\n")
    needless = set(rows) - {row for entry in clean.values() for row in entry["known"]}
    if not failed and not not_built and needless:
        print("known.txt: not found any more:", *sorted(needless), sep="\n")
    print(f"   {len(due)} of {len(commands)} sources looked at, {failed} with findings", flush=True)
    return 1 if failed or not_built or needless else 0


if __name__ == "__main__":
    sys.exit(main())
