// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_DEFINITIONMARKS_H
#define CU2CL_PROJECT_INTAKE_DEFINITIONMARKS_H

#include "project/intake/Project.h"

namespace cu2cl {

/// Where several command lines of one source define a name differently, and #if cannot tell the
/// values apart (REAL=float, REAL=double; N=0 and no N; a name that the sources define as well),
/// gives each value a number: a further definition CU2CL_REAL=2, on the command lines, in the
/// targets and in the configurations. Then one text can serve all of them, under
/// `#if CU2CL_REAL == 2`.
void markDefinitions(Project &P);

} // namespace cu2cl

#endif
