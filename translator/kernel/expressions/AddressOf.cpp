// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Addresses: the operator & and what a reference is bound to.
//
// Effect: the address of a thing that is a pointer in the output is that pointer; the address of a
// vector's component, which OpenCL C 1.2 does not give, is counted from the vector's own; that of
// an array that is handed in is the pointer to its elements. Where a condition chooses between
// elements of one array it chooses the index: PoCL 3.1 misplaces the elements of a private array
// that are named by constants and reached through a chosen pointer.

#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Accesses.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/LibraryCode.h"
#include "catalog/Catalog.h"
#include "frontend/InvisibleReferences.h"
#include "kernel/core/MemberlessClasses.h"
#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/VectorStores.h"
#include "kernel/expressions/Conversions.h"
#include "kernel/expressions/LValues.h"
#include "kernel/types/Inheritance.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// The vector type of which \p E is a component; null if it is something else.
static const catalog::VectorType *vectorOfComponent(const Expr *E) {
  const auto *M = dyn_cast<MemberExpr>(E);
  if (!M || vectorComponent(M) < 0)
    return nullptr;
  QualType Base = M->getBase()->getType();
  return vectorTypeOf(M->isArrow() ? Base->getPointeeType() : Base);
}

/// &v.y of a vector type: "((__global float *)&v + 1)".
static Fragment printComponentAddress(KernelPrinter &P, const MemberExpr *M,
                                      const catalog::VectorType &Vector) {
  int Index = vectorComponent(M);
  AddressSpace Space = P.unit().Spaces.storage(P.version(), M);
  Fragment Base = M->isArrow() ? P.print(M->getBase(), Precedence::Unary)
                               : P.Lvalues.printAddress(M->getBase());
  Fragment Out("(" + keyword(Space).str() + Vector.Base.str() + " *)");
  Out += Base;
  return Index == 0 ? Out.binding(Precedence::Cast)
                    : (Out + " + " + std::to_string(Index)).binding(Precedence::Additive);
}

/// The array that \p E names, if it is handed in; else null.
static const VarDecl *handedInArray(const KernelPrinter &P, const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const Appended *A = V && V->getType()->isArrayType() ? P.Locals.appendedFor(V) : nullptr;
  if (!A || (A->K == Appended::StaticShared && P.version().Function->hasAttr<CUDAGlobalAttr>()))
    return nullptr;
  return V;
}

/// &table of an array that is handed in, as a pointer to its elements: "(__local int (*)[8])table",
/// or the name alone where it is converted.
static Fragment printHandedInAddress(KernelPrinter &P, const Expr *E, const VarDecl *V) {
  const Stmt *Child = E, *Up = P.plan().Body.meaningfulParent(Child);
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(Up)) {
    Child = U;
    if (isa_and_nonnull<ExplicitCastExpr>(P.plan().Body.meaningfulParent(Child)))
      return P.print(E);
  }
  AddressSpace Space = P.unit().Spaces.storage(P.version(), E);
  std::string Type = P.Locals.types().declare(
      P.context().getPointerType(V->getType()), "",
      {[Space](unsigned) { return Space; }, P.unit().Spaces.record(P.version(), V)});
  return (Fragment("(" + Type + ")") + P.print(E, Precedence::Unary)).binding(Precedence::Cast);
}

/// Returns true if an assignment to a \p Changed may change what is read as a \p Read.
static bool mayBeSame(QualType Changed, QualType Read, const ASTContext &Context) {
  if (Read.isConstQualified())
    return false;
  if (!Changed->isScalarType() || Changed->isCharType() || !Read->isScalarType())
    return true;
  if (Changed->isIntegralOrEnumerationType() && Read->isIntegralOrEnumerationType())
    return Context.getTypeSize(Changed) == Context.getTypeSize(Read);
  return Context.hasSameUnqualifiedType(Changed, Read);
}

/// Returns true if \p Part of the lvalue \p Object reads what an assignment to that may change, so
/// that afterwards it may be another object: `(m[m[0]] = 2) += 5`.
static bool readsItself(const KernelPrinter &P, const Expr *Object, const Stmt *Part) {
  const CastExpr *Cast = readingCast(Part);
  const Expr *From = Cast ? Cast->getSubExpr()->IgnoreParens() : nullptr;
  if (From && !threadIdOf(Cast) && mayBeSame(Object->getType(), From->getType(), P.context())) {
    const auto *Ref = dyn_cast<DeclRefExpr>(From);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    bool IsOther = V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
                   P.version().Function && isUsedByNameOnly(P.version().Function, V);
    forEachRoot(Object, [&](const DeclRefExpr *Root) { IsOther &= Root->getDecl() != V; });
    if (!IsOther)
      return true;
  }
  return anyEvaluated(Part, [&](const Stmt *Inner) { return readsItself(P, Object, Inner); });
}

