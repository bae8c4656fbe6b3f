#!/bin/sh
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# environment_test.sh PROBE SHIM: clrt without devices, with CLRT_DEVICE, and its cache under every mishap.

probe=$1 shim=$2
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
failed=0
unset CLRT_DEVICE CLRT_CACHE XDG_CACHE_HOME
export CLRT_CACHE_DIR="$work/cache"

fail() {
  echo "FAILED: $1"
  sed 's/^/    /' "$work/out"
  failed=1
}
# says TEXT WHAT COMMAND...: the command prints the line
says() {
  text=$1 what=$2
  shift 2
  env "$@" "$probe" >"$work/out" 2>&1
  grep -q "^$text" "$work/out" || fail "$what: no line '$text'"
}
# builds yes|no WHAT COMMAND...: the program runs, and is built from its source or not
builds() {
  wanted=$1 what=$2
  shift 2
  says "result 42" "$what" LD_PRELOAD="$shim" CLRT_SHIM=trace "$@"
  built=no
  grep -q "^from source" "$work/out" && built=yes
  [ $built = $wanted ] || fail "$what: built from source: $built"
}
entries() { find "$1" -name '*.bin' 2>/dev/null | wc -l; }
leftovers() { find "$1" -name '*.bin.*' 2>/dev/null | wc -l; }

# No platform, no matching device: one line, error codes, no crash.
says "clrt: no OpenCL platform found" "no platform" OCL_ICD_VENDORS=/nonexistent
[ "$(grep -c '^clrt:' "$work/out")" = 1 ] || fail "no platform: said more than once"
grep -q "^devices 0 cudaErrorNoDevice" "$work/out" || fail "no platform: device_count"
grep -q "^malloc cudaErrorNoDevice" "$work/out" || fail "no platform: malloc"
grep -q "^launch cudaErrorNoDevice" "$work/out" || fail "no platform: launch"
says "clrt: CLRT_DEVICE=nosuchdevice matches none of" "no such device" CLRT_DEVICE=nosuchdevice
says "devices 0 cudaErrorNoDevice" "index too high" CLRT_DEVICE=999

# Choice by index and by part of the name.
says "result 42" "by index" CLRT_DEVICE=0
name=$(sed -n 's/^device //p' "$work/out")
says "device $name" "by name" CLRT_DEVICE="$(echo "$name" | cut -c2-8 | tr '[:lower:]' '[:upper:]')"

# Little address space, for the whole program and for clrt alone.
says "result 42" "ulimit -v" sh -c 'ulimit -v 2000000; exec "$0"'
"$probe" limit >"$work/out" 2>&1
grep -q "^limited 0 cudaErrorMemoryAllocation" "$work/out" || fail "a limit: what fits is not given"
grep -q "^clrt: no address space for a buffer of" "$work/out" || fail "a limit: no message"

# The cache: filled once, used, rebuilt when damaged.
rm -rf "$work/cache"
builds yes "fills the cache"
[ "$(entries "$work/cache")" = 1 ] || fail "no entry in the cache"
entry=$(find "$work/cache" -name '*.bin')
cp "$entry" "$work/whole"
builds no "uses the cache"
cmp -s "$entry" "$work/whole" || fail "a good entry was written again"
for damage in "truncate -s 100" "truncate -s 0" "truncate -s +7"; do
  cp "$work/whole" "$entry"
  $damage "$entry"
  builds yes "entry after $damage"
  builds no "rebuilt after $damage"
done
cp "$work/whole" "$entry"
printf 'X' | dd of="$entry" bs=1 seek=$(($(stat -c %s "$entry") / 2)) conv=notrunc 2>/dev/null
builds yes "flipped byte"
builds no "rebuilt after the flipped byte"
builds yes "another folder" CLRT_CACHE_DIR="$work/other"
rm -rf "$work/cache"
builds yes "switched off" CLRT_CACHE=0
[ ! -e "$work/cache" ] || fail "CLRT_CACHE=0 made a cache"

# Where it lies.
says "result 42" "XDG" -u CLRT_CACHE_DIR XDG_CACHE_HOME="$work/xdg"
[ "$(entries "$work/xdg/clrt")" = 1 ] || fail "XDG_CACHE_HOME is not used"
says "result 42" "HOME" -u CLRT_CACHE_DIR HOME="$work/home" POCL_CACHE_DIR="$work/pocl"
[ "$(entries "$work/home/.cache/clrt")" = 1 ] || fail "HOME is not used"
says "result 42" "no HOME" -u CLRT_CACHE_DIR -u HOME POCL_CACHE_DIR="$work/pocl"
: >"$work/file"
says "result 42" "a file where the folder should be" CLRT_CACHE_DIR="$work/file/cache"
mkdir "$work/readonly" && chmod a-w "$work/readonly"
says "result 42" "a folder that may not be written" CLRT_CACHE_DIR="$work/readonly/cache"
says "result 42" "a device file system" CLRT_CACHE_DIR=/proc/clrt

# Built ahead is what no earlier process has begun with: an end does not wait for builds that nobody asked for.
rm -rf "$work/cache"
says "result 42" "kernels alone" CLRT_BUILD_KERNELS=alone
[ "$(entries "$work/cache")" = 1 ] || fail "kernels alone: not one entry"
says "result 42" "nothing left to build ahead" CLRT_BUILD_KERNELS=alone CLRT_BUILD_AHEAD=1
[ "$(entries "$work/cache")" = 1 ] || fail "built ahead though a kernel was in the cache"

# Many processes at once.
rm -rf "$work/cache"
for i in 1 2 3 4 5 6; do
  "$probe" >"$work/out$i" 2>&1 &
done
wait
for i in 1 2 3 4 5 6; do
  grep -q "^result 42" "$work/out$i" || { cp "$work/out$i" "$work/out"; fail "process $i of many"; }
done
[ "$(entries "$work/cache")" = 1 ] || fail "many processes: not one entry"
[ "$(leftovers "$work/cache")" = 0 ] || fail "many processes: left temporary files"

[ $failed = 0 ] && echo PASSED
exit $failed
