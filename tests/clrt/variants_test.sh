#!/bin/sh
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# variants_test.sh PROBE PROGRAMS LAYER: variants of kernels as the environment asks for them: forced, added, verified, captured.

probe=$1 programs=$2 layer=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
unset CLRT_VARIANT CLRT_VARIANTS CLRT_VERIFY CLRT_CAPTURE
export CLRT_CACHE_DIR="$work/cache"

fail() {
  echo "FAILED: $1"
  sed 's/^/    /' "$work/out" "$work/errors"
  failed=1
}
# run WORD... with settings in front: NAME=VALUE... -- WORD...
run() {
  settings=
  while [ "$1" != -- ]; do
    settings="$settings $1"
    shift
  done
  shift
  # shellcheck disable=SC2086 # no setting here has blanks
  env $settings "$probe" "$@" >"$work/out" 2>"$work/errors" || fail "$* with$settings: status $?"
}
prints() { grep -qxF "$1" "$work/out" || fail "no line '$1'"; }
says() { [ "$(grep -cF "$1" "$work/errors")" = 1 ] || fail "not said once: $1"; }
quiet() { ! grep -v -e ': a group has at most 1024' -e '^clrt: building' "$work/errors" | grep . || fail "said something"; }

run -- 64 3 2 both bump weighted elsewhere pinned reverse
prints 'fill 64 cudaSuccess: 4'
prints 'fill 3 cudaSuccess: 2'
prints 'fill 2 cudaSuccess: 1'
prints 'both cudaSuccess: 3 4'
prints 'bump: 0 3 3'
prints 'weighted cudaSuccess cudaSuccess: 53220'
prints 'elsewhere cudaSuccess: 1'
prints 'pinned: 1 3 33'
prints 'reverse cudaSuccess: 1000'
quiet

# A device that has not what they take: the plain kernels run.
run OPENCL_LAYERS="$layer" -- 64 reverse # the worst device, but large enough
prints 'fill 64 cudaSuccess: 4'
prints 'reverse cudaSuccess: 1000'
run OPENCL_LAYERS="$layer" CU2CL_LAYER_LOCAL_MEMORY=400 -- 64 reverse
prints 'fill 64 cudaSuccess: 4'
prints 'reverse cudaSuccess: 0'

# A driver that refuses the variant, its kernel or its build: said once, and the plain kernel runs.
calls="OPENCL_LAYERS=$layer CU2CL_LAYER_ALL=device CLRT_CACHE=0"
# shellcheck disable=SC2086 # settings without blanks
{
  run $calls CU2CL_LAYER_FAIL=clEnqueueNDRangeKernel:1=-5 -- 64 64 bump
  says "variants.test.cl:9: the driver refuses the variant fill_from_x4 (CL_OUT_OF_RESOURCES); it is not used any more"
  prints 'bump: 0 3 3'
  run $calls CU2CL_LAYER_FAIL=clCreateKernel:2=-5 -- 64 64 bump
  says "variant fill_from_x4 is not used: the file has no kernel of this name that can be used"
  prints 'bump: 0 3 3'
  run $calls CU2CL_LAYER_FAIL=clBuildProgram:2=-11 -- 64 64 bump
  says "so the variants in programs/variants.test.cl are not used on this device, and the plain kernels run"
  [ "$(grep -cxF 'fill 64 cudaSuccess: 1' "$work/out")" = 2 ] || fail "the plain kernel does not run"
}

# Forced.
run CLRT_VARIANT=plain -- 64 3 both weighted
prints 'fill 64 cudaSuccess: 1'
prints 'fill 3 cudaSuccess: 1'
prints 'both cudaSuccess: 3 3'
prints 'weighted cudaSuccess cudaSuccess: 50020'
quiet
run CLRT_VARIANT=fill_from_x2 -- 3 64 64 both
prints 'fill 3 cudaSuccess: 2'
prints 'fill 64 cudaSuccess: 1'
prints 'both cudaSuccess: 3 3' # which was not named
says 'variants.test.cl:28: CLRT_VARIANT=fill_from_x2, but it does not take this launch (its conditions): the plain kernel fill_from runs'
run CLRT_VARIANT=fill_from_x2,both_wrong -- 3 both
prints 'fill 3 cudaSuccess: 2'
prints 'both cudaSuccess: 3 4'
run CLRT_VARIANT=elsewhere_x1 -- elsewhere elsewhere
prints 'elsewhere cudaSuccess: 1'
says 'CLRT_VARIANT=elsewhere_x1, but its file is for other devices: the plain kernel elsewhere runs'
run CLRT_VARIANT=no_such_variant -- 64
prints 'fill 64 cudaSuccess: 1'
says 'CLRT_VARIANT=no_such_variant: there is no variant of this name'

# Added: ahead of those that are embedded, with its includes from the folders around it.
mkdir -p "$work/project/sub"
echo '#define NINE 9' >"$work/project/nine.h"
cat >"$work/project/sub/added.cl" <<'END'
//@device any
#include "nine.h"
//@variant 1 fill_from_nine of fill_from for test
//@ items 64 1 1, group 1 1 1
//@ when i32(3,0) == 64
__kernel void fill_from_nine(__global int *out, ulong at, int first, int n, __global int *who) { who[0] = NINE; }
//@variant 1 broken of fill_from for test
//@ items 64 1 1
//@variant 1 broken_condition of fill_from for test
//@ items 64 1 1, group 1 1 1
//@ when i32(3,0) == 64 &&
END
run CLRT_VARIANTS="$work/none.cl:$work/project/sub/added.cl" -- 64 3 64
[ "$(grep -cxF 'fill 64 cudaSuccess: 9' "$work/out")" = 2 ] || fail "the added variant does not run"
prints 'fill 3 cudaSuccess: 2'
says "CLRT_VARIANTS: cannot read $work/none.cl"
says "added.cl:7: the contract has no 'group'; correct the line as cu2cl's docs/variants.md says"
says "added.cl:11: the condition: a value is missing at the end; correct the line as cu2cl's docs/variants.md says"

