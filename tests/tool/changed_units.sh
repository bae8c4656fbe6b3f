# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Units that are as they were are not parsed again, and the output is what a run from nothing makes.
. "$(dirname "$0")/lib.sh"

# Three sources and a header: a function that takes any pointer, kernels launched from elsewhere, a macro of both sides.
port() {
  mkdir app
  cat >app/all.h <<'EOF'
#pragma once
#define TWICE(x) ((x) + (x))
__global__ void add(float *v, int n);
void fill(float *p, int n);
template <typename T> __device__ T twice(T v) { return TWICE(v); }
EOF
  cat >app/main.cu <<'EOF'
#include "all.h"
#include <cstdio>
int main() {
  float h[64] = {}, *d, *e;
  cudaMalloc(&d, sizeof(h));
  cudaMalloc(&e, sizeof(h));
  fill(d, 64);
  cudaMemcpy(e, d, sizeof(h), cudaMemcpyDeviceToDevice);
  add<<<1, 64>>>(e, 64);
  cudaMemcpy(h, e, sizeof(h), cudaMemcpyDeviceToHost);
  std::puts(h[63] == 126 ? "PASSED" : "FAILED");
}
EOF
  cat >app/add.cu <<'EOF'
#include "all.h"
__global__ void add(float *v, int n) {
  int i = threadIdx.x;
  if (i < n)
    v[i] = twice(v[i]);
}
EOF
  cat >app/fill.cu <<'EOF'
#include "all.h"
__global__ void count(float *v, int n) {
  int i = threadIdx.x;
  if (i < n)
    v[i] = i;
}
void fill(float *p, int n) { count<<<1, n>>>(p, n); }
EOF
  printf 'all:\n\tnvcc -O2 main.cu add.cu fill.cu -o app\n' >app/Makefile
  run 0 app
  says_not "as before"
}

# again <kept> [status]: the next run keeps that many sources and makes what a run from nothing makes.
again() {
  local status=${2:-0}
  run "$status" app
  [ "$1" = 0 ] && says_not "as before" || says "$1 of 3 sources as before"
  grep CU2CL "$WORK/log" | sort >again.log
  cp -r app-opencl again
  rm -rf app-opencl
  run "$status" app
  says_not "as before"
  grep CU2CL "$WORK/log" | sort >first.log
  diff -r again app-opencl >"$WORK/log" || fail "not what a run from nothing makes"
  diff first.log again.log >"$WORK/log" || fail "not the messages of a run from nothing"
  rm -r again
}

test_changed_source() {
  port
  sed -i 's/v\[i\] = i;/v[i] = 2 * i;/' app/fill.cu
  again 2
  grep -q "2 \* i" app-opencl/fill.cl || fail "the change is not there"
  sed -i '1i // first line' app/main.cu
  again 2
  sed -i '1i // first line' app/add.cu
  again 2
}

test_changed_header() {
  port
  sed -i 's/(x) + (x)/2 * (x)/' app/all.h
  again 0
}

# What one unit says decides on the text of others.
test_changed_facts() {
  port
  # An offset: the kernel of fill.cu takes one, and fill(), which all declare, a pointer that has one.
  sed -i 's/fill(d, 64)/fill(d + 1, 63)/' app/main.cu
  again 0
  grep -q "float \*p" app-opencl/fill.cpp || fail "fill() takes no address"
  sed -i 's/fill(d + 1, 63)/fill(d, 63)/' app/main.cu
  again 0
  grep -q "cl_mem p" app-opencl/fill.cpp || fail "fill() takes an offset"
}

# The self-check leaves out only what it found in order.
test_faults_are_told_again() {
  port
  # True in the CUDA project only: the port's file has other lines.
  echo "static_assert(__LINE__ == $(($(wc -l < app/main.cu) + 1)), \"line\");" >>app/main.cu
  again 2 1
  grep -q "main.cpp.*CU2CL5001" again.log || fail "no fault is told"
  sed -i 's/v\[i\] = i;/v[i] = 3 * i;/' app/fill.cu
  again 2 1
  grep -q "main.cpp.*CU2CL5001" again.log || fail "no fault is told"
}

test_changed_kernel() {
  port
  # main.cu names the kernel, fill.cu does not.
  sed -i 's/float \*v, int n/float *v, unsigned n/' app/add.cu app/all.h
  again 0
  sed -i 's/1, 64>>>/1, 32>>>/' app/main.cu
  again 1
  sed -i 's/if (i < n)/__shared__ int s; if (i < n)/' app/add.cu
  again 2
}

# The macro is used in another way by one unit: its definition cannot be the same for all.
test_changed_macro_use() {
  port
  sed -i 's/v\[i\] = i;/v[i] = TWICE(threadIdx.x);/' app/fill.cu
  again 2
  sed -i 's/TWICE(threadIdx.x)/TWICE(i)/' app/fill.cu
  again 2
}

