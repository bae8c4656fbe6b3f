// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/Accesses.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/reach/LibraryCode.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

bool isTrivialAssignment(const CallExpr *Call) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
  return Operator && M && Operator->getOperator() == OO_Equal && M->isTrivial();
}

const Expr *objectOfCall(const CallExpr *Call) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    return Member->getImplicitObjectArgument();
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
  return M && M->isInstance() && isa<CXXOperatorCallExpr>(Call) ? Call->getArg(0) : nullptr;
}

const Expr *arrayOf(const Stmt *S) {
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S);
  const Expr *Array = Subscript ? Subscript->getBase()->IgnoreParenImpCasts() : nullptr;
  return Array && Array->isGLValue() && Array->getType()->isArrayType() ? Array : nullptr;
}

/// Returns true if \p S, which has the glvalue \p Operand, is that object or a part of it, so that
/// whatever has \p S as its operand accesses it.
static bool passesOn(const Stmt *S, const Expr *Operand) {
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S))
    return Choice->isGLValue() && Operand != Choice->getCond();
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    return B->isCommaOp() || B->isPtrMemOp();
  if (const auto *C = dyn_cast<CastExpr>(S))
    return C->isGLValue();
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return passedOn(Call);
  return isa<ParenExpr, FullExpr, MemberExpr, SubstNonTypeTemplateParmExpr>(S);
}

/// Returns true if \p E is a temporary object, also as a const one.
static bool isTemporary(const Expr *E) {
  while (const auto *C = dyn_cast<CastExpr>(E->IgnoreParens()))
    if (C->isGLValue() && C->getSubExpr()->isGLValue())
      E = C->getSubExpr();
    else
      break;
  return isa<MaterializeTemporaryExpr>(E->IgnoreParens());
}

const CastExpr *readingCast(const Stmt *S) {
  const auto *C = dyn_cast<CastExpr>(S);
  return C && (C->getCastKind() == CK_LValueToRValue ||
               C->getCastKind() == CK_LValueToRValueBitCast)
             ? C
             : nullptr;
}

void forEachAccessBy(const Stmt *S, llvm::function_ref<void(const Access &)> Do) {
  if (const auto *C = dyn_cast<CastExpr>(S)) {
    if (readingCast(C))
      return Do({C->getSubExpr(), S, AccessKind::Read});
    if (C->getCastKind() == CK_ToVoid)
      return;
  }
  const auto *Copy = dyn_cast<CXXConstructExpr>(S);
  const auto *Call = dyn_cast<CallExpr>(S);
  bool IsCopied =
      (Copy && Copy->getConstructor()->isTrivial()) || (Call && isTrivialAssignment(Call));
  if (arrayOf(S) || !isa<Expr, DeclStmt, ReturnStmt, AsmStmt>(S))
    return;
  const Expr *Target = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    Target = B->getLHS();
  else if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
    Target = U->getSubExpr();
  else if (Call && IsCopied)
    Target = Call->getArg(0);
  if (Target)
    Do({Target, S, AccessKind::Set, isa<UnaryOperator, CompoundAssignOperator>(S)});
  // A function is no object: whose static method it is does not matter.
  auto Operand = [&](const Expr *E) {
    if (E->isGLValue() && !E->getType()->isFunctionType() && E != Target && !passesOn(S, E) &&
        !isTemporary(E))
      Do({E, S, IsCopied ? AccessKind::Read : AccessKind::Bound});
  };
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(S))
    Operand(Member->getImplicitObjectArgument());
  forEachEvaluated(S, [&](const Stmt *Child) {
    if (const auto *E = dyn_cast<Expr>(Child))
      Operand(E);
  });
}

} // namespace cu2cl
