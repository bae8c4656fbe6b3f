#!/bin/sh
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Counts the lines of clrt: of code (not blank, not comment alone), and all. Rows of data (*.def) and the vector types
# are not counted.
cd "$(dirname "$0")" || exit 1
count() { # WHAT FILES...
  what=$1
  shift
  code=$(sed -E 's#^[[:space:]]*(//|/\*|\*[ /]).*##' "$@" | grep -c '[^[:space:]]')
  printf '%-28s %5d code %5d all\n' "$what" "$code" "$(cat "$@" | wc -l)"
}
variants='src/variant* src/condition* src/contract* src/launch_* src/verify.cpp src/capture.cpp'
# shellcheck disable=SC2046,SC2010 # names without blanks
count "host core (src)" $(ls src/* | grep -v -e svm -e address -e pinned -e driver $(printf ' -e %s' $variants))
count "addresses, pinned memory" src/address* src/pinned.cpp
count "driver API" src/driver*
count "shared virtual memory" src/svm.cpp src/svm_guard.cpp src/svm_regions.cpp
# shellcheck disable=SC2086 # patterns
count "variants of kernels" $variants
parts=$(sed -n 's/^#include "\([a-z_0-9]*\.h\)"$/\1/p' include/clrt/clrt.h | grep -v names_)
# shellcheck disable=SC2046,SC2086 # names without blanks
count "C headers (clrt.h, parts)" include/clrt/clrt.h $(printf 'include/clrt/%s ' $parts)
count "C++ headers (*.hpp)" include/clrt/*.hpp
count "host math (host_math.h)" include/clrt/host_math.h
[ -d device ] && count "device functions" device/*
exit 0
