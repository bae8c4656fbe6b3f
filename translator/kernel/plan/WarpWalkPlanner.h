// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PLAN_WARPWALKPLANNER_H
#define CU2CL_KERNEL_PLAN_WARPWALKPLANNER_H

#include "kernel/plan/WarpWalkFacts.h"
#include "llvm/ADT/SmallSet.h"

namespace cu2cl {

/// A loop or switch with a predicate around a place.
struct WalkedLoop {
  unsigned Left = 0; ///< the first predicate that a break ends
  Depth Round = {};  ///< ... that a continue ends; none in a switch that no such loop is around
};

class WarpWalkPlanner;

/// A part of the planner, which asks the others.
class WarpWalkPart {
public:
  explicit WarpWalkPart(WarpWalkPlanner &P);

protected:
  WarpWalkPlanner &P;
  WarpWalkFacts &Facts;
  const WarpWalks &All;
  const clang::ASTContext &Context;
  const clang::FunctionDecl *F;
  WarpWalk &Walk;
  PredicationPlan &Plan;
};

/// The predicates around a place of a walked function, and the variables that keep them.
class WalkedPredicates : public WarpWalkPart {
public:
  using WarpWalkPart::WarpWalkPart;

  /// Returns true if threads without the predicate of depth \p At may change what \p S does: no
  /// thread that has lost the predicate reads it again.
  bool mayAllChange(const clang::Stmt *S, unsigned At) const;
  bool isSafeApart(const clang::Stmt *S) const;

  llvm::DenseMap<const clang::VarDecl *, unsigned> DeclaredAt; ///< the depth around it
  llvm::SmallSet<unsigned, 4> Declared;   ///< depths whose predicate has a variable here
  llvm::SmallVector<WalkedLoop, 4> Loops; ///< and switches, with a predicate around this place
  bool IsInReturns = false;               ///< the predicate of depth 0 is that of the function
};

/// Jumps and branches that are walked.
class WalkedBranches : public WarpWalkPart {
public:
  using WarpWalkPart::WarpWalkPart;

  void jump(const clang::Stmt *S, unsigned At);
  void walkIf(const clang::IfStmt *If, Depth At, const clang::Stmt *Parent);
  /// \p If, which only asks for what is exchanged.
  void walkCondition(const clang::IfStmt *If, Depth At);
  unsigned openBlock(const clang::Stmt *S, Depth At, const clang::Stmt *Parent);
  /// What \p Parts, of the head of an if or switch, declare or do before it asks.
  void walkHead(std::initializer_list<const clang::Stmt *> Parts, Depth At);
  void walkInside(const clang::Stmt *Body, unsigned At, const clang::Stmt *Parent);
  /// \p Condition of a loop: an exchange in it is for all.
  void walkCondition(const clang::Expr *Condition, unsigned At, bool Meets,
                     PredicationPlan::Block &Loop);

private:
  /// The first predicate that \p Jump ends; none if it leads out of something without one.
  Depth targetOf(const clang::Stmt *Jump) const;
  /// Returns true if \p S has nothing after the jumps in it.
  static bool endsInJumps(const clang::Stmt *S);
  void registerJumps(const clang::Stmt *S, unsigned At);
  bool wantsWalk(const clang::Stmt *Arm) const;
  /// The operands of `a && any(b)`, `a || all(b)` if not all threads evaluate the exchange.
  PredicationPlan::Operands questions(const clang::Expr *Condition, Depth At) const;
  PredicationPlan::Operands operandsOf(const clang::BinaryOperator *Condition) const;
  /// An if that declares something before it asks.
  void walkDeclaring(const clang::IfStmt *If, Depth At, const clang::Stmt *Parent);
  void walkArms(const clang::IfStmt *If, Depth At, const clang::Stmt *Parent,
                const PredicationPlan::Operands &Asks = {});
};

/// Loops that are walked.
class WalkedLoops : public WarpWalkPart {
public:
  using WarpWalkPart::WarpWalkPart;

