// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Code that counts on the lockstep of a warp: `if (tid < 32) { s[tid] += s[tid + 16]; ... }`.
//
// Precondition: the region is one of BarrierMap's that can be given barriers, and no thread of the
// function returns before others. Elsewhere all threads walk to the stores (WarpWalkSteps.cpp).
// Effect: all threads run the region, after a barrier (what a thread of the warp stored before is
// there); each store becomes a read under the condition, a barrier, the store under the condition,
// a barrier. Initialisers that only those threads may evaluate are under the condition, too. A
// helper function gets the condition as its last argument.
//
// A statement by which one thread reads what others wrote to global memory gets a barrier in front.

#include "kernel/predication/WarpExchange.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "core/source/BlockMarks.h"
#include "kernel/core/LineBreaks.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/UniqueName.h"
#include "kernel/core/WarpHelpers.h"
#include "kernel/statements/Statements.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

Fragment printStore(KernelPrinter &P, const BinaryOperator *Store) {
  std::string Break = newLineAt(P, Store), Inner = Break + "  ";
  const Expr *Target = Store->getLHS();
  std::string Type = P.Locals.typeText(Target->getType().getUnqualifiedType(), nullptr);
  Fragment Value = P.print(Store->getRHS());
  if (Store->isCompoundAssignmentOp()) {
    llvm::StringRef Operator = BinaryOperator::getOpcodeStr(
        BinaryOperator::getOpForCompoundAssignment(Store->getOpcode()));
    Value = P.print(Target) + " " + Operator + " (" + Value + ")";
  }
  std::string If = Inner + "if (" + P.plan().Warp.Condition + ")" + Inner + "  ";
  Fragment Out("{" + Inner + Type + " " + P.plan().Warp.Value + " = 0;" + If + P.plan().Warp.Value +
               " = ");
  Out += Value;
  Out += ";" + Inner + BarrierText + If;
  Out += P.print(Target);
  Out += " = " + P.plan().Warp.Value + ";" + Inner + BarrierText + Break + "}";
  return Out.closed();
}

/// `a += b` for the kept value of a: "value = a + (b)" where C computes the same in a's type, else
/// "value = a; value += b".
Fragment printKept(KernelPrinter &P, const Stmt *S, const Expr *Store) {
  const std::string &Name = P.plan().Warp.Value;
  const auto *B = dyn_cast<BinaryOperator>(Store);
  if (const auto *Copy = dyn_cast<CXXOperatorCallExpr>(Store))
    return Fragment(Name + " = ") + P.print(Copy->getArg(1));
  if (B && B->getOpcode() == BO_Assign)
    return Fragment(Name + " = ") + P.print(B->getRHS());
  const Expr *Target = changedBy(Store);
  const auto *Compound = dyn_cast<CompoundAssignOperator>(Store);
  if (Compound && !Compound->isShiftAssignOp() && !Target->getType()->isBooleanType() &&
      P.context().hasSameUnqualifiedType(Compound->getComputationResultType(), Target->getType())) {
    llvm::StringRef Operator = BinaryOperator::getOpcodeStr(
        BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode()));
    return Fragment(Name + " = ") + P.print(Target) + " " + Operator + " (" +
           P.print(Compound->getRHS()) + ")";
  }
  Fragment Out = Fragment("{ " + Name + " = ") + P.print(Target) + "; ";
  ScopedEntry<PrintScope::Texts> Known = P.Scope.standsFor(Target, Name);
  Out += Store == S ? P.printInside(PrintLayer::WarpStep, S) : P.print(Store);
  return (Out + "; }").closed();
}

const Expr *targetOf(const Expr *Store) {
  const auto *Copy = dyn_cast<CXXOperatorCallExpr>(Store);
  return Copy ? Copy->getArg(0) : changedBy(Store);
}

/// \p Store and those whose value it stores, too: `a[t] = b[t] = v`.
std::vector<const Expr *> chainOf(const KernelPrinter &P, const Expr *Store) {
  std::vector<const Expr *> Out = {Store};
  while (const auto *B = dyn_cast<BinaryOperator>(Out.back())) {
    const Expr *Value = B->getRHS()->IgnoreParenImpCasts();
    if (!P.unit().Walks->isStep(Value))
      break;
    Out.push_back(Value);
  }
  return Out;
}

