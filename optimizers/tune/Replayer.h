// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TUNE_REPLAYER_H
#define CU2CL_OPTIMIZERS_TUNE_REPLAYER_H

#include "optimizers/tune/Capture.h"
#include "optimizers/tune/Database.h"

namespace cu2cl::opt {

/// The source of a search's measurements.
class Evaluator {
public:
  virtual ~Evaluator() = default;
  /// False: \p Schedule is no point of the search, as if a step were refused.
  virtual bool offers(llvm::StringRef) const { return true; }
  /// Tries the variant \p Name of the file with \p Text. \param Pairs how often both are timed
  virtual llvm::Expected<Evaluation> run(llvm::StringRef Text, llvm::StringRef Name, unsigned Pairs,
                                         bool GivesUp) const = 0;
};

/// Runs variants of one captured launch in a process of their own (cu2cl-replay): one that crashes
/// or hangs costs one try.
class Replayer : public Evaluator {
public:
  /// \param Program the path of cu2cl-replay
  /// \param Folder where files may be written
  Replayer(std::string Program, std::string Folder, std::string CaptureFile, const Capture &C,
           llvm::ArrayRef<unsigned> Poisoned);

  llvm::Expected<Evaluation> run(llvm::StringRef Text, llvm::StringRef Name, unsigned Pairs,
                                 bool GivesUp) const override;

private:
  unsigned secondsFor(unsigned Pairs) const;

  std::string Program, Folder, CaptureFile, Poison;
  double PlainSeconds;
};

} // namespace cu2cl::opt

#endif
