// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_DEVICELINKS_H
#define CU2CL_ANALYSIS_REACH_DEVICELINKS_H

#include "analysis/reach/DeviceCallGraph.h"
#include "core/report/Diagnostics.h"
#include "frontend/ParsedUnit.h"
#include <set>

namespace cu2cl {

/// The properties of a unit that the device linker needs (nvcc -rdc=true).
struct DeviceLinkFacts {
  /// For each function that kernels call and that has no body here: its USR and those of the
  /// templates and members that it is an instance of.
  std::vector<std::set<std::string>> Missing;
  std::set<std::string> MissingNames; ///< their plain names
};

DeviceLinkFacts collectDeviceLinks(const DeviceCallGraph &Reach);

/// The USRs of the device functions with a body in \p Device that other units may call.
std::set<std::string> definedDeviceFunctions(const ParsedSide &Device);

/// Reports (2042) each function that the kernels of \p Joined, a side that parseJoined() made with
/// the graph \p Reach, reach through other sources, and that means something else there than in its
/// own unit, one of
/// \p Others: another overload, type or constant, or a variable of which each unit has its own.
void reportChangedMeanings(const ParsedSide &Joined, const DeviceCallGraph &Reach,
                           const std::vector<const ParsedUnit *> &Others, DiagnosticSink &Sink);

} // namespace cu2cl

#endif
