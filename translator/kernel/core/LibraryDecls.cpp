// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/LibraryDecls.h"
#include "analysis/dialect/Dialect.h"
#include "catalog/Catalog.h"
#include "clang/AST/DeclTemplate.h"

namespace cu2cl {

diag::Id deviceDiagnosticOf(const ParsedSide &Side, const clang::Decl *D, diag::Id Otherwise) {
  std::string Path = D && D->getLocation().isValid() ? Side.pathOf(D->getLocation()) : "";
  llvm::StringRef Name = Path;
  if (!Name.consume_front(cudaHeaderRoot()) || !Name.consume_front("/"))
    return Otherwise;
  const catalog::Header *Header = catalog::findHeader(Name);
  return Header && Header->DeviceDiag ? diag::Id(Header->DeviceDiag) : Otherwise;
}

/// Returns true if \p A is what \p Parameter has by default.
static bool isDefault(const clang::ASTContext &Context, const clang::NamedDecl *Parameter,
                      const clang::TemplateArgument &A) {
  if (const auto *P = llvm::dyn_cast<clang::TemplateTypeParmDecl>(Parameter)) {
    if (!P->hasDefaultArgument() || A.getKind() != clang::TemplateArgument::Type)
      return false;
    clang::QualType Default = P->getDefaultArgument().getArgument().getAsType();
    return !Default->isDependentType() && Context.hasSameType(Default, A.getAsType());
  }
  const auto *P = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(Parameter);
  if (!P || !P->hasDefaultArgument() || A.getKind() != clang::TemplateArgument::Integral)
    return false;
  const clang::Expr *Default = P->getDefaultArgument().getArgument().getAsExpr();
  if (Default->isValueDependent())
    return false;
  std::optional<llvm::APSInt> Value = Default->getIntegerConstantExpr(Context);
  return Value && llvm::APSInt::isSameValue(*Value, A.getAsIntegral());
}

llvm::ArrayRef<clang::TemplateArgument>
tellingArguments(const clang::ClassTemplateSpecializationDecl *S) {
  llvm::ArrayRef<clang::TemplateArgument> Arguments = S->getTemplateArgs().asArray();
  const clang::ClassTemplateDecl *Template = S->getSpecializedTemplate();
  if (!isOfDeviceLibrary(Template))
    return Arguments;
  const clang::TemplateParameterList *Parameters = Template->getTemplateParameters();
  while (
      !Arguments.empty() && Arguments.size() <= Parameters->size() &&
      isDefault(S->getASTContext(), Parameters->getParam(Arguments.size() - 1), Arguments.back()))
    Arguments = Arguments.drop_back();
  return Arguments;
}

bool asksForLostParent(const clang::FunctionDecl *F) {
  const auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(F);
  const clang::CXXRecordDecl *Tile = M ? M->getParent() : nullptr;
  if (!Tile || !isOfDeviceLibrary(M) || !M->getIdentifier() || !Tile->getIdentifier() ||
      Tile->getName() != "thread_block_tile" || !M->getName().starts_with("meta_group_"))
    return false;
  return llvm::any_of(Tile->decls(), [](const clang::Decl *D) {
    const auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D);
    return T && llvm::isa<clang::CXXConstructorDecl>(T->getTemplatedDecl()) &&
           llvm::any_of(T->specializations(), [](const clang::FunctionDecl *Made) {
             return Made->isUsed() || Made->isReferenced(); // others are overloads not chosen
           });
  });
}

} // namespace cu2cl
