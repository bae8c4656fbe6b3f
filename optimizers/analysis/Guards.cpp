// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/analysis/Guards.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

class Finder {
public:
  explicit Finder(const Facts &F) : F(F) {}

  Guards find() {
    bool Open = true; // nothing but declarations and guards so far
    const Block Body = withoutLastReturn(F.kernel().Body);
    for (size_t I = 0; I < Body.size(); ++I) {
      const Stmt *S = Body[I];
      if (S->Kind == Stmt::Form::Declare && addId(S))
        continue;
      if (Open && S->Kind == Stmt::Form::If && S->Else.empty()) {
        if (S->Body.size() == 1 && S->Body[0]->Kind == Stmt::Form::Return && !S->Body[0]->Value &&
            isFree(S->Value)) {
          declarationsBefore();
          clauses(S->Value, /*Leaves=*/true);
          continue;
        }
        if (I + 1 == Body.size() && F.Differing.differs(S->Value) && isFree(S->Value)) {
          declarationsBefore();
          clauses(S->Value, /*Leaves=*/false);
          Result.Work = withoutLastReturn(S->Body);
          continue;
        }
      }
      // A guard moves ahead of what is before it: that may be declarations without effects.
      Open &= S->Kind == Stmt::Form::Declare && (!S->Value || isFree(S->Value));
      Result.Work.push_back(const_cast<Stmt *>(S));
    }
    return std::move(Result);
  }

private:
  /// \p B, which is the end of the kernel, without a `return;` that ends it.
  static Block withoutLastReturn(Block B) {
    while (!B.empty() && B.back()->Kind == Stmt::Form::Return)
      B.pop_back();
    return B;
  }

  /// The statements that were taken for work until a guard came.
  void declarationsBefore() {
    for (Stmt *S : Result.Work)
      Result.Before.push_back({S, nullptr, false});
    Result.Work.clear();
  }

  bool addId(const Stmt *S) {
    const VariableFacts &V = F.of(S->Var);
    if (!V.Value || V.Assignments || !S->Var->Type->isIntegerType())
      return false;
    for (unsigned D = 0; D < 3; ++D) {
      Polynomial::Atom Id = "gid" + std::to_string(D);
      std::optional<int64_t> Offset = V.Value->without(Id).asConstant();
      if (Offset && V.Value->coefficient(Id).asConstant() == 1) {
        Result.Ids.push_back({S->Var, D, *Offset});
        return true;
      }
    }
    return false;
  }

  /// No assignments, no calls with effects, no loads.
  bool isFree(const Expr *E) const {
    bool Free = true;
    forEach(E, [&](const Expr *Part) {
      if (isAssignment(Part) || Part->Kind == Expr::Form::Opaque ||
          (isMemory(Part) && !Part->Type->isArrayType()))
        Free = false;
      if (Part->Kind == Expr::Form::Call) {
        CallKind Kind = callKind(Part);
        Free &= Kind == CallKind::Pure || Kind == CallKind::Id;
      }
    });
    return Free;
  }

  void clauses(const Expr *E, bool Leaves) {
    E = skipImplicit(E);
    if (E->Kind == Expr::Form::Unary && E->Opcode == UO_LNot)
      return clauses(E->Kids[0], !Leaves);
    if (E->Kind == Expr::Form::Binary && E->Opcode == (Leaves ? BO_LOr : BO_LAnd)) {
      clauses(E->Kids[0], Leaves);
      clauses(E->Kids[1], Leaves);
      return;
    }
    if (!upperBound(E, Leaves))
      Result.Before.push_back({nullptr, E, Leaves, lowerBound(E, Leaves)});
  }

  /// `id + c > constant`, in its four spellings.
  std::optional<LowerBound> lowerBound(const Expr *E, bool Leaves) {
    if (E->Kind != Expr::Form::Binary ||
        !BinaryOperator::isRelationalOp(BinaryOperatorKind(E->Opcode)))
      return std::nullopt;
    auto Kind = BinaryOperatorKind(E->Opcode);
    if (Leaves)
      Kind = BinaryOperator::negateComparisonOp(Kind);
    const Expr *Id = E->Kids[0], *Least = E->Kids[1];
    if (Kind == BO_LT || Kind == BO_LE) {
      std::swap(Id, Least);
      Kind = BinaryOperator::reverseComparisonOp(Kind);
    }
    std::optional<int64_t> Value = constantOf(F.source(), Least);
    if (!Value || !Id->Type->isIntegerType())
      return std::nullopt;
    Polynomial P = F.Forms.form(Id);
    for (unsigned D = 0; D < 3; ++D) {
      Polynomial::Atom Atom = "gid" + std::to_string(D);
      std::optional<int64_t> Offset = P.without(Atom).asConstant();
      if (!Offset || P.coefficient(Atom).asConstant() != 1)
        continue;
      if (!Id->Type->isSignedIntegerType() && *Offset < 0) // wraps
        return std::nullopt;
      int64_t Result = *Value - *Offset + (Kind == BO_GT);
      if (Result > 0 && Result <= 1 << 20)
        return LowerBound{D, Result};
    }
    return std::nullopt;
  }