test_use_of_the_api() {
  port
  sed -i 's/^int main() {/int main() { cudaSetDevice(0);/' app/main.cu
  again 0
}

test_new_and_removed_source() {
  port
  printf '#include "all.h"\nvoid more(float *p) { fill(p, 1); }\n' >app/more.cu
  sed -i 's/fill.cu/fill.cu more.cu/' app/Makefile
  again 0
  rm app/more.cu
  sed -i 's/ more.cu//' app/Makefile
  again 0
}

test_messages_of_kept_units() {
  port
  sed -i 's/v\[i\] = i;/v[i] = *new float(i);/' app/fill.cu
  again 2 1
  grep -q "fill.cu:5.*CU2CL2011" again.log || fail "no message"
  echo >>app/add.cu
  again 2 1
  grep -q "fill.cu:5.*CU2CL2011" again.log || fail "no message"
}

# Variants are made of the kernels' text: other targets parse no source anew.
test_other_targets() {
  port
  cat >app/fill.cu <<'EOF'
#include "all.h"
__global__ void product(float *c, const float *a, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[y * n + k] * a[k * n + x];
  c[y * n + x] = sum;
}
void fill(float *p, int n) { product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(p, p, n); }
EOF
  run 0 app
  not_there app-opencl/fill.pocl-cpu.cl
  run 0 app --target=pocl-cpu
  says "3 of 3 sources as before"
  there app-opencl/fill.pocl-cpu.cl
  run 0 app --target=generic,pocl-cpu
  says "3 of 3 sources as before"
  there app-opencl/fill.generic.cl
  cp -r app-opencl again
  rm -rf app-opencl
  run 0 app --target=generic,pocl-cpu
  diff -r again app-opencl >"$WORK/log" || fail "not what a run from nothing makes"
}

# A record that is broken, of another version or of another tool is none.
# Separate compilation: a unit that takes functions of others is made anew, the others are kept.
# "link/.." is the folder that the link leads to, not the one that it is in.
test_header_behind_a_link() {
  mkdir -p shelf/inner app
  ln -s ../shelf/inner app/link
  echo '#define STEP 11' >shelf/step.h
  cat >app/main.cu <<'EOF'
#include "link/../step.h"
__global__ void step(int *p) { p[0] += STEP; }
int main() {
  int *d;
  cudaMalloc(&d, 4);
  step<<<1, 1>>>(d);
}
EOF
  run 0 app --kernels-only
  grep -rq "STEP 11" --include=*.cl* app-opencl || fail "the first value is not there"
  echo '#define STEP 22' >shelf/step.h
  run 0 app --kernels-only
  grep -rq "STEP 22" --include=*.cl* app-opencl || fail "the header's change was not seen"
}

test_functions_of_other_units() {
  port
  cat >app/all.h <<'EOF'
#pragma once
__device__ float half(float v);
__device__ float third(float v);
__global__ void add(float *v, int n);
void fill(float *p, int n);
EOF
  sed -i 's/twice(v\[i\])/half(v[i]) * 4/' app/add.cu
  echo '__device__ float half(float v) { return v / 2; }' >>app/fill.cu
  printf 'all:\n\tnvcc -rdc=true -O2 main.cu add.cu fill.cu -o app\n' >app/Makefile
  rm -rf app-opencl
  run 0 app
  sed -i 's/PASSED/passed/' app/main.cu
  again 0 # fill.cu is asked for its function, main.cu is new
  sed -i 's/v \/ 2/v * 0.5f/' app/fill.cu
  again 1
  grep -q 'v \* 0.5f' app-opencl/fill_device.clh || fail "the old function is there"
  sed -i 's/= i;/= i + 0;/' app/fill.cu
  again 1
  # What another unit defines from now on is taken from there.
  sed -i '/half/d' app/fill.cu
  echo '__device__ float half(float v) { return 0.5f * v; }' >>app/main.cu
  again 0
  grep -q '0.5f \* v' app-opencl/main_device.clh || fail "the function is not taken from main.cu"
}

test_broken_records() {
  port
  for damage in 'truncate -s 100' 'truncate -s 0' 'sed -i 1s/[0-9a-f]/x/'; do
    echo >>app/add.cu
    $damage app-opencl/.cu2cl-units
    run 0 app
    says_not "as before"
  done
  rm app-opencl/.cu2cl-units
  echo >>app/add.cu
  run 0 app
  says_not "as before"
  echo >>app/add.cu
  run 0 app --force
  says_not "as before"
}

# Strings that look like what stands for folders, and folders in the text.
test_folders_in_the_text() {
  port
  printf 'const char *marks[] = {"<root>", "\\1r", "%s/app", __FILE__};\n' "$PWD" >>app/fill.cu
  again 2
  echo >>app/add.cu
  again 2
}

run_tests "${2:-}"
