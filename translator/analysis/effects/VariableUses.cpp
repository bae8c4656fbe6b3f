// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/VariableUses.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

/// What becomes of a glvalue.
enum class As { Read, Written, Object, Returned };

class UseCounter {
public:
  UseCounter(const ValueDecl *V, const KeptByMethod &Method) : V(V), Method(Method) {}
  VariableUses Uses;

  void visit(const Stmt *S, As How = As::Read) {
    if (!S)
      return;
    if (const auto *E = dyn_cast<Expr>(S))
      return expression(E, How);
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return declarations(D);
    if (const auto *R = dyn_cast<ReturnStmt>(S))
      return visit(R->getRetValue(), As::Returned);
    if (const auto *For = dyn_cast<CXXForRangeStmt>(S); For && For->getBeginStmt())
      return rangeFor(For);
    for (const Stmt *C : S->children())
      visit(C); // the result of an expression as a statement is not used
  }

private:
  /// The range is only read if its elements are copied, or begin() and end() keep nothing of it.
  void rangeFor(const CXXForRangeStmt *For) {
    auto KeepsNothing = [&](const DeclStmt *D) {
      const Expr *Init = llvm::cast<VarDecl>(D->getSingleDecl())->getInit();
      const auto *Call = dyn_cast<CXXMemberCallExpr>(Init->IgnoreImplicit());
      return Call && Method && Method(Call->getMethodDecl()) == Kept::Nothing;
    };
    // The text walks over an array by a pointer.
    bool IsRead = For->getRangeInit()->getType()->isArrayType()
                      ? Method && !For->getLoopVariable()->getType()->isReferenceType()
                      : KeepsNothing(For->getBeginStmt()) && KeepsNothing(For->getEndStmt());
    visit(For->getInit());
    visit(For->getRangeInit(), IsRead ? As::Read : As::Object);
    visit(For->getLoopVarStmt());
    visit(For->getBody());
  }

  void declarations(const DeclStmt *D) {
    for (const Decl *One : D->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(One); Variable && Variable->getInit())
        visit(Variable->getInit(), As::Object);
  }

  void note(As How) {
    switch (How) {
    case As::Read:
      ++Uses.Reads;
      break;
    case As::Written:
      ++Uses.Writes;
      break;
    case As::Object:
      ++Uses.Objects;
      break;
    case As::Returned:
      ++Uses.Returned;
      break;
    }
  }

  void expression(const Expr *E, As How) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      if (V && Ref->getDecl() == V)
        note(How);
    } else if (isa<CXXThisExpr>(E)) {
      if (!V)
        note(As::Object);
    } else if (!passesOn(E, How) && !operators(E, How) && !calls(E, How)) {
      for (const Stmt *C : E->children())
        visit(C, As::Object);
    }
  }

  /// Expressions that are their operand, or a part of it.
  bool passesOn(const Expr *E, As How) {
    if (isa<ParenExpr, FullExpr, SubstNonTypeTemplateParmExpr, MaterializeTemporaryExpr,
            CXXBindTemporaryExpr>(E)) {
      for (const Stmt *C : E->children())
        visit(C, How);
      return true;
    }
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      const Expr *Base = M->getBase();
      // A reference or a pointer leads to something else.
      bool LeavesIt = M->getMemberDecl()->getType()->isReferenceType();
      if (M->isArrow() && isThis(Base))
        note(LeavesIt ? As::Read : How);
      else
        visit(Base, LeavesIt || M->isArrow() ? As::Read : How);
      return true;
    }
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      visit(A->getIdx());
      const auto *Decay = dyn_cast<ImplicitCastExpr>(A->getBase()->IgnoreParens());
      visit(Decay && Decay->getCastKind() == CK_ArrayToPointerDecay ? Decay->getSubExpr()
                                                                    : A->getBase(),
            How);
      return true;
    }
    if (const auto *C = dyn_cast<CastExpr>(E))
      return cast(C, How);
    if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
      visit(C->getCond());
      visit(C->getTrueExpr(), How);
      visit(C->getFalseExpr(), How);
      return true;
    }
    return false;
  }

  bool cast(const CastExpr *C, As How) {
    switch (C->getCastKind()) {
    case CK_LValueToRValue:
    case CK_ToVoid:
      visit(C->getSubExpr());
      return true;
    case CK_NoOp:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_ConstructorConversion:
    case CK_UserDefinedConversion:
      if (isThis(C->getSubExpr()))
        note(How);
      else
        visit(C->getSubExpr(), How);
      return true;
    default:
      return false;
    }
  }

  bool operators(const Expr *E, As How) {
    if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(E))
      return true; // not evaluated
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->isCommaOp()) {
        visit(B->getLHS());
        visit(B->getRHS(), How);
        return true;
      }
      if (!B->isAssignmentOp())
        return false;
      visit(B->getLHS(), changed(B, How));
      visit(B->getRHS(), As::Object);
      return true;
    }
    const auto *U = dyn_cast<UnaryOperator>(E);
    if (!U)
      return false;
    if (U->getOpcode() == UO_Deref && isThis(U->getSubExpr()) && !V) {
      note(How);
      return true;
    }
    if (!U->isIncrementDecrementOp())
      return false;
    visit(U->getSubExpr(), changed(U, How));
    return true;
  }

  /// What happens to the left side of \p E, an assignment or the like, whose result is used so.
  static As changed(const Expr *E, As How) {
    return E->isGLValue() && How != As::Read ? How : As::Written;
  }

  bool calls(const Expr *E, As How) {
    if (const auto *L = dyn_cast<LambdaExpr>(E)) {
      for (const Expr *Init : L->capture_inits())
        visit(Init, As::Object);
      return true;
    }
    if (const auto *C = dyn_cast<CXXConstructExpr>(E);
        C && C->getNumArgs() == 1 && C->getConstructor()->isTrivial()) {
      visit(C->getArg(0));
      return true;
    }
    const auto *Call = dyn_cast<CallExpr>(E);
    const auto *M = Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
    if (!M || M->isStatic())
      return false;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
      object(Member->getImplicitObjectArgument(), M, How);
      arguments(Call, 0);
      return true;
    }
    if (!isa<CXXOperatorCallExpr>(Call))
      return false;
    if (M->isTrivial() && Call->getNumArgs() == 2) { // a = b
      visit(Call->getArg(0), changed(Call, How));
      visit(Call->getArg(1));
      return true;
    }
    object(Call->getArg(0), M, How);
    arguments(Call, 1);
    return true;
  }

  void object(const Expr *Object, const CXXMethodDecl *M, As How) {
    bool This = isThis(Object);
    if (!This && !Object->isGLValue())
      return visit(Object, As::Object);
    Kept What = Method ? Method(M) : Kept::Object;
    As Then = What == Kept::Nothing ? As::Read : What == Kept::Part ? How : As::Object;
    if (!This)
      visit(Object, Then);
    else if (!V)
      note(Then);
  }

  void arguments(const CallExpr *Call, unsigned From) {
    for (unsigned I = From; I < Call->getNumArgs(); ++I)
      visit(Call->getArg(I), As::Object);
  }

  bool isThis(const Expr *E) const { return !V && isa<CXXThisExpr>(E->IgnoreParenImpCasts()); }

  const ValueDecl *V;
  const KeptByMethod &Method;
};

} // namespace

VariableUses usesIn(const FunctionDecl *F, const ValueDecl *V, const KeptByMethod &Method) {
  UseCounter Counter(V, Method);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits())
      Counter.visit(I->getInit(), As::Object);
  Counter.visit(F->getBody());
  return Counter.Uses;
}

} // namespace cu2cl
