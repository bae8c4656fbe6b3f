// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/LiveOut.h"
#include "analysis/effects/MemoryEffects.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

enum class Use { None, Sets, Reads };

/// Walks on from a statement to what reads a variable.
class Search {
public:
  Search(const CFG &Graph, const Stmt *Block, const VarDecl *Var) : Graph(Graph), Var(Var) {
    collect(Block);
    for (const CFGBlock *B : Graph)
      for (const CFGElement &E : *B)
        if (const Stmt *S = statementOf(E))
          if (const Expr *Target = targetOf(S))
            Targets.insert(Target);
  }

  bool findsRead() {
    for (const CFGBlock *B : Graph) {
      auto First = llvm::find_if(*B, [&](const CFGElement &E) { return isInside(statementOf(E)); });
      if (First != B->end() || isInside(B->getTerminatorStmt()))
        Open.push_back({B, unsigned(First - B->begin()), false});
    }
    while (!Open.empty()) {
      Place P = Open.pop_back_val();
      if (goesToRead(P))
        return true;
    }
    return false;
  }

private:
  /// Before the element \p Next of a block.
  struct Place {
    const CFGBlock *Of;
    unsigned Next;
    bool IsBehind; ///< the way here left the statement
  };

  void collect(const Stmt *S) {
    if (!S)
      return;
    Inside.insert(S);
    if (const auto *D = dyn_cast<DeclStmt>(S)) // Clang's graph has a statement for each
      Declared.insert(D->decl_begin(), D->decl_end());
    for (const Stmt *Child : S->children())
      collect(Child);
  }

  static const Stmt *statementOf(const CFGElement &E) {
    std::optional<CFGStmt> S = E.getAs<CFGStmt>();
    return S ? S->getStmt() : nullptr;
  }

  bool isInside(const Stmt *S) const {
    const auto *D = dyn_cast_or_null<DeclStmt>(S);
    return Inside.contains(S) || (D && D->isSingleDecl() && Declared.contains(D->getSingleDecl()));
  }

  Use useIn(const Stmt *S) const {
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return llvm::is_contained(D->decls(), Var) ? Use::Sets : Use::None;
    if (const Expr *Target = targetOf(S)) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Target);
      return Ref && Ref->getDecl() == Var ? Use::Sets : Use::None;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    return Ref && variableOf(Ref->getDecl()) == Var && !Targets.contains(S) ? Use::Reads
                                                                            : Use::None;
  }

  /// Returns what \p S gives another value, whatever it had.
  static const Expr *targetOf(const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    return B && B->getOpcode() == BO_Assign ? B->getLHS()->IgnoreParens() : nullptr;
  }

  bool goesToRead(Place P) {
    for (; P.Next < P.Of->size(); ++P.Next) {
      const Stmt *S = statementOf((*P.Of)[P.Next]);
      if (!S)
        continue;
      P.IsBehind |= !isInside(S);
      Use First = P.IsBehind ? useIn(S) : Use::None;
      if (First != Use::None)
        return First == Use::Reads;
    }
    // The way back of a loop around the statement may have no element.
    const Stmt *Loop = P.Of->getLoopTarget();
    P.IsBehind |= Loop && !isInside(Loop);
    for (const CFGBlock *To : P.Of->succs())
      if (To && Seen.insert({To, P.IsBehind}).second)
        Open.push_back({To, 0, P.IsBehind});
    return false;
  }

  const CFG &Graph;
  const VarDecl *Var;
  llvm::DenseSet<const Stmt *> Inside, Targets;
  llvm::DenseSet<const Decl *> Declared;
  llvm::SmallVector<Place, 16> Open;
  llvm::DenseSet<std::pair<const CFGBlock *, unsigned>> Seen;
};

} // namespace

LiveOut::LiveOut(const FunctionDecl *F) : F(F) {}
LiveOut::~LiveOut() = default;

bool LiveOut::contains(const Stmt *Block, const VarDecl *Var) const {
  if (keepsReference(F->getBody(), Var))
    return true;
  if (!Graph) {
    CFG::BuildOptions Options;
    Options.setAllAlwaysAdd();
    Graph = CFG::buildCFG(F, F->getBody(), &F->getASTContext(), Options);
  }
  return !Graph || Search(*Graph, Block, Var).findsRead();
}

} // namespace cu2cl
