// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_DRIVER_DEVICEPRINTER_H
#define CU2CL_KERNEL_DRIVER_DEVICEPRINTER_H

#include "kernel/core/DeviceText.h"

namespace cu2cl {

class AddressSpaceMap;
class DiagnosticSink;
class ParsedSide;

/// Prints all code that kernels of \p Device reach. Constructs without translation are reported to
/// \p Sink and marked in the text by a name that does not compile (CU2CL_ERROR_<number>).
DeviceText printDevice(const ParsedSide &Device, const AddressSpaceMap &Spaces,
                       const KernelDecisions &Decisions, DiagnosticSink &Sink);

} // namespace cu2cl

#endif
