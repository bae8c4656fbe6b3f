// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Statements that follow each other and take sines and cosines of one vector: what these have in
// common is computed once for them, and whether their vector forms are exact is asked once. The
// same question about inverse roots of all copies.

#include "optimizers/analysis/InverseRoots.h"
#include "optimizers/lowering/Lowering.h"
#include "optimizers/lowering/OwnMath.h"
#include <set>

using namespace clang;

namespace cu2cl::opt {

/// True if \p E is a function of a float of which an interval is known in which its vector form has
/// the bits of the scalar one.
bool LaneCalls::isProbed(const Expr *E) const {
  return E->Kind == Expr::Form::Call && E->Kids.size() == 1 && S.ExactBelow.count(E->Text) &&
         M.Context.hasSameUnqualifiedType(E->Type, M.Context.FloatTy) &&
         M.Context.hasSameUnqualifiedType(E->Kids[0]->Type, M.Context.FloatTy);
}

/// The variable of which \p E takes a function that is worth to be computed with others.
Variable *LaneCalls::commonArgument(const Expr *E) const {
  if (!isOwnMath(E) && !isProbed(E))
    return nullptr;
  const Expr *Argument = skipImplicit(E->Kids[0]);
  bool IsVector = Argument->Kind == Expr::Form::Reference && L.Items.isVector(E);
  return IsVector ? Argument->Var : nullptr;
}

/// The calls in \p S of which all have the argument \p V, which is set by the first one; none if
/// \p S has others, or does more than to assign to another variable.
std::vector<const Expr *> LaneCalls::callsOfOne(const Stmt *S, Variable *&V) const {
  std::vector<const Expr *> Calls;
  if (S->Kind != Stmt::Form::Expression)
    return Calls;
  const Variable *Target = assignedVariable(S->Value);
  bool Fits = Target;
  forEach(S->Value, [&](const Expr *E) {
    if (E != S->Value && isAssignment(E))
      Fits = false;
    if (E->Kind == Expr::Form::Call && callKind(E) != CallKind::Pure)
      Fits = false;
    if (Variable *Own = commonArgument(E)) {
      V = V ? V : Own;
      Fits &= V == Own;
      Calls.push_back(E);
    }
  });
  if (!Fits || Target == V)
    Calls.clear();
  return Calls;
}

/// Returns how many statements of \p B from \p Begin on are made together; 0 for none.
size_t LaneCalls::together(const Block &B, size_t Begin) const {
  if (LaneAxis < 0 || W.Lane != Where::All || (W.Fixed >> LaneAxis & 1))
    return 0;
  Variable *V = nullptr;
  std::set<std::string> Functions;
  size_t Count = 0, Calls = 0;
  bool IsOwn = false;
  for (; Begin + Count < B.size(); ++Count) {
    Variable *Common = V;
    std::vector<const Expr *> Found = callsOfOne(B[Begin + Count], Common);
    if (Found.empty())
      break;
    V = Common;
    Calls += Found.size();
    for (const Expr *E : Found) {
      Functions.insert(E->Text);
      IsOwn |= isOwnMath(E);
    }
  }
  return Calls < 2 || (IsOwn && Functions.size() < 2) ? 0 : Count;
}

/// \p Statements, which together() has found.
void LaneCalls::lowerTogether(llvm::ArrayRef<Stmt *> Statements, Block &Out) {
  Variable *V = nullptr;
  std::vector<const Expr *> Calls;
  for (const Stmt *S : Statements)
    for (const Expr *E : callsOfOne(S, V))
      Calls.push_back(E);
  auto All = [&](Block &To) {
    for (const Stmt *S : Statements)
      L.lower(S, To);
  };
  AxisSet A = L.Items.axesAlong(F.of(V).Differs) & ~W.Fixed;
  if (isOwnMath(Calls[0])) {
    auto Saved = SineCosine;
    L.Items.forCopies(A, [&] {
      Variable *Of = L.Variables.copyOf(V);
      Variable *Cosine =
          M.variable(L.Variables.fresh("cos_of_" + Of->Name), M.Context.FloatTy, Width);
      Variable *Sine =
          M.variable(L.Variables.fresh("sin_of_" + Of->Name), M.Context.FloatTy, Width);
      Expr *To = M.unary(UO_AddrOf, M.reference(Cosine));
      Out.push_back(M.declare(Cosine, nullptr));
      Out.push_back(M.declare(Sine, M.call("own_sincos" + std::to_string(Width),
                                           {M.reference(Of), To}, M.Context.FloatTy, Width)));
      SineCosine[Of] = {Sine, Cosine};
    });
    All(Out);
    SineCosine = std::move(Saved);
    return;
  }
  std::string Limit;
  for (const Expr *E : Calls) {
    const std::string &Own = S.ExactBelow.find(E->Text)->second;
    if (Limit.empty() || std::stod(Own) < std::stod(Limit))
      Limit = Own;
  }
  Expr *Inside = nullptr;
  auto Saved = Near;
  L.Items.forCopies(A, [&] {
    Variable *Of = L.Variables.copyOf(V);
    Near.insert(Of);
    Expr *Least = M.name(floatLiteral(Limit), M.Context.FloatTy);
    Expr *Lanes = M.call(lanesBelow(), {M.reference(Of), Least}, M.Context.IntTy);
    Inside = Inside ? M.binary(BO_LAnd, Inside, Lanes) : Lanes;
  });
  Block Exact, Each;
  All(Exact);
  Near = std::move(Saved);
  All(Each);
  for (Stmt *S : Each)
    S->Lead.clear();
  Stmt *New = M.ifThen(Inside, Exact, Each);
  New->BodyIsBlock = true;
  Out.push_back(New);
}

/// Returns how many statements of \p B from \p Begin on replace variables by their inverse roots.
size_t LaneCalls::rootsFrom(const Block &B, size_t Begin) const {
  size_t Count = 0;
  while (Begin + Count < B.size() && replacedByRoot(B[Begin + Count]))
    ++Count;
  return Count;
}

/// `1.0f / sqrt(Of)`.
static Expr *inverseRoot(Make &M, Expr *Of) {
  QualType Float = M.Context.FloatTy;
  return M.binary(BO_Div, M.name("1.0f", Float), M.call("sqrt", {Of}, Float, Of->Lanes));
}

/// `if (exact_near(a) & exact_near(b)) { a = exact_rsqrt(a); ... } else { a = 1.0f / sqrt(a); ...
/// }`; of vectors, their inverse roots, which are exact by lane.
void LaneCalls::lowerRoots(llvm::ArrayRef<Stmt *> Statements, Block &Out) {
  Expr *Near = nullptr;
  Block Short, Usual;
  for (const Stmt *S : Statements) {
    Variable *V = replacedByRoot(S);
    AxisSet A = L.Items.axesAlong(F.of(V).Differs) & ~W.Fixed;
    bool Vector = L.Items.isLanes(A) && W.Lane == Where::All;
    L.Items.forCopies(A, [&] {
      Expr *Of = L.Variables.reference(S->Value->Kids[0]);
      auto Assign = [&](Expr *Value) { return M.statement(M.binary(BO_Assign, Of, Value)); };
      if (Vector) {
        Out.push_back(Assign(inverseRoot(M, Of)));
        return;
      }
      QualType Float = M.Context.FloatTy;
      Expr *Own = M.call("exact_near", {Of}, M.Context.IntTy);
      Near = Near ? M.binary(BO_And, Near, Own) : Own;
      Short.push_back(Assign(M.call(InverseRootFunction, {Of}, Float)));
      Usual.push_back(Assign(inverseRoot(M, Of)));
    });
  }
  if (!Near)
    return;
  Stmt *New = M.ifThen(Near, Short, Usual);
  New->BodyIsBlock = true;
  Out.push_back(New);
}

} // namespace cu2cl::opt
