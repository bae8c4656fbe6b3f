// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/analysis/HostValue.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace cu2cl::opt {

unsigned parameterIndex(const Kernel &K, const Variable *V) {
  return llvm::find(K.Parameters, V) - K.Parameters.begin();
}

void requireDistinct(const Kernel &K, const Variable *A, const Variable *B,
                     std::vector<std::string> &When) {
  unsigned I = parameterIndex(K, A), J = parameterIndex(K, B);
  std::string Term =
      "distinct(" + std::to_string(std::min(I, J)) + "," + std::to_string(std::max(I, J)) + ")";
  if (!llvm::is_contained(When, Term))
    When.push_back(Term);
}

namespace {

class Writer {
public:
  explicit Writer(const Facts &F) : F(F), Context(F.source().context()) {}

  std::optional<std::string> write(const Expr *E, bool Inside = false) {
    if (std::optional<int64_t> Value = constantOf(F.source(), E))
      return Value < 0 && Inside ? "(" + std::to_string(*Value) + ")" : std::to_string(*Value);
    switch (E->Kind) {
    case Expr::Form::Cast:
      return cast(E, Inside);
    case Expr::Form::Reference:
    case Expr::Form::Member:
      return argument(E, Inside);
    case Expr::Form::Binary:
      return binary(E, Inside);
    default:
      return std::nullopt;
    }
  }

private:
  /// A conversion that keeps the value, or `(int)n` of an unsigned n, which may become negative.
  std::optional<std::string> cast(const Expr *E, bool Inside) {
    QualType To = E->Type, From = E->Kids[0]->Type;
    if (!To->isIntegerType() || !From->isIntegerType() || To->isBooleanType())
      return std::nullopt;
    uint64_t ToBits = Context.getTypeSize(To), FromBits = Context.getTypeSize(From);
    bool ToSigned = To->isSignedIntegerType(), FromSigned = From->isSignedIntegerType();
    if (ToBits < FromBits || (FromSigned && !ToSigned))
      return std::nullopt;
    bool Wraps = ToSigned && !FromSigned && ToBits == FromBits;
    if (!Wraps || From->isBooleanType())
      return write(E->Kids[0], Inside);
    std::optional<std::string> Value = ToBits == 32 ? write(E->Kids[0], true) : std::nullopt;
    if (!Value)
      return std::nullopt;
    std::string Text = "(" + *Value + " + 2147483648) % 4294967296 - 2147483648";
    return Inside ? "(" + Text + ")" : Text;
  }

  /// `n >> 2`, `n & ~3` and `n & 3`, which a contract says by a division: that truncates, so it is
  /// made of what is not negative.
  std::optional<std::string> bits(const Expr *E, bool Inside) {
    QualType T = E->Type;
    std::optional<int64_t> By = constantOf(F.source(), E->Kids[1]);
    if (!By || !T->isIntegerType() || T->isBooleanType() || Context.getTypeSize(T) != 32)
      return std::nullopt;
    if (!T->isSignedIntegerType() && E->Opcode == BO_And)
      *By = int32_t(*By); // ~3u
    bool IsShift = E->Opcode == BO_Shr, IsLow = *By >= 0;
    int64_t Unit = IsLow ? *By + 1 : -*By; // of a mask
    if (IsShift ? *By < 0 || *By > 30 : !llvm::isPowerOf2_64(Unit) || Unit > 1 << 30)
      return std::nullopt;
    std::optional<std::string> Value = write(E->Kids[0], true);
    if (!Value)
      return std::nullopt;
    bool IsSigned = T->isSignedIntegerType();
    int64_t Least = int64_t(1) << 31;
    std::string From = IsSigned ? "(" + *Value + " + " + std::to_string(Least) + ")" : *Value;
    if (IsShift)
      Unit = int64_t(1) << *By;
    std::string Number = std::to_string(Unit);
    std::string Text = From + (!IsShift && IsLow ? " % " : " / ") + Number;
    if (!IsShift && !IsLow)
      Text += " * " + Number;
    if (IsSigned && (IsShift || !IsLow))
      Text += " - " + std::to_string(IsShift ? Least / Unit : Least);
    return Inside ? "(" + Text + ")" : Text;
  }

  std::optional<std::string> binary(const Expr *E, bool Inside) {
    if (E->Opcode == BO_Shr || E->Opcode == BO_And)
      return bits(E, Inside);
    // Unsigned sums wrap, those of a contract do not. Where a division has no value, no condition
    // holds that it stands in.
    bool Divides = E->Opcode == BO_Div || E->Opcode == BO_Rem;
    if (!E->Type->isSignedIntegerType() && !(Divides && E->Type->isIntegerType()))
      return std::nullopt;
    const char *Operator = E->Opcode == BO_Add   ? " + "
                           : E->Opcode == BO_Sub ? " - "
                           : E->Opcode == BO_Mul ? " * "
                           : E->Opcode == BO_Div ? " / "
                           : E->Opcode == BO_Rem ? " % "
                                                 : nullptr;
    if (!Operator)
      return std::nullopt;
    std::optional<std::string> Left = write(E->Kids[0], true), Right = write(E->Kids[1], true);
    if (!Left || !Right)
      return std::nullopt;
    std::string Text = *Left + Operator + *Right;
    return Inside ? "(" + Text + ")" : Text;
  }

  /// A parameter, a member of a struct that is one, or a variable that holds such a value.
  std::optional<std::string> argument(const Expr *E, bool Inside) {
    uint64_t Offset = 0;
    const Expr *Base = E;
    while (Base->Kind == Expr::Form::Member) {
      const auto *M = dyn_cast_or_null<MemberExpr>(Base->From);
      const auto *Field = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
      if (!Field || M->isArrow() || Field->isBitField())
        return std::nullopt;
      const ASTRecordLayout &Layout = Context.getASTRecordLayout(Field->getParent());
      Offset +=
          Context.toCharUnitsFromBits(Layout.getFieldOffset(Field->getFieldIndex())).getQuantity();
      Base = skipImplicit(Base->Kids[0]);
    }
    if (Base->Kind != Expr::Form::Reference)
      return std::nullopt;
    const VariableFacts &V = F.of(Base->Var);
    if (V.Assignments || V.HasAddressTaken)
      return std::nullopt;
    if (!Base->Var->IsParameter)
      return Base == E && F.initial(Base->Var) ? write(F.initial(Base->Var), Inside) : std::nullopt;
    QualType T = E->Type;
    if (!T->isIntegerType() || T->isBooleanType() || T->isEnumeralType())
      return std::nullopt;
    return (T->isSignedIntegerType() ? "i" : "u") + std::to_string(Context.getTypeSize(T)) + "(" +
           std::to_string(parameterIndex(F.kernel(), Base->Var)) + "," + std::to_string(Offset) +
           ")";
  }

  const Facts &F;
  ASTContext &Context;
};

} // namespace

std::optional<std::string> hostValue(const Facts &F, const Expr *E) { return Writer(F).write(E); }

} // namespace cu2cl::opt
