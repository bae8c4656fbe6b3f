// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_FUNCTIONHEAD_H
#define CU2CL_CORE_SOURCE_FUNCTIONHEAD_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cu2cl {

/// Breaks what has become long in the head of a function, between parameters.
///
/// Precondition: \p Text is a definition in OpenCL C, \p Original what the user wrote for it.
/// Effect: lines of the head that are longer than 120 columns go on after a parameter, indented by
/// four; a head whose lines the user made that long, and one that is a macro's, stay as they are.
std::string withBrokenHead(llvm::StringRef Text, llvm::StringRef Original);

} // namespace cu2cl

#endif
