// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conditions of `while`, `for` and `switch` that declare variables or make what has to end.
//
// Effect: `while (int x = next()) { ... }` is "for (int x; (x = next());) { ... }". An object is
// new in each round, "while (1) { Guard g = make_Guard(); if (!Guard_to_bool(&g)) break; ... }"; a
// `for` likewise, whose increment, if the object still lives in it, is at the end of the body
// and before each continue. (Not around barriers: PoCL 3.1 loses values at such a break.) What a
// `switch` declares is before it, in a block.

#include "kernel/statements/ConditionVariables.h"
#include "analysis/effects/Cleanups.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/MemoryEffects.h"
#include "frontend/InvisibleReferences.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/UniqueName.h"
#include "kernel/statements/Destructors.h"
#include "kernel/statements/Statements.h"
#include "kernel/statements/Temporaries.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

const DeclStmt *roundVariable(const Stmt *S) {
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getConditionVariableDeclStmt();
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getConditionVariableDeclStmt();
  return nullptr;
}

/// Returns true if the variable may be assigned in the condition.
static bool isAssigned(const VarDecl *V) { return V->getType()->isScalarType(); }

/// Returns true if \p S mentions anything that is called \p Name.
static bool saysName(const Stmt *S, llvm::StringRef Name) {
  if (!S)
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  if (Ref && Ref->getNameInfo().getAsString() == Name)
    return true;
  return anyEvaluated(S, [&](const Stmt *Part) { return saysName(Part, Name); });
}

bool movesIncrement(const ForStmt *For) {
  const VarDecl *V = For->getConditionVariable();
  return V && For->getInc() && !isAssigned(V) &&
         (!hasNoDestructor(V->getType()) || keptTemporary(V) || names(For->getInc(), V));
}

/// "bool condition = ...;" between what makes and ends temporaries, and the variable's name.
static std::pair<Fragment, std::string> printWithTemporaries(KernelPrinter &P, const Stmt *S,
                                                             const Expr *E) {
  std::optional<Temporaries> Made = printTemporariesOf(P, S, E);
  if (!Made) // marked where it is printed
    Made.emplace();
  std::string Name = uniqueName(P.unit(), P.version(), "condition");
  QualType T = isa<SwitchStmt>(S) ? E->getType().getUnqualifiedType() : P.context().BoolTy;
  return {Fragment(Made->Before + P.Locals.types().declare(T, Name, {}, StoredIn::Value) + " = ") +
              P.printValue(E) + "; " + Made->After,
          Name};
}

/// "int x", and "(x = next())" as the loop's condition.
static std::pair<std::string, Fragment> printAssigned(KernelPrinter &P, const VarDecl *V,
                                                      const Expr *Condition) {
  std::string Declared =
      P.Locals.types().declare(V->getType().getUnqualifiedType(), P.Locals.nameOf(V),
                               spacesOf(P.unit(), P.version(), V), StoredIn::Value);
  const Expr *Init = V->getInit();
  const auto *List = dyn_cast<InitListExpr>(Init);
  for (; List && List->getNumInits() == 1; List = dyn_cast<InitListExpr>(Init))
    Init = List->getInit(0);
  Fragment Assigned = Fragment("(" + P.Locals.nameOf(V) + " = ") +
                      (List ? Fragment("0") : P.printValue(Init)) + ")";
  if (!P.plan().Barriers.Votes.contains(Condition))
    return {Declared, Assigned};
  // Threads ask each other who goes on; those who do not have never assigned it.
  ScopedEntry<PrintScope::Texts> Known =
      P.Scope.standsFor(Condition->IgnoreParenImpCasts(), std::move(Assigned));
  return {Declared + " = 0", P.print(Condition)};
}

/// The body of loop \p S with what each round begins and ends with.
static Fragment printRound(KernelPrinter &P, const Stmt *S, const Expr *Condition, const Stmt *Body,
                           const Expr *Increment, const Fragment &Close = {}) {
  Fragment Start, Leave = printRoundEnd(P, S);
  if (const DeclStmt *Variable = roundVariable(S)) {
    Start = P.print(Variable) + "; if (!" + P.print(Condition, Precedence::Unary) + ") ";
  } else {
    auto [Text, Name] = printWithTemporaries(P, S, Condition);
    Start = Text + "if (!" + Name + ") ";
  }
  Start += Leave.empty() ? Fragment("break;") : Fragment("{ ") + Leave + " break; }";
  Fragment End;
  if (Increment)
    End += P.print(Increment) + (Leave.empty() ? ";" : "; ");
  return printBlockWith(P, Body, Start, End + Leave, Close);
}

