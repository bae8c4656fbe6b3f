// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/reach/StaticLocals.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "core/source/AstVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace cu2cl;

namespace {
class StaticLocalFinder : public AstVisitor {
public:
  std::vector<const VarDecl *> Found;
  bool visitVarDecl(VarDecl *V) override {
    if (V->isStaticLocal() && deviceStorage(V) == DeviceStorage::Global)
      Found.push_back(V);
    return true;
  }
};
} // namespace

std::vector<const VarDecl *> cu2cl::staticLocals(const FunctionDecl *F) {
  StaticLocalFinder Finder;
  if (const FunctionTemplateDecl *Template = F->getDescribedFunctionTemplate()) {
    for (const FunctionDecl *Instance : Template->specializations())
      if (Instance->isTemplateInstantiation())
        for (const VarDecl *V : staticLocals(Instance))
          Finder.Found.push_back(V);
  } else if (const auto *M = dyn_cast<CXXMethodDecl>(F);
             M && M->getParent()->getDescribedClassTemplate()) {
    for (const CXXRecordDecl *Class :
         M->getParent()->getDescribedClassTemplate()->specializations())
      for (const CXXMethodDecl *Instance : Class->methods())
        if (Instance->getInstantiatedFromMemberFunction() == M)
          for (const VarDecl *V : staticLocals(Instance))
            Finder.Found.push_back(V);
  } else if (!F->isDependentContext() && F->doesThisDeclarationHaveABody()) {
    Finder.traverseStmt(F->getBody());
  }
  return std::move(Finder.Found);
}

/// "lambda_12_7", by its line and column: the name of the type has a path in it.
static std::string lambdaName(const CXXRecordDecl *Lambda) {
  const SourceManager &SM = Lambda->getASTContext().getSourceManager();
  PresumedLoc At = SM.getPresumedLoc(SM.getExpansionLoc(Lambda->getLocation()));
  return "lambda_" + std::to_string(At.getLine()) + "_" + std::to_string(At.getColumn());
}

/// \p Name with the arguments of a template's instance.
static std::string withArguments(std::string Name, const ASTContext &Context,
                                 const TemplateArgumentList &Arguments) {
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = true;
  llvm::raw_string_ostream Stream(Name);
  for (const TemplateArgument &A : Arguments.asArray()) {
    const CXXRecordDecl *Class =
        A.getKind() == TemplateArgument::Type ? A.getAsType()->getAsCXXRecordDecl() : nullptr;
    Stream << "_";
    if (Class && Class->isLambda())
      Stream << lambdaName(Class);
    else
      A.print(Policy, Stream, /*IncludeType=*/false);
  }
  return Name;
}

/// Returns how many device functions of the name of \p F are declared before it in its scope.
static unsigned overloadsBefore(const FunctionDecl *F) {
  if (F->isTemplateInstantiation())
    return 0;
  unsigned Before = 0;
  const SourceManager &SM = F->getASTContext().getSourceManager();
  for (const NamedDecl *D : F->getDeclContext()->lookup(F->getDeclName())) {
    const auto *Other = dyn_cast<FunctionDecl>(D->getCanonicalDecl());
    Before +=
        Other && (Other->hasAttr<CUDADeviceAttr>() || Other->hasAttr<CUDAGlobalAttr>()) &&
        SM.isBeforeInTranslationUnit(Other->getLocation(), F->getCanonicalDecl()->getLocation());
  }
  return Before;
}

/// Returns what the first of several has after its name, the second, and so on: "", "_2".
static std::string numbered(unsigned Before) {
  return Before ? "_" + std::to_string(Before + 1) : "";
}

std::string cu2cl::staticLocalName(const VarDecl *V) {
  const auto *F = dyn_cast_or_null<FunctionDecl>(V->getParentFunctionOrMethod());
  if (!F)
    return V->getNameAsString();
  std::string Name = F->getNameAsString();
  if (const TemplateArgumentList *Arguments = F->getTemplateSpecializationArgs())
    Name = withArguments(Name, V->getASTContext(), *Arguments);
  if (isa<CXXMethodDecl>(F))
    for (const DeclContext *C = F->getDeclContext(); C->isRecord(); C = C->getParent()) {
      std::string Class = cast<CXXRecordDecl>(C)->getNameAsString();
      if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(C))
        Class = withArguments(Class, V->getASTContext(), S->getTemplateArgs());
      Name = Class + "_" + Name;
    }
  for (char &C : Name)
    C = llvm::isAlnum(C) ? C : '_';
  Name += numbered(overloadsBefore(F)) + "_" + V->getNameAsString();
  unsigned Before = 0;
  for (const VarDecl *Other : staticLocals(F)) {
    if (Other == V)
      break;
    Before += Other->getDeclName() == V->getDeclName();
  }
  return Name + numbered(Before);
}
