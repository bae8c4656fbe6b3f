#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs clang-tidy over sources, leaving out those that are as they were when nothing was found in them.

What counts is a hash of all that a source's result depends on: its text and that of the headers that its build has read
(ninja knows them), its command line, the .clang-tidy files above it, the plugin beside this file and clang-tidy itself.
Prints what is found, each finding once, and exits 1 if there is any. Sources are what the build compiles of this
repository; what has not been built yet cannot be looked at, and counts as a finding unless --built is given. known.txt
beside this file has what is found today and left for later; a row of it that is not found any more is an error.
"""
import argparse
import concurrent.futures
import hashlib
import itertools
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


class Build:
    """What a build folder says about the repository's sources."""

    def __init__(self, folder):
        self.folder = folder
        self.work = os.path.join(folder, "tidy")
        os.makedirs(self.work, exist_ok=True)
        self.known_hashes = {}
        self.commands = self.command_lines()
        self.read = self.dependencies()
        self.plugin = self.build_plugin()
        self.version = output_of(TIDY, "--version")

    def hash_of(self, path):
        """The hash of a file, which is read once."""
        if path not in self.known_hashes:
            try:
                with open(path, "rb") as file:
                    self.known_hashes[path] = hashlib.sha256(file.read()).hexdigest()
            except OSError:
                self.known_hashes[path] = "missing"
        return self.known_hashes[path]

    def command_lines(self):
        """The first command line of each source, which clang-tidy is given, too. (Some are compiled several times, with
        sanitizers.)"""
        with open(os.path.join(self.folder, "compile_commands.json"), encoding="utf-8") as file:
            entries = json.load(file)
        chosen = {}
        for entry in itertools.chain.from_iterable(map(sources_of, entries)):
            if entry["file"].startswith(ROOT + "/") and not entry["file"].startswith(self.folder + "/"):
                chosen.setdefault(entry["file"], entry)
        with open(os.path.join(self.work, "compile_commands.json"), "w", encoding="utf-8") as file:
            json.dump(list(chosen.values()), file)
        return chosen

    def dependencies(self):
        """From each object to the files that its last compilation read."""
        read, current = {}, None
        for line in output_of("ninja", "-C", self.folder, "-t", "deps").splitlines():
            if line.startswith("    "):
                current.append(os.path.join(self.folder, line.strip()))
            elif ": #deps" in line:
                current = read.setdefault(line.split(": #deps")[0], [])
        return read

    def build_plugin(self):
        """The plugin's path; it is compiled when its text has changed."""
        library = os.path.join(self.work, f"own-{self.hash_of(PLUGIN)[:16]}.so")
        if not os.path.exists(library):
            headers = output_of("llvm-config-19", "--includedir").strip()
            subprocess.run(["clang++-19", "-std=c++17", "-fno-rtti", "-fno-exceptions", "-fPIC", "-shared", "-O1",
                            "-isystem", headers, PLUGIN, "-o", library], check=True)
        return library

    def key(self, source):
        """The hash of all that clang-tidy's result for a source depends on; None if it has not been built."""
        entry = self.commands[source]
        words = shlex.split(entry["command"])
        inputs = self.read.get(words[words.index("-o") + 1])
        if inputs is None:
            return None
        # A precompiled header is made anew without a change, and what it is made of is listed beside it.
        paths = sorted({source, *inputs, *configurations(source)})
        parts = [self.version, self.plugin, entry["command"]]
        parts += [path + self.hash_of(path) for path in paths if not path.endswith(".pch")]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def findings(self, source):
        """What clang-tidy says about a source, a text for each finding."""
        result = subprocess.run([TIDY, f"--load={self.plugin}", "-p", self.work, "--quiet", source],
                                capture_output=True, text=True, check=False)
        found = []
        for line in (result.stdout + result.stderr).splitlines():
            if re.match(r"\S+:\d+:\d+: (error|warning): ", line) or line.startswith("error: "):
                found.append(line)
            elif found and not re.match(r"\d+ warnings? (generated|treated)|Suppressed|Use -header-filter", line):
                found[-1] += "\n" + line
        if result.returncode != 0 and not found:
            found = [f"{source}: {TIDY}: {result.stderr}"]
        return [finding.replace(ROOT + "/", "") for finding in found]


def sources_of(entry):
    """An entry of compile_commands.json for each source that it compiles: of a unity build's file, those that it includes."""
    if not re.search(r"/Unity/unity_\d+_cxx\.cxx$", entry["file"]):
        return [entry]
    with open(entry["file"], encoding="utf-8") as file:
        sources = re.findall(r'^#include "(.*)"$', file.read(), re.MULTILINE)
    return [{**entry, "file": source, "command": entry["command"].replace(f"-c {entry['file']}", f"-c {source}")}
            for source in sources]


def configurations(source):
    """The .clang-tidy files that hold for a source."""
    folder, found = os.path.dirname(source), []
    while folder.startswith(ROOT):
        found.append(os.path.join(folder, ".clang-tidy"))
        folder = os.path.dirname(folder)
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


def read_record(path):
    """From each source in which nothing new was found to its key then and the rows that it needed."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="the build folder; what it has built can be looked at")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--built", action="store_true", help="leave out sources that have not been built")
    arguments = parser.parse_args()
    build = Build(os.path.abspath(arguments.build))
    record = os.path.join(build.work, "clean.json")
    rows = known_findings()

    keys = {source: build.key(source) for source in build.commands}
    not_built = sorted(os.path.relpath(source, ROOT) for source, key in keys.items() if key is None)
    clean = {source: entry for source, entry in read_record(record).items()
             if entry["key"] == keys.get(source) and set(entry["known"]) <= set(rows)}
    due = sorted(source for source, key in keys.items() if key and source not in clean)

    def write_record():
        with open(record, "w", encoding="utf-8") as file:
            json.dump(clean, file)

    said, failed = set(), 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for source, found in zip(due, pool.map(build.findings, due)):
            in_rows = {finding: row_of(finding, rows) for finding in found}
            if all(in_rows.values()):
                clean[source] = {"key": keys[source], "known": sorted(set(in_rows.values()))}
                write_record() # a run that ends early has not been for nothing
                continue
            failed += 1
            for finding in [finding for finding, row in in_rows.items() if not row and finding not in said]:
                said.add(finding)
                print(finding, flush=True)
    write_record()

    if arguments.built:
        not_built, rows = [], [] # what is not looked at may need its rows
    if not_built:
        print("not built, so not looked at:", *not_built, sep="\n")
    needless = set(rows) - {row for entry in clean.values() for row in entry["known"]}
    complete = not failed and not not_built
    if complete and needless:
        print("known.txt: not found any more:", *sorted(needless), sep="\n")
    print(f"   {len(due)} of {len(build.commands)} sources looked at, {failed} with findings", flush=True)
    return 0 if complete and not needless else 1


if __name__ == "__main__":
    sys.exit(main())
