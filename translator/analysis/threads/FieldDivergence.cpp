// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tells which members of an object differ between threads. A class may hold the thread's index
// beside the bound of a loop with a barrier: the one differs, the other does not.

#include "analysis/dialect/Dialect.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace cu2cl {

bool FieldDivergence::Parts::add(const FieldDecl *Member) {
  if (Whole)
    return false;
  if (Member && !Member->getParent()->isUnion())
    return Members.insert(Member).second;
  Whole = true;
  Members.clear();
  return true;
}

/// The result of \p Cast of an object is the object, or its base or derived one.
static bool keepsObject(const CastExpr *Cast) {
  switch (Cast->getCastKind()) {
  case CK_NoOp:
  case CK_LValueToRValue:
  case CK_ConstructorConversion:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived:
    return true;
  default:
    return false;
  }
}

/// The object that \p E names or copies, without what changes nothing about it.
static const Expr *objectOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bound->getSubExpr();
    else if (auto *Cast = dyn_cast<CastExpr>(E); Cast && keepsObject(Cast))
      E = Cast->getSubExpr();
    else if (auto *Copy = dyn_cast<CXXConstructExpr>(E);
             Copy && Copy->getNumArgs() == 1 && Copy->getConstructor()->isTrivial())
      E = Copy->getArg(0);
    else if (auto *Unary = dyn_cast<UnaryOperator>(E);
             Unary && Unary->getOpcode() == UO_Deref &&
             isa<CXXThisExpr>(Unary->getSubExpr()->IgnoreParenImpCasts()))
      E = Unary->getSubExpr();
    else
      return E;
  }
}

std::optional<FieldDivergence::Place> FieldDivergence::placeOf(const MemberExpr *E) {
  for (;;) {
    const auto *Member = dyn_cast<FieldDecl>(E->getMemberDecl());
    const Expr *Base = objectOf(E->getBase());
    if (!Member || (E->isArrow() && !isa<CXXThisExpr>(Base)))
      return std::nullopt;
    const auto *Ref = dyn_cast<DeclRefExpr>(Base);
    if (isa<CXXThisExpr>(Base) || (Ref && isa<VarDecl>(Ref->getDecl())))
      return Place{Base, Member};
    E = dyn_cast<MemberExpr>(Base);
    if (!E)
      return std::nullopt;
  }
}

void FieldDivergence::mark(const ValueDecl *D, const Parts &P) {
  if (!P.any())
    return;
  Parts &Known = Differing[D];
  if (P.Whole)
    Changed |= Known.add(nullptr);
  for (const FieldDecl *Member : P.Members)
    Changed |= Known.add(Member);
}

void FieldDivergence::mark(const ValueDecl *D) { Changed |= Differing[D].add(nullptr); }

void FieldDivergence::markStored(const ValueDecl *D, const FieldDecl *Member) {
  Changed |= Differing[D].add(Member);
  Changed |= Stored[D].add(Member);
}

/// \p Member of \p Object gets a value that differs.
void FieldDivergence::assignMember(const Expr *Object, const FieldDecl *Member) {
  const Expr *Base = objectOf(Object);
  if (auto *Address = dyn_cast<UnaryOperator>(Base); Address && Address->getOpcode() == UO_AddrOf)
    Base = objectOf(Address->getSubExpr());
  const auto *Ref = dyn_cast<DeclRefExpr>(Base);
  if (isa<CXXThisExpr>(Base)) {
    for (const FunctionDecl *F : ThisOf.lookup(Base))
      markStored(F, Member);
  } else if (Ref && isa<VarDecl>(Ref->getDecl()) && !Ref->getType()->isPointerType()) {
    All.assign(cast<VarDecl>(Ref->getDecl()), Ref, Member);
  } else {
    All.assign(Object, true);
  }
}

void FieldDivergence::assignParts(const Expr *Object, const Parts &P) {
  if (P.Whole)
    return All.assign(Object, true);
  for (const FieldDecl *Member : P.Members)
    assignMember(Object, Member);
}

FieldDivergence::Parts FieldDivergence::writtenParts(const ValueDecl *D, bool AnyDiffers) const {
  if (All.Step == OwnDifferences && AnyDiffers)
    return All.WrittenOfAny.lookup(D);
  return All.Step == JoinedCalls && !AnyDiffers ? All.Written.lookup(D) : Stored.lookup(D);
}

/// Returns what differs of the object that a constructor makes.
FieldDivergence::Parts FieldDivergence::constructedParts(const CXXConstructExpr *E) const {
  const FunctionDecl *Definition = E->getConstructor();
  bool Known = Definition->hasBody(Definition) && Reach.reached(Definition);
  bool AnyDiffers =
      llvm::any_of(E->arguments(), [&](const Expr *Argument) { return All.isDivergent(Argument); });
  Parts P;
  if (AnyDiffers && !Known)
    P.add(nullptr);
  else if (Known)
    P = writtenParts(Definition, AnyDiffers);
  return P;
}

/// Returns what differs of the value or object \p E.
FieldDivergence::Parts FieldDivergence::partsOf(const Expr *E) const {
  const Expr *Object = objectOf(E);
  Parts P;
  if (isa<CXXThisExpr>(Object)) {
    auto It = ThisOf.find(Object);
    if (It == ThisOf.end())
      P.add(nullptr);
    else
      for (const FunctionDecl *F : It->second)
        if (auto Known = Differing.find(F); Known != Differing.end()) {
          P.Whole |= Known->second.Whole;
          P.Members.insert(Known->second.Members.begin(), Known->second.Members.end());
        }
    return P;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Object);
  if (Ref && isa<VarDecl>(Ref->getDecl()) && !All.CounterOf.count(Ref)) {
    const ValueDecl *D = Ref->getDecl();
    if (isThreadIndex(D))
      P.add(nullptr);
    return P.Whole ? P : Differing.lookup(D);
  }
  if (auto *Construct = dyn_cast<CXXConstructExpr>(Object))
    return constructedParts(Construct);
  auto *List = dyn_cast<InitListExpr>(Object);
  const auto *Class = List ? List->getType()->getAsCXXRecordDecl() : nullptr;
  if (Class && !Class->isUnion() && Class->getNumBases() == 0 && List->isSemanticForm()) {
    auto Field = Class->field_begin();
    for (const Expr *Init : List->inits()) {
      while (Field != Class->field_end() && Field->isUnnamedBitField())
        ++Field;
      if (All.isDivergent(Init))
        P.add(Field == Class->field_end() ? nullptr : *Field);
      if (Field != Class->field_end())
        ++Field;
    }
    return P;
  }
  if (All.isDivergent(Object))
    P.add(nullptr);
  return P;
}

/// Returns true if \p Call, of a known function whose result differs only by what it is given, has
/// one that differs.
bool FieldDivergence::isResultDivergent(const CallExpr *Call, const FunctionDecl *F) const {
  Parts Given;
  auto Add = [&](const Expr *E) {
    Parts P = partsOf(E);
    Given.Whole |= P.Whole;
    Given.Members.insert(P.Members.begin(), P.Members.end());
  };
  for (const Expr *Argument : Call->arguments())
    Add(Argument);
  if (auto *Method = dyn_cast<CXXMemberCallExpr>(Call))
    Add(Method->getImplicitObjectArgument());
  // A sum over the block is the same for all, though each thread gave another part of it.
  return Given.any() && All.JoinedResults.contains(F);
}

} // namespace cu2cl
