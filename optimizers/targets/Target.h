// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TARGETS_TARGET_H
#define CU2CL_OPTIMIZERS_TARGETS_TARGET_H

#include "optimizers/variant/VariantFile.h"

namespace cu2cl::opt {

/// A kind of devices and what is known to help there (targets/Targets.def).
struct Target {
  struct Offer {
    unsigned Features;
    std::string Steps;
    uint64_t Least;   ///< for launches of that many work-items and more
    const char *When; ///< what else a contract asks of them; empty for nothing
  };
  const char *Name;
  const char *Kind;   ///< the target that this one is a narrower case of; empty for none
  const char *Device; ///< tests of the //@device lines (docs/variants.md), one line for each set
  std::vector<Offer> Offers;
};

/// All targets; findTarget() gives null for a name that is none.
const std::vector<Target> &targets();
const Target *findTarget(llvm::StringRef Name);

/// \p Name's target after those that are narrower cases of it: the first that serves a device is
/// the best known there. Empty for a name that is none.
std::vector<const Target *> targetsNamed(llvm::StringRef Name);

/// Takes out of \p Narrow the kernels of which \p Wide has the same code.
void leaveOutSame(std::vector<KernelVariants> &Narrow, llvm::ArrayRef<KernelVariants> Wide);

/// The variants of \p From's kernels for \p T: for each kernel the first schedule that the target
/// offers, that is legal, and that leaves no lane to be computed by itself; after one that is for
/// large launches, the next one, too. Kernels without one are left out.
std::vector<KernelVariants> chooseVariants(const Source &From, const Target &T);

} // namespace cu2cl::opt

#endif
