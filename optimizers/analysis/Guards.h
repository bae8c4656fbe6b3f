// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_ANALYSIS_GUARDS_H
#define CU2CL_OPTIMIZERS_ANALYSIS_GUARDS_H

#include "optimizers/analysis/Facts.h"

namespace cu2cl::opt {

/// `id + Offset < Bound` along one dimension, where the bound is equal for all work-items.
struct UpperBound {
  unsigned Dimension = 0;
  int64_t Offset = 0;
  const Expr *Id = nullptr;     ///< the side of the comparison with the id
  const Expr *Bound = nullptr;  ///< the other one, or a part of min() there
  const Expr *Clause = nullptr; ///< the comparison in the source
  bool Leaves = false;          ///< the work is left out where it holds
};

/// `id >= Least` along one dimension, where Least is above 0.
struct LowerBound {
  unsigned Dimension = 0;
  int64_t Least = 0;
};

/// A variable that is the global id of a dimension and a constant.
struct IdVariable {
  Variable *Var = nullptr;
  unsigned Dimension = 0;
  int64_t Offset = 0;
};

/// The statements between a kernel's begin and its work: ids and the guards of CUDA's grids.
struct Guards {
  std::vector<IdVariable> Ids;
  std::vector<UpperBound> Bounds;
  /// The statements ahead of the last guard that are neither ids nor upper bounds, in their order:
  /// declarations, and other conditions for the work to be done.
  struct Part {
    Stmt *Declared = nullptr;
    const Expr *Condition = nullptr;
    bool Leaves = false; ///< the work is left out where it holds (`if (condition) return;`)
    std::optional<LowerBound> Lower = std::nullopt; ///< what the condition says, if it is one
  };
  std::vector<Part> Before;
  Block Work; ///< what runs where all guards hold
};

/// Finds `if (id >= bound || ...) return;` at the begin of \p F's kernel and an
/// `if (id < bound && ...) { ... }` that is its last statement.
Guards findGuards(const Facts &F);

} // namespace cu2cl::opt

#endif
