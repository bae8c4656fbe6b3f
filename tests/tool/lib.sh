# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# For the tests of the command: each test is a function test_*, run in an empty folder of its own.
# Usage: bash <file> <cu2cl> [test]

set -u
CU2CL=$(realpath "$1")
WORK=$(mktemp -d)
trap 'chmod -R u+rwX "$WORK" 2>/dev/null; rm -rf "$WORK"' EXIT

fail() {
  echo "FAILED: $*" >&2
  echo "--- output" >&2
  cat "$WORK/log" >&2 2>/dev/null
  exit 1
}

# run <status> <argument>...: runs cu2cl; its output is in $WORK/log.
run() {
  local want=$1 got=0
  shift
  "$CU2CL" "$@" >"$WORK/log" 2>&1 || got=$?
  [ "$got" = "$want" ] || fail "cu2cl $*: status $got instead of $want"
}

says() { grep -q -- "$1" "$WORK/log" || fail "nothing says '$1'"; }
says_not() { ! grep -q -- "$1" "$WORK/log" || fail "something says '$1'"; }
messages() { [ "$(grep -c 'CU2CL[0-9]' "$WORK/log")" = "$1" ] || fail "not $1 message(s)"; }
there() { [ -e "$1" ] || fail "$1 is missing"; }
not_there() { [ ! -e "$1" ] || fail "$1 is there"; }
# What a folder holds, as one line.
state() { (cd "$1" && find . | sort | while read -r f; do [ -f "$f" ] && cksum "$f" || echo "$f"; done) | cksum; }
# Hidden folders of interrupted runs.
leftovers() { find . -maxdepth 2 -name '.*.cu2cl-*'; }

program() {
  mkdir -p "$(dirname "$1")"
  cat >"$1" <<'EOF'
#include <cstdio>
__global__ void add(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += i;
}
int main() {
  int *d;
  cudaMalloc(&d, 64 * sizeof(int));
  add<<<1, 64>>>(d, 64);
  cudaFree(d);
  std::puts("PASSED");
}
EOF
}

run_tests() {
  local only=${1:-} t
  for t in $(declare -F | sed -n 's/^declare -f \(test_\)/\1/p'); do
    [ -z "$only" ] || [ "$only" = "$t" ] || continue
    mkdir "$WORK/$t"
    (cd "$WORK/$t" && "$t") || { echo "$t failed"; exit 1; }
    echo "$t passed"
  done
}
