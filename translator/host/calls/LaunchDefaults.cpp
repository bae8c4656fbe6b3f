// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Default arguments of kernels, which their handles have not.
//
// Precondition: the default is a constant number or null, or names only what the launch sees, too.
// Effect: `k<<<1, n>>>(p)` of `k(int *p, float f = 2.5f)` becomes `clrt::launch(k, {1, n},
// p, 2.5f)`. Where the instances of a template write a default differently (`T s = T(1)`: 1, 1.0f),
// it is a number that becomes each one's value when it is converted to the parameter. Else the
// launch's names stand for the kernel's template parameters: `Op op = Op()` gives `Plus()`, or
// `F()` in a template that launches `map<F>`.

#include "host/calls/LaunchDefaults.h"
#include "kernel/core/Constants.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cu2cl {

/// Returns true if all that \p S names can be named in \p Around.
static bool isSeen(const Stmt *S, const DeclContext *Around) {
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  if (Ref && !Ref->getDecl()->getDeclContext()->getRedeclContext()->Encloses(Around))
    return false;
  return llvm::all_of(S->children(), [&](const Stmt *C) { return !C || isSeen(C, Around); });
}

static bool isLiteral(const Expr *E) {
  E = E->IgnoreImplicit();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return isLiteral(U->getSubExpr());
  return isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr,
             GNUNullExpr>(E);
}

/// The value of a default argument, and its text.
struct DefaultValue {
  APValue Value;
  std::string Text; ///< empty if it has none
};

static DefaultValue valueOf(const HostUnit &U, const CXXDefaultArgExpr *Default) {
  const Expr *E = Default->getExpr();
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsRValue(Result, U.Side.context()))
    return {};
  QualType T = Default->getParam()->getType();
  if (Result.Val.isInt() && T->isIntegerType())
    return {Result.Val, integerLiteral(U.Side.context(), Result.Val.getInt(), T)};
  if (Result.Val.isFloat())
    return {Result.Val,
            floatingLiteral(Result.Val.getFloat(), T->isSpecificBuiltinType(BuiltinType::Double))};
  if (Result.Val.isLValue() && Result.Val.isNullPointer())
    return {Result.Val, "nullptr"};
  return {};
}

/// Returns true if \p From, converted to the type of \p To, gives \p To.
static bool converts(const APValue &From, const APValue &To) {
  if (From.isInt() && To.isInt())
    return llvm::APSInt::isSameValue(From.getInt(), To.getInt());
  bool Loses = false;
  if (To.isFloat() && From.isFloat()) {
    llvm::APFloat F = From.getFloat();
    F.convert(To.getFloat().getSemantics(), llvm::APFloat::rmNearestTiesToEven, &Loses);
    return F.bitwiseIsEqual(To.getFloat());
  }
  if (To.isFloat() && From.isInt()) {
    llvm::APFloat F(To.getFloat().getSemantics());
    F.convertFromAPInt(From.getInt(), From.getInt().isSigned(), llvm::APFloat::rmNearestTiesToEven);
    return F.bitwiseIsEqual(To.getFloat());
  }
  if (To.isInt() && From.isFloat()) {
    llvm::APSInt I(To.getInt().getBitWidth(), To.getInt().isUnsigned());
    return From.getFloat().convertToInteger(I, llvm::APFloat::rmTowardZero, &Loses) ==
               llvm::APFloat::opOK &&
           I == To.getInt();
  }
  return false;
}

static std::optional<std::string> textOf(const HostUnit &U, const CXXDefaultArgExpr *Default,
                                         const DeclContext *Around) {
  const Expr *E = Default->getExpr();
  const auto *Kernel = cast<FunctionDecl>(Default->getParam()->getDeclContext());
  std::string Written = U.Source.text(E->getSourceRange()).str();
  if (!Written.empty() &&
      (isLiteral(E) || (!Kernel->isTemplateInstantiation() && isSeen(E, Around) &&
                        Kernel->getDeclContext()->getRedeclContext()->Encloses(Around))))
    return Written;
  std::string Text = valueOf(U, Default).Text;
  return Text.empty() ? std::nullopt : std::optional(Text);
}

/// The text of argument \p I of all \p Launches, whose texts of their own differ.
static std::optional<std::string>
commonText(const HostUnit &U, llvm::ArrayRef<const CUDAKernelCallExpr *> Launches, unsigned I) {
  std::vector<DefaultValue> Values;
  for (const CUDAKernelCallExpr *Launch : Launches)
    Values.push_back(valueOf(U, cast<CXXDefaultArgExpr>(Launch->getArg(I))));
  for (const DefaultValue &Candidate : Values)
    if (!Candidate.Text.empty() && llvm::all_of(Values, [&](const DefaultValue &Other) {
          return converts(Candidate.Value, Other.Value);
        }))
      return Candidate.Text;
  return std::nullopt;
}

/// Returns true if all that \p S, of a template, names can be named in \p Around once its
/// parameters are replaced.
static bool isSeenInTemplate(const Stmt *S, const DeclContext *Around) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && !Ref->getDecl()->isTemplateParameter())
    return isSeen(Ref, Around);
  return !isa<LambdaExpr>(S) && llvm::all_of(S->children(), [&](const Stmt *C) {
    return !C || isSeenInTemplate(C, Around);
  });
}

