// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/UniqueName.h"
#include "core/source/AstVisitor.h"
#include "core/source/NameMarks.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cu2cl {
namespace {

/// The names that a function's code has, as OpenCL C spells them.
class NameFinder : public AstVisitor {
public:
  explicit NameFinder(const Names &TheNames) : TheNames(TheNames) {}
  llvm::StringSet<> Taken;
  const Names &TheNames;

  void add(const NamedDecl *D) {
    if (D && D->getIdentifier()) {
      Taken.insert(D->getName());
      Taken.insert(TheNames.plainLocal(D));
    }
  }
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return true; }
  bool visitDeclRefExpr(DeclRefExpr *E) override {
    add(E->getDecl());
    return true;
  }
  bool visitNamedDecl(NamedDecl *D) override {
    add(D);
    return true;
  }
  bool visitTagTypeLoc(TagTypeLoc T) override {
    add(T.getDecl());
    return true;
  }
};

} // namespace

std::string uniqueName(const DeviceUnit &Unit, const FunctionClone &V, std::string Name) {
  NameFinder Found(Unit.TheNames);
  if (const FunctionDecl *F = V.Function) {
    Found.traverseDecl(const_cast<FunctionDecl *>(F));
    // And the text: of a template the instance has no types written out, of a macro no name.
    TokenRange Text = Unit.tokensOf(F->getSourceRange());
    for (unsigned I = Text.Begin; I < Text.End; ++I)
      if (Unit.tokenKind(I) == tok::identifier)
        Found.Taken.insert(Unit.tokenText(I));
    for (const Appended &A : Unit.appended(V))
      Found.Taken.insert(withoutNameMarks(A.Name));
  }
  std::string Plain = withoutNameMarks(Name);
  auto IsMacro = [&] {
    return llvm::any_of(Unit.Side.Macros,
                        [&](const MacroDefinition &M) { return M.Name == Plain; });
  };
  for (; Found.Taken.contains(Plain) || IsMacro(); Plain += '_')
    Name += '_';
  return Name;
}

std::string unnamedParameter(const ParmVarDecl *P) {
  const auto *F = dyn_cast<FunctionDecl>(P->getDeclContext());
  auto At = F ? llvm::find(F->parameters(), P) : nullptr;
  bool Found = F && At != F->param_end();
  return "unused" + std::to_string(Found ? At - F->param_begin() : P->getFunctionScopeIndex());
}

/// Returns true if the function around \p D has something else of this name.
static bool isDeclaredBeside(const NamedDecl *D, llvm::StringRef Name) {
  const auto *F = dyn_cast<FunctionDecl>(D->getDeclContext());
  if (!F)
    return false;
  if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
    F = Pattern;
  return llvm::any_of(F->decls(), [&](const Decl *Other) {
    const auto *N = dyn_cast<NamedDecl>(Other);
    return N && N->getDeclName().isIdentifier() && N->getName() == Name;
  });
}

std::string nextName(const NamedDecl *D, std::string Name) {
  do
    Name += '_';
  while (isDeclaredBeside(D, Name));
  return Name;
}

} // namespace cu2cl
