# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the gadgets build a kernel with: names, scopes, lines, random expressions over what is in scope."""

from collections import Counter
from contextlib import contextmanager
from random import Random

from values import (BOOL, CHAR, DOUBLE, FLOAT, INT, INTEGERS, LLONG, PRIMARY, UINT, ULLONG, UNARY, Value, binary, bounded, clipped, condition, converted, fits, interval, literal,
                    promoted, real_binary, unary)

SLOTS = 24  # results that one thread can write; the last two are kept for special ones


class Array:
    """Something to index: `size` is a power of two."""

    def __init__(self, text, type_, size, lo, hi, fraction=0):
        self.text, self.type, self.size, self.lo, self.hi, self.fraction = text, type_, size, lo, hi, fraction


class Builder:
    """One kernel with all that it needs, from one seed."""

    blocks = [(8, 1, 1), (16, 1, 1), (5, 1, 1), (4, 2, 1), (3, 2, 2), (32, 1, 1), (7, 3, 1)]

    def __init__(self, seed):
        self.seed = seed
        self.rng = Random(seed * 7919 + 17)
        self.features = Counter()
        self.declarations, self.parameters, self.arguments = [], [], []
        self.before, self.after = [], []  # host statements around the launch
        self.trailing = []  # lines after the kernel, such as #undef
        self.lines, self.indent = [], 1
        self.globals = []
        self.scopes = [self.globals]
        self.counts = Counter()
        self.slots = 0
        self.in_kernel = True
        self.wrapped = False  # a namespace of its own: names need no suffix
        self.dynamic_shared = 0
        rng = self.rng
        self.block = rng.choice(self.blocks)
        self.grid = rng.choice([(1, 1, 1), (2, 1, 1), (3, 1, 1), (2, 2, 1), (1, 1, 2)])
        self.threads = self.block[0] * self.block[1] * self.block[2]

    # Names and text.
    def name(self, stem):
        """A new name for something local."""
        self.counts[stem] += 1
        return f"{stem}{self.counts[stem]}"

    def global_name(self, stem):
        """A new name at namespace scope."""
        return self.name(stem) + ("" if self.wrapped else f"_{self.seed}")

    def macro_name(self, stem):
        return f"{self.name(stem)}_{self.seed}"

    def emit(self, line):
        self.lines.append("  " * self.indent + line)

    def declare(self, *lines):
        self.declarations += lines

    def fired(self, feature):
        self.features[feature] += 1

    @contextmanager
    def block_of(self, head, tail="}"):
        self.emit(f"{head} {{" if head else "{")
        self.indent += 1
        self.scopes.append([])
        yield
        self.scopes.pop()
        self.indent -= 1
        self.emit(tail)

    @contextmanager
    def function(self, head, variables=(), tail="}", into=None):
        """A function at namespace scope with its own scope; `into` takes its lines instead of the declarations."""
        saved = self.lines, self.indent, self.scopes, self.in_kernel
        self.lines, self.indent, self.in_kernel = [head + " {"], 1, False
        self.scopes = [self.globals, list(variables)]
        yield
        lines = self.lines + [tail]
        self.lines, self.indent, self.scopes, self.in_kernel = saved
        if into is None:
            self.declarations += lines
        else:
            into += ["  " + line for line in lines]

    # Scope.
    def visible(self, kind):
        return [v for scope in self.scopes for v in scope if isinstance(v, kind)]

    def add(self, value):
        self.scopes[-1].append(value)
        return value

    def integers(self):
        return [v for v in self.visible(Value) if not v.type.floating]

    def variable(self, type_, value, stem="v", qualifier=""):
        """Declares a local variable with this initial value."""
        name = self.name(stem)
        self.emit(f"{qualifier}{type_.name} {name} = {value.text};")
        if not type_.floating and value.type.floating and type_ is BOOL:
            return self.add(Value(name, BOOL, 0, 1))
        return self.add(converted(value, type_, name, PRIMARY))

    def result(self, value):
        """Stores the value among the thread's results."""
        if self.in_kernel and self.slots < SLOTS - 2:
            self.emit(f"out[gid * {SLOTS} + {self.slots}] = {value.text};")
            self.slots += 1

    def keep(self, type_, value, stem="v"):
        """A variable that is also a result."""
        v = self.variable(type_, value, stem)
        self.result(v)
        return v

    # Random expressions.
    def chance(self, p):
        return self.rng.random() < p

    def identity(self):
        """One of CUDA's built-in indices: unsigned."""
        what, dims = self.rng.choice([("threadIdx", self.block), ("threadIdx", self.block), ("blockIdx", self.grid),
                                      ("blockDim", self.block), ("gridDim", self.grid)])
        i = 0 if self.chance(0.7) else self.rng.randrange(3)
        size = dims[i]
        lo, hi = (size, size) if what.endswith("Dim") else (0, size - 1)
        self.fired("built-in index")
        return Value(f"{what}.{'xyz'[i]}", UINT, lo, hi)

    def number(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.5:
            return literal(rng.choice([0, 1, 2, 3, 5, 7, 10, 31, 63, 100, 127, 255, 1000]))
        if kind < 0.65:
            v = -rng.randrange(1, 200)
            return Value(str(v), INT, v, v, UNARY)
        if kind < 0.75:
            return literal(rng.choice([1, 5, 4000000000, 4294967295]), UINT)
        if kind < 0.85:
            return literal(rng.choice([3, 1000000007, 5000000000]), rng.choice([LLONG, ULLONG]))
        if kind < 0.92:
            c = rng.choice("aZ0~")
            return Value(f"'{c}'", CHAR, ord(c), ord(c))
        v = rng.choice([0x7f, 0xff, 0x8000, 0x12345678])
        return Value(hex(v), INT, v, v)

    def element(self, array):
        index = self.within(0, array.size - 1)
        return Value(f"{array.text}[{index.text}]", array.type, array.lo, array.hi, PRIMARY, array.fraction)

    def leaf(self):
        kind = self.rng.random()
        variables = self.integers()
        arrays = [a for a in self.visible(Array) if not a.type.floating]
        if kind < 0.5 and variables:
            return self.rng.choice(variables)
        if kind < 0.62 and arrays:
            array = self.rng.choice(arrays)
            return Value(f"{array.text}[{self.rng.randrange(array.size)}]", array.type, array.lo, array.hi)
        return self.identity() if kind < 0.78 else self.number()

    def integer(self, depth=3):
        """A random integer expression, never undefined."""
        if depth <= 0 or self.chance(0.12):
            return self.leaf()
        kind = self.rng.random()
        if kind < 0.6:
            op = self.rng.choice(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "+", "-", "*"])
            self.fired("shift" if op in ("<<", ">>") else "division" if op in "/%" else "arithmetic")
            return binary(op, self.integer(depth - 1), self.integer(depth - 1))
        if kind < 0.7:
            self.fired("unary")
            return unary(self.rng.choice("-~!-~"), self.integer(depth - 1))
        if kind < 0.78:
            self.fired("conditional")
            return condition(self.truth(depth - 1), self.integer(depth - 1), self.integer(depth - 1))
        if kind < 0.86:
            return self.cast(self.rng.choice(INTEGERS), self.integer(depth - 1))
        if kind < 0.92:
            return self.truth(depth - 1)
        return self.extreme(self.integer(depth - 1), self.integer(depth - 1))

    def cast(self, type_, value):
        self.fired("cast")
        kind = self.rng.random()
        if kind < 0.5:
            return converted(value, type_, f"({type_.name}){value.at(UNARY)}", UNARY)
        if kind < 0.75 and " " not in type_.name:
            return converted(value, type_, f"{type_.name}({value.text})", PRIMARY)
        return converted(value, type_, f"static_cast<{type_.name}>({value.text})", PRIMARY)

    def truth(self, depth=2):
        """A random condition."""
        kind = self.rng.random()
        if kind < 0.75:
            self.fired("comparison")
            return binary(self.rng.choice(["<", ">", "<=", ">=", "==", "!="]), self.integer(depth - 1),
                          self.integer(depth - 1))
        if kind < 0.9:
            a, b = self.truth(depth - 1), self.truth(depth - 1)
            return binary(self.rng.choice(["&&", "||"]), a, b)
        return unary("!", self.integer(depth - 1))

    def extreme(self, a, b):
        """min, max or abs in one of CUDA's overloads."""
        if self.chance(0.3):
            self.fired("abs")
            a = bounded(a, 1 << 30)
            name = "abs" if promoted(a.type) is INT or a.type is LLONG else None
            if name is None:
                a, name = converted(a, INT, f"(int){a.at(UNARY)}", UNARY), "abs"
            return Value(f"{name}({a.text})", promoted(a.type), 0 if a.lo <= 0 <= a.hi else min(abs(a.lo), abs(a.hi)),
                         a.largest)
        types = self.rng.choice([(INT, INT), (UINT, UINT), (INT, UINT), (UINT, INT), (LLONG, LLONG), (ULLONG, ULLONG),
                                 (LLONG, ULLONG)])
        self.fired("min/max " + " ".join(t.name for t in types))
        pair = [v if promoted(v.type) is t else converted(v, t, f"({t.name}){v.at(UNARY)}", UNARY)
                for v, t in zip((a, b), types)]
        type_ = types[0] if not types[0].signed else types[1]
        name = self.rng.choice(["min", "max"])
        x, y = (interval(v, type_) for v in pair)
        pick = min if name == "min" else max
        return Value(f"{name}({pair[0].text}, {pair[1].text})", type_, pick(x[0], y[0]), pick(x[1], y[1]))

    def within(self, lo, hi, depth=2):
        """A random integer expression with a value in lo..hi."""
        return clipped(self.integer(depth), lo, hi)

    def modest(self, depth=2):
        """A random integer expression that can be added to an accumulator without overflow."""
        value = self.integer(depth)
        return bounded(value, 1 << 40) if value.type.signed and value.type.bits == 64 else value

    def home(self, variable, value):
        """`value` changed so that the variable keeps its interval when assigned it."""
        if variable.within(*interval(value, variable.type)) or (variable.lo, variable.hi) == (variable.type.lo,
                                                                                             variable.type.hi):
            return value
        result = interval(value, variable.type)
        return value if variable.lo <= result[0] and result[1] <= variable.hi else clipped(value, variable.lo,
                                                                                          variable.hi)

    def real_leaf(self, type_):
        rng = self.rng
        kind = rng.random()
        values = [v for v in self.visible(Value) if v.type.floating and fits(v, type_) and v.largest < 1 << 12]
        arrays = [a for a in self.visible(Array) if a.type.floating]
        if kind < 0.35 and values:
            return rng.choice(values)
        if kind < 0.55 and arrays:
            return self.element(rng.choice(arrays))
        if kind < 0.75:
            value = bounded(self.integer(1), 64)
            self.fired("int to float")
            cast = rng.choice(["(float)", "(float)", "(double)"])
            of = FLOAT if cast == "(float)" else DOUBLE
            return Value(f"{cast}{value.at(UNARY)}", of, value.lo, value.hi, UNARY)
        text, v, fraction, of = rng.choice([("0.5f", 0.5, 1, FLOAT), ("2.f", 2, 0, FLOAT), ("1.5f", 1.5, 1, FLOAT),
                                            (".25f", 0.25, 2, FLOAT), ("1e1f", 10, 0, FLOAT), ("3.0", 3, 0, DOUBLE),
                                            ("0.125", 0.125, 3, DOUBLE), ("1.0", 1, 0, DOUBLE), ("7.0F", 7, 0, FLOAT)])
        return Value(text, of, v, v, PRIMARY, fraction)

    def real(self, type_=FLOAT, depth=3):
        """A random floating-point expression that is exact; not always of the type asked for, but it fits."""
        if depth <= 0 or self.chance(0.15):
            return self.real_leaf(type_)
        a, b = self.real(type_, depth - 1), self.real(type_, depth - 1)
        kind = self.rng.random()
        if kind < 0.6:
            self.fired("exact float")
            result = real_binary(self.rng.choice("+-*"), a, b)
            return result if result and fits(result, type_) else a
        if kind < 0.7:
            space = " " if a.at(UNARY)[0] == "-" else ""
            return Value(f"-{space}{a.at(UNARY)}", a.type, -a.hi, -a.lo, UNARY, a.fraction)
        if a.type is not b.type:
            return a
        f = "f" if a.type is FLOAT and self.chance(0.7) else ""
        if kind < 0.8:
            self.fired("float min/max")
            name = self.rng.choice(["fmin" + f, "fmax" + f, "min", "max"])
            pick = min if "min" in name else max
            of = DOUBLE if name in ("fmin", "fmax") and a.type is DOUBLE else a.type
            return Value(f"{name}({a.text}, {b.text})", of, pick(a.lo, b.lo), pick(a.hi, b.hi), PRIMARY,
                         max(a.fraction, b.fraction))
        if kind < 0.9:
            self.fired("float rounding")
            name = self.rng.choice(["floor", "ceil", "trunc", "rint", "round"])
            return Value(f"{name}{f}({a.text})", a.type, int(a.lo) - 1, int(a.hi) + 1)
        self.fired("float abs")
        return Value(f"fabs{f}({a.text})", a.type, 0, a.largest, PRIMARY, a.fraction)

