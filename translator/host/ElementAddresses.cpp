// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Addresses of what device pointers point to:
//   &d[i]                  d + i
//   &(*d)                  (d)
//   &d[i].mass, &d->mass   clrt::field(d + i, &Body::mass), clrt::field(d, &Body::mass)
//   rows[i] as a pointer   clrt::ptr<float>(rows + i), where the rows are arrays
// The tokens of the pointer and of the index stay where they are.

#include "host/PointerText.h"

using namespace clang;

namespace cu2cl {

static const char Rule[] = "ElementAddresses";

static bool isDevice(const HostScope &S, const Expr *Pointer) {
  return isRewritten(S.Unit.Pointers.of(Pointer, 0, S.Version));
}

/// The array whose address \p E is by decay; null if it is another pointer.
static const Expr *decayedArray(const Expr *E) {
  auto *Cast = dyn_cast<ImplicitCastExpr>(E->IgnoreParens());
  return Cast && Cast->getCastKind() == CK_ArrayToPointerDecay ? Cast->getSubExpr() : nullptr;
}

/// Past the members of anonymous structs, which have no name in the text.
static const Expr *namedBase(const MemberExpr *E) {
  const Expr *Base = E->getBase();
  for (auto *Inner = dyn_cast<MemberExpr>(Base->IgnoreImpCasts());
       Inner && !Inner->getMemberDecl()->getDeclName();
       Inner = dyn_cast<MemberExpr>(Base->IgnoreImpCasts()))
    Base = Inner->getBase();
  return Base;
}

bool isDeviceElement(const HostScope &S, const Expr *E) {
  E = E->IgnoreParens();
  auto Pointed = [&](const Expr *Pointer) {
    const Expr *Array = decayedArray(Pointer);
    return Array ? isDeviceElement(S, Array) : isDevice(S, Pointer);
  };
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return Pointed(Element->getBase());
  if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_Deref)
    return Pointed(Unary->getSubExpr());
  if (auto *Member = dyn_cast<MemberExpr>(E); Member && isa<FieldDecl>(Member->getMemberDecl())) {
    const Expr *Base = namedBase(Member);
    if (isa<CXXThisExpr>(Base->IgnoreParenImpCasts()))
      return false; // objects with methods of the host lie in host memory
    return Base->getType()->isPointerType() ? Pointed(Base) : isDeviceElement(S, Base);
  }
  return false;
}

/// The type of the device pointer \p E: "clrt::ptr<float>".
static std::string pointerTo(const HostScope &S, const Expr *E) {
  return classOf(S.Unit.Pointers.of(E, 0, S.Version)).str() + "<" +
         E->getType()->getPointeeType().getAsString(S.Unit.policy()) + ">";
}

namespace {

/// Rewrites one lvalue in device memory as the pointer to it.
class ElementAddress {
public:
  ElementAddress(HostScope &S, unsigned Depth, llvm::DenseSet<const Expr *> &Done)
      : S(S), Depth(Depth), Done(Done) {}

  /// \p Primary: what stands around it binds more tightly than `+`.
  bool rewrite(const Expr *E, bool Primary) {
    const Expr *Plain = E->IgnoreParens();
    Primary &= Plain == E;
    ++Depth;
    if (auto *Element = dyn_cast<ArraySubscriptExpr>(Plain))
      return subscript(Element, Primary);
    if (auto *Unary = dyn_cast<UnaryOperator>(Plain))
      return S.Source.replace(Unary->getOperatorLoc(), "", Rule) &&
             pointer(Unary->getSubExpr(), Primary);
    return member(cast<MemberExpr>(Plain));
  }

private:
  HostScope &S;
  unsigned Depth;
  llvm::DenseSet<const Expr *> &Done;

  std::string spelled(QualType T) const { return T.getAsString(S.Unit.policy()); }

  bool wrap(const Expr *E, StringRef Before, StringRef After) {
    return S.Source.insertBefore(E->getBeginLoc(), Before, Rule, Depth) &&
           S.Source.insertAfter(E->getEndLoc(), After, Rule, Depth);
  }

  /// \p E is a pointer: kept, or the address of an array that has to be made.
  bool pointer(const Expr *E, bool Primary) {
    const Expr *Array = decayedArray(E);
    if (!Array)
      return true;
    Done.insert(E->IgnoreParens());
    (void)Primary;
    return wrap(E, pointerTo(S, E) + "(", ")") && rewrite(Array, false);
  }

