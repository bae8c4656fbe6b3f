// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_RULETRACE_H
#define CU2CL_KERNEL_CORE_RULETRACE_H

#include "clang/Basic/SourceLocation.h"
#include <vector>

namespace cu2cl {

/// That a rule printed something. The names are literals.
struct RuleFiring {
  const char *Rule;
  const char *Subject; ///< the class of the statement, or what a declaration is
  clang::SourceLocation Where;
};

/// In the order in which the rules were asked: what is inside of a statement comes before it.
using RuleTrace = std::vector<RuleFiring>;

} // namespace cu2cl

#endif
