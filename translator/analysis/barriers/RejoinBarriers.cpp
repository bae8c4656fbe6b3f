// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/RejoinBarriers.h"
#include "analysis/barriers/BarrierJumps.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

class Planner {
public:
  Planner(const BarrierMap &Barriers, const FunctionDecl *F) : Barriers(Barriers), F(F) {}

  RejoinBarriers plan() {
    for (const BarrierSite &Site : Barriers.sites(F)) {
      if (Site.Verdict != BarrierVerdict::Uniform)
        return {}; // predicates: all threads go the same way
      markAround(F->getBody(), Site.Call, Around);
    }
    if (Around.empty())
      return {};
    IsKernel = F->hasAttr<CUDAGlobalAttr>();
    visit(F->getBody(), F->getBody());
    if (!IsKernel && givesValues(F->getBody()))
      findReturns(F->getBody());
    return std::move(Plan);
  }

private:
  /// \p S in \p Region: the innermost loop or branch around it that has barriers, or the body.
  void visit(const Stmt *S, const Stmt *Region) {
    if (!S || !Around.contains(S))
      return;
    const auto *Block = dyn_cast<CompoundStmt>(S);
    for (const Stmt *Child : S->children()) {
      if (!Child || !Around.contains(Child))
        continue;
      bool Joins = isa<IfStmt, ForStmt, WhileStmt, SwitchStmt>(Child);
      if (Joins && Block && Barriers.inUniformControlFlow(F, Child) &&
          !isBarrierBehind(Block, Child) && decides(Child, Region))
        Plan.Behind.insert(Child);
      visit(Child, Joins ? Child : Region);
    }
  }

  bool isBarrierBehind(const CompoundStmt *Block, const Stmt *S) const {
    const auto *At = llvm::find(Block->body(), S);
    return At + 1 != Block->body_end() && isa<CallExpr>(At[1]) && Around.contains(At[1]);
  }

  /// Returns true if a value that \p S gives a thread decides about a branch after it, in \p
  /// Region.
  bool decides(const Stmt *S, const Stmt *Region) const {
    VariableSet Given;
    forEachVariableChange(S, [&](const VariableChange &C) {
      if (C.Variable->hasLocalStorage() && !declaredIn(S, C.Variable))
        Given.insert(C.Variable);
    });
    if (Given.empty())
      return false;
    for (size_t Before = 0; Before != Given.size();) {
      Before = Given.size();
      spread(Region, S, Given);
    }
    return isAskedBehind(Region, S, Given);
  }

  bool declaredIn(const Stmt *S, const VarDecl *V) const {
    SourceRange Range = S->getSourceRange();
    const SourceManager &SM = F->getASTContext().getSourceManager();
    return SM.isBeforeInTranslationUnit(Range.getBegin(), V->getLocation()) &&
           SM.isBeforeInTranslationUnit(V->getLocation(), Range.getEnd());
  }

  /// Adds what is made of \p Given in \p In.
  void spread(const Stmt *In, const Stmt *From, VariableSet &Given) const {
    if (!In || In == From)
      return;
    if (const auto *D = dyn_cast<DeclStmt>(In))
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One);
            V && V->getInit() && namesAny(V->getInit(), Given))
          Given.insert(V);
    if (const auto *B = dyn_cast<BinaryOperator>(In);
        B && B->isAssignmentOp() && namesAny(B->getRHS(), Given))
      forEachRoot(B->getLHS(), [&](const DeclRefExpr *Ref) {
        if (const VarDecl *V = variableOf(Ref->getDecl()))
          Given.insert(V);
      });
    forEachEvaluated(In, [&](const Stmt *Child) { spread(Child, From, Given); });
  }

  /// Returns true if \p In, without \p From, has a condition of \p Given that differs between
  /// threads; in a loop also before \p From. What a function returns is asked by its callers.
  bool isAskedBehind(const Stmt *In, const Stmt *From, const VariableSet &Given) const {
    if (!In || In == From)
      return false;
    const SourceManager &SM = F->getASTContext().getSourceManager();
    auto Asked = [&](const Expr *E) {
      return E && namesAny(E, Given) && !Barriers.isUniform(F, E) &&
             SM.isBeforeInTranslationUnit(From->getBeginLoc(), E->getBeginLoc());
    };
    if (Asked(control::condition(In)))
      return true;
    if (const auto *Choice = dyn_cast<ConditionalOperator>(In); Choice && Asked(Choice->getCond()))
      return true;
    if (const auto *B = dyn_cast<BinaryOperator>(In); B && B->isLogicalOp() && Asked(B->getLHS()))
      return true;
    if (const auto *R = dyn_cast<ReturnStmt>(In); R && !IsKernel && Asked(R->getRetValue()))
      return true;
    return anyEvaluated(In, [&](const Stmt *Child) { return isAskedBehind(Child, From, Given); });
  }

  /// Returns true if a return in \p S gives threads different values.
  bool givesValues(const Stmt *S) const {
    const auto *R = dyn_cast<ReturnStmt>(S);
    return (R && R->getRetValue() && !Barriers.isUniform(F, R->getRetValue())) ||
           anyEvaluated(S, [&](const Stmt *Child) { return givesValues(Child); });
  }

  void findReturns(const Stmt *S) {
    const auto *Block = dyn_cast<CompoundStmt>(S);
    const Stmt *Before = nullptr;
    forEachEvaluated(S, [&](const Stmt *Child) {
      bool Last = S == F->getBody() && Child == Block->body_back();
      bool Met = Block && Before && isa<CallExpr>(Before) && Around.contains(Before);
      if (isa<ReturnStmt>(Child) && !Last && !Met && !Around.contains(Child) &&
          Barriers.inUniformControlFlow(F, Child))
        Plan.Returns.insert(Child);
      findReturns(Child);
      Before = Child;
    });
  }

  const BarrierMap &Barriers;
  const FunctionDecl *F;
  StmtSet Around; ///< statements with barriers
  bool IsKernel = false;
  RejoinBarriers Plan;
};

} // namespace

RejoinBarriers planRejoinBarriers(const BarrierMap &Barriers, const FunctionDecl *F) {
  return F->getBody() ? Planner(Barriers, F).plan() : RejoinBarriers();
}

} // namespace cu2cl
