// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects of classes and their parts as pointer-flow facts. On the host a field is a declaration
// that all objects share; on the device it belongs to its object, so that objects of one class may
// hold pointers to different memories.

#include "analysis/flow/ConstraintGenerator.h"
#include "catalog/CxxLibrary.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <functional>

using namespace clang;
using namespace cu2cl;

static bool isPointerHolder(const PointerHolders &Holders, QualType T) {
  T = T.getCanonicalType();
  while (const auto *A = dyn_cast<ArrayType>(T.getTypePtr()))
    T = A->getElementType().getCanonicalType();
  if (T->isPointerType() || T->isReferenceType())
    return true;
  const RecordDecl *R = T->getAsRecordDecl();
  return R && Holders.holdPointers(R);
}

bool PointerHolders::holdPointers(const RecordDecl *R) const {
  R = R->getDefinition() ? R->getDefinition() : R;
  auto [It, New] = Known.try_emplace(R, false);
  if (!New || !R->isCompleteDefinition())
    return It->second;
  bool Holds = llvm::any_of(
      R->fields(), [&](const FieldDecl *F) { return isPointerHolder(*this, F->getType()); });
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    Holds |= llvm::any_of(
        C->bases(), [&](const CXXBaseSpecifier &B) { return isPointerHolder(*this, B.getType()); });
  return Known[R] = Holds;
}

const FieldDecl *PointerHolders::sharedField(const FieldDecl *F) const {
  const RecordDecl *R = F->getParent();
  return R->isUnion() && holdPointers(R) ? *R->field_begin() : F;
}

/// The value of field \p F in an object of value \p Record.
uint32_t RecordConstraints::fieldValue(uint32_t Record, const FieldDecl *F) {
  // No version of a class tells integers apart: those of all its objects are addresses of one
  // memory.
  bool InUnion = F->getParent()->isUnion() && Index.Holders.holdPointers(F->getParent());
  if (!InUnion && Code.mayBeAddress(Parsed.context().getBaseElementType(F->getType())))
    return Out.deref(
        Out.sharedObject("field " + pointerUsr(Parsed, S, F), F->getQualifiedNameAsString()));
  F = Index.Holders.sharedField(F);
  auto [It, New] = Index.Fields.try_emplace(F, Index.Fields.size());
  return Out.child(Record, step::Field + It->second);
}

/// The address of field \p F in the object at \p Object.
uint32_t RecordConstraints::fieldAddress(uint32_t Object, const FieldDecl *F, SourceLocation Loc) {
  if (S == Side::Host)
    return G.Entities.entity(F);
  uint32_t N = Out.fresh();
  Out.sameKind(N, Object, Loc);
  if (Code.carries(F->getType()))
    Out.unify(Out.deref(N), fieldValue(Out.deref(Object), F), Loc);
  return N;
}

/// All levels of \p Value, of type \p T, exist.
void RecordConstraints::materialise(uint32_t Value, QualType T) {
  T = T.getCanonicalType();
  if (const ArrayType *A = Parsed.context().getAsArrayType(T))
    return materialise(Value, A->getElementType());
  if (T->isPointerType() || T->isReferenceType()) {
    if (Code.carries(T->getPointeeType()))
      materialise(Out.deref(Value), T->getPointeeType());
    return;
  }
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (S == Side::Host || !R || llvm::is_contained(Materialising, R))
    return;
  Materialising.push_back(R);
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      materialise(Value, B.getType());
  for (const FieldDecl *F : R->fields())
    if (Code.carries(F->getType()))
      materialise(fieldValue(Value, F), F->getType());
  Materialising.pop_back();
}

