// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a lambda captures may be declared after the template that launches its kernel:
//   template <typename F> void each(int n, F f) { run<<<1, n>>>(n, f); }
//   enum Mode { Fast, Exact };

#include "kernel/interface/LateTypes.h"
#include "analysis/flow/FlattenedAggregates.h"
#include "core/source/TypeParts.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cu2cl {

bool LateTypes::isAfterKernel(const Decl *D) const {
  return Context.getSourceManager().isBeforeInTranslationUnit(Kernel,
                                                              D->getCanonicalDecl()->getLocation());
}

/// Returns true if \p Condition holds for the class or enumeration that \p T is or points to, or
/// for one among its template arguments.
bool LateTypes::anyTag(QualType T, llvm::function_ref<bool(const TagDecl *)> Condition) const {
  T = innermostType(T.getCanonicalType());
  const TagDecl *Tag = T->getAsTagDecl();
  if (!Tag)
    return false;
  auto InArgument = [&](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Type && anyTag(A.getAsType(), Condition);
  };
  for (const DeclContext *C = Tag; C; C = C->getParent())
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(C))
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        if (InArgument(A) ||
            (A.getKind() == TemplateArgument::Pack && llvm::any_of(A.getPackAsArray(), InArgument)))
          return true;
  return Condition(Tag);
}

bool LateTypes::isLate(const TagDecl *Tag) const {
  // A lambda that stays one has a type that nothing outside of its function names.
  if (const auto *R = dyn_cast<CXXRecordDecl>(Tag); R && R->isLambda())
    return !hasHostClass(R);
  const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Tag);
  return isAfterKernel(S ? cast<Decl>(S->getSpecializedTemplate()) : Tag);
}

bool LateTypes::isLate(QualType T) const {
  return anyTag(T, [&](const TagDecl *Tag) { return isLate(Tag); });
}

bool LateTypes::canDeclare(QualType T) const {
  return !anyTag(T, [&](const TagDecl *Tag) {
    return isLate(Tag) && (!isa<CXXRecordDecl>(Tag) || !Tag->getIdentifier() ||
                           !Tag->getDeclContext()->isFileContext());
  });
}

QualType LateTypes::nameable(QualType T) const {
  if (T->isArrayType())
    return T.getCanonicalType();
  QualType Named = T;
  while (!Named->getAs<TypedefType>() && !Named->getPointeeType().isNull())
    Named = Named->getPointeeType();
  const auto *Typedef = Named->getAs<TypedefType>();
  if (!Typedef) // `struct Owner::Nested` of `struct Nested { ... } n` in Owner
    return anyTag(T, [](const TagDecl *Tag) { return !Tag->getDeclContext()->isFileContext(); })
               ? T.getCanonicalType()
               : T;
  const TypedefNameDecl *D = Typedef->getDecl();
  const SourceManager &SM = Context.getSourceManager();
  bool IsKnown =
      SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())) ||
      (D->getDeclContext()->getRedeclContext()->isTranslationUnit() && !isAfterKernel(D));
  return IsKnown ? T : T.getCanonicalType();
}

} // namespace cu2cl
