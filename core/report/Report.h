// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_REPORT_REPORT_H
#define CU2CL_CORE_REPORT_REPORT_H

#include "core/report/Diagnostics.h"
#include <map>
#include <string>
#include <vector>

namespace cu2cl {

/// The report's entry for one input file.
struct ReportFile {
  std::string Input;  ///< relative to the project
  std::string Path;   ///< absolute; places of diagnostics are matched with it
  std::string Before; ///< the text of the input
  struct Output {
    std::string Path; ///< relative to the output folder
    std::string Text;
  };
  std::vector<Output> Outputs; ///< host text first, then device text
};

/// Everything that the report shows. Values only, so that it does not depend on the run.
struct ReportData {
  std::string ProjectName; ///< the last component of the root
  std::string Root;        ///< absolute; removed from paths
  std::string FlagSource;
  std::string Version;
  std::vector<ReportFile> Files;              ///< by Input
  std::map<std::string, unsigned> Constructs; ///< "kernel launch" -> how many were translated
  /// How often each rule for device code fired, by what it was applied to; empty if not asked for.
  std::map<std::string, std::map<std::string, unsigned>> Rules;
  std::vector<Diagnostic> Diagnostics; ///< as DiagnosticSink::all()
};

/// "error", "approximation", "note".
const char *severityName(Severity Level);
/// \p Path without the root of the project, so that a report does not depend on the folder.
std::string reportPath(const ReportData &Data, llvm::StringRef Path);

/// The text of cu2cl-report.json.
std::string reportJson(const ReportData &Data);
/// cu2cl-report.html and, where that would be long, a page for each file, by path in the output
/// folder. No scripts or styles from elsewhere.
std::map<std::string, std::string> reportHtml(const ReportData &Data);

} // namespace cu2cl

#endif
