// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls of CUDA's own device functions.
//
// Precondition: the callee is no device code of the user, and the catalog has a row for it.
// Effect: the row's text with the arguments in it, each of exactly the type that CUDA's overload
// resolution chose, since OpenCL resolves its overloads by what it sees.

#include "kernel/builtins/DeviceFunctions.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/LibraryCode.h"
#include "catalog/Catalog.h"
#include "catalog/Ptx.h"
#include "frontend/InlineAssembly.h"
#include "kernel/core/Constants.h"
#include "kernel/core/Operands.h"
#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {

char spaceLetter(AddressSpace S) {
  switch (S) {
  case AddressSpace::Global:
    return 'g';
  case AddressSpace::Local:
    return 'l';
  case AddressSpace::Constant:
    return 'c';
  default:
    return 'p';
  }
}

/// The argument as written in the source, without what the call converted it by.
static Fragment argumentText(KernelPrinter &P, const CallExpr *Call, unsigned Index, QualType T) {
  const Expr *A = Call->getArg(Index);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A))
    A = Default->getExpr();
  if (T->isReferenceType() && !T->getPointeeType().isConstQualified())
    return P.printAddress(A, Precedence::Assignment);
  Expr::EvalResult Value;
  // An enumerator of CUDA's, which the helper has by clrt's name.
  if (const auto *Enum = T->getAs<EnumType>(); Enum && A->EvaluateAsInt(Value, P.context()))
    for (const EnumConstantDecl *E : Enum->getDecl()->enumerators())
      if (llvm::APSInt::isSameValue(E->getInitVal(), Value.Val.getInt()) &&
          catalog::findHostName(E->getName()))
        return Fragment(catalog::constantName(E->getName()));
  // The default of CUDA's own header has no text here.
  if (isa<CXXDefaultArgExpr>(Call->getArg(Index)) && A->EvaluateAsInt(Value, P.context()))
    return integerLiteral(P.context(), Value.Val.getInt(), A->getType());
  // No overloads of OpenCL's.
  if (threadRoleOf(Call->getDirectCallee()) == ThreadRole::Warp)
    return P.printValue(A);
  return P.printTyped(A, T.getNonReferenceType());
}

/// The type of parameter \p I of what \p Call calls: the callee's, or double where that is one of
/// C++'s functions for integers and mixed types, which compute in double.
static QualType parameterType(KernelPrinter &P, const catalog::DeviceFunction &Row,
                              const CallExpr *Call, unsigned I) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (I >= F->getNumParams())
    return Call->getArg(I)->getType();
  QualType T = F->getParamDecl(I)->getType();
  llvm::SmallVector<llvm::StringRef, 4> Types = Row.parameterTypes();
  bool IsPromoted = I < Types.size() && Types[I] == "double" && T->isArithmeticType();
  return IsPromoted ? P.context().DoubleTy : T;
}

/// The argument of a fetch or write that is the texture: after the value, if it has one.
static unsigned textureIndex(const CallExpr *Call) { return Call->getType()->isVoidType() ? 1 : 0; }

/// Returns true if that is seen to be a texture reference or object, and not a number from
/// anywhere.
static bool isTexture(const CallExpr *Call) {
  QualType T = Call->getNumArgs() > textureIndex(Call)
                   ? Call->getArg(textureIndex(Call))->IgnoreParenImpCasts()->getType()
                   : QualType();
  return !T.isNull() && (isTextureReference(T) || isTextureObject(T));
}

/// Returns what the place between \p Before and \p After in a row's text asks of an argument.
static Precedence placeInRow(llvm::StringRef Before, llvm::StringRef After) {
  bool IsArgument = (Before.ends_with("(") || Before.ends_with(", ") || Before.empty()) &&
                    (After.starts_with(",") || After.starts_with(")") || After.empty());
  return IsArgument ? Precedence::Assignment : Precedence::Unary;
}