# Verified: results of the plain kernel, and loud words.
run CLRT_VERIFY=1 -- both both bump weighted pinned
prints 'both cudaSuccess: 3 3'
prints 'bump: 0 3 3'
prints 'pinned: 1 3 33'
says 'WRONG RESULT: kernel both, variant both_wrong (programs/variants.test.cl:125), 64 x 1 x 1 work-items: parameter 0, first at byte 20 of its buffer (0x04 instead of 0x03)'
says 'WRONG RESULT: kernel weighted, variant weighted_x2'
says 'CLRT_VERIFY: 3 launches of variants compared with the plain kernels, 2 differed'
run CLRT_VERIFY=1 -- fault
prints 'weighted cudaSuccess cudaErrorAssert: -1'
run -- addresses
if ! grep -q 'no shared memory' "$work/out"; then
  run CLRT_VERIFY=1 -- addresses
  prints 'addresses: 1'
  says 'kernel bump is not compared: the memory of parameter 0 holds addresses of shared memory; the plain kernel runs'
  run CLRT_CAPTURE="$work/addresses" -- addresses
  prints 'addresses: 1'
  says 'kernel bump is not captured: the memory of parameter 0 holds addresses of shared memory'
  [ ! -e "$work/addresses" ] || fail "captured addresses"
fi

# Captured, and read back.
run CLRT_CAPTURE="$work/a/b" -- 64 64 3 both bump weighted pinned reverse
prints 'fill 64 cudaSuccess: 1' # all run plain
prints 'bump: 0 3 3'
prints 'pinned: 1 3 33'
[ "$(find "$work/a/b" -name '*.capture' | wc -l)" = 5 ] || fail "not five captures"
[ "$(find "$work/a/b" -type f | wc -l)" = 6 ] || fail "other files among the captures"
grep -qE '^3 [1-9][0-9]+ fill_from\.6\.0\.0\..*\.capture$' "$work/a/b/launches" || fail "fill_from was not counted"
run CLRT_CAPTURE="$work/a/b" -- 1 # the same class again: its line is new, the others stay
[ "$(wc -l <"$work/a/b/launches")" = 6 ] || fail "lines of launches are lost"
grep -qE '^1 [1-9][0-9]+ fill_from\.' "$work/a/b/launches" || fail "fill_from was not counted again"
run CLRT_CAPTURE="$work/a/b" -- 64
for file in "$work"/a/b/*.capture; do
  awk '/^data$/ { exit } { print }' "$file" >"$work/header"
  sizes=$(awk '$1 == "source" { n += $2 } $1 == "buffer" { n += $3 } END { print n }' "$work/header")
  [ "$(wc -c <"$file")" = $(($(wc -c <"$work/header") + 5 + sizes)) ] || fail "the size of $file"
done
file=$(echo "$work"/a/b/fill_from.*)
awk '/^data$/ { exit } { print }' "$file" >"$work/header"
for line in 'clrt-capture 1' 'kernel fill_from' 'program programs/variants.cl' 'grid 2 1 1' 'block 32 1 1' 'local 0' \
  'parameters 5' 'parameter 0 buffer 0 0 1024' 'parameter 1 offset 4 0a00000000000000' 'parameter 2 value 64000000' \
  'parameter 3 value 40000000' 'parameter 4 buffer 1 0 1024' 'buffers 2'; do
  grep -qxF "$line" "$work/header" || fail "no line '$line' in the capture"
done
grep -qE '^time [1-9][0-9]* (profiling|wall)$' "$work/header" || fail "no time in the capture"
source=$(sed -n 's/^source //p' "$work/header")
tail -c +$(($(wc -c <"$work/header") + 6)) "$file" | head -c "$source" | grep -v '^#line' |
  cmp -s - "$programs/variants.cl" || fail "another source in the capture"
file=$(echo "$work"/a/b/weighted.*)
tail -c 40 "$file" | od -An -v -tx4 | tr -s ' \n' ' ' | grep -q '^ 00000001 00000014 0000012c 00000fa0 00000007 .* 0000c350 00000000 $' ||
  fail "other constants in the capture"
file=$(echo "$work"/a/b/reverse_blocks.*)
grep -aqx 'parameter 1 local 256' "$file" || fail "no local memory in the capture"

# Full disks and folders that cannot be: one message, nothing half-written, and the program runs.
mkdir "$work/full"
run CLRT_CAPTURE="$work/warm" -- 64 both # so that the driver has nothing to write
(
  trap '' XFSZ
  ulimit -f 1
  exec env CLRT_CAPTURE="$work/full" "$probe" 64 both
) 2>&1 >"$work/out" | cat >"$work/errors"
prints 'fill 64 cudaSuccess: 1'
prints 'both cudaSuccess: 3 3'
says "CLRT_CAPTURE: cannot write into $work/full (is the disk full?)"
[ -z "$(ls "$work/full")" ] || fail "something half-written"
run CLRT_CAPTURE=/proc/nowhere -- 64 3 both
prints 'fill 64 cudaSuccess: 1'
says 'CLRT_CAPTURE: there is no folder /proc/nowhere, and none can be made'

[ $failed = 0 ] && echo PASSED
exit $failed
