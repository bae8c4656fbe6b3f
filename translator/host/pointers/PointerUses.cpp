// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Types in expressions with device pointers that are cl_mem:
//   (void **)&d        &d
//   (float *)d         d
//   new float *[n]     new cl_mem[n]
// and the size of a symbol, which is an object of clrt's:
//   sizeof(symbol)     sizeof(float[4])

#include "analysis/reach/UnnamedTypes.h"
#include "host/unit/PointerText.h"
#include "host/unit/RuleNames.h"
#include "host/unit/SymbolTypes.h"

using namespace clang;

namespace cu2cl {

static void cannotEdit(HostScope &S, const Expr *E) {
  S.Unit.report(diag::UneditablePointerUse, E->getBeginLoc(), {});
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
  if (Tokens.isInvalid() || !S.Source.replace(Tokens, "", rule::PointerUses, Edit::Cover, Depth))
    cannotEdit(S, Cast);
}

static void rewriteCast(HostScope &S, const ExplicitCastExpr *Cast, unsigned Depth) {
  if (!Cast->getType()->isPointerType() || !Cast->getTypeInfoAsWritten())
    return;
  const Expr *Operand = Cast->getSubExprAsWritten();
  // (void **)&d: the address of a cl_mem has its own type.
  QualType From = Operand->getType();
  if (From->isPointerType() && From->getPointeeType()->isPointerType() &&
      S.Unit.Pointers.of(Operand, 1) == PointerRep::ClMem)
    return dropCast(S, Cast, Depth);
  for (const WrittenPointer &Pointer :
       S.Unit.Pointers.written(Cast, Cast->getTypeInfoAsWritten()->getTypeLoc())) {
    if (Pointer.Rep != PointerRep::ClMem)
      continue;
    // `(float *)0` is typed; of a cl_mem nothing is left to convert.
    bool IsNumber = Operand->getType()->isIntegerType();
    if (Pointer.Level == 0 && !IsNumber)
      return dropCast(S, Cast, Depth);
    // C's NULL, `((void *)0)` of a system header, is one of a cl_mem, too.
    bool IsNull =
        Operand->isNullPointerConstant(S.Unit.Side.context(), Expr::NPC_NeverValueDependent);
    if (!rewritePointer(S.Source, Pointer) && !(IsNull && Cast->getType()->isVoidPointerType()))
      cannotEdit(S, Cast);
  }
}

/// True if \p E is a symbol or a part of one.
static bool isPartOfSymbol(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && (V->hasAttr<CUDAConstantAttr>() || V->hasAttr<CUDADeviceAttr>());
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_Deref)
    return isPartOfSymbol(Unary->getSubExpr());
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return isPartOfSymbol(Element->getBase());
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return !Member->isArrow() && isPartOfSymbol(Member->getBase());
  return false;
}

/// The variable that \p E, a part of a symbol, is in.
static const VarDecl *symbolAround(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return cast<VarDecl>(Ref->getDecl());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return symbolAround(Unary->getSubExpr());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return symbolAround(Element->getBase());
  return symbolAround(cast<MemberExpr>(E)->getBase());
}

/// The type of \p E, a part of a symbol, for sizeof; empty if it has no name in the port:
///   __constant__ struct { int x[2]; } table[4];    table_type[4]
static std::string sizedType(const HostUnit &U, const Expr *E) {
  QualType Type = E->getType().getUnqualifiedType();
  const TagDecl *Tag = U.Side.context().getBaseElementType(Type)->getAsTagDecl();
  if (!Tag || Tag->hasNameForLinkage())
    return Type.getAsString(U.policy());
  auto NameOf = [&](const TagDecl *D) {
    if (D->hasNameForLinkage())
      return U.Side.context().getTypeDeclType(D).getAsString(U.policy());
    return D == definedIn(symbolAround(E)) ? nameOfUnnamed(D) : "";
  };
  if (const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts())) {
    const NamedDecl *Field = Member->getMemberDecl();
    const std::string Class = NameOf(cast<TagDecl>(Field->getDeclContext()));
    return Class.empty() ? "" : Class + "::" + Field->getNameAsString();
  }
  if (NameOf(Tag).empty())
    return "";
  std::string Bounds;
  for (const auto *A = U.Side.context().getAsConstantArrayType(Type); A;
       A = U.Side.context().getAsConstantArrayType(A->getElementType()))
    Bounds += "[" + std::to_string(A->getSize().getZExtValue()) + "]";
  return NameOf(Tag) + Bounds;
}

/// `sizeof(symbol)`: the type is written out.
static void rewriteSizeof(HostScope &S, const UnaryExprOrTypeTraitExpr *Size, unsigned Depth) {
  if (Size->getKind() != UETT_SizeOf || Size->isArgumentType() ||
      !isPartOfSymbol(Size->getArgumentExpr()))
    return;
  std::string Type = sizedType(S.Unit, Size->getArgumentExpr());
  if (Type.empty() || !S.Source.replace(Size->getSourceRange(), "sizeof(" + Type + ")",
                                        rule::PointerUses, Edit::Cover, Depth))
    cannotEdit(S, Size);
}

/// The type of an object that \p E makes: `new float *[n]`, `std::shared_ptr<float>(p, release)`.
static void rewriteMade(HostScope &S, const Expr *E, const TypeSourceInfo *Type) {
  if (!Type)
    return;
  for (const WrittenPointer &Pointer : S.Unit.Pointers.written(E, Type->getTypeLoc()))
    if (Pointer.Rep == PointerRep::ClMem && !rewritePointer(S.Source, Pointer))
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
    else if (auto *New = dyn_cast<CXXNewExpr>(Node.S))
      rewriteMade(S, New, New->getAllocatedTypeSourceInfo());
    else if (auto *Made = dyn_cast<CXXTemporaryObjectExpr>(Node.S))
      rewriteMade(S, Made, Made->getTypeSourceInfo());
  }
}

} // namespace cu2cl
