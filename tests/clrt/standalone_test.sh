#!/bin/sh
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# standalone_test.sh CLRT_DIR BUILD_DIR: a project of its own with clrt copied into it, and one that finds it installed.
# A change in an included device file must reach the program.

clrt=$1 build=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export CLRT_CACHE=0
fail() {
  echo "FAILED: $1"
  sed 's/^/    /' "$work/log"
  exit 1
}

mkdir -p "$work/app/sub"
cd "$work/app" || exit 1
cat >sub/answer.cl <<'END'
#include "answer.clh"
#include "lib/base.clh"
#include "clrt/device/bits.clh"
__kernel void answer(__global int *out) { out[0] = ANSWER + base() + clrt_ffs(0); }
END
printf '#define ANSWER 40\n' >sub/answer.clh
mkdir lib
printf '#ifndef BASE\n#define BASE\n#include "lib/base.clh"\nint base() { return 2; }\n#endif\n' >lib/base.clh
cat >main.cpp <<'END'
#include <clrt/clrt.hpp>
#include <cstdio>
CLRT_PROGRAM(answer_id);
static const clrt::kernel<clrt::global<int>> answer(answer_id, "answer");
int main() {
  int v = 0;
  int *d;
  clrt::error e = clrt::malloc(&d, sizeof v);
  if (!e)
    e = clrt::launch(answer, {1, 1}, d);
  if (!e)
    e = clrt::read(&v, d, sizeof v);
  printf("%d %s\n", v, clrt::error_string(e));
  return e != CLRT_SUCCESS;
}
END
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(app LANGUAGES CXX)
if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/clrt)
  add_subdirectory(clrt)
else()
  find_package(clrt REQUIRED)
endif()
add_executable(app main.cpp)
clrt_add_program(app sub/answer.cl NAME answer_id OPTIONS -cl-std=CL1.2 -DUNUSED=1)
target_link_libraries(app PRIVATE clrt::clrt)
END

expect() { # TEXT: what the program prints after a build
  cmake --build "$work/build" >"$work/log" 2>&1 || fail "build ($2)"
  "$work/build/app" >"$work/log" 2>&1
  grep -q "^$1 no error" "$work/log" || fail "wanted $1 ($2)"
}

cp -r "$clrt" clrt
cmake -S . -B "$work/build" >"$work/log" 2>&1 || fail "configure, copied"
expect 42 "copied"
[ -z "$(find clrt -newer CMakeLists.txt -name '*.bin')" ] || fail "wrote into its own folder"
sleep 1
printf '#define ANSWER 50\n' >sub/answer.clh
expect 52 "an included file changed"
printf '#ifndef BASE\n#define BASE\n#include "deeper.clh"\nint base() { return DEEPER; }\n#endif\n' >lib/base.clh
printf '#define DEEPER 3\n' >lib/deeper.clh
sleep 1
expect 53 "an included file includes another"
printf '#define DEEPER 4\n' >lib/deeper.clh
expect 54 "which changed"

rm -rf clrt "$work/build"
cmake --install "$build" --prefix "$work/prefix" --component clrt >"$work/log" 2>&1 || fail "install"
cmake -S . -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/log" 2>&1 || fail "configure, installed"
expect 54 "installed"
cmake -S . -B "$work/plugins" -DCMAKE_PREFIX_PATH="$work/prefix" -DCLRT_SHARED=ON >"$work/log" 2>&1 &&
  fail "a static clrt for a program that loads libraries"
grep -q 'Install clrt with -DCLRT_SHARED=ON' "$work/log" || fail "wanted what to do"

printf '#include "clrt/device/cub_nothing.clh"\n#define DEEPER 4\n' >lib/deeper.clh
cmake --build "$work/build" >"$work/log" 2>&1 && fail "a device file is not there"
grep -q 'clrt/device/cub_nothing.clh is not' "$work/log" || fail "wanted its name"
echo PASSED
