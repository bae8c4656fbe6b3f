// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_FREENAMES_H
#define CU2CL_HOST_UNIT_FREENAMES_H

#include "frontend/ParsedUnit.h"
#include <string>

namespace cu2cl {

/// \p Name, a name that the port's host code adds, with as many "_" after it as make it no word of
/// the program: a variable, also a local one, a type or a macro that would hide it or be hidden.
std::string freeName(const ParsedSide &Host, std::string Name);

} // namespace cu2cl

#endif
