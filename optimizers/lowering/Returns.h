// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_RETURNS_H
#define CU2CL_OPTIMIZERS_LOWERING_RETURNS_H

#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// The first `return` in \p B, at any depth; null if there is none.
const Stmt *firstReturn(const Block &B);

/// Why the first `return` in \p B is no branch: it is in a loop, or there is more to do after the
/// branch that it is in.
std::string whyNoBranch(const Block &B);

/// Makes `if (condition) { ...; return; }` a branch with the rest of the kernel as its other side,
/// as far as that is possible and \p Keep is not true of it: work-items that are merged leave one
/// by one.
void returnsAsBranches(Kernel &K, Make &M, llvm::function_ref<bool(const Stmt *)> Keep);

/// Makes the other returns, which are in loops or have more to do after their branch, set a
/// variable and leave the loops that they are in; what follows these is done unless it is set.
/// \param Fresh a name for the variable after its argument
void returnsByVariable(Kernel &K, Make &M, llvm::function_ref<bool(const Stmt *)> Keep,
                       llvm::function_ref<std::string(llvm::StringRef)> Fresh);

} // namespace cu2cl::opt

#endif