/// Returns what a declaration by a store becomes: "int v = value; ...; s[t] = v; ...".
Fragment printDeclaredStep(KernelPrinter &P, const DeclStmt *S, const WarpWalk::Step &Step,
                           const std::string &If, const std::string &Meet) {
  const auto *B = cast<BinaryOperator>(Step.Store);
  const auto *V = cast<VarDecl>(S->getSingleDecl());
  QualType Type = B->getLHS()->getType().getUnqualifiedType();
  Fragment Value = P.print(B->getRHS());
  if (!P.context().hasSameUnqualifiedType(Type, V->getType()))
    Value = Fragment("(" + P.Locals.typeText(Type, nullptr) + ")(") + Value + ")";
  ScopedEntry<PrintScope::Texts> Known = P.Scope.standsFor(Step.Store, Value);
  std::string Break = newLineAt(P, S);
  Fragment Out = P.printInside(PrintLayer::WarpStep, S);
  Out += Break + Meet + Break + If + P.print(B->getLHS()) + " = " + P.Locals.nameOf(V) + ";";
  return (Out + Break + Meet).closed();
}

/// \p S, to whose store all threads walk.
Fragment printWalkedStep(KernelPrinter &P, const Stmt *S, const WarpWalk::Step &Step) {
  P.Found.needHelper("warp");
  std::string Meet = "clrt_syncwarp(" + P.Locals.appendedName(Appended::Warp) + ");";
  std::string If = Step.At ? "if (" + P.plan().Barriers.Predicates[*Step.At] + ") " : "";
  std::string Break = newLineAt(P, S), Inner = Break + "  ";
  if (Step.IsCall) {
    bool Declares = isa<DeclStmt>(S);
    Fragment Out((Declares ? "" : "{ ") + Meet + Break);
    Out += (Declares ? "" : If) + withSemicolon(S, P.printInside(PrintLayer::WarpStep, S));
    return (Out + Break + Meet + (Declares ? "" : " }")).closed();
  }
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return printDeclaredStep(P, D, Step, If, Meet);
  std::vector<const Expr *> Stores = chainOf(P, Step.Store);
  QualType Type = targetOf(Stores.back())->getType().getUnqualifiedType();
  const std::string &Name = P.plan().Warp.Value;
  Fragment Kept = printKept(P, S, Stores.back());
  Fragment Out("{" + Inner + P.Locals.typeText(Type, nullptr) + " ");
  if (Kept.isClosed() || Step.At)
    Out += Name + (Type->isScalarType() ? " = 0;" : ";") + Inner + If;
  Out += Kept + (Kept.isClosed() ? "" : ";") + Inner + Meet;
  for (const Expr *Store : llvm::reverse(Stores))
    Out += Fragment(Inner + If) + P.print(targetOf(Store)) + " = " + Name + ";";
  Out += Inner + Meet;
  if (S != Step.Store && !isa<ParenExpr, FullExpr>(S)) {
    ScopedEntry<PrintScope::Texts> Known = P.Scope.standsFor(Step.Store, Name);
    Out += Fragment(Inner + If) + P.printInside(PrintLayer::WarpStep, S) + ";";
  }
  return (Out + Break + "}").closed();
}

/// Notes the initialisers of \p Step, a declaration, that only the threads of the warp may
/// evaluate.
void guardInits(const ASTContext &Context, const WarpStep &Step, WarpExchange &Plan) {
  const auto *D = dyn_cast<DeclStmt>(Step.Statement);
  if (!D || Step.Store)
    return;
  for (const Decl *One : D->decls())
    if (const auto *V = dyn_cast<VarDecl>(One);
        V && V->getInit() && (Step.ReadsShared || !isSafeToSpeculate(V->getInit(), Context)))
      Plan.GuardedInits.insert(V);
}

} // namespace

WarpExchange planWarpExchange(DeviceUnit &Unit, const FunctionClone &V) {
  WarpExchange Plan;
  for (const WarpSynchronousRegion &R : Unit.Barriers->warpSynchronousRegions(V.Function)) {
    if (!R.CanInsertBarriers)
      continue; // reported by the analysis
    if (R.If)
      Plan.Ifs.insert(R.If);
    else
      Plan.WholeFunction = true;
    for (const WarpStep &Step : R.Steps) {
      Plan.Steps[Step.Statement] = Step;
      guardInits(Unit.context(), Step, Plan);
    }
  }
  for (const MissingBarrier &B : Unit.Barriers->missingBarriers(V.Function))
    Plan.Lacking[B.Statement] = B;
  RejoinBarriers Rejoin = planRejoinBarriers(*Unit.Barriers, V.Function);
  for (const Stmt *S : Rejoin.Behind)
    if (auto [It, IsNew] = Plan.Lacking.insert({S, {S, /*After=*/true, /*Before=*/false}}); !IsNew)
      It->second.After = true;
  Plan.Returns = std::move(Rejoin.Returns);
  if (!Plan.Steps.empty() || !Unit.Walks->of(V.Function).Steps.empty()) {
    Plan.Condition = uniqueName(Unit, V, "in_warp");
    Plan.Value = uniqueName(Unit, V, "value");
  }
  return Plan;
}

