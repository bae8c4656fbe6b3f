// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tree/Build.h"
#include "optimizers/tree/BuildExpressions.h"
#include "optimizers/tree/Gaps.h"
#include "optimizers/tree/Make.h"
#include "optimizers/tree/Print.h"
#include "optimizers/tree/Switches.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

class Builder {
public:
  Builder(const Source &From, Arena &Nodes)
      : From(From), Nodes(Nodes), Texts(From), Values(From, Nodes) {}

  Kernel build(const FunctionDecl *F) {
    Kernel K;
    K.Declared = F;
    K.Name = F->getNameAsString();
    if (const auto *Size = F->getAttr<ReqdWorkGroupSizeAttr>()) {
      K.GroupSize[0] = Size->getXDim();
      K.GroupSize[1] = Size->getYDim();
      K.GroupSize[2] = Size->getZDim();
    }
    for (const ParmVarDecl *P : F->parameters()) {
      K.Parameters.push_back(Values.variable(P));
      K.Parameters.back()->IsParameter = true;
    }
    const auto *Body = cast<CompoundStmt>(F->getBody());
    K.Body = block(Body, Body->getBeginLoc());
    return K;
  }

private:
  Stmt *make(Stmt::Form Kind, const clang::Stmt *S) {
    Stmt Node;
    Node.Kind = Kind;
    Node.From = S;
    return Nodes.stmt(std::move(Node));
  }

  /// The statements of \p Body, with the comments and #pragma lines before and after them.
  Block block(const CompoundStmt *Body, SourceLocation Begin) {
    Block Result;
    std::optional<Span> Before = From.spanOf({Begin, Begin});
    for (const clang::Stmt *S : Body->body()) {
      size_t First = Result.size();
      add(S, Result);
      const auto *Attributed = dyn_cast<AttributedStmt>(S);
      std::optional<Span> Here = Texts.wholeSpan(Attributed ? Attributed->getSubStmt() : S);
      if (Before && Here && First < Result.size()) {
        Gap Between = Texts.gap(Before->End, Here->Begin);
        Result[First]->Lead = Between.Lead + Result[First]->Lead;
        Result[First]->HasEmptyLine = Between.HasEmptyLine;
        if (First) {
          Result[First - 1]->Trail = Between.Trail;
          Result[First - 1]->TrailBlanks = Between.TrailBlanks;
        }
      }
      Before = Here;
    }
    std::optional<Span> End = From.spanOf({Body->getEndLoc(), Body->getEndLoc()});
    if (Before && End && !Result.empty()) {
      Gap Last = Texts.gap(Before->End, End->Begin);
      Result.back()->Trail = Last.Trail;
      Result.back()->TrailBlanks = Last.TrailBlanks;
    }
    return Result;
  }

  Block blockOf(const clang::Stmt *S, bool &IsBlock) {
    IsBlock = isa<CompoundStmt>(S);
    if (const auto *Body = dyn_cast<CompoundStmt>(S))
      return block(Body, Body->getBeginLoc());
    Block Result = made(S);
    IsBlock |= Result.size() > 1;
    return Result;
  }

  Block made(llvm::ArrayRef<const clang::Stmt *> Parts) {
    Block Result;
    for (const clang::Stmt *Part : Parts)
      add(Part, Result);
    return Result;
  }

  void add(const clang::Stmt *S, Block &To) {
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return addDeclarations(D, To);
    if (isa<NullStmt>(S))
      return;
    const auto *Switch = dyn_cast<SwitchStmt>(S);
    if (auto Cases = Switch ? casesOf(Switch) : std::nullopt)
      return addBranches(Switch, *Cases, To);
    Stmt *New = statement(S);
    declareUnnamed(To);
    To.push_back(New);
  }

  /// \p E of a statement that may have declarations ahead of it, but in a loop's head.
  Expr *value(const clang::Expr *E) {
    Values.Unnamed.IsOpen = !InHead;
    Expr *Result = Values.expr(E);
    Values.Unnamed.IsOpen = false;
    return Result;
  }

  void declareUnnamed(Block &To) {
    To.append(Values.Unnamed.Ahead);
    Values.Unnamed.Ahead.clear();
  }

