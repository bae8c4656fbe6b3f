// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/MemoryEffects.h"
#include "analysis/effects/Accesses.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/reach/LibraryCode.h"
#include "core/source/LambdaOperators.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

const VarDecl *variableOf(const ValueDecl *D) {
  if (const auto *Binding = dyn_cast<BindingDecl>(D))
    D = Binding->getDecomposedDecl();
  return dyn_cast_or_null<VarDecl>(D);
}

const Expr *changedBy(const Stmt *S) {
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    return B->getLHS();
  if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
    return U->getSubExpr();
  return nullptr;
}

/// Returns true if a value of type \p T leads on: a pointer, a reference, a class with one. Only to
/// what is not const if \p Mutable.
static bool leadsOn(QualType T, bool Mutable, llvm::DenseSet<const RecordDecl *> &Seen) {
  if (T->isPointerType() || T->isReferenceType()) {
    QualType To = T->getPointeeType();
    return !Mutable || !To.isConstQualified() || leadsOn(To, Mutable, Seen);
  }
  const auto *R = dyn_cast_or_null<RecordDecl>(T->getBaseElementTypeUnsafe()->getAsRecordDecl());
  if (!R || !R->getDefinition())
    return R && !R->getDefinition();
  R = R->getDefinition();
  if (!Seen.insert(R).second)
    return false;
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      if (leadsOn(B.getType(), Mutable, Seen))
        return true;
  return llvm::any_of(R->fields(), [&](const FieldDecl *F) {
    return (Mutable && F->isMutable()) || leadsOn(F->getType(), Mutable, Seen);
  });
}

static bool leadsOn(QualType T, bool Mutable) {
  llvm::DenseSet<const RecordDecl *> Seen;
  return T->isDependentType() || leadsOn(T, Mutable, Seen);
}

bool leadsToMutable(QualType T) { return leadsOn(T, /*Mutable=*/true); }

/// Returns true if who gets a value of type \p T can leave a pointer or reference in memory: in
/// what the value leads to, not in the value.
static bool canLeave(QualType T, llvm::DenseSet<const RecordDecl *> &Seen) {
  if (T->isPointerType() || T->isReferenceType()) {
    QualType To = T->getPointeeType();
    return To.isConstQualified() ? canLeave(To, Seen) : leadsOn(To, /*Mutable=*/false);
  }
  const auto *R = dyn_cast_or_null<RecordDecl>(T->getBaseElementTypeUnsafe()->getAsRecordDecl());
  R = R ? R->getDefinition() : nullptr;
  if (!R || !Seen.insert(R).second)
    return false;
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      if (canLeave(B.getType(), Seen))
        return true;
  return llvm::any_of(R->fields(), [&](const FieldDecl *F) {
    return F->isMutable() ? leadsOn(F->getType(), /*Mutable=*/false) : canLeave(F->getType(), Seen);
  });
}

/// Returns true if \p Call can leave its operand \p E with another one: `keeper.keep(e)`,
/// `keep(list, e)`.
static bool canLeaveWithOther(const CallExpr *Call, const Expr *E) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->hasBody()) // CUDA's functions keep nothing
    return !F;
  llvm::DenseSet<const RecordDecl *> Seen;
  llvm::ArrayRef<const Expr *> Arguments(Call->getArgs(), Call->getNumArgs());
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->isInstance()) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
    const Expr *Object = Member ? Member->getImplicitObjectArgument() : Arguments.front();
    if (!Member)
      Arguments = Arguments.drop_front();
    if (Object != E && canLeave(Method->getThisType(), Seen))
      return true;
  }
  for (auto [Parameter, Argument] : llvm::zip(F->parameters(), Arguments))
    if (Argument != E && canLeave(Parameter->getType(), Seen))
      return true;
  return false;
}

