// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// printf.
//
// Effect: length modifiers follow OpenCL's types: "ll", "z", "j" and "t" are all "l" there, whose
// long has 64 bits; a constant width for '*' is written into the format. Arguments keep the types
// that CUDA promotes them to. OpenCL's printf takes literals only, so that a constant variable is
// replaced by its own; a choice of literals becomes one of calls, another string is printed between
// the parts of the format, a character at a time. A used result is CUDA's, the number of arguments.
// What OpenCL's printf cannot do (%n, a width that is known only at run time) is marked.

#include "analysis/dialect/Dialect.h"
#include "kernel/builtins/DeviceFunctions.h"
#include "kernel/builtins/Trap.h"
#include "kernel/core/Literals.h"
#include "kernel/core/Rules.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

struct Conversion {
  char Letter = 0;             ///< '*' for a width that the text has taken in
  unsigned Begin = 0, End = 0; ///< in the text, from '%'
  bool Long = false;           ///< of an integer of 64 bits

  bool isInteger() const { return llvm::StringRef("diouxX").contains(Letter); }
};

struct Format {
  std::string Text;                    ///< for OpenCL
  std::vector<Conversion> Conversions; ///< one an argument
  bool Supported = true;
};

/// \p Arguments are those after the format.
Format convert(llvm::StringRef In, llvm::ArrayRef<const Expr *> Arguments,
               const ASTContext &Context) {
  Format Out;
  auto AppendStar = [&] {
    Expr::EvalResult Value;
    size_t At = Out.Conversions.size();
    bool Precision = llvm::StringRef(Out.Text).ends_with(".");
    Out.Conversions.push_back({'*'});
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
    unsigned Begin = Out.Text.size() - 1;
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
    Out.Conversions.push_back({In[I], Begin, unsigned(Out.Text.size()), Long});
    Out.Supported &= Integer || llvm::StringRef("fFeEgGaAps").contains(In[I]);
  }
  return Out;
}

/// The literal that \p E is; of `__func__` and its like, the name.
const StringLiteral *literalOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *Name = dyn_cast<PredefinedExpr>(E);
  return Name ? Name->getFunctionName() : dyn_cast<StringLiteral>(E);
}

/// The literal that \p E is or that a constant variable has been given.
const StringLiteral *formatOf(const Expr *E, const ASTContext &Context) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V)
    return literalOf(E);
  const Expr *Init = V->getType().isConstant(Context) ? V->getAnyInitializer() : nullptr;
  return Init ? literalOf(Init) : nullptr;
}

/// A variadic argument for \p C (null: for none), promoted as CUDA promotes it. Floats stay: OpenCL
/// promotes them where the device has doubles. CUDA finds each argument in a place of its own, so
/// that `%u` shows the lower half of 64 bits; OpenCL devices lose count of what follows, so an
/// integer gets the size that the format asks for.
Fragment printArgument(KernelPrinter &P, const Expr *A, const Conversion *C) {
  QualType T = A->getType();
  if (C && C->isInteger() && T->isIntegerType() &&
      (P.unit().context().getTypeSize(T) == 64) != C->Long) {
    bool IsSigned = C->Letter == 'd' || C->Letter == 'i';
    const char *Name = C->Long ? (IsSigned ? "long" : "ulong") : (IsSigned ? "int" : "uint");
    return Fragment(std::string("(") + Name + ")(") + P.printTyped(A, T) + ")";
  }
  if (C && C->Letter == 's' && isa<PredefinedExpr>(A->IgnoreParenImpCasts()) && literalOf(A))
    return stringLiteral(literalOf(A)->getString());
  if (T->isRealFloatingType())
    return P.print(A->IgnoreImpCasts()->getType()->isRealFloatingType() ? A->IgnoreImpCasts() : A);
  if (T->isArithmeticType())
    return P.printTyped(A, T);
  return P.print(A);
}

/// The conditional expression that chooses between literals; null if \p E is none.
const ConditionalOperator *choiceOf(const Expr *E) {
  const auto *C = dyn_cast<ConditionalOperator>(E->IgnoreParenImpCasts());
  auto IsLeaf = [](const Expr *Leaf) { return literalOf(Leaf) || choiceOf(Leaf); };
  return C && IsLeaf(C->getTrueExpr()) && IsLeaf(C->getFalseExpr()) ? C : nullptr;
}

/// One call of printf as OpenCL C.
class PrintfCall {
public:
  PrintfCall(KernelPrinter &P, const CallExpr *Call) : P(P), Call(Call) {
    for (const Expr *A : Call->arguments())
      Arguments.push_back(A);
  }

  Fragment text() {
    bool IsStatement = isWholeStatement(P, Call);
    Fragment Out = printChoices();
    if (!IsStatement) // CUDA's is how many arguments there are
      return Fragment("(") + Out + ", " + std::to_string(Arguments.size() - 1) + ")";
    return Out;
  }

private:
  Fragment mark(std::string What) {
    return Fragment(P.unit().mark(diag::UnsupportedPrintf, Call->getBeginLoc(), {std::move(What)}));
  }

  /// `x ? "a" : "b"`, once in a call, makes two calls.
  Fragment printChoices() {
    auto Choice = llvm::find_if(Arguments, choiceOf);
    if (Choice == Arguments.end() || std::any_of(Choice + 1, Arguments.end(), choiceOf))
      return print();
    const Expr *Whole = *Choice;
    const ConditionalOperator *C = choiceOf(Whole);
    Fragment Out("("); // text, so that the line's beginning stays where the call's is
    Out += P.print(C->getCond());
    Out += ") ? ";
    *Choice = C->getTrueExpr();
    Out += printBranch();
    Out += " : ";
    *Choice = C->getFalseExpr();
    Out += printBranch();
    *Choice = Whole;
    return Out;
  }

