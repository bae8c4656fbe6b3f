// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/LambdaOperators.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

llvm::SmallVector<CXXMethodDecl *, 2> cu2cl::lambdaOperators(const LambdaExpr *Lambda) {
  llvm::SmallVector<CXXMethodDecl *, 2> Out;
  if (const FunctionTemplateDecl *Generic = Lambda->getDependentCallOperator())
    for (FunctionDecl *Instance : Generic->specializations())
      Out.push_back(cast<CXXMethodDecl>(Instance));
  else
    Out.push_back(Lambda->getCallOperator());
  return Out;
}
