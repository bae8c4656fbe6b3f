# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A run that would make again what is there is not made; whatever may change the result makes it anew.
. "$(dirname "$0")/lib.sh"

port() {
  program app/a.cu
  sed -i '1i #include "size.h"' app/a.cu
  printf '#define SIZE 64\n' >app/size.h
  printf 'all:\n\tnvcc -O2 -DUNUSED a.cu -o a\n' >app/Makefile
  printf 'one\n' >app/data.txt
  run 0 app "$@"
  says_not "nothing has changed"
}
same() {
  run 0 app "$@"
  says "nothing has changed"
}
anew() {
  run 0 app "$@"
  says_not "nothing has changed"
}

test_equal_run() {
  port
  local before
  before=$(state app-opencl)
  same
  says "1 file translated"
  [ "$(state app-opencl)" = "$before" ] || fail "the output has changed"
}

test_changed_input() {
  port
  for file in app/a.cu app/size.h app/data.txt; do
    printf '\n' >>$file
    anew
    cmp -s app/data.txt app-opencl/data.txt || fail "data.txt is not the new one"
    same
  done
  sed -i 's/-DUNUSED/-DOTHER/' app/Makefile
  anew
  same
  printf 'more\n' >app/new.txt
  anew
  there app-opencl/new.txt
  same
  rm app/new.txt
  anew
  not_there app-opencl/new.txt
}

# Headers outside the project count as well.
test_changed_header_elsewhere() {
  mkdir lib
  printf '#define N 1\n' >lib/n.h
  program app/a.cu
  sed -i '1i #include "n.h"' app/a.cu
  run 0 app -Ilib
  same -Ilib
  printf '#define N 2\n' >lib/n.h
  anew -Ilib
}

test_changed_options() {
  port
  anew -DX=1
  same -DX=1
  anew --no-check
  anew --force
  run 0 app --dry-run
  says "dry run"
  says_not "nothing has changed"
}

test_changed_output() {
  port
  rm app-opencl/a.cl
  anew
  there app-opencl/a.cl
  same
  echo "// mine" >>app-opencl/a.cpp
  run 2 app
  says CU2CL1031
}

# The messages and the exit status are those of the run that made the output.
test_messages_again() {
  mkdir app
  cat >app/a.cu <<'EOF'
__global__ void k(int *p) { *p = *new int(1); }
void go(int *p) { k<<<1, 1>>>(p); }
EOF
  run 1 app
  grep CU2CL "$WORK/log" >first
  run 1 app
  says "nothing has changed"
  grep CU2CL "$WORK/log" >second
  cmp first second || fail "other messages"
}

# What was missing may be there the next time.
test_missing_header() {
  program app/a.cu
  sed -i '1i #include <cu2cl_not_there.h>' app/a.cu
  run 1 app
  run 1 app
  says_not "nothing has changed"
}

# What cmake writes lies in another folder each time.
test_written_header() {
  program app/a.cu
  sed -i '1i #include "size.h"' app/a.cu
  printf 'const int size = @SIZE@;\n' >app/size.h.in
  cat >app/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.14)
project(app LANGUAGES CXX CUDA)
set(SIZE 64)
configure_file(size.h.in size.h)
include_directories(${CMAKE_CURRENT_BINARY_DIR})
add_executable(app a.cu)
EOF
  run 0 app
  says "configured by cmake"
  grep -q "size = 64" app-opencl/generated/size.h || fail "not the header that cmake writes"
  ! grep -rq cu2cl-cmake app-opencl || fail "the temporary folder is named"
  same
  sed -i 's/64/65/' app/CMakeLists.txt
  anew
  grep -q "size = 65" app-opencl/generated/size.h || fail "not the new header"
  same
  sed -i 's/VERSION 3.14/VERSION 999/' app/CMakeLists.txt
  run 1 app --no-cmake
  says "size.h.*not found"
  run 1 app
  says "size.h.*not found"
  "$CU2CL" app --verbose >"$WORK/log" 2>&1
  says "CMakeLists.txt:1:.*999.*CU2CL1017"
}

# The manifest does not depend on where the project lies.
test_two_places() {
  mkdir one two
  (cd one && program app/a.cu) && cp -r one/app two/
  run 0 one/app
  run 0 two/app
  diff -r one/app-opencl two/app-opencl >"$WORK/log" || fail "the outputs differ"
}

run_tests "${2:-}"
