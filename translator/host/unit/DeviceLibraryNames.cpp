// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "host/unit/DeviceLibraryNames.h"
#include "catalog/Catalog.h"
#include "catalog/ReplacedHeaders.h"
#include "core/source/AstVisitor.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cu2cl {

/// Returns true if \p D is in a header of cuda/lib for which clrt has none that host code includes.
static bool isOfDeviceLibrary(const ParsedSide &Host, const Decl *D) {
  if (!D || D->getCanonicalDecl()->getLocation().isInvalid())
    return false;
  std::string Path = Host.pathOf(D->getCanonicalDecl()->getLocation());
  StringRef Name = Path;
  return Name.consume_front(deviceLibraryRoot()) && Name.consume_front("/") &&
         catalog::replacingHeader(("cu2cl_lib/" + Name).str()).empty();
}

/// Returns true if namespace \p N is of a library for which the port includes nothing: of cuda/lib,
/// or one without translation, as nvcuda of mma.h.
static bool isLeftOut(const ParsedSide &Host, const NamespaceDecl *N) {
  return isOfDeviceLibrary(Host, N) || llvm::all_of(N->redecls(), [&](const NamespaceDecl *Part) {
           const std::string Path = Host.pathOf(Part->getLocation());
           StringRef Name = Path;
           if (!Name.consume_front(cudaHeaderRoot()) || !Name.consume_front("/"))
             return false;
           const catalog::Header *Row = catalog::findHeader(Name);
           return Row && Row->Diag != 0;
         });
}

static bool isOfDeviceLibrary(const ParsedSide &Host, QualType T) {
  if (const auto *Template = T->getAs<TemplateSpecializationType>())
    if (isOfDeviceLibrary(Host, Template->getTemplateName().getAsTemplateDecl()))
      return true;
  return isOfDeviceLibrary(Host, T->getAsTagDecl());
}

/// Looks for names of such libraries in an expression.
class LibraryNameFinder : public AstVisitor {
public:
  explicit LibraryNameFinder(const ParsedSide &Host) : Host(Host) {}
  bool visitTypeLoc(TypeLoc T) override { return !isOfDeviceLibrary(Host, T.getType()); }
  bool visitDeclRefExpr(DeclRefExpr *E) override { return !isOfDeviceLibrary(Host, E->getDecl()); }

private:
  const ParsedSide &Host;
};

bool renamesDeviceLibrary(const ParsedSide &Host, const Decl *D) {
  if (const auto *Alias = dyn_cast<NamespaceAliasDecl>(D))
    return isLeftOut(Host, Alias->getNamespace());
  if (const auto *Directive = dyn_cast<UsingDirectiveDecl>(D))
    return isLeftOut(Host, Directive->getNominatedNamespace());
  if (const auto *Using = dyn_cast<UsingDecl>(D))
    return Using->shadow_size() > 0 &&
           llvm::all_of(Using->shadows(), [&](const UsingShadowDecl *S) {
             return isOfDeviceLibrary(Host, S->getTargetDecl());
           });
  if (const auto *Assert = dyn_cast<StaticAssertDecl>(D))
    return !LibraryNameFinder(Host).traverseStmt(const_cast<Expr *>(Assert->getAssertExpr()));
  // A class with such a member is one of device code, too.
  if (const auto *Class = dyn_cast<CXXRecordDecl>(D);
      Class && Class->isThisDeclarationADefinition())
    return llvm::any_of(Class->fields(), [&](const FieldDecl *F) {
      return isOfDeviceLibrary(Host, F->getType().getNonReferenceType());
    });
  const auto *Type = dyn_cast<TypedefNameDecl>(D);
  return Type && isOfDeviceLibrary(Host, Type->getUnderlyingType());
}

} // namespace cu2cl
