// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the elements of shared memory that the threads of a warp exchange.

#include "analysis/barriers/WarpAccesses.h"
#include "analysis/barriers/WarpSynchronousRegions.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
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

bool isMemoryAccess(const Expr *E) {
  auto *Unary = dyn_cast<UnaryOperator>(E);
  return isa<ArraySubscriptExpr>(E) || (Unary && Unary->getOpcode() == UO_Deref);
}

bool isExchanged(const VarDecl *Var) {
  if (!Var)
    return false;
  DeviceStorage Storage = deviceStorage(Var);
  if (Storage == DeviceStorage::Shared || Storage == DeviceStorage::DynamicShared)
    return true;
  QualType T = Var->getType();
  return T->isPointerType() && T->getPointeeType().isVolatileQualified();
}

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

void collectSubscripts(const Expr *E, std::vector<const Expr *> &Into) {
  E = E->IgnoreParenCasts();
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    collectSubscripts(Subscript->getBase(), Into);
    Into.push_back(Subscript->getIdx());
  }
}

void collectStores(const Stmt *S, std::vector<const Expr *> &Into) {
  if (!S)
    return;
  if (const Expr *Changed = changedBy(S)) {
    const Expr *Target = Changed->IgnoreParenImpCasts();
    if (isMemoryAccess(Target) && isExchanged(baseVariable(Target)))
      Into.push_back(Target);
  }
  for (const Stmt *Child : S->children())
    collectStores(Child, Into);
}

static bool same(const Expr *A, const Expr *B, const ASTContext &Context) {
  llvm::FoldingSetNodeID X, Y;
  A->IgnoreParenImpCasts()->Profile(X, Context, true);
  B->IgnoreParenImpCasts()->Profile(Y, Context, true);
  return X == Y;
}

/// The outermost loop around \p Target in \p S that has no barrier, else \p Target.
static const Stmt *roundsAround(const Stmt *S, const Stmt *Target,
                                llvm::function_ref<bool(const Stmt *)> ContainsBarrier) {
  if (!S || S == Target)
    return S;
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = roundsAround(Child, Target, ContainsBarrier))
      return control::isLoop(S) && !ContainsBarrier(S) ? S : Found;
  return nullptr;
}

namespace {

/// A variable that gets another value.
struct Change {
  const VarDecl *Variable;
  const Expr *At;
  bool Again; ///< in a loop, or at a time that is not known
};

class Accesses {
public:
  Accesses(const FunctionDecl *F, const WarpSynchronousRegion &Region, const Divergence &Differs,
           llvm::function_ref<bool(const Stmt *)> ContainsBarrier)
      : F(F), Context(F->getASTContext()), Region(Region), Differs(Differs) {
    collectChanges(roundsAround(F->getBody(), Region.Body, ContainsBarrier), false);
    // What has a pointer or reference to a variable may change it here, too.
    forEachVariableChange(F->getBody(), [&](const VariableChange &C) {
      if (C.Kind == ChangeKind::Escapes)
        addChange(C.Variable, C.At, true);
    });
    for (const Change &C : Changes)
      Changed.insert(C.Variable);
    for (const WarpStep &Step : Region.Steps) {
      collectAll(Step.Statement);
      collectStores(Step.Statement, Stored);
    }
  }

  const Expr *findOthers() const {
    for (const Expr *Access : All) {
      const VarDecl *Base = memoryOf(Access);
      bool Own = false, Other = false;
      for (const Expr *S : Stored) {
        bool Same = same(Access, S, Context);
        Own |= Same;
        // The same text is another element if what it names changes between.
        Other |= Same && mayDiffer(Access, S);
      }
      if (!Own)
        Other = llvm::any_of(Stored, [&](const Expr *S) { return memoryOf(S) == Base; });
      if (Other && !hasOwnPart(Base))
        return Access;
    }
    return nullptr;
  }

private:
  void addChange(const VarDecl *V, const Expr *At, bool Again) {
    if (V->hasLocalStorage()) // of others only the elements change
      Changes.push_back({V, At, Again});
  }

