#!/usr/bin/env bash
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tune.sh CU2CL PROBE TEST: tunes a small program; the folder `port` stands for its port.
set -u
cu2cl=$1 probe=$2 test=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset CLRT_VARIANT CLRT_VARIANTS CLRT_VERIFY CLRT_CAPTURE
export TMPDIR=$work/temporary CLRT_CACHE_DIR=$work/cache
mkdir port temporary
cp "$here/probe.cl" port/
printf 'project(probe LANGUAGES CXX)\nclrt_add_program(tune_probe probe.cl\n  OPTIONS -DUNUSED)\n' >port/CMakeLists.txt
database=port/tuning.jsonl

fail() {
  echo "FAILED: $1"
  sed 's/^/    /' out errors
  exit 1
}
run() { # STATUS WORD...
  wanted=$1
  shift
  "$cu2cl" tune "$@" >out 2>errors
  status=$?
  [ "$status" = "$wanted" ] || fail "cu2cl tune $*: status $status instead of $wanted"
}
prints() { grep -q -e "$1" out || fail "does not print '$1'"; }
says() { [ "$1" != -- ] || shift; [ "$(grep -c -e "$1" errors)" = 1 ] || fail "does not say once '$1'"; }
tried() { grep -c '"confirmed":false' "$database"; }

test_tunes_and_remembers() {
  run 0 port --evaluations=6 -- "$probe"
  prints 'PASSED'
  prints '^distances 14.0.0 (100 %): '
  prints 'evaluations 6 (.* wrong 0'
  [ -s "$database" ] || fail 'no database'
  [ -z "$(ls temporary)" ] || fail 'files were left behind'
  cp "$database" before
  run 0 port --evaluations=6 -- "$probe"
  prints 'known: no evaluations'
  cmp -s "$database" before || fail 'the second run changed the database'
  # A larger budget goes on from there.
  run 0 port --evaluations=7 -- "$probe"
  prints 'evaluations 7 (1 new)'
}

test_probe_finds_exact_intervals() {
  run 0 --probe=65536 cos
  prints '^  cos '
  prints '^schedule: math exact'
  # What is printed is a step.
  printf '__kernel void f(__global float *a) { a[get_global_id(0)] = cos(a[get_global_id(0)]); }\n' >f.cl
  "$cu2cl" optimize f.cl --schedule "merge x 4 lanes; $(sed -n 's/^schedule: //p' out)" -o f.v.cl 2>errors ||
    fail 'optimize does not take the probe'"'"'s line'
  run 2 --probe=70000
  says 'from 1 (all floats) to 65536'
  run 2 port --exact='cos<x' -- "$probe"
  says 'neither FUNCTION<NUMBER'
  run 2 port
  says 'name the port and the program'
}

test_winner_runs() {
  run 0 port --evaluations=4 --output=tuned.cl -- "$probe"
  [ ! -e port/probe.tuned.cl ] || fail '--output wrote into the port, too'
  if [ -e tuned.cl ]; then # nothing need win on a machine that is busy
    CLRT_VARIANTS=$work/tuned.cl CLRT_VERIFY=1 "$probe" >out 2>errors || fail 'the tuned program fails'
    says ' 0 differed'
  fi
  # The same results, into the port.
  run 0 port --evaluations=4 -- "$probe"
  [ -e tuned.cl ] || return 0
  grep -q '^//@from probe.cl [0-9a-f]\{64\}$' port/probe.tuned.cl || fail 'no //@from line'
  grep -q '^//@ when items0 >= 16384$' port/probe.tuned.cl || fail 'no condition for the size'
  grep -q 'VARIANTS probe.tuned.cl$' port/CMakeLists.txt || fail 'the build does not know the file'
  cp port/CMakeLists.txt before
  run 0 port --evaluations=4 -- "$probe"
  cmp -s port/CMakeLists.txt before || fail 'the file is twice in the build'
}

