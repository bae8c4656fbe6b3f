// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/MutationCheck.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"

using namespace clang;

namespace cu2cl {

/// Returns true if \p S changes what ExprMutationAnalyzer says it does. The analysis assumes it of
/// much that reads: items of lists in braces, results of functions, objects of `p->call()`.
static bool surelyChanges(const Stmt *S) {
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    return B->isAssignmentOp();
  if (const auto *U = dyn_cast<UnaryOperator>(S))
    return U->isIncrementDecrementOp();
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S))
    return !Call->getImplicitObjectArgument()->getType()->isPointerType();
  const auto *Call = dyn_cast<CallExpr>(S);
  return Call && !Call->isCallToStdMove();
}

const VarDecl *findMissedMutation(const FunctionDecl *F, const VariableSet &Changed) {
  const Stmt *Body = F->getBody();
  ExprMutationAnalyzer Clangs(*Body, F->getASTContext());
  auto IsMissed = [&](const VarDecl *V) {
    if (Changed.contains(V) || V->getType()->isReferenceType() || V->getType().isConstQualified())
      return false;
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Clangs.findMutation(V));
    const Stmt *Where = Ref ? Clangs.findMutation(Ref) : nullptr;
    return Where && surelyChanges(Where) && !Ref->refersToEnclosingVariableOrCapture();
  };
  std::vector<const VarDecl *> Variables(F->param_begin(), F->param_end());
  forEachNamedVariable(Body, [&](const VarDecl *V) {
    if (V->getDeclContext() == F && V->hasLocalStorage())
      Variables.push_back(V);
  });
  llvm::SmallPtrSet<const VarDecl *, 16> Seen;
  for (const VarDecl *V : Variables)
    if (Seen.insert(V).second && IsMissed(V))
      return V;
  return nullptr;
}

} // namespace cu2cl
