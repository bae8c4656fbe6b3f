// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Barriers after a return that only some threads take, and in a block that only some enter.
//
// Precondition: the statement is in the kernel's PredicationPlan.
// Effect: the return is "bool active = !(cond);", with more in it "bool active = true; if (cond) {
// ...; active = false; }"; statements up to the last barrier run under "if (active)", neighbours in
// one block (PredicatedBlocks.cpp), and after it "if (!active) return;". A loop with a #pragma
// unroll runs while "active && (its condition)". "if (cond) { ... }" is "bool active = cond; { ...
// }", in a block with a predicate "bool active2 = active && cond; { ... }"; its other arm, which
// has no barriers, comes first, as CUDA has it: "bool active = cond; if (!active) { ... } { ... }".
// "while (cond) { ... }" is "bool active = true; while (clrt_barrier_or(active = active && cond,
// ...)) { ... }": it ends when no thread of the block goes on. What decides about barriers, and the
// jumps out of statements around them, are for all threads; what the others cannot compute, those
// with the predicate tell them: "if (clrt_barrier_or(active && cond, ...))".

#include "analysis/dialect/Dialect.h"
#include "kernel/core/LineBreaks.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "kernel/plan/PredicationPlan.h"
#include "kernel/predication/ArmPredicates.h"
#include "kernel/predication/BracedIfs.h"
#include "kernel/predication/WalkedSwitches.h"
#include "kernel/predication/WarpExchange.h"
#include "kernel/statements/ConditionVariables.h"
#include "kernel/statements/Destructors.h"
#include "kernel/statements/Statements.h"

using namespace clang;

