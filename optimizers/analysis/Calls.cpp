// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tells what calls do beside computing their value.

#include "core/source/AstVisitor.h"
#include "optimizers/analysis/InverseRoots.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl::opt {

static bool isIdName(llvm::StringRef Name) {
  static const char *const Names[] = {"get_global_id",   "get_local_id",     "get_group_id",
                                      "get_global_size", "get_local_size",   "get_num_groups",
                                      "get_work_dim",    "get_global_offset"};
  return llvm::is_contained(Names, Name);
}

/// True if what a function of OpenCL C computes depends on the work-item that calls it, or on which
/// others do, or all of them have to call it: get_sub_group_local_id, work_group_all,
/// async_work_group_copy. So it is for pipes and kernels that it launches.
static bool isAmongItems(llvm::StringRef Name) {
  return (Name.starts_with("get_") && !Name.starts_with("get_image_")) ||
         Name.contains("sub_group_") || Name.starts_with("async_work_group_") ||
         Name == "wait_group_events" || Name.contains("_pipe") || Name.starts_with("enqueue_") ||
         (Name.starts_with("work_group_") && Name != "work_group_barrier");
}

namespace {
/// The effects of a function with a body.
struct BodyEffects : AstVisitor {
  CallKind Worst = CallKind::Pure;
  bool AsksForItem = false;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  void atLeast(CallKind Kind) { Worst = std::max(Worst, Kind); }
  bool visitCallExpr(CallExpr *C) override;
  /// True for memory of a pointer, or a variable that all work-items share.
  bool isOfOthers(const clang::Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return M->isArrow() || isOfOthers(M->getBase());
    if (const auto *M = dyn_cast<ExtVectorElementExpr>(E))
      return M->isArrow() || isOfOthers(M->getBase());
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      return !S->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() ||
             isOfOthers(S->getBase());
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return isShared(R->getDecl());
    const auto *U = dyn_cast<UnaryOperator>(E);
    return U && U->getOpcode() == UO_Deref;
  }
  bool visitBinaryOperator(BinaryOperator *B) override {
    if (B->isAssignmentOp() && isOfOthers(B->getLHS()))
      atLeast(CallKind::Effect);
    return true;
  }
  bool visitUnaryOperator(UnaryOperator *U) override {
    if (U->isIncrementDecrementOp() && isOfOthers(U->getSubExpr()))
      atLeast(CallKind::Effect);
    if (U->getOpcode() == UO_Deref)
      atLeast(CallKind::Reads);
    return true;
  }
  bool visitArraySubscriptExpr(ArraySubscriptExpr *S) override {
    if (isOfOthers(S))
      atLeast(CallKind::Reads);
    return true;
  }
  bool visitMemberExpr(MemberExpr *M) override {
    if (M->isArrow())
      atLeast(CallKind::Reads);
    return true;
  }
  bool visitDeclRefExpr(DeclRefExpr *R) override {
    if (isShared(R->getDecl()))
      atLeast(CallKind::Reads);
    return true;
  }
  bool visitAsmStmt(AsmStmt *) override {
    atLeast(CallKind::Effect);
    return true;
  }
  bool visitAtomicExpr(AtomicExpr *) override {
    atLeast(CallKind::Effect);
    return true;
  }
};
} // namespace

static CallKind calleeKind(const FunctionDecl *F,
                           llvm::SmallPtrSet<const FunctionDecl *, 8> &Seen) {
  llvm::StringRef Name = F->getIdentifier() ? F->getName() : "";
  if (const FunctionDecl *Body = nullptr; F->hasBody(Body)) {
    if (!Seen.insert(F).second)
      return CallKind::Pure;
    BodyEffects Effects;
    Effects.Seen = Seen;
    Effects.traverseStmt(Body->getBody());
    if (Effects.AsksForItem)
      return CallKind::Item;
    return Effects.Worst == CallKind::Atomic ? CallKind::Effect : Effects.Worst;
  }
  if (isIdName(Name))
    return CallKind::Id;
  if (Name == "barrier" || Name == "work_group_barrier")
    return CallKind::Barrier;
  if (isAmongItems(Name))
    return CallKind::Item;
  if (Name.starts_with("atom_") || Name.starts_with("atomic_"))
    return CallKind::Atomic;
  if (F->hasAttr<ConstAttr>())
    return CallKind::Pure;
  // vload, and functions of which Clang's table does not say that they read nothing else
  return F->hasAttr<PureAttr>() ? CallKind::Reads : CallKind::Effect;
}

bool BodyEffects::visitCallExpr(CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  CallKind Kind = F ? calleeKind(F, Seen) : CallKind::Effect;
  AsksForItem |= Kind == CallKind::Id || Kind == CallKind::Barrier || Kind == CallKind::Item;
  atLeast(Kind);
  return true;
}

bool isAsType(const Expr *E) {
  return E->Kind == Expr::Form::Call && !E->Callee && llvm::StringRef(E->Text).starts_with("as_");
}

CallKind callKind(const Expr *Call) {
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  if (Call->Callee)
    return calleeKind(Call->Callee, Seen);
  // A step's
  return isIdName(Call->Text)                                       ? CallKind::Id
         : Call->Text == "barrier"                                  ? CallKind::Barrier
         : Call->Text == "min" || Call->Text == InverseRootFunction ? CallKind::Pure
         : isAsType(Call)                                           ? CallKind::Pure
                                                                    : CallKind::Effect;
}

} // namespace cu2cl::opt
