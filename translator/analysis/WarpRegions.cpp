// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/WarpRegions.h"
#include "analysis/DeviceReach.h"
#include "analysis/Divergence.h"
#include "analysis/Evaluation.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

const VarDecl *baseVariable(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return baseVariable(Subscript->getBase());
  if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_Deref)
    return baseVariable(Unary->getSubExpr());
  if (auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->isAdditiveOp())
    return baseVariable(Binary->getLHS());
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    return dyn_cast<VarDecl>(Ref->getDecl());
  return nullptr;
}

namespace {

bool isMemoryAccess(const Expr *E) {
  auto *Unary = dyn_cast<UnaryOperator>(E);
  return isa<ArraySubscriptExpr>(E) || (Unary && Unary->getOpcode() == UO_Deref);
}

/// Shared memory, or a volatile pointer (which in such code points to shared memory).
bool isExchanged(const VarDecl *Var) {
  if (!Var)
    return false;
  DeviceStorage Storage = deviceStorage(Var);
  if (Storage == DeviceStorage::Shared || Storage == DeviceStorage::DynamicShared)
    return true;
  QualType T = Var->getType();
  return T->isPointerType() && T->getPointeeType().isVolatileQualified();
}

bool same(const Expr *A, const Expr *B, const ASTContext &Context) {
  llvm::FoldingSetNodeID X, Y;
  A->IgnoreParenImpCasts()->Profile(X, Context, true);
  B->IgnoreParenImpCasts()->Profile(Y, Context, true);
  return X == Y;
}

/// Accesses of \p S to exchanged memory, outermost subscripts only.
void collectAccesses(const Stmt *S, std::vector<const Expr *> &Into) {
  if (!S)
    return;
  if (auto *E = dyn_cast<Expr>(S); E && isMemoryAccess(E) && isExchanged(baseVariable(E))) {
    Into.push_back(E);
    return;
  }
  for (const Stmt *Child : S->children())
    collectAccesses(Child, Into);
}

/// The subscripts of an access, the one next to the variable first: r, c of a[r][c].
void collectSubscripts(const Expr *E, std::vector<const Expr *> &Into) {
  E = E->IgnoreParenCasts();
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    collectSubscripts(Subscript->getBase(), Into);
    Into.push_back(Subscript->getIdx());
  }
}

/// Assignments to \p Var in \p S, increments included.
void collectAssignments(const Stmt *S, const VarDecl *Var, std::vector<const Expr *> &Into) {
  if (!S)
    return;
  auto IsVar = [&](const Expr *E) {
    auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
    return Ref && Ref->getDecl() == Var;
  };
  if (auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp() && IsVar(B->getLHS()))
    Into.push_back(B);
  else if (auto *U = dyn_cast<UnaryOperator>(S);
           U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) &&
           IsVar(U->getSubExpr()))
    Into.push_back(U);
  for (const Stmt *Child : S->children())
    collectAssignments(Child, Var, Into);
}

class RegionFinder {
public:
  RegionFinder(const FunctionDecl *F, const Divergence &Differs,
               llvm::function_ref<bool(const Stmt *)> ContainsBarrier)
      : F(F), Context(F->getASTContext()), Differs(Differs), ContainsBarrier(ContainsBarrier) {}

  std::vector<WarpRegion> run() {
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
    if (auto *Var = dyn_cast_or_null<VarDecl>(Bound->getReferencedDeclOfCallee());
        Var && Var->hasExternalStorage() && Var->getName() == "warpSize")
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
    const Expr *Condition = Divergence::condition(S);
    bool Inner = Uniform && !(Condition && Differs.isDivergent(Condition));
    for (const Stmt *Child : S->children())
      visit(Child, Inner);
  }

