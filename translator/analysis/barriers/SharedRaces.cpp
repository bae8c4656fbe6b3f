// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/SharedRaces.h"
#include "analysis/barriers/WarpSynchronousRegions.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

using Subscripts = llvm::SmallVector<const Expr *, 3>;

/// A store that no barrier stands behind yet.
struct Pending {
  const VarDecl *Var;
  Subscripts At;
  bool ByOneThread; ///< under `if (tid == 0)`
  bool ByAll;       ///< not under a condition that only some threads find
  bool operator==(const Pending &O) const {
    return Var == O.Var && At == O.At && ByOneThread == O.ByOneThread && ByAll == O.ByAll;
  }
};
using State = std::vector<Pending>;

/// A component of threadIdx.
bool isThreadNumber(const Expr *E) {
  std::optional<ThreadId> Id = threadIdOf(E->IgnoreParenCasts());
  return Id && Id->isThreadIndex();
}

/// Local variables that are set once, by their initialisers.
class Values {
public:
  explicit Values(const FunctionDecl *F) : Changed(changedVariablesOf(F->getBody())) {}

  const Expr *of(const Expr *E) const {
    E = E->IgnoreParenCasts();
    for (int Steps = 0; Steps < 8; ++Steps) {
      const auto *Ref = dyn_cast<DeclRefExpr>(E);
      const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      // What its initialiser names must not have changed since.
      if (!V || !V->hasLocalStorage() || !V->getInit() || Changed.contains(V) ||
          !V->getType()->isIntegerType() || namesAny(V->getInit(), Changed))
        break;
      E = V->getInit()->IgnoreParenCasts();
    }
    return E;
  }

private:
  VariableSet Changed;
};

class Finder {
public:
  Finder(const FunctionDecl *F, const Divergence &Differs,
         llvm::function_ref<bool(const Stmt *)> ContainsBarrier,
         const llvm::DenseSet<const Stmt *> &Known)
      : F(F), Context(F->getASTContext()), Differs(Differs), ContainsBarrier(ContainsBarrier),
        Known(Known), Set(F) {}

  std::vector<const Expr *> run() {
    State Begin;
    walk(F->getBody(), Begin, {});
    return std::move(Found);
  }

private:
  /// The branches around a place that only some threads take.
  struct Around {
    bool Differs = false, OneThread = false;
  };

  bool same(const Expr *A, const Expr *B) const {
    llvm::FoldingSetNodeID X, Y;
    A->IgnoreParenImpCasts()->Profile(X, Context, true);
    B->IgnoreParenImpCasts()->Profile(Y, Context, true);
    return X == Y;
  }

  /// One number for each thread of a row, or lane of a warp: threadIdx.x, threadIdx.x % 32.
  bool isThread(const Expr *E) const {
    E = Set.of(E);
    if (const auto *B = dyn_cast<BinaryOperator>(E);
        B && (B->getOpcode() == BO_Rem || B->getOpcode() == BO_And))
      return isThreadNumber(Set.of(B->getLHS())) && !Differs.isDivergent(B->getRHS());
    return isThreadNumber(E);
  }

  /// `tid + a - b` with uniform a and b, or `a - tid`.
  struct Shifted {
    const Expr *Thread = nullptr;
    bool Backward = false;
    llvm::SmallVector<std::pair<const Expr *, bool>, 2> By; ///< and whether it is subtracted
  };
  std::optional<Shifted> shifted(const Expr *E) const {
    if (isThread(E)) {
      Shifted Out;
      Out.Thread = Set.of(E);
      return Out;
    }
    const auto *B = dyn_cast<BinaryOperator>(Set.of(E));
    if (!B || !B->isAdditiveOp())
      return std::nullopt;
    bool Left = Differs.isDivergent(B->getLHS());
    const Expr *By = Left ? B->getRHS() : B->getLHS();
    std::optional<Shifted> Out = shifted(Left ? B->getLHS() : B->getRHS());
    if (!Out || Differs.isDivergent(By) || (Out->Backward && !Left))
      return std::nullopt;
    bool Minus = B->getOpcode() == BO_Sub;
    Out->Backward |= Minus && !Left;
    Out->By.push_back({By, Minus && Left});
    return Out;
  }

