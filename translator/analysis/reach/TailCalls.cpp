// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Recursion that is a loop: `return n == 0 ? sum : add(n - 1, sum + n);`.
//
// Precondition: nothing of the function happens after the call; the call's arguments are numbers or
// pointers, of which none leads to what the function holds itself, as that is used again.

#include "analysis/reach/TailCalls.h"
#include "analysis/dialect/Dialect.h"
#include "core/source/AstVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

class TailCallFinder : public AstVisitor {
public:
  explicit TailCallFinder(const FunctionDecl *F) : F(F) { last(F->getBody()); }

  bool visitReturnStmt(ReturnStmt *R) override {
    if (R->getRetValue())
      value(R->getRetValue());
    return true;
  }
  bool visitCompoundStmt(CompoundStmt *C) override {
    // `f(n - 1); return;`
    for (unsigned I = 1; I < C->size(); ++I)
      if (const auto *R = dyn_cast<ReturnStmt>(C->body_begin()[I]); R && !R->getRetValue())
        last(C->body_begin()[I - 1]);
    return true;
  }
  bool visitVarDecl(VarDecl *V) override {
    KeepsObjects |= V->isStaticLocal() || V->getType().isDestructedType() != QualType::DK_none;
    HoldsAddresses |= V->hasLocalStorage() && !isa<ParmVarDecl>(V) &&
                      (V->getType()->isArrayType() || V->getType()->isReferenceType());
    return true;
  }
  bool visitUnaryOperator(UnaryOperator *U) override {
    HoldsAddresses |= U->getOpcode() == UO_AddrOf;
    return true;
  }
  bool visitLambdaExpr(LambdaExpr *) override { return !(KeepsObjects = true); }
  bool visitCallExpr(CallExpr *C) override {
    const FunctionDecl *Callee = C->getDirectCallee();
    Meets |= !Callee || threadRoleOf(Callee) == ThreadRole::Barrier ||
             threadRoleOf(Callee) == ThreadRole::Warp ||
             threadRoleOf(Callee) == ThreadRole::Unknown;
    return true;
  }

  llvm::SmallPtrSet<const Expr *, 4> Tails;
  bool KeepsObjects = false;   ///< something ends, or is captured
  bool HoldsAddresses = false; ///< of what the function holds itself
  bool Meets = false;

private:
  void value(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
      value(C->getTrueExpr());
      value(C->getFalseExpr());
    } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
      Tails.insert(Call);
    }
  }
  /// \p S is the last that the function does, which gives back nothing.
  void last(const Stmt *S) {
    if (!S || !F->getReturnType()->isVoidType())
      return;
    if (const auto *C = dyn_cast<CompoundStmt>(S)) {
      if (!C->body_empty())
        last(C->body_back());
    } else if (const auto *If = dyn_cast<IfStmt>(S)) {
      last(If->getThen());
      last(If->getElse());
    } else if (isa<CallExpr>(S)) {
      Tails.insert(cast<CallExpr>(S));
    }
  }

  const FunctionDecl *F;
};

bool canRepeat(const FunctionDecl *F, const CallExpr *Call, const TailCallFinder &Found) {
  if (isa<CXXOperatorCallExpr>(Call) || Call->getNumArgs() != F->getNumParams())
    return false;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
      Member && !isa<CXXThisExpr>(Member->getImplicitObjectArgument()->IgnoreParenImpCasts()))
    return false;
  for (unsigned I = 0; I < F->getNumParams(); ++I) {
    const ParmVarDecl *P = F->getParamDecl(I);
    if (passesOn(Call->getArg(I), P))
      continue;
    QualType T = P->getType();
    bool IsNumber = T->isArithmeticType() || T->isEnumeralType();
    if (T.isConstQualified() || isa<CXXDefaultArgExpr>(Call->getArg(I)) ||
        !(IsNumber || (T->isPointerType() && !Found.HoldsAddresses)))
      return false;
  }
  return true;
}

} // namespace

bool passesOn(const Expr *Argument, const ParmVarDecl *P) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Argument->IgnoreParenImpCasts());
  return Ref && Ref->getDecl() == P;
}

std::vector<const CallExpr *> tailCalls(const FunctionDecl *F, llvm::ArrayRef<DeviceCall> Calls) {
  std::vector<const CallExpr *> Own;
  for (const DeviceCall &C : Calls)
    if (C.Callee == F) {
      const auto *Call = dyn_cast_or_null<CallExpr>(C.Site);
      if (!Call)
        return {};
      Own.push_back(Call);
    }
  if (Own.empty() || isa<CXXConstructorDecl, CXXDestructorDecl>(F) || !F->getBody())
    return {};
  TailCallFinder Find(F);
  Find.traverseStmt(F->getBody());
  bool IsLoop = !Find.KeepsObjects && !Find.Meets && llvm::all_of(Own, [&](const CallExpr *Call) {
    return Find.Tails.contains(Call) && canRepeat(F, Call, Find);
  });
  return IsLoop ? Own : std::vector<const CallExpr *>();
}

} // namespace cu2cl
