// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Templates that ask what a type is, where the type was a pointer and is a class in the output:
//   template <class T> bool f(T) { return std::is_pointer<T>::value; }   f(d) with a device pointer

#include "host/PointerText.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cu2cl {

/// True if the members of \p Class depend on whether an argument is a pointer: those of the
/// library's traits do, and those of a class with specialisations may.
static bool asksAboutPointers(const ClassTemplateSpecializationDecl *Class) {
  ClassTemplateDecl *Template = Class->getSpecializedTemplate();
  if (Class->isInStdNamespace()) {
    StringRef Name = Class->getName();
    return Name.starts_with("is_") || Name.contains("pointer") || Name == "conditional";
  }
  llvm::SmallVector<ClassTemplatePartialSpecializationDecl *, 4> Partial;
  Template->getPartialSpecializations(Partial);
  return !Partial.empty() || llvm::any_of(Template->specializations(), [](const auto *Special) {
    return Special->isExplicitSpecialization();
  });
}

/// Reports what \p Body, of an instance, asks about the type \p Pointer.
static void checkBody(const HostScope &S, const Stmt *Body, QualType Pointer) {
  if (!Body)
    return;
  for (const Stmt *Child : Body->children())
    checkBody(S, Child, Pointer);
  auto *Ref = dyn_cast<DeclRefExpr>(Body);
  if (!Ref || !Ref->getQualifier())
    return;
  // The class as it is named: `value` itself is a member of integral_constant.
  const Type *Named = Ref->getQualifier()->getAsType();
  const CXXRecordDecl *Record = Named ? Named->getAsCXXRecordDecl() : nullptr;
  auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Record);
  if (Class && asksAboutPointers(Class) &&
      llvm::any_of(Class->getTemplateArgs().asArray(), [&](const TemplateArgument &A) {
        return A.getKind() == TemplateArgument::Type &&
               A.getAsType().getCanonicalType().getUnqualifiedType() == Pointer;
      }))
    S.Unit.report(3014, Ref->getBeginLoc(), {Class->getNameAsString()});
}

void checkPointerTraits(HostScope &S) {
  for (const HostNode &Node : S.Body.Nodes) {
    auto *Call = dyn_cast<CallExpr>(Node.S);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    const FunctionDecl *Definition = nullptr;
    if (!F || !F->getPrimaryTemplate() || !F->hasBody(Definition) ||
        !S.Source.isEditable(Definition->getLocation()))
      continue;
    unsigned First = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(F) ? 1 : 0;
    for (unsigned I = 0; I < F->getNumParams() && I + First < Call->getNumArgs(); ++I) {
      QualType T = F->getParamDecl(I)->getType().getNonReferenceType();
      if (T->isPointerType() && T->getAs<SubstTemplateTypeParmType>() &&
          isRewritten(S.Unit.Pointers.of(Call->getArg(I + First), 0, S.Version)))
        checkBody(S, Definition->getBody(), T.getCanonicalType().getUnqualifiedType());
    }
  }
}

} // namespace cu2cl
