// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_REPORT_DIAGNOSTICPAGES_H
#define CU2CL_CORE_REPORT_DIAGNOSTICPAGES_H

#include <map>
#include <string>

namespace cu2cl {

/// The pages of docs/diagnostics by file name: one for each row of Diagnostics.def, and README.md,
/// which lists them.
std::map<std::string, std::string> diagnosticPages();

} // namespace cu2cl

#endif
