// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/Closures.h"

using namespace clang;

namespace cu2cl {

const CXXRecordDecl *closureOf(const FunctionDecl *F) {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  return M && M->getParent()->isLambda() ? M->getParent() : nullptr;
}

const FieldDecl *captureField(const FunctionDecl *F, const ValueDecl *D) {
  const CXXRecordDecl *Closure = closureOf(F);
  if (!Closure)
    return nullptr;
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
  FieldDecl *This = nullptr;
  Closure->getCaptureFields(Fields, This);
  return D ? Fields.lookup(D) : This;
}

} // namespace cu2cl
