// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TUNE_DATABASE_H
#define CU2CL_OPTIMIZERS_TUNE_DATABASE_H

#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cu2cl::opt {

/// The key of a measurement.
struct TuningKey {
  std::string Platform, Device, Driver, Kernel, Hash, Options, SizeClass;
  bool operator<(const TuningKey &K) const;
  bool isSameProgram(const TuningKey &K) const; ///< but for the kernel and the size class
};

/// The result of one evaluation.
struct Evaluation {
  std::string Outcome; ///< ok, wrong, failed (does not build, crashed, took too long), unmet
  std::string Why;
  std::vector<double> Plain, Variant; ///< nanoseconds, measured in turn
  double ratio() const;               ///< of the medians, plain to variant; 0 if it was not timed
  unsigned wins() const;
};

/// The choice for a key, and its cost.
struct Decision {
  std::string Schedule; ///< empty: plain
  double Speedup = 1, Low = 1, High = 1;
  unsigned Evaluations = 0, Seconds = 0; ///< the budget it was made with; 0: no limit
};

/// A file of lines, one for each thing that was measured or decided. Lines are only ever appended,
/// each whole or not at all, so that nothing is lost when a run ends in its midst or the disk is
/// full. One that was not opened is of no file, and keeps what is added as long as it lives.
class Database {
public:
  /// \returns the database of \p Path, which need not exist but is no device and no pipe;
  /// \p Skipped counts lines that are none of ours.
  static llvm::Expected<Database> open(const std::string &Path, unsigned &Skipped,
                                       unsigned &FirstSkipped);

  const Evaluation *find(const TuningKey &K, const std::string &Schedule, bool Confirmed) const;
  const Decision *decision(const TuningKey &K) const;
  const std::map<TuningKey, Decision> &decisions() const { return Decisions; }

  llvm::Error add(const TuningKey &K, const std::string &Schedule, bool Confirmed,
                  const Evaluation &E);
  llvm::Error decide(const TuningKey &K, const Decision &D);

private:
  struct Entries {
    std::map<std::string, Evaluation> Tried, Confirmed;
  };
  bool read(llvm::StringRef Line);
  llvm::Error append(std::string Line);

  std::string Path;
  bool EndsWithNewline = true;
  std::map<TuningKey, Entries> Known;
  std::map<TuningKey, Decision> Decisions;
};

double median(std::vector<double> Values);

} // namespace cu2cl::opt

#endif
