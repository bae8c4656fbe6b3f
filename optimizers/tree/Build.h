// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TREE_BUILD_H
#define CU2CL_OPTIMIZERS_TREE_BUILD_H

#include "optimizers/tree/Source.h"
#include "optimizers/tree/Tree.h"

namespace cu2cl::opt {

/// The tree of \p Declared, a kernel of \p From with a body. What the tree has no form for becomes
/// an opaque node; nothing is refused here. A switch that chooses one of its cases becomes an `if`
/// (Switches.h), an object without a name gets one (Temporaries.h).
Kernel buildKernel(const Source &From, const clang::FunctionDecl *Declared, Arena &Nodes);

} // namespace cu2cl::opt

#endif
