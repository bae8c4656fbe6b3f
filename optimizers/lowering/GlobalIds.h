// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_GLOBALIDS_H
#define CU2CL_OPTIMIZERS_LOWERING_GLOBALIDS_H

#include "optimizers/analysis/Guards.h"
#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// Takes the size of \p K's work-groups from ids that are written with a number, `bx * 256 + tx`,
/// and makes it a condition of \p When. \returns false if the kernel has a size or no such id.
bool assumeGroup(Kernel &K, const Facts &F, std::vector<std::string> &When);

/// Makes \p Launched the size of \p K's work-groups, and a condition of \p When. \returns false if
/// the kernel requires another one.
bool takeGroup(Kernel &K, llvm::ArrayRef<unsigned> Launched, std::vector<std::string> &When);

/// Writes get_global_id(0) for what is one, and drops the variables that only such ids were made
/// of (`int bx = get_group_id(0)`).
void nameGlobalIds(Kernel &K, const Facts &F, Make &M);

/// \p S, the declaration of \p Id, where the variables that it is made of may not be declared yet.
Stmt *madeOfNoVariable(Make &M, Stmt *S, const IdVariable &Id);

} // namespace cu2cl::opt

#endif