  void walkLoop(const clang::Stmt *S, Depth At, const clang::Stmt *Parent);
  /// \p E, which all threads evaluate, in the condition of a loop.
  void askAll(const clang::Expr *E, unsigned At);

private:
  static const clang::Stmt *bodyOf(const clang::Stmt *Loop);
  /// The variable that the condition of \p Loop declares; null if there is none.
  static const clang::VarDecl *variableOf(const clang::Stmt *Loop);
  /// Returns true if the rounds of \p S are the same for all threads, also for those without the
  /// predicate.
  bool isWalkedAlike(const clang::Stmt *S, const clang::Expr *Condition, const clang::Stmt *Init,
                     const clang::Stmt *Inc, Depth At) const;
  void walkRounds(const clang::Stmt *S, const clang::Expr *Condition, const clang::Stmt *Init,
                  const clang::Stmt *Inc, Depth At, const clang::Stmt *Parent);
  void walkInit(const clang::Stmt *Init, Depth At, unsigned Inner);
  /// \p Condition, which declares \p V: its value is asked for in each round.
  void walkVariable(const clang::VarDecl *V, const clang::Expr *Condition, unsigned At, bool Meets);
  void guardValue(const clang::Expr *E, unsigned At);
  bool continues(const clang::Stmt *S) const;
};

/// Switches that are walked, case by case.
class WalkedSwitches : public WarpWalkPart {
public:
  using WarpWalkPart::WarpWalkPart;

  void walkSwitch(const clang::SwitchStmt *S, Depth At, const clang::Stmt *Parent);

private:
  using Cases = std::vector<PredicationPlan::Case>;
  /// The cases of \p S; none if a label is anywhere but before a statement of its body.
  static std::optional<PredicationPlan::WalkedSwitch> casesOf(const clang::SwitchStmt *S);
  /// Puts what \p D declares in front of the cases; returns false if it has an initial value.
  bool declareInFront(PredicationPlan::WalkedSwitch &Switch, const clang::DeclStmt *D, Depth At);
  /// ... what \p Case declares for those that follow it.
  bool shareDeclarations(PredicationPlan::WalkedSwitch &Switch, size_t Case, Depth At);
  void walkCase(PredicationPlan::Case &Case, unsigned At, const clang::Stmt *Body);
};

/// Exchanges, and variables for their results.
class WalkedExchanges : public WarpWalkPart {
public:
  using WarpWalkPart::WarpWalkPart;

  /// Notes the exchanges in \p S. \p IsSure: whoever evaluates the whole evaluates this.
  void collect(const clang::Stmt *S, Depth At, bool IsSure);
  /// The outermost exchanges of \p E get variables in front of \p S.
  void hoist(const clang::Stmt *S, const clang::Expr *E, Depth At, bool Always = false);
  /// \p S, a declaration, expression or the last return, with exchanges.
  void exchange(const clang::Stmt *S, Depth At, bool InList);

  /// Gives the predicates of arms the depths behind all others.
  void numberArms();

private:
  using LiftedList = std::vector<PredicationPlan::Lifted>;
  /// The arms of `?:`, `&&` or `||` that have a predicate.
  struct Choice {
    const clang::Expr *Condition = nullptr;
    Depth Outer = {}, Then = {}, Else = {};
  };
  /// Returns true if \p S, whose condition is \p Condition, gets predicates for its arms.
  bool isChoice(const clang::Stmt *S, const clang::Expr *Condition, Depth At) const;
  /// Returns true if exchanges in \p E have to be in front of its statement: they are in an arm
  /// that not all threads come to, or in the argument of a vote.
  bool needsLift(const clang::Stmt *E, Depth At) const;
  void collectArms(const clang::Expr *E, const clang::Expr *Condition, Depth At);
  void liftArms(const Choice &C, const clang::Expr *E, LiftedList &Out) const;
  bool hasOtherEffectInArms(const Choice &C, const clang::Expr *E, bool IsWhole) const;
  bool hasOwnEffect(const clang::Stmt *E) const;
  static bool isVote(const clang::CallExpr *Call);
  bool isLed(const clang::Stmt *E) const;
  void addCall(const clang::CallExpr *Call, Depth At);
  /// What CUDA's warp functions are told by threads that take no part.
  void guardPart(const clang::CallExpr *Call, unsigned At);
  void guardArgument(const clang::CallExpr *Call, unsigned I, unsigned At);
  void addOutermost(const clang::Stmt *S, LiftedList &Out) const;
  void addInArguments(const clang::CallExpr *Call, LiftedList &Out) const;
  /// Returns true if \p E changes something that may be seen by an exchange in it, but for what the
  /// whole expression does in the end.
  bool hasOtherEffect(const clang::Expr *E, bool IsWhole) const;
  bool isInAnyOrder(const clang::DeclStmt *D) const;
  void noteUnprinted(const clang::Stmt *Mask);