/// Returns how \p S changes its operand, the glvalue \p E: Escapes if \p S keeps a reference to it;
/// unless \p Mutable, also one that only lets read it.
static ChangeKind kindOf(const Stmt *S, const Expr *E, bool Mutable) {
  bool Keeps = !isa<AsmStmt>(S);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    Keeps = (!Call->isGLValue() && leadsOn(Call->getType(), Mutable)) || canLeaveWithOther(Call, E);
  else if (const auto *C = dyn_cast<CXXConstructExpr>(S))
    Keeps = Mutable || leadsOn(C->getType(), Mutable);
  return Keeps ? ChangeKind::Escapes : ChangeKind::Passed;
}

/// Returns true if a reference to \p E, a glvalue, lets change it.
static bool canChange(const Expr *E) {
  const CXXRecordDecl *R = E->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return !E->getType().isConstQualified() || (R && R->hasDefinition() && R->hasMutableFields());
}

/// The variables that the body of \p Lambda changes; of a template, the body of each instance.
static VariableSet changedIn(const LambdaExpr *Lambda) {
  VariableSet Out;
  for (const CXXMethodDecl *M : lambdaOperators(Lambda))
    for (const VarDecl *V : changedVariablesOf(M->getBody()))
      Out.insert(V);
  return Out;
}

/// Reports the variables around \p Lambda that it changes; unless \p Mutable, also those that it
/// may read at any time.
static void forEachGivenTo(const LambdaExpr *Lambda, bool Mutable, ChangeReport Do) {
  VariableSet Copied;
  auto Init = Lambda->capture_init_begin();
  for (const LambdaCapture &C : Lambda->captures()) {
    const Expr *From = *Init++;
    const VarDecl *V = C.capturesVariable() ? variableOf(C.getCapturedVar()) : nullptr;
    if (!V)
      continue;
    if (C.getCaptureKind() == LCK_ByCopy)
      Copied.insert(V);
    else if (V->isInitCapture() && (!Mutable || canChange(From))) // [&r = v]: the body names r
      forEachRoot(From, [&](const DeclRefExpr *Ref) {
        if (const VarDecl *Other = variableOf(Ref->getDecl()))
          Do({Other, Lambda, From, ChangeKind::Escapes});
      });
    else if (!Mutable)
      Do({V, Lambda, Lambda, ChangeKind::Escapes});
  }
  for (const VarDecl *V : changedIn(Lambda))
    if (!Copied.contains(V))
      Do({V, Lambda, Lambda, ChangeKind::Escapes});
}

/// Reports what \p S changes and keeps, what it only lets read as well unless \p Mutable.
static void forEachGivenBy(const Stmt *S, bool Mutable, ChangeReport Do) {
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    return forEachGivenTo(Lambda, Mutable, Do);
  auto Report = [&](const Expr *Object, const Expr *At, ChangeKind Kind) {
    forEachRoot(Object, [&](const DeclRefExpr *Ref) {
      if (const VarDecl *V = variableOf(Ref->getDecl()))
        Do({V, S, At, Kind});
    });
  };
  forEachAccessBy(S, [&](const Access &A) {
    if (A.Kind == AccessKind::Set && !isa<CallExpr>(S))
      Report(A.Object, cast<Expr>(S), ChangeKind::Set);
    else if (A.Kind != AccessKind::Read && (!Mutable || canChange(A.Object)))
      Report(A.Object, A.Object, kindOf(S, A.Object, Mutable));
  });
}

void forEachChangeBy(const Stmt *S, ChangeReport Do) { forEachGivenBy(S, /*Mutable=*/true, Do); }

bool keepsReference(const Stmt *S, const VarDecl *V) {
  bool Keeps = false;
  forEachPartThatMayChange(S, [&](const Stmt *Part) {
    forEachGivenBy(Part, /*Mutable=*/false, [&](const VariableChange &C) {
      Keeps |= C.Kind == ChangeKind::Escapes && C.Variable == V;
    });
  });
  return Keeps;
}

void forEachPartThatMayChange(const Stmt *S, llvm::function_ref<void(const Stmt *)> Do) {
  if (!S)
    return;
  Do(S);
  if (const Expr *Array = arrayOf(S)) {
    forEachPartThatMayChange(Array, Do);
    return forEachPartThatMayChange(cast<ArraySubscriptExpr>(S)->getIdx(), Do);
  }
  forEachEvaluated(S, [&](const Stmt *Child) { forEachPartThatMayChange(Child, Do); });
}

