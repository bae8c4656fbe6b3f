// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_PIPELINE_H
#define CU2CL_TOOL_PIPELINE_H

#include "analysis/hostpointers/DevicePointers.h"
#include "core/report/Report.h"
#include "frontend/ParsedUnit.h"
#include "project/intake/Project.h"
#include "project/output/OutputTree.h"
#include <functional>
#include <set>

namespace cu2cl {

/// The time of one step of the pipeline, child processes included.
struct StepTime {
  std::string Step;
  double Wall = 0, Cpu = 0; ///< seconds
};

/// Everything that decides what a run does.
struct PipelineOptions {
  IntakeOptions Intake;
  FrontendOptions Frontend;
  WriteOptions Write;
  std::vector<std::string> Targets; ///< devices to write variants of kernels for
  unsigned Threads = 1;
  bool DryRun = false;          ///< do everything but write
  bool Check = true;            ///< parse the output
  bool CountRules = false;      ///< fill ReportData::Rules
  bool ExplainPointers = false; ///< fill PipelineResult::Pointers
  std::set<std::string> Dumps;  ///< fill PipelineResult::Dumps (KernelDecisions::Dumps; "output")
  bool TakeTimes = false;       ///< fill PipelineResult::Times
  /// Called from any thread after each unit: how many of how many are parsed.
  std::function<void(unsigned Done, unsigned All)> Progress;
};

struct PipelineResult {
  bool Usable = false; ///< false: the input or the output folder was refused; see the diagnostics
  bool Unchanged = false;  ///< the output of the former run is what this one would make
  unsigned Translated = 0; ///< files
  unsigned Sources = 0;    ///< command lines
  unsigned Kept = 0;       ///< of these, what the former run made was taken as it was
  ReportData Report;
  WriteResult Written;
  /// For --explain-pointers: each device pointer with its chain of evidence.
  std::vector<std::pair<ExplainedPointer, std::vector<PointerEvidence>>> Pointers;
  std::vector<std::pair<std::string, std::string>> Dumps; ///< a title, and the text
  std::vector<StepTime> Times;                            ///< in the order of the steps
};

/// Ports a project: input, parse, analyse, print, rewrite, check, write. Diagnostics go to \p Sink.
PipelineResult runPipeline(const PipelineOptions &Options, DiagnosticSink &Sink);

} // namespace cu2cl

#endif
