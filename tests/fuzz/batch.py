# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a file of kernels on the CPU as it is, and translated on OpenCL devices."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import program

HERE = Path(__file__).resolve().parent
NATIVE = ["-std=c++17", "-w", "-O0", "-fsanitize=undefined,bounds", "-fno-sanitize=function,vptr", "-I",
          str(HERE / "shim")]


class Failure(Exception):
    """A step that must not fail has failed: the generator or the set-up is at fault."""


class Tools:
    """Where things are. `devices` is a list of (name, environment); `rules` are the counts of the latest translation."""

    def __init__(self, cu2cl, work, cxx="clang++-19", cc="clang-19", intel=None, launcher=None, devices=None):
        self.cu2cl, self.work, self.cxx, self.cc, self.launcher = cu2cl, Path(work), cxx, cc, launcher
        self.rules = {}
        caches = {"XDG_CACHE_HOME": str(self.work / "cache"), "POCL_CACHE_DIR": str(self.work / "pocl")}
        common = {"CLRT_DEVICE": "cpu"} | caches
        pocl = dict(common)
        if os.path.exists("/etc/OpenCL/vendors/pocl.icd"):
            pocl["OCL_ICD_VENDORS"] = "/etc/OpenCL/vendors/pocl.icd"
        self.devices = [("PoCL", pocl)]
        if "CLRT_DEVICE" in os.environ:  # the environment says which, with commas
            self.devices = [(name, caches | {"CLRT_DEVICE": name}) for name in os.environ["CLRT_DEVICE"].split(",")]
        if intel:
            there = common | {"OCL_ICD_VENDORS": f"{intel}/vendors", "LD_LIBRARY_PATH": f"{intel}/venv/lib"}
            self.devices.append(("Intel", there))
            if devices:
                self.devices.append(("Sub-groups", there | {"CLRT_WARP": "native"}))
        if devices:
            self.devices = [(name, environment) for name, environment in self.devices if name.lower() in devices]
        self.work.mkdir(parents=True, exist_ok=True)


