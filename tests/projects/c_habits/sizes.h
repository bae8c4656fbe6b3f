/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Macros alone: the host wants this file as it is, the kernels want its macros. */
#ifdef WIDE
#define WIDTH 128
#else
#define WIDTH 64
#endif
