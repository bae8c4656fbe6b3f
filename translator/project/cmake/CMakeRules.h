// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_CMAKE_CMAKERULES_H
#define CU2CL_PROJECT_CMAKE_CMAKERULES_H

#include "project/intake/Project.h"

namespace cu2cl {

class Layout;

/// CMake's names of the targets that the output has, by ProgramTarget::Name.
using RuleTargets = std::map<std::string, std::string>;

/// The project's tests and install rules (Project::Rules) as the port's CMakeLists.txt has them,
/// with paths of the output; those whose target or files it lacks are left out.
std::string cmakeRules(const Project &P, const Layout &L, const RuleTargets &Targets);

} // namespace cu2cl

#endif
