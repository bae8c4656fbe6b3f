// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// assert(condition).
//
// Precondition: what the C library's macro expands to, `condition ? (void)0 : __assert_fail(...)`.
// Effect: clrt_assert(condition, "text", "file.cu", line, "function", fault), a macro of
// clrt/device/assert.clh, which prints what CUDA does: the source's text and place;
// clrt_assert_or_return(...) where no work-item waits for one that ends.

#include "analysis/dialect/Dialect.h"
#include "catalog/Catalog.h"
#include "kernel/builtins/DeviceFunctions.h"
#include "kernel/builtins/Trap.h"
#include "kernel/core/Literals.h"
#include "kernel/core/Rules.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// `T twice(T) [T = int]` of Clang's as nvcc shows it, `T twice(T) [with T=int]`.
static std::string functionAsShown(const FunctionDecl *F, std::string Text) {
  if (!F || !F->isTemplateInstantiation() || !llvm::StringRef(Text).ends_with("]"))
    return Text;
  unsigned Depth = 0, At = Text.size();
  do {
    --At;
    Depth += Text[At] == ']';
    Depth -= Text[At] == '[';
  } while (At > 0 && Depth > 0);
  std::string Arguments = Text.substr(At + 1);
  for (size_t Equals; (Equals = Arguments.find(" = ")) != std::string::npos;)
    Arguments.replace(Equals, 3, "=");
  return Text.substr(0, At + 1) + "with " + Arguments;
}

/// Returns the arguments for __assert_fail, as literals: `"i < n", "k.cu", 12, "void k()"`; nothing
/// if something is none.
static std::optional<std::string> sourcePlace(KernelPrinter &P, const CallExpr *Call) {
  std::string Out;
  for (unsigned I : {0, 1, 2, 3}) {
    const Expr *E = Call->getArg(I)->IgnoreParenImpCasts();
    const auto *Name = dyn_cast<PredefinedExpr>(E);
    const auto *Literal = dyn_cast<StringLiteral>(E);
    const auto *Place = dyn_cast<SourceLocExpr>(E); // in newer C libraries
    Expr::EvalResult Line;
    Out += I ? ", " : "";
    if (Name && Name->getFunctionName())
      Out += stringLiteral(
          functionAsShown(P.version().Function, Name->getFunctionName()->getString().str()));
    else if (std::optional<std::string> Text = Place ? sourceLocationText(P, Place) : std::nullopt)
      Out += *Text;
    else if (Literal)
      Out += stringLiteral(Literal->getString());
    else if (I == 2 && E->EvaluateAsInt(Line, P.context()))
      Out += std::to_string(Line.Val.getInt().getExtValue());
    else
      return std::nullopt;
  }
  return Out;
}

std::optional<Fragment> printAssert(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  const auto *C = E ? dyn_cast<ConditionalOperator>(E->IgnoreParens()) : nullptr;
  if (!C || !C->getType()->isVoidType())
    return std::nullopt;
  const auto *Call = dyn_cast<CallExpr>(C->getFalseExpr()->IgnoreParenCasts());
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (deviceRoleOf(F) != catalog::DeviceRole::FailedAssertion || Call->getNumArgs() != 4)
    return std::nullopt;
  std::optional<std::string> Source = sourcePlace(P, Call);
  if (!Source)
    return std::nullopt;
  if (const catalog::DeviceFunction *Row = deviceFunctionOf(P.unit(), Call)) {
    P.Found.needHelper(Row->Helper);
    if (Row->Diag)
      P.unit().report(diag::Id(Row->Diag), Call->getBeginLoc(), {"assert"});
  }
  const Expr *Condition = C->getCond()->IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<CXXStaticCastExpr>(Condition))
    Condition = Cast->getSubExprAsWritten();
  return Fragment(mayEndWorkItem(P, S) ? "clrt_assert_or_return(" : "clrt_assert(") +
         P.print(Condition) + ", " + *Source + ", " + P.Locals.appendedName(Appended::Fault) + ")";
}

} // namespace cu2cl
