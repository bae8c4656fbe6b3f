# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Bad input: one clear message, the right status, the input untouched, nothing half-written.
. "$(dirname "$0")/lib.sh"

test_nothing_given() {
  run 2
  says "nothing to translate"
}

test_unknown_option() {
  run 2 app --no-such-option
}

test_missing_input() {
  run 2 app
  says "app: error: no such file or folder \[CU2CL1002\]"
  messages 1
  not_there app-opencl
}

test_empty_folder() {
  mkdir app
  run 2 app
  says "app: error: the folder is empty"
  messages 1
  not_there app-opencl
}

test_folder_without_cuda() {
  mkdir app
  echo 'int main() {}' >app/a.cpp
  run 2 app
  says "app: error: no CUDA source here"
  messages 1
  not_there app-opencl
}

test_syntax_error_in_one_of_two() {
  program app/good.cu
  program app/bad.cu
  echo 'int broken( {' >>app/bad.cu
  local before
  before=$(state app)
  run 1 app
  says "app/bad.cu:14:[0-9]*: error: Clang cannot parse this"
  says_not "good.cu.*error"
  says_not "CU2CL5001" # one message for one fault
  there app-opencl/good.cpp
  there app-opencl/good.cl
  there app-opencl/cu2cl-report.html
  [ "$before" = "$(state app)" ] || fail "the input was changed"
}

# What Clang makes of such code has no types here and there.
test_errors_in_classes() {
  mkdir app
  cat >app/a.cu <<'EOF'
template <class T> struct Sorter {
  __device__ Sorter(T *v) : value(v) {}
  __device__ int sort(int best) { return best; }
  T *value;
};
struct Broken {
  Missing order;
  int n;
};
__global__ void k(int *p, Broken *b) {
  __shared__ float keys[UNKNOWN];
  Sorter<float> sorter( keys );
  p[0] = sorter.sort(b->n);
}
int main() { k<<<1, 1>>>(nullptr, nullptr); }
EOF
  run 1 app
  says "app/a.cu:7:3: error: Clang cannot parse this"
  says "app/a.cu:11:.*UNKNOWN.*CU2CL1001"
}

test_missing_header() {
  program app/a.cu
  sed -i '1i #include "not_there.h"' app/a.cu
  run 1 app
  says "app/a.cu:1:.*not_there.h.*\[CU2CL1001\]"
}

# Nobody writes to the pipe: whoever opened it would wait for ever.
test_header_that_is_a_pipe() {
  program app/a.cu
  mkfifo app/pipe.h
  sed -i '1i #include "pipe.h"' app/a.cu
  local got=0
  timeout 60 "$CU2CL" app >"$WORK/log" 2>&1 || got=$?
  [ "$got" = 1 ] || fail "status $got"
  says "app/a.cu:1:[0-9]*: error: Clang cannot parse this: .*pipe.h"
}

# Templates mean something all the same: std::string is no int, and the rest is translated.
test_code_behind_a_missing_header() {
  program app/a.cu
  cat >>app/a.cu <<'EOF'
#include "also_not_there.h"
#include <string>
std::string keep(const char *g) { std::string s{g}; return s; }
std::string lose() { std::string s{not_there()}; return s; }
template <typename T> __global__ void fill(T *p, T v) { p[threadIdx.x] = v; }
void run(float *p) { fill<float><<<1, 32>>>(p, 2.0f); }
EOF
  sed -i '1i #include "not_there.h"' app/a.cu
  run 1 app
  says "app/a.cu:1:.*not_there.h.*\[CU2CL1001\]"
  says "app/a.cu:15:.*also_not_there.h.*\[CU2CL1001\]"
  messages 2 # what follows from these is not listed
  grep -q "void fill_float(" app-opencl/a.cl || fail "the template's kernel is not there"
}

