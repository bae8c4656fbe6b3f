// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/analysis/InverseRoots.h"

using namespace clang;

namespace cu2cl::opt {

static bool isFloat(QualType T) {
  const auto *Builtin = T->getAs<BuiltinType>();
  return Builtin && Builtin->getKind() == BuiltinType::Float;
}

bool isInverseRoot(const Expr *E) {
  if (E->Kind != Expr::Form::Binary || E->Opcode != BO_Div || !isFloat(E->Type))
    return false;
  const Expr *One = E->Kids[0], *Root = skipImplicit(E->Kids[1]);
  while (One->Kind == Expr::Form::Cast)
    One = One->Kids[0];
  double Value = 0;
  llvm::StringRef Text = One->Text;
  bool IsOne =
      One->Kind == Expr::Form::Literal && !Text.rtrim("fF").getAsDouble(Value) && Value == 1;
  return IsOne && Root->Kind == Expr::Form::Call && Root->Text == "sqrt" && Root->Callee &&
         !Root->Callee->hasBody() && Root->Kids.size() == 1 && isFloat(Root->Kids[0]->Type);
}

Variable *replacedByRoot(const Stmt *S) {
  if (S->Kind != Stmt::Form::Expression || S->Value->Kind != Expr::Form::Binary ||
      S->Value->Opcode != BO_Assign)
    return nullptr;
  const Expr *Call = S->Value->Kids[1];
  bool Is = Call->Kind == Expr::Form::Call && !Call->Callee && Call->Text == InverseRootFunction;
  return Is ? S->Value->Kids[0]->Var : nullptr;
}

} // namespace cu2cl::opt
