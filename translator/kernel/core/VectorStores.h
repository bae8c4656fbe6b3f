// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_VECTORSTORES_H
#define CU2CL_KERNEL_CORE_VECTORSTORES_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"

namespace cu2cl {

class DeviceCallGraph;

/// Stores to components of vectors that must not touch the other components.
///
/// OpenCL compilers write `v.x = a` as a load of the whole vector and a store of it. In CUDA v.x is
/// a variable of its own: one thread may write v.x while another writes v.y. Here the second store
/// could bring back the old v.x.
///
/// Stores of one list of statements to all components of a vector may stay as they are: whoever
/// writes a component of that vector at the same time has a race in CUDA, too. All others are told
/// here.
class VectorStores {
public:
  /// Looks at all functions of \p Reach.
  explicit VectorStores(const DeviceCallGraph &Reach, const clang::ASTContext &Context);
  /// True if the component \p M, which is written, must be written alone.
  bool isAlone(const clang::MemberExpr *M) const { return Alone.count(M); }

private:
  llvm::DenseSet<const clang::MemberExpr *> Alone;
};

/// The number of the component of a vector that \p M names; -1 if it names something else, or a
/// member of a vector that is a struct in OpenCL.
int vectorComponent(const clang::MemberExpr *M);

} // namespace cu2cl

#endif
