# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the command line promises.
. "$(dirname "$0")/lib.sh"

test_version() {
  run 0 --version
  says "^cu2cl [0-9]"
}

test_explain() {
  run 0 explain CU2CL1001
  says "Clang cannot parse"
  run 0 explain 1001
  run 2 explain CU2CL9999
  run 2 explain
}

# What is known of a kernel: its guards, loops, accesses and phases, and the verdict of each step.
test_optimize_explain() {
  cat >k.cl <<'EOF'
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void k(__global float *o, __global const float *a, int n, int m) {
  __local float tile[16];
  int x = get_global_id(0), lx = get_local_id(0);
  float s = 0.0f;
  for (int j = 0; j < m; j++) {
    tile[lx] = a[x + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    s += tile[15 - lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x < n)
    o[x] = s;
}
EOF
  run 0 optimize --explain k.cl
  says 'loop k.cl:5:3: all work-items go through it together'
  says 'reads k.cl:6:16: a\[x + j\]: x contiguous'
  says 'phase 1 until the barrier at k.cl:7:5: reads a, writes tile'
  says 'phase 3 goes on at the loop at k.cl:5:3, and after it'
  says 'phase 3 until the end: reads nothing, writes o'
  says 'step merge x 2 loop: k.cl:.*refused BARRIER_IN_MERGE'
}

# Each way to merge, load, call and end has its verdict where it means something.
test_optimize_explain_steps() {
  cat >k.cl <<'EOF'
__kernel void waves(__global float *o, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x < n)
    o[x] = cos(a[x]) + 1.0f / sqrt(a[x]);
}
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void turned(__global int *o, __global const int *a, __global const int *at) {
  __local int tile[16];
  int x = get_global_id(0), lx = get_local_id(0);
  tile[lx] = a[at[x]];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[x] += tile[15 - lx];
}
EOF
  run 0 optimize --explain --kernel waves k.cl
  says '^  step merge x 4 lanes: legal, 1 place lane by lane$'
  says '^  step merge x 4 lanes memory scalar: legal, 3 places lane by lane$'
  says '^  step merge x 4 lanes memory wide: legal, 1 place lane by lane$'
  says '^  step tail shift: legal$'
  says '^  step tail lanes: legal$'
  says '^  step tail divides: legal$'
  says '^  step tail clamp: k.cl:1:15: refused TAIL_UNFIT: tail clamp is for whole groups'
  says '^  step math exact: legal, 1 place lane by lane$'
  says '^  step math exact rsqrt: legal, 1 place lane by lane$'
  says "^  step math ulp: legal, with other results within OpenCL's error bounds$"
  says "^  step math own: legal, with other results within OpenCL's error bounds$"
  run 0 optimize --explain --kernel turned k.cl
  says_not waves
  says '^  step merge x 4 lanes memory wide: legal'
  says '^  step tail lanes: legal$'
  says '^  step tail clamp: legal$'
  says_not 'step math' # it calls none
  # Neighbours at addresses of which nothing is known, and none.
  sed -i 's/o\[x\] = .*/o[x + 1] = a[x + 1];/' k.cl
  run 0 optimize --explain --kernel waves k.cl
  says '^  step merge x 4 lanes memory wide: legal.*, but no address is known to be aligned$'
  sed -i 's/o\[x + 1\] = .*/o[x * n] = a[x * n];/' k.cl
  run 0 optimize --explain --kernel waves k.cl
  says_not 'memory wide'
}

# A header without device code of its own, of which each program uses another part, has one text.
test_header_of_several_programs() {
  mkdir app
  cat >app/types.h <<'EOF'
#include "deep.h"
typedef unsigned long long wide;
struct Cell { int index; wide key; };
struct Other { Deep deep; };
const int LIMIT = 7;
EOF
  printf 'struct Deep { short a, b; };\n' >app/deep.h
  local body name
  body='int main() { k<<<1, 1>>>(nullptr); }'
  printf '#include "types.h"\n__global__ void k(wide *v) { v[0] = LIMIT; }\n%s\n' "$body" >app/one.cu
  printf '#include "types.h"\n__global__ void k(Cell *v) { v[0].key = 1; }\n%s\n' "$body" >app/two.cu
  printf '#include "types.h"\n__global__ void k(Other *v) { v[0].deep.a = 1; }\n%s\n' "$body" >app/three.cu
  printf 'project(p CUDA)\nforeach(n one two three)\nadd_executable(${n} ${n}.cu)\nendforeach()\n' >app/CMakeLists.txt
  run 0 app -o port
  says_not CU2CL1020
  for name in wide Cell Other; do
    grep -q "$name;" port/types.clh || fail "types.clh lacks $name"
  done
  grep -q 'include "deep.clh"' port/types.clh || fail "types.clh lacks its header"
}

test_query() {
  run 0 query cudaMemcpy2D
  says "clrt::memcpy_2d"
  run 0 query __sinf
  says "native_sin"
  run 2 query cudaMemcpyy
  says "did you mean cudaMemcpy"
  run 2 query cudamalloc
  says "did you mean cudaMalloc?"
}

# Whatever the name belongs to, the answer says what becomes of it, what to do, and where to read on.
test_query_libraries() {
  local name
  for name in thrust::reduce 'cub::DeviceReduce::Sum<float>' curand_uniform cublasSgemm cufftExecC2C wmma::mma_sync \
    cg::this_grid cuTexRefSetArray cuda::atomic nvrtcCompileProgram ncclAllReduce cudaGraphAddNode \
    cudaMemPoolExportToShareableHandle nvmlDeviceGetTemperature malloc cudaSetValidDevices; do
    run 0 query "$name"
    says "is not translated"
    says "more: cu2cl explain CU2CL[0-9]*"
    says_not "cu2cl query"
    # The page leads somewhere: not back to the query.
    run 0 explain "$(sed -n 's/.*more: cu2cl explain \(CU2CL[0-9]*\).*/\1/p' "$WORK/log" | head -1)"
    says_not "cu2cl query"
  done
  run 0 query half nv_half2 __nv_bfloat16
  says "becomes clrt_half2 of"
  run 0 query cublasSgem
  says "of cuBLAS"
  run 0 query nvtxRangePushEx
  says "does nothing"
  run 0 query nvtx3::scoped_range threadIdx '__shared__' std::sort cublas_v2.h
  says "CLBlast"
}

test_summary() {
  program app/a.cu
  run 0 app
  says "1 file translated, flags from the folder itself"
  says "0 places marked"
  says "app-opencl/cu2cl-report.html"
  for f in a.cpp a.cl a_kernels.hpp CMakeLists.txt cu2cl-report.json cu2cl-report.html clrt/CMakeLists.txt; do
    there "app-opencl/$f"
  done
}

test_quiet_and_dry_run() {
  program app/a.cu
  run 0 app --quiet
  [ ! -s "$WORK/log" ] || fail "--quiet is not quiet"
  rm -rf app-opencl
  run 0 app --dry-run
  says "a.cpp"
  not_there app-opencl
}

test_construct_counts() {
  program app/a.cu
  cat >>app/a.cu <<'EOF'
#define TRY(call) do { if ((call) != cudaSuccess) cudaGetErrorString(cudaGetLastError()); } while (0)
void more(int *d) {
  TRY(cudaDeviceSynchronize());
  TRY(cudaDeviceSynchronize());
}
EOF
  run 0 app
  for count in '"cudaDeviceSynchronize": 2' '"cudaGetErrorString": 1' '"kernel": 1' '"launch": 1'; do
    grep -q "$count" app-opencl/cu2cl-report.json || fail "the report does not count $count"
  done
}

# The rules for device code: of statements by what they printed, of declarations; also those that did not fire.
test_rule_counts() {
  mkdir app
  cat >app/a.cu <<'EOF'
struct Flags { unsigned on : 1, mode : 5; };
template <typename T> __global__ void set(Flags *f, T *v) {
  f[threadIdx.x].mode = 3;
  v[threadIdx.x] += blockIdx.x;
}
void go(Flags *f, int *v) { set<<<1, 8>>>(f, v); }
EOF
  run 0 app
  ! grep -q '"rules"' app-opencl/cu2cl-report.json || fail "rules are counted that nobody asked for"
  run 0 app --count-rules --force
  tr -d ' \n' <app-opencl/cu2cl-report.json >rules
  for count in '"BitFields":{"BinaryOperator":1}' '"ThreadIndices":{"MemberExpr":3}' '"BitFieldWords":{"":1}' \
    '"FunctionTemplates":{"kernel":1}' '"PointerParameters":{"global":2}' '"Lambdas":{}'; do
    grep -qF "$count" rules || fail "the report does not count $count"
  done
}

test_each() {
  program suite/good/a.cu
  program suite/other/b.cu
  mkdir -p suite/broken suite/texts
  echo 'int main( {' >suite/broken/c.cu
  echo 'no CUDA' >suite/texts/readme.txt
  run 1 suite --each -o out
  says "^good .* 0  translated"
  says "^broken .* marked .*Clang cannot parse"
  says "^3 projects: 2 translated, 1 with places marked"
  says_not "texts"
  for f in out/good/a.cl out/other/b.cpp out/other/CMakeLists.txt; do there "$f"; done
  run 2 suite/texts --each
  run 2 suite/good/a.cu --each
}

# Each project is ported with the options of the command.
test_each_with_options() {
  mkdir -p suite/rows
  cat >suite/rows/a.cu <<'EOF'
__global__ void product(float *c, const float *a, const float *b, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= n || y >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
void go(float *c, float *a, float *b, int n) { product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(c, a, b, n); }
EOF
  run 0 suite --each -o out --target=pocl-cpu,intel-cpu --count-rules
  there out/rows/a.pocl-cpu.cl
  there out/rows/a.intel-cpu.cl
  there out/rows/a.intel-avx512.cl
  grep -q '"rules"' out/rows/cu2cl-report.json || fail "rules are not counted"
}

# Variants are built with the definitions of their program. Headers of clrt leave a program's names alone.
test_variants_with_definitions() {
  mkdir app
  cat >app/a.cu <<'EOF'
#include <cuda.h>
#include <cuda_runtime.h>
__global__ void product(float *c, const float *a, const float *b, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= n || y >= n)
    return;
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += a[y * N + k] * b[k * n + x] * SCALE;
  c[y * n + x] = sum;
}
void go(float *c, float *a, float *b, int n) { product<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(c, a, b, n); }
EOF
  run 0 app --target=pocl-cpu -D N=64 -D SCALE=2.0f
  there app-opencl/a.pocl-cpu.cl
  grep -q "SCALE" app-opencl/a.pocl-cpu.cl || fail "the definition is not in the variant"
}

test_kernels_only() {
  program app/a.cu
  run 0 app --kernels-only
  there app-opencl/a.cl
  not_there app-opencl/a.cpp
  not_there app-opencl/CMakeLists.txt
}

test_flags_of_the_user() {
  program app/a.cu
  sed -i '1i #include "given.h"\n#ifndef GIVEN\n#error GIVEN\n#endif' app/a.cu
  mkdir inc
  touch inc/given.h
  run 1 app -o out
  run 0 app -o out -Iinc -DGIVEN -std=c++14
  run 0 app -o out -- -I inc -DGIVEN
}

test_configurations() {
  cat >app.cu <<'EOF'
__global__ void always(int *v) { v[0] = 1; }
#ifdef BIG
__global__ void big(int *v) { v[0] = 2; }
#endif
int main() {
  int *d;
  cudaMalloc(&d, 4);
#ifdef BIG
  big<<<1, 1>>>(d);
#else
  always<<<1, 1>>>(d);
#endif
}
EOF
  run 0 app.cu -o out --config=-DBIG
  grep -q "void big" out/app.cl || fail "the kernel of the other configuration is missing"
}

test_off_region() {
  program app/a.cu
  cat >>app/a.cu <<'EOF'
// cu2cl: off
int stays() { return cudaSuccess; }
// cu2cl: on
EOF
  "$CU2CL" app --no-check >"$WORK/log" 2>&1
  grep -q "int stays() { return cudaSuccess; }" app-opencl/a.cpp || fail "the region was edited"
}

test_flags_from_makefile_are_said() {
  program app/a.cu
  printf 'prog: a.cu\n\tnvcc -DX=1 --use_fast_math $< -o $@\n' >app/Makefile
  run 0 app
  says "flags from Makefile (dry run)"
  grep -q "add_executable(prog a.cpp)" app-opencl/CMakeLists.txt || fail "no program"
  grep -q "cl-denorms-are-zero" app-opencl/CMakeLists.txt || fail "no math option"
  not_there app/prog
  not_there app-opencl/Makefile
}

test_same_output_from_everywhere() {
  program one/app/a.cu
  program one/app/sub/b.cu
  cp -r one two
  run 0 one/app -j1 -o one/out
  (cd two && run 0 app -j8 -o out)
  diff -r one/out two/out >&2 || fail "the output depends on the run"
}

test_explain_pointers() {
  program app/a.cu
  run 0 app --explain-pointers
  says "d: cl_mem"
  says "cudaMalloc"
}

# What developers look at: each value as text, and nothing of it unasked.
looked_at() {
  mkdir app
  cat >app/a.cu <<'EOF'
__device__ int factor;
__device__ float scaled(float *p, int n) { return p[n << factor] * 2; }
__global__ void scale(float *v, int n) {
  __shared__ float tile[64];
  if (threadIdx.x >= n)
    return;
  tile[threadIdx.x] = scaled(v, n);
  __syncthreads();
  v[threadIdx.x] = tile[0];
}
void go(float *v, int n) { scale<<<1, 64>>>(v, n); }
EOF
  run 0 app
  says_not '^---'
}

test_trace_rules() {
  looked_at
  run 0 app --trace-rules
  says '^Shifts BinaryOperator .*app/a.cu:2$'
  says '^Predication IfStmt .*app/a.cu:5$'
  says '^PointerParameters global .*app/a.cu:3$'
}

test_dump_reach() {
  looked_at
  run 0 app --dump=reach
  says '^kernel scale$'
  says '^  calls scaled$'
  says '^  uses factor$'
}

test_dump_spaces() {
  looked_at
  run 0 app --dump=spaces
  says '^  p: __global$'
}

test_dump_effects() {
  looked_at
  run 0 app --dump=effects
  says '^  reads n, p; float, int$'
  says '^  changes float$'
}

test_dump_barriers() {
  looked_at
  run 0 app --dump=barriers
  says 'a.cu:8: some threads returned before$'
}

test_dump_plan() {
  looked_at
  run 0 app --dump=plan
  says '^  line 5: a return becomes an assignment to active$'
}

test_dump_pointers_and_output() {
  program app/a.cu
  run 0 app --dump=pointers,output --dry-run
  says 'd: cl_mem'
  says '^--- output a.cl$'
  says '^void add(__global int'
  not_there app-opencl
  run 2 app --dump=everything
}

test_times() {
  looked_at
  run 0 app --times --force
  says '^device code .* s, .* s of processors$'
  says '^report and write '
}

test_several_inputs() {
  program a/a.cu
  program b/b.cu
  sed -i 's/add/sub/' b/b.cu
  run 2 a b
  says "need an output folder"
  run 0 a b -o out
  there out/a/a.cpp
  there out/b/b.cl
}

# Programs that are never linked together may use one name for two things.
test_two_programs_with_equal_names() {
  program app/a.cu
  program app/b.cu
  sed -i 's/int \*v, int n)/float *v, int n)/; s/int \*d/float *d/' app/b.cu
  run 0 app
  grep -q "void add(__global int \*v, int n)" app-opencl/a.cl || fail "add of a.cu"
  grep -q "void add(__global float \*v, int n)" app-opencl/b.cl || fail "add of b.cu"
  grep -q "add_executable(b b.cpp)" app-opencl/CMakeLists.txt || fail "no program b"
}

# nvcc's fast math calls the intrinsics; what -cl-fast-relaxed-math allows beside that would change x - x and sums.
test_fast_math_takes_the_fast_functions() {
  mkdir app
  cat >app/a.cu <<'END'
__global__ void k(float *v, double *d) {
  *v = powf(*v, 3);
  *d = pow(*d, 3.0);
  v[1] = sin(v[0]) + expf(v[2]) + log10(v[3]) + fdividef(v[4], 3.0f);
  d[1] = sin(d[0]) + exp(d[2]);
  sincosf(v[5], &v[6], v + 7);
  v[8] = sqrtf(v[7]) + fabsf(v[6]);
}
END
  printf 'prog: a.cu\n\tnvcc --use_fast_math $< -o $@\n' >app/Makefile
  run 0 app
  grep -q "\*v = native_exp2(3.* \* native_log2(\*v));" app-opencl/a.cl || fail "the power of float"
  grep -q "\*d = pow(\*d, 3.0);" app-opencl/a.cl || fail "the power of double"
  grep -q "native_sin(v\[0\]) + native_exp(v\[2\]) + native_log10(v\[3\]) + native_divide(v\[4\], 3.0f)" app-opencl/a.cl || fail "the functions of float"
  grep -q "= sin(d\[0\]) + exp(d\[2\]);" app-opencl/a.cl || fail "the functions of double"
  grep -q "v\[6\] = clrt_native_sincos_g(v\[5\], v + 7);" app-opencl/a.cl || fail "sine and cosine"
  grep -q "= native_sqrt(v\[7\]) + fabs(v\[6\]);" app-opencl/a.cl || fail "what has no fast form"
  ! grep -q "relaxed-math\|unsafe-math" app-opencl/CMakeLists.txt || fail "an option that allows more than nvcc does"
}

# Libraries without translation are refused at each use, and the rest is translated, also where no header of ours
# declares what is used.
test_uses_of_libraries() {
  mkdir app
  cat >app/a.cu <<'END'
#include <cublasLt.h>
#include <cusolverSp.h>
#include <npp.h>
#include <nvtx3/nvToolsExt.h>
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/std/span>
#include <cuda_fp4.h>
__global__ void k(float *v) { v[threadIdx.x] += 1; }
__global__ void w(float *v) {
  cuda::std::span<float> all(v, 8);
  v[threadIdx.x] += all[1] + cuda::ceil_div(7, 2);
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
}
int main() {
  float *d;
  cudaMalloc(&d, 8 * sizeof(float));
  nvtxRangePushA("all");
  cublasLtHandle_t lt;
  cublasLtCreate(&lt);
  cusolverSpHandle_t sp;
  cusolverSpCreate(&sp);
  NppiSize size = {4, 4};
  NppStatus status = nppiSet_8u_C1R(1, (Npp8u *)d, 4, size);
  k<<<1, 8>>>(d);
  cudaFree(d);
}
END
  run 1 app
  for name in cublasLtHandle_t cublasLtCreate cusolverSpHandle_t cusolverSpCreate NppiSize NppStatus cuda::std::span cuda::ceil_div; do
    says "$name: this library is not translated"
  done
  says_not "CU2CL1001\|CU2CL5001\|CU2CL2002\|: cuda: "
  ! grep -q nvtx app-opencl/a.cpp || fail "a mark for a profiler"
  grep -q "clrt::launch(k, {1, 8}, d);" app-opencl/a.cpp || fail "the launch"
  grep -q "v\[get_local_id(0)\] += 1;" app-opencl/a.cl || fail "the kernel"
}

# What Clang says inside of the system's headers is told at the user's line, and where it is.
test_errors_in_system_headers() {
  mkdir app
  cat >app/a.cu <<'END'
#include <algorithm>
#include <curand_kernel.h>
struct Key { int a; };
__global__ void k(curandState *s) { s[0] = s[1]; }
int main() {
  Key keys[3];
  std::sort(keys, keys + 3);
}
END
  run 1 app
  says "^app/a.cu:7:.*invalid operands to binary expression.*(in /.*predefined_ops.h:[0-9]*) \[CU2CL1001\]"
  says "^app/a.cu:4:.*curandStateXORWOW: this device library is not translated \[CU2CL2311\]"
  says_not "^/usr\|cu2cl-bundled"
}

# One type alone is a use, and so is what a header only passes on.
test_types_of_libraries() {
  mkdir app
  cat >app/a.cu <<'END'
#include <cublas_api.h>
#include <thrust/device_vector.h>
__global__ void k(float *v) { v[threadIdx.x] += 1; }
struct State {
  cublasHandle_t handle;
};
int main() {
  thrust::device_vector<float> v(8);
  k<<<1, 8>>>(thrust::raw_pointer_cast(v.data()));
}
END
  run 1 app
  says "a.cu:5:3: error: cublasHandle_t: this library"
  says "thrust::device_vector: this library"
  says "raw_pointer_cast: this library"
  says_not "CU2CL1001\|CU2CL5001"
}

test_advice() {
  mkdir app
  printf '__global__ void k() {}\nint main() { k<<<1, 1>>>(); cudaProfilerInitialize("a", "b", cudaKeyValuePair); }\n' >app/a.cu
  run 1 app --verbose
  says_not "%[0-9]"
  run 0 explain CU2CL3001
  says_not "%[0-9]"
}

run_tests "${2:-}"
