// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Assignments whose sides change what the other one reads. C++ evaluates the right side first, C in
// any order; and a user's operator= is a function here, whose object is its first argument.
//   a[n++] = n         { int value = n; a[n++] = value; }
//   v[n++] = make(n)   { V *value = (V[1]){make(&n)}; V_operator_equal(&v[n++], value); }
//   x = a[n++] = n     x = (value = n, a[n++] = value)
//
// Effect: the right side is evaluated first, into a variable: of its own where the assignment is a
// statement, else one of the function.

#include "analysis/effects/Accesses.h"
#include "analysis/effects/Effects.h"
#include "kernel/core/ParameterPassing.h"
#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/UniqueName.h"
#include "kernel/expressions/CompoundAssignments.h"
#include "kernel/expressions/LValues.h"
#include "kernel/statements/Statements.h"

using namespace clang;

namespace cu2cl {
namespace {

struct Sides {
  const Expr *Left = nullptr, *Right = nullptr;
  bool ReadsObject = false; ///< the left side's value is taken, too
};

std::optional<Sides> sidesOf(KernelPrinter &P, const Stmt *S) {
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
    const auto *Compound = dyn_cast<CompoundAssignOperator>(B);
    if ((Compound && hasOwnForm(P, Compound)) || B->getLHS()->refersToBitField())
      return std::nullopt; // rules of their own do the same
    return Sides{B->getLHS(), B->getRHS(), Compound != nullptr};
  }
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
  if (Call && Call->isAssignmentOp() && Call->getNumArgs() == 2)
    return Sides{Call->getArg(0), Call->getArg(1)};
  return std::nullopt;
}

/// Returns true if C's order of the sides may give another result than C++'s, or is none that C
/// knows.
bool orderMatters(KernelPrinter &P, const Sides &S) {
  if (!P.version().Function || !(mayChange(P, S.Left) || mayChange(P, S.Right)))
    return false;
  EffectFinder Finder(P.version().Function, P.unit().Summaries);
  Effects Left = Finder.of(S.Left), Right = Finder.of(S.Right);
  Effects Object = Finder.ofReading(S.Left);
  return Right.changesWhatReads(Left) || Left.changesWhatReads(Right) ||
         Left.changesWhatChanges(Right) ||
         (S.ReadsObject ? Right.changesWhatReads(Object)
                        : llvm::any_of(Object.ReadVariables, [&](const VarDecl *V) {
                            return Right.ChangedVariables.contains(V);
                          }));
}

/// Declares a variable for the right side, of its type or a pointer to what it names.
std::string declareRight(KernelPrinter &P, const Expr *Right, const std::string &Name,
                         bool Pointer) {
  QualType T = Right->getType();
  if (!Pointer)
    return P.Locals.types().declare(T.getUnqualifiedType(), Name,
                                    spacesOf(P.unit(), P.version(), Right));
  AddressSpace Space = P.unit().Spaces.storage(P.version(), Right);
  const RecordClone *Record = P.unit().Spaces.record(P.version(), Right);
  return P.Locals.types().declare(P.context().getPointerType(T), Name,
                                  {[Space](unsigned) { return Space; }, Record});
}

/// Returns true if a user's operator gets the address of its right side.
bool getsAddress(KernelPrinter &P, const CXXOperatorCallExpr *Call) {
  const FunctionClone *Callee = P.unit().Spaces.callee(P.version(), Call);
  if (isTrivialAssignment(Call) || !Callee || !Call->getArg(1)->isGLValue())
    return false;
  const FunctionDecl *F = Callee->Function;
  const ParmVarDecl *D = F->getParamDecl(F->getNumParams() - 1);
  return D->getType()->isReferenceType() && !isPassedByValue(P.unit(), *Callee, D);
}

} // namespace

std::optional<Fragment> printOrderedAssignment(KernelPrinter &P, const Stmt *S) {
  std::optional<Sides> Found = sidesOf(P, S);
  if (!Found || P.Scope.isEvaluated(Found->Right) || !orderMatters(P, *Found))
    return std::nullopt;
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
  bool Pointer = Call && getsAddress(P, Call), Inside = !isStatement(P.plan().Body, S);
  Fragment Value = Pointer ? P.Lvalues.printAddress(Found->Right, Precedence::Assignment)
                           : P.printValue(Found->Right);
  auto Declare = [&](const std::string &Name) {
    return declareRight(P, Found->Right, Name, Pointer);
  };
  auto Rest = [&](const std::string &Name) {
    auto Right = Pointer ? P.Scope.addressStandsFor(Found->Right, Name)
                         : P.Scope.standsFor(Found->Right, Name);
    return P.print(S);
  };
  if (Inside) {
    std::string Name = P.Locals.hoistedVariable(S, "value", Declare);
    return (Fragment("(" + Name + " = ") + Value + ", " + Rest(Name) + ")")
        .binding(Precedence::Primary);
  }
  std::string Name = uniqueName(P.unit(), P.version(), "value");
  Fragment Out("{ " + Declare(Name) + " = ");
  Out += Value + "; " + withSemicolon(S, Rest(Name)) + " }";
  return Out.closed();
}

} // namespace cu2cl
