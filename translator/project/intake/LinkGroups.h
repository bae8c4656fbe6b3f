// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_LINKGROUPS_H
#define CU2CL_PROJECT_INTAKE_LINKGROUPS_H

#include "project/intake/Project.h"
#include <set>

namespace cu2cl {

/// Splits the commands of a project into groups that never meet in one program, so that one name
/// may stand for two things: `add` of a.cu and another `add` of b.cu, each a program of its own.
/// Together stay the sources of one target, of a library and its users, and sources that share a
/// header with device code, which is translated once for all of them.
/// \p Includes: for each command, the files that it includes, directly or through others.
/// \returns indices of P.Commands, each once; groups and their members in order.
std::vector<std::vector<size_t>> linkGroups(const Project &P,
                                            const std::vector<std::set<std::string>> &Includes);

/// The sources that meet in one program: of each target that no other one links, its own and those
/// of the libraries that it links, in that order.
std::vector<std::vector<std::string>> linkedPrograms(const Project &P);

} // namespace cu2cl

#endif