void RecordConstraints::holds(uint32_t Pointer, const RecordDecl *R, SourceLocation Loc,
                              llvm::StringRef Text) {
  llvm::SmallPtrSet<const RecordDecl *, 8> Seen;
  std::function<void(uint32_t, const RecordDecl *)> Add = [&](uint32_t Contents,
                                                              const RecordDecl *Each) {
    Each = Each->getDefinition();
    if (!Each || Code.inSystemCode(Each) || !Index.Holders.holdPointers(Each) ||
        !Seen.insert(Each).second)
      return;
    if (const auto *C = dyn_cast<CXXRecordDecl>(Each))
      for (const CXXBaseSpecifier &B : C->bases())
        if (const RecordDecl *Base = B.getType()->getAsRecordDecl())
          Add(Contents, Base);
    for (const FieldDecl *F : Each->fields()) {
      QualType T = Parsed.context().getBaseElementType(F->getType());
      if (const RecordDecl *Part = T->getAsRecordDecl())
        Add(Contents, Part);
      if (!T->isPointerType() || T->isFunctionPointerType())
        continue;
      uint32_t Value = Out.deref(G.Entities.entity(F));
      Out.Body->Facts.push_back(
          {FactOp::Holds, Contents, Value, 0, Out.place(Loc), Out.string(Text)});
      if (const RecordDecl *Next = T->getPointeeType()->getAsRecordDecl())
        Add(Out.deref(Value), Next);
    }
  };
  Add(Out.deref(Pointer), R);
}

void RecordConstraints::seedPointees(uint32_t Node, QualType T, uint32_t Kind, SourceLocation Loc,
                                     llvm::StringRef Text, uint16_t Use) {
  T = T.getCanonicalType();
  if (const ArrayType *A = Parsed.context().getAsArrayType(T))
    return seedPointees(Node, A->getElementType(), Kind, Loc, Text, Use);
  if (Code.mayBeAddress(T) && Index.Addresses == FactIndex::Integers::GlobalInGlobalMemory)
    return Out.seed(Out.deref(Node), Kind, Loc, Text);
  if ((T->isPointerType() && !T->isFunctionPointerType()) ||
      (S == Side::Host && T->isReferenceType())) {
    uint32_t V = Out.deref(Node);
    Out.seed(V, Kind, Loc, Text);
    if (Use)
      Out.mark(V, Use, Loc, Text);
    // On the host, records that a pointer leads to may be lists; their fields are seeded where they
    // are by value.
    if (S == Side::Device || !T->getPointeeType()->isRecordType())
      seedPointees(V, T->getPointeeType(), Kind, Loc, Text, Use | use::StoredOnDevice);
    return;
  }
  const RecordDecl *R = T->getAsRecordDecl();
  if (S == Side::Host && R && Node != NoNode && Code.carries(T))
    return seedHeld(Out.deref(Node), T, Kind, Loc, Text, Use | use::StoredOnDevice);
  if (!R || !(R = R->getDefinition()) || Code.inSystemCode(R))
    return;
  if (S == Side::Host)
    return seedFields(NoNode, R, Kind, Loc, Text, Use | use::StoredOnDevice);
  if (!Index.Holders.holdPointers(R) || Node == NoNode)
    return;
  // A list: its other elements are like the first.
  auto [It, New] = Seeding.try_emplace(R, Out.deref(Node));
  if (!New)
    return Out.unify(It->second, Out.deref(Node), Loc, Text);
  seedFields(Node, R, Kind, Loc, Text, Use);
  Seeding.erase(R);
}

/// The pointers that \p Object holds: a std::pair, std::array or std::span, or what these are parts
/// of.
void RecordConstraints::seedHeld(uint32_t Object, QualType T, uint32_t Kind, SourceLocation Loc,
                                 llvm::StringRef Text, uint16_t Use) {
  const auto *Spec = specialisation(T);
  if (!Spec)
    return;
  if (catalog::holdsAddress(catalog::cxxClass(Spec->getName()))) {
    uint32_t Held = Out.child(Object, PointerPart);
    Out.seed(Held, Kind, Loc, Text);
    Out.mark(Held, Use, Loc, Text);
  }
  auto Parts = typeArguments(Spec);
  for (size_t I = 0; I != Parts.size(); ++I)
    if (!Parts[I].isNull() && Code.carries(Parts[I])) {
      uint32_t Address = Out.fresh();
      Out.unify(Out.deref(Address), Out.child(Object, step::Argument + I), Loc, Text);
      seedPointees(Address, Parts[I], Kind, Loc, Text, Use);
    }
}

void RecordConstraints::seedFields(uint32_t Node, const RecordDecl *R, uint32_t Kind,
                                   SourceLocation Loc, llvm::StringRef Text, uint16_t Use) {
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      seedPointees(Node, B.getType(), Kind, Loc, Text, Use);
  for (const FieldDecl *F : R->fields())
    if (Code.carries(F->getType()) || F->getType()->isRecordType())
      seedPointees(fieldAddress(Node, F, Loc), F->getType(), Kind, Loc, Text, Use);
}

