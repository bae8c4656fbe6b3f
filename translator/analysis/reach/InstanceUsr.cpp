// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names of declarations across units.

#include "analysis/reach/InstanceUsr.h"
#include "core/source/TypeParts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Index/USRGeneration.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cu2cl {

/// Returns true if a function may have several types with the USR of \p D: lambdas, types of inner
/// blocks.
static bool isOfBlock(const Decl *D) {
  return isa_and_nonnull<TagDecl>(D) && D->getParentFunctionOrMethod();
}

static bool isLambda(const Decl *D) {
  const auto *R = dyn_cast_or_null<CXXRecordDecl>(D);
  return R && R->isLambda();
}

/// "#a.cu@120"
static std::string placeOf(const Decl *Type) {
  const SourceManager &SM = Type->getASTContext().getSourceManager();
  SourceLocation At = SM.getFileLoc(Type->getLocation());
  return "#" + llvm::sys::path::filename(SM.getFilename(At)).str() + "@" +
         std::to_string(SM.getFileOffset(At));
}

static std::string typePlaces(llvm::ArrayRef<TemplateArgument> Arguments);
static std::string placesAround(const Decl *D);

/// Returns true if USRs do not tell \p T from other types: a pointer to a member, or to a function
/// with qualifiers.
static bool isLikeOthers(QualType T) {
  for (T = T.getCanonicalType(); !T->getPointeeType().isNull(); T = T->getPointeeType())
    if (T->isMemberPointerType())
      return true;
  const auto *F = T->getAs<FunctionProtoType>();
  return F && (!F->getMethodQuals().empty() || F->getRefQualifier() != RQ_None);
}

/// The places of the types of blocks in \p T: of what it refers to, too, as `F &&f` is a reference
/// to a lambda that has a name.
static std::string typePlaces(QualType T) {
  std::string Out;
  if (isLikeOthers(T)) {
    // Where a lambda or a type without a name is in it, its place tells. Names in the output do not
    // tell what is noexcept.
    std::string Text = T.getCanonicalType().getAsString();
    for (size_t At; (At = Text.find(" noexcept")) != std::string::npos;)
      Text.erase(At, llvm::StringRef(" noexcept").size());
    Out = "#" + (llvm::StringRef(Text).contains(" at ") ? "member" : Text);
  }
  T = innermostType(T);
  if (const auto *F = T->getAs<FunctionProtoType>()) {
    Out += typePlaces(F->getReturnType());
    for (QualType P : F->param_types())
      Out += typePlaces(P);
    return Out;
  }
  const TagDecl *Tag = T->getAsTagDecl();
  return Tag ? Out + placesAround(Tag) : Out;
}

static std::string typePlaces(llvm::ArrayRef<TemplateArgument> Arguments) {
  std::string Out;
  for (const TemplateArgument &A : Arguments)
    if (A.getKind() == TemplateArgument::Pack)
      Out += typePlaces(A.pack_elements());
    else if (A.getKind() == TemplateArgument::Type)
      Out += typePlaces(A.getAsType());
  return Out;
}

/// The place of a type of a block, what is in it, and instances for it: of the instances that \p D
/// is in, too, as each one of a template has its own lambdas.
static std::string placesAround(const Decl *D) {
  std::string Places;
  for (const Decl *Around = D; Around; Around = dyn_cast_or_null<Decl>(Around->getDeclContext())) {
    if (isLambda(Around) || isOfBlock(Around))
      Places += placeOf(Around);
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Around))
      Places += typePlaces(S->getTemplateArgs().asArray());
    else if (const auto *F = dyn_cast<FunctionDecl>(Around);
             F && F->getTemplateSpecializationArgs())
      Places += typePlaces(F->getTemplateSpecializationArgs()->asArray());
  }
  return Places;
}

std::string instanceUsr(const Decl *D) {
  llvm::SmallString<128> Usr;
  if (index::generateUSRForDecl(D, Usr))
    return {};
  std::string Places;
  // Of a class template's conversion functions the Usr has the template's name alone.
  if (const auto *C = dyn_cast<CXXConversionDecl>(D))
    Places = "#to " + C->getConversionType().getCanonicalType().getAsString();
  // Of the instances of a class template each has friends of its own; their parameters tell.
  if (const auto *F = dyn_cast<FunctionDecl>(D); F && !isa<CXXMethodDecl>(F))
    for (const ParmVarDecl *P : F->parameters())
      Places += typePlaces(P->getType());
  return Usr.str().str() + Places + placesAround(D);
}

} // namespace cu2cl
