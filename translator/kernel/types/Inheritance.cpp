// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Base classes. A base is the first member of the struct, "base"; a base without data is nothing.
//
// Precondition: no virtual bases.
// Effect: an object as its base is `x.base`, a pointer `&p->base`; a base as its derived class is a
// cast of the pointer, which moves to the object's beginning where another base lies there.

#include "kernel/types/Inheritance.h"
#include "analysis/effects/MemoryEffects.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace cu2cl {

static const CXXRecordDecl *classOf(QualType T) {
  return T->isPointerType() ? T->getPointeeCXXRecordDecl() : T->getAsCXXRecordDecl();
}

std::optional<std::string> basePath(KernelPrinter &P, const CastExpr *Cast) {
  const CXXRecordDecl *At = classOf(Cast->getSubExpr()->getType());
  std::string Path;
  for (const CXXBaseSpecifier *B : Cast->path()) {
    const CXXRecordDecl *Base = B->getType()->getAsCXXRecordDecl();
    std::string Member = baseMember(P, At, Base);
    if (Member.empty())
      return std::nullopt;
    Path += (Path.empty() ? "" : ".") + Member;
    At = Base;
  }
  return Path;
}

/// The pointer \p Pointer as one to \p T, in the space in which \p E lies.
static Fragment castPointer(KernelPrinter &P, QualType T, AddressSpace Space,
                            const RecordClone *Record, const Fragment &Pointer) {
  std::string Type = P.types().declare(P.context().getPointerType(T), "",
                                       {[Space](unsigned) { return Space; }, Record});
  return Fragment("(" + Type + ")") + Pointer;
}

/// Where the base class of \p C, a cast between \p Derived and it, begins.
static CharUnits baseOffset(KernelPrinter &P, const CXXRecordDecl *Derived, const CastExpr *C) {
  CharUnits Offset = CharUnits::Zero();
  for (const CXXBaseSpecifier *B : C->path()) {
    const CXXRecordDecl *Next = B->getType()->getAsCXXRecordDecl();
    Offset += P.context().getASTRecordLayout(Derived).getBaseClassOffset(Next);
    Derived = Next;
  }
  return Offset;
}

/// \p Moved, made of the operand of \p C; null where that is null.
static Fragment movedOrNull(KernelPrinter &P, const CastExpr *C, const Fragment &Moved) {
  const Expr *Pointer = C->getSubExpr();
  const Expr *Plain = Pointer->IgnoreParenImpCasts();
  const auto *Address = dyn_cast<UnaryOperator>(Plain);
  if (isa<CXXThisExpr>(Plain) || Plain->getType()->isArrayType() ||
      (Address && Address->getOpcode() == UO_AddrOf))
    return Moved;
  if (!isRepeatable(Pointer))
    return P.unit().mark(
        diag::CastFromLaterBase, Pointer->getBeginLoc(),
        {C->getType()->getPointeeType().getAsString(P.context().getPrintingPolicy())});
  return Fragment("(") + P.printUnaryOperand(Pointer) + " ? " + Moved + " : 0)";
}