/// The members of an object that goes to a kernel member by member (FlattenedAggregates.h): device
/// pointers with their offsets.
void RecordConstraints::seedSplit(QualType T, SourceLocation Loc, llvm::StringRef Text) {
  if (const ArrayType *A = Parsed.context().getAsArrayType(T))
    return seedSplit(A->getElementType(), Loc, Text);
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  if (!R || !Index.Holders.holdPointers(R))
    return;
  for (const CXXBaseSpecifier &B : R->bases())
    seedSplit(B.getType(), Loc, Text);
  for (const FieldDecl *F : R->fields()) {
    QualType Element = Parsed.context().getBaseElementType(F->getType());
    if (!Element->isPointerType()) {
      seedSplit(Element, Loc, Text);
      continue;
    }
    uint32_t Pointer = Out.deref(fieldAddress(NoNode, F, Loc));
    Out.seed(Pointer, hostkind::Device, Loc, Text);
    Out.mark(Pointer, use::Offset, Loc, Text);
  }
}

/// The object of type \p T at \p Address gets \p Init.
void RecordConstraints::initialise(uint32_t Address, QualType T, const Expr *Init,
                                   SourceLocation Loc, llvm::StringRef Text) {
  if (T->isReferenceType()) {
    if (const auto *List = dyn_cast<InitListExpr>(Init); List && List->getNumInits() == 1)
      Init = List->getInit(0);
    Out.unify(Out.deref(Address), G.Expressions.expr(Init), Loc, Text);
    return;
  }
  while (isa<ExprWithCleanups, ParenExpr, CXXBindTemporaryExpr, ConstantExpr>(Init))
    Init = isa<ExprWithCleanups>(Init) ? cast<ExprWithCleanups>(Init)->getSubExpr()
           : isa<ParenExpr>(Init)      ? cast<ParenExpr>(Init)->getSubExpr()
           : isa<ConstantExpr>(Init)   ? cast<ConstantExpr>(Init)->getSubExpr()
                                       : cast<CXXBindTemporaryExpr>(Init)->getSubExpr();
  if (const auto *List = dyn_cast<InitListExpr>(Init)) {
    if (const InitListExpr *Semantic = List->getSemanticForm())
      List = Semantic;
    if (const ArrayType *A = Parsed.context().getAsArrayType(T)) {
      for (const Expr *E : List->inits())
        initialise(Address, A->getElementType(), E, Loc, Text);
      const Expr *Filler = S == Side::Device ? List->getArrayFiller() : nullptr;
      if (isa_and_nonnull<CXXConstructExpr, InitListExpr>(Filler))
        initialise(Address, A->getElementType(), Filler, Loc, Text);
    } else if (S == Side::Host && T->isRecordType() && Code.carries(T)) {
      initialiseParts(Out.deref(Address), T, List);
    } else if (T->isRecordType()) {
      initialiseRecord(Address, List);
    } else if (List->getNumInits() == 1) {
      initialise(Address, T, List->getInit(0), Loc, Text);
    }
    return;
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(Init)) {
    Out.Map->Nodes[C] = G.Calls.construct(C, Address);
    return;
  }
  if (const auto *Loop = dyn_cast<ArrayInitLoopExpr>(Init); Loop && S == Side::Device) {
    const Expr *Element = Loop->getSubExpr();
    return initialise(Address, Element->getType(), Element, Loc, Text);
  }
  uint32_t V = G.Expressions.value(Init);
  if (Code.carries(T))
    Out.unify(Out.deref(Address), V, Loc, Text);
}

/// std::array and its like on the host: what is in the braces are parts of \p Object.
void RecordConstraints::initialiseParts(uint32_t Object, QualType T, const InitListExpr *List) {
  for (const Expr *E : List->inits()) {
    if (const auto *Inner = dyn_cast<InitListExpr>(E)) {
      initialiseParts(Object, T, Inner);
      continue;
    }
    uint32_t V = G.Expressions.value(E);
    if (Code.carries(E->getType()))
      G.Library.joinParts(V, E->getType(), Object, T, E->getExprLoc());
  }
}

