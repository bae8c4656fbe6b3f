// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/TypeParts.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

bool anyPart(QualType T, llvm::function_ref<bool(QualType)> Is) {
  T = QualType(T->getBaseElementTypeUnsafe(), 0);
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R)
    return Is(T);
  const auto *C = dyn_cast<CXXRecordDecl>(R);
  return llvm::any_of(R->fields(), [&](const FieldDecl *F) { return anyPart(F->getType(), Is); }) ||
         (C && llvm::any_of(C->bases(),
                            [&](const CXXBaseSpecifier &B) { return anyPart(B.getType(), Is); }));
}

QualType innermostType(QualType T) {
  while (!T->getPointeeType().isNull() || T->isArrayType())
    T = T->isArrayType() ? QualType(T->getArrayElementTypeNoTypeQual(), 0) : T->getPointeeType();
  return T;
}

} // namespace cu2cl
