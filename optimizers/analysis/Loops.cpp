// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/analysis/Loops.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace cu2cl::opt {

bool isLoop(const Stmt *S) {
  return S->Kind == Stmt::Form::For || S->Kind == Stmt::Form::While ||
         S->Kind == Stmt::Form::DoWhile;
}

bool hasLoop(const Block &B) {
  for (const Stmt *S : B)
    if (isLoop(S) || hasLoop(S->Body) || hasLoop(S->Else))
      return true;
  return false;
}

void collectChanged(const Stmt *S, llvm::SmallPtrSetImpl<const Variable *> &Changed) {
  if (S->Var)
    Changed.insert(S->Var);
  for (const Expr *E : {S->Value, S->Step})
    if (E)
      forEach(E, [&](const Expr *Part) {
        if (const Variable *V = assignedVariable(Part))
          Changed.insert(V);
      });
  for (const Stmt *Inner : S->Init)
    collectChanged(Inner, Changed);
  for (const Block *B : {&S->Body, &S->Else})
    for (const Stmt *Inner : *B)
      collectChanged(Inner, Changed);
}

static bool hasReturn(const Block &B) {
  return llvm::any_of(B, [](const Stmt *S) {
    return S->Kind == Stmt::Form::Return || hasReturn(S->Body) || hasReturn(S->Else);
  });
}

bool leavesRound(const Block &B) {
  for (const Stmt *S : B) {
    if (S->Kind == Stmt::Form::Break || S->Kind == Stmt::Form::Continue ||
        S->Kind == Stmt::Form::Return)
      return true;
    // Of inner loops, breaks are their own, returns are not.
    if (isLoop(S) ? hasReturn(S->Body) : leavesRound(S->Body) || leavesRound(S->Else))
      return true;
  }
  return false;
}

std::optional<int64_t> CountedLoop::rounds() const {
  if (!First || !Last)
    return std::nullopt;
  // Far from where 64-bit numbers end
  if (std::abs(*First) > INT64_C(1) << 40 || std::abs(*Last) > INT64_C(1) << 40)
    return std::nullopt;
  int64_t Way = Step > 0 ? *Last - *First : *First - *Last, By = std::abs(Step);
  Way += IsInclusive;
  return Way <= 0 ? 0 : (Way + By - 1) / By;
}

/// Returns how much `i++`, `i -= 2` and their like add to \p Counter.
static std::optional<int64_t> stepOf(const Facts &F, const Expr *E, const Variable *Counter) {
  const Expr *Target = isAssignment(E) ? skipImplicit(E->Kids[0]) : nullptr;
  if (!Target || Target->Kind != Expr::Form::Reference || Target->Var != Counter)
    return std::nullopt;
  if (E->Kind == Expr::Form::Unary)
    return E->Opcode == UO_PreInc || E->Opcode == UO_PostInc ? 1 : -1;
  if (E->Opcode != BO_AddAssign && E->Opcode != BO_SubAssign)
    return std::nullopt;
  std::optional<int64_t> By = constantOf(F.source(), E->Kids[1]);
  if (!By || *By == 0 || std::abs(*By) > 1 << 20)
    return std::nullopt;
  return E->Opcode == BO_AddAssign ? *By : -*By;
}

/// True if \p E has the same value whenever the loop that changes \p Changed asks for it.
static bool keepsValue(const Facts &F, const Expr *E,
                       const llvm::SmallPtrSetImpl<const Variable *> &Changed) {
  bool Keeps = hasNoEffect(E);
  forEach(E, [&](const Expr *Part) {
    if (Part->Kind == Expr::Form::Reference)
      Keeps &= !Changed.count(Part->Var) && !F.of(Part->Var).HasAddressTaken;
    Keeps &= !isMemory(Part);
  });
  return Keeps;
}

