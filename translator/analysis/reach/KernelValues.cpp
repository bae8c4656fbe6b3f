// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels that host code uses as values:
//   void (*k)(float *, int) = add;   run(fill<float>, d);   run<add>(d);
// A launch by name is no such use, nor is a question to the runtime.
//
// And functions of the device alone that functions for both sides name, which host code may do as
// long as it does not call them:
//   __device__ float inverse(float x);   __host__ __device__ float scaled(float x) { return 2 *
//   inverse(x); }

#include "analysis/dialect/Dialect.h"
#include "analysis/reach/InstanceUsr.h"
#include "analysis/reach/Launches.h"
#include "core/source/AstVisitor.h"
#include "frontend/ParsedUnit.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;
using namespace cu2cl;

static bool isForBothSides(const FunctionDecl *F) {
  return F->hasAttr<CUDADeviceAttr>() && F->hasAttr<CUDAHostAttr>();
}

static bool isKernel(const DeclRefExpr *Ref) {
  const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl());
  return F && F->hasAttr<CUDAGlobalAttr>();
}

bool cu2cl::isTemplateParameter(const Expr *E) {
  while (E && !isa<SubstNonTypeTemplateParmExpr>(E))
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      E = Cast->getSubExpr();
    else if (const auto *Paren = dyn_cast<ParenExpr>(E))
      E = Paren->getSubExpr();
    else if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      E = Unary->getSubExpr();
    else
      return false;
  return E != nullptr;
}

const DeclRefExpr *cu2cl::kernelAskedFor(const CallExpr *Call, const Expr *Argument,
                                         const FunctionDecl *Around) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!runtimeFunctionOf(Callee) || isTemplateParameter(Argument))
    return nullptr;
  Argument = Argument->IgnoreParenCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(Argument);
      Address && Address->getOpcode() == UO_AddrOf)
    Argument = Address->getSubExpr()->IgnoreParenCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Argument);
  if (!Ref || !isKernel(Ref))
    return nullptr;
  bool IsInstance = cast<FunctionDecl>(Ref->getDecl())->isTemplateInstantiation();
  return IsInstance && Around && Around->isTemplateInstantiation() ? nullptr : Ref;
}

namespace {

class ValueCollector : public AstVisitor {
public:
  explicit ValueCollector(const SourceManager &SM) : SM(SM) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitMeaning() const override { return true; }

  bool traverseDecl(Decl *D) override {
    if (D && D->getLocation().isValid() && SM.isInSystemHeader(D->getLocation()))
      return true;
    const auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (F && F->hasAttr<CUDAGlobalAttr>()) {
      if (F->doesThisDeclarationHaveABody()) {
        SourceLocation Body = SM.getSpellingLoc(F->getBody()->getBeginLoc());
        Spelled[{SM.getFileEntryForID(SM.getFileID(Body)), SM.getFileOffset(Body)}].push_back(F);
      }
      return true; // device code
    }
    const FunctionDecl *Saved = Around;
    Around = F ? F : Around;
    bool Ok = AstVisitor::traverseDecl(D);
    Around = Saved;
    return Ok;
  }

  bool visitCallExpr(CallExpr *Call) override {
    if (auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call)) {
      const Expr *Callee = Launch->getCallee()->IgnoreParenImpCasts();
      const auto *Ref = dyn_cast<DeclRefExpr>(Callee);
      if (Ref && !isTemplateParameter(Launch->getCallee()))
        Named.insert(Ref);
      Launched.insert(Callee);
    }
    for (const Expr *Argument : Call->arguments())
      if (const DeclRefExpr *Ref = kernelAskedFor(Call, Argument, Around))
        Named.insert(Ref);
    return true;
  }

  bool visitDeclRefExpr(DeclRefExpr *Ref) override {
    if (isKernel(Ref))
      Seen.push_back(Ref);
    nameFunction(Ref->getDecl());
    return true;
  }

  bool visitMemberExpr(MemberExpr *Ref) override {
    nameFunction(Ref->getMemberDecl());
    return true;
  }

  bool visitCXXConstructExpr(CXXConstructExpr *Construct) override {
    nameFunction(Construct->getConstructor());
    return true;
  }

  // In a template: fill<T>, overloads.
  bool visitUnresolvedLookupExpr(UnresolvedLookupExpr *Lookup) override {
    for (const NamedDecl *D : Lookup->decls()) {
      D = D->getUnderlyingDecl();
      if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
        D = Template->getTemplatedDecl();
      const auto *F = dyn_cast<FunctionDecl>(D);
      if (F && F->hasAttr<CUDAGlobalAttr>() && !Launched.count(Lookup))
        Functions.insert(F);
      nameFunction(D);
    }
    return true;
  }

  KernelValues values() const {
    KernelValues Values;
    for (const DeclRefExpr *Ref : Seen)
      if (!Named.count(Ref))
        add(Values, cast<FunctionDecl>(Ref->getDecl()));
    for (const FunctionDecl *F : Functions)
      add(Values, F);
    // The kernels of one macro, or of a file that is included several times, are printed alike.
    for (const auto &[Place, Kernels] : Spelled)
      if (llvm::any_of(Kernels,
                       [&](const FunctionDecl *F) { return Values.count(instanceUsr(F)); }))
        for (const FunctionDecl *F : Kernels)
          add(Values, F);
    return Values;
  }

private:
  /// \p D is named, in \c Around.
  void nameFunction(const NamedDecl *D) {
    const auto *F = dyn_cast<FunctionDecl>(D);
    if (!F || !Around || !isForBothSides(Around) || !isForDeviceAlone(F) ||
        SM.isInSystemHeader(F->getLocation()))
      return;
    const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
    Functions.insert(Pattern ? Pattern : F);
  }

  static void add(KernelValues &Values, const FunctionDecl *F) {
    Values.insert(instanceUsr(F));
    if (const FunctionTemplateDecl *Template = F->getPrimaryTemplate())
      Values.insert(instanceUsr(Template->getTemplatedDecl()));
  }

  const SourceManager &SM;
  const FunctionDecl *Around = nullptr;
  /// Kernels by the place of their text.
  std::map<std::pair<const FileEntry *, unsigned>, std::vector<const FunctionDecl *>> Spelled;
  llvm::DenseSet<const DeclRefExpr *> Named; ///< where a handle can stand
  std::vector<const DeclRefExpr *> Seen;
  llvm::DenseSet<const Expr *> Launched;           ///< what launches in templates call
  llvm::SetVector<const FunctionDecl *> Functions; ///< others that are named
};

} // namespace

KernelValues cu2cl::collectKernelValues(const ParsedSide &Host) {
  ValueCollector Collector(Host.sources());
  Collector.traverseDecl(Host.context().getTranslationUnitDecl());
  return Collector.values();
}
