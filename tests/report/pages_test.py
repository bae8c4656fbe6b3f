# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pages_test.py CU2CL FOLDER [NUMBER...]: the CUDA on each page of device and host code gives the diagnostic of the page.

A line "// name.cu" begins another file.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

# Of programs of several objects; and what no short source gives any more: most macros that write a part of a construct are
# rewritten.
ELSEWHERE = {"2042", "2050", "2058", "2201", "3004", "3031", "3033", "3034", "3035", "3036", "3037", "3038"}


def files_of(text):
    name, files = "a.cu", {}
    for line in text.splitlines(keepends=True):
        if match := re.fullmatch(r"// (\w+\.(?:cu|h))\b.*\n", line):
            name = match.group(1)
        files[name] = files.get(name, "") + line
    return files


def messages(tool, text):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "app"
        source.mkdir()
        for name, content in files_of(text).items():
            (source / name).write_text(content)
        run = subprocess.run([tool, source, "-o", folder + "/port", "--verbose", "--no-check"], capture_output=True, text=True)
        return run.stdout + run.stderr


def main():
    tool, folder, *only = sys.argv[1:]
    failed = 0
    for page in sorted(pathlib.Path(folder).glob("CU2CL[234]*.md")):
        number = page.stem[5:]
        before = re.search(r"## Before\n\n```cpp\n(.*?)```", page.read_text(), re.S)
        if not before or number in ELSEWHERE or (only and number not in only):
            continue
        said = messages(tool, before.group(1))
        if "CU2CL" + number not in said:
            failed += 1
            print(f"{page.stem} is not given:\n" + "\n".join(l for l in said.splitlines() if "[CU2CL" in l))
    print("FAILED" if failed else "PASSED")
    return failed != 0


sys.exit(main())
