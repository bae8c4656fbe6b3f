// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Member access. `r.x` of a reference is `r->x`; a member named alone in a method is `self->x`; one
// of a base class is `self->base.x`; a static member is a name of its own; a reference is a
// pointer; a mutable member of a const object is changed through a pointer that is not const.

#include "analysis/reach/FunctionPointers.h"
#include "kernel/core/Constants.h"
#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "kernel/core/TypeText.h"
#include "kernel/types/Inheritance.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// The access of \p Field by \p M, as it is in the object.
static Fragment printField(KernelPrinter &P, const MemberExpr *M, const FieldDecl *Field) {
  std::string Name = P.names().local(Field);
  const SourceLocation Named = M->getMemberLoc();
  TokenRange Whole = P.unit().tokensOf(M->getSourceRange());
  // Members of an anonymous struct are members of the one around it.
  while (const auto *Outer = dyn_cast<MemberExpr>(M->getBase()->IgnoreParens())) {
    const auto *Around = dyn_cast<FieldDecl>(Outer->getMemberDecl());
    if (!Around || !Around->isAnonymousStructOrUnion())
      break;
    M = Outer;
  }
  // Members of a base class are members of the object's `base`.
  const Expr *Object = M->getBase();
  while (const CastExpr *Cast = asDerivedToBase(Object)) {
    std::optional<std::string> Path = basePath(P, Cast);
    if (!Path)
      break;
    Name = *Path + "." + Name;
    Object = Cast->getSubExpr();
  }
  if (isa<CXXThisExpr>(Object->IgnoreParens()))
    return P.Locals.printThisMember(cast<CXXThisExpr>(Object->IgnoreParens())) + Name;
  std::string Pointer;
  if (!M->isArrow() && P.Lvalues.isLoweredToPointer(Object, &Pointer))
    return Fragment(Pointer + "->" + Name);
  if (!M->isArrow() && P.Locals.isReferenceField(Object->IgnoreParens()))
    return P.Lvalues.printAddress(Object, Precedence::Postfix) + "->" + Name;
  TokenRange Base = P.unit().tokensOf(Object->getSourceRange());
  TokenRange Member = P.unit().tokensOf(Named);
  Fragment Text = P.print(Object, Precedence::Postfix);
  // Of a cast to a base that is written only the object stays.
  if (Whole.empty() || Base.empty() || Member.empty() || Whole.Begin != Base.Begin ||
      !Whole.contains(Base) || Member.Begin < Base.End)
    return Text + (M->isArrow() ? "->" : ".") + Name;
  std::vector<KernelPrinter::Edit> Edits = {{Base, Text}};
  // Everything between the access and the name (a qualification) goes with it.
  if (P.unit().tokenText(Member.Begin) != Name || Member.Begin != Base.End + 1)
    Edits.push_back({{Base.End, Whole.End}, (M->isArrow() ? "->" : ".") + Name});
  return P.compose(Whole, std::move(Edits));
}

/// Returns true if more than the value of \p M, a mutable member, is used where its object is
/// const.
static bool isChangedBehindConst(KernelPrinter &P, const MemberExpr *M) {
  QualType Object = M->getBase()->getType();
  if (!(M->isArrow() ? Object->getPointeeType() : Object).isConstQualified())
    return false;
  const Stmt *Up = P.plan().Body.parent(M);
  while (isa_and_nonnull<ParenExpr>(Up))
    Up = P.plan().Body.parent(Up);
  const auto *C = dyn_cast_or_null<ImplicitCastExpr>(Up);
  return !C || C->getCastKind() != CK_LValueToRValue;
}

Fragment AddressPrinter::printReferenceField(const MemberExpr *M) {
  return printField(P, M, cast<FieldDecl>(M->getMemberDecl()));
}

/// \p Name, what \p M names without its object: "(next(&p), K)" if the object's expression does
/// something.
static Fragment printAlone(KernelPrinter &P, const MemberExpr *M, const std::string &Name) {
  if (!mayChange(P, M->getBase()))
    return Fragment(Name);
  return Fragment("(") + printDiscarded(P, M->getBase()) + ", " + Name + ")";
}

std::optional<Fragment> printMember(KernelPrinter &P, const Stmt *S) {
  const auto *M = dyn_cast<MemberExpr>(S);
  if (!M)
    return std::nullopt;
  const ValueDecl *D = M->getMemberDecl();
  if (const auto *V = dyn_cast<VarDecl>(D)) {
    if (constantForm(V) == ConstantForm::None)
      return Fragment(
          P.unit().mark(diag::HostVariableInDeviceCode, M->getMemberLoc(), {V->getNameAsString()}));
    P.Found.need(V);
    return printAlone(P, M, P.names().global(V));
  }
  if (const auto *E = dyn_cast<EnumConstantDecl>(D)) {
    P.Found.need(cast<EnumDecl>(E->getDeclContext()));
    return printAlone(P, M, P.names().global(E));
  }
  const auto *Field = dyn_cast<FieldDecl>(D);
  if (!Field)
    return std::nullopt;
  // The member of an anonymous union is named in the struct around it.
  if (Field->isAnonymousStructOrUnion())
    return M->isImplicitAccess() || M->getBase()->isImplicitCXXThis()
               ? std::optional<Fragment>()
               : std::optional<Fragment>(P.printBare(M->getBase()));
  Fragment Text = printField(P, M, Field);
  if (Field->isMutable() && isChangedBehindConst(P, M)) {
    AddressSpace Space = P.unit().Spaces.storage(P.version(), M);
    QualType Pointer = P.context().getPointerType(M->getType());
    return Fragment::dereference(
        Fragment("(" + P.Locals.types().declare(Pointer, "", [&](unsigned) { return Space; }) +
                 ")&") +
        Text);
  }
  bool IsPointer = Field->getType()->isReferenceType() && !pointedFunction(Field->getType());
  return IsPointer ? Fragment::dereference(Text) : Text;
}

} // namespace cu2cl