static Fragment printWhileWithVariable(KernelPrinter &P, const WhileStmt *While) {
  const VarDecl *V = While->getConditionVariable();
  TokenRange Whole = P.unit().tokensOf(While->getSourceRange());
  TokenRange Head = P.unit().tokensOf({While->getLParenLoc(), While->getRParenLoc()});
  TokenRange Body = P.unit().tokensOf(While->getBody()->getSourceRange());
  if (Whole.empty() || !Whole.contains(Head) || Head.empty() || Body.empty())
    return Fragment(P.unit().mark(diag::TokensFromMacro, While->getBeginLoc(), {"while"})) + ";";
  Head = {Head.Begin + 1, Head.End - 1};
  if (!V || !isAssigned(V))
    return P.compose(
        Whole,
        {{Head, "1"}, {Body, printRound(P, While, While->getCond(), While->getBody(), nullptr)}});
  auto [Declared, Condition] = printAssigned(P, V, While->getCond());
  return P.compose(Whole, {{{Whole.Begin, Whole.Begin + 1}, "for"},
                           {Head, Fragment(Declared) + "; " + Condition + ";"},
                           {Body, printBlockWith(P, While->getBody(), {})}});
}

static Fragment printForWithVariable(KernelPrinter &P, const ForStmt *For) {
  const VarDecl *V = For->getConditionVariable();
  Fragment After = printHeadEnd(P, For);
  Fragment Init = For->getInit() ? P.print(For->getInit()) : Fragment(";");
  if (For->getInit() && isa<Expr>(For->getInit()))
    Init += ";";
  bool Moves = movesIncrement(For);
  Fragment Increment;
  if (For->getInc() && !Moves)
    Increment = Fragment(" ") + P.print(For->getInc());
  Fragment Out("{ "), Close(" }");
  bool Assigned = V && isAssigned(V);
  // Something ends after the loop; or the initialisation means another variable of this name, or
  // is several.
  bool IsBefore =
      !After.empty() || splitsHead(P, For) || (Assigned && saysName(For->getInit(), V->getName()));
  if (IsBefore) {
    Out += Init + " ";
    Init = ";";
  }
  if (!After.empty())
    Close = Fragment(" ") + After + " }";
  if (Assigned) {
    auto [Declared, Condition] = printAssigned(P, V, For->getCond());
    Out += Declared + "; for (" + Init + " " + Condition + ";" + Increment + ") ";
    return (Out + printBlockWith(P, For->getBody(), {}, {}, Close)).closed();
  }
  if (!IsBefore)
    Out = Close = Fragment();
  Out += Fragment("for (") + Init + " ;" + Increment + ") ";
  return (Out + printRound(P, For, For->getCond(), For->getBody(), Moves ? For->getInc() : nullptr,
                           Close))
      .closed();
}

Fragment printConditionHead(KernelPrinter &P, const Stmt *S) {
  const auto *If = dyn_cast<IfStmt>(S);
  const auto *Switch = dyn_cast<SwitchStmt>(S);
  Fragment Out;
  if (const Stmt *Init = If ? If->getInit() : Switch->getInit())
    Out += P.print(Init) + (isa<Expr>(Init) ? "; " : " ");
  if (const DeclStmt *Variable =
          If ? If->getConditionVariableDeclStmt() : Switch->getConditionVariableDeclStmt())
    Out += P.print(Variable) + "; ";
  return Out;
}

static std::optional<Fragment> printSwitch(KernelPrinter &P, const SwitchStmt *Switch) {
  Fragment Out = Fragment("{ ") + printConditionHead(P, Switch);
  std::string Value;
  if (hasTemporaries(P, Switch->getCond())) {
    auto [Text, Name] = printWithTemporaries(P, Switch, Switch->getCond());
    Out += Text;
    Value = Name;
  }
  Fragment End = printHeadEnd(P, Switch);
  Fragment Close = End.empty() ? Fragment(" }") : Fragment(" ") + End + " }";
  Out += Fragment("switch (") + (Value.empty() ? P.print(Switch->getCond()) : Value) + ") ";
  return (Out + printBlockWith(P, Switch->getBody(), {}, {}, Close)).closed();
}

static bool isRebuiltForCondition(KernelPrinter &P, const Stmt *S) {
  const auto *Switch = dyn_cast<SwitchStmt>(S);
  const auto *While = dyn_cast<WhileStmt>(S);
  const auto *For = dyn_cast<ForStmt>(S);
  const Expr *E = Switch  ? Switch->getCond()
                  : While ? While->getCond()
                  : For   ? For->getCond()
                          : nullptr;
  return (Switch && (Switch->hasInitStorage() || Switch->hasVarStorage())) || roundVariable(S) ||
         (E && hasTemporaries(P, E));
}

std::optional<Fragment> printConditionVariable(KernelPrinter &P, const Stmt *S) {
  if (!isRebuiltForCondition(P, S))
    return std::nullopt;
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return printSwitch(P, Switch);
  const auto *While = dyn_cast<WhileStmt>(S);
  const VarDecl *V =
      While ? While->getConditionVariable() : cast<ForStmt>(S)->getConditionVariable();
  if (!(V && isAssigned(V)) && P.unit().Barriers->hasBarrier(P.version().Function))
    return Fragment(P.unit().mark(diag::ConditionVariableAcrossBarrier, S->getBeginLoc())) + ";";
  return While ? printWhileWithVariable(P, While) : printForWithVariable(P, cast<ForStmt>(S));
}

} // namespace cu2cl
