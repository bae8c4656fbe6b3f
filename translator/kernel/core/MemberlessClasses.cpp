// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/MemberlessClasses.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/reach/FunctionPointers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace cu2cl {

static bool isMemberlessClass(const CXXRecordDecl *R) {
  return R && R->hasDefinition() && R->isEmpty() && isOfDeviceLibrary(R);
}

bool isMemberless(QualType T) {
  return isMemberlessClass(T.getNonReferenceType()->getAsCXXRecordDecl());
}

bool leavesOut(const DeviceUnit &Unit, const FunctionDecl *F, const ParmVarDecl *D) {
  return isMemberless(D->getType()) && !F->hasAttr<CUDAGlobalAttr>() &&
         !hasTargets(*Unit.Reach, F->getType()->getAs<FunctionProtoType>());
}

bool leavesOut(const VarDecl *V) {
  return V->hasLocalStorage() && isMemberless(V->getType()) &&
         (!V->getInit() || isSafeToSpeculate(V->getInit(), V->getASTContext()));
}

bool leavesOutObject(const CXXMethodDecl *M) { return isMemberlessClass(M->getParent()); }

} // namespace cu2cl
