// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_FREENAMES_H
#define CU2CL_HOST_UNIT_FREENAMES_H

#include "frontend/ParsedUnit.h"
#include <string>

namespace cu2cl {

/// Returns true if \p Name is a word of the program's text: a variable, also a local one, a type or
/// a macro that would hide something of that name, or be hidden by it.
bool isWordOfProgram(const ParsedSide &Host, llvm::StringRef Name);

/// \p Name, a name that the port's host code adds, with as many "_" behind it as make it no word of
/// the program.
std::string freeName(const ParsedSide &Host, std::string Name);

} // namespace cu2cl

#endif