static Fragment expandDeviceTemplate(KernelPrinter &P, const catalog::DeviceFunction &Row,
                                     const CallExpr *Call, QualType Result, unsigned First = 0) {
  llvm::StringRef Text = Row.Text;
  auto TypeOf = [&](unsigned I) { return parameterType(P, Row, Call, I); };
  Fragment Out;
  while (!Text.empty()) {
    size_t At = Text.find('$');
    llvm::StringRef Before = Text.substr(0, At);
    Out += Before;
    if (At == llvm::StringRef::npos)
      break;
    Text = Text.substr(At + 1);
    bool IsSpace = Text.consume_front("s");
    if (Text.consume_front("w")) {
      Out += P.appendedName(Appended::Scratch);
      continue;
    }
    if (Text.consume_front("x")) {
      Out += P.appendedName(Appended::Warp);
      continue;
    }
    if (Text.consume_front("a")) {
      Out += P.printTakesPart(Call);
      continue;
    }
    if (Text.consume_front("f")) {
      Out += P.appendedName(Appended::Fault);
      continue;
    }
    if (Text.consume_front("T")) {
      Out += P.typeText(Result.getUnqualifiedType(), Call);
      continue;
    }
    unsigned Index = 0;
    Text.consume_front("u");
    if (Text.consume_front("*")) {
      for (unsigned I = First; I < Call->getNumArgs(); ++I)
        Out += Fragment(I > First ? ", " : "") + argumentText(P, Call, I, TypeOf(I));
      continue;
    }
    Text.consumeInteger(10, Index);
    if (Index >= Call->getNumArgs())
      continue;
    if (IsSpace)
      Out += std::string(1, spaceLetter(P.unit().Spaces.pointee(P.version(), Call->getArg(Index))));
    else
      Out += argumentText(P, Call, Index, TypeOf(Index))
                 .operand(placeInRow(Before, Text), writtenPrecedence(Call->getArg(Index)));
  }
  return Out;
}

/// Returns true if \p Row writes to a surface.
static bool isWrite(const catalog::DeviceFunction &Row) { return Row.Result == "void"; }

/// tex2D(&v, t, x, y) with a place for the result: "v = clrt_tex2D(float4, t, x, y)".
static std::optional<Fragment> fetchIntoPlace(KernelPrinter &P, const catalog::DeviceFunction &Row,
                                              const CallExpr *Call) {
  if (!Row.Text.contains("$T") || textureIndex(Call) == 0 || isWrite(Row))
    return std::nullopt;
  QualType Result = Call->getArg(0)->getType()->getPointeeType();
  return Fragment("*") + P.print(Call->getArg(0), Precedence::Unary) + " = " +
         expandDeviceTemplate(P, Row, Call, Result, 1);
}

/// "fmax($0, $1)" for "fmaxf(a, b)": a call of another name. The user's spacing, comments and
/// macros stay.
static std::optional<Fragment> renamedCall(KernelPrinter &P, const catalog::DeviceFunction &Row,
                                           const CallExpr *Call) {
  auto [Name, Rest] = Row.Text.split('(');
  std::string Plain;
  for (unsigned I = 0; I < Call->getNumArgs(); ++I)
    Plain += (I ? ", $" : "$") + std::to_string(I);
  // Called by inline assembly: the tokens are those of the asm statement.
  if (Rest != Plain + ")" || isAtAssembly(Call->getBeginLoc(), P.unit().Side.sources()) ||
      !llvm::all_of(Name, [](char C) { return llvm::isAlnum(C) || C == '_'; }))
    return std::nullopt;
  TokenRange Whole = P.unit().tokensOf(Call->getSourceRange());
  TokenRange Callee = P.unit().tokensOf(Call->getCallee()->getSourceRange());
  if (Whole.empty() || Callee.empty() || Callee.Begin != Whole.Begin)
    return std::nullopt;
  std::vector<KernelPrinter::Edit> Edits;
  if (Callee.End - Callee.Begin != 1 || P.unit().tokenText(Callee.Begin) != Name)
    Edits.push_back({Callee, Fragment(Name)});
  unsigned At = Callee.End;
  const FunctionDecl *F = Call->getDirectCallee();
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    TokenRange R = P.unit().tokensOf(Call->getArg(I)->getSourceRange());
    if (R.empty() || R.Begin < At || !Whole.contains(R) || I >= F->getNumParams())
      return std::nullopt;
    At = R.End;
    Edits.push_back({R, argumentText(P, Call, I, parameterType(P, Row, Call, I))});
  }
  return P.compose(Whole, std::move(Edits));
}

