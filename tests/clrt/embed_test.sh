#!/bin/sh
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# embed_test.sh CLRT_DIR COMPILER: the embedded source is the file, byte for byte, but for includes and #line.

clrt=$1 compiler=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

printf 'a;b;;c \\; [x] ]] [[ ${HOME} @Y@ $ENV{HOME} \\\n "q\\"uo\\\\te" \t \303\251 ??/ %%d #include "no.h"\n' >odd
printf '/* no newline at the end; */ \\' >end
{
  cat odd
  printf '#include "none.clh"\n  # include "sub/x.clh" // c\n'
  cat end
} >odd.cl
mkdir sub
printf '#pragma once\n#include "y.clh"\n// x [\n' >sub/x.clh
printf '#ifndef Y\n#define Y\n#include "x.clh"\n#endif\n' >sub/y.clh
{
  printf '#line 1 "odd.cl"\n'
  cat odd
  printf '#include "none.clh"\n'
  printf '#ifndef ONCE\n#define ONCE\n#line 1 "sub/x.clh"\n\n'
  printf '#line 1 "sub/y.clh"\n#ifndef Y\n#define Y\n\n#endif\n\n'
  printf '#line 3 "sub/x.clh"\n// x [\n\n#endif\n\n'
  printf '#line 5 "odd.cl"\n'
  cat end
} >wanted

cmake -DPROGRAM="$work/odd.cl" -DSHOWN=odd.cl -DID=odd_cl '-DOPTIONS=-DA="x y" -w' -DFOLDERS= \
  -DOUTPUT="$work/odd.cpp" -P "$clrt/cmake/clrt_embed.cmake" || exit 1
cat >main.cpp <<'END'
#include <clrt/clrt.h>
#include <cstdio>
extern "C" const clrt_program odd_cl;
static int known = 0;
void clrt_enter_program(const clrt_program *p) { known += p == &odd_cl; }
void clrt_leave_program(const clrt_program *) {}
int main() {
  if (known != 1)
    return 1;
  fwrite(odd_cl.source, 1, odd_cl.size, stdout);
  return std::fputs(odd_cl.options, stderr) < 0;
}
END
"$compiler" -std=c++11 -Wall -Wextra -Wpedantic -Werror -I"$clrt/include" main.cpp odd.cpp -o main || exit 1
./main >out 2>options || { echo "FAILED: status"; exit 1; }
sed 's/CLRT_ONCE_[0-9a-f]*/ONCE/' out >got
[ "$(cat options)" = '-DA="x y" -w' ] || { echo "FAILED: options: $(cat options)"; exit 1; }
diff wanted got && echo PASSED
