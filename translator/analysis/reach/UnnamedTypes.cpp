// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/reach/UnnamedTypes.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

std::string cu2cl::nameOfUnnamed(const TagDecl *D) {
  ASTContext &Context = D->getASTContext();
  const DeclContext *Around = D->getDeclContext();
  for (const Decl *Each : Around->decls()) {
    const auto *V = dyn_cast<DeclaratorDecl>(Each);
    if (!V || isa<FunctionDecl>(V) || !V->getIdentifier())
      continue;
    QualType T = Context.getBaseElementType(V->getType());
    while (T->isPointerType())
      T = Context.getBaseElementType(T->getPointeeType());
    if (T->getAsTagDecl() != D)
      continue;
    std::string Name = V->getNameAsString() + "_type";
    while (!Around->getRedeclContext()->lookup(&Context.Idents.get(Name)).empty())
      Name += "_";
    return Name;
  }
  return "";
}
