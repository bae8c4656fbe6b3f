// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_THREADS_DIVERGENCE_H
#define CU2CL_ANALYSIS_THREADS_DIVERGENCE_H

#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/threads/ControlStructure.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>

namespace cu2cl {

/// What of a call's result and effects differs is found in three steps, so that what other calls
/// of a function pass does not change what this one makes.
enum DivergenceStep {
  AnyArguments,   ///< all parameters and objects differ
  OwnDifferences, ///< none does by itself
  JoinedCalls     ///< parameters join all calls
};

class Divergence;

/// The parts of variables and objects that differ: all, or some members.
class FieldDivergence {
public:
  /// The parts of a variable or object that differ: all, or some of its members.
  struct Parts {
    bool Whole = false;
    llvm::SmallPtrSet<const clang::FieldDecl *, 4> Members;
    bool any() const { return Whole || !Members.empty(); }
    bool add(const clang::FieldDecl *Member); ///< null: all of it; returns whether that is new
  };
  /// By variable, or by method for the object that it is called for.
  using State = llvm::DenseMap<const clang::ValueDecl *, Parts>;
  /// A member of an object that is named by itself, as in `v.x[3].y`: v and x.
  struct Place {
    const clang::Expr *Object = nullptr;
    const clang::FieldDecl *Member = nullptr;
  };

  FieldDivergence(Divergence &All, const DeviceCallGraph &Reach) : All(All), Reach(Reach) {}

  void assignMember(const clang::Expr *Object, const clang::FieldDecl *Member);
  void assignParts(const clang::Expr *Object, const Parts &P);
  void mark(const clang::ValueDecl *D, const Parts &P);
  void mark(const clang::ValueDecl *D);
  /// The same for what is not an initial value.
  void markStored(const clang::ValueDecl *D, const clang::FieldDecl *Member = nullptr);
  Parts partsOf(const clang::Expr *E) const;
  static std::optional<Place> placeOf(const clang::MemberExpr *E);
  bool isResultDivergent(const clang::CallExpr *Call, const clang::FunctionDecl *F) const;
  /// Returns what a function gives \p D, its reference parameter or, for a method, its object, that
  /// differs, in a call that \p AnyDiffers tells of: whether an argument or the object does.
  Parts writtenParts(const clang::ValueDecl *D, bool AnyDiffers) const;

  State Differing;
  State Stored; ///< the part of it that is no initial value
  llvm::DenseMap<const clang::Expr *, llvm::SmallVector<const clang::FunctionDecl *, 1>> ThisOf;
  bool Changed = false;

private:
  Parts constructedParts(const clang::CXXConstructExpr *E) const;

  Divergence &All;
  const DeviceCallGraph &Reach;
};

/// Finds the values that may differ between the threads of one block.
///
/// A value differs if it stems from threadIdx, from the result of an atomic or a clock, from memory
/// at an address that differs, or if a variable is assigned where only some threads come. A load
/// from one address gives all threads one value: what CUDA code may count on for `__shared__` flags
/// after a barrier. Parameters join all calls; kernel parameters, blockIdx, blockDim and gridDim
/// are uniform. A local variable whose address goes where this does not look counts as different;
/// reference parameters, pointer parameters that are only dereferenced and the objects of methods
/// are followed. Members of local objects differ one by one: a class may hold the thread's index
/// beside the bound of a loop.
class Divergence {
public:
  explicit Divergence(const DeviceCallGraph &Reach);
  /// Returns true if \p E may differ between the threads that evaluate it.
  bool isDivergent(const clang::Expr *E) const;
  /// Returns true if control flow leaves \p S, a loop or switch, through a break, continue, goto or
  /// return that only some threads take.
  bool hasDivergentExit(const clang::Stmt *S) const { return DivergentExits.contains(S); }
  Divergence(const Divergence &) = delete;

  // For FieldDivergence:
  void assign(const clang::Expr *Target, bool Differs);
  void assign(const clang::VarDecl *Var, const clang::DeclRefExpr *Ref,
              const clang::FieldDecl *Member = nullptr);
  llvm::DenseMap<const clang::DeclRefExpr *, const clang::Stmt *> CounterOf; ///< the loop
  DivergenceStep Step = AnyArguments;
  FieldDivergence::State WrittenOfAny;
  FieldDivergence::State Written; ///< what differs in the second step, final likewise
  llvm::DenseSet<const clang::FunctionDecl *> JoinedResults; ///< with what any call passes

private:
  using Parts = FieldDivergence::Parts;
  using Place = FieldDivergence::Place;
  using Enclosing = llvm::SmallVectorImpl<const clang::Stmt *>; ///< loops and switches
  /// `for (i = 0; ...)` gives i a value of its own: what i is elsewhere does not reach the loop.
  using Counter = std::pair<const clang::ValueDecl *, const clang::Stmt *>;
  void findObjects(const clang::FunctionDecl *F, const clang::Stmt *S);
  void solve();
  void startStep(DivergenceStep Next);
  void visitFunction(const clang::FunctionDecl *F);
  void visit(const clang::Stmt *S, bool Differs, Enclosing &Nest);
  void visitBlocks(const clang::Stmt *S, llvm::ArrayRef<const clang::Stmt *> Inside,
                   Enclosing &Nest);
  void visitChange(const clang::Stmt *S, bool Differs);
  void visitJump(const clang::Stmt *S, Enclosing &Nest);
  void visitVariable(const clang::VarDecl *Var);
  void visitEscape(const clang::Expr *E);
  void visitRange(const clang::CXXForRangeStmt *S);
  void visitCall(const clang::Expr *Call, bool Differs);
  const clang::Expr *outputOf(const clang::Expr *Argument, const clang::ParmVarDecl *Parameter);
  void visitObject(const clang::CXXMethodDecl *M, const clang::Expr *Object, bool AnyDiffers,
                   bool Apart, bool Known);
  bool isChangedForOthers(const clang::Expr *Target);
  void findCounters(const clang::Stmt *S);

  const DeviceCallGraph &Reach;
  FieldDivergence Fields{*this, Reach};
  llvm::DenseMap<Counter, const clang::Stmt *> Around; ///< the next loop outwards that sets it, too
  llvm::SmallVector<Counter, 4> Open;
  llvm::DenseSet<Counter> Counters;
  /// Functions whose result differs in the first step, and what they write that does: all else is
  /// one value for all threads, whatever they pass.
  llvm::DenseSet<const clang::FunctionDecl *> ResultsOfAny;
  /// Functions whose result differs in the second step, final in the third.
  llvm::DenseSet<const clang::FunctionDecl *> Results;
  llvm::DenseSet<const clang::FunctionDecl *> Apart;     ///< functions that only some threads call
  llvm::DenseSet<const clang::FunctionDecl *> JumpsBack; ///< some threads, by goto
  llvm::DenseSet<const clang::Expr *> Harmless;          ///< addresses whose uses are all known
  llvm::DenseMap<const clang::ParmVarDecl *, bool> OnlyDereferenced; ///< what has been asked
  llvm::DenseSet<const clang::Stmt *> DivergentExits;
  const clang::FunctionDecl *Current = nullptr;
  const clang::Stmt *Block = nullptr; ///< the closed block that only some threads have entered
  llvm::DenseSet<const clang::LabelDecl *> Labels;  ///< of Current, where threads meet again
  llvm::DenseSet<const clang::LabelDecl *> Pending; ///< where some threads have jumped to
  bool Left = false; ///< some threads have returned to Current's caller
};

} // namespace cu2cl

#endif
