// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_STOREORDER_H
#define CU2CL_KERNEL_STATEMENTS_STOREORDER_H

#include "kernel/core/DeviceUnit.h"

namespace cu2cl {

/// Returns the statements of \p V in front of which `clrt_keep_store_order();` is put
/// (clrt/device/store_order.clh). Precondition: an object in private memory has a union in it whose
/// members have scalars of several sizes. Effect: in each list of statements, the first one that
/// uses such an object is among them, and so is the first one after a call, in which threads may
/// meet: nothing between two barriers changes its order.
llvm::DenseSet<const clang::Stmt *> planStoreOrder(const DeviceUnit &Unit, const FunctionClone &V);

} // namespace cu2cl

#endif // CU2CL_KERNEL_STATEMENTS_STOREORDER_H
