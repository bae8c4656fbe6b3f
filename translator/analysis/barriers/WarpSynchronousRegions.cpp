// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/WarpSynchronousRegions.h"
#include "analysis/barriers/WarpAccesses.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

namespace {

class RegionFinder {
public:
  RegionFinder(const FunctionDecl *F, const Divergence &Differs,
               llvm::function_ref<bool(const Stmt *)> ContainsBarrier)
      : F(F), Context(F->getASTContext()), Differs(Differs), ContainsBarrier(ContainsBarrier) {}

  std::vector<WarpSynchronousRegion> run() {
    visit(F->getBody(), /*Uniform=*/true);
    // A helper like warpReduce(volatile float *s, int tid): its caller has the `if`.
    if (Found.empty() && !ContainsBarrier(F->getBody()) && hasVolatileParameter())
      addRegion(nullptr, F->getBody(), /*Uniform=*/false);
    return std::move(Found);
  }

private:
  bool hasVolatileParameter() const {
    return llvm::any_of(F->parameters(), [](const ParmVarDecl *P) { return isExchanged(P); });
  }

  /// `x < C`, `x <= C` or `C > x` with a divergent x and at most one warp; C may be warpSize.
  bool selectsOneWarp(const Expr *Condition) const {
    auto *Compare = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
    if (!Compare || !Compare->isRelationalOp())
      return false;
    bool Less = Compare->getOpcode() == BO_LT || Compare->getOpcode() == BO_LE;
    const Expr *Value = Less ? Compare->getLHS() : Compare->getRHS();
    const Expr *Bound = Less ? Compare->getRHS() : Compare->getLHS();
    Expr::EvalResult Result;
    if (!Differs.isDivergent(Value) || Bound->isValueDependent())
      return false;
    if (isWarpSize(Bound))
      return true;
    return Bound->EvaluateAsInt(Result, Context) && Result.Val.getInt().getExtValue() <= 32;
  }

  /// Exchanged memory that is declared volatile: the author counts on other threads seeing each
  /// store.
  static bool accessesVolatile(const Stmt *S) {
    std::vector<const Expr *> Accesses;
    collectAccesses(S, Accesses);
    return llvm::any_of(Accesses, [](const Expr *E) { return E->getType().isVolatileQualified(); });
  }

  void visit(const Stmt *S, bool Uniform) {
    if (!S)
      return;
    if (auto *If = dyn_cast<IfStmt>(S)) {
      bool OneWarp = selectsOneWarp(If->getCond());
      bool Volatile = Differs.isDivergent(If->getCond()) && accessesVolatile(If->getThen());
      if ((OneWarp || Volatile) && !ContainsBarrier(If))
        addRegion(If, If->getThen(), Uniform && OneWarp);
    }
    const Expr *Condition = control::condition(S);
    bool Inner = Uniform && !(Condition && Differs.isDivergent(Condition));
    for (const Stmt *Child : S->children())
      visit(Child, Inner);
  }

  /// Returns true if all threads, not only those of the warp, find the same for \p Condition in \p
  /// Body.
  bool isForAllThreads(const Stmt *Condition, const Stmt *Body) const {
    if (auto *Ref = dyn_cast<DeclRefExpr>(Condition))
      if (auto *Var = dyn_cast<VarDecl>(Ref->getDecl()); Var && Var->hasLocalStorage()) {
        if (changedVariablesOf(Body).contains(Var) || declares(Body, Var))
          return false;
      }
    return isSafeToSpeculate(Condition, Context) &&
           !anyEvaluated(Condition, [&](const Stmt *C) { return !isForAllThreads(C, Body); });
  }

  /// Returns true if \p D is a variable that the threads outside of the warp may have, too, if need
  /// be with another value.
  bool canBeGuarded(const Decl *D) const {
    auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || Var->isStaticLocal() || deviceStorage(Var) != DeviceStorage::None)
      return true;
    const CXXRecordDecl *R = Var->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (R && !R->hasTrivialDestructor())
      return false;
    std::vector<const Expr *> Accesses;
    collectAccesses(Var->getInit(), Accesses);
    return Var->getType()->isScalarType() ||
           (Accesses.empty() && isSafeToSpeculate(Var->getInit(), Context));
  }

