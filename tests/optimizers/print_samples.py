#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each kernel of the samples, ported, prints back byte for byte from the optimisation stage's tree."""
import argparse
import glob
import os
import shutil
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("cu2cl", "print", "samples", "work"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    shutil.rmtree(options.work, ignore_errors=True)
    os.makedirs(options.work)
    for name in sorted(os.listdir(options.samples)):
        done = subprocess.run([options.cu2cl, os.path.join(options.samples, name), "-o", os.path.join(options.work, name)],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit("%s is not ported: %s" % (name, done.stderr))
    files = [path for path in sorted(glob.glob(os.path.join(options.work, "**", "*.cl"), recursive=True))
             if "/clrt/" not in path[len(options.work):]]
    done = subprocess.run([options.print] + files, capture_output=True, text=True)
    print(done.stdout + done.stderr)
    # cp 1, mriq 2, sgemm 2, stencil7 2, vectoradd 1
    return done.returncode or done.stdout.strip() != "8 kernels, 0 differ"


if __name__ == "__main__":
    sys.exit(main())
