/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* C++ by the command that compiles it. */
#include "odd;(names)/he(ad)er;.h"
#include <cstring>
#include <vector>

extern "C" int cxx_is_fine(void) {
  std::vector<WORD> v(8);
  if (!filled(v.data()) || std::strcmp(TEXT, "a b;c#d ${X} \"100%\"") != 0)
    return 0;
  for (WORD i = 0; i < 8; i++)
    if (v[i] != 2 * i + 5)
      return 0;
  return 1;
}