  /// Whether the two surely differ: by what is left without what both add, if that is no step to
  /// another place that the thread has for itself (`tid + k * blockDim.x`).
  bool areApart(const Shifted &A, const Shifted &B) const {
    auto Has = [&](const Shifted &In, const std::pair<const Expr *, bool> &Part) {
      return llvm::any_of(In.By, [&](const std::pair<const Expr *, bool> &Other) {
        return Part.second == Other.second && same(Set.of(Part.first), Set.of(Other.first));
      });
    };
    unsigned Left = 0;
    for (auto [In, Other] : {std::pair(&A, &B), std::pair(&B, &A)})
      for (const auto &Part : In->By)
        if (!Has(*Other, Part)) {
          if (!isNear(Part.first))
            return false;
          ++Left;
        }
    return Left != 0;
  }

  /// No product, no size of the block and no number of a warp's size, by which a thread may step in
  /// places of its own.
  bool isNear(const Expr *E) const {
    E = Set.of(E);
    Expr::EvalResult Result;
    if (E->EvaluateAsInt(Result, Context))
      return Result.Val.getInt().abs().ult(32);
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return (B->isAdditiveOp() || B->isShiftOp()) && isNear(B->getLHS()) && isNear(B->getRHS());
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->getOpcode() == UO_Minus && isNear(U->getSubExpr());
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        return V->hasLocalStorage() && !isa<ParmVarDecl>(V);
    return false;
  }

  /// Whether \p Read is surely another thread's place than \p Store is for the thread itself.
  bool isOthers(const Expr *Store, bool ByAll, const Expr *Read, const Around &Where) const {
    std::optional<Shifted> To = shifted(Store);
    if (!To || To->Backward)
      return false;
    if (!Differs.isDivergent(Read))
      return ByAll && !(Where.Differs && Set.of(Read)->isEvaluatable(Context));
    if (std::optional<Shifted> From = shifted(Read))
      return same(To->Thread, From->Thread) && (From->Backward || areApart(*From, *To));
    const auto *B = dyn_cast<BinaryOperator>(Set.of(Read));
    if (!B || Differs.isDivergent(B->getRHS()))
      return false;
    if (B->getOpcode() == BO_Xor)
      return isThread(B->getLHS()) && same(To->Thread, Set.of(B->getLHS()));
    std::optional<Shifted> Inner = shifted(B->getLHS()); // (tid + 1) % 32
    return (B->getOpcode() == BO_Rem || B->getOpcode() == BO_And) && Inner && !Inner->By.empty();
  }

  bool crosses(const Pending &Store, const Subscripts &Read, const Around &Where) const {
    if (Store.At.size() != Read.size())
      return false;
    bool Differing = false;
    for (size_t I = 0; I != Read.size(); ++I) {
      if (same(Store.At[I], Read[I]))
        continue;
      if (!isOthers(Store.At[I], Store.ByAll, Read[I], Where))
        return false;
      Differing = true;
    }
    if (Differing)
      return !Store.ByOneThread;
    return Store.ByOneThread && !Where.Differs &&
           llvm::none_of(Read, [&](const Expr *E) { return Differs.isDivergent(E); });
  }

  /// Whether the element is the thread's alone: another one for each.
  bool tellsThreads(const Subscripts &At) const {
    return llvm::any_of(At, [&](const Expr *E) { return shifted(E).has_value(); });
  }

  /// The same for volatile memory, whose author counts on seeing what others store: all that is not
  /// surely the thread's own may be another's.
  bool mayCross(const Pending &Store, const Subscripts &Read, const Around &Where) const {
    if (Store.At.size() != Read.size() || (Store.ByOneThread && Where.OneThread))
      return false;
    bool Differing = false;
    for (size_t I = 0; I != Read.size(); ++I) {
      std::optional<Shifted> To = shifted(Store.At[I]), From = shifted(Read[I]);
      bool Same = same(Store.At[I], Read[I]);
      Differing |= !Same;
      if (To && (Same || (From && same(To->Thread, From->Thread) &&
                          To->Backward == From->Backward && !areApart(*From, *To))))
        return false;
    }
    return Differing || Store.ByOneThread || !Store.ByAll;
  }

