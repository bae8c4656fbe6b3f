// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Expressions with device pointers:
//   (void **)&d      &d
//   (float *)p       clrt::ptr<float>(p), or p for a cl_mem
//   sizeof(*d)       sizeof(float)
//   printf("%p", d)  printf("%p", d.shown())

#include "catalog/Catalog.h"
#include "host/PointerText.h"

using namespace clang;

namespace cu2cl {

static const char Rule[] = "PointerUses";

static void cannotEdit(HostScope &S, const Expr *E) {
  S.Unit.report(3003, E->getBeginLoc(), {"expression"});
}

/// The tokens of a cast around its operand: `(T)`, or `static_cast<T>` (its parentheses stay).
static SourceRange castTokens(const ExplicitCastExpr *Cast) {
  if (auto *C = dyn_cast<CStyleCastExpr>(Cast))
    return {C->getLParenLoc(), C->getRParenLoc()};
  if (auto *Named = dyn_cast<CXXNamedCastExpr>(Cast))
    return {Named->getOperatorLoc(), Named->getAngleBrackets().getEnd()};
  return {};
}

static void dropCast(HostScope &S, const ExplicitCastExpr *Cast, unsigned Depth) {
  SourceRange Tokens = castTokens(Cast);
  if (Tokens.isInvalid() || !S.Source.replace(Tokens, "", Rule, Edit::Cover, Depth))
    cannotEdit(S, Cast);
}

/// `(T *)x` becomes `clrt::ptr<T>(x)`.
static void constructPtr(HostScope &S, const ExplicitCastExpr *Cast, unsigned Depth,
                         const WrittenPointer &Pointer) {
  const Expr *Operand = Cast->getSubExprAsWritten();
  bool Ok = true;
  if (auto *C = dyn_cast<CStyleCastExpr>(Cast)) {
    bool HasParens = isa<ParenExpr>(Operand);
    Ok = S.Source.replace(C->getLParenLoc(), "", Rule) &&
         S.Source.replace(C->getRParenLoc(), HasParens ? "" : "(", Rule) &&
         (HasParens || S.Source.insertAfter(Operand->getEndLoc(), ")", Rule, Depth));
  } else if (auto *Named = dyn_cast<CXXNamedCastExpr>(Cast)) {
    Ok = S.Source.replace({Named->getOperatorLoc(), Named->getAngleBrackets().getBegin()}, "",
                          Rule) &&
         S.Source.replace(Named->getAngleBrackets().getEnd(), "", Rule);
  }
  if (!Ok || !rewritePointer(S.Unit, S.Source, Pointer))
    cannotEdit(S, Cast);
}

/// Whether what takes the address of a device pointer, \p Operand, takes it with its own type:
/// clrt's functions do, and a cl_mem has only one.
static bool isTyped(const HostScope &S, const Expr *Cast, const Expr *Operand) {
  if (S.Unit.Pointers.of(Operand, 1, S.Version) == PointerRep::ClMem)
    return true;
  auto *Call = dyn_cast_or_null<CallExpr>(S.Unit.writtenParent(Cast));
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && !S.Source.isEditable(Callee->getLocation());
}

/// Whether a call of \p F may find another function, or give a template another argument, if what
/// it is given has another type.
static bool dependsOnTypes(const NamedDecl *F) {
  F = F->getUnderlyingDecl();
  if (const auto *Function = dyn_cast<FunctionDecl>(F)) {
    if (Function->getPrimaryTemplate())
      return true;
    F = Function->getCanonicalDecl();
  }
  if (isa<FunctionTemplateDecl>(F))
    return true;
  return llvm::any_of(F->getDeclContext()->lookup(F->getDeclName()), [&](const NamedDecl *Other) {
    return isa<FunctionDecl, FunctionTemplateDecl>(Other) && Other->getCanonicalDecl() != F;
  });
}

static bool dependsOnTypes(const HostScope &S, const CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  const NamedDecl *F = Call->getDirectCallee();
  if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee); Lookup && !F && Lookup->getNumDecls())
    F = *Lookup->decls_begin();
  if (!F || isa<CXXOperatorCallExpr>(Call))
    return false;
  // clrt's functions take pointers of all types.
  bool IsCuda = !S.Source.isEditable(F->getLocation()) && F->getIdentifier() &&
                catalog::findHostFunction(F->getName());
  return !IsCuda && dependsOnTypes(F);
}

