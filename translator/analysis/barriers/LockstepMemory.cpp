// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/LockstepMemory.h"
#include "analysis/barriers/SharedRaces.h"
#include "analysis/barriers/WarpAccesses.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Accesses.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace cu2cl {
namespace {

using Names = llvm::SmallVector<const DeclRefExpr *, 2>;

bool isPointing(QualType T) { return T->isPointerType() || T->isArrayType(); }

/// Names the variables whose memory \p E, a pointer or an lvalue, may lead to: a, &a[i], p + 1,
/// (c ? p : q)->x.
void addNames(const Expr *E, Names &Out) {
  if (!E)
    return;
  E = E->IgnoreParenCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return addNames(Full->getSubExpr(), Out);
  if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E))
    return addNames(Made->getSubExpr(), Out);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return addNames(Default->getExpr(), Out);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    Out.push_back(Ref);
  } else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    addNames(Subscript->getBase(), Out);
  } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    addNames(Member->getBase(), Out);
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    addNames(Unary->getSubExpr(), Out);
  } else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E)) {
    addNames(Choice->getTrueExpr(), Out);
    addNames(Choice->getFalseExpr(), Out);
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isAssignmentOp() || !Binary->isCommaOp())
      for (const Expr *Side : {Binary->getLHS(), Binary->getRHS()}) {
        if (isPointing(Side->IgnoreParenImpCasts()->getType()))
          addNames(Side, Out);
      }
    else
      addNames(Binary->getRHS(), Out);
  }
}

const VarDecl *variable(const DeclRefExpr *Ref) { return dyn_cast<VarDecl>(Ref->getDecl()); }

/// Returns true if \p E is an element of memory, or shared memory itself: no variable of the
/// thread's own.
bool isInMemory(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() || isInMemory(Member->getBase());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const VarDecl *V = variable(Ref);
    return V && (V->getType()->isReferenceType() || !V->hasLocalStorage());
  }
  return isMemoryAccess(E) || isa<AbstractConditionalOperator>(E);
}

/// Returns true if \p E copies an object of a class that has no operator of its own for it.
bool isAssignment(const Expr *E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  const auto *Method = Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  return Method && Call->getOperator() == OO_Equal && Method->isTrivial();
}

/// Returns what \p S, an assignment or increment, stores to; null if it is none.
const Expr *targetOf(const Stmt *S) {
  if (const Expr *Changed = changedBy(S))
    return Changed;
  const auto *E = dyn_cast<Expr>(S);
  return E && isAssignment(E) ? cast<CallExpr>(E)->getArg(0) : nullptr;
}

const FunctionDecl *bodyOf(const DeviceCallGraph &Reach, const FunctionDecl *Callee) {
  return Callee && Callee->hasBody(Callee) && Reach.reached(Callee) ? Callee : nullptr;
}

void addStoredIn(const WarpSynchronousRegion &Region, VariableSet &Out) {
  for (const WarpStep &Step : Region.Steps) {
    std::vector<const Expr *> Stored;
    collectStores(Step.Statement, Stored);
    for (const Expr *Target : Stored) {
      Names Found;
      addNames(Target, Found);
      for (const DeclRefExpr *Ref : Found)
        if (const VarDecl *V = variable(Ref))
          Out.insert(V);
    }
  }
}

} // namespace

LockstepMemory::LockstepMemory(const DeviceCallGraph &Reach, const Divergence &Differs,
                               RegionMap &Regions, llvm::function_ref<bool(const Stmt *)> Meets) {
  llvm::DenseSet<const Stmt *> Known; // races are looked for in callees, too
  for (const FunctionDecl *F : Reach.Functions)
    for (const WarpSynchronousRegion &Region : Regions.lookup(F)) {
      Known.insert(Region.If ? static_cast<const Stmt *>(Region.If) : F->getBody());
      if (!Region.CanInsertBarriers)
        addStoredIn(Region, Memory);
    }
  for (const FunctionDecl *F : Reach.Functions)
    for (const SharedRace &Race : findSharedRaces(F, Differs, Meets, Known)) {
      Memory.insert(Race.Memory); // what methods do to an object is unclear where it is named
      Names Found;
      addNames(Race.Access, Found);
      for (const DeclRefExpr *Ref : Found)
        if (const VarDecl *V = variable(Ref))
          Memory.insert(V);
    }
  if (Memory.empty())
    return;
  while (close(Reach) || giveUp(Regions)) {
  }
  for (const FunctionDecl *F : Reach.Functions)
    findStores(Reach, F);
}

