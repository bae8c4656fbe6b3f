// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_ANALYSIS_CONTRACTION_H
#define CU2CL_OPTIMIZERS_ANALYSIS_CONTRACTION_H

#include "optimizers/analysis/Facts.h"

namespace cu2cl::opt {

/// OpenCL C lets a compiler make one operation, rounded once, of a product and the sum that it is
/// an operand of. Clang does so where both are in one expression, so a step that parts them, joins
/// them or makes a constant of one changes bits.
///
/// A floating-point operand of a sum, without what compilers see through.
struct Addend {
  const Expr *Value;
  bool IsNegated = false;
  bool HasEffect = false; ///< what was taken off has one

  bool isProduct() const;
};

/// \p E without a sign, casts to its own type, the left sides of commas and the arms that a
/// constant condition never takes.
Addend addendOf(const Source &From, const Expr *E);

/// The floating-point operands of \p E, if that is a sum: both of `a + b`, the right one of
/// `a += b`.
llvm::SmallVector<const Expr *, 2> addendsOf(const Expr *E);

/// Calls \p Visit for the addends of all sums in \p E.
void forEachAddend(const Expr *E, llvm::function_ref<void(const Expr *)> Visit);

/// Whether a part of an expression is about to become a constant.
using IsKnown = llvm::function_ref<bool(const Expr *)>;

/// The form of an addend once all that \p Known says is a constant.
enum class AddendBecomes {
  Same,
  Product, ///< a choice by a condition that is a constant then, and may be a product
  Constant ///< a product of which only its value remains
};
AddendBecomes addendBecomes(const Source &From, const Expr *E, IsKnown Known);

/// The most that becomes of an addend in \p B.
AddendBecomes addendsBecome(const Source &From, const Block &B, IsKnown Known);

} // namespace cu2cl::opt

#endif
