// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/VariableUses.h"
#include "analysis/effects/Accesses.h"
#include "analysis/effects/Evaluation.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

bool isThis(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  return E && isa<CXXThisExpr>(E->IgnoreParenImpCasts());
}

/// Adds up what code does with one variable, or with the object of a method.
class UseFinder {
public:
  UseFinder(const ASTContext &Context, const ValueDecl *V, const KeptByMethod &Method)
      : Context(Context), V(V), Method(Method) {}
  VariableUses Uses;

  void walk(const Stmt *S) {
    if (!S)
      return;
    if (const auto *For = dyn_cast<CXXForRangeStmt>(S); For && onlyReadsRange(For)) {
      walk(For->getInit());
      walk(For->getRangeInit());
      walk(For->getLoopVarStmt());
      return walk(For->getBody());
    }
    if (!V && isa<CXXThisExpr>(S)) { // the pointer itself
      Uses.IsChangedOrKept = true;
      return;
    }
    if (const Expr *Array = arrayOf(S)) {
      walk(Array);
      return walk(cast<ArraySubscriptExpr>(S)->getIdx());
    }
    // The text of `v.*member` takes the address of v.
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->getOpcode() == BO_PtrMemD)
      Uses.IsChangedOrKept |= isOrIsPartOf(B->getLHS());
    if (const auto *C = dyn_cast<CastExpr>(S))
      Uses.IsChangedOrKept |= reachesBeyond(C) && isOrIsPartOf(C->getSubExpr());
    const auto *Call = dyn_cast<CallExpr>(S);
    const Expr *Object = Call ? objectOfCall(Call) : nullptr;
    if (Object && isThis(Object) && !V)
      object(Call);
    forEachAccessBy(S, [&](const Access &A) {
      if (A.Kind == AccessKind::Read || !isOrIsPartOf(A.Object))
        return;
      if (A.Object == Object && A.Kind == AccessKind::Bound)
        object(Call);
      else if (isa<ReturnStmt>(S))
        Uses.IsReturned = true;
      else
        Uses.IsChangedOrKept = true;
    });
    if (!namesObject(S))
      forEachEvaluated(S, [&](const Stmt *Child) { walk(Child); });
  }

  /// A reference is bound to \p Init, or it gives a member its value.
  void initialiser(const Expr *Init) {
    Uses.IsChangedOrKept |= Init->isGLValue() && isOrIsPartOf(Init);
    walk(Init);
  }

private:
  /// Returns true if \p C makes an object of what may be a part of it: a base class, or the first
  /// bytes. A copy of that part would not do.
  bool reachesBeyond(const CastExpr *C) const {
    if (C->getCastKind() == CK_BaseToDerived)
      return true;
    if (C->getCastKind() != CK_LValueBitCast)
      return false;
    QualType From = C->getSubExpr()->getType(), To = C->getType();
    if (From->isIncompleteType() || To->isIncompleteType())
      return true;
    return Context.getTypeSizeInChars(To) > Context.getTypeSizeInChars(From);
  }

  /// Returns true if \p S is `this->x` or `*this`, where the pointer only says which object it is.
  bool namesObject(const Stmt *S) const {
    if (V)
      return false;
    if (const auto *M = dyn_cast<MemberExpr>(S))
      return M->isArrow() && isThis(M->getBase());
    const auto *U = dyn_cast<UnaryOperator>(S);
    return U && U->getOpcode() == UO_Deref && isThis(U->getSubExpr());
  }

  /// Returns true if the glvalue \p E is the variable or a part of it. What a member that is a
  /// reference refers to is none.
  bool isOrIsPartOf(const Expr *E) const {
    for (const Expr *Part = E->IgnoreParenCasts();;) {
      if (namesObject(Part) && !isReferenceMember(Part))
        return true;
      const Expr *Array = arrayOf(Part);
      const auto *M = dyn_cast<MemberExpr>(Part);
      if (M && (M->isArrow() || isReferenceMember(M)))
        return false;
      if (!Array && !M)
        break;
      Part = (Array ? Array : M->getBase())->IgnoreParenCasts();
    }
    bool Is = false;
    forEachRootObject(E, [&](const Expr *Root) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Root);
      Is |= V ? Ref && Ref->getDecl() == V : namesObject(Root) && !isReferenceMember(Root);
    });
    return Is;
  }

  static bool isReferenceMember(const Expr *E) {
    const auto *M = dyn_cast<MemberExpr>(E);
    return M && M->getMemberDecl()->getType()->isReferenceType();
  }

  /// The use of the variable by the method that \p Call calls for it. A reference that it returns
  /// is an access of who gets that.
  void object(const CallExpr *Call) {
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
    Uses.IsChangedOrKept |= !M || !Method || Method(M) == Kept::Object;
  }

  /// The elements are copied, or begin() and end() keep nothing of the range.
  bool onlyReadsRange(const CXXForRangeStmt *For) const {
    auto KeepsNothing = [&](const DeclStmt *D) {
      const Expr *Init = cast<VarDecl>(D->getSingleDecl())->getInit();
      const auto *Call = dyn_cast<CXXMemberCallExpr>(Init->IgnoreImplicit());
      return Call && Method && Method(Call->getMethodDecl()) == Kept::Nothing;
    };
    if (!For->getBeginStmt())
      return false;
    // The text walks over an array by a pointer.
    return For->getRangeInit()->getType()->isArrayType()
               ? Method && !For->getLoopVariable()->getType()->isReferenceType()
               : KeepsNothing(For->getBeginStmt()) && KeepsNothing(For->getEndStmt());
  }

  const ASTContext &Context;
  const ValueDecl *V;
  const KeptByMethod &Method;
};

} // namespace

VariableUses usesIn(const FunctionDecl *F, const ValueDecl *V, const KeptByMethod &Method) {
  UseFinder Finder(F->getASTContext(), V, Method);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits())
      Finder.initialiser(I->getInit());
  Finder.walk(F->getBody());
  return Finder.Uses;
}

} // namespace cu2cl
