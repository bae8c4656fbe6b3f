// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A function that calls itself as the last thing that it does. OpenCL C forbids recursion.
//
// Precondition: all its calls of itself are such (analysis/reach/TailCalls.h) and of its own
// version. Effect: the parameters take the arguments' values, and a jump leads to the beginning of
// the body:
//   return n == 0 ? sum : add(n - 1, sum + n);
// becomes
//   if (n == 0) return sum; { int next_n = n - 1; sum = sum + n; n = next_n; goto again; }

#include "kernel/statements/TailCalls.h"
#include "analysis/reach/TailCalls.h"
#include "core/source/AstVisitor.h"
#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/UniqueName.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

std::string againLabel(KernelPrinter &P) { return uniqueName(P.unit(), P.version(), "again"); }

/// Finds uses of a variable.
struct UseFinder : AstVisitor {
  explicit UseFinder(const ValueDecl *D) : D(D) {}
  bool visitDeclRefExpr(DeclRefExpr *E) override { return !(Found |= E->getDecl() == D); }
  const ValueDecl *D;
  bool Found = false;
};

bool uses(const Expr *E, const ValueDecl *D) {
  UseFinder Find(D);
  Find.traverseStmt(const_cast<Expr *>(E));
  return Find.Found;
}

const CallExpr *jumpOf(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParens()) : nullptr;
  return Call && P.unit().Reach->isTailCall(Call) ? Call : nullptr;
}

bool leadsToJump(KernelPrinter &P, const Expr *E) {
  const auto *C = dyn_cast<ConditionalOperator>(E->IgnoreParens());
  return jumpOf(P, E) ||
         (C && (leadsToJump(P, C->getTrueExpr()) || leadsToJump(P, C->getFalseExpr())));
}

/// "n = n - 1; goto again;"
Fragment printJump(KernelPrinter &P, const CallExpr *Call) {
  const FunctionDecl *F = P.version().Function;
  if (P.unit().Spaces.callee(P.version(), Call) != &P.version())
    return P.unit().mark(diag::Recursion, Call->getBeginLoc(), {F->getNameAsString()}) + ";";
  std::vector<unsigned> Changed;
  bool HasEffects = false;
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    if (!passesOn(Call->getArg(I), F->getParamDecl(I))) {
      Changed.push_back(I);
      HasEffects |= mayChange(P, Call->getArg(I));
    }
  Fragment First, Then;
  for (size_t I = 0; I != Changed.size(); ++I) {
    const ParmVarDecl *D = F->getParamDecl(Changed[I]);
    Fragment Value = P.printValue(Call->getArg(Changed[I]));
    std::string Name = P.Locals.nameOf(D);
    bool IsUsed = HasEffects && Changed.size() > 1;
    for (size_t Later = I + 1; Later < Changed.size(); ++Later)
      IsUsed |= uses(Call->getArg(Changed[Later]), D);
    if (IsUsed) {
      std::string Next = uniqueName(P.unit(), P.version(), "next_" + D->getNameAsString());
      TypeText Types = P.Locals.types();
      Types.setAliased(P.unit().Aliased.Declarations.contains(D));
      First += Types.declare(D->getType().getUnqualifiedType(), Next,
                             spacesOf(P.unit(), P.version(), D), StoredIn::Value) +
               " = " + Value + "; ";
      Then += Name + " = " + Next + "; ";
    } else {
      First += Fragment(Name + " = ") + Value + "; ";
    }
  }
  return First + Then + "goto " + againLabel(P) + ";";
}

Fragment printResult(KernelPrinter &P, const Expr *E) {
  if (const CallExpr *Call = jumpOf(P, E))
    return Fragment("{ ") + printJump(P, Call) + " }";
  const auto *C = dyn_cast<ConditionalOperator>(E->IgnoreParens());
  if (!C || !leadsToJump(P, C))
    return Fragment("return ") + P.printValue(E) + ";";
  return Fragment("if (") + P.print(C->getCond(), Precedence::Comma) + ") " +
         printResult(P, C->getTrueExpr()) + " else " + printResult(P, C->getFalseExpr());
}

} // namespace

std::string againLine(KernelPrinter &P) {
  bool Repeats =
      llvm::any_of(P.unit().Reach->calls(P.version().Function),
                   [&](const DeviceCall &C) { return P.unit().Reach->isTailCall(C.Site); });
  return Repeats ? againLabel(P) + ":;\n" : "";
}

std::optional<Fragment> printTailCall(KernelPrinter &P, const Stmt *S) {
  if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    if (!R->getRetValue() || !leadsToJump(P, R->getRetValue()))
      return std::nullopt;
    Fragment Text = printResult(P, R->getRetValue());
    return (jumpOf(P, R->getRetValue()) ? Text : Fragment("{ ") + Text + " }").closed();
  }
  const CallExpr *Call = jumpOf(P, S);
  if (!Call)
    return std::nullopt;
  return (Fragment("{ ") + printJump(P, Call) + " }").closed();
}

} // namespace cu2cl
