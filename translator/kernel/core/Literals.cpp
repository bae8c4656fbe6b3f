// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Literals. OpenCL C has no nullptr, no long long and no digit separators, and its overloads see a
// literal's own type.

#include "kernel/core/Literals.h"
#include "core/source/LibraryConstants.h"
#include "kernel/core/Constants.h"
#include "kernel/core/Rules.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace cu2cl {

static bool isLiteral(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus) && isLiteral(U->getSubExpr());
  return isa<IntegerLiteral, FloatingLiteral>(E);
}

std::optional<std::string> literalOfType(KernelPrinter &P, const Expr *E, QualType T) {
  if (!isLiteral(E) || E->getBeginLoc().isMacroID())
    return std::nullopt;
  T = T.getCanonicalType().getUnqualifiedType();
  if (P.context().hasSameType(E->IgnoreParenImpCasts()->getType(), T))
    return std::nullopt;
  Expr::EvalResult Result;
  if (!E->EvaluateAsRValue(Result, P.context()))
    return std::nullopt;
  if (T->isIntegerType() && Result.Val.isInt() && P.context().getTypeSize(T) >= 32)
    return integerLiteral(P.context(), Result.Val.getInt(), T);
  if (Result.Val.isInt() && T->isSpecificBuiltinType(BuiltinType::Double)) {
    llvm::APFloat Value(llvm::APFloat::IEEEdouble());
    const llvm::APSInt &Number = Result.Val.getInt();
    Value.convertFromAPInt(Number, Number.isSigned(), llvm::APFloat::rmNearestTiesToEven);
    return floatingLiteral(Value, /*IsDouble=*/true);
  }
  if (Result.Val.isFloat() && (T->isSpecificBuiltinType(BuiltinType::Float) ||
                               T->isSpecificBuiltinType(BuiltinType::Double)))
    return floatingLiteral(Result.Val.getFloat(), T->isSpecificBuiltinType(BuiltinType::Double));
  return std::nullopt;
}

std::optional<Fragment> nameOfConstant(KernelPrinter &P, const Expr *E) {
  const SourceManager &SM = P.context().getSourceManager();
  const LangOptions &Options = P.context().getLangOpts();
  SourceLocation Begin = E->getBeginLoc(), End = E->getEndLoc();
  while (Begin.isMacroID() && End.isMacroID()) {
    if (SM.isMacroArgExpansion(Begin) || SM.isMacroArgExpansion(End)) {
      Begin = SM.getImmediateSpellingLoc(Begin);
      End = SM.getImmediateSpellingLoc(End);
      continue;
    }
    SourceLocation First, Last;
    SourceLocation Behind =
        End.getLocWithOffset(Lexer::MeasureTokenLength(SM.getSpellingLoc(End), SM, Options));
    if (!SM.isAtStartOfImmediateMacroExpansion(Begin, &First) ||
        !SM.isAtEndOfImmediateMacroExpansion(Behind, &Last))
      return std::nullopt;
    bool IsLibrarys = SM.isInSystemHeader(SM.getSpellingLoc(Begin));
    StringRef Name =
        StringRef(SM.getCharacterData(SM.getSpellingLoc(First))).take_while([](char C) {
          return isAsciiIdentifierContinue(C);
        });
    if (IsLibrarys && findLibraryConstant(Name))
      return Fragment(Name.str());
    Begin = First;
    End = Last;
  }
  return std::nullopt;
}

static std::optional<Fragment> printIntegerLiteral(KernelPrinter &P, const IntegerLiteral *L) {
  TokenRange Range = P.unit().tokensOf(L->getSourceRange());
  if (Range.End - Range.Begin != 1)
    return std::nullopt;
  llvm::StringRef Spelled = P.unit().tokenText(Range.Begin);
  std::string Text;
  unsigned Longs = 0;
  bool Binary = Spelled.starts_with_insensitive("0b");
  for (char C : Spelled)
    if (C != '\'' && (llvm::toLower(C) != 'l' || Longs++ == 0))
      Text += C;
  if (Binary)
    Text =
        "0x" + llvm::toString(L->getValue(), 16, /*Signed=*/false) +
        llvm::StringRef(Text)
            .drop_while([](char C) { return llvm::toLower(C) != 'u' && llvm::toLower(C) != 'l'; })
            .str();
  if (Text == Spelled)
    return std::nullopt;
  std::optional<Fragment> Name = nameOfConstant(P, L);
  return Name ? Name : Fragment(Text);
}

