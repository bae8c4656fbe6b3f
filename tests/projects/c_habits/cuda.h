/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The project's own cuda.h. */
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif
int last_is_fine(void);
#ifdef __cplusplus
}
#endif
