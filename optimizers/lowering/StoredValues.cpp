// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/lowering/StoredValues.h"
#include "optimizers/analysis/Contraction.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

class Namer {
public:
  Namer(const Facts &F, Make &M) : F(F), M(M), Names(variableNames(F.kernel())) {}

  Block run(const Block &B) {
    return rebuild(M, B, [&](const Stmt *S, Stmt *New, Block &Out) {
      if (S->Kind == Stmt::Form::Expression && isToName(S->Value))
        name(New, Out);
      Out.push_back(New);
    });
  }

private:
  bool isWritten(const Variable *Root) const {
    for (const Access &A : F.accesses())
      if (A.Writes && (!A.Root || A.Root == Root))
        return true;
    return !Root;
  }

  /// True if \p Load is of a table outside the kernel, in constant memory.
  bool isTable(const Expr *Load) const { return !F.Forms.root(Load) && isConstantMemory(Load); }

  /// `p += a * b`, which one statement may round otherwise than two.
  bool mayContract(const Expr *E) const {
    return llvm::any_of(addendsOf(E),
                        [&](const Expr *Each) { return addendOf(F.source(), Each).isProduct(); });
  }

  bool isToName(const Expr *E) const {
    if (E->Kind != Expr::Form::Binary || !isAssignment(E) || !isMemory(E->Kids[0]) ||
        isLocal(E->Kids[0]) || !E->Type->isArithmeticType() || mayContract(E))
      return false;
    bool Loads = false, Fits = hasNoEffect(E->Kids[1]);
    forEach(E->Kids[1], [&](const Expr *Part) {
      bool IsLoad = Part->Kind != Expr::Form::Cast && isMemory(Part) && !Part->Type->isArrayType();
      Loads |= IsLoad;
      Fits &= !IsLoad || isLocal(Part) || isTable(Part) || !isWritten(F.Forms.root(Part));
    });
    return Loads && Fits;
  }

  void name(Stmt *S, Block &Ahead) {
    std::string Name = freshName(M.Context, Names, "value");
    Names.insert(Name);
    Expr *Value = S->Value->Kids[1];
    Variable *V = M.variable(Name, Value->Type.getUnqualifiedType());
    Stmt *Declared = M.declare(V, Value);
    Declared->Lead = std::move(S->Lead);
    S->Lead.clear();
    Ahead.push_back(Declared);
    S->Value = M.withKids(S->Value, {S->Value->Kids[0], M.reference(V)}, S->Value->Lanes);
  }

  const Facts &F;
  Make &M;
  llvm::StringSet<> Names;
};

} // namespace

void nameStoredValues(Kernel &K, const Facts &F, Make &M) { K.Body = Namer(F, M).run(K.Body); }

} // namespace cu2cl::opt
