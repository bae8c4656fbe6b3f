// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_VALUERANGE_H
#define CU2CL_ANALYSIS_EFFECTS_VALUERANGE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace cu2cl {

/// The range of an integer's values, both ends included.
struct ValueRange {
  int64_t Low, High;
};

/// The range of integer expression \p E in device function \p F, as far as its text tells:
/// constants, masks, remainders, sums, locals that are set once, counters of plain loops. Nothing
/// if it may be anything that its type holds and that is more than 32 bits, or if it may overflow.
std::optional<ValueRange> rangeOf(const clang::ASTContext &Context, const clang::FunctionDecl *F,
                                  const clang::Expr *E);

} // namespace cu2cl

#endif