  /// One of a choice: a comma binds less than `? :`.
  Fragment printBranch() {
    HasPieces = false;
    Fragment Text = printChoices();
    return HasPieces ? Fragment("(") + Text + ")" : Text;
  }

  Fragment print() {
    const StringLiteral *Literal = formatOf(Arguments[0], P.unit().context());
    if (!Literal)
      return mark("the format is not a literal");
    Out = convert(Literal->getString(), llvm::ArrayRef(Arguments).drop_front(), P.unit().context());
    if (!Out.Supported)
      return mark(stringLiteral(Literal->getString()));
    for (unsigned I = 1; I < Arguments.size() && I - 1 < Out.Conversions.size(); ++I)
      if (isVariableString(I))
        return printPieces();
    return printWhole(Literal);
  }

  /// Returns true if argument \p I is a string that is no literal.
  bool isVariableString(unsigned I) const {
    return Out.Conversions[I - 1].Letter == 's' && !literalOf(Arguments[I]);
  }

  /// The call with the user's spacing and comments.
  Fragment printWhole(const StringLiteral *Literal) {
    TokenRange Whole = P.unit().tokensOf(Call->getSourceRange());
    std::vector<KernelPrinter::Edit> Edits;
    TokenRange Callee = P.unit().tokensOf(Call->getCallee()->getSourceRange());
    if (Callee.End - Callee.Begin != 1)
      Edits.push_back({Callee, "printf"});
    if (Out.Text != Literal->getString() || Arguments[0] != Call->getArg(0) ||
        !isa<StringLiteral>(Arguments[0]->IgnoreParenImpCasts()) || !isSpelledInC(P, Literal))
      Edits.push_back(
          {P.unit().tokensOf(Call->getArg(0)->getSourceRange()), stringLiteral(Out.Text)});
    for (unsigned I = 1; I < Arguments.size(); ++I) {
      TokenRange Tokens = P.unit().tokensOf(Call->getArg(I)->getSourceRange());
      if (I - 1 < Out.Conversions.size() && Out.Conversions[I - 1].Letter == '*') {
        // The comma goes, too.
        Tokens.Begin = P.unit().tokensOf(Call->getArg(I - 1)->getSourceRange()).End;
        Edits.push_back({Tokens, Fragment()});
      } else {
        bool HasConversion = I - 1 < Out.Conversions.size();
        Edits.push_back({Tokens, printArgument(P, Arguments[I],
                                               HasConversion ? &Out.Conversions[I - 1] : nullptr)});
      }
    }
    return P.compose(Whole, std::move(Edits));
  }

  /// `printf("%d ", i), clrt_print_string_g(name, 0, -1), printf("\n")`.
  Fragment printPieces() {
    if (Arguments.size() - 1 != Out.Conversions.size())
      return mark("%s where the arguments are not as many as the format wants");
    P.unit().report(diag::NonLiteralPrintfString, Call->getBeginLoc());
    P.Found.needHelper("print_string");
    HasPieces = true;
    Fragment Pieces, Behind;
    unsigned Begin = 0;
    auto Add = [&](const Fragment &Piece) {
      Pieces += (Pieces.empty() ? Fragment() : Fragment(", ")) + Piece;
    };
    auto Flush = [&](unsigned End) {
      if (Begin != End)
        Add(Fragment("printf(" + stringLiteral(llvm::StringRef(Out.Text).slice(Begin, End))) +
            Behind + ")");
      Behind = Fragment();
    };
    for (unsigned I = 1; I < Arguments.size(); ++I) {
      const Conversion &C = Out.Conversions[I - 1];
      if (C.Letter == '*')
        continue;
      if (!isVariableString(I)) {
        Behind += Fragment(", ") + printArgument(P, Arguments[I], &C);
        continue;
      }
      Flush(C.Begin);
      Begin = C.End;
      Add(printString(I, llvm::StringRef(Out.Text).slice(C.Begin + 1, C.End - 1)));
    }
    Flush(Out.Text.size());
    return Pieces;
  }

  /// \p Specification is "-10.3" of "%-10.3s".
  Fragment printString(unsigned I, llvm::StringRef Specification) {
    QualType Pointee = Arguments[I]->getType()->getPointeeType();
    if (Pointee.isNull() || !Pointee->isAnyCharacterType())
      return mark("%s with an argument that is not a string");
    auto [Width, Precision] = Specification.split('.');
    bool HasPrecision = Specification.contains('.');
    char Space = spaceLetter(P.unit().Spaces.pointee(P.version(), Arguments[I]));
    Fragment Text(std::string("clrt_print_string_") + Space + "(");
    Text += P.print(Arguments[I]);
    Text += ", " + number(Width) + ", " + (HasPrecision ? number(Precision) : "-1") + ")";
    return Text;
  }

  /// \p Digits with its flags as a C number; none is 0.
  static std::string number(llvm::StringRef Digits) {
    bool IsLeft = Digits.contains('-');
    Digits = Digits.ltrim("-+ #0");
    return Digits.empty() ? "0" : (IsLeft ? "-" : "") + Digits.str();
  }

  KernelPrinter &P;
  const CallExpr *Call;
  std::vector<const Expr *> Arguments;
  Format Out;
  bool HasPieces = false; ///< what was printed last
};

} // namespace

std::optional<Fragment> printPrintf(KernelPrinter &P, const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call || deviceRoleOf(Call->getDirectCallee()) != catalog::DeviceRole::Output ||
      Call->getNumArgs() == 0)
    return std::nullopt;
  return PrintfCall(P, Call).text();
}

} // namespace cu2cl