  llvm::DenseSet<const clang::CallExpr *> Unprinted; ///< calls in masks that no text names
  llvm::DenseSet<const clang::CallExpr *> Collected;
  llvm::DenseSet<const clang::CallExpr *> VotesOnExchanges; ///< what they are asked is lifted
  llvm::DenseMap<const clang::Stmt *, Choice> Choices;
  bool Lifts = false; ///< what is collected gets variables in front of its statement
};

/// Stores in step.
class WalkedSteps : public WarpWalkPart {
public:
  using WarpWalkPart::WarpWalkPart;

  /// The store that \p S makes, or gives a variable of the thread's; null if there is none.
  const clang::Expr *storeIn(const clang::Stmt *S) const;
  void step(const clang::Stmt *S, const clang::Expr *Store, Depth At, bool InList);

private:
  const clang::Expr *stepIn(const clang::Expr *E) const;
  bool splitStore(const clang::Stmt *S, const clang::Expr *Store, Depth At);
  bool readsStepMemory(const clang::Expr *Target) const;
};

/// Plans the walk of one function.
class WarpWalkPlanner {
public:
  WarpWalkPlanner(const WarpWalks &All, const clang::FunctionDecl *F, bool TakesPredicate)
      : Facts(All, F), All(All), Context(Facts.Context), F(F), IsEntered(TakesPredicate) {}
  WarpWalkPlanner(const WarpWalkPlanner &) = delete;

  WarpWalk plan();
  void refuse(const char *Reason) {
    if (Walk.Refusal.empty())
      Walk.Refusal = Reason;
  }
  /// Whether a variable can keep what the function gives back: a number, or an object that is
  /// copied byte by byte.
  bool givesPlainValue() const;
  void walkList(const clang::Stmt *S, Depth At, const clang::Stmt *Parent);
  void walk(const clang::Stmt *S, Depth At, const clang::Stmt *Parent);
  void noteHinted(llvm::ArrayRef<const clang::Stmt *> List);
  void declare(const clang::DeclStmt *D, unsigned At, bool InList);

  WarpWalkFacts Facts;
  const WarpWalks &All;
  const clang::ASTContext &Context;
  const clang::FunctionDecl *F;
  const bool IsEntered; ///< not all threads come here
  WarpWalk Walk;
  PredicationPlan Plan;
  /// Ifs that only some threads enter with barriers: the arm, or the if itself for both.
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Meetings;
  /// The statement before a loop with a pragma.
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> BeforeHinted;
  bool IsWalked = false;
  bool IsLast = false; ///< the statement is the last one with an exchange
  WalkedPredicates Predicates{*this};
  WalkedBranches Branches{*this};
  WalkedLoops Loops{*this};
  WalkedSwitches Switches{*this};
  WalkedExchanges Exchanges{*this};
  WalkedSteps Steps{*this};

private:
  void planBody(const clang::CompoundStmt *Body);
  void enterFunction();
  bool hasSplitBarrier() const;
  /// What follows the last exchange is for the threads that are still there.
  void leaveBehind(llvm::ArrayRef<clang::Stmt *> Rest, const clang::Stmt *Last);
  bool usesEntry() const;
  /// Returns true if all threads take \p S, a switch or the like, and leave it together.
  bool isExecutedAlike(const clang::Stmt *S) const;
  /// \p S, a switch or the like, which all threads execute alike.
  void walkParts(const clang::Stmt *S);
  /// \p S without an exchange.
  void guard(const clang::Stmt *S, unsigned At, const clang::Stmt *Parent);
  /// `#pragma unroll` wants its loop after it: the loop's condition is guarded.
  void guardHinted(const clang::AttributedStmt *S, unsigned At);
  void declareVariable(const clang::VarDecl *V, unsigned At, bool InList);
};

} // namespace cu2cl

#endif