  static bool isView(const VarDecl *V) {
    const VarDecl *Of = V->hasLocalStorage() && V->getType()->isPointerType() && V->getInit()
                            ? baseVariable(V->getInit())
                            : nullptr;
    DeviceStorage Where = Of ? deviceStorage(Of) : DeviceStorage::None;
    return isVolatile(V) && Of && Of != V &&
           (Where == DeviceStorage::Shared || Where == DeviceStorage::DynamicShared);
  }

  static bool isVolatile(const VarDecl *V) {
    QualType T = V->getType();
    return T->isPointerType() ? T->getPointeeType().isVolatileQualified()
                              : V->getASTContext().getBaseElementType(T).isVolatileQualified();
  }

  /// The shared variable that \p E is an element of, or is itself; or a pointer to volatile shared
  /// memory.
  static const VarDecl *accessed(const Expr *E, Subscripts &At) {
    E = E->IgnoreParenCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
      if (const VarDecl *V = baseVariable(U->getSubExpr()); V && isView(V))
        return isa<DeclRefExpr>(U->getSubExpr()->IgnoreParenImpCasts()) ? V : nullptr;
    while (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
      At.insert(At.begin(), S->getIdx());
      E = S->getBase()->IgnoreParenCasts();
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || V->getType()->isReferenceType())
      return nullptr;
    if (!At.empty() && isView(V))
      return V;
    DeviceStorage Where = deviceStorage(V);
    return Where == DeviceStorage::Shared || Where == DeviceStorage::DynamicShared ? V : nullptr;
  }

  void read(const Expr *E, const State &Now, const Around &Where) {
    Subscripts At;
    const VarDecl *V = accessed(E, At);
    if (!V || E->getType()->isArrayType() || llvm::is_contained(Found, E))
      return;
    if (isVolatile(V)) {
      if (llvm::any_of(Now, [&](const Pending &P) { return P.Var == V && mayCross(P, At, Where); }))
        Found.push_back(E);
      return;
    }
    bool Own = llvm::any_of(Now, [&](const Pending &P) {
      return P.Var == V && !P.ByOneThread && P.At.size() == At.size() &&
             std::equal(At.begin(), At.end(), P.At.begin(),
                        [&](const Expr *A, const Expr *B) { return same(A, B); });
    });
    if (!Own &&
        llvm::any_of(Now, [&](const Pending &P) { return P.Var == V && crosses(P, At, Where); }))
      Found.push_back(E);
  }

  /// What names \p V is another element from now on.
  static void forget(const VarDecl *V, State &Now) {
    llvm::erase_if(Now, [&](const Pending &P) {
      return llvm::any_of(P.At, [&](const Expr *E) { return names(E, V); });
    });
  }
  static void forgetChangedBy(const Stmt *S, State &Now) {
    forEachChangeBy(S, [&](const VariableChange &C) { forget(C.Variable, Now); });
    const Expr *Target = changedBy(S);
    if (const VarDecl *Memory = Target ? baseVariable(Target) : nullptr)
      forget(Memory, Now);
  }

  void store(const Expr *Target, State &Now, const Around &Where) {
    Pending P;
    P.Var = accessed(Target, P.At);
    P.ByOneThread = Where.OneThread;
    P.ByAll = !Where.Differs;
    if (P.Var && !llvm::is_contained(Now, P))
      Now.push_back(std::move(P));
  }