/// Whether what stands around \p Cast takes its type from it: `c ? (void *)a : (void *)b`,
/// `for (void *p : {(void *)a, (void *)b})`, `auto p = (void *)a`, `std::make_pair((void *)a, 1)`.
static bool givesType(const HostScope &S, const ExplicitCastExpr *Cast) {
  const Stmt *Inner = Cast, *Around = S.Unit.writtenParent(Cast);
  while (isa_and_nonnull<ParenExpr, InitListExpr, CXXStdInitializerListExpr>(Around)) {
    Inner = Around;
    Around = S.Unit.writtenParent(Around);
  }
  if (const auto *Choice = dyn_cast_or_null<ConditionalOperator>(Around))
    return Choice->getCond() != Inner;
  if (const auto *Call = dyn_cast_or_null<CallExpr>(Around))
    return dependsOnTypes(S, Call);
  if (isa_and_nonnull<CXXForRangeStmt>(Around))
    return true;
  const auto *Declared = dyn_cast_or_null<DeclStmt>(Around);
  return Declared && llvm::any_of(Declared->decls(), [](const Decl *D) {
           const auto *V = dyn_cast<VarDecl>(D);
           return V && V->getType()->getContainedAutoType();
         });
}

static void rewriteCast(HostScope &S, const ExplicitCastExpr *Cast, unsigned Depth) {
  if (!Cast->getType()->isPointerType() || !Cast->getTypeInfoAsWritten())
    return;
  const Expr *Operand = Cast->getSubExprAsWritten();
  // (void **)&d: the address of a device pointer has its own type now.
  QualType From = Operand->getType();
  if (From->isPointerType() && From->getPointeeType()->isPointerType() &&
      isRewritten(S.Unit.Pointers.of(Operand, 1, S.Version)) && isTyped(S, Cast, Operand))
    return dropCast(S, Cast, Depth);
  for (const WrittenPointer &Pointer :
       S.Unit.Pointers.written(Cast, Cast->getTypeInfoAsWritten()->getTypeLoc(), S.Version)) {
    if (!isRewritten(Pointer.Rep))
      continue;
    if (Pointer.Level > 0) {
      if (!rewritePointer(S.Unit, S.Source, Pointer))
        cannotEdit(S, Cast);
      continue;
    }
    bool IsNumber =
        Operand->getType()->isIntegerType() &&
        !Operand->isNullPointerConstant(S.Unit.Side.context(), Expr::NPC_ValueDependentIsNotNull);
    if (IsNumber && Pointer.Rep == PointerRep::ClMem) {
      if (!rewritePointer(S.Unit, S.Source, Pointer))
        cannotEdit(S, Cast);
      return;
    }
    if (IsNumber)
      S.Source.insertBefore(Operand->getBeginLoc(), "(cl_mem)", Rule, Depth + 1);
    bool IsVoid = Cast->getType()->isVoidPointerType() && !IsNumber;
    if (Pointer.Rep == PointerRep::ClMem || (IsVoid && !givesType(S, Cast)))
      dropCast(S, Cast, Depth);
    else
      constructPtr(S, Cast, Depth, Pointer);
    return;
  }
}

static bool isSimple(const Expr *E) {
  E = E->IgnoreImpCasts();
  return isa<DeclRefExpr, IntegerLiteral, ParenExpr, CallExpr, MemberExpr, ArraySubscriptExpr>(E) &&
         !isa<CXXOperatorCallExpr>(E);
}

/// True if \p E is a part of device memory or of a symbol.
static bool needsElementType(const HostScope &S, const Expr *E) {
  if (isDeviceElement(S, E))
    return true;
  E = E->IgnoreParenImpCasts();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && (V->hasAttr<CUDAConstantAttr>() || V->hasAttr<CUDADeviceAttr>());
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_Deref)
    return needsElementType(S, Unary->getSubExpr());
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return needsElementType(S, Element->getBase());
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return !Member->isArrow() && needsElementType(S, Member->getBase());
  return false;
}

