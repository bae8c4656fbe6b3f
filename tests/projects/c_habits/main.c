/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* C as it was written before 1999: no declarations of run(), last_is_fine(), cxx_is_fine() and cudaSetDevice(),
   int left out. */
#include <omp.h>
#include <stdio.h>
#include "common.h"
#include "sizes.h"

check(struct cell *cells, int n) {
  int i, wrong = 0;
  for (i = 0; i < n; i++)
    if (cells[i].weight != i + 3 || cells[i].value != i * 0.125f)
      wrong++;
  return wrong;
}

int main(void) {
  int i, wrong, n = 4 * WIDTH;
  double start = omp_get_wtime();
  cudaSetDevice(0);
  struct cell *cells = (struct cell *)malloc(n * sizeof(struct cell));
  for (i = 0; i < n; i++) {
    cells[i].weight = i;
    cells[i].value = (float)i;
  }
  run(cells, n, 3);
  wrong = check(cells, n);
  printf("%d cells wrong, %d allocations\n", wrong, counted);
  if (wrong == 0 && counted == 1 && last_is_fine() && cxx_is_fine() &&
      omp_get_wtime() >= start)
    printf("PASSED\n");
  return wrong != 0;
}
