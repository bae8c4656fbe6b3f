// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_IDFUNCTIONS_H
#define CU2CL_OPTIMIZERS_LOWERING_IDFUNCTIONS_H

#include "optimizers/tree/Make.h"
#include "optimizers/tree/Source.h"
#include "optimizers/tree/Tree.h"

namespace cu2cl::opt {

/// The tree of \p Declared as steps take it. A call of a function that only computes an integer of
/// ids and arguments, `int item() { return get_group_id(0) * 64 + get_local_id(0); }`, is what it
/// returns, and so is one of arguments alone, `int place(int x, int y, int n)`. Other functions
/// that ask for ids stay calls, which steps refuse.
Kernel buildKernelOfIds(const Source &From, const clang::FunctionDecl *Declared, Arena &Nodes);

/// \p B with the results of such functions.
Block withIdFunctions(const Source &From, Make &M, const Block &B);

} // namespace cu2cl::opt

#endif