/// `sizeof(*d)` and `sizeof(symbol)`: the type is written out.
static void rewriteSizeof(HostScope &S, const UnaryExprOrTypeTraitExpr *Size, unsigned Depth) {
  if (Size->getKind() != UETT_SizeOf)
    return;
  if (Size->isArgumentType()) {
    for (const WrittenPointer &Pointer :
         S.Unit.Pointers.written(Size, Size->getArgumentTypeInfo()->getTypeLoc(), S.Version))
      if (isRewritten(Pointer.Rep) && !rewritePointer(S.Unit, S.Source, Pointer))
        cannotEdit(S, Size);
    return;
  }
  const Expr *Argument = Size->getArgumentExpr();
  if (!needsElementType(S, Argument))
    return;
  QualType Type = Argument->getType().getUnqualifiedType();
  std::string Text = "sizeof(" + Type.getAsString(S.Unit.policy()) + ")";
  if (!S.Source.replace(Size->getSourceRange(), Text, Rule, Edit::Cover, Depth))
    cannotEdit(S, Size);
}

/// A device pointer passed through `...` (to printf) is shown as its buffer, moved by its offset.
static void rewriteVariadic(HostScope &S, const CallExpr *Call, unsigned Depth) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->isVariadic() || isa<CUDAKernelCallExpr>(Call))
    return;
  for (unsigned I = F->getNumParams(); I < Call->getNumArgs(); ++I) {
    const Expr *Argument = Call->getArg(I);
    PointerRep Rep = S.Unit.Pointers.of(Argument, 0, S.Version);
    if (!Argument->getType()->isPointerType() || (Rep != PointerRep::Ptr && Rep != PointerRep::Any))
      continue;
    bool Simple = isSimple(Argument);
    if (Rep == PointerRep::Any) {
      if (!S.Source.insertBefore(Argument->getBeginLoc(), Simple ? "(void *)" : "(void *)(", Rule,
                                 Depth + 1) ||
          (!Simple && !S.Source.insertAfter(Argument->getEndLoc(), ")", Rule, Depth + 1)))
        cannotEdit(S, Argument);
      continue;
    }
    if ((!Simple && !S.Source.insertBefore(Argument->getBeginLoc(), "(", Rule, Depth + 1)) ||
        !S.Source.insertAfter(Argument->getEndLoc(), Simple ? ".shown()" : ").shown()", Rule,
                              Depth + 1))
      cannotEdit(S, Argument);
  }
}

/// The type of an object that \p E makes: `new float *[n]`, `std::shared_ptr<float>(p, release)`.
static void rewriteMade(HostScope &S, const Expr *E, const TypeSourceInfo *Type) {
  if (!Type)
    return;
  for (const WrittenPointer &Pointer : S.Unit.Pointers.written(E, Type->getTypeLoc(), S.Version))
    if (isRewritten(Pointer.Rep) && !rewritePointer(S.Unit, S.Source, Pointer))
      cannotEdit(S, E);
}

void rewritePointerUses(HostScope &S) {
  for (const HostNode &Node : S.Body.Nodes) {
    if (auto *Made = dyn_cast<CXXFunctionalCastExpr>(Node.S);
        Made && Made->getType()->isRecordType())
      rewriteMade(S, Made, Made->getTypeInfoAsWritten());
    else if (auto *Cast = dyn_cast<ExplicitCastExpr>(Node.S))
      rewriteCast(S, Cast, Node.Depth);
    else if (auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(Node.S))
      rewriteSizeof(S, Size, Node.Depth);
    else if (auto *Call = dyn_cast<CallExpr>(Node.S))
      rewriteVariadic(S, Call, Node.Depth);
    else if (auto *New = dyn_cast<CXXNewExpr>(Node.S))
      rewriteMade(S, New, New->getAllocatedTypeSourceInfo());
    else if (auto *Made = dyn_cast<CXXTemporaryObjectExpr>(Node.S))
      rewriteMade(S, Made, Made->getTypeSourceInfo());
  }
}

} // namespace cu2cl