/// The assignment or increment \p E, then the address of \p Object, which it changed: named twice.
/// \p Value: what is assigned.
static Fragment changeThenAddress(KernelPrinter &P, const Expr *E, const Expr *Object,
                                  const Expr *Value = nullptr) {
  auto Change = [&] { return P.printInside(PrintLayer::Address, E) + ", "; };
  if (isRepeatable(Object) && !readsItself(P, Object, Object))
    return Fragment("(") + Change() + P.Lvalues.printAddress(Object) + ")";
  if (!P.version().Function)
    return P.unit().mark(diag::UnsupportedInitializer, E->getBeginLoc(), {"it changes something"});
  return printWithPlaceFirst(P, E, Object, Value,
                             [&](const std::string &Place) { return Change() + Place; });
}

/// The private array whose elements \p E chooses between, or null.
static const DeclRefExpr *chosenArray(KernelPrinter &P, const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    const DeclRefExpr *One = chosenArray(P, C->getTrueExpr());
    const DeclRefExpr *Other = chosenArray(P, C->getFalseExpr());
    return One && Other && One->getDecl() == Other->getDecl() ? One : nullptr;
  }
  const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
  const Expr *Base = Element ? Element->getBase()->IgnoreParenImpCasts() : nullptr;
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Base);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && V->getType()->isConstantArrayType() && !isBoolInOutput(P, E)
             ? Ref
             : nullptr;
}

static Fragment printChosenIndex(KernelPrinter &P, const Expr *E) {
  E = E->IgnoreParens();
  const auto *C = dyn_cast<ConditionalOperator>(E);
  if (!C)
    return P.print(cast<ArraySubscriptExpr>(E)->getIdx(), Precedence::Unary);
  return P.print(C->getCond(), Precedence::Unary) + " ? " + printChosenIndex(P, C->getTrueExpr()) +
         " : " + printChosenIndex(P, C->getFalseExpr());
}

std::optional<Fragment> printChosenElement(KernelPrinter &P, const Expr *E) {
  const DeclRefExpr *Array = isa<ConditionalOperator>(E) ? chosenArray(P, E) : nullptr;
  if (!Array)
    return std::nullopt;
  return P.print(Array) + "[" + printChosenIndex(P, E) + "]";
}

/// threadIdx and its like, and their components, are values in OpenCL.
static bool isIndexValue(const DeviceUnit &Unit, const Expr *E) {
  if (const auto *M = dyn_cast<MemberExpr>(E))
    E = M->getBase()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasGlobalStorage() && V->getType()->isRecordType() &&
         !Unit.isUserCode(V->getLocation());
}

/// "c ? &a : &b".
static Fragment printChosenAddress(KernelPrinter &P, const ConditionalOperator *C) {
  return (P.print(C->getCond(), Precedence::Unary) + " ? " +
          P.Lvalues.printAddress(C->getTrueExpr()) + " : " +
          P.Lvalues.printAddress(C->getFalseExpr()))
      .binding(Precedence::Conditional);
}

/// The address of what \p E names and the output has as a pointer, a member of an object that is
/// handed in or an element that is chosen.
static std::optional<Fragment> printNamedAddress(KernelPrinter &P, const Expr *E) {
  // An element of an array taken apart: the parts of its text are written nowhere.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *B = dyn_cast<BindingDecl>(Ref->getDecl());
        B && (B->getHoldingVar() ||
              (B->getBinding() && isa<ArraySubscriptExpr>(B->getBinding()->IgnoreParenImpCasts()))))
      return (Fragment("&") + P.print(E, Precedence::Unary)).binding(Precedence::Unary);
  if (const CastExpr *Base = asDerivedToBase(E); Base && Base->isGLValue())
    return printBaseAddress(P, Base);
  if (isa<DeclRefExpr>(E) && isMemberless(E->getType()))
    return Fragment("(__private " + P.Locals.typeText(E->getType().getUnqualifiedType(), E) +
                    "[1]){") +
           P.print(E) + "}";
  std::string Pointer;
  if (P.Lvalues.isLoweredToPointer(E, &Pointer))
    return Pointer;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const Expr *Other = P.Scope.substituteOf(Ref->getDecl()))
      return P.Lvalues.printAddress(Other, Precedence::Comma);
    if (const auto *B = dyn_cast<BindingDecl>(Ref->getDecl()); B && B->getBinding())
      return P.Lvalues.printAddress(B->getBinding(), Precedence::Comma);
  }
  // "(*self->target)" of a reference member.
  if (P.Locals.isReferenceField(E))
    return P.Lvalues.printReferenceField(cast<MemberExpr>(E));
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref) {
    const auto *This = dyn_cast<CXXThisExpr>(U->getSubExpr()->IgnoreParens());
    return This && P.Locals.selfIsObject() ? Fragment("&self").binding(Precedence::Unary)
                                           : P.printWithPrecedence(U->getSubExpr()->IgnoreParens());
  }
  return std::nullopt;
}

