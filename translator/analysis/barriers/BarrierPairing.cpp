// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/BarrierPairing.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "core/source/TypeParts.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

/// The memory that code reads and writes through pointers. A kernel's parameter leads to memory of
/// its own; what another address leads to is not known.
class PointedMemory {
public:
  explicit PointedMemory(const Stmt *S) { walk(S); }

  bool writesWhatReads(const PointedMemory &Other) const {
    if (WritesUnknown)
      return Other.ReadsUnknown || !Other.Reads.empty();
    return (!Writes.empty() && Other.ReadsUnknown) ||
           llvm::any_of(Writes, [&](const VarDecl *V) { return Other.Reads.contains(V); });
  }

private:
  static bool isAddress(QualType T) { return T->isPointerType() || T->isReferenceType(); }

  void add(const VarDecl *V, bool IsRead, bool IsWritten) {
    const auto *P = dyn_cast<ParmVarDecl>(V);
    const auto *F = P ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr;
    if (F && F->hasAttr<CUDAGlobalAttr>() && V->getType()->isPointerType()) {
      if (IsRead)
        Reads.insert(V);
      if (IsWritten)
        Writes.insert(V);
      return;
    }
    ReadsUnknown |= IsRead;
    WritesUnknown |= IsWritten;
  }

  void walk(const Stmt *S) {
    if (!S)
      return;
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
      walk(B->getRHS());
      return walkTarget(B->getLHS(), B->isCompoundAssignmentOp());
    }
    if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
      return walkTarget(U->getSubExpr(), true);
    if (const auto *Call = dyn_cast<CallExpr>(S))
      llvm::for_each(Call->arguments(), [&](const Expr *A) { walkArgument(A); });
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S))
      walkArgument(Call->getImplicitObjectArgument());
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
      llvm::for_each(Construct->arguments(), [&](const Expr *A) { walkArgument(A); });
    walkNamed(S);
    for (const Stmt *Child : S->children())
      walk(Child);
  }

  /// The addresses that \p S itself is or holds.
  void walkNamed(const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (V && anyPart(V->getType(), isAddress))
      add(V, true, false);
    const auto *E = dyn_cast<Expr>(S);
    ReadsUnknown |= isa<CXXThisExpr, AsmStmt, LambdaExpr>(S) ||
                    (E && isa<MemberExpr, CallExpr>(E) && E->getType()->isPointerType());
    WritesUnknown |= isa<AsmStmt, LambdaExpr>(S);
  }

  /// Notes that a call may write through its argument \p A.
  void walkArgument(const Expr *A) {
    QualType T = A->getType();
    if (T->isPointerType() && !T->getPointeeType().isConstQualified())
      walkPointer(A, true);
    else if (!T->isPointerType() && anyPart(T, isAddress))
      WritesUnknown = true;
    else if (A->isLValue() && !T.isConstQualified())
      walkTarget(A, true);
  }

  /// \p E is written, and read if \p IsRead.
  void walkTarget(const Expr *E, bool IsRead) {
    E = E->IgnoreParenCasts();
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
      walk(Subscript->getIdx());
      return walkPointer(Subscript->getBase(), IsRead);
    }
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return Member->isArrow() ? walkPointer(Member->getBase(), IsRead)
                               : walkTarget(Member->getBase(), IsRead);
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
      return walkPointer(U->getSubExpr(), IsRead);
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    if (Ref && !Ref->getDecl()->getType()->isReferenceType())
      return; // a variable itself
    WritesUnknown = true;
    walk(E);
  }

  /// The memory at \p P is written, and read if \p IsRead.
  void walkPointer(const Expr *P, bool IsRead) {
    P = P->IgnoreParenCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(P); B && B->isAdditiveOp()) {
      bool IsLeft =
          B->getLHS()->getType()->isPointerType() || B->getLHS()->getType()->isArrayType();
      walk(IsLeft ? B->getRHS() : B->getLHS());
      return walkPointer(IsLeft ? B->getLHS() : B->getRHS(), IsRead);
    }
    if (const auto *U = dyn_cast<UnaryOperator>(P); U && U->getOpcode() == UO_AddrOf)
      return walkTarget(U->getSubExpr(), IsRead);
    const auto *Ref = dyn_cast<DeclRefExpr>(P);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (V && V->getType()->isPointerType())
      return add(V, IsRead, true);
    if (P->getType()->isArrayType() && !(V && V->getType()->isReferenceType()))
      return walkTarget(P, IsRead); // an array itself
    WritesUnknown = true;
    walk(P);
  }

  llvm::DenseSet<const VarDecl *> Reads, Writes;
  bool ReadsUnknown = false, WritesUnknown = false;
};

struct Block {
  const IfStmt *If = nullptr;
  bool IsElse = false;
  llvm::DenseSet<const VarDecl *> Uses, Writes; ///< of shared memory
};

bool isShared(const VarDecl *V) {
  DeviceStorage Storage = deviceStorage(V);
  const auto *P = dyn_cast<ParmVarDecl>(V);
  if (P && P->getType()->isPointerType() && !P->getDeclContext()->isTranslationUnit())
    if (const auto *F = dyn_cast<FunctionDecl>(P->getDeclContext());
        F && !F->hasAttr<CUDAGlobalAttr>())
      return true; // it may be
  return Storage == DeviceStorage::Shared || Storage == DeviceStorage::DynamicShared;
}

