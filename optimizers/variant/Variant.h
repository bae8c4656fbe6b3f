// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_VARIANT_VARIANT_H
#define CU2CL_OPTIMIZERS_VARIANT_VARIANT_H

#include "optimizers/schedule/Schedule.h"
#include "optimizers/tree/Source.h"
#include <map>

namespace cu2cl::opt {

/// A kernel after a schedule: its contract lines (docs/variants.md) and its text.
struct Variant {
  std::string Name, Text;
  std::map<std::string, std::string> Helpers; ///< functions that it needs, by name; a header
  unsigned LanesAlone = 0;    ///< places where lanes are read or computed one by one, but for tails
  unsigned LanesTogether = 0; ///< loads and stores of whole vectors
};

/// Makes the variant of \p Kernel that \p S asks for.
/// \param Target a word for the contract's first line
/// \returns a Refusal if a step is not legal here.
llvm::Expected<Variant> makeVariant(const Source &From, const clang::FunctionDecl *Kernel,
                                    const Schedule &S, llvm::StringRef Name,
                                    llvm::StringRef Target);

/// A name for the variant that can be guessed: coulomb_x16, sgemm_x32_y6.
std::string variantName(llvm::StringRef Kernel, const Schedule &S);

} // namespace cu2cl::opt

#endif
