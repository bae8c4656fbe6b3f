// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Components of vectors that are written alone.
//   v[i].y = a      *((__global float *)&v[i] + 1) = a
//
// Precondition: the vector lies in global or shared memory, and other threads may write its other
// components at the same time (VectorStores.h).
// Effect: a store to a scalar, which leaves the other components alone.

#include "kernel/core/Rules.h"
#include "kernel/core/VectorStores.h"

using namespace clang;

namespace cu2cl {

std::optional<Fragment> printWrittenComponent(KernelPrinter &P, const Stmt *S) {
  const auto *M = dyn_cast<MemberExpr>(S);
  if (!M || !P.unit().ComponentStores.isAlone(M))
    return std::nullopt;
  AddressSpace Space = P.unit().Spaces.storage(P.version(), M);
  if (Space != AddressSpace::Global && Space != AddressSpace::Local)
    return std::nullopt;
  return Fragment::dereference(P.Lvalues.printAddress(M));
}

} // namespace cu2cl