  bool subscript(const ArraySubscriptExpr *E, bool Primary) {
    const Expr *Base = E->getLHS(), *Index = E->getRHS();
    auto Tokens = S.Unit.Side.tokens().expandedTokens(Base->getEndLoc());
    if (!E->getBase()->getType()->isPointerType() || E->getBase() != Base || Tokens.empty() ||
        Tokens.end()->kind() != tok::l_square)
      return false; // i[d], or brackets that a macro makes
    const Expr *Bare = Index->IgnoreImpCasts();
    bool Simple = isa<DeclRefExpr, IntegerLiteral, ParenExpr, CallExpr, MemberExpr,
                      ArraySubscriptExpr, UnaryOperator, CStyleCastExpr>(Bare) &&
                  !isa<CXXOperatorCallExpr>(Bare);
    auto *Literal = dyn_cast<IntegerLiteral>(Bare);
    if (Literal && Literal->getValue() == 0 && Literal->getLocation().isFileID())
      return pointer(Base, true) &&
             S.Source.replace({Tokens.end()->location(), E->getRBracketLoc()}, "", Rule);
    if (Primary && !wrap(E, "(", ""))
      return false;
    return pointer(Base, true) &&
           S.Source.replace(Tokens.end()->location(), Simple ? " + " : " + (", Rule) &&
           S.Source.replace(E->getRBracketLoc(),
                            std::string(Simple ? "" : ")") + (Primary ? ")" : ""), Rule);
  }

  bool member(const MemberExpr *E) {
    const Expr *Base = namedBase(E);
    const auto *Outer = Base->getType()->isPointerType()
                            ? Base->getType()->getPointeeType()->getAsRecordDecl()
                            : Base->getType()->getAsRecordDecl();
    if (!Outer || E->hasQualifier())
      return false;
    std::string Class = spelled(S.Unit.Side.context().getTypeDeclType(Outer));
    if (!wrap(E, "clrt::field(", ")") ||
        !S.Source.replace({E->getOperatorLoc(), E->getMemberLoc()},
                          ", &" + Class + "::" + E->getMemberDecl()->getNameAsString(), Rule))
      return false;
    return Base->getType()->isPointerType() ? pointer(Base, false) : rewrite(Base, false);
  }
};

} // namespace

/// Whether `a + b` needs parentheses where \p E stands.
static bool needsParens(const HostScope &S, const Expr *E) {
  const Stmt *Parent = S.Unit.writtenParent(E);
  if (!Parent || isa<ParenExpr, DeclStmt, ReturnStmt, InitListExpr, ArraySubscriptExpr>(Parent))
    return false;
  if (auto *Call = dyn_cast<CallExpr>(Parent))
    return isa<CXXOperatorCallExpr>(Call);
  if (isa<CXXConstructExpr, CXXNamedCastExpr>(Parent))
    return false;
  if (auto *Binary = dyn_cast<BinaryOperator>(Parent))
    return !Binary->isAssignmentOp() && !Binary->isCommaOp();
  // `(T *)x` becomes clrt::ptr<T>(x), or x.
  if (isa<CStyleCastExpr>(Parent))
    return needsParens(S, cast<Expr>(Parent));
  return isa<Expr>(Parent);
}

static bool isUnevaluated(const HostUnit &U, const Stmt *S) {
  for (S = U.parent(S); S; S = U.parent(S))
    if (isa<UnaryExprOrTypeTraitExpr>(S))
      return true;
  return false;
}

/// True if host code looks at an element of the array \p E: rows[i][j] of an any_ptr.
static bool isAccessed(const HostUnit &U, const Expr *E) {
  const Stmt *Parent = U.parent(E);
  auto *Unary = dyn_cast_or_null<UnaryOperator>(Parent);
  return isa_and_nonnull<ArraySubscriptExpr>(Parent) || (Unary && Unary->getOpcode() == UO_Deref);
}

void rewriteElementAddresses(HostScope &S) {
  llvm::DenseSet<const Expr *> Done;
  for (const HostNode &Node : S.Body.Nodes) {
    auto *E = dyn_cast<Expr>(Node.S);
    if (!E || Done.count(E) || isUnevaluated(S.Unit, E))
      continue;
    bool Ok = true;
    ElementAddress Address(S, Node.Depth, Done);
    if (auto *Unary = dyn_cast<UnaryOperator>(E);
        Unary && Unary->getOpcode() == UO_AddrOf && isDeviceElement(S, Unary->getSubExpr())) {
      Ok = S.Source.replace(Unary->getOperatorLoc(), "", Rule) &&
           Address.rewrite(Unary->getSubExpr(), needsParens(S, Unary));
    } else if (auto *Cast = dyn_cast<ImplicitCastExpr>(E);
               Cast && Cast->getCastKind() == CK_ArrayToPointerDecay && !isAccessed(S.Unit, Cast) &&
               isDeviceElement(S, Cast->getSubExpr())) {
      Ok = S.Source.insertBefore(E->getBeginLoc(), pointerTo(S, Cast) + "(", Rule, Node.Depth) &&
           S.Source.insertAfter(E->getEndLoc(), ")", Rule, Node.Depth) &&
           Address.rewrite(Cast->getSubExpr(), false);
    }
    if (!Ok)
      S.Unit.report(3003, E->getBeginLoc(), {"expression"});
  }
}

} // namespace cu2cl
