// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_HANDLES_TEMPLATEHANDLES_H
#define CU2CL_HOST_HANDLES_TEMPLATEHANDLES_H

#include "host/unit/HostUnit.h"

namespace cu2cl {

/// The handles of one header.
struct HandlesList {
  llvm::StringRef KernelFile;
  unsigned Part = 0;
  bool OnlyShared = false; ///< the unit has no other handles than those that several files launch
};

/// Declarations of those that name types which follow the header.
struct LateFinders {
  LatePlace Place;
  std::string Text;
};

struct TemplateHandles {
  std::string Text;                     ///< behind the header
  std::map<unsigned, LateFinders> Late; ///< by offset in the main file
};

/// The declarations by which launches in templates and macros find the handles of \p List.
TemplateHandles handlesInTemplates(const HostUnit &U, const HandlesList &List);

} // namespace cu2cl

#endif
