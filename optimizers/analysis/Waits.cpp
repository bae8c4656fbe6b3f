// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds loops that wait for other work-items.

#include "optimizers/analysis/Waits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace cu2cl::opt {

using Values = llvm::SmallPtrSet<const ValueDecl *, 8>;
using Functions = llvm::SmallPtrSet<const FunctionDecl *, 8>;

/// Calls \p Visit with each statement in \p S, \p S first, until it says true.
static bool anyIn(const clang::Stmt *S, llvm::function_ref<bool(const clang::Stmt *)> Visit) {
  return S && (Visit(S) || llvm::any_of(S->children(), [&](const clang::Stmt *Each) {
                 return anyIn(Each, Visit);
               }));
}

static llvm::StringRef nameOf(const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  return F && F->getIdentifier() ? F->getName() : "";
}

static const FunctionDecl *bodyOf(const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee(), *Body = nullptr;
  return F && F->hasBody(Body) ? Body : nullptr;
}

static bool isLoopStmt(const clang::Stmt *S) { return isa<ForStmt, WhileStmt, DoStmt>(S); }

static bool isSharedMemory(QualType T) {
  const LangAS Space = T.getAddressSpace();
  return Space == LangAS::opencl_global || Space == LangAS::opencl_local ||
         Space == LangAS::opencl_generic;
}

/// The variable that holds \p E or that it points into.
static const ValueDecl *rootOf(const clang::Expr *E) {
  const ValueDecl *Root = nullptr;
  anyIn(E, [&](const clang::Stmt *S) {
    if (const auto *R = dyn_cast<DeclRefExpr>(S))
      Root = R->getDecl();
    return Root != nullptr;
  });
  return Root;
}

static bool isAtomic(const CallExpr *C) {
  return !bodyOf(C) && (nameOf(C).starts_with("atomic_") || nameOf(C).starts_with("atom_"));
}

/// A read that gives the value which memory has now.
static bool isReadOfOthers(const clang::Stmt *S, bool BesideFence) {
  const auto *Load = dyn_cast<ImplicitCastExpr>(S);
  if (!Load || Load->getCastKind() != CK_LValueToRValue)
    return isa<AtomicExpr>(S);
  const QualType T = Load->getSubExpr()->getType();
  return isSharedMemory(T) && (T.isVolatileQualified() || BesideFence);
}

static bool isZero(const clang::Expr *E, const ASTContext &Context) {
  std::optional<llvm::APSInt> Value = E->getIntegerConstantExpr(Context);
  return Value && Value->isZero();
}

namespace {
/// One loop, and what its exits depend on.
class LoopExits {
public:
  LoopExits(const clang::Stmt *TheLoop, const ASTContext &TheContext)
      : Loop(TheLoop), Context(TheContext) {
    HasFence = anyIn(Loop, [](const clang::Stmt *S) {
      const auto *C = dyn_cast<CallExpr>(S);
      return C && (nameOf(C).ends_with("mem_fence") || nameOf(C) == "atomic_work_item_fence");
    });
    collect(Loop, {});
    for (const Assignment &A : Assignments)
      if (A.To && anyIn(A.Value, [&](const clang::Stmt *S) { return isExchange(S); }))
        Exchanged.insert(A.To);
    while (spread())
      ;
  }

  bool waits() const {
    return !Exits.empty() &&
           llvm::all_of(Exits, [&](const clang::Expr *E) { return dependsOnOthers(E); });
  }

private:
  struct Assignment {
    const ValueDecl *To;
    const clang::Expr *Value;
    llvm::SmallVector<const clang::Expr *, 4> Under; ///< the conditions around it
  };

  /// Enters the exits and assignments in \p S, which is under the conditions \p Under.
  void collect(const clang::Stmt *S, llvm::SmallVector<const clang::Expr *, 4> Under) {
    if (!S)
      return;
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      addExit(If);
      Under.push_back(If->getCond());
    } else if (S == Loop) {
      if (const clang::Expr *Condition = conditionOf(S); Condition && !isAlwaysTrue(Condition))
        Exits.push_back(Condition);
    } else if (isLoopStmt(S) && conditionOf(S)) {
      Under.push_back(conditionOf(S));
    }
    addAssignment(S, Under);
    for (const clang::Stmt *Each : S->children())
      collect(Each, Under);
  }

  static const clang::Expr *conditionOf(const clang::Stmt *S) {
    if (const auto *For = dyn_cast<ForStmt>(S))
      return For->getCond();
    if (const auto *While = dyn_cast<WhileStmt>(S))
      return While->getCond();
    return cast<DoStmt>(S)->getCond();
  }

  bool isAlwaysTrue(const clang::Expr *E) const {
    std::optional<llvm::APSInt> Value = E->getIntegerConstantExpr(Context);
    return Value && !Value->isZero();
  }

  void addExit(const IfStmt *If) {
    for (const clang::Stmt *Arm : {If->getThen(), If->getElse()})
      if (anyIn(Arm,
                [](const clang::Stmt *S) { return isa<BreakStmt, ReturnStmt, GotoStmt>(S); })) {
        Exits.push_back(If->getCond());
        return;
      }
  }

