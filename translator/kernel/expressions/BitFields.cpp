// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Bit-fields, which OpenCL C has not.
//
// Precondition: each lies within one word, aligned or not, that holds no ordinary member.
// Effect: reads and changes are the macros of clrt/device/bit_fields.clh, which know a field by its
// word, first bit and width (types/BitFieldWords.h).

#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "kernel/core/TypeText.h"
#include "kernel/expressions/CompoundAssignments.h"
#include "kernel/types/BitFieldWords.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace cu2cl {

namespace {

const MemberExpr *bitFieldAccess(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  const auto *M = E ? dyn_cast<MemberExpr>(E->IgnoreParens()) : nullptr;
  const auto *F = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  return F && F->isBitField() ? M : nullptr;
}

/// One use of a bit-field.
class BitFieldText {
public:
  BitFieldText(KernelPrinter &P, const MemberExpr *M)
      : P(P), M(M), F(cast<FieldDecl>(M->getMemberDecl())) {
    P.Found.needHelper("bit_fields");
    P.Found.need(namedRecord(F));
    Field = bitFieldMacro(P, F);
  }

  Fragment get() {
    unsigned Width = F->getBitWidthValue(P.context());
    bool Signed = F->getType()->isSignedIntegerOrEnumerationType();
    std::string Name = Signed ? (Width > 32 ? "clrt_get_wide_signed_bits" : "clrt_get_signed_bits")
                              : (Width > 31 ? "clrt_get_wide_bits" : "clrt_get_bits");
    std::string Cast = Width == 32 && !Signed ? "(uint)" : "";
    return Fragment(Cast + Name + "(") + object() + ", " + Field + ")";
  }

  Fragment set(const Fragment &Value) {
    return Fragment("clrt_set_bits(") + object() + ", " + Field + ", " + Value + ")";
  }

  /// Gives an object with side effects a pointer of ours, so that it can be named twice: what sets
  /// the pointer. Nothing for other objects.
  Fragment nameOnce() {
    const Expr *Base = outermost()->getBase();
    if (!mayChange(P, Base))
      return {};
    bool IsArrow = outermost()->isArrow();
    QualType Pointer = IsArrow ? Base->getType() : P.context().getPointerType(Base->getType());
    AddressSpace Space = P.unit().Spaces.storage(P.version(), M);
    const RecordClone *Record = P.unit().Spaces.record(P.version(), Base);
    Once = P.Locals.hoistedVariable(M, "object", [&](const std::string &Name) {
      return P.Locals.types().declare(Pointer, Name, {[Space](unsigned) { return Space; }, Record});
    });
    return Fragment(Once + " = ") +
           (IsArrow ? P.print(Base) : P.Lvalues.printAddress(Base, Precedence::Assignment));
  }

private:
  /// Members of an anonymous struct are members of the one around it.
  const MemberExpr *outermost() const {
    const MemberExpr *At = M;
    while (true) {
      const auto *Outer = dyn_cast<MemberExpr>(At->getBase()->IgnoreParenImpCasts());
      const auto *Field = Outer ? dyn_cast<FieldDecl>(Outer->getMemberDecl()) : nullptr;
      if (!Field || !Field->isAnonymousStructOrUnion())
        return At;
      At = Outer;
    }
  }

  Fragment object() const {
    if (!Once.empty())
      return "*" + Once;
    const MemberExpr *At = outermost();
    std::string Pointer;
    if (const auto *This = dyn_cast<CXXThisExpr>(At->getBase()->IgnoreParens()))
      return P.Locals.selfIsObject() ? Fragment("self") : Fragment("*") + P.Locals.printThis(This);
    if (!At->isArrow() && P.Lvalues.isLoweredToPointer(At->getBase(), &Pointer))
      return "*" + Pointer;
    return At->isArrow() ? Fragment("*") + P.print(At->getBase(), Precedence::Unary)
                         : P.print(At->getBase());
  }

