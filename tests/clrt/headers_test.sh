#!/bin/sh
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# headers_test.sh INCLUDE_DIR: clrt's headers give no warning with any compiler here, from C99 and C++11 on.

include=$1 here=$(dirname "$0")
flags="-fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Werror -I$include"
tried=0
try() { # COMPILER STANDARD FILE
  command -v "$1" >/dev/null || return 0
  tried=$((tried + 1))
  "$1" -std="$2" $flags "$here/$3" || { echo "FAILED: $1 -std=$2 $3"; exit 1; }
}
for compiler in g++ clang++-19; do
  for standard in c++11 c++20; do
    try $compiler $standard headers.cpp
  done
done
for compiler in gcc clang-19; do
  for standard in c99 c11; do
    try $compiler $standard c_api.c
  done
done
[ $tried -gt 0 ] && echo "PASSED: $tried compilations"
