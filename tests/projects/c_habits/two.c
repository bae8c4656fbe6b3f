/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Device code in a file that is no header by its name. */
#include "twice.cuknl"