bool keepsValueIn(const Facts &F, const Expr *E, const Stmt *Loop) {
  llvm::SmallPtrSet<const Variable *, 16> Changed;
  collectChanged(Loop, Changed);
  return keepsValue(F, E, Changed);
}

std::optional<CountedLoop> countedLoop(const Facts &F, const Stmt *Loop) {
  if (Loop->Kind != Stmt::Form::For || Loop->Init.size() != 1 || !Loop->Value || !Loop->Step)
    return std::nullopt;
  CountedLoop C;
  const Stmt *Init = Loop->Init[0];
  if (Init->Kind != Stmt::Form::Declare || !Init->Value)
    return std::nullopt;
  C.Counter = Init->Var;
  C.Initial = Init->Value;
  QualType T = C.Counter->Type;
  const VariableFacts &Known = F.of(C.Counter);
  if (!T->isIntegerType() || T->isBooleanType() || T.isVolatileQualified() ||
      F.source().context().getTypeSize(T) < 32 || Known.HasAddressTaken ||
      Known.Assignments != Known.Steps)
    return std::nullopt;
  // The comparison, with the counter at its left
  const Expr *E = C.Condition = Loop->Value;
  if (E->Kind != Expr::Form::Binary ||
      !BinaryOperator::isRelationalOp(BinaryOperatorKind(E->Opcode)))
    return std::nullopt;
  auto Kind = BinaryOperatorKind(E->Opcode);
  auto IsCounter = [&](const Expr *Side) {
    return Side->Kind == Expr::Form::Reference && Side->Var == C.Counter;
  };
  C.Bound = E->Kids[1];
  if (!IsCounter(E->Kids[0])) {
    if (!IsCounter(E->Kids[1]))
      return std::nullopt;
    C.Bound = E->Kids[0];
    Kind = BinaryOperator::reverseComparisonOp(Kind);
  }
  llvm::SmallPtrSet<const Variable *, 16> Changed;
  collectChanged(Loop, Changed);
  std::optional<int64_t> Step = stepOf(F, Loop->Step, C.Counter);
  bool IsUp = Kind == BO_LT || Kind == BO_LE;
  if (!Step || IsUp != (*Step > 0) || !keepsValue(F, C.Bound, Changed))
    return std::nullopt;
  C.Step = *Step;
  C.IsInclusive = Kind == BO_LE || Kind == BO_GE;
  // What is not of the counter's type has been converted: -1 to an unsigned one
  auto Constant = [&](const Expr *E) -> std::optional<int64_t> {
    std::optional<int64_t> Value = constantOf(F.source(), skipImplicit(E));
    bool Fits =
        Value && (*Value >= 0 || T->isSignedIntegerType()) &&
        (F.source().context().getTypeSize(T) == 64 || (*Value <= INT32_MAX && *Value >= INT32_MIN));
    return Fits ? Value : std::nullopt;
  };
  C.First = Constant(C.Initial);
  C.Last = Constant(C.Bound);
  // An unsigned counter that goes down to 0 never ends.
  if (C.IsInclusive && !T->isSignedIntegerType())
    C.Last.reset();
  return C;
}

std::string whyNotCounted(bool IsCounted) {
  return IsCounted
             ? "this loop has a break, continue or return, so it may leave a round early"
             : "this loop is not of the form for (int i = first; i < bound; i += step), with a "
               "constant step and a bound that it does not change or read from memory";
}

static std::string linesOf(llvm::StringRef Lead, bool Directives) {
  std::string Result;
  while (!Lead.empty()) {
    auto [Line, Rest] = Lead.split('\n');
    llvm::StringRef Text = Line.ltrim();
    if ((Text.starts_with("#") || Text.starts_with("__attribute__")) == Directives)
      Result += Line.str() + "\n";
    Lead = Rest;
  }
  return Result;
}

std::string commentsOf(llvm::StringRef Lead) { return linesOf(Lead, false); }
std::string directivesOf(llvm::StringRef Lead) { return linesOf(Lead, true); }

} // namespace cu2cl::opt