  void expression(const Expr *E, State &Now, const Around &Where) {
    if (isa<LambdaExpr, UnaryExprOrTypeTraitExpr>(E))
      return;
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (B && B->isAssignmentOp()) {
      walk(B->getRHS(), Now, Where);
      for (const Expr *T = B->getLHS()->IgnoreParenCasts();
           const auto *S = dyn_cast<ArraySubscriptExpr>(T); T = S->getBase()->IgnoreParenCasts())
        walk(S->getIdx(), Now, Where);
      forgetChangedBy(E, Now);
      return store(B->getLHS(), Now, Where);
    }
    const auto *U = dyn_cast<UnaryOperator>(E);
    if (U && U->getOpcode() == UO_AddrOf)
      return forgetChangedBy(E, Now); // of atomics, and of what is looked at elsewhere
    if (U && U->isIncrementDecrementOp()) {
      forgetChangedBy(E, Now);
      return store(U->getSubExpr(), Now, Where);
    }
    if (const auto *C = dyn_cast<ImplicitCastExpr>(E); C && C->getCastKind() == CK_LValueToRValue)
      read(C->getSubExpr(), Now, Where);
    forEachEvaluated(E, [&](const Stmt *Child) { walk(Child, Now, Where); });
    forgetChangedBy(E, Now);
    const auto *Call = dyn_cast<CallExpr>(E);
    if (Call && ContainsBarrier(Call))
      Now.clear();
  }

  /// `tid == 0`, `!tid`, also as a part of a conjunction.
  bool selectsOne(const Expr *Condition) const {
    const Expr *E = Condition->IgnoreParenCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->getOpcode() == UO_LNot && isThread(U->getSubExpr());
    const auto *B = dyn_cast<BinaryOperator>(E);
    return B && B->getOpcode() == BO_EQ &&
           ((isThread(B->getLHS()) && !Differs.isDivergent(B->getRHS())) ||
            (isThread(B->getRHS()) && !Differs.isDivergent(B->getLHS())));
  }

  static void join(State &Into, const State &Other) {
    for (const Pending &P : Other)
      if (!llvm::is_contained(Into, P))
        Into.push_back(P);
  }

  void branch(const IfStmt *If, State &Now, Around Where) {
    walk(If->getInit(), Now, Where);
    walk(If->getConditionVariableDeclStmt(), Now, Where);
    walk(If->getCond(), Now, Where);
    if (Known.contains(If))
      return;
    State Else = Now;
    Around Inside = Where;
    Inside.Differs |= Differs.isDivergent(If->getCond());
    Around Then = Inside;
    Then.OneThread |= selectsOne(If->getCond());
    walk(If->getThen(), Now, Then);
    walk(If->getElse(), Else, Inside);
    join(Now, Else);
  }

  void walk(const Stmt *S, State &Now, Around Where) {
    if (!S)
      return;
    if (const auto *If = dyn_cast<IfStmt>(S))
      return branch(If, Now, Where);
    if (const auto *E = dyn_cast<Expr>(S))
      return expression(E, Now, Where);
    if (const Expr *Condition = Divergence::condition(S))
      Where.Differs |= Differs.isDivergent(Condition);
    State Before = Now; // no round, no case
    for (int Round = 0; Round != (Divergence::isLoop(S) ? 2 : 1); ++Round)
      forEachEvaluated(S, [&](const Stmt *Child) { walk(Child, Now, Where); });
    if (isa<SwitchStmt>(S))
      join(Now, Before);
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One))
          forget(V, Now);
  }

  const FunctionDecl *F;
  const ASTContext &Context;
  const Divergence &Differs;
  llvm::function_ref<bool(const Stmt *)> ContainsBarrier;
  const llvm::DenseSet<const Stmt *> &Known;
  Values Set;
  std::vector<const Expr *> Found;
};

} // namespace

std::vector<const Expr *> findSharedRaces(const FunctionDecl *F, const Divergence &Differs,
                                          llvm::function_ref<bool(const Stmt *)> ContainsBarrier,
                                          const llvm::DenseSet<const Stmt *> &Known) {
  if (Known.contains(F->getBody()))
    return {};
  return Finder(F, Differs, ContainsBarrier, Known).run();
}

} // namespace cu2cl
