/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

__device__ WORD twice(WORD value) { return 2 * value; }
