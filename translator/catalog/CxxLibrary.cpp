// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "catalog/CxxLibrary.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace cu2cl::catalog {

CxxClass cxxClass(StringRef Name) {
  return StringSwitch<CxxClass>(Name)
#define CLASS(Name, Kind) .Case(#Name, CxxClass::Kind)
#include "CxxLibrary.def"
      .Default(CxxClass::Other);
}

uint16_t cxxFunction(StringRef Name) {
  using namespace cxxuse;
  return StringSwitch<uint16_t>(Name)
#define FUNCTION(Name, Uses) .Case(#Name, Uses)
#include "CxxLibrary.def"
      .Default(0);
}

} // namespace cu2cl::catalog
