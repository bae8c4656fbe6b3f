// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A plugin for clang-tidy: cu2cl-own-declarations confines the other checks to the
// declarations of the source and of this project's headers: without it clang-tidy 19 matches its
// patterns against every declaration of Clang's headers for every source, which takes ten times as
// long and finds nothing of ours.
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang-tidy/ClangTidyModuleRegistry.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace {

/// Says nothing. The translation unit is the first node to be matched; from there on only the
/// project's own declarations are left to go to.
class OwnDeclarations : public tidy::ClangTidyCheck {
public:
  using ClangTidyCheck::ClangTidyCheck;

  void registerMatchers(ast_matchers::MatchFinder *Finder) override {
    Finder->addMatcher(ast_matchers::translationUnitDecl().bind("unit"), this);
  }

  void check(const ast_matchers::MatchFinder::MatchResult &Result) override {
    const auto *Unit = Result.Nodes.getNodeAs<TranslationUnitDecl>("unit");
    std::vector<Decl *> Own;
    // What is in the precompiled header is not even loaded.
    for (Decl *D : Unit->noload_decls())
      if (!D->isFromASTFile() && !Result.SourceManager->isInSystemHeader(D->getLocation()))
        Own.push_back(D);
    Result.Context->setTraversalScope(Own);
  }
};

class OwnDeclarationsModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    Factories.registerCheck<OwnDeclarations>("cu2cl-own-declarations");
  }
};

tidy::ClangTidyModuleRegistry::Add<OwnDeclarationsModule>
    Registration("cu2cl-module", "own declarations");

} // namespace