/// \p Text with \p Arguments in place of the parameters \p Names; nothing if one cannot be where
/// its parameter does: `unsigned int(1)` is no expression.
static std::optional<std::string> replaceParameters(const HostUnit &U, const std::string &Text,
                                                    const TemplateParameterList &Names,
                                                    const std::vector<std::string> &Arguments) {
  Lexer Words(SourceLocation(), U.Side.langOpts(), Text.data(), Text.data(),
              Text.data() + Text.size());
  std::string Out;
  Token Word, Before;
  Word.startToken();
  size_t Copied = 0;
  bool NamesSeveral = false;
  do {
    Before = Word;
    Words.LexFromRawLexer(Word);
    if (NamesSeveral && Word.isOneOf(tok::l_paren, tok::l_brace, tok::coloncolon))
      return std::nullopt;
    NamesSeveral = false;
    if (!Word.is(tok::raw_identifier) || Before.isOneOf(tok::period, tok::arrow, tok::coloncolon))
      continue;
    size_t Begin = Words.getBufferLocation() - Text.data() - Word.getLength();
    for (unsigned I = 0; I < Names.size(); ++I) {
      if (Names.getParam(I)->getName() != Word.getRawIdentifier())
        continue;
      Out += Text.substr(Copied, Begin - Copied) + Arguments[I];
      Copied = Begin + Word.getLength();
      NamesSeveral = Arguments[I].find(' ') != std::string::npos;
    }
  } while (Word.isNot(tok::eof));
  return Out + Text.substr(Copied);
}

/// The text of argument \p I of \p L, an instance of a template, by the launch's names.
static std::optional<std::string> textInTemplate(const HostUnit &U, const Launch &L, unsigned I,
                                                 const DeclContext *Around) {
  const FunctionTemplateDecl *Template = L.Kernel->getPrimaryTemplate();
  if (!Template || !Template->getDeclContext()->getRedeclContext()->Encloses(Around))
    return std::nullopt;
  const TemplateParameterList &Names = *Template->getTemplateParameters();
  std::vector<std::string> Arguments = templateArguments(U, L);
  const ParmVarDecl *Parameter = Template->getTemplatedDecl()->getParamDecl(I);
  const Expr *E = Parameter->hasDefaultArg() && !Parameter->hasUnparsedDefaultArg()
                      ? Parameter->getDefaultArg()
                      : nullptr;
  if (!E || Arguments.size() != Names.size() || Names.hasParameterPack() ||
      E->getBeginLoc().isMacroID() || E->getEndLoc().isMacroID() || !isSeenInTemplate(E, Around))
    return std::nullopt;
  std::string Written = U.Source.text(E->getSourceRange()).str();
  return Written.empty() ? std::nullopt : replaceParameters(U, Written, Names, Arguments);
}

/// The text of argument \p I of \p L, a default in all instances.
static std::optional<std::string> defaultText(const HostUnit &U, const Launch &L, unsigned I) {
  std::optional<std::string> Common;
  for (const CUDAKernelCallExpr *Call : L.Calls) {
    const auto *Default = cast<CXXDefaultArgExpr>(Call->getArg(I));
    const DeclContext *Around = U.functionAround(Call);
    if (!Around)
      Around = U.Side.context().getTranslationUnitDecl();
    std::optional<std::string> One = textOf(U, Default, Around);
    if (!One || (Common && *Common != *One)) {
      if (One)
        Common = commonText(U, L.Calls, I);
      if (!One || !Common)
        Common = textInTemplate(U, L, I, Around);
      if (!Common && One)
        U.report(diag::AmbiguousTemplateLaunch, Call->getBeginLoc(),
                 {L.Kernel->getQualifiedNameAsString()});
      else if (!Common)
        U.report(diag::UnwritableDefaultArgument, Call->getBeginLoc(),
                 {Default->getParam()->getNameAsString()});
      return Common;
    }
    Common = One;
  }
  return Common;
}

std::optional<std::string> defaultArguments(const HostUnit &U, const Launch &L) {
  std::string All;
  // Overloads that a template chooses from may have other defaults, at other places.
  auto HasDefault = [](const CUDAKernelCallExpr *Call) {
    return llvm::any_of(Call->arguments(), [](const Expr *E) { return isa<CXXDefaultArgExpr>(E); });
  };
  if (L.Patterns.size() > 1 && llvm::any_of(L.Calls, HasDefault)) {
    U.report(diag::AmbiguousTemplateLaunch, L.Written->getBeginLoc(),
             {L.Kernel->getQualifiedNameAsString()});
    return std::nullopt;
  }
  for (unsigned I = 0; !L.Calls.empty() && I < L.Calls.front()->getNumArgs(); ++I) {
    if (!isa<CXXDefaultArgExpr>(L.Calls.front()->getArg(I)))
      continue;
    std::optional<std::string> One = defaultText(U, L, I);
    if (!One)
      return std::nullopt;
    All += (All.empty() ? "" : ", ") + *One;
  }
  return All;
}

} // namespace cu2cl
