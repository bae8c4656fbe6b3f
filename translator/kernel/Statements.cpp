// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Statements that C writes otherwise.
//
// Effect: only the taken branch of an `if constexpr` stays; a variable declared in a condition is
// declared before, in a block; a label before a declaration gets an empty statement; attributes go;
// a function that returns a reference returns the address.

#include "kernel/Constants.h"
#include "kernel/Rules.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

std::optional<Fragment> printIf(KernelPrinter &P, const IfStmt *If) {
  if (If->isConstexpr()) {
    std::optional<const Stmt *> Taken = If->getNondiscardedCase(P.context());
    if (!Taken)
      return std::nullopt;
    return *Taken ? P.print(*Taken) : Fragment(";");
  }
  if (!If->hasInitStorage() && !If->hasVarStorage())
    return std::nullopt;
  Fragment Out("{ ");
  if (If->getInit())
    Out += P.print(If->getInit()) + " ";
  if (const DeclStmt *Variable = If->getConditionVariableDeclStmt())
    Out += P.print(Variable) + "; ";
  Out += "if (";
  Out += P.print(If->getCond());
  Out += ") ";
  Out += P.print(If->getThen());
  bool Open = isa<Expr>(If->getThen()) || isa<ReturnStmt, BreakStmt, ContinueStmt>(If->getThen());
  if (Open)
    Out += ";";
  if (If->getElse()) {
    Out += " else ";
    Out += P.print(If->getElse());
    if (isa<Expr>(If->getElse()) || isa<ReturnStmt, BreakStmt, ContinueStmt>(If->getElse()))
      Out += ";";
  }
  return Out + " }";
}

std::optional<Fragment> printReturn(KernelPrinter &P, const ReturnStmt *R) {
  const Expr *Value = R->getRetValue();
  const FunctionDecl *F = P.version().Function;
  if (P.selfIsObject())
    return Fragment("return self");
  if (!Value || !F)
    return std::nullopt;
  TokenRange Whole = P.unit().tokensOf(R->getSourceRange());
  TokenRange Inner = P.unit().tokensOf(Value->getSourceRange());
  if (!F->getReturnType()->isReferenceType() || P.unit().Reach->returnsValue(F) || Whole.empty() ||
      Inner.empty())
    return std::nullopt;
  return P.compose(Whole, {{Inner, P.printAddress(Value)}});
}

/// `label: int x;` is no C: "label: ; int x;".
std::optional<Fragment> printLabelled(KernelPrinter &P, const Stmt *S, const Stmt *Sub) {
  if (!isa<DeclStmt>(Sub))
    return std::nullopt;
  TokenRange Whole = P.unit().tokensOf(S->getSourceRange());
  TokenRange Inner = P.unit().tokensOf(Sub->getSourceRange());
  if (Whole.empty() || Inner.empty())
    return std::nullopt;
  return Fragment::tokens(Whole.Begin, Inner.Begin) + "; " + P.print(Sub);
}

std::optional<Fragment> printCase(KernelPrinter &P, const CaseStmt *C) {
  TokenRange Whole = P.unit().tokensOf(C->getSourceRange());
  TokenRange Label = P.unit().tokensOf(C->getLHS()->getSourceRange());
  TokenRange Sub = P.unit().tokensOf(C->getSubStmt()->getSourceRange());
  Expr::EvalResult Value;
  if (Whole.empty() || Label.empty() || Sub.empty() || C->getRHS() ||
      !C->getLHS()->EvaluateAsInt(Value, P.context()))
    return std::nullopt;
  Fragment Inner = P.print(C->getSubStmt());
  if (isa<DeclStmt>(C->getSubStmt()))
    Inner = Fragment("; ") + Inner;
  return P.compose(Whole,
                   {{Label, printConstant(P, C->getLHS(), Value.Val.getInt())}, {Sub, Inner}});
}

} // namespace

std::optional<Fragment> printStatement(KernelPrinter &P, const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return printIf(P, If);
  if (const auto *R = dyn_cast<ReturnStmt>(S))
    return printReturn(P, R);
  if (const auto *C = dyn_cast<CaseStmt>(S))
    return printCase(P, C);
  if (const auto *D = dyn_cast<DefaultStmt>(S))
    return printLabelled(P, S, D->getSubStmt());
  if (const auto *L = dyn_cast<LabelStmt>(S))
    return printLabelled(P, S, L->getSubStmt());
  // #pragma unroll stands between the tokens and stays; [[attributes]] go.
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return isa<NullStmt>(A->getSubStmt()) ? Fragment(";") : P.print(A->getSubStmt());
  // Conditions that declare a variable.
  if (const auto *W = dyn_cast<WhileStmt>(S); W && W->hasVarStorage())
    return Fragment(P.unit().mark(2055, S->getBeginLoc(), {"a declaration in a condition"}));
  if (const auto *W = dyn_cast<SwitchStmt>(S); W && (W->hasVarStorage() || W->hasInitStorage()))
    return Fragment(P.unit().mark(2055, S->getBeginLoc(), {"a declaration in a condition"}));
  if (const auto *F = dyn_cast<ForStmt>(S); F && F->getConditionVariable())
    return Fragment(P.unit().mark(2055, S->getBeginLoc(), {"a declaration in a condition"}));
  return std::nullopt;
}

} // namespace cu2cl