# Places where Clang leaves nothing in the tree that the language wants there.
test_nothing_where_something_must_be() {
  mkdir app
  cat >app/a.cu <<'EOF'
#include <string>
#include <vector>
double one(double);
float one(float);
struct Member {
  int a = missing();
  std::string s{missing};
  double list[2] = {1.0, one};
  Member(int n = missing) : a(missing), s(missing) {}
};
struct Derived : Member, Missing {
  using Member::Member;
  int b[] = {missing};
};
__device__ const double table[] = {0.5, one, 0.25};
__global__ void k(double *p, int n) {
  const double in[] = {0.5, one, 0.25};
  Member m, l[2] = {missing, Member{missing}};
  auto deduced = missing(p);
  auto [x, y] = missing;
  auto call = [=, z = missing](int a = missing) { return a + z + deduced; };
  if (int c = missing - 2) p[0] = c;
  for ((int i = n; int j = i - 2; --i) p[i] = j;
  while (auto w = missing(x)) p[1] = w;
  switch (int s = missing) { case missing: p[2] = s; }
  for (auto v : missing) p[3] = v + sizeof(v) + alignof(decltype(v));
  for (Missing v : in) p[4] = v;
  p[n] = in[missing] + table[1] + m.a + l[1].missing + call(missing) + deduced[0] + y->z + (missing ? n : p);
}
int main() {
  Derived d{1, missing}, *e = new Missing[3];
  std::vector<Missing> v{d, missing};
  auto [x, y] = missing;
  const double in[] = {0.5, one, 0.25};
  for (auto w : missing) k<<<w, missing>>>(w, in, v.size());
  k<<<1, 1, missing>>>(cudaMalloc, missing);
  auto call = [&, z = missing](auto a) { return a + z; };
  cudaMemcpy(missing, call(in), sizeof missing, x ? y : missing);
}
EOF
  run 1 app
  says "a.cu:6:11: error: Clang cannot parse this"
}

# Each use of a library is an error for Clang; hundreds do not end the translation.
test_many_errors() {
  program app/a.cu
  for i in $(seq 60); do
    echo "int use$i() { return missing$i; }"
    echo "curandState state$i;"
  done >>app/a.cu
  echo '__global__ void last(int *p) { *p = 1; }  void run(int *p) { last<<<1, 1>>>(p); }' >>app/a.cu
  run 1 app
  grep -q "there are more errors than 50" app-opencl/cu2cl-report.json || fail "does not say that there are more"
  ! grep -q "use of undeclared identifier 'missing51'" app-opencl/cu2cl-report.json || fail "lists all"
  grep -q "void last(" app-opencl/a.cl || fail "the last kernel is not there"
}

test_unreadable_file() {
  program app/a.cu
  program app/b.cu
  chmod 000 app/b.cu
  if [ "$(id -u)" = 0 ]; then # root reads everything
    command -v setpriv >/dev/null || return 0
    chmod 755 "$WORK" "$PWD"
    setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$CU2CL" || return 0
    cat >as_nobody <<EOF
#!/bin/sh
exec setpriv --reuid=65534 --regid=65534 --clear-groups "$CU2CL" "\$@"
EOF
    chmod 755 as_nobody
    mkdir out && chmod 777 out
    CU2CL=$PWD/as_nobody
  fi
  run 2 app -o out/port
  says "app/b.cu: error: cannot read this"
  messages 1
  not_there out/port
  [ -z "$(leftovers)" ] || fail "left: $(leftovers)"
}

test_foreign_output() {
  program app/a.cu
  mkdir app-opencl
  echo precious >app-opencl/thesis.txt
  run 2 app
  says "app-opencl: error: the output folder exists and was not written by cu2cl"
  [ "$(ls -A app-opencl)" = thesis.txt ] || fail "the folder was touched"
}

test_edited_output() {
  program app/a.cu
  run 0 app
  run 0 app # nobody touched it
  echo "// mine" >>app-opencl/a.cpp
  run 2 app
  says "app-opencl/a.cpp: error: edited"
  messages 1
  grep -q "// mine" app-opencl/a.cpp || fail "the edit is lost"
  run 0 app --force
  ! grep -q "// mine" app-opencl/a.cpp || fail "--force did not overwrite"
}

test_output_is_input() {
  program app/a.cu
  run 2 app -o app
  says "the output folder contains the input"
  run 2 app -o .
  [ "$(ls -A app)" = a.cu ] || fail "the input was changed"
}

test_full_disk() {
  program app/a.cu
  local before
  before=$(state app)
  # A limit on the size of files fails writes half-way, as a full disk does.
  (trap '' XFSZ && ulimit -f 4 && run 2 app) || exit 1
  not_there app-opencl
  [ -z "$(leftovers)" ] || fail "left: $(leftovers)"
  [ "$before" = "$(state app)" ] || fail "the input was changed"
  run 0 app
  before=$(state app-opencl)
  (trap '' XFSZ && ulimit -f 4 && echo "// more" >>app/a.cu && run 2 app) || exit 1
  [ "$before" = "$(state app-opencl)" ] || fail "the former output was changed"
}

test_output_cannot_be_made() {
  program app/a.cu
  echo file >taken
  run 2 app -o taken/port
  says "cannot write the output"
}

test_killed_run() {
  program app/a.cu
  local before delay pid
  before=$(state app)
  for delay in 0.02 0.05 0.1 0.2 0.4; do
    "$CU2CL" app >"$WORK/log" 2>&1 &
    pid=$!
    sleep "$delay"
    kill -9 "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    [ "$before" = "$(state app)" ] || fail "the input was changed"
    # Either nothing or everything.
    [ ! -e app-opencl ] || there app-opencl/.cu2cl-manifest.json
  done
  # Killed at the worst moment: while the hidden folder is there.
  echo "// changed" >>app/a.cu
  "$CU2CL" app >"$WORK/log" 2>&1 &
  pid=$!
  until [ -n "$(leftovers)" ] || ! kill -0 "$pid" 2>/dev/null; do :; done
  kill -9 "$pid" 2>/dev/null
  wait "$pid" 2>/dev/null
  run 0 app
  [ -z "$(leftovers)" ] || fail "left: $(leftovers)"
}

test_stopped_run() {
  program app/a.cu
  "$CU2CL" app >"$WORK/log" 2>&1 &
  local pid=$!
  until [ -n "$(leftovers)" ] || ! kill -0 "$pid" 2>/dev/null; do :; done
  kill -INT "$pid" 2>/dev/null
  wait "$pid" 2>/dev/null
  [ -z "$(leftovers)" ] || fail "left: $(leftovers)"
}

test_output_behind_a_link() {
  program app/a.cu
  mkdir real
  ln -s real link
  run 0 app -o link
  [ -L link ] || fail "the link is gone"
  there real/a.cl
  run 0 app -o link --force
  [ -L link ] || fail "the link is gone"
  ln -s app to_input
  run 2 app -o to_input
  says "the output folder contains the input"
}

# The port has no links: an include that goes through one is spelled without.
test_include_behind_a_link() {
  mkdir -p app/deep/inc app/deep/common app/src
  ln -s deep/inc app/inc
  echo '__global__ void step(int *p) { p[0] += 1; }' >app/deep/common/step.cuh
  echo '#include "../common/step.cuh"' >app/deep/inc/all.h
  printf '%s\n' '#include "../inc/all.h"' '#include "../inc/../common/step.cuh"' 'int main() {' \
    'int *d; cudaMalloc(&d, 4); step<<<1, 1>>>(d); }' >app/src/main.cu
  sed -i '1i #pragma once' app/deep/common/step.cuh
  run 0 app -o port
  grep -q '"../deep/common/step.hpp"' port/src/main.cpp || fail "main.cpp names the link"
  grep -q '"../deep/common/step.hpp"' port/inc/all.h || fail "all.h names the link"
}

test_output_in_the_current_folder() {
  program app/a.cu
  mkdir port
  local before
  before=$(stat -c %i port)
  (cd port && run 0 ../app -o .) || exit 1
  there port/a.cl
  echo mine >port/notes.txt
  mv app/a.cu app/b.cu
  (cd port && run 0 ../app -o .) || exit 1
  there port/b.cl
  not_there port/a.cl
  there port/notes.txt
  [ "$before" = "$(stat -c %i port)" ] || fail "another folder stands there"
  [ -z "$(find . -name '.*.cu2cl-*')" ] || fail "something is left"
}

test_output_follows_the_umask() {
  program app/a.cu
  echo 'echo hello' >app/run.sh
  chmod 755 app/run.sh
  chmod 644 app/a.cu
  (umask 027 && run 0 app -o closed) || exit 1
  (umask 000 && run 0 app -o open) || exit 1
  local modes
  modes=$(stat -c %a closed closed/clrt closed/a.cl closed/run.sh open open/a.cl open/run.sh | tr '\n' ' ')
  [ "$modes" = "750 750 640 750 777 666 777 " ] || fail "modes are $modes"
}

test_standard_output_is_full() {
  program app/a.cu
  local got=0
  "$CU2CL" app >/dev/full 2>"$WORK/log" || got=$?
  [ "$got" = 2 ] || fail "status $got"
  says "cannot write to the standard output: No space left"
  there app-opencl/a.cl
  got=0
  "$CU2CL" query cudaMalloc >/dev/full 2>"$WORK/log" || got=$?
  [ "$got" = 2 ] || fail "status $got"
  # A reader that has read enough.
  { "$CU2CL" app --force 2>"$WORK/log"; echo $? >status; } | true
  [ "$(cat status)" = 0 ] || fail "status $(cat status)"
  [ ! -s "$WORK/log" ] || fail "something is said"
}

test_out_of_memory() {
  program app/a.cu
  (ulimit -v 300000 && run 2 app) || exit 1
  says "cu2cl: out of memory"
  [ "$(wc -l <"$WORK/log")" = 1 ] || fail "more than one message"
  not_there app-opencl
}

test_what_force_overwrites_is_kept() {
  program app/a.cu
  run 0 app
  echo "// mine" >>app-opencl/a.cpp
  run 0 app --force
  says "a.cpp: .*saved as a.cpp.edited \[CU2CL1035\]"
  grep -q "// mine" app-opencl/a.cpp.edited || fail "the edit is lost"
  echo "// mine, too" >>app-opencl/a.cpp
  run 0 app --force
  grep -q "// mine, too" app-opencl/a.cpp.edited-2 || fail "the second edit is lost"
  there app-opencl/a.cpp.edited
}

# A variant that a person tuned by hand is not lost, whatever the next run is asked for.
test_edited_variant() {
  program app/a.cu
  sed -i 's/v\[i\] += i;/for (int k = 0; k < n; k++) v[i] += k * v[i];/' app/a.cu
  run 0 app --target=pocl-cpu
  there app-opencl/a.pocl-cpu.cl
  echo "// mine" >>app-opencl/a.pocl-cpu.cl
  run 2 app --target=pocl-cpu
  says "app-opencl/a.pocl-cpu.cl: error: edited"
  run 2 app
  grep -q "// mine" app-opencl/a.pocl-cpu.cl || fail "the edit is lost"
  run 0 app --target=pocl-cpu --force
  grep -q "// mine" app-opencl/a.pocl-cpu.cl.edited || fail "the edit is lost"
  echo "// mine, too" >>app-opencl/a.pocl-cpu.cl
  run 0 app --force # without variants
  cat app-opencl/a.pocl-cpu.cl* | grep -q "// mine, too" || fail "the second edit is lost"
}

test_kernels_only_keeps_a_full_port() {
  program app/a.cu
  run 0 app
  run 0 app --kernels-only
  for f in a.cpp a_kernels.hpp CMakeLists.txt clrt/CMakeLists.txt; do there "app-opencl/$f"; done
  echo "// more" >>app/a.cu
  run 0 app
  there app-opencl/a.cpp
}

# optimize STATUS MESSAGE ARGUMENT...: one message, and nothing is written.
optimize() {
  local status=$1 message=$2 before
  shift 2
  before=$(state .)
  run "$status" optimize "$@"
  says "$message"
  [ "$before" = "$(state .)" ] || fail "cu2cl optimize $*: something was written"
}

test_optimize() {
  cat >k.cl <<'EOF'
__kernel void copy(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = a[x];
}
EOF
  echo 'int main( {' >broken.cl
  : >empty.cl
  local steps='merge x 4'
  optimize 2 'give a --schedule, a --target or --explain' k.cl
  optimize 2 "--target knows no 'turbo'; it knows pocl-cpu" k.cl --target=turbo --schedule "$steps" -o out.cl
  optimize 0 'amd-gcn offers no schedule that fits a kernel of k.cl' k.cl --target=amd-gcn -o out.cl
  optimize 2 'positional' --schedule "$steps"
  optimize 2 'positional' k.cl k.cl --schedule "$steps"
  optimize 2 "Unknown command line argument '--bogus'" k.cl --bogus
  optimize 2 'cannot read no.cl: No such file' no.cl --schedule "$steps" -o out.cl
  optimize 2 'broken.cl:1:11: ' broken.cl --schedule "$steps" -o out.cl
  optimize 2 'empty.cl has no kernels' empty.cl --schedule "$steps" -o out.cl
  optimize 2 'empty.cl has no kernels' empty.cl --explain
  optimize 2 "k.cl has no kernel 'nope'; it has: copy" k.cl --kernel nope --schedule "$steps" -o out.cl
  optimize 2 'k.cl has no such kernel; it has: copy' k.cl --kernel nope --explain
  optimize 2 "step 'turbo': the steps are merge" k.cl --schedule "$steps; turbo" -o out.cl
  optimize 2 "step 'tail': write tail shift" k.cl --schedule 'merge x 2; tail' -o out.cl
  optimize 2 "step 'math': write math exact" k.cl --schedule 'math' -o out.cl
  optimize 2 "step 'math exact foo<1e6': no vector form of 'foo' is known; it is of sin, cos, tan, " k.cl --schedule 'math exact foo<1e6' -o out.cl
  optimize 2 "step 'math exact cos<1e6 sqrt<10': no vector form of 'sqrt'" k.cl --schedule 'merge x 4 lanes; math exact cos<1e6 sqrt<10' -o out.cl
  optimize 2 "step 'merge x 33': the factor is from 1 to 32" k.cl --schedule 'merge x 33' -o out.cl
  optimize 2 '32768 copies and lanes of a work-item, but at most 1024' k.cl --schedule 'merge x 32; merge x 32; merge x 32' -o out.cl
  optimize 2 "step 'tail lanes': there is one 'tail' already" k.cl --schedule "tail shift; $steps; tail lanes" -o out.cl
  optimize 2 "schedule '': there is no step" k.cl --schedule '' -o out.cl
  optimize 2 "schedule 'merge x 1': there is no step" k.cl --schedule 'merge x 1' -o out.cl
  optimize 2 'k.cl:1:15: refused NOTHING_TO_UNROLL: the kernel has no loop' k.cl --schedule 'unroll 4' -o out.cl
  optimize 2 'k.cl is the file that is read' k.cl --schedule "$steps" -o ./k.cl
  optimize 2 'No such file or directory' k.cl --schedule "$steps" -o no/out.cl
  optimize 2 "'/dev/full': No space left" k.cl --schedule "$steps" -o /dev/full
  (trap '' XFSZ && ulimit -f 4 && optimize 2 "'out.cl': File too large" k.cl --schedule 'merge x 32; merge x 4' -o out.cl) || exit 1
  run 0 optimize k.cl --schedule "$steps" -o out.cl
  there out.cl
}

run_tests "${2:-}"
