// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names of what finds the handle of a launch in a template or macro.

#include "host/calls/HandleFinders.h"
#include "host/unit/FreeNames.h"
#include "host/unit/HostUnit.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace cu2cl {

std::vector<const FunctionTemplateDecl *> kernelOverloads(const FunctionTemplateDecl *Template) {
  const SourceManager &SM = Template->getASTContext().getSourceManager();
  std::vector<const FunctionTemplateDecl *> All;
  for (const NamedDecl *D :
       Template->getDeclContext()->getRedeclContext()->lookup(Template->getDeclName()))
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D);
        T && T->getTemplatedDecl()->hasAttr<CUDAGlobalAttr>() &&
        !llvm::is_contained(All, T->getCanonicalDecl()))
      All.push_back(T->getCanonicalDecl());
  llvm::sort(All, [&](const FunctionTemplateDecl *A, const FunctionTemplateDecl *B) {
    return SM.isBeforeInTranslationUnit(A->getLocation(), B->getLocation());
  });
  return All;
}

std::string byArguments(const HostUnit &U, const FunctionTemplateDecl *Template) {
  const std::vector<const FunctionTemplateDecl *> All = kernelOverloads(Template);
  const size_t Index = llvm::find(All, Template->getCanonicalDecl()) - All.begin();
  return freeName(U.Side,
                  Template->getNameAsString() + "_for" +
                      (Index == 0 || Index == All.size() ? "" : "_" + std::to_string(Index + 1)));
}

std::string byOverload(const HostUnit &U, StringRef Name) {
  const size_t Last = Name.rfind(':') + 1; // of no qualifier: 0
  return Name.take_front(Last).str() + freeName(U.Side, (Name.drop_front(Last) + "_chosen").str());
}

const FunctionDecl *kernelPattern(const FunctionDecl *Kernel) {
  const FunctionTemplateDecl *Template = Kernel->getPrimaryTemplate();
  return Template ? Template->getCanonicalDecl()->getTemplatedDecl() : Kernel->getCanonicalDecl();
}

bool canChoose(const FunctionDecl *Pattern) {
  const FunctionTemplateDecl *Template = Pattern->getDescribedFunctionTemplate();
  return !Template || llvm::all_of(*Template->getTemplateParameters(), [](const NamedDecl *P) {
    return !P->getName().empty() && !P->isImplicit();
  });
}

} // namespace cu2cl
