// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_VARIANT_DESCRIPTION_H
#define CU2CL_OPTIMIZERS_VARIANT_DESCRIPTION_H

#include "optimizers/schedule/Schedule.h"

namespace cu2cl::opt {

/// Says in one English sentence what the steps of \p S do to a kernel, as comment lines; empty if
/// there are no steps.
/// \param Tail what becomes of work-items beyond whole tiles, where work-items are merged
std::string describe(const Schedule &S, TailKind Tail);

} // namespace cu2cl::opt

#endif
