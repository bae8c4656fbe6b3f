// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/WarpSynchronousRegions.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace cu2cl {
namespace {

using Functions = llvm::SmallPtrSet<const FunctionDecl *, 4>;

/// Returns true if \p Call is given a local variable that it changes, and it, or \p Condition, has
/// a value of it elsewhere: it tries again with what it has found (`while
/// (!a.compare_exchange_weak(seen, seen + 1)) {}`, `while (v < seen &&
/// !a.compare_exchange_weak(seen, v)) {}`).
bool triesAgain(const CallExpr *Call, const FunctionDecl *F, const Expr *Condition) {
  unsigned First = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(F) ? 1 : 0;
  for (unsigned I = First; I < Call->getNumArgs() && I - First < F->getNumParams(); ++I) {
    QualType T = F->getParamDecl(I - First)->getType();
    const auto *Ref = dyn_cast<DeclRefExpr>(Call->getArg(I)->IgnoreParens());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !V->hasLocalStorage() || !T->isLValueReferenceType() ||
        T->getPointeeType().isConstQualified())
      continue;
    for (const Expr *Around : {cast<Expr>(Call), Condition}) {
      unsigned Named = 0;
      forEachNamedVariable(Around, [&](const VarDecl *Other) { Named += Other == V; });
      if (Named > 1)
        return true;
    }
  }
  return false;
}

/// A read that another block may answer: through a volatile global pointer, or an atomic function;
/// here or in one of the user's functions. \p Seen has those that were looked at.
bool readsFlag(const Stmt *S, const Expr *Condition, Functions &Seen) {
  if (!S)
    return false;
  if (auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (threadRoleOf(F) == ThreadRole::Atomic)
      return true;
    if (F && triesAgain(Call, F, Condition))
      return false;
    if (F && F->hasBody(F) && Seen.insert(F).second && readsFlag(F->getBody(), Condition, Seen))
      return true;
  }
  if (auto *E = dyn_cast<Expr>(S); E && E->isGLValue() && E->getType().isVolatileQualified())
    if (const VarDecl *Var = baseVariable(E))
      if (deviceStorage(Var) != DeviceStorage::Shared &&
          deviceStorage(Var) != DeviceStorage::DynamicShared)
        return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return readsFlag(Child, Condition, Seen); });
}

/// Returns true if \p Condition compares what an atomic exchange found with a value, or takes it as
/// the truth: the thread that finds the lock free has taken it by that.
bool takesLock(const Expr *Condition) {
  const Expr *E = Condition->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot)
    return takesLock(Not->getSubExpr());
  auto IsExchange = [](const Expr *Operand) {
    const auto *Call = dyn_cast<CallExpr>(Operand->IgnoreParenCasts());
    return Call && deviceRoleOf(Call->getDirectCallee()) == catalog::DeviceRole::AtomicExchange;
  };
  const auto *Compares = dyn_cast<BinaryOperator>(E);
  if (Compares && Compares->isEqualityOp())
    return IsExchange(Compares->getLHS()) || IsExchange(Compares->getRHS());
  return IsExchange(E);
}

bool doesNothing(const Stmt *Body) {
  if (!Body || isa<NullStmt>(Body))
    return true;
  auto *Block = dyn_cast<CompoundStmt>(Body);
  return Block && llvm::all_of(Block->body(), doesNothing);
}

void collectSpinLoops(const Stmt *S, std::vector<SpinLoop> &Into) {
  if (!S)
    return;
  const Stmt *Body = nullptr;
  if (auto *While = dyn_cast<WhileStmt>(S))
    Body = While->getBody();
  else if (auto *Do = dyn_cast<DoStmt>(S))
    Body = Do->getBody();
  else if (auto *For = dyn_cast<ForStmt>(S))
    Body = For->getInc() ? nullptr : For->getBody();
  Functions Seen;
  const Expr *Condition = Body && doesNothing(Body) ? control::condition(S) : nullptr;
  if (Condition && readsFlag(Condition, Condition, Seen))
    Into.push_back({S, takesLock(Condition)});
  for (const Stmt *Child : S->children())
    collectSpinLoops(Child, Into);
}

} // namespace

std::vector<SpinLoop> findSpinLoops(const FunctionDecl *F) {
  std::vector<SpinLoop> Loops;
  collectSpinLoops(F->getBody(), Loops);
  return Loops;
}

} // namespace cu2cl
