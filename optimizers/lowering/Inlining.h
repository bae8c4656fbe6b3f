// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_INLINING_H
#define CU2CL_OPTIMIZERS_LOWERING_INLINING_H

#include "optimizers/tree/Make.h"
#include "optimizers/tree/Source.h"

namespace cu2cl::opt {

/// Writes the functions of the program that ask for ids or wait at barriers where \p K calls them,
/// with variables of their own: `float sum = block_sum(x, tile);`. The kernel stays as it is if one
/// of its calls cannot be written out: in a loop's head, after `&&`, after something that the
/// function may change, or of a function that has a form that the tree does not have, or #if
/// lines.
void inlineItemFunctions(const Source &From, Kernel &K, Make &M);

} // namespace cu2cl::opt

#endif
