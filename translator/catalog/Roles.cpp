// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "catalog/Roles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include <utility>

using namespace llvm;

namespace cu2cl::catalog {

namespace {

const std::pair<StringLiteral, DeviceRole> RoleRows[] = {
#define ROLE(Name, Role) {#Name, DeviceRole::Role},
#include "DeviceMath.def"
#define ROLE(Name, Role) {#Name, DeviceRole::Role},
#include "DeviceIntrinsics.def"
#define ROLE(Name, Role) {#Name, DeviceRole::Role},
#include "DeviceAtomics.def"
#define ROLE(Name, Role) {#Name, DeviceRole::Role},
#include "DeviceSync.def"
#define ROLE(Name, Role) {#Name, DeviceRole::Role},
#include "DevicePtx.def"
#define ROLE(Name, Role) {#Name, DeviceRole::Role},
#include "DeviceWarp.def"
#define ROLE(Name, Role) {#Name, DeviceRole::Role},
#include "DeviceVectors.def"
#define ROLE(Name, Role) {#Name, DeviceRole::Role},
#include "DeviceTexture.def"
#define ROLE(Name, Role) {#Name, DeviceRole::Role},
#include "DeviceComplex.def"
#include "DeviceFloat16.def"
};

const BuiltinVariable VariableRows[] = {
#define INDEX(Name, Kind, Function) {BuiltinVariable::Is::Kind, #Name, Function},
#define WIDTH(Name, Kind, Value) {BuiltinVariable::Is::Kind, #Name, Value},
#include "BuiltinVariables.def"
};

} // namespace

DeviceRole deviceRole(StringRef Name) {
  static const StringMap<DeviceRole> Roles = [] {
    StringMap<DeviceRole> Map;
    for (const auto &[Function, Role] : RoleRows)
      Map.try_emplace(Function, Role);
    return Map;
  }();
  return Roles.lookup(Name); // None is 0
}

const BuiltinVariable *findBuiltinVariable(StringRef Name) {
  const auto *Row = find_if(VariableRows, [&](const auto &V) { return V.Cuda == Name; });
  return Row == std::end(VariableRows) ? nullptr : Row;
}

StringRef vectorOfExtent(StringRef Cuda) {
  return StringSwitch<StringRef>(Cuda)
#define EXTENT(Name, Vector) .Case(#Name, #Vector)
#include "VectorTypes.def"
      .Default("");
}

bool isRuntimeName(StringRef Name) { return Name.starts_with("cuda"); }

StringRef pointerRoles(StringRef Function) {
  return StringSwitch<StringRef>(Function)
#define POINTERS(Name, Roles) .Case(#Name, Roles)
#include "RuntimeApi.def"
      .Default("");
}

Touched touchedBy(StringRef Word) {
  Touched Out;
#define TOUCHES(Name, State) Out.State |= Word == #Name;
#define TOUCHES_ALL(Prefix, State) Out.State |= Word.starts_with(Prefix);
#include "RuntimeApi.def"
#define TOUCHES_ALL(Prefix, State) Out.State |= Word.starts_with(Prefix);
#include "DriverApi.def"
  return Out;
}

RawCall rawCallOf(StringRef Function) {
  return StringSwitch<RawCall>(Function)
#define RAW(Name, Call) .Case(#Name, RawCall::Call)
#include "RuntimeApi.def"
      .Default(RawCall::None);
}

StringRef hiddenNeed(StringRef DeviceFunction) {
  return StringSwitch<StringRef>(DeviceFunction)
#define NEEDS(Name, Extension) .Case(#Name, Extension)
#include "DeviceIntrinsics.def"
      .Default("");
}

} // namespace cu2cl::catalog
