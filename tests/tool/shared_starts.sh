# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Units that share a parse with others become what they become by themselves.
. "$(dirname "$0")/lib.sh"

# source_of <number>: a program that mentions what its command line defines, also by pasted tokens.
source_of() {
  cat <<EOF
#include <cstdio>
#include <vector>
#include "common.cuh"
__global__ void scale_$1(float *v, int n) {
  int i = blockIdx.x * SIZE + threadIdx.x;
#ifdef EVEN
  if (i < n)
    v[i] = twice(v[i]);
#else
  if (i < n)
    v[i] += SIZE;
#endif
}
int main() {
  std::vector<float> h(SIZE);
  float *d;
  cudaMalloc(&d, SIZE * sizeof(float));
  scale_$1<<<1, SIZE>>>(d, SIZE);
  cudaMemcpy(h.data(), d, SIZE * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%s %g\n", TEST_NAME, h[0] + VALUE(UNIT, _SIZE));
}
EOF
}

# begin <folder>: an empty project with the header of all sources.
begin() {
  mkdir "$1"
  cat >"$1/common.cuh" <<'EOF'
#pragma once
#define VALUE(A, B) A##B
template <typename T> __device__ T twice(T v) { return v + v; }
EOF
  printf 'cmake_minimum_required(VERSION 3.18)\nproject(tests LANGUAGES CXX CUDA)\n' >"$1/CMakeLists.txt"
}

# target <folder> <name> <source> <definition>...
target() {
  local folder=$1 name=$2 source=$3
  shift 3
  printf 'add_executable(%s %s)\ntarget_compile_definitions(%s PRIVATE %s)\n' \
    "$name" "$source" "$name" "$*" >>"$folder/CMakeLists.txt"
}

# project <folder> <first> <last>: a program of each number, with definitions of its own.
project() {
  local i
  begin "$1"
  for i in $(seq "$2" "$3"); do
    source_of "$i" >"$1/test$i.cu"
    target "$1" "test$i" "test$i.cu" "TEST_NAME=\"test$i\"" "SIZE=$((16 * i))" "UNIT_SIZE=$i" \
      $([ $((i % 2)) = 1 ] || echo EVEN)
  done
}

# Sixteen begin to share; eight do not.
test_own_definitions() {
  local i few file
  project all 1 16
  project one 1 8
  project two 9 16
  for few in all one two; do
    run 0 "$few"
    says_not "CU2CL[0-9]"
  done
  for i in $(seq 1 16); do
    few=$([ "$i" -le 8 ] && echo one || echo two)
    for file in "test$i.cpp" "test$i.cl" "test${i}_kernels.hpp"; do
      diff "$few-opencl/$file" "all-opencl/$file" >"$WORK/log" || fail "$file is another one"
    done
    cp all-opencl/CMakeLists.txt "$WORK/log"
    says "UNIT_SIZE=$i\b"
  done
}

# One source in five programs: nothing mentions TARGET, something mentions EVEN.
test_same_source() {
  local all=('TEST_NAME="name"' SIZE=16 UNIT_SIZE=1) file folder
  for folder in app plain; do
    begin $folder
    source_of 1 >$folder/main.cu
    target $folder app0 main.cu "${all[@]}"
    target $folder app1 main.cu "${all[@]}" EVEN
  done
  target app app2 main.cu "${all[@]}" TARGET=1
  target app app3 main.cu "${all[@]}" TARGET=2
  target app app4 main.cu "${all[@]}" TARGET=2 EVEN
  run 0 app
  run 0 plain
  for file in main.cpp main.cl main_kernels.hpp; do
    diff plain-opencl/$file app-opencl/$file >"$WORK/log" || fail "$file is another one"
  done
  cp app-opencl/CMakeLists.txt "$WORK/log"
  says "TARGET=1"
  says "TARGET=2"
  # What the record of another text says is not taken.
  echo '// end' >>app/main.cu
  run 0 app
  source_of 1 >app/main.cu
  run 0 app
  for file in main.cpp main.cl main_kernels.hpp; do
    diff plain-opencl/$file app-opencl/$file >"$WORK/log" || fail "$file is another one in the end"
  done
}

# linked <folder> <last>: sources that call a device function of another one (-rdc=true).
linked() {
  local i
  mkdir "$1"
  for i in $(seq 1 "$2"); do
    printf '#include <cstdio>\nextern __device__ float helper(float v);\n__global__ void k%d(float *v) { v[0] = helper(v[0]); }\n' \
      "$i" >"$1/unit$i.cu"
  done
  printf '#include <cstdio>\n__device__ float helper(float v) { return v * 2; }\nint main() { return 0; }\n' >"$1/main.cu"
  printf 'all:\n\tnvcc -rdc=true $(wildcard *.cu) -o app\n' >"$1/Makefile"
}

test_separate_units() {
  local i
  linked many 16
  linked few 2
  run 0 many --no-check
  run 0 few --no-check
  for i in 1 2; do
    diff few-opencl/unit$i.cl many-opencl/unit$i.cl >"$WORK/log" || fail "unit$i.cl is another one"
  done
  grep -q helper many-opencl/unit16.cl || fail "unit16.cl calls nothing"
}

run_tests "${2:-}"
