// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_SOURCESCAN_H
#define CU2CL_PROJECT_INTAKE_SOURCESCAN_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

/// An #include as written.
struct WrittenInclude {
  std::string Spelled;
  bool Angled = false;
};

/// The properties of a source that its text shows without preprocessing. It serves to guess what
/// belongs together where no build description says so; nothing of the translation depends on it.
struct SourceScan {
  std::vector<WrittenInclude> Includes;
  bool HasMain = false;  ///< defines main at the outermost level
  bool UsesCuda = false; ///< a CUDA keyword, launch or API header occurs
  /// Functions defined at namespace level: `f`, or `A::f` (the last two name parts).
  std::set<std::string> Defines;
  /// Variables defined at namespace level for other files, too: `x`, or `A::x`.
  std::set<std::string> Variables;
  std::set<std::string> Externs; ///< variables that `extern` declares at namespace level
  std::set<std::string> Uses;    ///< every identifier
  std::set<std::string> Macros;  ///< what #define names
  /// Identifiers that occur only where a macro is defined (`#ifdef X`, `#if defined(X)`, `#if X`),
  /// and the outermost such macro.
  std::map<std::string, std::string> UsedUnder;
};

/// Reads the tokens of \p Text; comments, literals and the bodies of #define are left out.
SourceScan scanSource(llvm::StringRef Text);

} // namespace cu2cl

#endif