  /// `id + c < bound`, in its four spellings.
  bool upperBound(const Expr *E, bool Leaves) {
    if (E->Kind != Expr::Form::Binary ||
        !BinaryOperator::isRelationalOp(BinaryOperatorKind(E->Opcode)))
      return false;
    auto Kind = BinaryOperatorKind(E->Opcode);
    if (Leaves)
      Kind = BinaryOperator::negateComparisonOp(Kind);
    const Expr *Id = E->Kids[0], *Bound = E->Kids[1];
    if (Kind == BO_GT || Kind == BO_GE) {
      std::swap(Id, Bound);
      Kind = BinaryOperator::reverseComparisonOp(Kind);
    }
    // The comparison is one of signed integers, or of ids that are not negative.
    if (!Id->Type->isIntegerType() || F.Differing.differs(Bound))
      return false;
    return belowEach(Id, Bound, Kind, E, Leaves);
  }

  /// `id + c < bound`; below `min(n, m)` is below both.
  bool belowEach(const Expr *Id, const Expr *Bound, BinaryOperatorKind Kind, const Expr *E,
                 bool Leaves) {
    const Expr *Least = skipImplicit(Bound);
    bool IsMin = Least->Kind == Expr::Form::Call && Least->Text == "min" &&
                 callKind(Least) == CallKind::Pure && Least->Kids.size() == 2 && Least->From &&
                 Least->Type == Bound->Type;
    for (const Expr *Kid : Least->Kids)
      IsMin &= F.source().context().hasSameUnqualifiedType(Kid->Type, Least->Type);
    if (!IsMin)
      return below(Id, Bound, Kind, E, Leaves);
    size_t Before = Result.Bounds.size();
    bool Is = belowEach(Id, Least->Kids[0], Kind, E, Leaves) &&
              belowEach(Id, Least->Kids[1], Kind, E, Leaves);
    if (!Is)
      Result.Bounds.resize(Before);
    return Is;
  }

  bool below(const Expr *Id, const Expr *Bound, BinaryOperatorKind Kind, const Expr *E,
             bool Leaves) {
    Polynomial P = F.Forms.form(Id);
    for (unsigned D = 0; D < 3; ++D) {
      Polynomial::Atom Atom = "gid" + std::to_string(D);
      std::optional<int64_t> Offset = P.without(Atom).asConstant();
      if (!Offset || P.coefficient(Atom).asConstant() != 1)
        continue;
      if (!Id->Type->isSignedIntegerType() && *Offset < 0)
        return false;
      if (!Bound->Type->isSignedIntegerType() && boundMayWrap(Bound))
        return false;
      Result.Bounds.push_back({D, *Offset - (Kind == BO_LE ? 1 : 0), Id, Bound, E, Leaves});
      return true;
    }
    return false;
  }

  /// `n - 1` of unsigned integers, `(uint)n` of a negative one. Shifts to the right, masks and
  /// quotients only get smaller.
  bool boundMayWrap(const Expr *E) const {
    if (std::optional<int64_t> Value = constantOf(F.source(), E))
      return *Value < 0 || *Value > INT32_MAX;
    if (E->Kind == Expr::Form::Binary) {
      bool Shrinks = E->Opcode == BO_Shr || E->Opcode == BO_Div || E->Opcode == BO_And;
      if (!Shrinks || !E->Type->isUnsignedIntegerType())
        return true;
      bool IsMasked = E->Opcode == BO_And && constantOf(F.source(), E->Kids[1]);
      return boundMayWrap(E->Kids[0]) || (!IsMasked && boundMayWrap(E->Kids[1]));
    }
    if (E->Kind == Expr::Form::Unary ||
        (E->Kind == Expr::Form::Cast && E->Kids[0]->Type->isSignedIntegerType()))
      return true;
    return llvm::any_of(E->Kids, [&](const Expr *Kid) { return boundMayWrap(Kid); });
  }

  const Facts &F;
  Guards Result;
};

} // namespace

Guards findGuards(const Facts &F) { return Finder(F).find(); }

} // namespace cu2cl::opt
