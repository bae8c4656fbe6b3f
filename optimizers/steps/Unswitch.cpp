// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/steps/Unswitch.h"
#include "optimizers/analysis/Contraction.h"
#include "optimizers/analysis/Loops.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

class Unswitcher {
public:
  Unswitcher(const Facts &F, Make &M) : F(F), M(M) {}

  Block run(const Block &B) {
    Block Result;
    for (const Stmt *S : B) {
      const Expr *Condition = isLoop(S) ? invariant(S) : nullptr;
      Stmt *New = M.copyOf(S);
      if (Condition) {
        Found = true;
        Stmt *Chosen = M.ifThen(const_cast<Expr *>(Condition), {taken(S, Condition, true)},
                                {taken(S, Condition, false)});
        Chosen->Lead = commentsOf(S->Lead);
        Result.push_back(Chosen);
        continue;
      }
      New->Body = run(S->Body);
      New->Else = run(S->Else);
      Result.push_back(New);
    }
    return Result;
  }

  bool Found = false;

private:
  /// A condition in \p Loop that keeps its value.
  const Expr *invariant(const Stmt *Loop) {
    Changed.clear();
    collectChanged(Loop, Changed);
    return conditionIn(Loop->Body);
  }

  bool keepsValue(const Expr *E) const {
    bool Keeps = !F.Differing.differs(E) && !constantOf(F.source(), E) && hasNoEffect(E);
    forEach(E, [&](const Expr *Part) {
      if (Part->Kind == Expr::Form::Reference)
        Keeps &= !Changed.count(Part->Var) && !F.of(Part->Var).HasAddressTaken;
      Keeps &= !isMemory(Part);
      bool Divides =
          Part->Kind == Expr::Form::Binary && (Part->Opcode == BO_Div || Part->Opcode == BO_Rem);
      Keeps &= !Divides; // by zero, where the loop would not have come
    });
    return Keeps;
  }

  const Expr *conditionIn(const Block &B) const {
    for (const Stmt *S : B) {
      if (S->Kind == Stmt::Form::If && keepsValue(S->Value))
        return S->Value;
      const Expr *Result = nullptr;
      for (const Expr *E : {S->Value, S->Step})
        if (E)
          forEach(E, [&](const Expr *Part) {
            if (!Result && Part->Kind == Expr::Form::Conditional && keepsValue(Part->Kids[0]) &&
                !staysIn(E, Part->Kids[0]).count(Part))
              Result = Part->Kids[0];
          });
      if (!Result)
        Result = conditionIn(S->Body);
      if (!Result)
        Result = conditionIn(S->Else);
      if (Result)
        return Result;
    }
    return nullptr;
  }

  using Conditionals = llvm::SmallPtrSet<const Expr *, 4>;

  /// The conditionals of \p Condition in \p E that stay: an arm of `s += c ? a * b : d` would be
  /// a product that a compiler may contract with the sum, which it may not in the kernel.
  Conditionals staysIn(const Expr *E, const Expr *Condition) const {
    Conditionals Result;
    auto Is = [&](const Expr *Part) { return isEqual(Part, Condition); };
    forEachAddend(E, [&](const Expr *Each) {
      if (addendBecomes(F.source(), Each, Is) != AddendBecomes::Same)
        forEach(Each, [&](const Expr *Part) {
          if (Part->Kind == Expr::Form::Conditional && Is(Part->Kids[0]))
            Result.insert(Part);
        });
    });
    return Result;
  }

  void collectStaying(const Block &B, const Expr *Condition, Conditionals &Staying) const {
    for (const Stmt *S : B) {
      for (const Expr *E : {S->Value, S->Step})
        if (E)
          for (const Expr *Each : staysIn(E, Condition))
            Staying.insert(Each);
      collectStaying(S->Body, Condition, Staying);
      collectStaying(S->Else, Condition, Staying);
    }
  }

  static bool isEqual(const Expr *A, const Expr *B) {
    A = skipImplicit(A);
    B = skipImplicit(B);
    if (A == B)
      return true;
    if (A->Kind != B->Kind || A->Text != B->Text || A->Opcode != B->Opcode || A->Var != B->Var ||
        A->Kids.size() != B->Kids.size() || A->Type != B->Type)
      return false;
    for (size_t I = 0; I < A->Kids.size(); ++I)
      if (!isEqual(A->Kids[I], B->Kids[I]))
        return false;
    return true;
  }

  /// \p E, an arm of a conditional, which alone might be of the other arm's type no more.
  Expr *withItsType(Expr *E) {
    if (E->Kind != Expr::Form::Cast || !E->Implicit)
      return E;
    return M.cast(E->Type.getUnqualifiedType(), E->Kids[0]);
  }

  /// \p Loop where \p Condition is known.
  Stmt *taken(const Stmt *Loop, const Expr *Condition, bool Holds) {
    Conditionals Staying;
    collectStaying(Loop->Body, Condition, Staying);
    Block B = M.rewrite({const_cast<Stmt *>(Loop)}, [&](const Expr *E) -> Expr * {
      if (E->Kind == Expr::Form::Conditional && !Staying.count(E) && isEqual(E->Kids[0], Condition))
        return withItsType(E->Kids[Holds ? 1 : 2]);
      return nullptr;
    });
    if (!Holds) // the other version has variables of its own
      B = withVariables(M, B, ownVariables(M, B));
    B[0]->Lead = directivesOf(Loop->Lead);
    B[0]->Body = withoutIfs(B[0]->Body, Condition, Holds);
    return B[0];
  }

  Block withoutIfs(const Block &B, const Expr *Condition, bool Holds) {
    Block Result;
    for (Stmt *S : B) {
      S->Body = withoutIfs(S->Body, Condition, Holds);
      S->Else = withoutIfs(S->Else, Condition, Holds);
      if (S->Kind != Stmt::Form::If || !isEqual(S->Value, Condition)) {
        Result.push_back(S);
        continue;
      }
      const Block &Taken = Holds ? S->Body : S->Else;
      bool Declares = false;
      for (const Stmt *Inner : Taken)
        Declares |= Inner->Kind == Stmt::Form::Declare;
      if (Declares)
        Result.push_back(M.block(Taken));
      else
        Result.append(Taken.begin(), Taken.end());
    }
    return Result;
  }

  const Facts &F;
  Make &M;
  llvm::SmallPtrSet<const Variable *, 16> Changed;
};

} // namespace

bool unswitch(Kernel &K, const Facts &F, Make &M) {
  Unswitcher U(F, M);
  Block Body = U.run(K.Body);
  if (U.Found)
    K.Body = Body;
  return U.Found;
}

} // namespace cu2cl::opt
