// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A plugin for clang-tidy with two checks. cu2cl-own-declarations confines the other checks to the
// declarations of the source and of this project's headers: without it clang-tidy 19 matches its
// patterns against every declaration of Clang's headers for every source, which takes ten times as
// long and finds nothing of ours. cu2cl-class-size finds classes with too many methods.
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

/// Finds classes of more than 25 methods. Methods that the compiler makes and those that a macro
/// writes (one for each row of a .def file) do not count.
class ClassSize : public tidy::ClangTidyCheck {
public:
  using ClangTidyCheck::ClangTidyCheck;

  void registerMatchers(ast_matchers::MatchFinder *Finder) override {
    using namespace ast_matchers;
    Finder->addMatcher(cxxRecordDecl(isDefinition(), unless(isImplicit())).bind("class"), this);
  }

  void check(const ast_matchers::MatchFinder::MatchResult &Result) override {
    const auto *Class = Result.Nodes.getNodeAs<CXXRecordDecl>("class");
    unsigned Methods = 0;
    for (const Decl *D : Class->decls()) {
      if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
        D = Template->getTemplatedDecl();
      const auto *M = dyn_cast<CXXMethodDecl>(D);
      Methods += M && !M->isImplicit() && !M->isDefaulted() && !M->isDeleted() &&
                 !M->getLocation().isMacroID();
    }
    if (Methods > Limit)
      diag(Class->getLocation(), "class %0 has %1 methods (threshold %2)")
          << Class << Methods << Limit;
  }

private:
  static constexpr unsigned Limit = 25;
};

class OwnDeclarationsModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    Factories.registerCheck<OwnDeclarations>("cu2cl-own-declarations");
    Factories.registerCheck<ClassSize>("cu2cl-class-size");
  }
};

tidy::ClangTidyModuleRegistry::Add<OwnDeclarationsModule>
    Registration("cu2cl-module", "own declarations, size of classes");

} // namespace