void RecordConstraints::initialiseRecord(uint32_t Address, const InitListExpr *List) {
  const auto *R = List->getType()->getAsRecordDecl();
  unsigned I = 0;
  auto Next = [&]() -> const Expr * {
    return I < List->getNumInits() ? List->getInit(I++) : nullptr;
  };
  auto Give = [&](const FieldDecl *F, const Expr *E) {
    if (E && !isa<ImplicitValueInitExpr>(E))
      initialise(fieldAddress(Address, F, E->getExprLoc()), F->getType(), E, E->getExprLoc(),
                 "initialises '" + F->getNameAsString() + "'");
  };
  if (!R)
    return;
  if (R->isUnion()) {
    if (const FieldDecl *F = List->getInitializedFieldInUnion())
      Give(F, Next());
    return;
  }
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      if (const Expr *E = Next()) {
        if (S == Side::Device)
          initialise(Address, B.getType(), E, E->getExprLoc(), "initialises a base");
        else
          G.Expressions.value(E);
      }
  for (const FieldDecl *F : R->fields())
    if (!F->isUnnamedBitField())
      Give(F, Next());
}

void RecordConstraints::constructorInitialisers(const CXXConstructorDecl *C) {
  for (const CXXCtorInitializer *I : C->inits()) {
    if (const FieldDecl *F = I->getAnyMember()) {
      uint32_t Address = Out.Body->This;
      if (const IndirectFieldDecl *Chain = I->getIndirectMember())
        for (const NamedDecl *Step : Chain->chain())
          Address = fieldAddress(Address, cast<FieldDecl>(Step), I->getSourceLocation());
      else
        Address = fieldAddress(Address, F, I->getSourceLocation());
      initialise(Address, F->getType(), I->getInit(), I->getSourceLocation(),
                 "initialises '" + F->getNameAsString() + "'");
      continue;
    }
    const Expr *E = I->getInit()->IgnoreImplicit();
    if (const auto *Base = dyn_cast<CXXConstructExpr>(E))
      G.Calls.construct(Base, Out.Body->This);
    else
      G.Expressions.value(E);
  }
}

uint32_t RecordConstraints::member(const MemberExpr *E) {
  uint32_t Base =
      E->isArrow() || E->getBase()->isGLValue() ? G.Expressions.expr(E->getBase()) : NoNode;
  if (!E->isArrow() && !E->getBase()->isGLValue())
    G.Expressions.expr(E->getBase());
  const ValueDecl *D = E->getMemberDecl();
  if (isa<VarDecl>(D)) {
    uint32_t N = G.Entities.entity(D);
    return D->getType()->isReferenceType() ? Out.deref(N) : N;
  }
  const auto *F = dyn_cast<FieldDecl>(D);
  if (!F)
    return Base;
  if (S == Side::Device) {
    // `this` in the initial values of members may be an object that has no method.
    if (E->isArrow() && !isa<CXXThisExpr>(E->getBase()->IgnoreParenImpCasts()))
      G.Addresses.dereference(E->getBase(), Base);
    if (!E->isArrow() && !E->getBase()->isGLValue())
      Base = G.Expressions.temporary(G.Expressions.expr(E->getBase()), E->getMemberLoc());
    uint32_t N = fieldAddress(Base, F, E->getMemberLoc());
    return F->getType()->isReferenceType() ? Out.deref(N) : N;
  }
  if (F->getType()->isReferenceType())
    return Out.deref(G.Entities.entity(F));
  if (E->isArrow())
    Out.mark(Base, use::Offset, E->getMemberLoc(), "a member is reached");
  uint32_t N = Out.fresh();
  Out.sameKind(N, Base, E->getMemberLoc());
  Out.mark(N, use::Offset, E->getMemberLoc(), "the address of a member");
  if (!Code.carries(F->getType()))
    return N;
  // std::pair and the like: the field is a part of the object.
  const auto *Record = dyn_cast<CXXRecordDecl>(F->getParent());
  if (Record && S == Side::Host && Code.inSystemCode(Record) &&
      isa<ClassTemplateSpecializationDecl>(Record)) {
    uint32_t V = Out.fresh();
    Out.unify(Out.deref(N), V, E->getMemberLoc());
    G.Library.joinParts(V, F->getType(), Out.deref(Base), Parsed.context().getRecordType(Record),
                        E->getMemberLoc());
    return N;
  }
  Out.unify(Out.deref(N), Out.deref(G.Entities.entity(F)), E->getMemberLoc());
  return N;
}