/// The block \p If, or an arm of it, which is all of \p S.
void addBlock(const IfStmt *If, const Stmt *S, bool IsElse, std::vector<Block> &Out) {
  Block B;
  B.If = If;
  B.IsElse = IsElse;
  forEachNamedVariable(S, [&](const VarDecl *V) {
    if (isShared(V))
      B.Uses.insert(V);
  });
  for (const VarDecl *V : changedVariablesOf(S))
    if (isShared(V))
      B.Writes.insert(V);
  Out.push_back(std::move(B));
}

/// The blocks in \p S in the order of the text, without those in other blocks.
void collectBlocks(const Stmt *S, const llvm::DenseMap<const Stmt *, const Stmt *> &Blocks,
                   std::vector<Block> &Out) {
  if (!Blocks.contains(S))
    return forEachEvaluated(S, [&](const Stmt *Part) { collectBlocks(Part, Blocks, Out); });
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If)
    return;
  const Stmt *Arm = Blocks.lookup(S);
  if (Arm != If)
    return addBlock(If, S, Arm == If->getElse(), Out);
  addBlock(If, If->getThen(), /*IsElse=*/false, Out);
  addBlock(If, If->getElse(), /*IsElse=*/true, Out);
}

bool isSame(const Expr *A, const Expr *B, const ASTContext &Context) {
  llvm::FoldingSetNodeID X, Y;
  A->IgnoreParenImpCasts()->Profile(X, Context, true);
  B->IgnoreParenImpCasts()->Profile(Y, Context, true);
  return X == Y;
}

/// Returns true if \p Part is \p Whole or less by a constant.
bool isAtMost(const Expr *Part, const Expr *Whole, const ASTContext &Context) {
  Expr::EvalResult A, B;
  if (isSame(Part, Whole, Context))
    return true;
  if (Part->EvaluateAsInt(A, Context) && Whole->EvaluateAsInt(B, Context))
    return A.Val.getInt().getExtValue() <= B.Val.getInt().getExtValue();
  const auto *Minus = dyn_cast<BinaryOperator>(Part->IgnoreParenImpCasts());
  return Minus && Minus->getOpcode() == BO_Sub && Minus->getType()->isSignedIntegerType() &&
         isSame(Minus->getLHS(), Whole, Context) && Minus->getRHS()->EvaluateAsInt(A, Context) &&
         !A.Val.getInt().isNegative();
}

/// Returns true if threads for which \p Narrow holds are among those for which \p Wide does.
bool implies(const Expr *Narrow, const Expr *Wide, const ASTContext &Context) {
  if (isSame(Narrow, Wide, Context))
    return true;
  const auto *N = dyn_cast<BinaryOperator>(Narrow->IgnoreParenImpCasts());
  const auto *W = dyn_cast<BinaryOperator>(Wide->IgnoreParenImpCasts());
  if (N && N->getOpcode() == BO_LAnd)
    return implies(N->getLHS(), Wide, Context) || implies(N->getRHS(), Wide, Context);
  bool IsLess = N && W && N->getOpcode() == W->getOpcode() &&
                (N->getOpcode() == BO_LT || N->getOpcode() == BO_LE);
  return IsLess && isSame(N->getLHS(), W->getLHS(), Context) &&
         isAtMost(N->getRHS(), W->getRHS(), Context);
}

/// Returns true if the threads of \p Inner are among those of \p Outer, as far as this can be seen.
bool isWithin(const Block &Inner, const Block &Outer, const ASTContext &Context) {
  const Expr *Narrow = Inner.If->getCond(), *Wide = Outer.If->getCond();
  if (Inner.IsElse || Outer.IsElse)
    return Inner.IsElse == Outer.IsElse && isSame(Narrow, Wide, Context);
  return implies(Narrow, Wide, Context);
}

bool anyIn(const llvm::DenseSet<const VarDecl *> &Some,
           const llvm::DenseSet<const VarDecl *> &Set) {
  return llvm::any_of(Some, [&](const VarDecl *V) { return Set.contains(V); });
}

/// Returns true if the threads of one arm of \p If can hand something to those of the other through
/// pointers.
bool handsOver(const IfStmt *If) {
  PointedMemory Then(If->getThen()), Else(If->getElse());
  return Then.writesWhatReads(Else) || Else.writesWhatReads(Then);
}

} // namespace

const Stmt *findPairedBlock(const FunctionDecl *F,
                            const llvm::DenseMap<const Stmt *, const Stmt *> &Blocks,
                            const ASTContext &Context) {
  std::vector<Block> Found;
  collectBlocks(F->getBody(), Blocks, Found);
  for (size_t I = 0; I < Found.size(); ++I) {
    if (Found[I].IsElse && Blocks.lookup(Found[I].If) == Found[I].If && handsOver(Found[I].If))
      return Found[I].If;
    for (size_t Before = 0; Before < I; ++Before)
      if (!isWithin(Found[I], Found[Before], Context) &&
          (anyIn(Found[Before].Writes, Found[I].Uses) ||
           anyIn(Found[I].Writes, Found[Before].Uses)))
        return Found[I].If;
  }
  return nullptr;
}

} // namespace cu2cl
