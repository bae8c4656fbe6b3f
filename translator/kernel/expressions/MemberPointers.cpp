// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pointers to members.
//   float P::*m = &P::y;      long m = 4L /* &P::y */;
//   p.*m                      (*(float *)((char *)&p + m))      p.y where m is known
//   (int D::*)m                the same number, or one farther by the base's place in D
//   (p->*f)(1)                call_P_int_int(f, p, 1)           FunctionPointers.cpp
//
// Precondition: the member is data without pointers, or a function that FunctionPointers
// translates. Effect: a pointer to data is the number that CUDA has for it, which the host may
// pass, too: bytes from the object's beginning, -1 for null.

#include "kernel/expressions/MemberPointers.h"
#include "analysis/reach/FunctionPointers.h"
#include "core/source/TypeParts.h"
#include "kernel/core/SideEffects.h"
#include "kernel/core/TypeText.h"
#include "kernel/expressions/Conversions.h"
#include "kernel/expressions/FunctionPointers.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace cu2cl {
namespace {

const MemberPointerType *memberPointer(QualType T) {
  return T.getCanonicalType()->getAs<MemberPointerType>();
}

/// Returns true if objects of type \p T have a pointer to data among their members, whose null is
/// not zero.
bool holdsDataPointer(QualType T) {
  return anyPart(T, [](QualType Part) {
    const MemberPointerType *M = memberPointer(Part);
    return M && M->isMemberDataPointer();
  });
}

/// Returns what pointer \p E is if the compiler knows it.
std::optional<APValue> pointerValueOf(KernelPrinter &P, const Expr *E) {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsRValue(Result, P.context()) || Result.HasSideEffects ||
      !Result.Val.isMemberPointer())
    return std::nullopt;
  return Result.Val;
}

/// Returns how far the base that \p C converts a pointer to a member from or to lies in the derived
/// class.
std::optional<int64_t> baseOffset(const ASTContext &Context, const CastExpr *C) {
  bool ToDerived = C->getCastKind() == CK_BaseToDerivedMemberPointer;
  QualType Derived = ToDerived ? C->getType() : C->getSubExpr()->getType();
  const CXXRecordDecl *In = memberPointer(Derived)->getMostRecentCXXRecordDecl()->getDefinition();
  CharUnits Offset = CharUnits::Zero();
  for (const CXXBaseSpecifier *Step : C->path()) {
    const CXXRecordDecl *Base = Step->getType()->getAsCXXRecordDecl();
    if (!In || !Base || Step->isVirtual())
      return std::nullopt;
    Offset += Context.getASTRecordLayout(In).getBaseClassOffset(Base);
    In = Base->getDefinition();
  }
  return Offset.getQuantity();
}

/// The conversion \p C of a pointer that is no constant: by as much as the base lies in the derived
/// class; null stays null.
std::optional<Fragment> printConverted(KernelPrinter &P, const CastExpr *C) {
  std::optional<int64_t> Offset;
  if (C->getCastKind() != CK_ReinterpretMemberPointer)
    Offset = baseOffset(P.context(), C);
  const Expr *From = C->getSubExpr();
  if (Offset == 0)
    return P.print(From);
  if (!Offset || mayChange(P, From))
    return std::nullopt;
  Fragment Pointer = P.print(From, Precedence::Unary);
  bool ToDerived = C->getCastKind() == CK_BaseToDerivedMemberPointer;
  return Fragment("(") + Pointer + " == -1L ? -1L : " + Pointer + (ToDerived ? " + " : " - ") +
         std::to_string(*Offset) + "L)";
}

/// `&P::y` as a number.
std::optional<Fragment> printDataPointer(KernelPrinter &P, const Expr *E) {
  if (std::optional<APValue> Value = pointerValueOf(P, E)) {
    const ValueDecl *D = Value->getMemberPointerDecl();
    if (!D)
      return Fragment("-1L");
    const ASTContext &Context = P.context();
    int64_t Bytes = Context.toCharUnitsFromBits(Context.getFieldOffset(D)).getQuantity() +
                    Context.getMemberPointerPathAdjustment(*Value).getQuantity();
    return Fragment(std::to_string(Bytes) + "L /* &" + D->getQualifiedNameAsString() + " */");
  }
  const auto *C = dyn_cast<CastExpr>(E);
  if (C && (C->getCastKind() == CK_BaseToDerivedMemberPointer ||
            C->getCastKind() == CK_DerivedToBaseMemberPointer ||
            C->getCastKind() == CK_ReinterpretMemberPointer)) {
    if (std::optional<Fragment> Text = printConverted(P, C))
      return Text;
    return Fragment(
        P.unit().mark(diag::UnsupportedMemberPointer, E->getExprLoc(),
                      {"the conversion of a pointer to a data member that is not a constant"}));
  }
  return std::nullopt;
}

