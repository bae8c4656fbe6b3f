// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TUNE_TUNER_H
#define CU2CL_OPTIMIZERS_TUNE_TUNER_H

#include "optimizers/tune/Port.h"
#include "optimizers/tune/Search.h"

namespace cu2cl::opt {

struct TuningOptions {
  std::string Port, Build;          ///< folders
  std::vector<std::string> Command; ///< the program and its arguments
  std::string Output;               ///< a file for CLRT_VARIANTS; empty: into the port
  std::string DatabasePath, Replay; ///< the file; the path of cu2cl-replay
  Budget Limit;
  std::map<std::string, std::string> Exact;  ///< Schedule::ExactBelow of all points
  std::pair<std::string, std::string> Spoil; ///< see Search
};

/// The result for one kernel at one size.
struct TuningRow {
  TuningKey Key;
  Found Result;
  std::string Problem; ///< why it was not tuned
  double Share = 0;    ///< of the time of all captured kernels
};

struct TuningReport {
  std::vector<TuningRow> Rows;
  std::vector<std::string> Files;    ///< that were written
  std::vector<std::string> Messages; ///< about the database
  std::string WrongFolder;           ///< where wrong variants were kept; empty: there were none
};

/// Tunes the kernels that a program launches.
/// \returns an error without text if the program's runtime has printed why it cannot be tuned.
/// \param Progress is called after each try: kernel and size class, tries, best ratio so far
using TuningProgress = llvm::function_ref<void(const TuningKey &, unsigned, double)>;
llvm::Expected<TuningReport> tune(TuningOptions Options, TuningProgress Progress);

} // namespace cu2cl::opt

#endif
