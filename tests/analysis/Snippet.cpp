// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Snippet.h"
#include "core/source/AstVisitor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace clang;
using namespace cu2cl;

std::unique_ptr<ParsedSide> cu2cl::test::parse(llvm::StringRef Text, Side S, llvm::StringRef Name) {
  llvm::SmallString<128> Folder;
  EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("cu2cl-analysis", Folder));
  llvm::SmallString<128> Path = Folder;
  llvm::sys::path::append(Path, Name);
  {
    std::error_code Error;
    llvm::raw_fd_ostream Out(Path, Error);
    EXPECT_FALSE(Error);
    Out << Text;
  }
  CompileCommand Command;
  Command.File = std::string(Path);
  Command.Directory = std::string(Folder);
  Command.Flags = {"-std=c++17"};
  if (!Name.ends_with(".cu"))
    Command.Lang = Language::Cxx;
  std::unique_ptr<ParsedSide> P = parseSide(Command, S, FrontendOptions());
  for (const FrontendMessage &M : P->Messages)
    EXPECT_FALSE(M.IsError) << M.Line << ": " << M.Text;
  llvm::sys::fs::remove(Path);
  llvm::sys::fs::remove(Folder);
  return P;
}

namespace {
class Finder : public AstVisitor {
public:
  std::string Function, Variable, Callee;
  unsigned Nth = 0;
  const FunctionDecl *FoundFunction = nullptr;
  const ValueDecl *FoundVariable = nullptr;
  const CallExpr *FoundCall = nullptr;
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool visitFunctionDecl(FunctionDecl *F) override {
    if (!FoundFunction && F->getNameAsString() == Function && F->doesThisDeclarationHaveABody() &&
        !F->isDependentContext())
      FoundFunction = F;
    return true;
  }
  bool visitValueDecl(ValueDecl *D) override {
    const auto *F = dyn_cast<FunctionDecl>(D->getDeclContext());
    bool Fits = Function.empty() ? F == nullptr || true : F && F->getNameAsString() == Function;
    if (!FoundVariable && D->getNameAsString() == Variable && Fits && !isa<FunctionDecl>(D) &&
        !D->getDeclContext()->isDependentContext())
      FoundVariable = D;
    return true;
  }
  bool visitCallExpr(CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    if (F && F->getNameAsString() == Callee && Nth-- == 0)
      FoundCall = C;
    return true;
  }
};
} // namespace

const FunctionDecl *cu2cl::test::function(const ParsedSide &P, llvm::StringRef Name) {
  Finder F;
  F.Function = Name.str();
  F.traverseDecl(P.context().getTranslationUnitDecl());
  EXPECT_NE(F.FoundFunction, nullptr) << Name.str();
  return F.FoundFunction;
}

const ValueDecl *cu2cl::test::variable(const ParsedSide &P, llvm::StringRef Name) {
  Finder F;
  auto [Left, Right] = Name.split('.');
  F.Function = Right.empty() ? "" : Left.str();
  F.Variable = Right.empty() ? Left.str() : Right.str();
  F.traverseDecl(P.context().getTranslationUnitDecl());
  EXPECT_NE(F.FoundVariable, nullptr) << Name.str();
  return F.FoundVariable;
}

const CallExpr *cu2cl::test::callIn(const FunctionDecl *Function, llvm::StringRef Callee,
                                    unsigned Nth) {
  Finder F;
  F.Callee = Callee.str();
  F.Nth = Nth;
  F.traverseStmt(Function->getBody());
  EXPECT_NE(F.FoundCall, nullptr) << Callee.str();
  return F.FoundCall;
}
