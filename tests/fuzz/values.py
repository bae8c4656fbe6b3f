# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C++ values as the generator sees them: an expression's text, its type, and the interval that its value lies in.

The interval is what keeps generated programs free of undefined behaviour: an operation is only written down where no
value of its operands can overflow, divide by zero or shift too far. For floating-point values it also bounds how many
bits a value needs, so that every operation is exact and neither rounding nor contraction can change a result.
"""

from fractions import Fraction


class Type:
    """An arithmetic type: its CUDA spelling, width, signedness and rank; `digits` is a floating type's mantissa."""

    def __init__(self, name, bits, signed, rank, digits=0):
        self.name, self.bits, self.signed, self.rank, self.digits = name, bits, signed, rank, digits
        self.lo = -(1 << bits - 1) if signed else 0
        self.hi = (1 << bits - signed) - 1
        if name == "bool":
            self.hi = 1

    @property
    def floating(self):
        return self.digits > 0

    def __repr__(self):
        return self.name


BOOL = Type("bool", 8, False, 0)
CHAR = Type("char", 8, True, 1)
SCHAR = Type("signed char", 8, True, 1)
UCHAR = Type("unsigned char", 8, False, 1)
SHORT = Type("short", 16, True, 2)
USHORT = Type("unsigned short", 16, False, 2)
INT = Type("int", 32, True, 3)
UINT = Type("unsigned", 32, False, 3)
LONG = Type("long", 64, True, 4)
ULONG = Type("unsigned long", 64, False, 4)
SIZE = Type("size_t", 64, False, 4)
LLONG = Type("long long", 64, True, 5)
ULLONG = Type("unsigned long long", 64, False, 5)
FLOAT = Type("float", 32, True, 8, 24)
DOUBLE = Type("double", 64, True, 9, 53)
INTEGERS = [BOOL, CHAR, SCHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, SIZE, LLONG, ULLONG]
WIDE = [INT, UINT, LLONG, ULLONG, LONG, SIZE]

COMMA, ASSIGN, CONDITION, OR_OR, AND_AND, OR, XOR, AND, EQUAL, LESS, SHIFT, ADD, MULTIPLY, UNARY, PRIMARY = range(15)
LEVELS = {"+": ADD, "-": ADD, "*": MULTIPLY, "/": MULTIPLY, "%": MULTIPLY, "&": AND, "|": OR, "^": XOR, "<<": SHIFT,
          ">>": SHIFT, "<": LESS, ">": LESS, "<=": LESS, ">=": LESS, "==": EQUAL, "!=": EQUAL, "&&": AND_AND,
          "||": OR_OR}


