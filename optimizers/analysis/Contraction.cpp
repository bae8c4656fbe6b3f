// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/analysis/Contraction.h"

using namespace clang;

namespace cu2cl::opt {

bool Addend::isProduct() const {
  return Value->Kind == Expr::Form::Binary && Value->Opcode == BO_Mul &&
         Value->Type->isFloatingType();
}

Addend addendOf(const Source &From, const Expr *E) {
  Addend Result{E};
  const Expr *&Value = Result.Value;
  for (;;) {
    if (Value->Kind == Expr::Form::Cast &&
        From.context().hasSameUnqualifiedType(Value->Type, Value->Kids[0]->Type)) {
      Value = Value->Kids[0];
    } else if (Value->Kind == Expr::Form::Unary &&
               (Value->Opcode == UO_Plus || (Value->Opcode == UO_Minus && !Result.IsNegated))) {
      Result.IsNegated |= Value->Opcode == UO_Minus;
      Value = Value->Kids[0];
    } else if (Value->Kind == Expr::Form::Binary && Value->Opcode == BO_Comma) {
      Result.HasEffect |= !hasNoEffect(Value->Kids[0]);
      Value = Value->Kids[1];
    } else if (Value->Kind == Expr::Form::Conditional) {
      std::optional<int64_t> Taken = constantOf(From, Value->Kids[0]);
      if (!Taken)
        return Result;
      Value = Value->Kids[*Taken ? 1 : 2];
    } else {
      return Result;
    }
  }
}

llvm::SmallVector<const Expr *, 2> addendsOf(const Expr *E) {
  if (E->Kind != Expr::Form::Binary || E->Kids.size() != 2)
    return {};
  if (!E->Type->isFloatingType() && !isAssignment(E)) // i += a * b converts a sum
    return {};
  if (E->Opcode == BO_Add || E->Opcode == BO_Sub)
    return {E->Kids[0], E->Kids[1]};
  if ((E->Opcode == BO_AddAssign || E->Opcode == BO_SubAssign) &&
      E->Kids[1]->Type->isFloatingType())
    return {E->Kids[1]};
  return {};
}

void forEachAddend(const Expr *E, llvm::function_ref<void(const Expr *)> Visit) {
  forEach(E, [&](const Expr *Part) {
    for (const Expr *Each : addendsOf(Part))
      Visit(Each);
  });
}

/// True if compilers know \p E by its operands, all of which are constants.
static bool isFolded(const Source &From, const Expr *E, IsKnown Known) {
  if (Known(E) || constantOf(From, E))
    return true;
  switch (E->Kind) {
  case Expr::Form::Literal:
  case Expr::Form::Name:
    return true;
  case Expr::Form::Conditional:
    return isFolded(From, E->Kids[0], Known) &&
           (isFolded(From, E->Kids[1], Known) || isFolded(From, E->Kids[2], Known));
  case Expr::Form::Unary:
  case Expr::Form::Binary:
  case Expr::Form::Cast:
    return llvm::all_of(E->Kids, [&](const Expr *Kid) { return isFolded(From, Kid, Known); });
  default:
    return false;
  }
}

static bool isNever(const Expr *) { return false; }

/// True if \p E is a product, or a choice among such.
static bool mayBeProduct(const Source &From, const Expr *E) {
  Addend A = addendOf(From, E);
  if (A.Value->Kind == Expr::Form::Conditional)
    return mayBeProduct(From, A.Value->Kids[1]) || mayBeProduct(From, A.Value->Kids[2]);
  return A.isProduct() && !isFolded(From, A.Value, isNever);
}

AddendBecomes addendBecomes(const Source &From, const Expr *E, IsKnown Known) {
  const Expr *Value = addendOf(From, E).Value;
  if (!mayBeProduct(From, Value))
    return AddendBecomes::Same;
  if (Value->Kind != Expr::Form::Conditional)
    return isFolded(From, Value, Known) ? AddendBecomes::Constant : AddendBecomes::Same;
  return isFolded(From, Value->Kids[0], Known) ? AddendBecomes::Product : AddendBecomes::Same;
}

AddendBecomes addendsBecome(const Source &From, const Block &B, IsKnown Known) {
  auto Most = AddendBecomes::Same;
  for (const Stmt *S : B) {
    for (const Block &Inner : {S->Body, S->Else, Block(S->Init.begin(), S->Init.end())})
      Most = std::max(Most, addendsBecome(From, Inner, Known));
    for (const Expr *E : {S->Value, S->Step})
      if (E)
        forEachAddend(
            E, [&](const Expr *Each) { Most = std::max(Most, addendBecomes(From, Each, Known)); });
  }
  return Most;
}

} // namespace cu2cl::opt