def run(command, timeout=300, **environment):
    """Runs a command; returns its status and output, -1 where it took too long."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              timeout=timeout, env=os.environ | environment)
    except subprocess.TimeoutExpired as late:
        return -1, (late.stdout or b"").decode(errors="replace") if isinstance(late.stdout, bytes) else ""
    return done.returncode, done.stdout


def sums(output):
    """The checksum of each seed, and what its kernels have printed."""
    printed = {}
    for m in re.finditer(r"^p(\d+) .*$", output, re.M):
        printed.setdefault(int(m[1]), []).append(m[0])
    return {int(m[1]): "\n".join([m[2]] + sorted(printed.get(int(m[1]), [])))
            for m in re.finditer(r"^(\d+) ([0-9a-f]{16})$", output, re.M)}


def native(tools, text, name="native"):
    """Compiles and runs the file on the CPU, in both orders of the threads; returns the checksums."""
    source, binary = tools.work / f"{name}.cpp", tools.work / name
    source.write_text(program.for_cpu(text))
    status, log = run([tools.cxx, *NATIVE, str(source), "-o", str(binary)])
    if status and "libclang_rt.ubsan" in log:  # this Clang has come without its run-time libraries
        NATIVE[:] = [flag for flag in NATIVE if "sanitize" not in flag]
        return native(tools, text, name)
    if status:
        raise Failure(f"the CPU program does not compile:\n{log[:3000]}")
    results = []
    for order in ("forward", "reverse"):
        status, output = run([str(binary)], 120, SHIM_ORDER=order, UBSAN_OPTIONS="halt_on_error=0")
        if status or "runtime error" in output:
            raise Failure(f"the CPU program fails (status {status}):\n{output[:3000]}")
        results.append(sums(output))
    if results[0] != results[1]:
        racy = [seed for seed in results[0] if results[0][seed] != results[1].get(seed)]
        raise Failure(f"the result depends on the order of the threads: {racy}")
    return results[0]


def seeds_of_lines(text):
    """For every line of a file the seed whose text it belongs to."""
    current, seeds = None, [None]
    for line in text.split("\n"):
        m = re.match(r"\s*// Seed (\d+)\.|\s*namespace n(\d+) \{|static void run_(\d+)\(", line)
        if m:
            current = int(m[1] or m[2] or m[3])
        seeds.append(current)
    return seeds


def translate(tools, text, folder="case"):
    """Ports the file; returns the exit status and a list of (seed or None, number, message, file)."""
    case, port = tools.work / folder, tools.work / f"{folder}.new"
    shutil.rmtree(case, ignore_errors=True)
    shutil.rmtree(port, ignore_errors=True)
    case.mkdir()
    (case / "p.cu").write_text(text)
    status, log = run([tools.cu2cl, str(case / "p.cu"), "-o", str(port), "--count-rules"])
    if not (port / "cu2cl-report.json").exists():
        return status or -1, [(None, "CU2CL0000", log[-1500:], "")]
    messages = []
    lines = {}
    report = json.loads((port / "cu2cl-report.json").read_text())
    tools.rules = report["rules"]
    for d in report["diagnostics"]:
        if d["severity"] != "error":
            continue
        file = d.get("file", "")
        if file and file not in lines:
            path = case / file if file.endswith(".cu") else port / file
            lines[file] = path.read_text().split("\n") if path.exists() else []
        messages.append((seed_at(lines.get(file, []), d.get("line", 0), file), d["id"], d["text"], file))
    return status, messages


def seed_at(lines, line, file):
    """The seed of a line of the input or the output; names tell where the comments have not been kept."""
    if 0 < line <= len(lines) and not file.endswith(".cu"):
        for k in range(line - 1, max(-1, line - 60), -1):
            m = re.search(r"// Seed (\d+)\.|\bkernel_(\d+)\(|\bn(\d+)_\w+|[A-Za-z]\d+_(\d{1,7})(?:_\w+)?\b", lines[k])
            if m:
                return int(next(x for x in m.groups() if x))
    seeds = seeds_of_lines("\n".join(lines))
    return seeds[line] if 0 < line < len(seeds) else None


def synchronise(new, old):
    """Makes the folder `old` like `new` without touching files that are the same."""
    old.mkdir(parents=True, exist_ok=True)
    kept = set()
    for path in new.rglob("*"):
        if path.is_file():
            target = old / path.relative_to(new)
            kept.add(target)
            target.parent.mkdir(parents=True, exist_ok=True)
            data = path.read_bytes()
            if not target.exists() or target.read_bytes() != data:
                target.write_bytes(data)
    for path in list(old.rglob("*")):
        if path.is_file() and path not in kept:
            path.unlink()


def build(tools, folder="case"):
    """Builds the port with its own CMake files; returns the program, or None and the log."""
    port, out = tools.work / f"{folder}.port", tools.work / f"{folder}.build"
    synchronise(tools.work / f"{folder}.new", port)
    if not (out / "build.ninja").exists():
        options = [f"-DCMAKE_CXX_COMPILER={tools.cxx}", f"-DCMAKE_C_COMPILER={tools.cc}", "-DCMAKE_BUILD_TYPE=None",
                   f"-DCMAKE_RUNTIME_OUTPUT_DIRECTORY={out}/bin"]
        if tools.launcher:
            options += [f"-DCMAKE_{x}_COMPILER_LAUNCHER={tools.launcher}" for x in ("C", "CXX")]
        status, log = run(["cmake", "-S", str(port), "-B", str(out), "-G", "Ninja", *options])
        if status:
            shutil.rmtree(out, ignore_errors=True)
            return None, log
    status, log = run(["cmake", "--build", str(out), "-j", "2"], 600)
    programs = list((out / "bin").glob("*"))
    return (None, log) if status or not programs else (programs[0], log)


def execute(tools, binary, seed=None, timeout=300):
    """Runs the port on every device; returns {device: (checksums, output)}."""
    results = {}
    for name, environment in tools.devices:
        shutil.rmtree(tools.work / "pocl", ignore_errors=True)
        shutil.rmtree(tools.work / "cache", ignore_errors=True)
        _, output = run([str(binary)] + ([str(seed)] if seed is not None else []), timeout, **environment)
        results[name] = (sums(output), output)
    return results