/// Adds what may be the same memory. True if there was something.
bool LockstepMemory::close(const DeviceCallGraph &Reach) {
  bool Any = false;
  for (const FunctionDecl *F : Reach.Functions) {
    Any |= joinParts(F->getBody());
    for (const DeviceCall &Call : Reach.calls(F))
      if (const FunctionDecl *Callee = bodyOf(Reach, Call.Callee))
        Any |= joinCall(F, Callee, Call.Site);
  }
  return Any;
}

bool LockstepMemory::giveUp(RegionMap &Regions) {
  bool Any = false;
  for (auto &[F, List] : Regions)
    for (WarpSynchronousRegion &Region : List) {
      VariableSet Stored;
      addStoredIn(Region, Stored);
      if (!Region.CanInsertBarriers ||
          llvm::none_of(Stored, [&](const VarDecl *V) { return Memory.contains(V); }))
        continue;
      Region.CanInsertBarriers = false;
      Memory.insert(Stored.begin(), Stored.end());
      Any = true;
    }
  return Any;
}

/// \p Left and \p Right lead to the same memory.
bool LockstepMemory::join(const Expr *Left, const Expr *Right) {
  Names All;
  addNames(Left, All);
  addNames(Right, All);
  auto IsMemory = [&](const DeclRefExpr *Ref) {
    const VarDecl *V = variable(Ref);
    return V && Memory.contains(V);
  };
  if (llvm::none_of(All, IsMemory))
    return false;
  bool Any = false;
  for (const DeclRefExpr *Ref : All)
    if (const VarDecl *V = variable(Ref))
      Any |= Memory.insert(V).second;
  return Any;
}

bool LockstepMemory::joinParts(const Stmt *S) {
  if (!S)
    return false;
  bool Any = false;
  auto JoinVariable = [&](const VarDecl *V, const Expr *E) {
    Names From;
    addNames(E, From);
    bool Has = Memory.contains(V);
    for (const DeclRefExpr *Ref : From)
      Has |= variable(Ref) && Memory.contains(variable(Ref));
    if (!Has)
      return;
    Any |= Memory.insert(V).second;
    for (const DeclRefExpr *Ref : From)
      if (const VarDecl *Named = variable(Ref))
        Any |= Memory.insert(Named).second;
  };
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One);
          V && V->getInit() && (V->getType()->isPointerType() || V->getType()->isReferenceType()))
        JoinVariable(V, V->getInit());
  if (const auto *B = dyn_cast<BinaryOperator>(S);
      B && B->getOpcode() == BO_Assign && B->getType()->isPointerType())
    Any |= join(B->getLHS(), B->getRHS());
  forEachEvaluated(S, [&](const Stmt *Part) { Any |= joinParts(Part); });
  return Any;
}

bool LockstepMemory::joinCall(const FunctionDecl *, const FunctionDecl *Callee, const Expr *Site) {
  llvm::ArrayRef<const Expr *> Arguments;
  if (const auto *Call = dyn_cast_or_null<CallExpr>(Site))
    Arguments = llvm::ArrayRef(Call->getArgs(), Call->getNumArgs());
  else if (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Site))
    Arguments = llvm::ArrayRef(Construct->getArgs(), Construct->getNumArgs());
  // The object of an operator is its first argument.
  if (isa_and_nonnull<CXXOperatorCallExpr>(Site) && isa<CXXMethodDecl>(Callee) &&
      !Arguments.empty())
    Arguments = Arguments.drop_front();
  bool Any = false;
  for (unsigned I = 0; I < Arguments.size() && I < Callee->getNumParams(); ++I) {
    const ParmVarDecl *P = Callee->getParamDecl(I);
    if (!P->getType()->isPointerType() && !P->getType()->isReferenceType())
      continue;
    Names Given;
    addNames(Arguments[I], Given);
    bool Has = Memory.contains(P);
    for (const DeclRefExpr *Ref : Given)
      Has |= variable(Ref) && Memory.contains(variable(Ref));
    if (!Has)
      continue;
    Any |= Memory.insert(P).second;
    for (const DeclRefExpr *Ref : Given)
      if (const VarDecl *V = variable(Ref))
        Any |= Memory.insert(V).second;
  }
  return Any;
}

