// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/InlineAssembly.h"
#include "core/source/AstVisitor.h"
#include "core/source/LambdaOperators.h"
#include "frontend/AssemblyWriter.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace cu2cl {
namespace {

/// Finds the asm statements of device code.
class AssemblyVisitor : public AstVisitor {
public:
  explicit AssemblyVisitor(Sema &S) : S(S) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }

  bool visitFunctionDecl(FunctionDecl *F) override {
    replaceIn(F);
    return true;
  }

private:
  void replaceIn(FunctionDecl *F) {
    bool IsDevice = F->hasAttr<CUDADeviceAttr>() || F->hasAttr<CUDAGlobalAttr>();
    if (!IsDevice || !F->doesThisDeclarationHaveABody() || F->isDependentContext())
      return;
    Sema::ContextRAII Inside(S, F);
    replaceIn(F->getBody(), F);
  }

  void replaceIn(Stmt *Parent, FunctionDecl *F) {
    for (Stmt *&Child : Parent->children()) {
      if (!Child)
        continue;
      if (const auto *Asm = dyn_cast<GCCAsmStmt>(Child)) {
        Sema::TentativeAnalysisScope Quiet(S);
        if (Stmt *Written = writeAssembly(S, F, Asm))
          Child = Written;
      } else if (const auto *Lambda = dyn_cast<LambdaExpr>(Child)) {
        replaceIn(Lambda);
      } else {
        replaceIn(Child, F);
      }
    }
  }

  /// The visitor does not come to the functions of lambdas.
  void replaceIn(const LambdaExpr *Lambda) {
    for (CXXMethodDecl *Operator : lambdaOperators(Lambda))
      replaceIn(Operator);
  }

  Sema &S;
};

} // namespace

void writeOutAssembly(Sema &S) {
  EnterExpressionEvaluationContext Evaluated(
      S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  S.PushFunctionScope();
  AssemblyVisitor(S).traverseDecl(S.Context.getTranslationUnitDecl());
  S.PopFunctionScopeInfo();
}

bool isAssemblyBlock(const CompoundStmt *Block) {
  // Nothing that the user writes is at the brace around it.
  if (Block->body_empty())
    return false;
  const Stmt *First = Block->body_front();
  const auto *E = dyn_cast<Expr>(First);
  return (E ? E->getExprLoc() : First->getBeginLoc()) == Block->getLBracLoc();
}

bool isAtAssembly(SourceLocation Loc, const SourceManager &Sources) {
  if (Loc.isInvalid())
    return false;
  LangOptions Options;
  SmallString<16> Buffer;
  StringRef Word = Lexer::getSpelling(Sources.getSpellingLoc(Loc), Buffer, Sources, Options);
  return Word == "asm" || Word == "__asm__" || Word == "__asm";
}

} // namespace cu2cl