static Fragment toBase(KernelPrinter &P, const CastExpr *C) {
  const Expr *Sub = C->getSubExpr();
  bool IsPointer = C->getType()->isPointerType();
  std::optional<std::string> Path = basePath(P, C);
  if (!Path) {
    AddressSpace Space = IsPointer ? P.unit().Spaces.pointee(P.version(), Sub)
                                   : P.unit().Spaces.storage(P.version(), Sub);
    QualType T = IsPointer ? C->getType()->getPointeeType() : C->getType();
    Fragment Cast = castPointer(P, T, Space, nullptr,
                                IsPointer ? P.printUnaryOperand(Sub) : P.printAddress(Sub));
    return IsPointer ? Cast : Fragment("(*") + Cast + ")";
  }
  std::string Pointer;
  CharUnits Offset = baseOffset(P, classOf(Sub->getType()), C);
  // From class to class: "&self->base.base".
  while (const CastExpr *Inner = IsPointer ? asDerivedToBase(Sub) : nullptr) {
    std::optional<std::string> InnerPath = basePath(P, Inner);
    if (!InnerPath)
      break;
    Path = *InnerPath + "." + *Path;
    Sub = Inner->getSubExpr();
    Offset += baseOffset(P, classOf(Sub->getType()), Inner);
  }
  if (isa<CXXThisExpr>(Sub->IgnoreParens()))
    return Fragment("&" + P.selfMember() + *Path);
  if (IsPointer) {
    Fragment Base = Fragment("&") + P.printPostfixOperand(Sub) + "->" + *Path;
    // What a method is called for is not null.
    bool Exists = Offset.isZero() || C->getCastKind() == CK_UncheckedDerivedToBase;
    return Exists ? Base : movedOrNull(P, C, Base);
  }
  if (P.isLoweredToPointer(Sub, &Pointer))
    return Fragment(Pointer + "->" + *Path);
  return P.printPostfixOperand(Sub) + "." + *Path;
}

Fragment printBaseAddress(KernelPrinter &P, const CastExpr *C) {
  // A temporary is an array of one, whose member has an address.
  const Expr *Sub = C->getSubExpr()->IgnoreParens();
  std::optional<std::string> Path = basePath(P, C);
  if (Path && isa<MaterializeTemporaryExpr>(Sub))
    return Fragment("&(") + P.printAddress(Sub) + ")->" + *Path;
  return Fragment("&") + P.print(C);
}

/// The pointer to the object of the derived class that \p C, pointer or object, is.
static Fragment derivedPointer(KernelPrinter &P, const CastExpr *C) {
  const Expr *Sub = C->getSubExpr();
  bool IsPointer = C->getType()->isPointerType();
  const CXXRecordDecl *Derived = classOf(C->getType());
  const CXXRecordDecl *Base = classOf(Sub->getType());
  // From the derived class down: the path is written that way.
  CharUnits Offset = baseOffset(P, Derived, C);
  AddressSpace Space = IsPointer ? P.unit().Spaces.pointee(P.version(), Sub)
                                 : P.unit().Spaces.storage(P.version(), Sub);
  QualType T = IsPointer ? C->getType()->getPointeeType() : C->getType();
  Fragment Pointer = IsPointer ? P.printUnaryOperand(Sub) : P.printAddress(Sub);
  const RecordClone *Record = P.unit().Spaces.record(P.version(), C);
  if (Offset.isZero() || !hasData(Base))
    return castPointer(P, T, Space, Record, Pointer);
  // A base behind others begins later than the object.
  Pointer = Fragment("((" + keyword(Space).str() + "char *)") + Pointer + " - " +
            std::to_string(Offset.getQuantity()) + ")";
  Fragment Moved = castPointer(P, T, Space, Record, Pointer);
  return IsPointer ? movedOrNull(P, C, Moved) : Moved;
}

static const CastExpr *asBaseToDerived(const Expr *E) {
  const auto *C = dyn_cast<CastExpr>(E->IgnoreParens());
  return C && C->getCastKind() == CK_BaseToDerived ? C : nullptr;
}

std::optional<Fragment> printDerivedAddress(KernelPrinter &P, const Expr *E) {
  const CastExpr *C = asBaseToDerived(E);
  if (!C || !C->isGLValue())
    return std::nullopt;
  return Fragment("(") + derivedPointer(P, C) + ")";
}

std::optional<Fragment> printInheritance(KernelPrinter &P, const Stmt *S) {
  const auto *C = dyn_cast<CastExpr>(S);
  if (!C)
    return std::nullopt;
  if (const CastExpr *ToBase = asDerivedToBase(C))
    return toBase(P, ToBase);
  if (asBaseToDerived(C))
    return Fragment(C->getType()->isPointerType() ? "(" : "(*") + derivedPointer(P, C) + ")";
  return std::nullopt;
}

} // namespace cu2cl
