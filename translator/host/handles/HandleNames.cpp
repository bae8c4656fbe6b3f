// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names of kernel handles. Kernels are functions and may have overloads on the host; handles are
// objects and may not: `void scale(float *v, int n) { scale<<<1, n>>>(v); }`.

#include "host/unit/HostRewriter.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cu2cl {

static const DeclContext *namespaceOf(const ParsedSide &Host, StringRef Name) {
  const DeclContext *Scope = Host.context().getTranslationUnitDecl();
  SmallVector<StringRef, 4> Parts;
  Name.split(Parts, "::", -1, false);
  for (StringRef Part : Parts) {
    const NamespaceDecl *Inner = nullptr;
    for (NamedDecl *D : Scope->lookup(&Host.context().Idents.get(Part)))
      if (auto *N = dyn_cast<NamespaceDecl>(D))
        Inner = N;
    if (!Inner)
      return nullptr;
    Scope = Inner;
  }
  return Scope;
}

/// True if \p D is a function that stays on the host.
static bool isHostFunction(const NamedDecl *D) {
  const FunctionDecl *F = D->getUnderlyingDecl()->getAsFunction();
  return F && !F->hasAttr<CUDAGlobalAttr>() &&
         (!F->hasAttr<CUDADeviceAttr>() || F->hasAttr<CUDAHostAttr>());
}

static bool hasHostFunction(const ParsedSide &Host, const DeclContext *Scope, StringRef Name) {
  IdentifierInfo *Id = &Host.context().Idents.get(Name);
  SmallVector<const DeclContext *, 4> Scopes = {Scope};
  for (const UsingDirectiveDecl *U : Scope->using_directives())
    Scopes.push_back(U->getNominatedNamespace());
  return llvm::any_of(
      Scopes, [&](const DeclContext *S) { return llvm::any_of(S->lookup(Id), isHostFunction); });
}

/// Returns true if the handle of \p K has the name of the kernel's function, as it is written.
static bool hasFunctionName(const KernelInterface &K) {
  StringRef Name = StringRef(K.QualifiedName).split('<').first;
  return Name.substr(Name.rfind(':') + 1) == K.HandleName;
}

void nameValues(ArrayRef<KernelInterface *> Kernels, const KernelValues &Values) {
  std::set<std::string> Functions;
  for (KernelInterface *K : Kernels) {
    K->IsValue = Values.count(K->Usr) != 0;
    if (K->IsValue)
      Functions.insert(StringRef(K->QualifiedName).split('<').first.str());
  }
  for (KernelInterface *K : Kernels)
    if (Functions.count((K->Namespace.empty() ? "" : K->Namespace + "::") + K->HandleName))
      K->HandleName += "_kernel";
}

void nameHandle(KernelInterface &K, const ParsedSide &Host) {
  const DeclContext *Scope = namespaceOf(Host, K.Namespace);
  while ((Scope && hasHostFunction(Host, Scope, K.HandleName)) ||
         (!hasFunctionName(K) && Host.isWordOfProgram(K.HandleName)))
    K.HandleName += K.HandleName == K.Name ? "_kernel" : "_";
}

} // namespace cu2cl