/// std::min({a, b, c}): "min(min(a, b), c)", which gives the first of equal ones, too.
static std::optional<Fragment> printListExtreme(KernelPrinter &P, const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  catalog::DeviceRole Role = deviceRoleOf(F);
  if ((Role != catalog::DeviceRole::Minimum && Role != catalog::DeviceRole::Maximum) ||
      !F->isInStdNamespace() || Call->getNumArgs() != 1)
    return std::nullopt;
  const auto *Whole =
      dyn_cast<CXXStdInitializerListExpr>(Call->getArg(0)->IgnoreUnlessSpelledInSource());
  if (!Whole)
    Whole = dyn_cast<CXXStdInitializerListExpr>(Call->getArg(0)->IgnoreImplicit());
  const auto *List =
      Whole ? dyn_cast<InitListExpr>(Whole->getSubExpr()->IgnoreImplicit()) : nullptr;
  QualType T = F->getReturnType().getUnqualifiedType();
  if (!List || List->getNumInits() == 0 || !T->isArithmeticType())
    return std::nullopt;
  PrintingPolicy Policy(P.context().getLangOpts());
  Policy.Bool = true;
  std::string Name = T.getCanonicalType().getAsString(Policy);
  std::string Function = (T->isRealFloatingType() ? "std::" : "") + F->getName().str();
  const catalog::DeviceFunction *Row = catalog::findDeviceFunction(Function, {Name, Name});
  if (!Row || Row->Diag || !llvm::StringRef(Row->Text).ends_with("($0, $1)"))
    return std::nullopt;
  P.needHelper(Row->Helper);
  llvm::StringRef Opening = Row->Text.drop_back(llvm::StringRef("$0, $1)").size());
  auto Nest = [&] {
    Fragment Out = P.printTyped(List->getInit(0), T);
    for (unsigned I = 1; I < List->getNumInits(); ++I)
      Out = Fragment(Opening) + Out + ", " + P.printTyped(List->getInit(I), T) + ")";
    return Out;
  };
  // Braces go from left to right, arguments in any order.
  if (List->getNumInits() == 1 || isRepeatable(List) || !P.version().Function)
    return Nest();
  std::vector<const Expr *> Values;
  llvm::copy_if(List->inits(), std::back_inserter(Values),
                [&](const Expr *E) { return !E->isEvaluatable(P.context()); });
  return printWithValuesFirst(P, Values, Nest);
}

std::optional<Fragment> printDeviceFunctionCall(KernelPrinter &P, const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call)
    return std::nullopt;
  if (std::optional<Fragment> Text = printListExtreme(P, Call))
    return Text;
  const catalog::DeviceFunction *Row = deviceFunctionOf(P.unit(), Call);
  if (!Row)
    return std::nullopt;
  if (Row->Text.empty())
    return Fragment(P.unit().mark(Row->Diag ? diag::Id(Row->Diag) : diag::UnsupportedDeviceCall,
                                  Call->getBeginLoc(), {Row->Cuda.str()}));
  if (Row->Diag) {
    const StringRef Register = catalog::registerOfFunction(Row->Cuda);
    P.unit().report(diag::Id(Row->Diag), Call->getBeginLoc(),
                    {(Register.empty() ? Row->Cuda : Register).str()});
  }
  if (Row->Text.contains("$T") && !isTexture(Call))
    return Fragment(P.unit().mark(diag::DeviceTexture, Call->getBeginLoc(), {Row->Cuda.str()}));
  P.needHelper(Row->Helper);
  if (std::optional<Fragment> Text = fetchIntoPlace(P, *Row, Call))
    return Text;
  if (deviceRoleOf(Call->getDirectCallee()) == catalog::DeviceRole::AtomicOfSystem)
    P.needHelper("atomic_system");
  if (std::optional<Fragment> Text = renamedCall(P, *Row, Call))
    return Text;
  QualType Value =
      Row->Text.contains("$T") && isWrite(*Row) ? parameterType(P, *Row, Call, 0) : Call->getType();
  return expandDeviceTemplate(P, *Row, Call, Value);
}

} // namespace cu2cl