  /// `int selected = v; if (selected == 1) ... else ...`
  void addBranches(const SwitchStmt *S, llvm::ArrayRef<opt::SwitchCase> Cases, Block &To) {
    Make M(From.context(), Nodes);
    Variable *V = selectedBy(M, S, Values.Made);
    To.push_back(M.declare(V, Values.expr(S->getCond())));
    Block Rest = branchesOf(
        M, V, Cases, [&](auto *E) { return Values.expr(E); },
        [&](auto Parts) { return made(Parts); });
    To.append(Rest.begin(), Rest.end());
  }

  void addDeclarations(const DeclStmt *D, Block &To) {
    for (const Decl *Each : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Each);
      if (V && isShared(V))
        V = nullptr;
      Stmt *Node = make(V ? Stmt::Form::Declare : Stmt::Form::Opaque, D);
      if (V && V->hasInit())
        Node->Value = value(V->getInit());
      declareUnnamed(To);
      To.push_back(Node);
      if (!V)
        return;
      Node->Var = Values.variable(V);
      Node->Line = D;
      if (!D->isSingleDecl())
        Node->From = nullptr;
    }
  }

  Stmt *statement(const clang::Stmt *S) {
    using F = Stmt::Form;
    if (const auto *E = dyn_cast<clang::Expr>(S)) {
      Stmt *Node = make(F::Expression, S);
      Node->Value = value(E);
      return Node;
    }
    if (const auto *A = dyn_cast<AttributedStmt>(S)) {
      Stmt *Node = statement(A->getSubStmt());
      Node->Lead = Texts.attributes(A);
      return Node;
    }
    if (const auto *B = dyn_cast<CompoundStmt>(S)) {
      Stmt *Node = make(F::Block, S);
      Node->Body = block(B, B->getBeginLoc());
      return Node;
    }
    if (const auto *I = dyn_cast<IfStmt>(S)) {
      Stmt *Node = make(F::If, S);
      Node->Value = value(I->getCond());
      Block Ahead = std::exchange(Values.Unnamed.Ahead, {});
      Node->Body = blockOf(I->getThen(), Node->BodyIsBlock);
      if (I->getElse())
        Node->Else = blockOf(I->getElse(), Node->ElseIsBlock);
      Values.Unnamed.Ahead = Ahead;
      return Node;
    }
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      return loop(S);
    // What `return f(x);` of a function without a result calls would be lost with the return.
    const auto *R = dyn_cast<ReturnStmt>(S);
    if (R && R->getRetValue() && R->getRetValue()->getType()->isVoidType())
      return make(F::Opaque, S);
    if (R) {
      Stmt *Node = make(F::Return, S);
      if (R->getRetValue())
        Node->Value = value(R->getRetValue());
      return Node;
    }
    if (isa<BreakStmt, ContinueStmt>(S))
      return make(isa<BreakStmt>(S) ? F::Break : F::Continue, S);
    return make(F::Opaque, S);
  }

  Stmt *loop(const clang::Stmt *S) {
    if (const auto *L = dyn_cast<ForStmt>(S)) {
      Stmt *Node = make(Stmt::Form::For, S);
      if (L->getInit()) {
        Block Init;
        llvm::SaveAndRestore Head(InHead, true);
        add(L->getInit(), Init);
        Node->Init.append(Init.begin(), Init.end());
      }
      if (L->getCond())
        Node->Value = Values.expr(L->getCond());
      if (L->getInc())
        Node->Step = Values.expr(L->getInc());
      Node->Body = blockOf(L->getBody(), Node->BodyIsBlock);
      return Node;
    }
    const auto *W = dyn_cast<WhileStmt>(S);
    const auto *D = dyn_cast<DoStmt>(S);
    Stmt *Node = make(W ? Stmt::Form::While : Stmt::Form::DoWhile, S);
    Node->Value = Values.expr(W ? W->getCond() : D->getCond());
    Node->Body = blockOf(W ? W->getBody() : D->getBody(), Node->BodyIsBlock);
    return Node;
  }

  const Source &From;
  Arena &Nodes;
  SourceTexts Texts;
  ExpressionBuilder Values;
  bool InHead = false; ///< of a loop
};

} // namespace

Kernel buildKernel(const Source &From, const FunctionDecl *Declared, Arena &Nodes) {
  return Builder(From, Nodes).build(Declared);
}

} // namespace cu2cl::opt