  void addAssignment(const clang::Stmt *S, const llvm::SmallVector<const clang::Expr *, 4> &Under) {
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
      Assignments.push_back({rootOf(B->getLHS()), B->getRHS(), Under});
    } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each); V && V->getInit())
          Assignments.push_back({V, V->getInit(), Under});
    } else if (const auto *C = dyn_cast<CallExpr>(S)) {
      for (const clang::Expr *Argument : C->arguments())
        if (const auto *U = dyn_cast<UnaryOperator>(Argument->IgnoreParenImpCasts());
            U && U->getOpcode() == UO_AddrOf)
          Assignments.push_back({rootOf(U->getSubExpr()), C, Under});
    }
  }

  /// Enters the variables that get values of others' by what is known so far.
  bool spread() {
    bool Changed = false;
    for (const Assignment &A : Assignments)
      if (A.To && !OfOthers.contains(A.To) &&
          (dependsOnOthers(A.Value) || llvm::any_of(A.Under, [&](const clang::Expr *Condition) {
             return dependsOnOthers(Condition);
           })))
        Changed |= OfOthers.insert(A.To).second;
    return Changed;
  }

  /// True if \p E names a variable that the loop gives other values than constants: `old = seen`.
  bool isAssigned(const clang::Expr *E) const {
    return anyIn(E, [&](const clang::Stmt *S) {
      const auto *R = dyn_cast<DeclRefExpr>(S);
      return R && llvm::any_of(Assignments, [&](const Assignment &A) {
               return A.To == R->getDecl() && !A.Value->getIntegerConstantExpr(Context);
             });
    });
  }

  /// A loop around such an operation ends by itself: no work-item can keep another from it.
  bool bringsForward(const CallExpr *C) const {
    const llvm::StringRef Name = nameOf(C);
    if (Name.contains("cmpxchg"))
      return C->getNumArgs() > 1 && isAssigned(C->getArg(1));
    if (Name.ends_with("_inc") || Name.ends_with("_dec"))
      return true;
    return (Name.ends_with("_add") || Name.ends_with("_sub")) && C->getNumArgs() > 1 &&
           !isZero(C->getArg(1), Context);
  }

  /// \p S itself reads what others may have changed since the last iteration.
  bool readsOthers(const clang::Stmt *S) const {
    if (const auto *C = dyn_cast<CallExpr>(S)) {
      Functions Seen;
      return bodyOf(C) ? hasReadOfOthers(bodyOf(C), Seen) : isAtomic(C) && !bringsForward(C);
    }
    return isReadOfOthers(S, HasFence);
  }

  bool hasReadOfOthers(const FunctionDecl *F, Functions &Seen) const {
    return Seen.insert(F).second && anyIn(F->getBody(), [&](const clang::Stmt *S) {
             const auto *C = dyn_cast<CallExpr>(S);
             return C ? (bodyOf(C) ? hasReadOfOthers(bodyOf(C), Seen) : isAtomic(C))
                      : isReadOfOthers(S, HasFence);
           });
  }

  /// True if \p S is, or names what was given by, a compare-exchange that brings the loop forward:
  /// a loop that ends once one has found what it expected does not wait.
  bool isExchange(const clang::Stmt *S) const {
    if (const auto *R = dyn_cast<DeclRefExpr>(S))
      return Exchanged.contains(R->getDecl());
    const auto *C = dyn_cast<CallExpr>(S);
    return C && isAtomic(C) && nameOf(C).contains("cmpxchg") && bringsForward(C);
  }

  bool dependsOnOthers(const clang::Expr *E) const {
    return !anyIn(E, [&](const clang::Stmt *S) { return isExchange(S); }) &&
           anyIn(E, [&](const clang::Stmt *S) {
             const auto *R = dyn_cast<DeclRefExpr>(S);
             return readsOthers(S) || (R && OfOthers.contains(R->getDecl()));
           });
  }

  const clang::Stmt *Loop;
  const ASTContext &Context;
  bool HasFence = false;
  llvm::SmallVector<const clang::Expr *, 4> Exits;
  llvm::SmallVector<Assignment, 8> Assignments;
  Values OfOthers;  ///< what they hold depends on memory of others
  Values Exchanged; ///< what a compare-exchange found
};
} // namespace

static const clang::Stmt *findWaitIn(const FunctionDecl *F, Functions &Seen) {
  const FunctionDecl *Body = nullptr;
  if (!F->hasBody(Body) || !Seen.insert(Body).second)
    return nullptr;
  const clang::Stmt *Found = nullptr;
  anyIn(Body->getBody(), [&](const clang::Stmt *S) {
    if (isLoopStmt(S) && LoopExits(S, F->getASTContext()).waits())
      Found = S;
    else if (const auto *C = dyn_cast<CallExpr>(S); C && bodyOf(C))
      Found = findWaitIn(bodyOf(C), Seen);
    return Found != nullptr;
  });
  return Found;
}

const clang::Stmt *findWait(const FunctionDecl *Kernel) {
  Functions Seen;
  return findWaitIn(Kernel, Seen);
}

} // namespace cu2cl::opt
