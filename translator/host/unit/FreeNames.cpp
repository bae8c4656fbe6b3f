// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names that the port's host code adds to those of the program: of handles, of what finds them, of
// constants that only the host reads.

#include "host/unit/FreeNames.h"

namespace cu2cl {

std::string freeName(const ParsedSide &Host, std::string Name) {
  while (Host.isWordOfProgram(Name))
    Name += "_";
  return Name;
}

} // namespace cu2cl
