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
#include "kernel/core/SideEffects.h"
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
  std::string Type = P.Locals.types().declare(P.context().getPointerType(T), "",
                                              {[Space](unsigned) { return Space; }, Record});
  return (Fragment("(" + Type + ")") + Pointer).binding(Precedence::Cast);
}

/// Returns where the base class of \p C, a cast between \p Derived and it, begins.
static CharUnits baseOffset(KernelPrinter &P, const CXXRecordDecl *Derived, const CastExpr *C) {
  CharUnits Offset = CharUnits::Zero();
  for (const CXXBaseSpecifier *B : C->path()) {
    const CXXRecordDecl *Next = B->getType()->getAsCXXRecordDecl();
    Offset += P.context().getASTRecordLayout(Derived).getBaseClassOffset(Next);
    Derived = Next;
  }
  return Offset;
}

/// Returns what \p Move makes of \p Pointer; null where that is null. A pointer that
/// can only be evaluated once goes into a variable first.
static Fragment movedOrNull(KernelPrinter &P, const Expr *Pointer,
                            llvm::function_ref<Fragment()> Move) {
  const Expr *Plain = Pointer->IgnoreParenImpCasts();
  const auto *Address = dyn_cast<UnaryOperator>(Plain);
  if (isa<CXXThisExpr>(Plain) || Plain->getType()->isArrayType() ||
      (Address && Address->getOpcode() == UO_AddrOf))
    return Move();
  auto Choose = [&] {
    return (P.print(Pointer, Precedence::Unary) + " ? " + Move() + " : 0")
        .binding(Precedence::Conditional);
  };
  // At file scope all is constant.
  bool IsOnce = P.version().Function && !isRepeatable(Pointer) && !P.Scope.isEvaluated(Pointer);
  return IsOnce ? printWithValuesFirst(P, Pointer, Choose) : Choose();
}

/// The pointer to the base class without data that \p C, pointer or object, is cast to.
static Fragment pointerToEmptyBase(KernelPrinter &P, const CastExpr *C) {
  const Expr *Sub = C->getSubExpr();
  if (C->getType()->isPointerType())
    return castPointer(P, C->getType()->getPointeeType(), P.unit().Spaces.pointee(P.version(), Sub),
                       nullptr, P.print(Sub, Precedence::Unary));
  return castPointer(P, C->getType(), P.unit().Spaces.storage(P.version(), Sub), nullptr,
                     P.Lvalues.printAddress(Sub));
}

static Fragment toBase(KernelPrinter &P, const CastExpr *C) {
  const Expr *Sub = C->getSubExpr();
  bool IsPointer = C->getType()->isPointerType();
  std::optional<std::string> Path = basePath(P, C);
  if (!Path)
    return IsPointer ? pointerToEmptyBase(P, C) : Fragment::dereference(pointerToEmptyBase(P, C));
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
    return Fragment("&" + P.Locals.selfMember() + *Path).binding(Precedence::Unary);
  if (IsPointer) {
    auto Base = [&] {
      return (Fragment("&") + P.print(Sub, Precedence::Postfix) + "->" + *Path)
          .binding(Precedence::Unary);
    };
    // What a method is called for is not null.
    bool Exists = Offset.isZero() || C->getCastKind() == CK_UncheckedDerivedToBase;
    return Exists ? Base() : movedOrNull(P, Sub, Base);
  }
  if (P.Lvalues.isLoweredToPointer(Sub, &Pointer))
    return Fragment(Pointer + "->" + *Path);
  return P.print(Sub, Precedence::Postfix) + "." + *Path;
}

Fragment printBaseAddress(KernelPrinter &P, const CastExpr *C) {
  // A temporary is an array of one, whose member has an address.
  const Expr *Sub = C->getSubExpr()->IgnoreParens();
  std::optional<std::string> Path = basePath(P, C);
  if (!Path)
    return pointerToEmptyBase(P, C);
  if (isa<MaterializeTemporaryExpr>(Sub))
    return Fragment("&") + P.Lvalues.printAddress(Sub, Precedence::Postfix) + "->" + *Path;
  return Fragment("&") + P.print(C, Precedence::Unary);
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
  const RecordClone *Record = P.unit().Spaces.record(P.version(), C);
  auto Pointer = [&] {
    return IsPointer ? P.print(Sub, Precedence::Unary) : P.Lvalues.printAddress(Sub);
  };
  if (Offset.isZero() || !hasData(Base))
    return castPointer(P, T, Space, Record, Pointer());
  // A base after others begins later than the object.
  auto Moved = [&] {
    return castPointer(P, T, Space, Record,
                       Fragment("((" + keyword(Space).str() + "char *)") + Pointer() + " - " +
                           std::to_string(Offset.getQuantity()) + ")");
  };
  return IsPointer ? movedOrNull(P, Sub, Moved) : Moved();
}

static const CastExpr *asBaseToDerived(const Expr *E) {
  const auto *C = dyn_cast<CastExpr>(E->IgnoreParens());
  return C && C->getCastKind() == CK_BaseToDerived ? C : nullptr;
}

std::optional<Fragment> printDerivedAddress(KernelPrinter &P, const Expr *E) {
  const CastExpr *C = asBaseToDerived(E);
  if (!C || !C->isGLValue())
    return std::nullopt;
  return derivedPointer(P, C);
}

std::optional<Fragment> printInheritance(KernelPrinter &P, const Stmt *S) {
  const auto *C = dyn_cast<CastExpr>(S);
  if (!C)
    return std::nullopt;
  if (const CastExpr *ToBase = asDerivedToBase(C))
    return toBase(P, ToBase);
  if (asBaseToDerived(C))
    return C->getType()->isPointerType() ? derivedPointer(P, C)
                                         : Fragment::dereference(derivedPointer(P, C));
  return std::nullopt;
}

} // namespace cu2cl
