// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_REPORT_DIAGNOSTICIDS_H
#define CU2CL_CORE_REPORT_DIAGNOSTICIDS_H

/// The numbers of Diagnostics.def by their names: diag::DivergentBarrier is CU2CL2030. Functions
/// that report take an Id, so that a bare number does not compile. The build makes the list, and
/// anew only if a number or a name changes: not all is compiled for another word in a message.
namespace cu2cl::diag {

enum Id : unsigned {
  None = 0,
#include "core/report/DiagnosticIds.inc"
};

} // namespace cu2cl::diag

#endif
