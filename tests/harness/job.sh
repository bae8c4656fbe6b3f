#!/usr/bin/env bash
# The jobs of the run tests:
#   job.sh port PORT SOURCE...            ports a CUDA project
#   job.sh status PORT                    passes if cu2cl exited with 0 there
#   job.sh build PORT BUILD [precompiled] builds the port
#   job.sh run PROGRAM ARGUMENTS...       runs a program that checks itself
#   job.sh oclgrind PROGRAM ARGUMENTS...  the same under Oclgrind, which must find nothing
#   job.sh elsewhere PROGRAM              the same, moved to an empty folder
#   job.sh sabotage PORT WORK PROGRAM EXPRESSION ARGUMENTS...
#                                         passes if the program fails once sed -E EXPRESSION has changed its kernels
#   job.sh broken PORT WORK PROGRAM       passes if a kernel that does not compile is reported with file and line
#   job.sh device PROGRAM                 CLRT_DEVICE chooses the device, or a clear message says that it is not there
#   job.sh deprecated PORT                passes if the port uses no deprecated OpenCL call
#   job.sh refused FILE WORK              the program FILE must be refused as its first lines say
# CU2CL, C_COMPILER, CXX_COMPILER and LAUNCHER come from the environment.
# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Copies the port $1 to $2/port, where it may be edited.
copy_port() {
  rm -rf "$2"
  mkdir -p "$2"
  cp -r "$1" "$2/port"
}

# The kernel files of a port, without those of clrt.
kernel_files() {
  find "$1" -name clrt -prune -o \( -name '*.cl' -o -name '*.clh' \) -print
}

job=$1
shift
case $job in
port) port "$@" ;;
status)
  status=$(cat "$1.status")
  [ "$status" -eq 0 ] || fail "cu2cl exited with $status"
  ;;
build) build "$@" ;;
run)
  [ -x "$1" ] || fail "$1 has not been built"
  run_passes "$@"
  ;;
verified)
  [ -x "$1" ] || fail "$1 has not been built"
  CLRT_VERIFY=1 run_passes bash -c 'exec "$0" "$@" 2>"$0.verified"' "$@"
  cat "$1.verified"
  grep -q ' [1-9][0-9]* launches of variants compared .*, 0 differed' "$1.verified" || fail 'not compared, or not equal'
  ;;
oclgrind)
  [ -x "$1" ] || fail "$1 has not been built"
  LAST_LINE=PASSED exec "$(dirname "${BASH_SOURCE[0]}")/../oclgrind/run-oclgrind" "$@"
  ;;
elsewhere)
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  cp "$1" "$folder/program"
  cd "$folder"
  run_passes ./program
  ;;
sabotage)
  source_port=$1 work=$2 program=$3 expression=$4
  shift 4
  copy_port "$source_port" "$work"
  changed=0
  while read -r file; do
    cp "$file" "$work/before"
    sed -i -E "$expression" "$file"
    cmp -s "$file" "$work/before" || changed=$((changed + 1))
  done < <(kernel_files "$work/port")
  [ $changed -gt 0 ] || fail "nothing to sabotage: $expression"
  build "$work/port" "$work/build"
  status=0
  output=$(timeout 120 "$work/build/bin/$program" "$@" 2>&1) || status=$?
  printf '%s\n' "$output"
  [ $status -eq 1 ] || fail "exit status $status, expected 1"
  [ "$(printf '%s\n' "$output" | tail -n 1)" = FAILED ] || fail 'the last line is not FAILED'
  ;;
broken)
  copy_port "$1" "$2"
  file=$(kernel_files "$2/port" | grep '\.cl$' | head -n 1)
  line=$(($(wc -l <"$file") + 1))
  echo 'this_is_no_type error_here;' >>"$file"
  build "$2/port" "$2/build"
  status=0
  output=$(timeout 120 "$2/build/bin/$3" 2>&1) || status=$?
  printf '%s\n' "$output"
  [ $status -ne 0 ] || fail 'exit status 0'
  [[ $output == *"$(basename "$file"):$line"* ]] || fail "no $(basename "$file"):$line in the output"
  [[ $output != *PASSED* ]] || fail 'PASSED'
  ;;
device)
  CLRT_DEVICE=cpu run_passes "$1"
  CLRT_DEVICE=0 run_passes "$1"
  CLRT_DEVICE=no-such-device
  export CLRT_DEVICE
  status=0
  output=$(timeout 120 "$1" 2>&1) || status=$?
  printf '%s\n' "$output"
  [ $status -ne 0 ] || fail 'exit status 0 although there is no such device'
  [[ $output == *no-such-device* ]] || fail 'the message does not name the device'
  ;;
deprecated)
  [ -f "$1/CMakeLists.txt" ] || fail "no port in $1"
  if grep -rnE 'clEnqueueMarker *\(|clEnqueueWaitForEvents|clEnqueueBarrier *\(|clCreateImage[23]D|clUnloadCompiler *\(|clGetExtensionFunctionAddress *\(' \
    "$1" --include='*.cpp' --include='*.hpp' --include='*.h' --include='*.c'; then
    fail 'deprecated calls'
  fi
  ;;
refused)
  # "// expect: CU2CL2001 words of the message": one number or several, then words
  expected=$(sed -n 's,^// expect: *,,p' "$1" | head -n 1)
  [[ $expected == CU2CL[0-9]* ]] || fail "$1 does not say which diagnostic is expected"
  status=0
  rm -rf "$2"
  output=$("$CU2CL" "$1" -o "$2" 2>&1) || status=$?
  printf '%s\n' "$output"
  [ $status -eq 1 ] || fail "exit status $status, expected 1"
  # In messages only: not in a note below one, nor in the name of a file. Whole words.
  errors=$(sed -n 's/^.*: error: //p' <<<"$output")
  for word in $expected; do
    grep -qiwF -- "$word" <<<"$errors" || fail "the diagnostics do not say: $word"
  done
  # "// errors: 3": of each of several functions, one
  count=$(sed -n 's,^// errors: *,,p' "$1")
  [ -z "$count" ] || [ "$(grep -c . <<<"$errors")" -eq "$count" ] || fail "not $count errors"
  # CU2CL5001 would only say the same again; "// without: words" is more of that kind.
  for word in CU2CL5001 $(sed -n 's,^// without: *,,p' "$1"); do
    ! grep -qiF -- "$word" <<<"$errors" || fail "the diagnostics say: $word"
  done
  # Marks have the numbers of messages.
  for number in $(find "$2" -name clrt -prune -o -type f \( -name '*.c*' -o -name '*.h*' \) -print0 |
    xargs -0r grep -ohE 'CU2CL_ERROR[(_][0-9]+' | sed 's/.*[(_]//' | sort -u); do
    grep -qF "CU2CL$number" <<<"$output" || fail "a mark says $number, and no message does"
  done
  ;;
*) fail "no such job: $job" ;;
esac
