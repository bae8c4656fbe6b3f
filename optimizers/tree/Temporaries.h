// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TREE_TEMPORARIES_H
#define CU2CL_OPTIMIZERS_TREE_TEMPORARIES_H

#include "optimizers/tree/Make.h"

namespace cu2cl::opt {

/// Gives objects that have none a name, `(T[1]){(T){0}}` and `&(T){0}`: cu2cl writes so the
/// temporaries of C++ that a function gets by reference. Their variables are declared ahead of the
/// statement, so only those are named whose value does not depend on where that is.
class Temporaries {
public:
  explicit Temporaries(Make M) : M(M) {}

  /// True if the value of \p C, an array or a structure, is made of constants and addresses of
  /// variables, or by a constructor of these.
  bool mayBeNamed(const clang::CompoundLiteralExpr *C) const;
  /// The variable for \p C, with \p Initial as its value. \p Taken gets its name.
  Variable *named(const clang::CompoundLiteralExpr *C, Expr *Initial, llvm::StringSet<> &Taken);

  bool IsOpen = false; ///< the statement that is built may have declarations ahead of it
  Block Ahead;         ///< these

private:
  Make M;
};

} // namespace cu2cl::opt

#endif
