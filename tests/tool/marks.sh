# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What cannot be translated breaks only the programs that need it, and keeps its CUDA text.
. "$(dirname "$0")/lib.sh"

# A header with two functions of which one cannot be translated, and a program for each.
two_users() {
  mkdir app
  cat >app/both.cuh <<'EOF'
#pragma once
__device__ inline int fine(int x) { return x + 1; }
__device__ inline int speed() {
  int r;
  asm("mov.u32 %0, %%pm0;" : "=r"(r));
  return r;
}
__device__ inline int faster() { return speed() + 1; }
EOF
  local name function
  for name in good bad; do
    function='fine(p[0])'
    [ $name = good ] || function='faster() + fine(1)'
    cat >app/$name.cu <<EOF
#include "both.cuh"
__global__ void k(int *p) { p[0] = $function; }
int main() {
  int *d;
  cudaMalloc(&d, 4);
  k<<<1, 1>>>(d);
}
EOF
  done
}

test_only_users_break() {
  two_users
  run 1 app
  messages 1
  says CU2CL2013
  ! grep -q CU2CL_ERROR app-opencl/both.clh || fail "the good program includes a mark"
  grep -q 'CU2CL_ERROR_2013 /\* asm("mov.u32 %0, %%pm0;" : "=r"(r)) \*/' app-opencl/both_marked.clh ||
    fail "the mark has no CUDA text"
  grep -q 'int faster' app-opencl/both_marked.clh || fail "what needs the mark stands elsewhere"
  grep -q 'include "both_marked.clh"' app-opencl/bad.cl || fail "the bad program has no function"
  ! grep -q both_marked app-opencl/good.cl || fail "the good program has the mark"
}

test_one_user_needs_no_file() {
  two_users
  rm app/good.cu
  run 1 app
  not_there app-opencl/both_marked.clh
  grep -q CU2CL_ERROR_2013 app-opencl/both.clh || fail "the mark is gone"
}

# What follows from a mark is no error of its own.
test_values_of_textures() {
  cat >t.cu <<'EOF'
int main() {
  cudaResourceDesc r;
  r.resType = cudaResourceTypeMipmappedArray;
}
EOF
  run 1 t.cu
  says CU2CL3001
  says_not CU2CL5001
  grep -q 'CU2CL_ERROR(3001, cudaResourceTypeMipmappedArray)' t-opencl/t.cpp || fail "the value has no mark"
}

test_registers_have_their_own_names() {
  mkdir app
  cat >app/a.cu <<'EOF'
__global__ void k(unsigned *out) { asm volatile("mov.u32 %0, %%clock;" : "=r"(*out)); }
int main() {
  unsigned *d;
  cudaMalloc(&d, 4);
  k<<<1, 1>>>(d);
}
EOF
  run 0 app
  says "a.cu:1:[0-9]*: approximation: %clock: "
}

run_tests "${2:-}"
