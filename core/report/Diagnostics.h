// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_REPORT_DIAGNOSTICS_H
#define CU2CL_CORE_REPORT_DIAGNOSTICS_H

#include "core/report/DiagnosticIds.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace cu2cl {

/// Error: exit status 1, the marked place fails to compile or fails loudly. Approximation:
/// documented, exit status 0.
enum class Severity { Error, Approximation, Note };

/// One row of Diagnostics.def. Numbers never change.
struct DiagnosticRow {
  unsigned Number;
  llvm::StringRef Name; ///< empty: no version gives it any more
  Severity Level;
  llvm::StringRef Text;   ///< with %0 %1 ... for arguments
  llvm::StringRef Advice; ///< what a person can do
};

llvm::ArrayRef<DiagnosticRow> diagnosticRows();
const DiagnosticRow *findDiagnostic(unsigned Number);

/// A place in an input file; Line 0 means the whole file.
struct Place {
  std::string File;
  unsigned Line = 0, Column = 0;
};

/// Another place that a message is about.
struct RelatedPlace {
  Place Where;
  std::string Text; ///< what is there: "the condition is here"
};

/// One message about the input.
struct Diagnostic {
  diag::Id Number = diag::None;
  Place Where;
  std::vector<std::string> Arguments;
  std::vector<RelatedPlace> Related;
  std::string text() const;
  Severity severity() const;
};

/// Returns true if \p Number is about the input, and not about what it means.
inline bool isAboutInput(diag::Id Number) { return Number / 1000 == 1; }

/// Collects diagnostics from all threads; equal ones (number, place, arguments) count once.
/// all() is sorted by file, line, column, number, so that it does not depend on the order of the
/// threads.
class DiagnosticSink {
public:
  void report(Diagnostic D);
  /// From now on, places in the text \p Path are given as places in \p File.
  void standsFor(const std::string &Path, const std::string &File);
  std::vector<Diagnostic> all() const;
  bool hasErrors() const;

private:
  mutable std::mutex Lock;
  std::vector<Diagnostic> List;
  std::map<std::string, std::string> Files; ///< what texts stand for
};

} // namespace cu2cl

#endif