/// A barrier in front of what one thread reads of the others, and one after it if they may write
/// again, or where the ways of a branch meet.
static Fragment printBetween(KernelPrinter &P, const Stmt *S, const MissingBarrier &Lacking,
                             const char *BarrierText = cu2cl::BarrierText) {
  llvm::StringRef Open = llvm::StringRef(BarrierText).drop_back();
  Fragment Out(Lacking.Before ? BarrierText + newLineAt(P, S) : "");
  Fragment Text = P.printInside(PrintLayer::MissingBarrier, S);
  if (!Lacking.After)
    return Out + Text;
  if (Text.isClosed() || !hasSemicolon(S))
    return (Out + Text + " " + (beginsLine(P, S->getBeginLoc()) ? LineBegins : "") + BarrierText)
        .closed();
  return Out + Text + ";" + newLineAt(P, S) + Open.str();
}

std::optional<Fragment> printWarpExchange(KernelPrinter &P, const Stmt *S) {
  const WarpExchange &Plan = P.plan().Warp;
  if (const WarpWalk *Walk = P.plan().Walk; Walk && Walk->Refusal.empty())
    if (auto It = Walk->Steps.find(S);
        It != Walk->Steps.end() && !P.Scope.isInside(PrintLayer::WarpStep, S))
      return printWalkedStep(P, S, It->second);
  if (auto It = Plan.Lacking.find(S);
      It != Plan.Lacking.end() && !P.Scope.isInside(PrintLayer::MissingBarrier, S))
    return printBetween(P, S, It->second);
  if (P.plan().Walk && P.plan().Walk->Rejoins.contains(S) && !P.plan().Barriers.empty() &&
      !P.Scope.isInside(PrintLayer::MissingBarrier, S)) {
    P.Found.needHelper("warp");
    return printBetween(P, S, {S, /*After=*/true, /*Before=*/false}, "clrt_rejoin();");
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (const CallExpr *Call = warpHelperCall(P, If)) {
      Fragment Out("{" + newLineAt(P, S) + BarrierText + newLineAt(P, S));
      Out += P.print(Call);
      return (Out + "; }").closed();
    }
    if (!Plan.Ifs.contains(If))
      return std::nullopt;
    Fragment Out("{" + newLineAt(P, S) + "bool " + Plan.Condition + " = ");
    Out += P.print(If->getCond());
    Out += ";" + newLineAt(P, S) + BarrierText + newLineAt(P, S);
    Out += withSemicolon(If->getThen(), P.print(If->getThen()));
    return (Out + " }").closed();
  }
  auto It = Plan.Steps.find(S);
  if (It == Plan.Steps.end() || P.Scope.isInside(PrintLayer::WarpStep, S))
    return std::nullopt;
  if (It->second.Store)
    return printStore(P, It->second.Store);
  if (isa<DeclStmt, NullStmt>(S)) // its initial values are guarded
    return std::nullopt;
  return Fragment("if (" + Plan.Condition + ") ") + P.printInside(PrintLayer::WarpStep, S);
}

std::optional<Fragment> printRefused(KernelPrinter &P, const Stmt *S) {
  if (P.plan().Walk && P.plan().Walk->RefusedStep == S)
    return Fragment(P.unit().mark(diag::WarpSynchronousAccess, S->getBeginLoc(), {}));
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call || !P.plan().Walk || P.plan().Walk->Refusal.empty() ||
      !P.unit().Walks->isExchange(Call))
    return std::nullopt;
  if (!isWarpFunction(Call) && !P.unit().Walks->callsWarpFunction(Call->getDirectCallee()))
    return Fragment(P.unit().mark(diag::WarpSynchronousAccess, S->getBeginLoc(), {}));
  using catalog::DeviceRole;
  DeviceRole Role = deviceRoleOf(Call->getDirectCallee());
  diag::Id Number = isWarpBarrier(Call->getDirectCallee()) ? diag::WarpSynchronization
                    : Role == DeviceRole::Shuffle          ? diag::WarpShuffle
                                                           : diag::WarpVote;
  return Fragment(
      P.unit().mark(Number, Call->getBeginLoc(),
                    {Call->getDirectCallee()->getNameAsString(), P.plan().Walk->Refusal}));
}

} // namespace cu2cl
