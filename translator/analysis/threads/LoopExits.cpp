// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/LoopExits.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

bool callsBarrier(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  return (Call && isBarrier(Call->getDirectCallee())) || anyEvaluated(S, callsBarrier);
}

/// The jumps that are looked for: a break and a continue may be those of a loop or switch inside.
struct Wanted {
  bool Breaks = true, Continues = true;
  Wanted inside(const Stmt *S) const {
    bool Loop = control::isLoop(S);
    return {Breaks && !Loop && !isa<SwitchStmt>(S), Continues && !Loop};
  }
  bool has(const Stmt *S) const {
    return isa<ReturnStmt>(S) || (Breaks && isa<BreakStmt>(S)) ||
           (Continues && isa<ContinueStmt>(S));
  }
};

bool leavesBy(const Stmt *S, Wanted Jumps) {
  if (isa<GotoStmt, LabelStmt>(S) || Jumps.has(S))
    return true;
  Jumps = Jumps.inside(S);
  return anyEvaluated(S, [&](const Stmt *Part) { return leavesBy(Part, Jumps); });
}

/// Adds the jumps that \p S ends with. False if there are others.
bool findLastJumps(const Stmt *S, Wanted Jumps, std::vector<const Stmt *> &Out) {
  if (!S)
    return true;
  if (Jumps.has(S)) {
    Out.push_back(S);
    return true;
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Part : Block->body())
      if (Part != Block->body_back() && leavesBy(Part, Jumps))
        return false;
    return Block->body_empty() || findLastJumps(Block->body_back(), Jumps, Out);
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return findLastJumps(If->getThen(), Jumps, Out) && findLastJumps(If->getElse(), Jumps, Out);
  return !leavesBy(S, Jumps);
}

class ExitFinder {
public:
  /// Looks at \p S, in a list of statements or not. False if a jump cannot be replaced.
  bool visit(const Stmt *S, Wanted Jumps, bool InList) {
    if (!S || !leavesBy(S, Jumps))
      return true;
    const auto *If = dyn_cast<IfStmt>(S);
    if (!callsBarrier(S))
      return If && InList && !If->getInit() && !If->getConditionVariable() && add(If, Jumps);
    if (const auto *Block = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Block->body(),
                          [&](const Stmt *Part) { return visit(Part, Jumps, /*InList=*/true); });
    // Where both arms have barriers, PoCL 3.1 loses work-items of a predicated loop in one of them.
    if (If && If->getElse() && callsBarrier(If->getThen()) && callsBarrier(If->getElse()))
      return false;
    if (If)
      return visit(If->getThen(), Jumps, false) && visit(If->getElse(), Jumps, false);
    if (!isa<ForStmt, WhileStmt, DoStmt, AttributedStmt>(S))
      return false;
    bool Fine = true;
    forEachEvaluated(S, [&](const Stmt *Part) { Fine &= visit(Part, Jumps.inside(S), false); });
    return Fine;
  }

  std::vector<LoopExit> Found;

private:
  bool add(const IfStmt *If, Wanted Jumps) {
    std::vector<const Stmt *> Last;
    // Those of a loop inside end the if, too, or the loop has no predicate.
    if (!findLastJumps(If, {}, Last))
      return false;
    for (const Stmt *Jump : Last)
      if (Jumps.has(Jump))
        Found.push_back({If, Jump});
    return true;
  }
};

} // namespace

std::optional<std::vector<LoopExit>> findLoopExits(const Stmt *Loop) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  const auto *While = dyn_cast<WhileStmt>(Loop);
  if ((For && For->getConditionVariable()) || (While && While->getConditionVariable()))
    return std::nullopt;
  const Stmt *Body = For                 ? For->getBody()
                     : While             ? While->getBody()
                     : isa<DoStmt>(Loop) ? cast<DoStmt>(Loop)->getBody()
                                         : nullptr;
  ExitFinder Exits;
  if (!Body || !callsBarrier(Body) || !Exits.visit(Body, {}, /*InList=*/false))
    return std::nullopt;
  return std::move(Exits.Found);
}

} // namespace cu2cl