class Value:
    """An expression; lo..hi bounds its value, `fraction` is how many binary digits follow the point."""

    def __init__(self, text, type_, lo, hi, level=PRIMARY, fraction=0):
        self.text, self.type, self.lo, self.hi, self.level, self.fraction = text, type_, lo, hi, level, fraction

    def at(self, level):
        """The text, in parentheses where it binds less than `level`."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def largest(self):
        return max(abs(self.lo), abs(self.hi))

    def within(self, lo, hi):
        return lo <= self.lo and self.hi <= hi


def literal(value, type_=INT):
    """An integer literal of the type int or wider."""
    suffix = {"unsigned": "u", "long": "L", "unsigned long": "UL", "size_t": "UL", "long long": "LL",
              "unsigned long long": "ULL"}.get(type_.name, "")
    return Value(f"{value}{suffix}", type_, value, value, PRIMARY if value >= 0 else UNARY)


def promoted(type_):
    return INT if type_.rank < INT.rank else type_


def common(a, b):
    """The type of the usual arithmetic conversions."""
    if a.floating or b.floating:
        return max((t for t in (a, b) if t.floating), key=lambda t: t.rank)
    a, b = promoted(a), promoted(b)
    if a.signed == b.signed or a.rank == b.rank:
        return max(a, b, key=lambda t: (t.rank, not t.signed))
    unsigned, signed = (b, a) if a.signed else (a, b)
    if unsigned.rank >= signed.rank:
        return unsigned
    if signed.bits > unsigned.bits:
        return signed
    return ULLONG if signed is LLONG else ULONG


def interval(value, type_):
    """The interval of `value` converted to the integer type."""
    lo, hi = value.lo, value.hi
    if type_ is BOOL:
        return (0 if lo <= 0 <= hi else 1), (0 if lo == hi == 0 else 1)
    if value.type.floating:  # only asked for where it fits
        lo, hi = int(lo), int(hi)
    span = 1 << type_.bits
    shift = (lo - type_.lo) // span * span
    if hi - shift <= type_.hi:
        return lo - shift, hi - shift
    return type_.lo, type_.hi


def fits(value, type_):
    """Whether the conversion is defined and exact enough."""
    if type_.floating:
        return value.largest * (1 << value.fraction) <= 1 << type_.digits
    if value.type.floating and type_ is not BOOL:
        return type_.lo <= int(value.lo) and int(value.hi) <= type_.hi
    return True


def converted(value, type_, text=None, level=None):
    """The value after an implicit conversion (same text), or with another text."""
    text, level = text or value.text, value.level if level is None else level
    if type_.floating:
        return Value(text, type_, value.lo, value.hi, level, value.fraction)
    lo, hi = interval(value, type_)
    return Value(text, type_, lo, hi, level)


def bounded(value, limit):
    """An integer value of absolute value below `limit`, made with % or & where it is not yet."""
    if value.largest < limit:
        return value
    if value.lo >= 0 and limit & (limit - 1) == 0:
        return Value(f"{value.at(AND)} & {limit - 1}", promoted(value.type), 0, min(value.hi, limit - 1), AND)
    type_ = promoted(value.type)
    if value.lo < 0:
        return Value(f"{value.at(MULTIPLY)} % {limit}", type_, max(value.lo, 1 - limit), min(max(value.hi, 0), limit - 1),
                     MULTIPLY)
    return Value(f"{value.at(MULTIPLY)} % {limit}", type_, 0, min(value.hi, limit - 1), MULTIPLY)


def clipped(value, lo, hi):
    """A value in lo..hi for any integer value."""
    if value.within(lo, hi):
        return value
    span = hi - lo + 1
    if span > 1 << 31:
        return Value(f"(long long)({value.text}) % {1 << 30}", LLONG, 1 - (1 << 30), (1 << 30) - 1, MULTIPLY)
    wide = f"(unsigned)({value.text}) % {span}u"
    if lo == 0:
        return Value(wide, UINT, 0, span - 1, MULTIPLY)
    return Value(f"(int)({wide}) + {lo}" if lo > 0 else f"(int)({wide}) - {-lo}", INT, lo, hi, ADD)


def corners(a, b, f):
    results = [f(x, y) for x in a for y in b]
    return min(results), max(results)


def bits_of(*values):
    return max(v.bit_length() for v in values)


def quotient(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def bitwise(op, a, b, type_):
    (alo, ahi), (blo, bhi) = a, b
    if alo >= 0 and blo >= 0:
        return (0, min(ahi, bhi)) if op == "&" else (0, (1 << bits_of(ahi, bhi)) - 1)
    if op == "&" and (alo >= 0 or blo >= 0):
        return 0, ahi if alo >= 0 else bhi
    bound = 1 << max(bits_of(alo, ahi), bits_of(blo, bhi))
    return max(type_.lo, -bound), min(type_.hi, bound - 1)


def binary(op, a, b):
    """a op b for integers; operands are reduced where the result could overflow or be undefined."""
    level = LEVELS[op]
    if op in ("<<", ">>"):
        return shifted(op, a, b)
    if op in ("/", "%"):
        b = divisor(b)
    type_ = common(a.type, b.type)
    if type_.signed and op in ("+", "-", "*"):
        limit = 1 << ((type_.bits - 2) // (2 if op == "*" else 1) - 1)
        a, b = bounded(a, limit), bounded(b, limit)
        type_ = common(a.type, b.type)
    x, y = interval(a, type_), interval(b, type_)
    if type_.signed and op in ("/", "%") and x[0] == type_.lo and y[0] <= -1:
        a = bounded(a, 1 << 20)
        x = interval(a, type_)
    text = f"{a.at(level)} {op} {b.at(level + 1)}"
    if level in (LESS, EQUAL, AND_AND, OR_OR):
        return Value(text, BOOL, 0, 1, level)
    if op in "&|^":
        lo, hi = bitwise(op, x, y, type_)
    elif op == "/":
        lo, hi = corners(x, y, quotient) if y[0] > 0 or y[1] < 0 else (-max(map(abs, x)), max(map(abs, x)))
    elif op == "%":
        most = max(abs(y[0]), abs(y[1])) - 1
        lo, hi = max(-most, min(x[0], 0)), min(most, max(x[1], 0))
    else:
        lo, hi = corners(x, y, {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}[op])
        if lo < type_.lo or hi > type_.hi:
            lo, hi = type_.lo, type_.hi  # wraps: the type is unsigned
    return Value(text, type_, lo, hi, level)


def divisor(b):
    """A value that is never 0, also after a conversion to a wider or an unsigned type."""
    if b.lo > 0 or (b.hi < 0 and b.type.bits >= 32):
        return b
    if b.type.bits >= 32 and not b.type.signed:
        return Value(f"({b.at(OR)} | 1)", b.type, 1, b.type.hi)
    low = bounded(b, 16)
    if low.lo < 0:
        return Value(f"({low.at(ADD)} + {17})", INT if low.type.bits <= 32 else low.type, 17 + low.lo, 17 + low.hi)
    return Value(f"({low.at(ADD)} + 1)", promoted(low.type), low.lo + 1, low.hi + 1)


def shifted(op, a, b):
    type_ = promoted(a.type)
    if op == "<<" and type_.signed:
        if a.lo < 0:
            a = Value(f"(unsigned){a.at(UNARY)}", UINT, *interval(a, UINT), UNARY)
            type_ = UINT
        else:
            a = bounded(a, 1 << 12)
    room = type_.bits - 1 if not type_.signed or op == ">>" else type_.bits - 2 - a.hi.bit_length()
    most = 31 if room >= 31 else 15 if room >= 15 else 7
    if not b.within(0, most):
        b = Value(f"({b.at(AND)} & {most})", promoted(b.type), 0, most)
    text = f"{a.at(SHIFT)} {op} {b.at(ADD)}"
    x = interval(a, type_)
    if op == ">>":
        return Value(text, type_, *corners(x, (b.lo, b.hi), lambda v, n: v >> n), SHIFT)
    hi = x[1] << b.hi
    return Value(text, type_, 0, hi if hi <= type_.hi else type_.hi, SHIFT)


def unary(op, a):
    type_ = promoted(a.type)
    if op == "!":
        return Value(f"!{a.at(UNARY)}", BOOL, 0, 1, UNARY)
    if op == "-" and type_.signed and a.lo == type_.lo:
        a = bounded(a, 1 << 20)
    lo, hi = interval(a, type_)
    space = " " if a.at(UNARY)[0] in "-+" else ""
    if op == "~":
        lo, hi = (~hi, ~lo) if type_.signed else (type_.hi - hi, type_.hi - lo)
    elif op == "-":
        lo, hi = (-hi, -lo) if type_.signed else (lo, hi) if hi == 0 else (0, type_.hi)
    return Value(f"{op}{space}{a.at(UNARY)}", type_, lo, hi, UNARY)


def condition(c, a, b):
    type_ = a.type if a.type is b.type else common(a.type, b.type)
    x, y = interval(a, type_), interval(b, type_)
    return Value(f"{c.at(OR_OR)} ? {a.at(CONDITION)} : {b.at(CONDITION)}", type_, min(x[0], y[0]), max(x[1], y[1]),
                 CONDITION)


def real_binary(op, a, b):
    """a op b in floating point, or None if it might not be exact."""
    type_ = common(a.type, b.type)
    if not fits(a, type_) or not fits(b, type_):
        return None
    x, y = (Fraction(a.lo), Fraction(a.hi)), (Fraction(b.lo), Fraction(b.hi))
    if op == "*":
        fraction, (lo, hi) = a.fraction + b.fraction, corners(x, y, lambda p, q: p * q)
    else:
        fraction = max(a.fraction, b.fraction)
        lo, hi = corners(x, y, (lambda p, q: p + q) if op == "+" else (lambda p, q: p - q))
    level = LEVELS[op]
    result = Value(f"{a.at(level)} {op} {b.at(level + 1)}", type_, lo, hi, level, fraction)
    return result if fraction < 12 and fits(result, type_) and result.largest < 1 << 20 else None
