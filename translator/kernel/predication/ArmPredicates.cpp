// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/predication/ArmPredicates.h"

using namespace clang;

namespace cu2cl {

Fragment printAndOperand(KernelPrinter &P, PrintLayer Layer, const Expr *E) {
  const Expr *Inner = E->IgnoreImpCasts();
  const auto *Binary = dyn_cast<BinaryOperator>(Inner);
  bool Loose = isa<AbstractConditionalOperator>(Inner) ||
               (Binary &&
                (Binary->getOpcode() == BO_LOr || Binary->isAssignmentOp() || Binary->isCommaOp()));
  Fragment Text = P.printInside(Layer, E);
  return Loose ? Fragment("(") + Text + ")" : Text;
}

Fragment printArmPredicate(KernelPrinter &P, const PredicationPlan::Lifted &Arm,
                           std::vector<ScopedEntry<PrintScope::Texts>> &Known) {
  const std::vector<std::string> &Names = P.plan().Barriers.Predicates;
  const std::string &Name = Names[Arm.Depth];
  std::string Outer = Arm.Outer ? Names[*Arm.Outer] + " && " : "";
  Fragment Out("bool " + Name + " = " + Outer);
  if (!Arm.Condition)
    return Out + "!" + Names[Arm.Other];
  Out += Arm.IsNot       ? Fragment("!(") + P.print(Arm.Condition) + ")"
         : Outer.empty() ? P.printBare(Arm.Condition)
                         : printAndOperand(P, PrintLayer::Block, Arm.Condition);
  Fragment Text = Arm.IsNot ? Fragment("!" + Name).binding(Precedence::Unary)
                            : Fragment(Name).binding(Precedence::Primary);
  const Expr *Inner = Arm.Condition->IgnoreParenImpCasts();
  Known.push_back(P.Scope.standsFor(Arm.Condition, Text));
  if (Inner != Arm.Condition)
    Known.push_back(P.Scope.standsFor(Inner, Text));
  return Out;
}

} // namespace cu2cl
