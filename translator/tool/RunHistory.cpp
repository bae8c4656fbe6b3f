// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The steps of the pipeline that save a run which would make again what is there.

#include "project/intake/FolderScan.h"
#include "tool/PipelineSteps.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace clang;

namespace cu2cl {

/// Returns what decides on each unit beside the project and its files: this program, its options,
/// and the variables that tell Clang where headers are.
std::vector<std::string> RunHistory::settingsOf(const PipelineOptions &Options) {
  std::string Tool;
  std::vector<std::string> Lines;
  // A tool that was built anew may do anything else.
  if (readFile(llvm::sys::fs::getMainExecutable(nullptr, nullptr), Tool))
    Lines.push_back(quickHash(Tool));
  Lines.push_back(getClangFullVersion());
  for (bool Flag : {Options.Check, Options.Write.KernelsOnly, Options.CountRules})
    Lines.push_back(Flag ? "1" : "0");
  Lines.insert(Lines.end(), Options.Dumps.begin(), Options.Dumps.end());
  Lines.push_back(Options.Frontend.CudaPath);
  for (const char *Name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    Lines.push_back(llvm::sys::Process::GetEnv(Name).value_or(""));
  return Lines;
}

/// Returns what decides on the result: \p Settings, and the targets. Variants are made of what the
/// units have given.
static std::vector<std::string> withTargets(std::vector<std::string> Settings,
                                            const PipelineOptions &Options) {
  for (const std::string &Target : Options.Targets)
    Settings.push_back("target " + Target);
  return Settings;
}

/// Takes the result of the former run if this one would be the same.
bool RunHistory::isSameRun(PipelineResult &Result) {
  if (Options.DryRun || Options.ExplainPointers || !Options.Dumps.empty())
    return false;
  std::vector<std::string> Output;
  std::optional<RunRecord> Former =
      sameRun(P, withTargets(Settings, Options), Options.Write, Output);
  if (!Former)
    return false;
  for (const Diagnostic &D : Former->Diagnostics)
    Sink.report(D);
  Result.Unchanged = true;
  Result.Translated = Former->Translated;
  Result.Report.ProjectName = llvm::sys::path::filename(P.Root).str();
  Result.Report.FlagSource = describeFlagSource(P);
  Result.Report.Diagnostics = Sink.all();
  Result.Written = {true, std::move(Output)};
  return true;
}

/// Returns what the manifest is to say of this run. Nothing if something was missing that may be
/// there the next time: a header, a folder of headers, a file that could not be read.
std::optional<RunRecord> RunHistory::record(const ReportData &Report) {
  RunRecord R;
  R.Diagnostics = Sink.all();
  for (const Diagnostic &D : R.Diagnostics)
    if (D.Number == diag::HostFilesNotChecked ||
        (isAboutInput(D.Number) && D.severity() == Severity::Error))
      return std::nullopt;
  std::set<std::string> Read(P.OtherFiles.begin(), P.OtherFiles.end());
  Read.insert(P.Headers.begin(), P.Headers.end());
  for (const UnitState &U : Units)
    Read.insert(U.Now.Inputs.begin(), U.Now.Inputs.end());
  for (const std::string &Path : Read)
    if (llvm::sys::fs::exists(Path)) {
      if (!Hashes.of(Path)) // written since
        return std::nullopt;
      R.Inputs.push_back(Path);
    }
  R.Translated = Report.Files.size();
  std::optional<std::string> Key = runKey(P, withTargets(Settings, Options), R.Inputs);
  if (!Key)
    return std::nullopt;
  R.Key = *Key;
  return R;
}

void RunHistory::readRecords() {
  Hashes.begin(); // after what the intake may have written
  RunKey = runKey(P, Settings, {}).value_or("");
  std::string Content;
  if (!Options.Write.Force && !Options.Write.OutputDir.empty() &&
      readFile(Options.Write.OutputDir + "/" + UnitRecordsName, Content))
    Former = readFormerRun(Content, P);
}

std::string RunHistory::writeRecords() const {
  FormerRun Saved;
  for (const UnitState &U : Units)
    if (!U.Now.Key.empty())
      Saved.Units.emplace(U.Now.Command, U.Now);
  Saved.ChecksKey = keyOfLines(Settings, P);
  Saved.Checks = Checks;
  return Saved.Units.empty() && Checks.empty() ? std::string() : writeFormerRun(Saved, P);
}

} // namespace cu2cl
