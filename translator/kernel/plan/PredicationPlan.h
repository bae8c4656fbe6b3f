// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PLAN_PREDICATIONPLAN_H
#define CU2CL_KERNEL_PLAN_PREDICATIONPLAN_H

#include "analysis/barriers/Barriers.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace cu2cl {

/// The predicates of a kernel with barriers after `if (cond) return;` that only some threads take,
/// or in a block that only some enter. In CUDA the threads that returned do not take part in the
/// barrier; in OpenCL all must reach it. So the condition becomes a predicate, and every statement
/// up to the last barrier, or in the block, runs under it. Predicates have a depth: that of a block
/// in a block implies the outer one.
struct PredicationPlan {
  /// A part of `a && b`, `a || b` that is asked after another, with the operator whose right side
  /// it is; null for the first.
  struct Operand {
    const clang::BinaryOperator *Operator = nullptr;
    const clang::Expr *Value = nullptr;
    bool IsForAll = false; ///< it has an exchange
  };
  using Operands = std::vector<Operand>;
  struct Block {
    unsigned Depth = 0;
    bool Declares = false;             ///< the predicate's variable; else it is declared before
    bool Braces = false;               ///< the block is no statement of a list
    const clang::Stmt *Body = nullptr; ///< with the barriers: the then or the else
    bool BothArms = false;             ///< the else has barriers or exchanges, too
    bool Enters = false;               ///< a warp of which no thread has the predicate stays out
    Operands Asks = {}; ///< of the condition of an if that asks some threads more, by exchanges
    bool AsksOthers = false;  ///< ... of a loop: declares the predicate of Vote::InTurn, too
    bool IsSetBefore = false; ///< the predicate is set after the statement before (SetBehind)
    bool HasHead = false;     ///< braces begin with what an if or switch declares before it asks
  };
  /// The question that a condition becomes.
  enum class Asks {
    WhoGoesOn, ///< of a loop that threads leave one by one: whether any thread goes on
    WhetherAny,
    WhetherAll ///< ... also if no thread has the predicate: the way out of a loop
  };
  struct Vote {
    unsigned Depth = 0;
    Asks Question = Asks::WhetherAny;
    bool OfWarp = false;   ///< the threads of a warp ask each other, where the device has warps
    bool IsForAll = false; ///< threads without the predicate evaluate the condition, too
    /// The condition's, if they have exchanges: those of && are each for the threads that the one
    /// before leaves, the second of || is for those with the predicate of the next depth.
    Operands InTurn = {};
  };
  /// A part of a switch that is walked: the statements from some labels to the next.
  struct Case {
    std::vector<const clang::SwitchCase *> Labels;
    std::vector<const clang::Stmt *> Statements; ///< without the labels
    bool FallsIn = false;                        ///< who has come to the end of the case before
    bool Enters = false; ///< all threads come along; else only those with the predicate run it
  };
  struct WalkedSwitch {
    std::vector<const clang::DeclStmt *> Declarations; ///< that cases share, put in front of them
    std::vector<Case> Cases;
  };
  /// What a variable in front of a statement is for: an exchange, or the predicate of an arm of
  /// `?:`, `&&` or `||` that has some. The condition is then asked once, by that predicate.
  struct Lifted {
    const clang::CallExpr *Call = nullptr;  ///< the exchange; null for a predicate
    const clang::Expr *Condition = nullptr; ///< of the arm; null: who is not in the other one
    unsigned Depth = 0;                     ///< of the arm's predicate
    std::optional<unsigned> Outer = {};     ///< the predicate around the statement
    bool IsNot = false;                     ///< the condition must not hold
    unsigned Other = 0;                     ///< the predicate of the other arm
  };
  unsigned Depths = 0;                      ///< how many predicates; 0: nothing changes
  unsigned Arms = 0;                        ///< how many of them, the last ones, are of arms
  std::vector<std::string> Predicates;      ///< the variables' names by depth: "active"
  const clang::Stmt *FirstReturn = nullptr; ///< gives the predicate of depth 0 its value
  bool DeclaresAtReturn = false;            ///< ... and declares it
  /// `if (cond) return;` and the like, with the depth of the one predicate that it decides.
  llvm::DenseMap<const clang::Stmt *, unsigned> Returns;
  /// Jumps that others are before or beside, or that end several predicates: the first and the
  /// last.
  llvm::DenseMap<const clang::Stmt *, std::pair<unsigned, unsigned>> Leaves;
  /// The start of each round of a loop, by the first statement of the loop's body.
  struct Round {
    unsigned Depth = 0; ///< of the loop's predicate
    bool Asks = false;  ///< whether anybody goes on, as there is no condition that does
    bool Skipped =
        false; ///< some threads continue: the round has a predicate of its own, one deeper
    bool OfWarp = false;
  };
  llvm::DenseMap<const clang::Stmt *, Round> Rounds;
  /// The last statements of loops with predicates (RoundEnds.h).
  llvm::DenseSet<const clang::Stmt *> RoundEnds;
  llvm::DenseMap<const clang::Stmt *, Block> Blocks; ///< ifs and loops around barriers
  llvm::DenseMap<const clang::Expr *, Vote> Votes;
  /// Arguments of __syncthreads_or and the like, each with its depth and whether it must hold for
  /// all threads.
  llvm::DenseMap<const clang::Expr *, std::pair<unsigned, bool>> VoteArguments;
  // Each with the depth of its predicate:
  llvm::DenseMap<const clang::Stmt *, unsigned> Guarded;           ///< statements
  llvm::DenseMap<const clang::Expr *, unsigned> GuardedConditions; ///< of loops after a pragma
  llvm::DenseMap<const clang::VarDecl *, unsigned> GuardedInits;   ///< "active ? init : 0"
  llvm::DenseMap<const clang::VarDecl *, unsigned> SplitInits;     ///< "T v; if (active) v = init;"
  llvm::DenseSet<const clang::Stmt *> Braced; ///< IfStmts whose `then` takes braces, for their else
  const clang::Stmt *Last = nullptr;          ///< after it the inactive threads return
  bool EndsAtLast = false;                    ///< ... and so do all: the function ends with it
  // Around exchanges of a warp (WarpWalk.h):
  bool OfWarps = false;
  bool ReturnsValue = false; ///< before its end: a variable keeps it
  llvm::DenseMap<const clang::Expr *, unsigned> GuardedValues; ///< "active ? value : 0"
  /// Those with an exchange, which all threads evaluate: "select(0u, value, active)".
  llvm::DenseSet<const clang::Expr *> SelectedValues;
  /// The predicate of a loop with a pragma in front, by the statement before that.
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> SetBehind;
  /// The blocks that are switches.
  llvm::DenseMap<const clang::Stmt *, WalkedSwitch> Switches;
  /// A break at the end of a case, and what cases share: not printed at its place.
  llvm::DenseSet<const clang::Stmt *> CaseEnds, CaseDeclarations;
  /// What gets variables in front of a statement, in this order.
  llvm::DenseMap<const clang::Stmt *, std::vector<Lifted>> Hoisted;

  bool empty() const { return Depths == 0; }
  /// Those with variables in front of a statement, in the order of the source.
  std::vector<const clang::CallExpr *> ExchangesInOrder;
  /// Returns true if threads tell each other something, in local memory of the kernel.
  bool hasVotes() const {
    return (!OfWarps && !Votes.empty()) ||
           llvm::any_of(Rounds, [this](const auto &R) { return !OfWarps && R.second.Asks; });
  }
};

/// Called with the reason that forbids the plan, and its place.
using PlanRefusal = llvm::function_ref<void(clang::SourceLocation, const char *Reason)>;

/// The plan for kernel \p F, without names; empty if there is nothing to do or it is refused.
PredicationPlan planBarriers(const clang::ASTContext &Context, const BarrierMap &Barriers,
                             const clang::FunctionDecl *F, PlanRefusal Refuse);

} // namespace cu2cl

#endif
