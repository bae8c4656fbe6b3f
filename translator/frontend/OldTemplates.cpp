// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/OldTemplates.h"
#include "catalog/Catalog.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace cu2cl {

bool OldTemplates::LookupUnqualified(LookupResult &Result, Scope *) {
  const IdentifierInfo *Name = Result.getLookupName().getAsIdentifierInfo();
  if (!Name || Result.isForRedeclaration() || !catalog::isOldTemplate(Name->getName()))
    return false;
  ASTContext &Context = Result.getSema().Context;
  // Of the bundled headers: cuda/texture_fetch_functions.h.
  IdentifierInfo &Space = Context.Idents.get("__cu2cl_references");
  for (NamedDecl *N : Context.getTranslationUnitDecl()->lookup(&Space))
    if (auto *Namespace = dyn_cast<NamespaceDecl>(N))
      for (NamedDecl *Found : Namespace->lookup(Name))
        if (isa<ClassTemplateDecl>(Found))
          Result.addDecl(Found);
  Result.resolveKind();
  return !Result.empty();
}

} // namespace cu2cl