  /// Whether all threads, not only those of the warp, find the same for \p Condition in \p Body.
  bool isForAllThreads(const Stmt *Condition, const Stmt *Body) const {
    if (auto *Ref = dyn_cast<DeclRefExpr>(Condition))
      if (auto *Var = dyn_cast<VarDecl>(Ref->getDecl()); Var && Var->hasLocalStorage()) {
        std::vector<const Expr *> Assignments;
        collectAssignments(Body, Var, Assignments);
        if (!Assignments.empty() || declares(Body, Var))
          return false;
      }
    return isHarmless(Condition, Context) &&
           !anyEvaluated(Condition, [&](const Stmt *C) { return !isForAllThreads(C, Body); });
  }

  static bool declares(const Stmt *S, const VarDecl *Var) {
    auto *D = dyn_cast<DeclStmt>(S);
    return (D && llvm::is_contained(D->decls(), Var)) ||
           anyEvaluated(S, [&](const Stmt *Child) { return declares(Child, Var); });
  }

  /// Whether \p D is a variable that the threads outside of the warp may have, too, if need be
  /// with another value.
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
           (Accesses.empty() && isHarmless(Var->getInit(), Context));
  }

  /// Whether \p Store can be a read and, behind a barrier, a store to the same place: which place
  /// changes nothing and depends on no other thread, and the value stores nothing itself.
  bool isSplittable(const BinaryOperator *Store) const {
    std::vector<const Expr *> Subscripts, Accesses;
    collectSubscripts(Store->getLHS(), Subscripts);
    for (const Expr *Subscript : Subscripts)
      collectAccesses(Subscript, Accesses);
    return Accesses.empty() && !hasEffect(Store->getLHS()) && !storesShared(Store->getRHS());
  }

  bool hasEffect(const Stmt *S) const {
    if (auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      return true;
    if (auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
      return true;
    if (isa<CallExpr, CXXNewExpr>(S) && !isHarmless(S, Context))
      return true;
    return anyEvaluated(S, [&](const Stmt *Child) { return hasEffect(Child); });
  }

  void flatten(const Stmt *S, const Expr *Guard, WarpRegion &Region, bool &Plain) {
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
    if (!S)
      return false;
    if (auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp() &&
                                               isMemoryAccess(B->getLHS()->IgnoreParenImpCasts()) &&
                                               isExchanged(baseVariable(B->getLHS())))
      return true;
    return llvm::any_of(S->children(), [](const Stmt *Child) { return storesShared(Child); });
  }

  void addRegion(const IfStmt *If, const Stmt *Body, bool Uniform) {
    WarpRegion Region;
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
    if ((Stores < 2 && !InLoop) || !readsAcross(Region))
      return;
    Region.Plain = Plain && !InLoop;
    Region.CanInsertBarriers = Plain && Uniform && If && !If->getElse() && !InLoop;
    Found.push_back(std::move(Region));
  }

  /// threadIdx.x, with something uniform added or subtracted.
  bool isThreadNumber(const Expr *E) const {
    E = E->IgnoreParenCasts();
    if (auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
      if (!Differs.isDivergent(B->getRHS()))
        return isThreadNumber(B->getLHS());
      return B->getOpcode() == BO_Add && !Differs.isDivergent(B->getLHS()) &&
             isThreadNumber(B->getRHS());
    }
    if (auto *Property = dyn_cast<PseudoObjectExpr>(E))
      E = Property->getSyntacticForm()->IgnoreParenCasts();
    const ValueDecl *Base = nullptr;
    StringRef Name;
    if (auto *Property = dyn_cast<MSPropertyRefExpr>(E)) {
      Name = Property->getPropertyDecl()->getName();
      if (auto *Ref = dyn_cast<DeclRefExpr>(Property->getBaseExpr()->IgnoreParenCasts()))
        Base = Ref->getDecl();
    } else if (auto *Member = dyn_cast<MemberExpr>(E)) {
      Name = Member->getMemberDecl()->getName();
      if (auto *Ref = dyn_cast<DeclRefExpr>(Member->getBase()->IgnoreParenCasts()))
        Base = Ref->getDecl();
    }
    return Base && Base->getName() == "threadIdx" && Name == "x";
  }

  /// Whether \p Index has another value in each thread of the warp all through the region: the
  /// thread's number, or a variable that got it once before the region's accesses.
  bool tellsThreads(const Expr *Index, const WarpRegion &Region) const {
    if (isThreadNumber(Index))
      return true;
    auto *Ref = dyn_cast<DeclRefExpr>(Index->IgnoreParenCasts());
    auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Var || !Var->hasLocalStorage() || Var->getType()->isReferenceType())
      return false;
    std::vector<const Expr *> Inside, All;
    collectAssignments(Region.Body, Var, Inside);
    collectAssignments(F->getBody(), Var, All);
    if (All.empty())
      return Var->getInit() && isThreadNumber(Var->getInit());
    // One assignment, and the region begins with it.
    if (Inside.size() != 1 || Region.Steps.empty() || Region.Steps.front().Guard)
      return false;
    auto *Set = dyn_cast<BinaryOperator>(Inside.front());
    auto *First = dyn_cast<Expr>(Region.Steps.front().Statement);
    return Set && First && First->IgnoreParenImpCasts() == Set && Set->getOpcode() == BO_Assign &&
           isThreadNumber(Set->getRHS());
  }

  /// Whether all accesses to \p Var have at one place the same subscript that tells the threads
  /// apart: each has a row or column of its own.
  bool hasOwnPart(const VarDecl *Var, const std::vector<const Expr *> &Accesses,
                  const WarpRegion &Region) const {
    std::vector<const Expr *> Common;
    bool First = true;
    for (const Expr *Access : Accesses) {
      if (baseVariable(Access) != Var)
        continue;
      std::vector<const Expr *> Subscripts;
      collectSubscripts(Access, Subscripts);
      if (First)
        Common = Subscripts;
      First = false;
      if (Subscripts.size() != Common.size())
        return false;
      for (size_t I = 0; I < Common.size(); ++I)
        if (Common[I] && !same(Common[I], Subscripts[I], Context))
          Common[I] = nullptr;
    }
    return Var->getType()->isArrayType() && llvm::any_of(Common, [&](const Expr *Index) {
             return Index && tellsThreads(Index, Region);
           });
  }

  /// Some step reads another element than those that the same thread stores.
  bool readsAcross(WarpRegion &Region) const {
    std::vector<const Expr *> All, Stored;
    for (const WarpStep &Step : Region.Steps) {
      collectAccesses(Step.Statement, All);
      collectStores(Step.Statement, Stored);
    }
    for (const Expr *Access : All) {
      bool Own = llvm::any_of(Stored, [&](const Expr *S) { return same(Access, S, Context); });
      bool Same = llvm::any_of(
          Stored, [&](const Expr *S) { return baseVariable(S) == baseVariable(Access); });
      if (!Own && Same && !hasOwnPart(baseVariable(Access), All, Region)) {
        Region.Evidence = Access->getBeginLoc();
        return true;
      }
    }
    return false;
  }

  static void collectStores(const Stmt *S, std::vector<const Expr *> &Into) {
    if (!S)
      return;
    if (auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
      const Expr *Target = B->getLHS()->IgnoreParenImpCasts();
      if (isMemoryAccess(Target) && isExchanged(baseVariable(Target)))
        Into.push_back(Target);
    }
    for (const Stmt *Child : S->children())
      collectStores(Child, Into);
  }

  const FunctionDecl *F;
  const ASTContext &Context;
  const Divergence &Differs;
  llvm::function_ref<bool(const Stmt *)> ContainsBarrier;
  std::vector<WarpRegion> Found;
};

} // namespace

std::vector<WarpRegion> findWarpRegions(const FunctionDecl *F, const Divergence &Differs,
                                        llvm::function_ref<bool(const Stmt *)> ContainsBarrier) {
  return RegionFinder(F, Differs, ContainsBarrier).run();
}

} // namespace cu2cl