namespace {

/// Goes through a function and looks at each place that names the memory.
class StoreFinder {
public:
  StoreFinder(const DeviceCallGraph &Reach, const VariableSet &Memory,
              llvm::DenseSet<const Stmt *> &Stores)
      : Reach(Reach), Memory(Memory), Stores(Stores) {}

  /// Returns true if all places are understood.
  bool run(const Stmt *Body) {
    visit(Body);
    return llvm::all_of(Named, [&](const DeclRefExpr *Ref) { return Understood.contains(Ref); });
  }

private:
  bool leadsToMemory(const Expr *E) const {
    Names Found;
    addNames(E, Found);
    return llvm::any_of(Found, [&](const DeclRefExpr *Ref) {
      return variable(Ref) && Memory.contains(variable(Ref));
    });
  }
  void understand(const Expr *E) {
    Names Found;
    addNames(E, Found);
    Understood.insert(Found.begin(), Found.end());
  }

  /// Returns true if the function, whose body is not here, may change what its parameter \p I leads
  /// to.
  static bool mayStoreTo(const CallExpr *Call, unsigned I) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || I >= F->getNumParams())
      return true;
    QualType T = F->getParamDecl(I)->getType();
    return !T->getPointeeType().isConstQualified();
  }

  void visitCall(const CallExpr *Call) {
    const auto *Method = dyn_cast<CXXMemberCallExpr>(Call);
    bool IsObjects =
        isa<CXXOperatorCallExpr>(Call) && isa_and_nonnull<CXXMethodDecl>(Call->getDirectCallee());
    // What a method does to its object is not followed.
    if (Method && Call->getDirectCallee() &&
        cast<CXXMethodDecl>(Call->getDirectCallee())->isConst())
      understand(Method->getImplicitObjectArgument());
    const FunctionDecl *Callee = bodyOf(Reach, Call->getDirectCallee());
    for (unsigned I = IsObjects && !isAssignment(Call); I < Call->getNumArgs(); ++I) {
      const Expr *A = Call->getArg(I);
      bool IsPointer = A->getType()->isPointerType() || A->isGLValue();
      if (!IsPointer || !leadsToMemory(A))
        continue;
      understand(A);
      if (!Callee && !isAssignment(Call) && mayStoreTo(Call, I - IsObjects))
        Stores.insert(Call);
    }
  }

  void visit(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
        Ref && variable(Ref) && Memory.contains(variable(Ref)))
      Named.push_back(Ref);
    if (const Expr *Target = targetOf(S)) {
      understand(Target);
      if (isInMemory(Target) && leadsToMemory(Target))
        Stores.insert(S);
    }
    if (const auto *Call = dyn_cast<CallExpr>(S))
      visitCall(Call);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S);
        Construct && (Construct->getConstructor()->isCopyOrMoveConstructor() ||
                      bodyOf(Reach, Construct->getConstructor())))
      for (const Expr *A : Construct->arguments())
        understand(A);
    if (const CastExpr *Cast = readingCast(S); Cast && !Cast->getType()->isPointerType())
      understand(Cast->getSubExpr());
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit() && Memory.contains(V))
          understand(V->getInit());
    if (const auto *B = dyn_cast<BinaryOperator>(S)) {
      if (B->isComparisonOp() || (B->getOpcode() == BO_Assign && B->getType()->isPointerType() &&
                                  leadsToMemory(B->getLHS())))
        for (const Expr *Side : {B->getLHS(), B->getRHS()})
          understand(Side);
    }
    forEachEvaluated(S, [&](const Stmt *Part) { visit(Part); });
  }

  const DeviceCallGraph &Reach;
  const VariableSet &Memory;
  llvm::DenseSet<const Stmt *> &Stores;
  std::vector<const DeclRefExpr *> Named;
  llvm::DenseSet<const DeclRefExpr *> Understood;
};

} // namespace

void LockstepMemory::findStores(const DeviceCallGraph &Reach, const FunctionDecl *F) {
  if (!StoreFinder(Reach, Memory, Stores).run(F->getBody()))
    Unclear.insert(F);
}

} // namespace cu2cl
