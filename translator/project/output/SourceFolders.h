// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_SOURCEFOLDERS_H
#define CU2CL_PROJECT_OUTPUT_SOURCEFOLDERS_H

#include "project/output/Layout.h"

namespace cu2cl {

/// The include folders that \p Source of \p T must be given for itself, since it would find another
/// file of the project in those of the whole target, where all its sources' folders are. Empty if
/// it finds the same files there.
std::vector<std::string> ownFolders(const ProgramTarget &T, const std::string &Source,
                                    const Layout &L);

} // namespace cu2cl

#endif
