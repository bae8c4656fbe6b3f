# shellcheck shell=bash
# Sourced by the scripts of this folder.
set -euo pipefail

fail() {
  printf 'FAIL: %s\n' "$*" >&2
  exit 1
}

# Ports the rest of the arguments, as one project, to the folder $1; the exit status goes to the file $1.status.
port() {
  local port=$1 status=0
  shift
  mkdir -p "$(dirname "$port")"
  "$CU2CL" "$@" -o "$port" --force || status=$?
  echo "$status" >"$port.status"
  echo "cu2cl exited with $status"
  [ "$status" -le 1 ] || fail "cu2cl refused $*"
  [ -f "$port/CMakeLists.txt" ] || fail "no CMakeLists.txt in $port"
}

# Builds the port $1 in the folder $2, its programs in $2/bin; goes on after errors, so that one program that does not
# compile fails alone. With "precompiled" as $3, clrt's header is compiled once for all of them.
build() {
  local precompile=()
  if [ "${3:-}" = precompiled ]; then
    precompile=("-DCMAKE_PROJECT_INCLUDE=$(realpath "$(dirname "${BASH_SOURCE[0]}")")/precompile.cmake")
  fi
  # Clang has no OpenMP of its own here; GCC, which a port is usually built with, does.
  if grep -q 'find_package(OpenMP' "$1/CMakeLists.txt"; then
    local CXX_COMPILER=g++ C_COMPILER=gcc
  fi
  # Without debug information and with a quick linker: there are hundreds of programs.
  local linker=()
  if command -v ld.gold >/dev/null; then
    linker=(-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=gold)
  fi
  cmake -S "$1" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG= -DCMAKE_CXX_FLAGS_DEBUG= \
    ${linker[@]+"${linker[@]}"} ${precompile[@]+"${precompile[@]}"} -DCMAKE_CXX_COMPILER="$CXX_COMPILER" \
    -DCMAKE_C_COMPILER="$C_COMPILER" -DCMAKE_C_COMPILER_LAUNCHER="$LAUNCHER" \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$LAUNCHER" -DCMAKE_RUNTIME_OUTPUT_DIRECTORY="$2/bin" >"$2.log" 2>&1 || {
    cat "$2.log"
    fail "the port $1 cannot be configured"
  }
  cmake --build "$2" -j 2 -- -k 0 >"$2.log" 2>&1 || grep -E "error:|FAILED|warning:" "$2.log" || true
  if grep -q 'warning:' "$2.log"; then
    grep 'warning:' "$2.log"
    echo 'the port compiles with warnings'
  fi
}

# Runs the rest of the arguments; passes if the exit status is 0 and the last line of the output is PASSED.
run_passes() {
  local output status=0
  output=$(timeout 300 "$@" 2>&1) || status=$?
  printf '%s\n' "$output"
  [ $status -eq 0 ] || fail "exit status $status"
  [ "$(printf '%s\n' "$output" | tail -n 1)" = PASSED ] || fail 'the last line is not PASSED'
}