test_killed_and_resumed() {
  "$cu2cl" tune port --evaluations=5 -- "$probe" >out 2>errors &
  tuner=$!
  for _ in $(seq 400); do
    [ -e "$database" ] && [ "$(tried)" -ge 2 ] && break
    sleep 0.05
  done
  kill -9 "$tuner"
  wait "$tuner" 2>/dev/null
  [ -e "$database" ] || fail 'nothing was kept'
  kept=$(tried)
  [ "$kept" -ge 2 ] || fail "only $kept results were kept"
  printf '{"tried":{"schedu' >>"$database" # and the last line broke off
  run 0 port --evaluations=5 -- "$probe"
  says 'tuning.jsonl:[0-9]*: this line is no result of cu2cl tune'
  prints 'evaluations 5'
  [ "$(grep '"confirmed":false' "$database" | grep -o '"schedule":"[^"]*"' | sort | uniq -d | wc -l)" = 0 ] ||
    fail 'a point was tried again'
}

test_corrupt_database() {
  printf 'no JSON\n{"version":1}\n[1,2]\n\0\377\n' >"$database"
  run 0 port --evaluations=1 -- "$probe"
  says 'tuning.jsonl:1: this and 3 more lines are no result of cu2cl tune'
  grep -q '^no JSON$' "$database" || fail 'lines of others are gone'
  [ "$(tried)" -ge 1 ] || fail 'nothing was added'
}

test_wrong_variant() {
  run 1 port --evaluations=2 --spoil='0.5f=0.25f' -- "$probe"
  says 'variants computed other results than the plain kernel'
  prints 'wrong 2'
  [ "$(find port/tuning-wrong -name '*.capture' | wc -l)" = 1 ] || fail 'no capture was kept'
  grep -q 'differs from plain' port/tuning-wrong/*.1.cl || fail 'no variant was kept'
  [ ! -e port/probe.tuned.cl ] || fail 'a wrong variant was written'
  # Mended, it is tried again.
  run 0 port --evaluations=2 -- "$probe"
  prints 'wrong 0'
}

test_variant_that_does_not_build() {
  run 0 port --evaluations=2 --spoil='0.5f=no_such_name' -- "$probe"
  prints '^distances 14.0.0 (100 %): plain$'
  prints 'failed 2'
  [ ! -e port/probe.tuned.cl ] || fail 'it was written'
}

test_variant_that_crashes() {
  run 0 port --evaluations=2 --spoil='0.0f=*(volatile __global float *)(0)' -- "$probe"
  prints '^distances 14.0.0 (100 %): plain$'
  prints 'failed 2'
  grep -q '"why":"it crashed' "$database" || fail 'the database does not say so'
}

test_bad_input() {
  find . -type f ! -name out ! -name errors ! -name before | sort >before
  run 2 port -- "$probe" nothing
  says 'launched no kernel that could be captured'
  run 2 port -- "$probe" fail
  says 'ended with status 3; tune a run that succeeds'
  run 2 nowhere -- "$probe"
  says 'nowhere is no port'
  run 2 port -- ./no-program
  says 'port has no build; make one with cmake -S'
  run 2 port --build=nowhere -- ./no-program
  says -- '--build=nowhere: there is no build; make one'
  run 2 port --evaluations=0 -- "$probe"
  says 'evaluations=0 has no end'
  run 2 port --no-such-option -- "$probe"
  run 2 port --evaluations=many -- "$probe"
  run 2 port
  run 2 port --database=no/such/file -- "$probe"
  says -- '--database=no/such/file: there is no folder no/such'
  run 2 port --output=no/such/file.cl -- "$probe"
  says -- '--output=no/such/file.cl: there is no folder no/such'
  for other in port /dev/full /dev/zero pipe; do
    [ "$other" != pipe ] || mkfifo pipe
    run 2 port --database=$other -- "$probe"
    says "cu2cl tune: the database $other is no file (but a folder, a device or a pipe); name a file by --database="
    [ "$(wc -l <errors)" = 1 ] || fail 'says more'
  done
  find . -type f ! -name out ! -name errors ! -name before | sort | diff before - || fail 'something was written'
}

test_other_text() {
  sed -i 's/apart \* apart/apart + apart/' port/probe.cl
  run 2 port --evaluations=1 -- "$probe"
  says 'has another text of the kernel distances than the program; build the port again'
  [ ! -e "$database" ] || fail 'it was measured'
}

# Files that may not grow stand for a full disk.
test_full_disk() {
  CLRT_CAPTURE=$work/warm "$probe" >out 2>errors # so that the driver has nothing to write
  (trap '' XFSZ && ulimit -f 4 && run 2 port --evaluations=1 -- "$probe") || exit 1
  says 'clrt: CLRT_CAPTURE: cannot write into .*: launches are not saved; make room there, or name another folder'
  [ "$(wc -l <errors)" = 1 ] || fail 'says more'
  [ ! -e "$database" ] || fail 'there is a database'
  [ -z "$(ls temporary)" ] || fail 'files were left behind'
  head -c $((4096 * 1024 - 100)) /dev/zero | tr '\0' '\n' >"$database"
  cp "$database" before
  (trap '' XFSZ && ulimit -f 4096 && run 2 port --evaluations=1 -- "$probe") || exit 1
  says 'cu2cl tune: .*tuning.jsonl.: No space left on device'
  [ "$(wc -l <errors)" = 1 ] || fail 'says more'
  cmp -s "$database" before || fail 'a part of a line was written'
  [ -z "$(ls temporary)" ] || fail 'files were left behind'
}

"$test"
