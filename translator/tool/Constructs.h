// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_CONSTRUCTS_H
#define CU2CL_TOOL_CONSTRUCTS_H

#include "frontend/ParsedUnit.h"
#include "kernel/core/DeviceText.h"
#include <functional>

namespace cu2cl {

/// Counts what the input has of CUDA, each place once, however many units see it: kernels, device
/// functions, variables and types by what the device text holds; launches and calls of the runtime
/// (by name) in host code.
class ConstructCounter {
public:
  using Places = std::map<std::string, std::set<std::string>>; ///< by kind

  /// Launches and runtime calls of one unit. \p IsProjectFile: whether an absolute path belongs to
  /// the project.
  static Places placesIn(const ParsedSide &Host,
                         const std::function<bool(const std::string &)> &IsProjectFile);

  void add(const Places &Host);
  void add(const DeviceText &Device);

  /// Counts by kind ("kernel", "launch", "cudaMalloc").
  std::map<std::string, unsigned> counts() const;

private:
  Places All;
};

} // namespace cu2cl

#endif