  KernelPrinter &P;
  const MemberExpr *M;
  const FieldDecl *F;
  std::string Field;
  std::string Once; ///< our pointer to the object
};

/// \p Steps from left to right, the last one's value, as one expression.
Fragment inOrder(const std::vector<Fragment> &Steps) {
  Fragment Out;
  bool Several = false;
  for (const Fragment &Step : Steps)
    if (!Step.empty()) {
      Several |= !Out.empty();
      Out += (Out.empty() ? Fragment() : Fragment(", ")) + Step;
    }
  return Several ? Fragment("(") + Out + ")" : Out;
}

/// The change of \p M that \p E is, to what \p NewValue makes of its value; after \p First.
Fragment printChange(KernelPrinter &P, const Expr *E, const MemberExpr *M, const Fragment &First,
                     llvm::function_ref<Fragment(BitFieldText &)> NewValue) {
  BitFieldText Text(P, M);
  Fragment Named = Text.nameOnce();
  Fragment Set = Text.set(NewValue(Text));
  return inOrder({First, Named, Set, P.plan().Body.isUsed(E) ? Text.get() : Fragment()});
}

Fragment printAssigned(KernelPrinter &P, const BinaryOperator *B, const MemberExpr *M) {
  const auto *Compound = dyn_cast<CompoundAssignOperator>(B);
  auto Assign = [&](const Fragment &First, const Fragment &Value) {
    return printChange(P, B, M, First, [&](BitFieldText &Text) {
      return Compound ? computedValue(P, Compound, Text.get(), Value) : Value;
    });
  };
  if (std::optional<Fragment> Text =
          printWithValueFirst(P, B, B->getRHS(), /*AsOperand=*/Compound,
                              [&](const Fragment &Value) { return Assign({}, Value); }))
    return *Text;
  // Inside of an expression what changes something goes first, into a variable.
  std::string Name = P.Locals.hoistedVariable(B, "value", [&](const std::string &Name) {
    return P.Locals.types().declare(B->getRHS()->getType().getUnqualifiedType(), Name,
                                    spacesOf(P.unit(), P.version(), B->getRHS()), StoredIn::Value);
  });
  return Assign(Fragment(Name + " = ") + P.printValue(B->getRHS()), Name);
}

/// `x.f++` where its value is used.
Fragment valueBefore(KernelPrinter &P, const UnaryOperator *U, const MemberExpr *M) {
  const auto *F = cast<FieldDecl>(M->getMemberDecl());
  BitFieldText Text(P, M);
  Fragment Named = Text.nameOnce();
  const char *Step = U->isIncrementOp() ? " + 1" : " - 1";
  unsigned Width = F->getBitWidthValue(P.context());
  if (F->getType()->isSignedIntegerOrEnumerationType()) {
    std::string Old = P.Locals.hoistedVariable(U, "before", [&](const std::string &Name) {
      return P.Locals.types().declare(bitFieldType(P.context(), F), Name, {}, StoredIn::Value);
    });
    return inOrder({Named, Fragment(Old + " = ") + Text.get(), Text.set(Old + Step), Old});
  }
  // One less than it is then, in the bits of the field.
  std::string Mask = Width < 32 ? std::to_string((1u << Width) - 1)
                                : "(~0UL >> " + std::to_string(64 - Width) + ")";
  Fragment Old = Fragment("(") + Text.get() + (U->isIncrementOp() ? " - 1" : " + 1") + ")";
  return inOrder({Named, Text.set(Text.get() + Step), Width == 32 ? Old : Old + " & " + Mask});
}

/// The bit-field that \p E, a change of one, gives in C++: `(x.f += 2)`, `++x.f`.
const MemberExpr *changedBitField(const Expr *E) {
  E = E->IgnoreParens();
  const Expr *Place = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    Place = B->getLHS();
  else if (const auto *U = dyn_cast<UnaryOperator>(E);
           U && U->isPrefix() && U->isIncrementDecrementOp())
    Place = U->getSubExpr();
  if (!Place)
    return nullptr;
  const MemberExpr *M = bitFieldAccess(Place);
  return M ? M : changedBitField(Place);
}

/// Returns true if no change of a bit-field can be seen in \p E: numbers and variables that are no
/// objects.
bool readsNoField(const Stmt *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (Ref && !Ref->getType()->isScalarType())
    return false;
  if (Ref && isa<VarDecl>(Ref->getDecl()) && Ref->getDecl()->getType()->isReferenceType())
    return false;
  return isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr,
             ParenExpr, ImplicitCastExpr, CStyleCastExpr, ConstantExpr, BinaryOperator>(E) &&
         llvm::all_of(E->children(), readsNoField);
}

/// Returns true if \p E, a change of what a change gives, changes nothing but the bit-field.
bool changesOnlyField(KernelPrinter &P, const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return changesOnlyField(P, U->getSubExpr());
  const auto *B = dyn_cast<BinaryOperator>(E);
  return B ? !mayChange(P, B->getRHS()) && readsNoField(B->getRHS()) &&
                 changesOnlyField(P, B->getLHS())
           : bitFieldAccess(E) != nullptr;
}

/// `(x.f += 2) -= 1`, `++(x.f = 3)`: \p Inner, then the change of \p M that \p E is.
std::optional<Fragment> printChained(KernelPrinter &P, const Expr *E, const Expr *Inner) {
  const MemberExpr *M = changedBitField(Inner);
  if (!M)
    return std::nullopt;
  const auto *B = dyn_cast<BinaryOperator>(E);
  const auto *U = dyn_cast<UnaryOperator>(E);
  if (mayChange(P, M->getBase()) || (U && U->isPostfix()) || !changesOnlyField(P, Inner) ||
      (B && (mayChange(P, B->getRHS()) || !readsNoField(B->getRHS()))))
    return unsupportedBitField(P, E, "a change of what a change gives");
  return printChange(P, E, M, P.print(Inner), [&](BitFieldText &Text) {
    if (U)
      return Text.get() + (U->isIncrementOp() ? " + 1" : " - 1");
    const auto *Compound = dyn_cast<CompoundAssignOperator>(B);
    return Compound
               ? computedValue(P, Compound, Text.get(), P.print(B->getRHS(), Precedence::Unary))
               : P.printValue(B->getRHS());
  });
}

} // namespace

std::optional<Fragment> printBitField(KernelPrinter &P, const Stmt *S) {
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
    const MemberExpr *M = bitFieldAccess(B->getLHS());
    return M ? printAssigned(P, B, M) : printChained(P, B, B->getLHS());
  }
  if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp()) {
    const MemberExpr *M = bitFieldAccess(U->getSubExpr());
    if (!M)
      return printChained(P, U, U->getSubExpr());
    if (U->isPostfix() && P.plan().Body.isUsed(U))
      return valueBefore(P, U, M);
    return printChange(P, U, M, {}, [&](BitFieldText &Text) {
      return Text.get() + (U->isIncrementOp() ? " + 1" : " - 1");
    });
  }
  if (const auto *M = dyn_cast<MemberExpr>(S); M && bitFieldAccess(M))
    return BitFieldText(P, M).get();
  return std::nullopt;
}

} // namespace cu2cl
