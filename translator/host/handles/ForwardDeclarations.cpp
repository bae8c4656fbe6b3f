// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A header's template may launch its kernel with a class that is declared only after the header:
//   template <typename F> void apply(int *v, F f) { kernel<<<1, 32>>>(v, f); }
//   struct Twice { ... };
//   ... apply(v, Twice());
//
// Effect: what the handle names is declared before its header is included, "struct Twice;".

#include "host/handles/ForwardDeclarations.h"
#include "core/source/TypeParts.h"
#include "kernel/interface/UnnamedNamespace.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cu2cl {

namespace {

class ForwardDeclarations {
public:
  ForwardDeclarations(const HostUnit &U, SourceLocation Before) : U(U), Before(Before) {}

  void addParametersOf(const FunctionDecl *F) {
    for (const ParmVarDecl *P : F->parameters())
      addType(P->getType());
  }

  std::string text() const {
    std::string Text, Open;
    for (const auto &[Class, Declaration] : Declarations) {
      std::string Namespace = namespaceOf(Class);
      if (Namespace != Open)
        Text += switchNamespace(Open, Namespace);
      Open = Namespace;
      Text += Declaration;
    }
    return Text + switchNamespace(Open, "");
  }

private:
  void addType(QualType T) {
    T = innermostType(T.getCanonicalType());
    if (const auto *Enum = dyn_cast_or_null<EnumDecl>(T->getAsTagDecl()))
      return addEnumeration(Enum->getCanonicalDecl());
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (!R)
      return;
    if (R->isLambda()) { // its class in the handles' header is named by what it captures
      for (const FieldDecl *F : R->fields())
        addType(U.Side.context().getBaseElementType(F->getType()));
      return;
    }
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R)) {
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        addArgument(A);
      addTemplate(S->getSpecializedTemplate()->getCanonicalDecl());
    } else if (isLate(R->getCanonicalDecl())) {
      Declarations.insert({R->getCanonicalDecl(), head(R) + ";\n"});
    }
  }

  /// "enum class Mode : int;": only of a fixed type there is a declaration without enumerators.
  void addEnumeration(const EnumDecl *E) {
    if (!isLate(E))
      return;
    Declarations.insert({E, (E->isScoped() ? "enum class " : "enum ") + E->getNameAsString() +
                                " : " + E->getIntegerType().getAsString(U.policy()) + ";\n"});
  }

  void addArgument(const TemplateArgument &A) {
    if (A.getKind() == TemplateArgument::Type)
      addType(A.getAsType());
    else if (A.getKind() == TemplateArgument::Integral)
      addType(A.getIntegralType());
    else if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &Each : A.getPackAsArray())
        addArgument(Each);
  }

  static std::string head(const CXXRecordDecl *R) {
    return (R->isUnion() ? "union " : R->isClass() ? "class " : "struct ") + R->getNameAsString();
  }

  /// "template <typename T, int N> struct Axpy;": defaults stay with the first declaration of the
  /// user, so there may be none.
  void addTemplate(const ClassTemplateDecl *Template) {
    if (!isLate(Template))
      return;
    std::string Parameters;
    for (const NamedDecl *P : *Template->getTemplateParameters()) {
      Parameters += Parameters.empty() ? "" : ", ";
      std::string Pack = P->isTemplateParameterPack() ? "..." : "";
      std::string Name = P->getNameAsString();
      if (const auto *T = dyn_cast<TemplateTypeParmDecl>(P); T && !T->hasTypeConstraint())
        Parameters += "typename" + Pack + (Name.empty() ? "" : " ") + Name;
      else if (const auto *V = dyn_cast<NonTypeTemplateParmDecl>(P))
        Parameters += V->getType().getNonPackExpansionType().getAsString(U.policy()) + Pack +
                      (Name.empty() ? "" : " ") + Name;
      else
        return; // the self-check tells
    }
    Declarations.insert(
        {Template, "template <" + Parameters + "> " + head(Template->getTemplatedDecl()) + ";\n"});
  }

  bool isLate(const NamedDecl *D) const {
    return canDeclareAhead(D) && isDeclaredAfter(U, Before, D);
  }

  static std::string namespaceOf(const NamedDecl *D) {
    std::string Name;
    for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
      if (const auto *N = dyn_cast<NamespaceDecl>(C))
        Name = (N->isInline() ? "inline " : "") +
               (N->isAnonymousNamespace() ? std::string(UnnamedNamespace) : N->getNameAsString()) +
               (Name.empty() ? "" : "::" + Name);
    return Name;
  }

  const HostUnit &U;
  SourceLocation Before;
  llvm::MapVector<const NamedDecl *, std::string> Declarations;
};

} // namespace

bool isDeclaredAfter(const HostUnit &U, SourceLocation Before, const NamedDecl *D) {
  const SourceManager &SM = U.Side.sources();
  SourceLocation Loc = SM.getExpansionLoc(D->getLocation());
  return U.Source.isEditable(Loc) && SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Before), Loc);
}

bool canDeclareAhead(const NamedDecl *D) {
  const auto *Enum = dyn_cast<EnumDecl>(D);
  return D->getDeclContext()->isFileContext() && D->getIdentifier() && (!Enum || Enum->isFixed());
}

std::string switchNamespace(StringRef From, StringRef To) {
  std::string Text;
  SmallVector<StringRef, 4> Closed, Opened;
  From.split(Closed, "::", -1, false);
  To.split(Opened, "::", -1, false);
  for (StringRef Name : llvm::reverse(Closed)) {
    Name.consume_front("inline ");
    Text += Name == UnnamedNamespace ? "} // namespace\n" : ("} // namespace " + Name + "\n").str();
  }
  if (!Opened.empty())
    Text += "\n";
  for (StringRef Name : Opened) {
    bool IsInline = Name.consume_front("inline ");
    Text += (IsInline ? "inline namespace " : "namespace ") +
            (Name == UnnamedNamespace ? "" : Name.str() + " ") + "{\n";
  }
  return Text;
}

std::string declareForwardDeclarations(const HostUnit &U, const HandleUse &Use,
                                       StringRef KernelFile, unsigned Part) {
  ForwardDeclarations Types(U, Use.Begin);
  forEachHandleUse(U, [&](const FunctionDecl *F, const KernelInterface &K, const std::string &,
                          const HandleUse &) {
    if (K.File == KernelFile && U.partOf(K) == Part)
      Types.addParametersOf(F);
  });
  return Types.text();
}

} // namespace cu2cl
