// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_VARIANT_VARIANTFILE_H
#define CU2CL_OPTIMIZERS_VARIANT_VARIANTFILE_H

#include "optimizers/variant/Variant.h"

namespace cu2cl::opt {

/// The variants of one kernel, in the order in which a launch tries them.
struct KernelVariants {
  const clang::FunctionDecl *Kernel = nullptr;
  std::vector<Variant> Made;
};

/// \p Name, or with a letter after it if the file or a variant has it.
std::string freshVariantName(const Source &From, llvm::ArrayRef<KernelVariants> Others,
                             const KernelVariants &Own, const std::string &Name);

/// The text of a variant file: \p From with its variants in the place of their kernels, and without
/// its other kernels.
/// \param Device the tests of the //@device line (docs/variants.md)
/// \param Origins its //@from lines
std::string variantFile(const Source &From, llvm::ArrayRef<KernelVariants> Variants,
                        llvm::StringRef Device, llvm::StringRef Origins = "");

} // namespace cu2cl::opt

#endif
