# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Device functions with bodies in other units (nvcc -rdc=true): what cannot be put together is said at its place.
. "$(dirname "$0")/lib.sh"

# caller <file> <function>...: a program whose kernel adds what the functions give.
caller() {
  local file=$1 sum='' f
  shift
  for f; do sum+="+ $f(i) "; done
  cat >"$file" <<EOF
#include "functions.h"
__global__ void work(float *v) {
  int i = threadIdx.x;
  v[i] = 0 $sum;
}
int main() {
  float *d;
  cudaMalloc(&d, 64);
  work<<<1, 16>>>(d);
}
EOF
}

# makefile <program> <object>...
makefile() {
  printf '%%.o: %%.cu\n\tnvcc -dc -o $@ $<\n' >>app/Makefile
  printf 'all: %s\n%s: %s\n\tnvcc -rdc=true -o $@ $^\n' "$1" "$1" "${*:2}" >>app/Makefile
}

test_body_in_other_unit() {
  mkdir app
  echo '__device__ float f(int i);' >app/functions.h
  caller app/main.cu f
  echo '__device__ float f(int i) { return i * 2.5f; }' >app/part.cu
  makefile main main.o part.o
  run 0 app
  grep -q 'include "part_device.clh"' app-opencl/main.cl || fail "the kernel's program has no body"
  grep -q 'i \* 2.5f' app-opencl/part_device.clh || fail "the body is not there"
}

# What one program's kernels find in memory is nothing to another, though both have <algorithm> in common.
test_programs_share_a_standard_header() {
  mkdir app
  cat >app/table.cu <<'EOF'
#include <algorithm>
__global__ void work(float **rows) { rows[0][0] = 1; }
int main() {
  float **d;
  cudaMalloc(&d, 8);
  work<<<1, 1>>>(d);
}
EOF
  cat >app/lost.cu <<'EOF'
#include <algorithm>
#include <vector>
__global__ void scale(float *v) { v[0] *= 2; }
int main() {
  std::vector<float *> all(1);
  cudaMalloc(&all[0], 4);
  std::for_each(all.begin(), all.end(), [](float *p) { scale<<<1, 1>>>(p); });
  std::vector<float *> copies;
  copies.emplace_back(all[0]);
}
EOF
  run 0 app
  grep -q 'clrt::malloc(&all\[0\]' app-opencl/lost.cpp || fail "memory is shared without need"
  sed -i 's/scale<<<1, 1>>>(p)/scale<<<1, 1>>>(p), work<<<1, 1>>>(0)/; s/^int main/__global__ void work(float **r) { r[0][0] = 2; }\n&/' app/lost.cu
  run 0 app --force
  grep -q 'clrt::svm_malloc(&all\[0\]' app-opencl/lost.cpp || fail "memory whose way is lost is not shared"
}

test_no_body_anywhere() {
  mkdir app
  echo '__device__ float f(int i);' >app/functions.h
  caller app/main.cu f
  makefile main main.o
  run 1 app
  says "main.cu:4:.*device function f is called, but its definition is not visible \[CU2CL2015\]"
}

# One object in two programs that define f differently.
test_programs_disagree() {
  mkdir app
  printf '__device__ float f(int i);\nvoid start();\n' >app/functions.h
  printf '#include "functions.h"\n__global__ void work(float *v) { v[0] = f(1); }\n' >app/work.cu
  printf 'void start() { float *d; cudaMalloc(&d, 4); work<<<1, 1>>>(d); }\n' >>app/work.cu
  local name
  for name in one two; do
    printf '#include "functions.h"\n__device__ float f(int i) { return i + sizeof "%s%s"; }\n' $name $name >app/$name.cu
    echo 'int main() { start(); }' >>app/$name.cu
    makefile $name work.o $name.o
  done
  sed -i '5,$ { /^all:/d; /^%/,/^\t/d }' app/Makefile
  sed -i 's/^all:.*/all: one two/' app/Makefile
  run 1 app
  says "work.cu:2:.*CU2CL2015"
}

test_each_unit_has_its_own_variable() {
  mkdir app
  printf 'static __device__ int calls;\n__device__ float f(int i);\n' >app/functions.h
  caller app/main.cu f
  printf '#include "functions.h"\n__device__ float f(int i) { return ++calls; }\n' >app/part.cu
  makefile main main.o part.o
  run 1 app
  says "part.cu:2:.*device function f of part.cu means something else.*\[CU2CL2042\]"
}

# Beside main.cu, part.cu would call another overload.
test_overload_of_the_other_unit() {
  mkdir app
  echo '__device__ float f(int i);' >app/functions.h
  caller app/main.cu f
  sed -i '2i static inline __device__ float size(int i) { return 7; }' app/main.cu
  printf '#include "functions.h"\n#include "size.h"\n__device__ float f(int i) { return size(i); }\n' >app/part.cu
  echo '__device__ inline float size(float x) { return x; }' >app/size.h
  makefile main main.o part.o
  run 1 app
  says "part.cu:3:.*device function f of part.cu means something else.*\[CU2CL2042\]"
}

# What another macro of main.cu would change.
test_macros_end_with_their_file() {
  mkdir app
  echo '__device__ float f(int i);' >app/functions.h
  caller app/main.cu f
  sed -i '1i #define FACTOR 3' app/main.cu
  {
    echo '#ifndef FACTOR'
    echo '#define FACTOR 5'
    echo '#endif'
    echo '__device__ float f(int i) { return i * FACTOR; }'
  } >app/part.cu
  makefile main main.o part.o
  run 0 app
  grep -q '#define FACTOR 5' app-opencl/part_device.clh || fail "the wrong FACTOR"
}

run_tests "${2:-}"