  void collectChanges(const Stmt *S, bool InLoop) {
    if (!S)
      return;
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      collectChanges(For->getInit(), InLoop);
      for (const Stmt *Part :
           std::initializer_list<const Stmt *>{For->getCond(), For->getInc(), For->getBody()})
        collectChanges(Part, true);
      return;
    }
    InLoop |= control::isLoop(S);
    if (const auto *D = dyn_cast<DeclStmt>(S); D && InLoop)
      for (const Decl *One : D->decls()) // a new one in each round
        if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit() && !isFixed(V->getInit()))
          Changes.push_back({V, V->getInit(), true});
    if (isa<Expr, DeclStmt, AsmStmt>(S))
      return forEachVariableChange(S, [&](const VariableChange &C) {
        addChange(C.Variable, C.At, InLoop || C.Kind == ChangeKind::Escapes);
      });
    for (const Stmt *Child : S->children())
      collectChanges(Child, InLoop);
  }

  /// Returns true if \p Init has one value in a thread: it is made of threadIdx, numbers and what
  /// nothing changes.
  bool isFixed(const Expr *Init) const {
    if (!isSafeToSpeculate(Init, Context))
      return false;
    bool Fixed = true;
    VariableSet Here = changedVariablesOf(F->getBody());
    forEachNamedVariable(Init, [&](const VarDecl *V) {
      DeviceStorage Where = deviceStorage(V);
      Fixed &=
          !Here.contains(V) && (Where == DeviceStorage::None || Where == DeviceStorage::Constant);
    });
    return Fixed;
  }

  void collectAll(const Stmt *S) {
    std::vector<const Expr *> Outer;
    collectAccesses(S, Outer);
    for (const Expr *Access : Outer) {
      All.push_back(Access);
      std::vector<const Expr *> Subscripts;
      collectSubscripts(Access, Subscripts);
      for (const Expr *Subscript : Subscripts)
        collectAll(Subscript);
    }
  }

  /// The array that \p Access leads to: a pointer variable that nothing changes is what it was set
  /// to.
  const VarDecl *memoryOf(const Expr *Access) const {
    const VarDecl *V = baseVariable(Access);
    for (int Steps = 0; V && Steps < 8; ++Steps) {
      const VarDecl *From = V->getType()->isPointerType() && V->hasLocalStorage() && V->getInit() &&
                                    !Changed.contains(V)
                                ? baseVariable(V->getInit())
                                : nullptr;
      if (!From || !isExchanged(From))
        break;
      V = From;
    }
    return V;
  }

  bool isBefore(const Stmt *A, const Stmt *B) const {
    return Context.getSourceManager().isBeforeInTranslationUnit(A->getBeginLoc(), B->getBeginLoc());
  }

  /// Returns true if \p A and \p B, of the same text, may be different elements for one thread.
  bool mayDiffer(const Expr *A, const Expr *B) const {
    if (isBefore(B, A))
      std::swap(A, B);
    std::vector<const Expr *> Subscripts, Inner;
    collectSubscripts(A, Subscripts);
    for (const Expr *Subscript : Subscripts)
      collectAccesses(Subscript, Inner);
    for (const Expr *Access : Inner) // an index in memory that is exchanged itself
      if (llvm::any_of(Stored, [&](const Expr *S) { return memoryOf(S) == memoryOf(Access); }))
        return true;
    bool Volatile = A->getType().isVolatileQualified(), Differ = false;
    forEachNamedVariable(A, [&](const VarDecl *V) {
      for (const Change &C : Changes)
        if (C.Variable == V)
          Differ |=
              C.Again ? Volatile && !isStride(C.At, V) : isBefore(A, C.At) && isBefore(C.At, B);
    });
    return Differ;
  }

  /// `i += blockDim.x`, `i = i + 32`: \p At takes \p V to no element that another thread of the
  /// warp comes to.
  bool isStride(const Expr *At, const VarDecl *V) const {
    const auto *B = dyn_cast<BinaryOperator>(At);
    if (!B || !B->isAssignmentOp())
      return false;
    const Expr *By = B->getRHS();
    if (B->getOpcode() == BO_Assign) {
      const auto *Sum = dyn_cast<BinaryOperator>(By->IgnoreParenImpCasts());
      const auto *Ref = Sum ? dyn_cast<DeclRefExpr>(Sum->getLHS()->IgnoreParenImpCasts()) : nullptr;
      if (!Ref || Ref->getDecl() != V || !Sum->isAdditiveOp())
        return false;
      By = Sum->getRHS();
    } else if (B->getOpcode() != BO_AddAssign && B->getOpcode() != BO_SubAssign) {
      return false;
    }
    Expr::EvalResult Value;
    if (By->isValueDependent() || Differs.isDivergent(By))
      return false;
    return !By->EvaluateAsInt(Value, Context) || Value.Val.getInt().abs().uge(threads());
  }

  /// Returns how many threads the region's condition lets in, at most.
  unsigned threads() const {
    const auto *Compare =
        Region.If ? dyn_cast<BinaryOperator>(Region.If->getCond()->IgnoreParenImpCasts()) : nullptr;
    Expr::EvalResult Bound;
    if (Compare && Compare->getOpcode() == BO_LT && !Compare->getRHS()->isValueDependent() &&
        Compare->getRHS()->EvaluateAsInt(Bound, Context))
      return Bound.Val.getInt().getLimitedValue(32);
    return 32;
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
    std::optional<ThreadId> Id = threadIdOf(E);
    return Id && Id->isThreadIndex() && Id->Dimension == 0;
  }

  /// Returns true if \p Index has another value in each thread of the warp all through the region:
  /// the thread's number, or a variable that got it once before the region's accesses.
  bool tellsThreads(const Expr *Index) const {
    if (isThreadNumber(Index))
      return !namesAny(Index, Changed);
    auto *Ref = dyn_cast<DeclRefExpr>(Index->IgnoreParenCasts());
    auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Var || !Var->hasLocalStorage() || Var->getType()->isReferenceType())
      return false;
    std::vector<const Expr *> Here;
    for (const Change &C : Changes)
      if (C.Variable == Var)
        Here.push_back(C.At);
    if (Here.empty() && !changedVariablesOf(F->getBody()).contains(Var))
      return Var->getInit() && isThreadNumber(Var->getInit());
    // One assignment, and the region begins with it.
    if (Here.size() != 1 || Region.Steps.empty() || Region.Steps.front().Guard)
      return false;
    auto *Set = dyn_cast<BinaryOperator>(Here.front());
    auto *First = dyn_cast<Expr>(Region.Steps.front().Statement);
    return Set && First && First->IgnoreParenImpCasts() == Set && Set->getOpcode() == BO_Assign &&
           isThreadNumber(Set->getRHS()) && !namesAny(Set->getRHS(), Changed);
  }

  /// Returns true if all accesses to \p Var have at one place the same subscript that tells the
  /// threads apart: each has a row or column of its own.
  bool hasOwnPart(const VarDecl *Var) const {
    std::vector<const Expr *> Common;
    bool First = true;
    for (const Expr *Access : All) {
      if (memoryOf(Access) != Var)
        continue;
      std::vector<const Expr *> Subscripts;
      collectSubscripts(Access, Subscripts);
      if (First)
        Common = Subscripts;
      First = false;
      if (Subscripts.size() != Common.size() || baseVariable(Access) != Var)
        return false;
      for (size_t I = 0; I < Common.size(); ++I)
        if (Common[I] && !same(Common[I], Subscripts[I], Context))
          Common[I] = nullptr;
    }
    return Var->getType()->isArrayType() &&
           llvm::any_of(Common, [&](const Expr *Index) { return Index && tellsThreads(Index); });
  }

  const FunctionDecl *F;
  const ASTContext &Context;
  const WarpSynchronousRegion &Region;
  const Divergence &Differs;
  std::vector<Change> Changes;
  VariableSet Changed;
  std::vector<const Expr *> All, Stored;
};

} // namespace

const Expr *findOthersElement(const FunctionDecl *F, const WarpSynchronousRegion &Region,
                              const Divergence &Differs,
                              llvm::function_ref<bool(const Stmt *)> ContainsBarrier) {
  return Accesses(F, Region, Differs, ContainsBarrier).findOthers();
}

} // namespace cu2cl
