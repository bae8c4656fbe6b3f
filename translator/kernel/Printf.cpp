// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// printf.
//
// Effect: length modifiers follow OpenCL's types: "ll", "z", "j" and "t" are all "l" there, whose
// long has 64 bits; a constant width for '*' is written into the format. Arguments keep the types
// that CUDA promotes them to. What OpenCL's printf cannot do (%n, strings that are no literals, a
// width that is known only at run time) is marked.

#include "kernel/Rules.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

struct Format {
  std::string Text;              ///< for OpenCL
  std::vector<char> Conversions; ///< one letter an argument; '*' for one that the text has taken in
  bool Supported = true;
};

/// \p Arguments are those behind the format.
Format convert(llvm::StringRef In, llvm::ArrayRef<const Expr *> Arguments,
               const ASTContext &Context) {
  Format Out;
  auto AppendStar = [&] {
    Expr::EvalResult Value;
    size_t At = Out.Conversions.size();
    bool Precision = llvm::StringRef(Out.Text).ends_with(".");
    Out.Conversions.push_back('*');
    if (At >= Arguments.size() || !Arguments[At]->EvaluateAsInt(Value, Context) ||
        (Precision && Value.Val.getInt().isNegative()))
      Out.Supported = false;
    else
      Out.Text += llvm::toString(Value.Val.getInt(), 10);
  };
  for (size_t I = 0; I < In.size(); ++I) {
    Out.Text += In[I];
    if (In[I] != '%')
      continue;
    if (I + 1 < In.size() && In[I + 1] == '%') {
      Out.Text += In[++I];
      continue;
    }
    while (++I < In.size() && llvm::StringRef("-+ #0123456789.*").contains(In[I])) {
      if (In[I] == '*')
        AppendStar();
      else
        Out.Text += In[I];
    }
    bool Long = false;
    std::string Length;
    while (I < In.size() && llvm::StringRef("hljztLq").contains(In[I])) {
      if (In[I] == 'h')
        Length += 'h';
      else
        Long = true;
      ++I;
    }
    if (I >= In.size())
      break;
    bool Integer = llvm::StringRef("diouxXc").contains(In[I]);
    if (Integer)
      Out.Text += Long ? "l" : Length;
    Out.Text += In[I];
    Out.Conversions.push_back(In[I]);
    Out.Supported &= Integer || llvm::StringRef("fFeEgGaAps").contains(In[I]);
  }
  return Out;
}

std::string quoted(llvm::StringRef Bytes) {
  std::string Out = "\"";
  for (unsigned char C : Bytes) {
    switch (C) {
    case '\n':
      Out += "\\n";
      break;
    case '\t':
      Out += "\\t";
      break;
    case '\r':
      Out += "\\r";
      break;
    case '"':
      Out += "\\\"";
      break;
    case '\\':
      Out += "\\\\";
      break;
    default:
      if (C < 32 || C == 127) {
        const char Octal[] = {'\\', char('0' + C / 64), char('0' + C / 8 % 8), char('0' + C % 8)};
        Out.append(Octal, 4);
      } else {
        Out += C;
      }
    }
  }
  return Out + "\"";
}

const StringLiteral *literalOf(const Expr *E) {
  return dyn_cast<StringLiteral>(E->IgnoreParenImpCasts());
}

/// A variadic argument, promoted as CUDA promotes it. Floats stay: OpenCL promotes them where the
/// device has doubles.
Fragment printArgument(KernelPrinter &P, const Expr *A) {
  QualType T = A->getType();
  if (T->isRealFloatingType())
    return P.print(A->IgnoreImpCasts()->getType()->isRealFloatingType() ? A->IgnoreImpCasts() : A);
  if (T->isArithmeticType())
    return P.printTyped(A, T);
  return P.print(A);
}

} // namespace

std::optional<Fragment> printPrintf(KernelPrinter &P, const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || !F->getIdentifier() || F->getName() != "printf" || isa<CXXMethodDecl>(F) ||
      P.unit().isUserCode(F->getLocation()) || Call->getNumArgs() == 0)
    return std::nullopt;
  const StringLiteral *Literal = literalOf(Call->getArg(0));
  if (!Literal)
    return Fragment(P.unit().mark(2056, Call->getBeginLoc(), {"the format is no literal"}));
  llvm::ArrayRef<const Expr *> Arguments(Call->getArgs() + 1, Call->getNumArgs() - 1);
  Format Out = convert(Literal->getString(), Arguments, P.unit().context());
  if (!Out.Supported)
    return Fragment(P.unit().mark(2056, Call->getBeginLoc(), {quoted(Literal->getString())}));
  for (unsigned I = 1; I < Call->getNumArgs() && I - 1 < Out.Conversions.size(); ++I)
    if (Out.Conversions[I - 1] == 's' && !literalOf(Call->getArg(I)))
      return Fragment(
          P.unit().mark(2056, Call->getBeginLoc(), {"%s with something else than a literal"}));
  TokenRange Whole = P.unit().tokensOf(Call->getSourceRange());
  std::vector<KernelPrinter::Edit> Edits;
  TokenRange Callee = P.unit().tokensOf(Call->getCallee()->getSourceRange());
  if (Callee.End - Callee.Begin != 1)
    Edits.push_back({Callee, "printf"});
  if (Out.Text != Literal->getString())
    Edits.push_back({P.unit().tokensOf(Literal->getSourceRange()), quoted(Out.Text)});
  for (unsigned I = 1; I < Call->getNumArgs(); ++I) {
    TokenRange Tokens = P.unit().tokensOf(Call->getArg(I)->getSourceRange());
    if (I - 1 < Out.Conversions.size() && Out.Conversions[I - 1] == '*') {
      // The comma goes, too.
      Tokens.Begin = P.unit().tokensOf(Call->getArg(I - 1)->getSourceRange()).End;
      Edits.push_back({Tokens, Fragment()});
    } else {
      Edits.push_back({Tokens, printArgument(P, Call->getArg(I))});
    }
  }
  return P.compose(Whole, std::move(Edits));
}

} // namespace cu2cl
