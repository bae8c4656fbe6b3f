#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names of template parameters in clrt's headers, which a program's macro could catch, as `-DNumber=double` does in
`template <typename Number>`: names_begin.h sets each aside, and each small letter. Without arguments prints the names that
it lacks (exit status 1 if there are any); with --write, writes names_begin.h and names_end.h anew."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "clrt/include/clrt"
OWN = ("names_begin.h", "names_end.h")
TEMPLATE = re.compile(r"\btemplate <[^{;]*>")
PARAMETER = re.compile(r"\b[A-Z][A-Za-z0-9]*\b(?!_)")


def text_of(header):
    """The text without comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", header.read_text(), flags=re.S)


def headers():
    return sorted(path for path in FOLDER.iterdir() if path.suffix in (".h", ".hpp") and path.name not in OWN)


def main():
    begin = FOLDER / OWN[0]
    there = set(re.findall(r"^#undef ([a-zA-Z]\w*)$", begin.read_text(), flags=re.M)) if begin.exists() else set()
    letters = set("abcdefghijklmnopqrstuvwxyz")
    wanted = letters.union(*(PARAMETER.findall(" ".join(TEMPLATE.findall(text_of(header)))) for header in headers()))
    if "--write" not in sys.argv[1:]:
        missing = sorted(wanted - there)
        for name in missing:
            print(f"clrt/include/clrt/names_begin.h: {name} is not set aside: run tools/clrt-names.py --write")
        return 1 if missing else 0
    names = sorted(wanted)
    licence = ("/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */\n"
               "/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */\n"
               "\n/* tools/clrt-names.py --write writes this file. */\n\n")
    levels = ["CLRT_NAMES_" + str(number) for number in range(1, 9)]
    steps = "".join(f"#elif !defined({level})\n#define {level}\n" for level in levels[1:])
    (FOLDER / OWN[0]).write_text(
        licence + "/* Sets the program's macros aside whose names clrt's templates use, as of `-Dm=4` or\n"
        "   `-DNumber=double`; names_end.h brings them back. No include guard: each header does so for\n"
        "   itself, and the outermost of them does the work. */\n"
        f"#if !defined({levels[0]})\n#define {levels[0]}\n" +
        "".join(f'#pragma push_macro("{name}")\n#undef {name}\n' for name in names) + steps + "#endif\n")
    back = "".join(f"#{'elif' if count else 'if'} defined({level})\n#undef {level}\n"
                   for count, level in enumerate(reversed(levels)))
    (FOLDER / OWN[1]).write_text(
        licence + "/* Brings back what names_begin.h has set aside. */\n" + back +
        "".join(f'#pragma pop_macro("{name}")\n' for name in names) + "#endif\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
