// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Recursion that is a loop: `return n == 0 ? sum : add(n - 1, sum + n);`.
//
// Precondition: nothing of the function happens after the call; its arguments and its result are
// numbers or pointers. Each call has variables of its own, a loop has the same again: so no address
// of one may have gone anywhere. Nothing that it calls meets other threads.

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
    if (V->getType()->isReferenceType() && V->getInit())
      bindsTo(V->getInit());
    return true;
  }
  bool visitExpr(Expr *E) override {
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
      Subscripted.insert(S->getBase()->IgnoreParens());
    } else if (const auto *C = dyn_cast<CastExpr>(E)) {
      if (C->getCastKind() == CK_ArrayToPointerDecay && !Subscripted.contains(C))
        bindsTo(C->getSubExpr());
    } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->getOpcode() == UO_AddrOf)
        bindsTo(U->getSubExpr());
    } else if (const auto *List = dyn_cast<InitListExpr>(E)) { // of members that are references
      for (const Expr *Part : List->inits())
        bindsTo(Part);
    } else if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
      HoldsAddresses |= !C->getConstructor()->isTrivial(); // it has its object's
    }
    return true;
  }
  bool visitLambdaExpr(LambdaExpr *) override { return !(KeepsObjects = true); }
  bool visitCallExpr(CallExpr *C) override {
    const FunctionDecl *Callee = C->getDirectCallee();
    Meets |= !Callee || threadRoleOf(Callee) == ThreadRole::Barrier ||
             threadRoleOf(Callee) == ThreadRole::Warp ||
             threadRoleOf(Callee) == ThreadRole::Unknown;
    if (!Callee || C->isTypeDependent())
      return true;
    llvm::ArrayRef<const Expr *> Arguments(C->getArgs(), C->getNumArgs());
    const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(C))
      bindsTo(Member->getImplicitObjectArgument());
    else if (isa<CXXOperatorCallExpr>(C) && Method && Method->isInstance()) {
      bindsTo(Arguments.front());
      Arguments = Arguments.drop_front();
    }
    // std::max looks and gives back one of the two.
    if (!isOfSystem(Callee) || Callee->getReturnType()->isPointerType() ||
        Callee->getReturnType().getNonReferenceType()->isPointerType())
      passes(Callee, Arguments);
    return true;
  }

  llvm::SmallPtrSet<const Expr *, 4> Tails;
  bool KeepsObjects = false;   ///< something ends, or is captured
  bool HoldsAddresses = false; ///< the address of an own variable goes somewhere
  bool Meets = false;

private:
  /// Returns true if glvalue \p E is a variable of the function itself, a part of one, or a
  /// temporary object.
  static bool isOwn(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      return V && V->hasLocalStorage() && !V->getType()->isReferenceType();
    }
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return !M->isArrow() && !M->getMemberDecl()->getType()->isReferenceType() &&
             isOwn(M->getBase());
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
      const auto *Decay = dyn_cast<CastExpr>(S->getBase()->IgnoreParens());
      return Decay && Decay->getCastKind() == CK_ArrayToPointerDecay && isOwn(Decay->getSubExpr());
    }
    if (const auto *C = dyn_cast<CastExpr>(E))
      return C->isGLValue() && isOwn(C->getSubExpr());
    if (const auto *C = dyn_cast<ConditionalOperator>(E))
      return isOwn(C->getTrueExpr()) || isOwn(C->getFalseExpr());
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return isOwn(B->isCommaOp() ? B->getRHS() : B->getLHS());
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->isPrefix() && isOwn(U->getSubExpr());
    return isa<MaterializeTemporaryExpr>(E);
  }

  /// Something gets the address of \p E, or refers to it.
  void bindsTo(const Expr *E) { HoldsAddresses |= E->isGLValue() && isOwn(E); }

  void passes(const FunctionDecl *To, llvm::ArrayRef<const Expr *> Arguments) {
    for (unsigned I = 0; I < std::min<size_t>(Arguments.size(), To->getNumParams()); ++I)
      if (To->getParamDecl(I)->getType()->isReferenceType())
        bindsTo(Arguments[I]);
  }

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
  llvm::SmallPtrSet<const Expr *, 8> Subscripted; ///< arrays of which an element is meant
};

bool isScalar(QualType T) {
  return T->isArithmeticType() || T->isEnumeralType() || T->isPointerType();
}

bool canRepeat(const FunctionDecl *F, const CallExpr *Call) {
  if (isa<CXXOperatorCallExpr>(Call) || Call->getNumArgs() != F->getNumParams())
    return false;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
      Member && !isa<CXXThisExpr>(Member->getImplicitObjectArgument()->IgnoreParenImpCasts()))
    return false;
  for (unsigned I = 0; I < F->getNumParams(); ++I) {
    const ParmVarDecl *P = F->getParamDecl(I);
    if (passesOn(Call->getArg(I), P))
      continue;
    if (P->getType().isConstQualified() || isa<CXXDefaultArgExpr>(Call->getArg(I)) ||
        !isScalar(P->getType()))
      return false;
  }
  return true;
}

/// Returns true if \p F, or what it calls, waits for other threads or exchanges values with them.
bool meetsOthers(const FunctionDecl *F, CallsOf Calls,
                 llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  if (!Seen.insert(F).second || !F->getBody())
    return false;
  TailCallFinder Find(F);
  Find.traverseStmt(F->getBody());
  return Find.Meets || llvm::any_of(Calls(F), [&](const DeviceCall &C) {
           return meetsOthers(C.Callee, Calls, Seen);
         });
}

} // namespace

bool passesOn(const Expr *Argument, const ParmVarDecl *P) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Argument->IgnoreParenImpCasts());
  return Ref && Ref->getDecl() == P;
}

std::vector<const CallExpr *> tailCalls(const FunctionDecl *F, CallsOf Calls) {
  std::vector<const CallExpr *> Own;
  for (const DeviceCall &C : Calls(F))
    if (C.Callee == F) {
      const auto *Call = dyn_cast_or_null<CallExpr>(C.Site);
      if (!Call)
        return {};
      Own.push_back(Call);
    }
  QualType Result = F->getReturnType();
  if (Own.empty() || isa<CXXConstructorDecl, CXXDestructorDecl>(F) || !F->getBody() ||
      !(Result->isVoidType() || isScalar(Result)))
    return {};
  TailCallFinder Find(F);
  Find.traverseStmt(F->getBody());
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  bool IsLoop = !Find.KeepsObjects && !Find.HoldsAddresses && !meetsOthers(F, Calls, Seen) &&
                llvm::all_of(Own, [&](const CallExpr *Call) {
                  return Find.Tails.contains(Call) && canRepeat(F, Call);
                });
  return IsLoop ? Own : std::vector<const CallExpr *>();
}

} // namespace cu2cl
