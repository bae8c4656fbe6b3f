// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Uses of variables, enumerators and `this`.
//
// Effect: references, and __constant__, __device__ and shared variables that come as pointer
// arguments, are used through the pointer; names that OpenCL C takes get another; constants that
// only the compiler knows become their name or value.

#include "analysis/reach/FunctionPointers.h"
#include "analysis/reach/LibraryCode.h"
#include "catalog/CxxLibrary.h"
#include "core/source/NameMarks.h"
#include "kernel/core/Closures.h"
#include "kernel/core/Constants.h"
#include "kernel/core/MemberlessClasses.h"
#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "kernel/interface/HiddenParameters.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

static std::optional<Fragment> printConstantVariable(KernelPrinter &P, const DeclRefExpr *Ref,
                                                     const VarDecl *V) {
  ConstantForm Form = constantForm(V);
  if (Form == ConstantForm::None)
    return std::nullopt;
  const VarDecl *Definition = nullptr;
  V->getAnyInitializer(Definition);
  P.Found.need(Definition);
  std::string Name = P.names().global(V);
  TokenRange Range = P.unit().tokensOf(Ref->getSourceRange());
  if (Range.End - Range.Begin == 1 && P.unit().tokenText(Range.Begin) == Name)
    return P.printChildren(Ref);
  return Fragment(Name);
}

/// A structured binding to an element of an array: its subscript is written nowhere.
static std::optional<Fragment> printArrayBinding(KernelPrinter &P, const Expr *Binding) {
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Binding->IgnoreParenImpCasts());
  const auto *Index = Element ? dyn_cast<IntegerLiteral>(Element->getIdx()) : nullptr;
  const auto *Group =
      Element ? dyn_cast<DeclRefExpr>(Element->getBase()->IgnoreParenImpCasts()) : nullptr;
  if (!Index || !Group || !isa<DecompositionDecl>(Group->getDecl()))
    return std::nullopt;
  Fragment Array = P.Locals.nameOf(Group->getDecl());
  if (P.Locals.isPointerInOutput(Group->getDecl()))
    Array = Fragment::dereference(Array);
  return Array.operand(Precedence::Postfix) + "[" +
         std::to_string(Index->getValue().getZExtValue()) + "]";
}

/// A structured binding of a tuple-like type: of a std::pair or std::array the member, else what
/// the variable of the binding's name points to.
static Fragment printTupleBinding(KernelPrinter &P, const DeclRefExpr *Ref, const BindingDecl *B) {
  const auto *Group = dyn_cast_or_null<DecompositionDecl>(B->getDecomposedDecl());
  if (Group && hasMembersForParts(Group)) {
    const CXXRecordDecl *R = Group->getType().getNonReferenceType()->getAsCXXRecordDecl();
    unsigned Index = llvm::find(Group->bindings(), B) - Group->bindings().begin();
    bool IsPair = catalog::cxxClass(R->getName()) == catalog::CxxClass::Pair;
    auto Field = std::next(R->field_begin(), IsPair ? Index : 0);
    std::string Text = P.Locals.nameOf(Group) + (P.Locals.isPointerInOutput(Group) ? "->" : ".") +
                       P.names().local(*Field);
    return IsPair ? Text : Text + "[" + std::to_string(Index) + "]";
  }
  if (B->getHoldingVar())
    return Fragment::dereference(P.Locals.nameOf(B->getHoldingVar()));
  return P.unit().mark(diag::TokensFromMacro, Ref->getLocation(), {"structured binding"});
}

/// `*this` of an object that the text has as a value, or "*x_at" in a loop over a range, whose '*'
/// is written nowhere.
static std::optional<Fragment> printDereferenced(KernelPrinter &P, const UnaryOperator *U) {
  if (U->getOpcode() != UO_Deref)
    return std::nullopt;
  if (P.Locals.selfIsObject() && isa<CXXThisExpr>(U->getSubExpr()->IgnoreParens()))
    return Fragment("self");
  if (const auto *At = dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParenImpCasts());
      At && P.Scope.isNamed(At->getDecl()))
    return Fragment::dereference(P.Locals.nameOf(At->getDecl()));
  return std::nullopt;
}

