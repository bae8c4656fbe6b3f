// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_ALIASEDPOINTERS_H
#define CU2CL_ANALYSIS_EFFECTS_ALIASEDPOINTERS_H

#include "analysis/reach/DeviceCallGraph.h"

namespace cu2cl {

/// Pointers and references to numbers of one type in memory that is used as another type, too, and
/// classes whose objects are.
struct AliasedPointers {
  /// Variables, parameters, members that are or hold such pointers; functions that give them back.
  llvm::DenseSet<const clang::ValueDecl *> Declarations;
  llvm::DenseSet<const clang::ExplicitCastExpr *> Casts; ///< that make one
  llvm::DenseSet<const clang::RecordDecl *> Records;     ///< classes of such memory, by definition
};

AliasedPointers aliasedPointers(const DeviceCallGraph &Reach, const clang::ASTContext &Context);

} // namespace cu2cl

#endif