void forEachVariableChange(const Stmt *S, ChangeReport Do) {
  forEachPartThatMayChange(S, [&](const Stmt *Part) { forEachChangeBy(Part, Do); });
}

VariableSet changedVariablesOf(const Stmt *S) {
  VariableSet Out;
  forEachVariableChange(S, [&](const VariableChange &C) { Out.insert(C.Variable); });
  return Out;
}

bool hasEffect(const Stmt *S, llvm::function_ref<bool(const Expr *)> CallHasEffect) {
  if (!S)
    return false;
  if (changedBy(S) || isa<StmtExpr, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, AtomicExpr, VAArgExpr,
                          CXXUnresolvedConstructExpr>(S))
    return true;
  if (isa<CallExpr, CXXConstructExpr>(S) && CallHasEffect(cast<Expr>(S)))
    return true;
  return anyEvaluated(S, [&](const Stmt *Child) { return hasEffect(Child, CallHasEffect); });
}

/// Returns true if \p S, but for its parts, has an effect that hasEffect() does not ask about.
static bool isObservable(const Stmt *S) {
  if (const CastExpr *C = readingCast(S))
    return C->getSubExpr()->getType().isVolatileQualified();
  return isa<CXXBindTemporaryExpr>(S);
}

static bool hasObservable(const Stmt *S) {
  return isObservable(S) || anyEvaluated(S, hasObservable);
}

bool isRepeatable(const Stmt *S) {
  return !S || (!hasObservable(S) && !hasEffect(S, [](const Expr *E) {
    if (const auto *C = dyn_cast<CXXConstructExpr>(E))
      return !C->getConstructor()->isTrivial();
    const Decl *Callee = cast<CallExpr>(E)->getCalleeDecl();
    return !Callee || !(Callee->hasAttr<ConstAttr>() || Callee->hasAttr<PureAttr>());
  }));
}

bool isUsedByNameOnly(const FunctionDecl *F, const VarDecl *V) {
  bool Given = false;
  auto Look = [&](const Stmt *S) {
    forEachPartThatMayChange(S, [&](const Stmt *Part) {
      forEachGivenBy(Part, /*Mutable=*/false, [&](const VariableChange &C) {
        Given |= C.Variable == V && C.Kind != ChangeKind::Set;
      });
    });
  };
  Look(F->getBody());
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits()) {
      const FieldDecl *Member = I->getAnyMember();
      Given |= Member && Member->getType()->isReferenceType() && names(I->getInit(), V);
      Look(I->getInit());
    }
  return !Given;
}

void forEachReadVariable(const Stmt *S, llvm::function_ref<void(const VarDecl *)> Do) {
  if (!S)
    return;
  if (const CastExpr *Cast = readingCast(S))
    forEachRoot(Cast->getSubExpr(), [&](const DeclRefExpr *Ref) {
      if (const VarDecl *V = variableOf(Ref->getDecl()))
        Do(V);
    });
  forEachEvaluated(S, [&](const Stmt *Child) { forEachReadVariable(Child, Do); });
}

void forEachNamedVariable(const Stmt *S, llvm::function_ref<void(const VarDecl *)> Do) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const VarDecl *V = variableOf(Ref->getDecl()))
      Do(V);
  forEachEvaluated(S, [&](const Stmt *Child) { forEachNamedVariable(Child, Do); });
}

bool namesAny(const Stmt *S, const VariableSet &Variables) {
  bool Any = false;
  forEachNamedVariable(S, [&](const VarDecl *V) { Any |= Variables.contains(V); });
  return Any;
}

bool names(const Stmt *S, const VarDecl *V) {
  bool Any = false;
  forEachNamedVariable(S, [&](const VarDecl *Named) { Any |= Named == V; });
  return Any;
}

bool declares(const Stmt *S, const VarDecl *V) {
  const auto *D = dyn_cast<DeclStmt>(S);
  return (D && llvm::is_contained(D->decls(), V)) ||
         anyEvaluated(S, [&](const Stmt *Part) { return declares(Part, V); });
}

} // namespace cu2cl