namespace cu2cl {
namespace {

Fragment printPredicate(KernelPrinter &P, const IfStmt *If) {
  const std::string &Name = P.plan().Barriers.Predicates[P.plan().Barriers.Returns.lookup(If)];
  bool First = If == P.plan().Barriers.FirstReturn;
  Fragment Out(First && P.plan().Barriers.DeclaresAtReturn ? "bool " : "");
  Out += Name + " = " + (First ? "" : Name + " && ");
  Out += Fragment("!(") + P.print(If->getCond()) + ")";
  // "if (c) return" ends before its ';', "if (c) { return; }" has none after it.
  return isa<CompoundStmt>(If->getThen()) ? Out + ";" : Out;
}

/// "clrt_barrier_or(active, scratch)", the call in two parts: whether a loop goes on.
std::pair<std::string, std::string> goesOn(KernelPrinter &P, bool OfWarp) {
  if (!P.plan().Barriers.OfWarps) {
    P.Found.needHelper("barrier_vote");
    return {"clrt_barrier_or(", ", " + P.Locals.appendedName(Appended::Scratch) + ")"};
  }
  P.Found.needHelper("warp");
  return {OfWarp ? "clrt_goes_on(" : "clrt_block_goes_on(",
          ", " + P.Locals.appendedName(Appended::Warp) + ")"};
}

/// The operands of a loop's condition, one after the other: "(active = active && a, active = any(b)
/// && active)", "(active2 = active && !(a), active = (any(b) || !active2) && active)".
Fragment printInTurn(KernelPrinter &P, const PredicationPlan::Vote &Vote) {
  const std::vector<std::string> &Names = P.plan().Barriers.Predicates;
  const std::string &Name = Names[Vote.Depth];
  const PredicationPlan::Operand &First = Vote.InTurn.front(), &Last = Vote.InTurn.back();
  if (Last.Operator->getOpcode() == BO_LOr) {
    const std::string &Others = Names[Vote.Depth + 1];
    Fragment Out("(" + Others + " = " + (First.IsForAll ? "" : Name + " && ") + "!(");
    Out += P.print(First.Value) + (First.IsForAll ? ") && " + Name : ")") + ", " + Name + " = ";
    Out += Last.IsForAll ? "((" : Name + " && (!" + Others + " || (";
    return Out + P.print(Last.Value) +
           (Last.IsForAll ? ") || !" + Others + ") && " + Name + ")" : ")))");
  }
  Fragment Out("(");
  for (const PredicationPlan::Operand &O : Vote.InTurn) {
    Out += (O.Operator ? ", " : "") + Name + " = " + (O.IsForAll ? "" : Name + " && ");
    Out += printAndOperand(P, PrintLayer::Vote, O.Value) + (O.IsForAll ? " && " + Name : "");
  }
  return Out + ")";
}

Fragment printVote(KernelPrinter &P, const Expr *E, const PredicationPlan::Vote &Vote) {
  using Asks = PredicationPlan::Asks;
  const std::string &Name = P.plan().Barriers.Predicates[Vote.Depth];
  auto [Open, Close] = goesOn(P, Vote.OfWarp);
  Fragment Out = Vote.Question == Asks::WhetherAll ? "!" : "";
  Out += Open;
  bool Always = false;
  if (Vote.Question == Asks::WhoGoesOn && E->EvaluateAsBooleanCondition(Always, P.context()) &&
      Always)
    return Out + Name + Close;
  if (!Vote.InTurn.empty())
    return Out + printInTurn(P, Vote) + Close;
  if (Vote.IsForAll)
    return Out + Name + " = " + printAndOperand(P, PrintLayer::Vote, E) + " && " + Name + Close;
  Out += Vote.Question == Asks::WhoGoesOn ? Name + " = " + Name + " && " : Name + " && ";
  Out += Vote.Question == Asks::WhetherAll
             ? Fragment("!(") + P.printInside(PrintLayer::Vote, E) + ")"
             : printAndOperand(P, PrintLayer::Vote, E);
  return Out + Close;
}

/// The arm without barriers: run first, by those who do not enter the other.
Fragment printOtherArm(KernelPrinter &P, const Stmt *Arm, const std::string &Condition) {
  Fragment Body = P.print(Arm);
  if (!isa<CompoundStmt>(Arm))
    Body = Fragment("{ ") + withSemicolon(Arm, Body) + " }";
  return Fragment("if (" + Condition + ") ") + Body;
}

/// The value of \p Block's predicate: after \p Outer, "active && " or nothing.
Fragment printEntry(KernelPrinter &P, const IfStmt *If, const std::string &Outer,
                    const PredicationPlan::Block &Block) {
  if (Block.Body == If->getElse())
    return Fragment(Outer + "!(") + P.print(If->getCond()) + ")";
  const auto *Binary = dyn_cast<BinaryOperator>(If->getCond()->IgnoreImpCasts());
  if (Outer.empty() && !(Binary && Binary->isCommaOp()))
    return P.print(If->getCond());
  return Fragment(Outer) + printAndOperand(P, PrintLayer::Block, If->getCond());
}

/// A block with barriers or exchanges.
Fragment printArm(KernelPrinter &P, const Stmt *Arm, const std::string &Condition,
                  const PredicationPlan::Block &Block) {
  std::string Enter;
  if (Block.Enters) {
    P.Found.needHelper("warp");
    Enter = "if (clrt_enter(" + Condition + ", " + P.Locals.appendedName(Appended::Warp) + ")) ";
  }
  Fragment Body = P.print(Arm);
  bool Ends = Block.Braces || (Block.BothArms && !isa<CompoundStmt>(Arm));
  if (Block.HasHead && !Enter.empty() && !isa<CompoundStmt>(Arm))
    return Fragment(Enter + "{ ") + withSemicolon(Arm, Body) + " }";
  return Fragment(Enter) + (Ends ? withSemicolon(Arm, Body) : Body);
}

/// The value that a function returns for threads that have left it.
std::string inactiveResult(KernelPrinter &P) {
  const FunctionDecl *F = P.version().Function;
  if (F->getReturnType()->isVoidType())
    return "";
  return P.plan().Result.empty() ? " 0" : " " + P.plan().Result;
}

/// \p Value, of \p E, for who has the predicate of \p Depth; for others their result, or 0.
Fragment chosen(KernelPrinter &P, const Expr *E, unsigned Depth, const Fragment &Value) {
  const std::string &Name = P.plan().Barriers.Predicates[Depth];
  QualType T = E->getType().getUnqualifiedType();
  if (P.plan().Barriers.SelectedValues.contains(E))
    return Fragment("select(0u, (uint)(") + Value + "), (uint)" + Name + ")";
  bool IsResult = isa_and_nonnull<ReturnStmt>(P.plan().Body.parent(E));
  std::string Other = IsResult ? inactiveResult(P) : " 0";
  if (!IsResult && T->isRecordType())
    Other = " (" + P.Locals.typeText(T, nullptr) + ")" + (isStructInOpenCl(T) ? "{0}" : "(0)");
  return Fragment("(" + Name + " ? ") + Value + " :" + Other + ")";
}

/// "float other = clrt_shfl_down(...);" for each of \p Parts, which are variables from then on.
Fragment printExchanges(KernelPrinter &P, llvm::ArrayRef<PredicationPlan::Lifted> Parts,
                        llvm::StringRef Break, std::vector<ScopedEntry<PrintScope::Texts>> &Known) {
  Fragment Out;
  for (const PredicationPlan::Lifted &Part : Parts) {
    if (!Part.Call) {
      Out += printArmPredicate(P, Part, Known) + ";" + Break.str();
      continue;
    }
    const CallExpr *Call = Part.Call;
    const std::string &Name = P.plan().Exchanged.find(Call)->second;
    Out += P.Locals.types().declare(Call->getType().getUnqualifiedType(), Name,
                                    spacesOf(P.unit(), P.version(), Call)) +
           " = ";
    // All threads exchange; where the result is all that a function gives back, some forget it.
    Out += P.printInside(PrintLayer::GuardedValue, Call) + ";" + Break.str();
    auto Depth = P.plan().Barriers.GuardedValues.find(Call);
    Known.push_back(Depth == P.plan().Barriers.GuardedValues.end()
                        ? P.Scope.standsFor(Call, Name)
                        : P.Scope.standsFor(Call, chosen(P, Call, Depth->second, Name)));
  }
  return Out;
}

/// The value of \p Name, the predicate of a block, where some threads are asked more than others:
/// "active = a; int exchanged = clrt_any(...); active = active && exchanged;".
Fragment printQuestions(KernelPrinter &P, const PredicationPlan::Operands &Asks,
                        const std::string &Name, const std::string &Outer,
                        const std::string &Break) {
  bool IsAnd = Asks.back().Operator->getOpcode() == BO_LAnd;
  const Expr *First = Asks.front().Value;
  Fragment Out = Outer.empty() && IsAnd ? P.print(First)
                 : IsAnd ? Fragment(Outer) + printAndOperand(P, PrintLayer::Block, First)
                         : Fragment(Outer + "!(") + P.print(First) + ")";
  for (const PredicationPlan::Operand &O : llvm::drop_begin(Asks)) {
    Out += ";" + Break;
    std::vector<ScopedEntry<PrintScope::Texts>> Known;
    if (auto It = P.plan().Barriers.Hoisted.find(O.Operator); It != P.plan().Barriers.Hoisted.end())
      Out += printExchanges(P, It->second, Break, Known);
    Out += Name + " = " + Outer + (IsAnd ? Name + " && (" : "(!" + Name + " || ");
    Out += P.print(O.Value) + ")";
  }
  return Out;
}

Fragment printBlock(KernelPrinter &P, const Stmt *S, const PredicationPlan::Block &Block) {
  const std::vector<std::string> &Names = P.plan().Barriers.Predicates;
  const std::string &Name = Names[Block.Depth];
  std::string Outer = Block.Depth ? Names[Block.Depth - 1] + " && " : "";
  std::string Break = Block.Braces ? " " : breakBefore(P, S);
  bool Braces = Block.Braces && !Block.HasHead;
  if (Block.IsSetBefore)
    return P.printInside(PrintLayer::Block, S);
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return printWalkedSwitch(P, Switch, Block);
  std::string Others = Block.AsksOthers ? "bool " + Names[Block.Depth + 1] + ";" + Break : "";
  Fragment Out((Braces ? "{ " : "") + Others + (Block.Declares ? "bool " : "") + Name + " = ");
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    Out += (!Block.Asks.empty() ? printQuestions(P, Block.Asks, Name, Outer, Break)
                                : printEntry(P, If, Outer, Block)) +
           ";" + Break;
    const Stmt *Other = Block.Body == If->getThen() ? If->getElse() : If->getThen();
    if (Other && !Block.BothArms)
      Out += printOtherArm(P, Other, Outer + "!" + Name) + Break;
    Out += printArm(P, Block.BothArms ? If->getThen() : Block.Body, Name, Block);
    if (Block.BothArms) {
      Out += Fragment(Break + Name + " = " + Outer + "!" + Name + ";" + Break);
      Out += printArm(P, If->getElse(), Name, Block);
    }
    // The arm that comes last is not the one that the source ends with.
    const Stmt *Last = Block.BothArms ? If->getElse() : Block.Body;
    if (!Block.Braces && hasSemicolon(Last) != hasSemicolon(If))
      return withSemicolon(Last, Out).closed();
  } else {
    Out += Block.Depth ? Names[Block.Depth - 1] : "true";
    Out += Fragment(";" + Break) + P.printInside(PrintLayer::Block, S);
  }
  return Braces ? (Out + " }").closed() : Out;
}

/// \p First of a round, with what the round begins with.
Fragment printRound(KernelPrinter &P, const Stmt *First, const PredicationPlan::Round &Round) {
  bool InList =
      isa_and_nonnull<CompoundStmt>(P.plan().Body.parent(First)) || isa<CompoundStmt>(First);
  std::string Break = InList ? breakBefore(P, First) : " ";
  const std::vector<std::string> &Names = P.plan().Barriers.Predicates;
  Fragment Out;
  if (Round.Asks) {
    auto [Open, Close] = goesOn(P, Round.OfWarp);
    Out += "if (!" + Open + Names[Round.Depth] + Close + ") break;" + Break;
  }
  if (Round.Skipped)
    Out += "bool " + Names[Round.Depth + 1] + " = " + Names[Round.Depth] + ";" + Break;
  Fragment Text = P.printInside(PrintLayer::RoundStart, First);
  return InList ? Out + Text : (Fragment("{ ") + Out + withSemicolon(First, Text) + " }").closed();
}

/// \p S, printed inside of \p Layer, then \p Text, a statement.
Fragment printBefore(KernelPrinter &P, PrintLayer Layer, const Stmt *S, const std::string &Text) {
  Fragment Out = P.printInside(Layer, S);
  // The ';' of an expression follows it, also at the end of an if.
  if (hasSemicolon(S) && !Out.isClosed())
    return Out + ";" + breakBefore(P, S) + Text;
  return (Out + " " + Text + ";").closed();
}

/// \p S after a condition; an else of its own must not look like the condition's.
Fragment printGuarded(KernelPrinter &P, const Stmt *S) {
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || !If->getElse())
    return P.printInside(PrintLayer::Guarded, S);
  Fragment Text = withSemicolon(S, P.printInside(PrintLayer::Guarded, S));
  return (Fragment("{ ") + Text + " }").closed();
}

