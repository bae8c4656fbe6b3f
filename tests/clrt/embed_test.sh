#!/bin/sh
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# embed_test.sh CLRT_DIR COMPILER: the embedded source is the file, byte for byte, but for includes and #line; and files of
# variants stand beside it unless they were made from another text.

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
diff wanted got || exit 1

# Variants: with the definitions of the plain program; one that was made from another text is left out, and CMake says so.
good() { sha256sum <"$1" | cut -d ' ' -f 1; }
printf '//@device any\n//@from sub/x.clh %s\n//@from odd.cl %s\nkernel "one"; ??=\n' "$(good sub/x.clh)" "$(good odd.cl | tr a-f A-F)" >one.cl
printf '//@device any\n  //@from odd.cl %s\n' "$(good end)" >two.cl
printf '//@from none.cl %s\n' "$(good end)" >three.cl
printf '//@from odd.cl\n' >four.cl
printf '#include "sub/y.clh"\nfive\n' >five.cl
cmake -DPROGRAM="$work/odd.cl" -DSHOWN=odd.cl -DID=odd_cl '-DOPTIONS=-w' -DFOLDERS= "-DDEFINE_0=TYPE unsigned int" \
  "-DVARIANTS=$work/one.cl;$work/two.cl;$work/three.cl;$work/four.cl;$work/five.cl" \
  "-DVARIANTS_SHOWN=one.cl;two.cl;three.cl;four.cl;five.cl" \
  -DOUTPUT="$work/odd.cpp" -P "$clrt/cmake/clrt_embed.cmake" 2>warnings || exit 1
tr -s ' \n' ' ' <warnings >said
for text in 'two.cl was made from another text of' 'three.cl was made from another text of' \
  "four.cl: '//@from' takes a file and its SHA-256" 'four.cl was made from another text'; do
  grep -qF "$text" said || { echo "FAILED: not said: $text"; cat warnings; exit 1; }
done
grep -E '(^|[ /])(one|five)\.cl' said && { echo "FAILED: said of good files"; exit 1; }
cat >main.cpp <<'END'
#include <clrt/clrt.h>
#include <cstdio>
extern "C" const clrt_program odd_cl;
void clrt_enter_program(const clrt_program *) {}
void clrt_leave_program(const clrt_program *) {}
int main() {
  for (size_t i = 0; i < odd_cl.variant_count; ++i) {
    const clrt_program &v = odd_cl.variants[i];
    printf("[%s] [%s] %d %d\n", v.name, v.options, int(v.hash[0] != 0), int(v.variant_count));
    fwrite(v.source, 1, v.size, stdout);
  }
}
END
"$compiler" -std=c++11 -Wall -Wextra -Wpedantic -Werror -I"$clrt/include" main.cpp odd.cpp -o main || exit 1
{
  printf '[one.cl] [-w] 1 0\n#define TYPE unsigned int\n#line 1 "one.cl"\n'
  cat one.cl
  printf '[five.cl] [-w] 1 0\n#define TYPE unsigned int\n#line 1 "five.cl"\n#line 1 "sub/y.clh"\n#ifndef Y\n#define Y\n'
  printf '#ifndef ONCE\n#define ONCE\n#line 1 "sub/x.clh"\n\n\n// x [\n\n#endif\n\n#line 4 "sub/y.clh"\n#endif\n\n#line 2 "five.cl"\nfive\n'
} >wanted
./main | sed 's/CLRT_ONCE_[0-9a-f]*/ONCE/' >got
diff wanted got && echo PASSED
