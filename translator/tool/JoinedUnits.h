// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_JOINEDUNITS_H
#define CU2CL_TOOL_JOINEDUNITS_H

#include "analysis/reach/DeviceLinks.h"
#include "project/intake/Project.h"
#include <functional>
#include <optional>

namespace cu2cl {

/// One unit as separate compilation sees it.
struct LinkedUnit {
  ParsedUnit *Unit = nullptr;
  DeviceLinkFacts Links;
  std::optional<std::set<std::string>> Defined; ///< definedDeviceFunctions(), if known before
  std::function<void()> NeedDevice;             ///< parses the device side if it is not there
  std::unique_ptr<ParsedSide> Joined; ///< what its device side becomes; null: stays as it is
  std::shared_ptr<const DeviceCallGraph> JoinedReach;
};

/// Does what nvcc's device linker does (-rdc=true) for the units of a program: a unit whose kernels
/// call functions with bodies in other units gets a device side that holds those, too. Each program
/// has its own: where a unit belongs to several that define a function differently, the call stays
/// without a body (2015).
void joinUnits(const Project &P, std::vector<LinkedUnit> &Units, const FrontendOptions &Options,
               DiagnosticSink &Sink);

} // namespace cu2cl

#endif
