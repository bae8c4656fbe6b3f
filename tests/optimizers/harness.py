# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plain kernels against their variants: makes variants, launches, and lets `compare` compare all bytes.

What a launch passes follows from the names and types of a kernel's parameters:
  n, m, l     the extents along x, y and z; the kernel has as many dimensions as it has of these
  k...        a small number from 1 to 5; off...: an offset in elements
  index...    a buffer of indices that are below every buffer's number of elements
  out...      a buffer that holds a pattern; any other pointer: a buffer of random numbers of its type
  the last one may be __local: an element for each work-item of the group
A kernel whose name begins with racy is never run.
Buffers have room for every index below (items + 16) of each dimension. A kernel whose name ends with
_inplace may get one buffer for several parameters.
"""
import os
import random
import re
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # of "clrt/device/..."
SIZES = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "float": 4,
         "long": 8, "ulong": 8, "double": 8, "size_t": 8, "float2": 8, "float4": 16, "int4": 16}
KINDS = {"float": "float", "float2": "float", "float4": "float", "double": "double"}
EXTENTS = {"n": 0, "m": 1, "l": 2}
GROUPS = {1: (8, 1, 1), 2: (8, 2, 1), 3: (4, 2, 2)}
MARK = "((__global ulong *)%s)[-1] = 0x6b72616d20627573ul;"


class Kernel:
    """A kernel as the launch sees it."""

    def __init__(self, name, parameters, structs):
        self.name = name
        self.parameters = []  # (type, is a pointer, name)
        self.local = ""  # the type that the last parameter points to, if that is local memory
        for text in filter(None, (p.strip() for p in parameters.split(","))):
            if "__local" in text:
                self.local = re.search(r"(\w+)\s*\*", text)[1]
                continue
            words = re.sub(r"\b(__global|__constant|const|restrict|volatile|unsigned)\b", " ", text)
            match = re.match(r"\s*(?:struct\s+)?(\w+)\s*(\*?)\s*(\w+)\s*$", words)
            self.parameters.append((match[1], bool(match[2]), match[3]))
        self.structs = structs
        names = [p[2] for p in self.parameters]
        self.dimensions = max([1] + [EXTENTS[x] + 1 for x in names if x in EXTENTS])

    def size(self, kind):
        return self.structs.get(kind) or SIZES[kind]


def kernels_of(text):
    structs = {m[2]: int(m[1]) for m in re.finditer(r"// (\d+) bytes: (\w+)", text)}
    found = re.finditer(r"__kernel\s+(?:__attribute__\(\(.*\)\)\s+)?void\s+(\w+)\s*\(([^)]*)\)\s*{", text)
    return [Kernel(m[1], m[2], structs) for m in found]


def body_end(text, begin):
    depth = 0
    for at in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1
    return len(text)


def stub_of(text):
    """The kernels with nothing in them but the mark."""
    out, at = "", 0
    for match in re.finditer(r"__kernel[^{;]*{", text):
        if match.start() < at:
            continue
        first = re.search(r"__global[^,)]*?(\w+)\s*[,)]", match[0])
        end = body_end(text, match.end() - 1)
        out += text[at:match.end()] + " " + MARK % first[1] + " }"
        at = end
    return out + text[at:]


def choose_extent(rng, factor):
    return rng.choice([1, 2, factor - 1, factor, factor + 1, 2 * factor, 2 * factor + 1, 3 * factor - 1,
                       7, 13, 29, 37]) or 1


def holds(when, lines):
    """Whether a launch fulfils a contract's condition, as far as its numbers say: buffers are all distinct and aligned here."""
    words = lines[0].split()[2:]
    grid, block = [int(w) for w in words[:3]], [int(w) for w in words[3:]]
    values = [bytes.fromhex(line.split()[1]) if line.startswith("value") else b"" for line in lines[1:-1]]

    def number(match):
        size = int(match[2]) // 8
        part = values[int(match[3])][int(match[4]):][:size]
        return str(int.from_bytes(part, "little", signed=match[1] == "i"))

    text = re.sub(r"\b([iu])(8|16|32|64)\((\d+),(\d+)\)", number, when)
    text = re.sub(r"\b(?:aligned|distinct)\(\d+,\d+\)", "1", text)
    text = re.sub(r"\bbytes\(\d+\)", "4096", text)  # more than a few, and less than 2^32 elements
    text = re.sub(r"\bitems(\d)", lambda m: str(grid[int(m[1])] * block[int(m[1])]), text)
    text = re.sub(r"\bgroup(\d)", lambda m: str(block[int(m[1])]), text)
    text = text.replace("&&", " and ").replace("||", " or ").replace("/", "//")
    try:
        return bool(eval(re.sub(r"!(?!=)", " not ", text), {"__builtins__": {}}))
    except ArithmeticError:
        return False