/// The entry of \p From for \p Of, unless its rule has already put \p Layer around it.
template <class Map, class Key>
const typename Map::mapped_type *planned(const KernelPrinter &P, PrintLayer Layer, const Map &From,
                                         const Key *Of) {
  auto It = From.find(Of);
  return It == From.end() || P.Scope.isInside(Layer, Of) ? nullptr : &It->second;
}

/// \p E, a condition, with a predicate.
std::optional<Fragment> printCondition(KernelPrinter &P, const Expr *E) {
  const PredicationPlan &Plan = P.plan().Barriers;
  if (const auto *Vote = planned(P, PrintLayer::Vote, Plan.Votes, E))
    return printVote(P, E, *Vote);
  if (const auto *Depth = planned(P, PrintLayer::GuardedCondition, Plan.GuardedConditions, E))
    return Fragment(Plan.Predicates[*Depth] + " && ") +
           printAndOperand(P, PrintLayer::GuardedCondition, E);
  if (const auto *Argument = planned(P, PrintLayer::VoteArgument, Plan.VoteArguments, E)) {
    const std::string &Name = Plan.Predicates[Argument->first];
    return Argument->second
               ? Fragment("!" + Name + " || (") + P.printInside(PrintLayer::VoteArgument, E) + ")"
               : Fragment(Name + " && ") + printAndOperand(P, PrintLayer::VoteArgument, E);
  }
  if (const auto *Depth = planned(P, PrintLayer::GuardedValue, Plan.GuardedValues, E))
    return chosen(P, E, *Depth, printAndOperand(P, PrintLayer::GuardedValue, E));
  return std::nullopt;
}

