// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_REPORT_ADVICE_H
#define CU2CL_CORE_REPORT_ADVICE_H

#include "core/report/Diagnostics.h"

namespace cu2cl {

/// The part of a diagnostic's page that is not in its row. Before and After may be empty.
struct DiagnosticExample {
  unsigned Number;
  llvm::StringRef Why;
  llvm::StringRef Before; ///< text that gives the diagnostic
  llvm::StringRef After;  ///< what a person would write for it
};

/// Null if there is none.
const DiagnosticExample *findExample(unsigned Number);

/// Returns what a person can do about \p D, with its arguments; empty if there is no such number.
std::string adviceOf(const Diagnostic &D);

/// \p Text of a row as a reader understands it without arguments: "..." for %0 %1 ...
std::string withoutArguments(llvm::StringRef Text);

} // namespace cu2cl

#endif
