// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_OUTPUT_OUTPUTTREE_H
#define CU2CL_PROJECT_OUTPUT_OUTPUTTREE_H

#include "project/output/Layout.h"
#include "project/output/RunRecord.h"
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cu2cl {

/// One file that the translator made.
struct OutputFile {
  enum FileKind {
    Host,      ///< host source or header
    Device,    ///< .cl or .clh
    Handles,   ///< x_kernels.hpp
    Generated, ///< reports, CMakeLists.txt, clrt
  };
  std::string Content;
  std::string Origin; ///< absolute path of the input file; empty if there is none
  FileKind Kind = Generated;
  /// For a host source: output paths of the programs (.cl) whose handles it uses, through headers
  /// too. The targets of the source embed them.
  std::vector<std::string> Programs;
  /// For a program (.cl): output paths of the variants of its kernels, in the order of the targets.
  std::vector<std::string> Variants = {};
};

/// Relative output path ('/') to content. Input files that are no Origin here are copied untouched.
using OutputFiles = std::map<std::string, OutputFile>;

struct WriteOptions {
  std::string OutputDir;        ///< absolute
  bool Force = false;           ///< overwrite what a person edited
  bool KernelsOnly = false;     ///< only .cl and .clh and what they need
  std::string Version;          ///< of cu2cl, for the manifest
  std::optional<RunRecord> Run; ///< for the manifest
  std::string UnitRecords;      ///< content of the file UnitRecordsName; empty for none
};

/// The file of an output folder that says what its units gave, for the next run
/// (tool/UnitRecord.h). Not part of the port.
inline constexpr const char *UnitRecordsName = ".cu2cl-units";

/// The result of writeProject.
struct WriteResult {
  bool Written = false;           ///< the output folder holds the port
  std::vector<std::string> Files; ///< relative paths, sorted
};

/// Tells whether \p Options.OutputDir may be written: it does not exist, is empty, or holds output
/// of cu2cl that nobody edited. Else reports 1030-1039 and returns false. Called before any work is
/// done, so that a refusal is quick.
bool checkOutputFolder(const Project &P, const WriteOptions &Options, DiagnosticSink &Sink);

/// The former run over \p P whose output lies in \p Options.OutputDir, if a run with \p Settings
/// (see runKey) would make the same again: nothing that was read has changed, nothing in the output
/// has.
/// \p Files gets the relative paths of the output. Nothing if anything is different or unknown.
std::optional<RunRecord> sameRun(const Project &P, const std::vector<std::string> &Settings,
                                 const WriteOptions &Options, std::vector<std::string> &Files);

/// Writes \p Files and the untouched files of \p P, with a manifest. Everything is assembled in a
/// folder beside the output folder and renamed into place at the end: a full disk or a killed run
/// leaves the output as it was. The input is only read.
WriteResult writeProject(const Project &P, const Layout &L, const OutputFiles &Files,
                         const WriteOptions &Options, DiagnosticSink &Sink);

} // namespace cu2cl

#endif
