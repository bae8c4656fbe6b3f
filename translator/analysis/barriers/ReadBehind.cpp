// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/ReadBehind.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

bool names(const Stmt *S, const VarDecl *Var) {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == Var;
  return anyEvaluated(S, [&](const Stmt *Part) { return names(Part, Var); });
}

bool declares(const Stmt *S, const VarDecl *Var) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return llvm::is_contained(D->decls(), Var);
  return anyEvaluated(S, [&](const Stmt *Part) { return declares(Part, Var); });
}

namespace {

enum class Use { None, Sets, Reads };

/// What \p S does first with \p Var, without what \p Block does.
Use firstUse(const Stmt *S, const VarDecl *Var, const Stmt *Block) {
  if (!S || S == Block)
    return Use::None;
  if (const auto *List = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Part : List->body())
      if (Use First = firstUse(Part, Var, Block); First != Use::None)
        return First;
    return Use::None;
  }
  const auto *For = dyn_cast<ForStmt>(S);
  const auto *Set = dyn_cast_or_null<BinaryOperator>(For ? For->getInit() : S);
  if (Set && Set->getOpcode() == BO_Assign && isa<DeclRefExpr>(Set->getLHS()) &&
      names(Set->getLHS(), Var))
    return names(Set->getRHS(), Var) ? Use::Reads : Use::Sets;
  return names(S, Var) ? Use::Reads : Use::None;
}

/// In a loop around \p Block: the block itself may set \p Var before it reads it. Then only its
/// own threads look at what they set.
bool readsFirst(const Stmt *Block, const VarDecl *Var) {
  const auto *For = dyn_cast<ForStmt>(Block);
  if (For && firstUse(Block, Var, nullptr) == Use::Sets)
    return false;
  const auto *If = dyn_cast<IfStmt>(Block);
  if (!If || names(If->getCond(), Var) || names(If->getElse(), Var))
    return names(Block, Var);
  return firstUse(If->getThen(), Var, nullptr) == Use::Reads;
}

/// The statements around \p Block, innermost first.
bool findAround(const Stmt *S, const Stmt *Block, llvm::SmallVectorImpl<const Stmt *> &Around) {
  if (!S)
    return false;
  if (S == Block)
    return true;
  for (const Stmt *Child : S->children())
    if (findAround(Child, Block, Around)) {
      Around.push_back(S);
      return true;
    }
  return false;
}

bool hasLabel(const Stmt *S) {
  return S && (isa<LabelStmt>(S) || llvm::any_of(S->children(), hasLabel));
}

bool namesOutside(const Stmt *S, const Stmt *Block, const VarDecl *Var) {
  if (!S || S == Block)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == Var;
  return anyEvaluated(S, [&](const Stmt *Part) { return namesOutside(Part, Block, Var); });
}

} // namespace

bool isReadBehind(const FunctionDecl *F, const Stmt *Block, const VarDecl *Var) {
  // A goto may lead back to any place.
  if (hasLabel(F->getBody()))
    return namesOutside(F->getBody(), Block, Var) || readsFirst(Block, Var);
  llvm::SmallVector<const Stmt *, 8> Around;
  findAround(F->getBody(), Block, Around);
  const Stmt *Inner = Block;
  for (const Stmt *Outer : Around) {
    if (const auto *List = dyn_cast<CompoundStmt>(Outer))
      for (auto It = std::next(llvm::find(List->body(), Inner)); It != List->body_end(); ++It)
        if (Use First = firstUse(*It, Var, Block); First != Use::None)
          return First == Use::Reads;
    if (Divergence::isLoop(Outer)) {
      if (declares(Outer, Var))
        return false;
      const Stmt *Inc = isa<ForStmt>(Outer) ? cast<ForStmt>(Outer)->getInc() : nullptr;
      // The rest of the next round, with the block in it.
      if (names(Inc, Var) || names(Divergence::condition(Outer), Var) || readsFirst(Block, Var) ||
          firstUse(Inner, Var, Block) == Use::Reads)
        return true;
    }
    Inner = Outer;
  }
  return false;
}

SourceLocation firstBeginOf(const FunctionDecl *F, const Stmt *S) {
  if (hasLabel(F->getBody()))
    return F->getBody()->getBeginLoc();
  llvm::SmallVector<const Stmt *, 8> Around;
  findAround(F->getBody(), S, Around);
  SourceLocation Begin = S->getBeginLoc();
  for (const Stmt *Outer : Around)
    if (Divergence::isLoop(Outer))
      Begin = Outer->getBeginLoc();
  return Begin;
}

} // namespace cu2cl