def launches_of(kernel, rng, variant, count, words):
    """Launches of a kernel, most of them such that the variant takes them over, as far as there are some."""
    rows, factors = [], factors_of(variant.schedule)
    for number in range(count):
        lines = launch_lines(kernel, rng, factors)
        for _ in range(60 if number == 0 or rng.random() < 0.5 else 0):
            if holds(variant.when, lines):
                break
            lines = launch_lines(kernel, rng, factors, roomy=True)
        rows += lines[:1] + ["by " + variant.name] + words + lines[1:]
    return rows


def launch_lines(kernel, rng, factors, roomy=False):
    """A launch of random extents, with a grid that is now short of, now beyond them."""
    dims = kernel.dimensions
    block = list(GROUPS[dims])
    extents, grid = [1, 1, 1], [1, 1, 1]
    for d in range(dims):
        extents[d] = choose_extent(rng, factors[d]) if factors[d] > 1 else rng.choice([1, 2, 5, 9])
        if roomy and rng.random() < 0.7: # what divides often, too
            extents[d] = rng.choice([8, 9, 16, 24, 40] if dims < 3 else [4, 8]) if factors[d] == 1 else factors[d] * rng.choice([1, 2, 4, 8] if dims < 3 else [1, 2]) + rng.choice([0, 0, 1])
        grid[d] = max(1, (extents[d] + block[d] - 1) // block[d] + rng.choice([0, 0, 0, 0, 1, 3, -1]))
    if dims < 3 and rng.random() < 0.05:  # a dimension that the kernel does not look at
        grid[dims] = 1
    room = 1
    for d in range(3):
        room *= max(extents[d], grid[d] * block[d]) + 16 if d < dims else 1
    lines = ["launch %s %d %d %d %d %d %d" % (kernel.name, *grid, *block)]
    alias = {}
    for number, (kind, pointer, name) in enumerate(kernel.parameters):
        size = kernel.size(kind)
        if pointer and kernel.name.endswith("_inplace") and kind in alias and rng.random() < 0.5:
            lines.append("same %d" % alias[kind])
        elif pointer:
            alias.setdefault(kind, number)
            fill = KINDS.get(kind, "int" if size >= 4 else "byte")
            if name.startswith("out"):
                fill = "pattern"
            elif name.startswith("index"):
                fill = "index%d" % room
            elif kind in kernel.structs:
                fill = "float"
            lines.append("buffer %d %s %d" % (room * size, fill, rng.randrange(1 << 30)))
        elif name in EXTENTS:
            lines.append("value " + extents[EXTENTS[name]].to_bytes(size, "little").hex())
        elif name.startswith("off"):
            lines.append("value " + rng.randrange(4).to_bytes(size, "little").hex())
        elif kind in ("float", "double"):
            lines.append("value " + struct.pack("<f" if size == 4 else "<d", rng.uniform(-3, 3)).hex())
        elif kind in kernel.structs:
            lines.append("value " + b"".join(struct.pack("<i", rng.randint(1, 5))
                                             for _ in range(size // 4)).hex())
        else:
            lines.append("value " + rng.randint(1, 5).to_bytes(size, "little").hex())
    if kernel.local:
        lines.append("local %d" % (block[0] * block[1] * block[2] * kernel.size(kernel.local)))
    return lines + ["end"]


def factors_of(schedule):
    factors = [1, 1, 1]
    for dimension, factor, apart in re.findall(r"merge ([xyz]) (\d+)(?: copies)?( apart)?", schedule):
        factors["xyz".index(dimension)] *= int(factor) * (8 if apart and dimension == "x" else 1)
    return factors


class Variant:
    """A variant as its contract says."""

    def __init__(self, name, kernel, contract, text):
        self.name, self.kernel = name, kernel
        self.text = re.sub(r"\b%s\b|^//@ schedule .*" % name, "", contract + text, flags=re.M)
        self.schedule = re.search(r"^//@ schedule (.*)", contract, re.M)[1]
        self.when = " && ".join(re.findall(r"^//@ when (.*)", contract, re.M)) or "1"


def variants_of(text):
    """Those of a file."""
    made = []
    for match in re.finditer(r"^//@variant 1 (\w+) of (\w+) .*\n(?://@.*\n)*", text, re.M):
        begin = re.compile(r"__kernel[^{;]*?\b%s\s*\([^{;]*{" % match[1]).search(text)
        body = text[begin.start():body_end(text, begin.end() - 1)] if begin else match[1]
        made.append(Variant(match[1], match[2], match[0], body))
    return made


def different(variants):
    """One of those that have the same text and the same contract."""
    return list({(v.kernel, v.text): v for v in reversed(variants)}.values())[::-1]


def contracted(code):
    """The functions, of a file as LLVM has it, in which `a * b + c` may be contracted: all others mean the same whether
    compilers may or not."""
    bodies = {m[1]: m[0] for m in re.finditer(r"^define [^\n]*?@(\w+)\(.*?^}", code, re.M | re.S)}
    found = {name for name, body in bodies.items() if "@llvm.fmuladd" in body}
    while True:
        more = {n for n, body in bodies.items() if n not in found and found & set(re.findall(r"@(\w+)\(", body))}
        if not more:
            return found
        found |= more


class Tools:
    def __init__(self, cu2cl, compare, clang, work, strict=True):
        self.cu2cl, self.compare, self.clang, self.work, self.strict = cu2cl, compare, clang, work, strict
        self.taken = self.plain = self.pairs = 0  # launches; variants that have taken one
        self.oclgrind = None  # runs `compare`, and finds races and accesses beyond buffers
        self.only_made = False  # variants and launches are made, but nothing is run: to run them elsewhere
        self.change = None  # changes a file of variants that was made
        self.said = ""  # by the last comparison
        os.makedirs(work, exist_ok=True)
        self.refusals, self.steps, self.variants = {}, {}, 0

    def optimize(self, path, schedules, out):
        """The variants made of all kernels by all schedules; what was said that is no refusal."""
        if os.path.exists(out):
            os.remove(out)
        words = [w for schedule in schedules for w in ("--schedule", schedule)]
        done = subprocess.run([self.cu2cl, "optimize", path, *words, "-o", out], capture_output=True, text=True)
        bad = ""
        for line in done.stderr.splitlines():
            code = re.search(r": refused (\w+):", line)
            if code:
                self.refusals[code[1]] = self.refusals.get(code[1], 0) + 1
            else:
                bad += line + "\n"
        if done.returncode not in (0, 1, 2): # 2: all were refused
            bad += "cu2cl optimize: exit status %d\n" % done.returncode
        made = variants_of(open(out).read()) if os.path.exists(out) else []
        self.variants += len(made)
        for variant in made:
            for step in variant.schedule.split("; "):
                step = " ".join(re.sub(r"\b(?:[xyz]|\w*<?\d[\w.]*)(?= |$)", "", step).split())
                self.steps[step] = self.steps.get(step, 0) + 1
        return made, bad

    def summary(self):
        listed = lambda counts: ", ".join("%s %d" % c for c in sorted(counts.items()))
        return "%d variants, of which %d ran; %d launches by them, %d by plain kernels; accepted: %s; refused: %s" % (
            self.variants, self.pairs, self.taken, self.plain, listed(self.steps), listed(self.refusals))

    def compile(self, path, triple="spir64-unknown-unknown", strict=True, code=""):
        """What the compiler says of a file that it does not take. `code` is a file for what it makes of it."""
        warnings = ["-Wall", "-Werror", "-Wno-unused-function"] if strict else ["-w"]
        wanted = ["-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-o", code] if code else ["-fsyntax-only"]
        done = subprocess.run([self.clang, "-x", "cl", "-cl-std=CL1.2", "-target", triple, *warnings, *wanted, "-D__OPENCL_VERSION__=120", "-Xclang", "-finclude-default-header",
                               "-Xclang", "-fdeclare-opencl-builtins", "-I", ROOT, path], capture_output=True, text=True)
        return "" if done.returncode == 0 else done.stderr

    def sums(self, path, stem):
        """The kernels and variants whose bits depend on contraction; the variants were compiled before."""
        said = self.compile(path, strict=False, code=stem + ".ll")
        if said:
            sys.exit("%s: %s" % (path, said))
        return contracted(open(stem + ".ll").read()) | contracted(open(stem + ".v.ll").read())

    def check(self, path, schedules, seed, launches=2, contract="off"):
        """Compares the kernels of `path` with their variants. Returns what is wrong, a line each."""
        rng = random.Random(seed)
        text = open(path).read()
        stem = os.path.join(self.work, os.path.splitext(os.path.basename(path))[0])
        kernels = {k.name: k for k in kernels_of(text)}
        with open(stem + ".stub.cl", "w") as stub:
            stub.write(text if self.oclgrind else stub_of(text))
        out = stem + ".v.cl"
        made, bad = self.optimize(path, schedules, out)
        made = different(made)
        both = contract == "off,on"
        if made and not bad:
            bad = self.compile(out, strict=self.strict, code=stem + ".v.ll" if both else "")
        if bad or not made:
            return ["%s: %s: %s" % (path, " | ".join(schedules), bad)] if bad else []
        if self.change:
            self.change(self, out)
        head = ["plain " + path, "stub " + stem + ".stub.cl", "variants " + out]
        # As programs are built, and with every rounding as written: the second shows what a variant computes in another way, so it needs no optimiser.
        head += ["contract on", "contract off -cl-opt-disable"] if both else ["contract " + contract]
        sums = self.sums(path, stem) if both else set()
        rows = []
        for variant in made:
            if not variant.kernel.startswith("racy"):
                once = ["once"] if both and not {variant.name, variant.kernel} & sums else []
                rows += launches_of(kernels[variant.kernel], rng, variant, launches, once)
        with open(stem + ".launches", "w") as file:
            file.write("\n".join(head + rows) + "\n")
        if self.only_made:
            return []
        options = os.environ.get("COMPARE_OPTIONS", "") + " -I " + ROOT
        environment = dict(os.environ, CLRT_CACHE="0", COMPARE_OPTIONS=options)
        command = [self.compare, stem + ".launches"]
        if self.oclgrind:
            command = [self.oclgrind, "--data-races"] + command
            environment["COMPARE_BUFFERS"] = "1"
            # Oclgrind 21.10 errs in code that the optimiser has made of unrolled loops (`j < (x & 3) + 1`).
            environment["COMPARE_OPTIONS"] += " -cl-opt-disable"
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        self.said = done.stdout
        # A device may have less local memory than a variant takes (Oclgrind has 32 KiB): then the plain kernel runs.
        fine = ("clrt: building", " generated.\n", "(CL_OUT_OF_RESOURCES)")
        said = "".join(l for l in done.stderr.splitlines(True) if not any(f in l for f in fine)).strip()
        if done.returncode or said:
            return ["%s: exit status %d: %s" % (stem + ".launches", done.returncode, (done.stdout + said)[-3000:])]
        counts = [int(c) for c in re.findall(r"\d+", done.stdout.splitlines()[-1])]
        self.taken += counts[0]
        self.plain += counts[1]
        self.pairs += counts[3]
        return []