std::string stringLiteral(llvm::StringRef Bytes) {
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

/// Returns true if \p L is made by a macro, `#x`, from what other macros became in an argument:
/// their bodies may be others in the output.
static bool showsMacroBodies(KernelPrinter &P, const StringLiteral *L) {
  const SourceManager &SM = P.context().getSourceManager();
  const LangOptions &Options = P.context().getLangOpts();
  auto Bare = [](StringRef Text) {
    std::string Out;
    llvm::copy_if(Text, std::back_inserter(Out),
                  [](char C) { return !llvm::isSpace(C) && C != '\\'; });
    return Out;
  };
  for (unsigned I = 0; I < L->getNumConcatenated(); ++I) {
    SourceLocation Loc = L->getStrTokenLoc(I);
    if (!Loc.isMacroID() || !SM.isWrittenInScratchSpace(SM.getSpellingLoc(Loc)))
      continue;
    SmallString<64> Buffer;
    StringRef Token = Lexer::getSpelling(SM.getSpellingLoc(Loc), Buffer, SM, Options);
    std::string Shown = Bare(Token.drop_front().drop_back());
    bool IsWritten = false;
    for (; Loc.isMacroID() && !IsWritten; Loc = SM.getImmediateExpansionRange(Loc).getBegin()) {
      CharSourceRange Use = SM.getImmediateExpansionRange(Loc);
      if (SM.isMacroArgExpansion(Loc) || Use.getBegin().isMacroID())
        continue;
      StringRef Text = Lexer::getSourceText(Use, SM, Options);
      IsWritten = StringRef(Bare(Text)).contains(Shown);
    }
    if (!IsWritten)
      return true;
  }
  return false;
}

bool isSpelledInC(KernelPrinter &P, const StringLiteral *L) {
  TokenRange Range = P.unit().tokensOf(L->getSourceRange());
  for (unsigned I = Range.Begin; I < Range.End; ++I)
    if (!P.unit().tokenText(I).starts_with("\""))
      return false;
  return !showsMacroBodies(P, L);
}

/// Returns true if \p E is the argument of a user's suffix: `12_km`, `"text"_name`. In a default
/// argument it has no parent, but its token shows it.
static bool isSuffixed(KernelPrinter &P, const Expr *E) {
  const Stmt *Child = E;
  if (isUserLiteral(P.plan().Body.meaningfulParent(Child)))
    return true;
  TokenRange Range = P.unit().tokensOf(E->getSourceRange());
  if (Range.empty())
    return false;
  StringRef Last = P.unit().tokenText(Range.End - 1);
  return isa<IntegerLiteral>(E) ? Last.contains('_')
         : Last.contains('"')   ? !Last.ends_with("\"")
                                : !Last.ends_with("'");
}

/// Raw strings and those of UTF-8 as ordinary ones; characters with a prefix as numbers.
static std::optional<Fragment> printTextLiteral(KernelPrinter &P, const Stmt *S) {
  if (const auto *L = dyn_cast<StringLiteral>(S)) {
    if (isSpelledInC(P, L) && !isSuffixed(P, L))
      return std::nullopt;
    return L->getCharByteWidth() == 1
               ? Fragment(stringLiteral(L->getString()))
               : Fragment(P.unit().mark(diag::WideStringLiteral, L->getBeginLoc()));
  }
  const auto *L = dyn_cast<CharacterLiteral>(S);
  if (!L || (L->getKind() == CharacterLiteralKind::Ascii && !isSuffixed(P, L)))
    return std::nullopt;
  return Fragment(std::to_string(L->getValue()) +
                  (L->getType()->isUnsignedIntegerType() ? "u" : ""));
}

/// `__func__` and its like where the function has another name in the output, or no such name at
/// all.
static std::optional<Fragment> printFunctionName(KernelPrinter &P, const PredefinedExpr *E) {
  const StringLiteral *Name = E->getFunctionName();
  if (!Name || !P.version().Function || P.names().function(P.version()) == Name->getString())
    return std::nullopt;
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  Name->outputString(Out);
  return Fragment(Text);
}

std::optional<std::string> sourceLocationText(KernelPrinter &P, const SourceLocExpr *E,
                                              const Expr *Default) {
  APValue Value = E->EvaluateInContext(P.context(), Default);
  if (Value.isInt())
    return std::to_string(Value.getInt().getZExtValue());
  const auto *Text =
      Value.isLValue()
          ? dyn_cast_or_null<StringLiteral>(Value.getLValueBase().dyn_cast<const Expr *>())
          : nullptr;
  if (!Text)
    return std::nullopt;
  return stringLiteral(Text->getString());
}

std::optional<Fragment> printLiteral(KernelPrinter &P, const Stmt *S) {
  if (const auto *Place = dyn_cast<SourceLocExpr>(S)) {
    std::optional<std::string> Text = sourceLocationText(P, Place);
    return Text ? std::optional<Fragment>(*Text) : std::nullopt;
  }
  if (const auto *Name = dyn_cast<PredefinedExpr>(S))
    return printFunctionName(P, Name);
  // offsetof is a macro of <stddef.h>, which OpenCL C has not.
  if (const auto *O = dyn_cast<OffsetOfExpr>(S)) {
    Expr::EvalResult Result;
    if (O->EvaluateAsInt(Result, P.context()))
      return Fragment(std::to_string(Result.Val.getInt().getZExtValue()) + "UL");
  }
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(S))
    return Fragment("0");
  if (isa<StringLiteral, CharacterLiteral>(S))
    return printTextLiteral(P, S);
  if (const auto *L = dyn_cast<IntegerLiteral>(S); L && isSuffixed(P, L))
    return Fragment(integerLiteral(P.context(), llvm::APSInt(L->getValue(), true), L->getType()));
  if (const auto *L = dyn_cast<IntegerLiteral>(S))
    return printIntegerLiteral(P, L);
  if (const auto *L = dyn_cast<FloatingLiteral>(S)) {
    if (L->getType()->isSpecificBuiltinType(BuiltinType::LongDouble))
      return Fragment(floatingLiteral(L->getValue(), /*IsDouble=*/true));
    TokenRange Range = P.unit().tokensOf(L->getSourceRange());
    if (Range.End - Range.Begin == 1 && P.unit().tokenText(Range.Begin).contains('\'')) {
      std::string Text;
      for (char C : P.unit().tokenText(Range.Begin))
        if (C != '\'')
          Text += C;
      return Fragment(Text);
    }
  }
  if (const auto *Zero = dyn_cast<CXXScalarValueInitExpr>(S)) {
    QualType T = Zero->getType();
    if (T->isPointerType() || T->isVoidType())
      return Fragment(T->isVoidType() ? "(void)0" : "0");
    return Fragment("(" + P.Locals.typeText(T, nullptr) + ")0");
  }
  if (const auto *Zero = dyn_cast<ImplicitValueInitExpr>(S))
    return Fragment(Zero->getType()->isRecordType() || Zero->getType()->isArrayType() ? "{0}"
                                                                                      : "0");
  return std::nullopt;
}

} // namespace cu2cl
