// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/StaticLocals.h"
#include "analysis/DeviceReach.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace cu2cl;

namespace {
class StaticLocalFinder : public RecursiveASTVisitor<StaticLocalFinder> {
public:
  std::vector<const VarDecl *> Found;
  bool VisitVarDecl(VarDecl *V) {
    if (V->isStaticLocal() && deviceStorage(V) == DeviceStorage::Global)
      Found.push_back(V);
    return true;
  }
};
} // namespace

std::vector<const VarDecl *> cu2cl::staticLocals(const FunctionDecl *F) {
  StaticLocalFinder Finder;
  if (const FunctionTemplateDecl *Template = F->getDescribedFunctionTemplate()) {
    for (const FunctionDecl *Instance : Template->specializations())
      if (Instance->isTemplateInstantiation())
        for (const VarDecl *V : staticLocals(Instance))
          Finder.Found.push_back(V);
  } else if (const auto *M = dyn_cast<CXXMethodDecl>(F);
             M && M->getParent()->getDescribedClassTemplate()) {
    for (const CXXRecordDecl *Class :
         M->getParent()->getDescribedClassTemplate()->specializations())
      for (const CXXMethodDecl *Instance : Class->methods())
        if (Instance->getInstantiatedFromMemberFunction() == M)
          for (const VarDecl *V : staticLocals(Instance))
            Finder.Found.push_back(V);
  } else if (!F->isDependentContext() && F->doesThisDeclarationHaveABody()) {
    Finder.TraverseStmt(F->getBody());
  }
  return std::move(Finder.Found);
}