  /// Returns true if \p Store can be a read and, after a barrier, a store to the same place: which
  /// place changes nothing and depends on no other thread, and the value stores nothing itself.
  bool isSplittable(const BinaryOperator *Store) const {
    std::vector<const Expr *> Subscripts, Accesses;
    collectSubscripts(Store->getLHS(), Subscripts);
    for (const Expr *Subscript : Subscripts)
      collectAccesses(Subscript, Accesses);
    return Accesses.empty() &&
           !hasEffect(
               Store->getLHS(),
               [&](const Expr *E) { return isa<CallExpr>(E) && !isSafeToSpeculate(E, Context); }) &&
           !storesShared(Store->getRHS());
  }

  void flatten(const Stmt *S, const Expr *Guard, WarpSynchronousRegion &Region, bool &Plain) {
    if (auto *Block = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Child : Block->body())
        flatten(Child, Guard, Region, Plain);
      return;
    }
    if (auto *If = dyn_cast<IfStmt>(S);
        If && !If->getElse() && !Guard && !Differs.isDivergent(If->getCond())) {
      Plain &= isForAllThreads(If->getCond(), Region.Body);
      flatten(If->getThen(), If->getCond(), Region, Plain);
      return;
    }
    if (auto *D = dyn_cast<DeclStmt>(S))
      Plain &= llvm::all_of(D->decls(), [&](const Decl *One) { return canBeGuarded(One); });
    std::vector<const Expr *> Accesses;
    collectAccesses(S, Accesses);
    if (Accesses.empty() && isa<Expr, DeclStmt, NullStmt>(S)) {
      Region.Steps.push_back({S, Guard, nullptr, false});
      return;
    }
    WarpStep Step{S, Guard, nullptr, true};
    auto *E = dyn_cast<Expr>(S);
    auto *Store = E ? dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
    if (Store && Store->isAssignmentOp() &&
        isMemoryAccess(Store->getLHS()->IgnoreParenImpCasts()) &&
        isExchanged(baseVariable(Store->getLHS())))
      Step.Store = Store;
    if (Step.Store)
      Plain &= isSplittable(Store);
    else
      Plain &= isa<DeclStmt>(S) || (Store && Store->isAssignmentOp());
    Region.Steps.push_back(Step);
  }

  /// A chain `s[t] = v = v + s[t + 8]` stores too.
  static bool storesShared(const Stmt *S) {
    std::vector<const Expr *> Stores;
    collectStores(S, Stores);
    return !Stores.empty();
  }

  void addRegion(const IfStmt *If, const Stmt *Body, bool Uniform) {
    WarpSynchronousRegion Region;
    Region.In = F;
    Region.If = If;
    Region.Body = Body;
    bool Plain = true;
    flatten(Body, nullptr, Region, Plain);
    unsigned Stores =
        llvm::count_if(Region.Steps, [](const WarpStep &S) { return storesShared(S.Statement); });
    bool InLoop = llvm::any_of(Region.Steps, [](const WarpStep &S) {
      return isa<ForStmt, WhileStmt, DoStmt>(S.Statement) && storesShared(S.Statement);
    });
    if (Stores < 2 && !InLoop)
      return;
    const Expr *Read = findOthersElement(F, Region, Differs, ContainsBarrier);
    if (!Read)
      return;
    Region.Evidence = Read->getBeginLoc();
    Region.Plain = Plain && !InLoop;
    Region.CanInsertBarriers = Plain && Uniform && If && !If->getElse() && !InLoop;
    Found.push_back(std::move(Region));
  }

  const FunctionDecl *F;
  const ASTContext &Context;
  const Divergence &Differs;
  llvm::function_ref<bool(const Stmt *)> ContainsBarrier;
  std::vector<WarpSynchronousRegion> Found;
};

} // namespace

std::vector<WarpSynchronousRegion>
findWarpSynchronousRegions(const FunctionDecl *F, const Divergence &Differs,
                           llvm::function_ref<bool(const Stmt *)> ContainsBarrier) {
  return RegionFinder(F, Differs, ContainsBarrier).run();
}

} // namespace cu2cl