/// Prints a reference to something that is not a variable in the output: a structured binding, a
/// lambda's capture, a function.
static std::optional<Fragment> printNonVariable(KernelPrinter &P, const DeclRefExpr *Ref) {
  const ValueDecl *D = Ref->getDecl();
  if (const FieldDecl *F = Ref->refersToEnclosingVariableOrCapture()
                               ? captureField(P.version().Function, D)
                               : nullptr)
    return F->getType()->isReferenceType() && !pointedFunction(F->getType())
               ? Fragment::dereference("self->" + P.names().local(F))
               : Fragment("self->" + P.names().local(F));
  if (const auto *B = dyn_cast<BindingDecl>(D)) {
    if (B->getHoldingVar() || !B->getBinding())
      return printTupleBinding(P, Ref, B);
    std::optional<Fragment> Element = printArrayBinding(P, B->getBinding());
    return Element ? *Element : P.print(B->getBinding());
  }
  // A lambda captures no reference whose function the compiler knows.
  if (const auto *V = dyn_cast<VarDecl>(D); V && V->getType()->isFunctionReferenceType() &&
                                            V->hasInit() &&
                                            V->getDeclContext() != P.version().Function)
    return P.print(V->getInit());
  if (isa<FunctionDecl>(D))
    return Fragment(P.unit().mark(diag::IndirectCall, Ref->getLocation()));
  return std::nullopt;
}

/// The value of \p V, a constant of the function around a lambda, whose value alone is used.
static std::optional<Fragment> printValueFromOutside(KernelPrinter &P, const DeclRefExpr *Ref,
                                                     const VarDecl *V) {
  const FunctionDecl *F = P.version().Function;
  Expr::EvalResult Value;
  if (!V->isLocalVarDecl() || !closureOf(F) || V->getDeclContext() == F ||
      !Ref->EvaluateAsRValue(Value, P.context()))
    return std::nullopt;
  if (Value.Val.isInt())
    return Fragment(integerLiteral(P.context(), Value.Val.getInt(), V->getType()));
  if (Value.Val.isFloat())
    return Fragment(floatingLiteral(Value.Val.getFloat(),
                                    V->getType()->isSpecificBuiltinType(BuiltinType::Double)));
  return std::nullopt;
}

std::optional<Fragment> printVariable(KernelPrinter &P, const Stmt *S) {
  if (const auto *This = dyn_cast<CXXThisExpr>(S))
    return P.Locals.printThis(This);
  if (const auto *U = dyn_cast<UnaryOperator>(S))
    return printDereferenced(P, U);
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  if (!Ref)
    return std::nullopt;
  const ValueDecl *D = Ref->getDecl();
  if (const Expr *Other = P.Scope.substituteOf(D))
    return P.print(Other, Precedence::Postfix);
  if (isa<VarDecl>(D) && isMemberless(D->getType()))
    return Fragment("(" + P.Locals.typeText(Ref->getType().getUnqualifiedType(), Ref) + "){0}");
  if (std::optional<Fragment> Text = printNonVariable(P, Ref))
    return Text;
  if (const auto *E = dyn_cast<EnumConstantDecl>(D)) {
    const auto *Enum = cast<EnumDecl>(E->getDeclContext());
    if (isOfRuntime(P.unit(), Enum))
      return Fragment(runtimeEnumerator(E));
    P.Found.need(Enum);
  }
  const auto *V = dyn_cast<VarDecl>(D);
  if (V)
    if (std::optional<Fragment> Text = printConstantVariable(P, Ref, V))
      return Text;
  if (V)
    hoistView(P, V);
  TokenRange Range = P.unit().tokensOf(Ref->getSourceRange());
  std::string Name = P.Locals.nameOf(D);
  if (P.Locals.isPointerInOutput(D))
    return Fragment::dereference(Name);
  if (V)
    if (std::optional<Fragment> Text = printValueFromOutside(P, Ref, V))
      return Text;
  if (V && V->hasGlobalStorage() && !V->isStaticLocal() && !P.Locals.appendedFor(V))
    return Fragment(
        P.unit().mark(diag::HostVariableInDeviceCode, Ref->getLocation(), {V->getNameAsString()}));
  if (Range.End - Range.Begin == 1 && P.unit().tokenText(Range.Begin) == withoutNameMarks(Name))
    return Fragment::tokens(Range.Begin, Range.End);
  return Fragment(Name);
}

} // namespace cu2cl
