// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_GROUPIDS_H
#define CU2CL_OPTIMIZERS_LOWERING_GROUPIDS_H

#include "optimizers/analysis/Facts.h"
#include "optimizers/tree/Make.h"
#include "llvm/ADT/StringSet.h"

namespace cu2cl::opt {

/// The work-items of a group, by number.
class GroupIds {
public:
  GroupIds(Make &M, const Kernel &K, const unsigned (&Group)[3])
      : M(M), Group(Group), Names(variableNames(K)) {}

  /// A name for a new variable of the kernel, after \p Name.
  std::string fresh(llvm::StringRef Name);
  Expr *localId(unsigned D);
  /// The number of a work-item among those of its group that differ along \p Of; null for the only
  /// one.
  Expr *linearId(Dimensions Of);
  /// Returns how many of them there are.
  unsigned sizeOf(Dimensions Of) const;

  Variable *Local[3] = {nullptr, nullptr, nullptr}; ///< local ids that were asked for

private:
  Make &M;
  const unsigned (&Group)[3];
  llvm::StringSet<> Names;
};

/// get_global_id and get_global_size for what is one, so that the group may have another size.
/// \returns an id that would change, or null.
const Expr *freeOfGroup(Kernel &K, const Facts &F, Make &M);

} // namespace cu2cl::opt

#endif