/// "float other = clrt_shfl_down(...);" for each, then \p S with the variables.
Fragment printHoisted(KernelPrinter &P, const Stmt *S,
                      llvm::ArrayRef<PredicationPlan::Lifted> Calls) {
  // What an if or switch declares is printed as a list, too.
  bool InList = isa_and_nonnull<CompoundStmt>(P.plan().Body.parent(S)) || isa<DeclStmt>(S);
  std::vector<ScopedEntry<PrintScope::Texts>> Known;
  Fragment Out(InList ? "" : "{ ");
  Out += printExchanges(P, Calls, InList ? breakBefore(P, S) : " ", Known);
  Fragment Text = P.printInside(PrintLayer::Hoisted, S);
  if (InList)
    return Out + Text;
  return (Out + withSemicolon(S, Text) + " }").closed();
}

/// Returns what a jump becomes that ends the predicates from \p First to \p Last.
Fragment printLeave(KernelPrinter &P, const Stmt *S, unsigned First, unsigned Last) {
  const PredicationPlan &Plan = P.plan().Barriers;
  std::string Out;
  for (unsigned I = First; I <= Last; ++I)
    Out += Plan.Predicates[I] + " = ";
  Out += "false";
  const auto *Return = dyn_cast<ReturnStmt>(S);
  const Expr *Value = Return ? Return->getRetValue() : nullptr;
  auto Depth = Plan.Guarded.find(S);
  std::string Guard =
      Depth == Plan.Guarded.end() ? "" : "if (" + Plan.Predicates[Depth->second] + ") ";
  if (!Value)
    return Fragment(Guard + Out);
  return (Fragment(Guard + "{ " + P.plan().Result + " = ") + P.printValue(Value) + "; " + Out +
          "; }")
      .closed();
}

} // namespace

