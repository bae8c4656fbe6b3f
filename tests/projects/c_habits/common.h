/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A project may count its allocations. */
#include <stdlib.h>
#define malloc(size) ({ counted++; (malloc)(size); })

struct cell {
  int weight;
  float value;
};

extern int counted;
