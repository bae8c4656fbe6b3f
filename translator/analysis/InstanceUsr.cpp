// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names of declarations across units.

#include "analysis/InstanceUsr.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Index/USRGeneration.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cu2cl {

/// "#a.cu@120"
static std::string placeOf(const CXXRecordDecl *Lambda) {
  const SourceManager &SM = Lambda->getASTContext().getSourceManager();
  SourceLocation At = SM.getFileLoc(Lambda->getLocation());
  return "#" + llvm::sys::path::filename(SM.getFilename(At)).str() + "@" +
         std::to_string(SM.getFileOffset(At));
}

/// The places of the lambdas in \p Arguments.
static std::string lambdaPlaces(llvm::ArrayRef<TemplateArgument> Arguments) {
  std::string Out;
  for (const TemplateArgument &A : Arguments) {
    if (A.getKind() == TemplateArgument::Pack)
      Out += lambdaPlaces(A.pack_elements());
    if (A.getKind() != TemplateArgument::Type)
      continue;
    const CXXRecordDecl *R = A.getAsType()->getAsCXXRecordDecl();
    if (R && R->isLambda())
      Out += placeOf(R);
    else if (const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(R))
      Out += lambdaPlaces(S->getTemplateArgs().asArray());
  }
  return Out;
}

std::string instanceUsr(const Decl *D) {
  llvm::SmallString<128> Usr;
  if (index::generateUSRForDecl(D, Usr))
    return {};
  // A lambda, what is in it, and instances for it.
  std::string Places;
  for (const Decl *Around = D; Around; Around = dyn_cast_or_null<Decl>(Around->getDeclContext()))
    if (const auto *R = dyn_cast<CXXRecordDecl>(Around); R && R->isLambda())
      Places += placeOf(R);
    else if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Around))
      Places += lambdaPlaces(S->getTemplateArgs().asArray());
  const auto *F = dyn_cast<FunctionDecl>(D);
  const TemplateArgumentList *Arguments = F ? F->getTemplateSpecializationArgs() : nullptr;
  return Usr.str().str() + Places + (Arguments ? lambdaPlaces(Arguments->asArray()) : "");
}

} // namespace cu2cl
