// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/lowering/OwnMath.h"

using namespace clang;

namespace cu2cl::opt {

static bool isBuiltinOf(const Expr *E, llvm::StringRef Sine, llvm::StringRef Cosine) {
  auto IsFloat = [](QualType T) {
    const auto *Builtin = T->getAs<BuiltinType>();
    return Builtin && Builtin->getKind() == BuiltinType::Float;
  };
  return E->Kind == Expr::Form::Call && E->Callee && !E->Callee->hasBody() &&
         (E->Text == Sine || E->Text == Cosine) && E->Kids.size() == 1 && IsFloat(E->Type) &&
         IsFloat(E->Kids[0]->Type);
}

bool isOwnMath(const Expr *Call) { return isBuiltinOf(Call, "own_sin", "own_cos"); }

bool useOwnMath(Kernel &K, Make &M) {
  bool Any = false;
  auto Change = [&](const Expr *E, auto &Self) -> Expr * {
    if (!isBuiltinOf(E, "sin", "cos"))
      return nullptr;
    Any = true;
    Expr New = *E;
    New.Text = "own_" + E->Text;
    New.Kids[0] = M.rewrite(E->Kids[0], [&](const Expr *Inner) { return Self(Inner, Self); });
    New.Old = E;
    return M.Nodes.expr(std::move(New));
  };
  Block Body = M.rewrite(K.Body, [&](const Expr *E) { return Change(E, Change); });
  if (Any)
    K.Body = Body;
  return Any;
}

} // namespace cu2cl::opt
