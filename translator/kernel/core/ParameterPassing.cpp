// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/ParameterPassing.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/effects/VariableUses.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

bool isPrivate(AddressSpace S) { return S == AddressSpace::Private || S == AddressSpace::Unknown; }

/// Finds out whether a function may change a const value in private memory by another way.
class PrivateChanges {
public:
  explicit PrivateChanges(const AddressSpaceMap &Spaces) : Spaces(Spaces) {}

  /// Through what class \p D, of version \p R, holds: a pointer to private memory, or one whose
  /// target leads on.
  bool through(const RecordDecl *D, const RecordClone *R) {
    D = D ? D->getDefinition() : nullptr;
    if (!D || !Seen.insert(D).second)
      return false;
    if (const auto *C = dyn_cast<CXXRecordDecl>(D))
      for (const CXXBaseSpecifier &B : C->bases())
        if (through(B.getType()->getAsRecordDecl(), R ? Spaces.base(*R, B) : nullptr))
          return true;
    return llvm::any_of(D->fields(), [&](const FieldDecl *F) {
      QualType T(F->getType()->getBaseElementTypeUnsafe(), 0);
      if (!T->isPointerType() && !T->isReferenceType())
        return through(T->getAsRecordDecl(), R ? Spaces.record(*R, F) : nullptr);
      QualType To =
          F->getType()->isArrayType() ? T->getPointeeType() : F->getType()->getPointeeType();
      if (leadsToMutable(To))
        return true;
      return !To.isConstQualified() && isPrivate(R ? Spaces.pointee(*R, F) : AddressSpace::Private);
    });
  }

private:
  const AddressSpaceMap &Spaces;
  llvm::DenseSet<const RecordDecl *> Seen;
};

/// The addresses that device methods retain of their objects, according to their bodies.
class MethodKeeping {
public:
  explicit MethodKeeping(const DeviceUnit &Unit) : Unit(Unit) {}

  Kept operator()(const CXXMethodDecl *M) {
    // The text of a lambda does not name its object, only what that holds.
    if (M->getParent()->isLambda())
      return llvm::all_of(M->getParent()->fields(),
                          [](const FieldDecl *F) { return F->getType()->isReferenceType(); })
                 ? Kept::Nothing
                 : Kept::Object;
    const FunctionDecl *Definition = nullptr;
    if (!M->isDefined(Definition) || !Definition->getBody() || Depth > 8)
      return Kept::Object;
    ++Depth;
    VariableUses Uses = usesIn(Definition, nullptr, std::ref(*this));
    --Depth;
    if (Uses.IsChangedOrKept)
      return Kept::Object;
    return Uses.IsReturned && !Unit.Reach->returnsValue(Definition) ? Kept::Part : Kept::Nothing;
  }

private:
  const DeviceUnit &Unit;
  unsigned Depth = 0;
};

/// True if what \p Other of \p V is given may change a value in private memory.
bool mayChangePrivate(const DeviceUnit &Unit, const FunctionClone &V, const ParmVarDecl *Other) {
  QualType T = Other->getType();
  if (!T->isPointerType() && !T->isReferenceType())
    return PrivateChanges(Unit.Spaces).through(T->getAsRecordDecl(), Unit.Spaces.record(V, Other));
  QualType To = T->getPointeeType();
  if (!To.isConstQualified())
    return true;
  if (const RecordDecl *D = To->getAsRecordDecl())
    return PrivateChanges(Unit.Spaces).through(D, Unit.Spaces.record(V, Other));
  return leadsToMutable(To);
}

/// Returns true if a cast in \p S, code of \p V, makes something in private memory changeable that
/// was const.
bool castsConstAway(const DeviceUnit &Unit, const FunctionClone &V, const Stmt *S) {
  if (!S)
    return false;
  if (const auto *E = dyn_cast<ExplicitCastExpr>(S)) {
    const Expr *From = E->getSubExprAsWritten();
    if (E->isGLValue()) {
      if (From->getType().isConstQualified() && !E->getType().isConstQualified() &&
          isPrivate(Unit.Spaces.storage(V, From)))
        return true;
    } else if (E->getType()->isPointerType() && From->getType()->isPointerType()) {
      if (From->getType()->getPointeeType().isConstQualified() &&
          !E->getType()->getPointeeType().isConstQualified() &&
          isPrivate(Unit.Spaces.pointee(V, E)))
        return true;
    }
  }
  return llvm::any_of(S->children(), [&](const Stmt *C) { return castsConstAway(Unit, V, C); });
}

