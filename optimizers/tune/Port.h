// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TUNE_PORT_H
#define CU2CL_OPTIMIZERS_TUNE_PORT_H

#include "optimizers/tune/Capture.h"
#include "optimizers/tune/Database.h"
#include "optimizers/variant/VariantFile.h"

namespace cu2cl::opt {

/// The schedules that were chosen for the kernels of one program, by size class: "8.7.0".
struct Winner {
  std::string Kernel, SizeClass, Schedule; ///< no schedule: plain
};

/// A message as an error.
llvm::Error tuningError(const llvm::Twine &Message);

/// The file of the port \p Folder that the program of \p C was made from, parsed as it was built.
/// \returns an error if there is none, or it has another text by now.
llvm::Expected<std::unique_ptr<Source>> portSource(const std::string &Folder, const Capture &C);
/// The captured text itself, which has its includes in it.
llvm::Expected<std::unique_ptr<Source>> capturedSource(const Capture &C);

/// The text of a file with \p Winners, each for launches of at least its size; empty if plain won
/// everywhere.
llvm::Expected<std::string> winnersText(const Source &From, std::vector<Winner> Winners,
                                        const TuningKey &Device);

/// Puts \p Text beside \p Program, a file of the port \p Folder, and into its CMakeLists.txt.
/// \returns the name of the file.
llvm::Expected<std::string> addToPort(const std::string &Folder, const std::string &Program,
                                      const std::string &Text);

} // namespace cu2cl::opt

#endif