/// The address of what the operator or call \p E gives: an object that it changes, chooses or
/// returns.
static std::optional<Fragment> printResultAddress(KernelPrinter &P, const Expr *E) {
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isPrefix() && U->isIncrementDecrementOp())
    return changeThenAddress(P, U, U->getSubExpr());
  if (const catalog::VectorType *Vector = vectorOfComponent(E))
    return printComponentAddress(P, cast<MemberExpr>(E), *Vector);
  if (const VarDecl *Array = handedInArray(P, E))
    return printHandedInAddress(P, E, Array);
  if (std::optional<Fragment> Derived = printDerivedAddress(P, E))
    return Derived;
  if (std::optional<Fragment> Element = printChosenElement(P, E))
    return (Fragment("&") + *Element).binding(Precedence::Unary);
  if (const auto *C = dyn_cast<ConditionalOperator>(E); C && C->isGLValue())
    return printChosenAddress(P, C);
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    return changeThenAddress(P, B, B->getLHS(), B->getRHS());
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E); Call && isTrivialAssignment(Call))
    return changeThenAddress(P, Call, Call->getArg(0), Call->getArg(1));
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isCommaOp())
    return Fragment("(") + P.print(B->getLHS()) + ", " + P.Lvalues.printAddress(B->getRHS()) + ")";
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && passedOn(Call))
    return P.Lvalues.printAddress(Call->getArg(0), Precedence::Comma);
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && Call->isGLValue())
    return P.Lvalues.printReferenceCall(Call);
  return std::nullopt;
}

/// The address of a value, which a temporary holds: an array of one, since {s} of a struct s would
/// be its first member.
static std::optional<Fragment> printValueAddress(KernelPrinter &P, const Expr *E) {
  const auto *M = dyn_cast<MaterializeTemporaryExpr>(E);
  const Expr *Made = M ? M->getSubExpr()->IgnoreParenNoopCasts(P.context()) : nullptr;
  if (const auto *B = dyn_cast_or_null<CXXBindTemporaryExpr>(Made);
      B && P.plan().TemporaryPointers.count(B))
    return P.Lvalues.printTemporaryAddress(B);
  if (const auto *C = dyn_cast_or_null<ConditionalOperator>(Made);
      C && !hasNoDestructor(C->getType()))
    return printChosenAddress(P, C);
  if (!M && !E->isPRValue() && !isIndexValue(P.unit(), E))
    return std::nullopt;
  const Expr *Value = M ? M->getSubExpr() : E;
  QualType T = E->getType().getUnqualifiedType();
  TypeText::Split Type = P.Locals.types().split(T, T->isArrayType() ? "[1]" : "",
                                                spacesOf(P.unit(), P.version(), Value));
  // "__local int *__private [1]": a space in front is that of what it points to.
  if (T->isPointerType() && (Type.HasSpace || llvm::StringRef(Type.whole()).ends_with("*")))
    return Fragment("(" + Type.whole() + "__private [1]){") + P.printValue(Value) + "}";
  std::string Array = Type.whole() + (T->isArrayType() ? "" : "[1]");
  Fragment Text = Fragment("(__private " + Array + "){") + P.printValue(Value) + "}";
  return T->isBooleanType() ? (Fragment("(uchar *)") + Text).binding(Precedence::Cast) : Text;
}

Fragment AddressPrinter::printBareAddress(const Expr *E) {
  if (const Fragment *Address = P.Scope.addressFor(E))
    return *Address;
  E = E->IgnoreParens();
  if (E->getType()->isFunctionType())
    return P.print(E); // a number
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E); C && C->isGLValue() && !asDerivedToBase(C))
    return printBareAddress(C->getSubExpr());
  if (const auto *F = dyn_cast<FullExpr>(E))
    return printBareAddress(F->getSubExpr());
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    return Plan.TemporaryPointers.count(B) ? printTemporaryAddress(B)
                                           : printBareAddress(B->getSubExpr());
  if (const auto *N = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return printBareAddress(N->getReplacement());
  if (std::optional<Fragment> Text = printNamedAddress(P, E))
    return *Text;
  if (std::optional<Fragment> Text = printResultAddress(P, E))
    return *Text;
  // Memory holds bools as bytes, and so does what a pointer points to.
  if (isBoolInOutput(P, E))
    return (Fragment("(uchar *)&") + P.print(E, Precedence::Unary)).binding(Precedence::Cast);
  if (std::optional<Fragment> Text = printValueAddress(P, E))
    return *Text;
  return (Fragment("&") + P.print(E, Precedence::Unary)).binding(Precedence::Unary);
}

std::optional<Fragment> printAddressOf(KernelPrinter &P, const Stmt *S) {
  const auto *U = dyn_cast<UnaryOperator>(S);
  if (!U || U->getOpcode() != UO_AddrOf)
    return std::nullopt;
  const Expr *E = U->getSubExpr()->IgnoreParens();
  bool Changes = isBoolInOutput(P, E) || P.Lvalues.isLoweredToPointer(E) ||
                 P.Locals.isReferenceField(E) || vectorOfComponent(E) || handedInArray(P, E) ||
                 (isa<CallExpr>(E) && E->isGLValue()) || isNoObjectInC(E);
  return Changes ? std::optional<Fragment>(P.Lvalues.printAddress(E)) : std::nullopt;
}

} // namespace cu2cl
