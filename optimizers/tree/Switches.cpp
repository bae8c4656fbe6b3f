// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tree/Switches.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace cu2cl::opt {

/// True if \p S leaves the switch that it is in.
static bool leavesSwitch(const clang::Stmt *S) {
  if (!S || isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(S))
    return false; // a break leaves these
  if (isa<BreakStmt>(S))
    return true;
  return llvm::any_of(S->children(), leavesSwitch);
}

/// True if \p S has labels, for a switch or a goto, or declares something around which a label may
/// lead.
static bool hasLabel(const clang::Stmt *S) {
  if (!S || isa<SwitchStmt>(S))
    return false;
  if (isa<clang::SwitchCase, LabelStmt>(S))
    return true;
  return llvm::any_of(S->children(), hasLabel);
}

/// Takes the labels ahead of \p S into \p Case. \returns the statement after them, or null.
static const clang::Stmt *withoutLabels(const clang::Stmt *S, SwitchCase &Case, QualType Selected) {
  while (const auto *Label = dyn_cast<clang::SwitchCase>(S)) {
    const auto *Value = dyn_cast<CaseStmt>(Label);
    Case.IsDefault |= !Value;
    if (Value) {
      // The value is converted to the type of what selects, a comparison to the wider type.
      QualType T = Value->getLHS()->IgnoreParenImpCasts()->getType();
      if (const auto *Constant = dyn_cast<ConstantExpr>(Value->getLHS()))
        T = Constant->getSubExpr()->IgnoreParenImpCasts()->getType();
      if (Value->caseStmtIsGNURange() || T.getCanonicalType() != Selected.getCanonicalType())
        return nullptr;
      Case.Values.push_back(Value->getLHS());
    }
    S = Label->getSubStmt();
  }
  return S;
}

std::optional<std::vector<SwitchCase>> casesOf(const SwitchStmt *S) {
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body || S->getInit() || S->getConditionVariable())
    return std::nullopt;
  QualType Selected = S->getCond()->getType().getUnqualifiedType();
  std::vector<SwitchCase> Result;
  bool IsOpen = false; // the next statement belongs to the last case
  for (const clang::Stmt *Each : Body->body()) {
    if (isa<clang::SwitchCase>(Each)) {
      if (IsOpen) // it goes on into this one
        return std::nullopt;
      Result.emplace_back();
      Each = withoutLabels(Each, Result.back(), Selected);
      IsOpen = true;
    }
    if (!Each || !IsOpen || isa<DeclStmt>(Each) || hasLabel(Each))
      return std::nullopt;
    IsOpen = !isa<BreakStmt, ReturnStmt, ContinueStmt>(Each);
    if (isa<BreakStmt>(Each))
      continue;
    // { ...; break; }
    const auto *Inner = dyn_cast<CompoundStmt>(Each);
    if (Inner && !Inner->body_empty() && isa<BreakStmt>(Inner->body_back())) {
      for (const clang::Stmt *Part : Inner->body())
        if (Part != Inner->body_back() && leavesSwitch(Part))
          return std::nullopt;
      IsOpen = false;
    } else if (leavesSwitch(Each)) {
      return std::nullopt;
    } else if (Inner && !Inner->body_empty()) {
      IsOpen = !isa<ReturnStmt, ContinueStmt>(Inner->body_back());
    }
    Result.back().Body.push_back(Each);
  }
  bool Chooses = llvm::any_of(Result, [](const SwitchCase &C) { return !C.Values.empty(); });
  return Chooses ? std::optional(Result) : std::nullopt;
}

Variable *selectedBy(Make &M, const SwitchStmt *S, llvm::StringSet<> &Taken) {
  std::string Name = freshName(M.Context, Taken, "selected");
  Taken.insert(Name);
  return M.variable(Name, S->getCond()->getType().getUnqualifiedType());
}

Block branchesOf(Make &M, Variable *Selected, llvm::ArrayRef<SwitchCase> Cases,
                 llvm::function_ref<Expr *(const clang::Expr *)> ValueOf,
                 llvm::function_ref<Block(llvm::ArrayRef<const clang::Stmt *>)> BodyOf) {
  Block Rest; // what is done for values of later cases, and for others
  for (bool IsDefault : {true, false})
    for (const SwitchCase &Case : llvm::reverse(Cases)) {
      if (Case.IsDefault != IsDefault)
        continue;
      Block Body = BodyOf(Case.Body);
      Stmt *Last = Body.empty() ? nullptr : Body.back();
      if (Last && Last->Kind == Stmt::Form::Block && !Last->Body.empty() &&
          Last->Body.back()->Kind == Stmt::Form::Break)
        Last->Body.pop_back();
      Expr *Condition = nullptr;
      for (const clang::Expr *Value : Case.Values) {
        Expr *Is = M.binary(BO_EQ, M.reference(Selected), ValueOf(Value));
        Is->Type = M.Context.IntTy;
        Condition = Condition ? M.binary(BO_LOr, Condition, Is) : Is;
      }
      Rest = IsDefault ? Body : Block{M.ifThen(Condition, Body, Rest)};
    }
  return Rest;
}

} // namespace cu2cl::opt