bool castsConstAway(const DeviceUnit &Unit) {
  if (!Unit.CastsConstAway)
    Unit.CastsConstAway = llvm::any_of(Unit.Spaces.versions(), [&](const FunctionClone &V) {
      return V.Function && castsConstAway(Unit, V, V.Function->getBody());
    });
  return *Unit.CastsConstAway;
}

bool findPassedByValue(const DeviceUnit &Unit, const FunctionClone &V, const ParmVarDecl *P) {
  QualType T = P->getType();
  if (!T->isReferenceType())
    return false;
  QualType Value = T.getNonReferenceType();
  if (!Value.isConstQualified() || Value.isVolatileQualified() || Value->isArrayType() ||
      Value->isFunctionType())
    return false;
  AddressSpace Space = Unit.Spaces.pointee(V, P);
  if (Space != AddressSpace::Private && Space != AddressSpace::Unknown &&
      Space != AddressSpace::Constant)
    return false;
  if (castsConstAway(Unit))
    return false;
  for (const ParmVarDecl *Other : V.Function->parameters())
    if (mayChangePrivate(Unit, V, Other))
      return false;
  if (const auto *M = dyn_cast<CXXMethodDecl>(V.Function); M && M->isInstance())
    if (!M->isConst() ||
        PrivateChanges(Unit.Spaces).through(M->getParent(), Unit.Spaces.selfRecord(V)))
      return false;
  // Methods take the address of their object, which is that of the caller's only where it stays.
  VariableUses Uses =
      usesIn(V.Function, P, Space == AddressSpace::Constant ? KeptByMethod() : MethodKeeping(Unit));
  return !Uses.IsChangedOrKept && (!Uses.IsReturned || Unit.Reach->returnsValue(V.Function));
}

} // namespace

bool isPassedByValue(const DeviceUnit &Unit, const FunctionClone &V, const ParmVarDecl *P) {
  auto [It, New] = Unit.PassedByValue.try_emplace({P, V.Index}, false);
  // Functions that pointers hold are all called in one way.
  bool IsHeld = llvm::any_of(Unit.Reach->calls(nullptr), [&](const DeviceCall &C) {
    return C.Callee->getCanonicalDecl() == V.Function->getCanonicalDecl();
  });
  if (New && !IsHeld)
    It->second = findPassedByValue(Unit, V, P);
  return It->second;
}

/// The variable that \p E is or is a part of.
static const ValueDecl *wholeVariable(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
      E = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? Ref->getDecl() : nullptr;
}

static bool changes(const Stmt *S, const ParmVarDecl *P) {
  if (!S)
    return false;
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    if (B->isAssignmentOp() && wholeVariable(B->getLHS()) == P)
      return true;
  if (const auto *U = dyn_cast<UnaryOperator>(S))
    if ((U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) &&
        wholeVariable(U->getSubExpr()) == P)
      return true;
  // The object of which a reference, an array that decays or a method takes the address.
  if (const auto *C = dyn_cast<ImplicitCastExpr>(S))
    if (C->getCastKind() == CK_ArrayToPointerDecay && wholeVariable(C->getSubExpr()) == P &&
        !C->getSubExpr()->getType().isConstQualified())
      return true;
  if (const auto *C = dyn_cast<CallExpr>(S))
    for (const Expr *A : C->arguments())
      if (A->isGLValue() && !A->getType().isConstQualified() && wholeVariable(A) == P)
        return true;
  if (const auto *C = dyn_cast<CXXMemberCallExpr>(S))
    if (wholeVariable(C->getImplicitObjectArgument()) == P)
      return true;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One);
          V && V->getInit() && V->getType()->isReferenceType() && wholeVariable(V->getInit()) == P)
        return true;
  return llvm::any_of(S->children(), [&](const Stmt *C) { return changes(C, P); });
}

bool isChanged(const FunctionDecl *F, const ParmVarDecl *P) {
  return P->getType()->isRecordType() && !P->getType().isConstQualified() &&
         changes(F->getBody(), P);
}

} // namespace cu2cl
