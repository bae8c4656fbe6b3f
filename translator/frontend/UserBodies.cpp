// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/UserBodies.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace cu2cl {
namespace {

class UserBodies : public ASTConsumer {
public:
  explicit UserBodies(const SourceManager &Sources) : Sources(Sources) {}

  bool shouldSkipFunctionBody(Decl *D) override {
    return !D->isTemplated() && !isa<FunctionTemplateDecl>(D) &&
           Sources.isInSystemHeader(Sources.getFileLoc(D->getLocation()));
  }

private:
  const SourceManager &Sources;
};

} // namespace

std::unique_ptr<ASTConsumer> UserBodiesAction::CreateASTConsumer(CompilerInstance &Compiler,
                                                                 llvm::StringRef) {
  return std::make_unique<UserBodies>(Compiler.getSourceManager());
}

} // namespace cu2cl