std::optional<Fragment> printPredicated(KernelPrinter &P, const Stmt *S) {
  const PredicationPlan &Plan = P.plan().Barriers;
  if (std::optional<Fragment> Mark = printRefused(P, S))
    return Mark;
  if (Plan.empty())
    return std::nullopt;
  if (Plan.CaseEnds.contains(S) ||
      (Plan.CaseDeclarations.contains(S) && !P.Scope.isInside(PrintLayer::Block, S)))
    return Fragment().closed();
  if (const auto *Round = planned(P, PrintLayer::RoundStart, Plan.Rounds, S))
    return printRound(P, S, *Round);
  if (Plan.Returns.contains(S))
    return printPredicate(P, cast<IfStmt>(S));
  if (auto Ends = Plan.Leaves.find(S); Ends != Plan.Leaves.end()) {
    if (const auto *Calls = planned(P, PrintLayer::Hoisted, Plan.Hoisted, S))
      return printHoisted(P, S, *Calls);
    return printLeave(P, S, Ends->second.first, Ends->second.second);
  }
  if (Plan.FirstReturn == S && !P.Scope.isInside(PrintLayer::FirstReturn, S)) {
    std::string Start = Plan.DeclaresAtReturn ? "bool " : "";
    return Fragment(Start + Plan.Predicates.front() + " = true;" + breakBefore(P, S)) +
           P.printInside(PrintLayer::FirstReturn, S);
  }
  if (Plan.Last == S && !P.Scope.isInside(PrintLayer::LastBarrier, S))
    return printBefore(P, PrintLayer::LastBarrier, S,
                       (Plan.EndsAtLast ? "" : "if (!" + Plan.Predicates.front() + ") ") +
                           "return" + inactiveResult(P));
  if (const auto *Loop = planned(P, PrintLayer::SetBehind, Plan.SetBehind, S)) {
    const PredicationPlan::Block &Block = Plan.Blocks.find(*Loop)->second;
    return printBefore(P, PrintLayer::SetBehind, S,
                       (Block.Declares ? "bool " : "") + Plan.Predicates[Block.Depth] + " = " +
                           (Block.Depth ? Plan.Predicates[Block.Depth - 1] : "true"));
  }
  if (const auto *Block = planned(P, PrintLayer::Head, Plan.Blocks, S); Block && Block->HasHead)
    return (Fragment("{ ") + printConditionHead(P, S) + P.printInside(PrintLayer::Head, S) +
            printHeadEnd(P, S) + " }")
        .closed();
  if (const auto *Calls = planned(P, PrintLayer::Hoisted, Plan.Hoisted, S))
    return printHoisted(P, S, *Calls);
  if (const auto *Block = planned(P, PrintLayer::Block, Plan.Blocks, S))
    return printBlock(P, S, *Block);
  if (const auto *E = dyn_cast<Expr>(S))
    if (std::optional<Fragment> Condition = printCondition(P, E))
      return Condition;
  if (Plan.Braced.contains(S))
    return printBraced(P, cast<IfStmt>(S));
  if (const auto *Depth = planned(P, PrintLayer::Guarded, Plan.Guarded, S))
    return Fragment("if (" + Plan.Predicates[*Depth] + ") ") + printGuarded(P, S);
  return std::nullopt;
}

} // namespace cu2cl
