// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Collects the types and variables that kernels reach, in the order of dependence.

#include "analysis/reach/DeviceCallGraphBuilder.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cu2cl {

/// Records what \p T needs to be emitted, dependencies first.
void DeviceCallGraphBuilder::type(QualType T) {
  if (T.isNull())
    return;
  if (const auto *Typedef = T->getAs<TypedefType>()) {
    type(Typedef->getDecl()->getUnderlyingType());
    typeDecl(Typedef->getDecl());
    return;
  }
  const Type *Ty = T.getTypePtr();
  if (Ty->isPointerType() || Ty->isReferenceType())
    return type(Ty->getPointeeType());
  if (const ArrayType *A = Device.context().getAsArrayType(T))
    return type(A->getElementType());
  if (const auto *F = Ty->getAs<FunctionProtoType>()) {
    type(F->getReturnType());
    for (QualType P : F->param_types())
      type(P);
    return;
  }
  if (const TagDecl *D = Ty->getAsTagDecl())
    typeDecl(D->getDefinition() ? D->getDefinition() : D);
}

/// Notes that the layout of \p T, and of what it consists of or leads to, can be seen.
void DeviceCallGraphBuilder::observe(QualType T) {
  T = QualType(T->getBaseElementTypeUnsafe(), 0);
  if (!T->getPointeeType().isNull())
    return observe(T->getPointeeType());
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || !Reach->Observed.insert(R).second)
    return;
  for (const FieldDecl *F : R->fields())
    observe(F->getType());
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      observe(B.getType());
}

void DeviceCallGraphBuilder::typeDecl(const TypeDecl *D) {
  if (isSystem(D) || !Seen.insert(D).second)
    return;
  if (const auto *R = dyn_cast<CXXRecordDecl>(D); R && R->isLambda())
    return;
  if (const auto *R = dyn_cast<RecordDecl>(D)) {
    if (const auto *C = dyn_cast<CXXRecordDecl>(R); C && C->hasDefinition())
      for (const CXXBaseSpecifier &B : C->bases())
        type(B.getType());
    for (const FieldDecl *F : R->fields()) {
      type(F->getType());
      if (R->isUnion())
        observe(F->getType());
    }
  }
  Reach->Types.push_back(D);
}

void DeviceCallGraphBuilder::use(const VarDecl *V) {
  V = V->getCanonicalDecl();
  if (const VarDecl *Def = V->getDefinition())
    V = Def;
  if (!V->hasGlobalStorage() || isSystem(V)) // threadIdx and its like
    return;
  type(V->getType());
  if (deviceStorage(V) == DeviceStorage::None) {
    if (Seen.insert(V).second) {
      Reach->Constants.push_back(V);
      bool Outer = std::exchange(Constant, Constant || isComputedConstant(V));
      walk(V->getInit());
      Constant = Outer;
    }
    return;
  }
  if (V->isStaticLocal() && deviceStorage(V) == DeviceStorage::Global && !hasStaticSymbol(V) &&
      Seen.insert(V).second)
    report(diag::StaticLocalVariable, V->getLocation(), {V->getNameAsString()});
  if (DeviceStorage S = deviceStorage(V);
      S == DeviceStorage::Constant || S == DeviceStorage::Global)
    observe(V->getType());
  auto &Uses = Reach->Uses[Current];
  if (!llvm::is_contained(Uses, V))
    Uses.push_back(V);
  if (Seen.insert(V).second)
    Reach->Variables.push_back(V);
}

} // namespace cu2cl