/// `object.*m`: the member by its name where the compiler knows it.
Fragment printNamed(KernelPrinter &P, const BinaryOperator *E, const FieldDecl *F) {
  const Expr *Object = E->getLHS();
  std::string Name = P.names().local(F), Pointer;
  if (const auto *This = dyn_cast<CXXThisExpr>(Object->IgnoreParens()))
    return P.Locals.printThisMember(This) + Name;
  bool IsArrow = E->getOpcode() == BO_PtrMemI;
  if (!IsArrow && P.Lvalues.isLoweredToPointer(Object, &Pointer))
    return Fragment(Pointer + "->" + Name);
  return P.print(Object, Precedence::Postfix) + (IsArrow ? "->" : ".") + Name;
}

Fragment printAccess(KernelPrinter &P, const BinaryOperator *E) {
  const Expr *Object = E->getLHS();
  bool IsArrow = E->getOpcode() == BO_PtrMemI;
  QualType Class = IsArrow ? Object->getType()->getPointeeType() : Object->getType();
  if (std::optional<APValue> Value = pointerValueOf(P, E->getRHS()))
    if (const auto *F = dyn_cast_or_null<FieldDecl>(Value->getMemberPointerDecl());
        F && Value->getMemberPointerPath().empty() &&
        F->getParent()->getCanonicalDecl() == Class->getAsRecordDecl()->getCanonicalDecl())
      return printNamed(P, E, F);
  AddressSpace Space = IsArrow ? P.unit().Spaces.pointee(P.version(), Object)
                               : P.unit().Spaces.storage(P.version(), Object);
  auto In = [&](unsigned) { return Space; };
  const bool IsConst = E->getType().isConstQualified();
  QualType Bytes = IsConst ? P.context().CharTy.withConst() : P.context().CharTy;
  Fragment Out("(" + P.Locals.types().declare(P.context().getPointerType(E->getType()), "", In) +
               ")((" + P.Locals.types().declare(P.context().getPointerType(Bytes), "", In) + ")");
  Out += IsArrow ? P.print(Object, Precedence::Unary) : P.Lvalues.printAddress(Object);
  return Fragment::dereference(Out + " + " + P.print(E->getRHS(), Precedence::Unary) + ")");
}

/// Objects that start as zero without anything that says so: a pointer to data among their members
/// would not be null.
std::optional<Fragment> refuseZero(KernelPrinter &P, const Expr *E) {
  auto Refused = [&] {
    return Fragment(P.unit().mark(diag::UnsupportedMemberPointer, E->getExprLoc(),
                                  {"the implicit null value of a pointer to a data member"}));
  };
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    auto IsOmitted = [](const Expr *Init) {
      return isa<ImplicitValueInitExpr>(Init) && holdsDataPointer(Init->getType());
    };
    if (llvm::any_of(List->inits(), IsOmitted) ||
        (List->getArrayFiller() && holdsDataPointer(List->getArrayFiller()->getType())))
      return Refused();
    return std::nullopt;
  }
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  bool IsZero = isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E) ||
                (Made && Made->requiresZeroInitialization());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  bool IsStatic =
      V && V->hasGlobalStorage() && !V->hasInit() &&
      (deviceStorage(V) == DeviceStorage::Global || deviceStorage(V) == DeviceStorage::Constant);
  return (IsZero || IsStatic) && holdsDataPointer(E->getType()) ? std::optional<Fragment>(Refused())
                                                                : std::nullopt;
}

} // namespace

std::optional<Fragment> printMemberPointer(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return std::nullopt;
  const MemberPointerType *T = memberPointer(E->getType());
  if (T && E->isPRValue() && !memberPointerType(P.unit(), T).empty())
    if (std::optional<Fragment> Text =
            T->isMemberDataPointer() ? printDataPointer(P, E) : printMemberFunction(P, E))
      return Text;
  if (const auto *C = dyn_cast<CastExpr>(E); C && C->getCastKind() == CK_MemberPointerToBoolean) {
    const MemberPointerType *From = memberPointer(C->getSubExpr()->getType());
    return (P.print(C->getSubExpr(), Precedence::Unary) +
            (From->isMemberDataPointer() ? " != -1L" : " != 0"))
        .binding(Precedence::Equality);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->isPtrMemOp() && memberPointer(B->getRHS()->getType())->isMemberDataPointer())
    return printAccess(P, B);
  return refuseZero(P, E);
}

} // namespace cu2cl
