// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TESTS_KERNEL_REPEAT_H
#define CU2CL_TESTS_KERNEL_REPEAT_H

#include "analysis/spaces/AddressSpaces.h"
#include "core/source/ParsedSide.h"

namespace cu2cl {

/// Expects each device function of \p Device, printed twice by one plan, to have the same text.
void expectSameAgain(const ParsedSide &Device, const AddressSpaceMap &Spaces);

} // namespace cu2cl

#endif
