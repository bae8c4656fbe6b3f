// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/variant/Workarounds.h"
#include "optimizers/analysis/Facts.h"
#include "optimizers/analysis/Loops.h"

using namespace clang;

namespace cu2cl::opt {

using VariableSet = llvm::SmallPtrSet<const Variable *, 8>;

/// The variables that \p S declares, at any depth.
static void collectDeclared(const Stmt *S, VariableSet &Declared) {
  if (S->Var)
    Declared.insert(S->Var);
  for (const Stmt *Inner : S->Init)
    collectDeclared(Inner, Declared);
  for (const Block *B : {&S->Body, &S->Else})
    for (const Stmt *Inner : *B)
      collectDeclared(Inner, Declared);
}

/// True for a number with a point, and for an array, a vector or a structure that may hold some.
static bool mayHoldFloat(QualType T) {
  while (const auto *A = T->getAsArrayTypeUnsafe())
    T = A->getElementType();
  if (const auto *V = T->getAs<VectorType>())
    T = V->getElementType();
  return T->isRealFloatingType() || T->isRecordType();
}

/// Looks for a floating variable from outside of a loop that the loop changes.
class CarriedValue {
public:
  explicit CarriedValue(const Stmt *Loop) {
    collectDeclared(Loop, Own);
    for (const Stmt *S : Loop->Init)
      Counters.insert(S->Var);
    visit(Loop);
  }
  bool IsFound = false;

private:
  void visit(const Stmt *S) {
    for (const Expr *E : {S->Value, S->Step})
      if (E)
        forEach(E, [&](const Expr *Part) { visit(Part); });
    for (const Block *B : {&S->Body, &S->Else})
      for (const Stmt *Inner : *B)
        visit(Inner);
  }

  void visit(const Expr *E) {
    bool IsAddress = E->Kind == Expr::Form::Unary && E->Opcode == UO_AddrOf;
    if (!isAssignment(E) && !IsAddress)
      return;
    const Expr *Place = skipImplicit(E->Kids[0]);
    if (!isNumberOfRound(Place))
      IsFound |= isMemory(Place) ? isUpdate(E) && mayHoldFloat(Place->Type) : isCarried(Place);
  }

  /// True for an element of its own for each iteration.
  bool isNumberOfRound(const Expr *Place) const {
    bool IsFound = false;
    forEach(Place, [&](const Expr *Part) {
      if (Part->Kind == Expr::Form::Subscript)
        forEach(Part->Kids[1], [&](const Expr *I) { IsFound |= I->Var && Counters.count(I->Var); });
    });
    return IsFound;
  }

  /// Returns true for a value that a compiler may keep in a register while the loop runs: `*sum +=
  /// x`.
  static bool isUpdate(const Expr *E) {
    return E->Kind != Expr::Form::Binary || E->Opcode != BO_Assign;
  }

  bool isCarried(const Expr *Place) const {
    const Variable *V = variableOf(Place);
    if (!V || Own.count(V) || !mayHoldFloat(V->Type))
      return false;
    // A vector stays one; not so where only one of its components is named.
    bool IsVector = V->Lanes > 1 || V->Type->isVectorType();
    return !IsVector || Place->Kind == Expr::Form::Member;
  }

  VariableSet Own, Counters;
};

/// The lines of \p Directives but those that say how often a loop is unrolled.
static std::string withoutUnrolling(llvm::StringRef Directives) {
  std::string Rest;
  while (!Directives.empty()) {
    auto [Line, Tail] = Directives.split('\n');
    Directives = Tail;
    if (!Line.contains("unroll"))
      Rest += Line.str() + "\n";
  }
  return Rest;
}

Block keepOrderOfSums(Make &M, const Block &B, bool KeepsLoops) {
  return rebuild(M, B, [&](const Stmt *, Stmt *New, Block &Out) {
    Out.push_back(New);
    // A program's own line would contradict this one.
    if (!isLoop(New) || llvm::StringRef(New->Lead).contains("vectorize") ||
        !CarriedValue(New).IsFound)
      return;
    std::string Own = directivesOf(New->Lead);
    New->Lead = commentsOf(New->Lead) + "#pragma clang loop vectorize(disable)" +
                (KeepsLoops ? " unroll(disable)\n" + withoutUnrolling(Own) : "\n" + Own);
  });
}

static bool isBarrier(const Expr *E) {
  return E->Kind == Expr::Form::Call && callKind(E) == CallKind::Barrier;
}

static bool holdsBarrier(const Stmt *S) {
  bool IsFound = false;
  for (const Block *B : {&S->Body, &S->Else})
    forEachIn(*B, [&](const Expr *E) { IsFound |= isBarrier(E); });
  return IsFound;
}

static bool mayReturn(const Stmt *S) {
  auto Any = [](const Block &B) { return llvm::any_of(B, mayReturn); };
  return S->Kind == Stmt::Form::Return || S->Kind == Stmt::Form::Opaque || Any(S->Body) ||
         Any(S->Else);
}

Block meetAfterBarriers(Make &M, const Block &B) {
  Block Result;
  bool AllAreHere = true;
  for (auto [I, S] : llvm::enumerate(B)) {
    Result.push_back(S);
    AllAreHere &= !mayReturn(S);
    bool MayPass = isLoop(S) || S->Kind == Stmt::Form::If;
    if (!AllAreHere || !MayPass || I + 1 == B.size() || !holdsBarrier(S))
      continue;
    const Expr *Next = B[I + 1]->Kind == Stmt::Form::Expression ? B[I + 1]->Value : nullptr;
    if (!Next || !isBarrier(Next))
      Result.push_back(M.statement(M.call(
          "barrier", {M.name("CLK_LOCAL_MEM_FENCE", M.Context.UnsignedIntTy)}, M.Context.VoidTy)));
  }
  return Result;
}

} // namespace cu2cl::opt
