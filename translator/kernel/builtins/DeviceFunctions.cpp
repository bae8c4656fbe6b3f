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
#include "kernel/builtins/Trap.h"
#include "kernel/core/Constants.h"
#include "kernel/core/Literals.h"
#include "kernel/core/Operands.h"
#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "kernel/core/VectorStores.h"
#include "kernel/expressions/Conversions.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/CharInfo.h"
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
    return P.Lvalues.printAddress(A, Precedence::Assignment);
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

/// Returns true if \p Call fetches from a texture reference whose texels have the type that it
/// was declared with.
static bool fetchesElements(const CallExpr *Call) {
  if (deviceRoleOf(Call->getDirectCallee()) != catalog::DeviceRole::TextureElement)
    return false;
  QualType T = Call->getArg(0)->IgnoreParenImpCasts()->getType();
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  constexpr unsigned ReadMode = 2; // the parameter of `texture`; cudaReadModeElementType is 0
  return isTextureReference(T) && Class && Class->getTemplateArgs().size() > ReadMode &&
         Class->getTemplateArgs()[ReadMode].getAsIntegral() == 0;
}

/// Returns what the place between \p Before and \p After in a row's text asks of an argument.
static Precedence placeInRow(llvm::StringRef Before, llvm::StringRef After) {
  if (After.starts_with("."))
    return Precedence::Postfix;
  bool IsArgument = (Before.ends_with("(") || Before.ends_with(", ") || Before.empty()) &&
                    (After.starts_with(",") || After.starts_with(")") || After.empty());
  return IsArgument ? Precedence::Assignment : Precedence::Unary;
}

/// Returns \p Text without the parentheses around it, if there are any.
static llvm::StringRef withoutParentheses(llvm::StringRef Text) {
  unsigned Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '(';
    Depth -= Text[I] == ')' && Depth > 0;
    if (Depth == 0 && I + 1 < Text.size())
      return Text;
  }
  return Text.starts_with("(") ? Text.drop_front().drop_back() : Text;
}

/// The object whose address \p Pointer takes, `x[i]` of `&x[i]`; null if there is none that may be
/// named in place of `*pointer`.
static const Expr *objectOf(KernelPrinter &P, const Expr *Pointer, bool IsWritten) {
  while (!P.Scope.isEvaluated(Pointer)) {
    const auto *C = dyn_cast<ImplicitCastExpr>(Pointer);
    if (C && C->getCastKind() == CK_NoOp)
      Pointer = C->getSubExpr();
    else if (const auto *Parens = dyn_cast<ParenExpr>(Pointer))
      Pointer = Parens->getSubExpr();
    else
      break;
  }
  const auto *U = dyn_cast<UnaryOperator>(Pointer);
  if (P.Scope.isEvaluated(Pointer) || !U || U->getOpcode() != UO_AddrOf)
    return nullptr;
  const Expr *Object = U->getSubExpr()->IgnoreParens();
  if (P.Scope.isEvaluated(U->getSubExpr()) || P.Scope.isEvaluated(Object) ||
      isBoolInOutput(P, Object))
    return nullptr;
  if (const auto *M = dyn_cast<MemberExpr>(Object))
    // A component of a vector may have to be written alone.
    return isa<FieldDecl>(M->getMemberDecl()) && !(IsWritten && vectorComponent(M) >= 0) ? Object
                                                                                         : nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Object))
    return isa<VarDecl>(Ref->getDecl()) ? Object : nullptr;
  const auto *Dereference = dyn_cast<UnaryOperator>(Object);
  return isa<ArraySubscriptExpr>(Object) || (Dereference && Dereference->getOpcode() == UO_Deref)
             ? Object
             : nullptr;
}

/// Writes the text of a row for one call.
///
/// A row has parentheses around itself, and around arguments that are operands, `(*($0))`. In a
/// macro they stay, so that all its expansions have one text. Elsewhere they go where the place
/// does not ask for them, and `*($0)` of an argument `&x[i]` is `x[i]`.
class RowText {
public:
  RowText(KernelPrinter &P, const catalog::DeviceFunction &Row, const CallExpr *Call,
          QualType Result, unsigned First)
      : P(P), Row(Row), Call(Call), Result(Result), First(First),
        IsInMacro(Call->getBeginLoc().isMacroID()), Rest(Row.Text) {}

  Fragment print() {
    std::optional<Precedence> Operation = IsInMacro ? std::nullopt : removeParentheses();
    while (!Rest.empty()) {
      size_t At = Rest.find('$');
      llvm::StringRef Before = Rest.substr(0, At);
      Rest = At == llvm::StringRef::npos ? "" : Rest.substr(At + 1);
      if (At == llvm::StringRef::npos)
        Out += Before;
      else
        printPlace(Before);
    }
    return Operation && !Out.binds() ? Out.binding(*Operation) : Out;
  }

private:
  /// Removes the parentheses around the text. Returns how tightly it binds without them, at least;
  /// nothing if it has none.
  std::optional<Precedence> removeParentheses() {
    // An assignment that is a whole statement needs no type.
    llvm::StringRef Assignment = Rest;
    bool IsAssignment = Assignment.consume_front("(void)") && Assignment.contains(" = ") &&
                        isWholeStatement(P, Call);
    llvm::StringRef Whole = IsAssignment ? Assignment : Rest;
    Rest = withoutParentheses(Whole);
    if (Rest.size() == Whole.size())
      return std::nullopt;
    return IsAssignment ? Precedence::Assignment : Precedence::Conditional;
  }

  /// Adds \p Before and what is at the place after it, whose letters \c Rest begins with.
  void printPlace(llvm::StringRef Before) {
    if (std::optional<Fragment> Named = namedPlace()) {
      Out += Before;
      Out += *Named;
      return;
    }
    bool IsSpace = Rest.consume_front("s");
    if (Rest.consume_front("*")) {
      Out += Before;
      for (unsigned I = First; I < Call->getNumArgs(); ++I)
        Out += Fragment(I > First ? ", " : "") + argument(I);
      return;
    }
    unsigned Index = 0;
    Rest.consumeInteger(10, Index);
    if (Index >= Call->getNumArgs())
      Out += Before;
    else if (IsSpace)
      Out += Before.str() + spaceLetter(P.unit().Spaces.pointee(P.version(), Call->getArg(Index)));
    else
      printArgument(Before, Index);
  }

  /// What is no argument: a parameter of the kernel's that the output adds, a type.
  std::optional<Fragment> namedPlace() {
    if (Rest.consume_front("w"))
      return Fragment(P.Locals.appendedName(Appended::Scratch));
    if (Rest.consume_front("x"))
      return Fragment(P.Locals.appendedName(Appended::Warp));
    if (Rest.consume_front("a"))
      return Fragment(P.Locals.printTakesPart(Call));
    if (Rest.consume_front("f"))
      return Fragment(P.Locals.appendedName(Appended::Fault));
    if (Rest.consume_front("T"))
      return Fragment(P.Locals.typeText(Result.getUnqualifiedType(), Call));
    return std::nullopt;
  }

  void printArgument(llvm::StringRef Before, unsigned Index) {
    Precedence Place = placeInRow(Before, Rest);
    // "($0)" that is no list of arguments, as after "f_$s0" or "f".
    bool IsOperand =
        !IsInMacro && Before.ends_with("(") && Rest.starts_with(")") &&
        (Before.size() == 1 ? Out.empty() : !isAsciiIdentifierContinue(Before[Before.size() - 2]));
    if (IsOperand) {
      Before = Before.drop_back();
      Rest = Rest.drop_front();
      Place = std::max(placeInRow(Before, Rest), Precedence::Unary);
    }
    bool IsPointer = IsOperand && (Before.ends_with("(*") || (Before == "*" && Out.empty()));
    if (IsPointer && objectOf(P, Call->getArg(Index), Rest.starts_with(" ="))) {
      Out += Before.drop_back();
      Out += P.printWithPrecedence(objectOf(P, Call->getArg(Index), Rest.starts_with(" =")));
      return;
    }
    Fragment Text = argument(Index).operand(Place, writtenPrecedence(Call->getArg(Index)));
    Out += IsPointer ? Before.drop_back() : Before;
    Out += IsPointer ? Fragment::dereference(Text) : Text;
  }

  Fragment argument(unsigned Index) const {
    return argumentText(P, Call, Index, parameterType(P, Row, Call, Index));
  }

  KernelPrinter &P;
  const catalog::DeviceFunction &Row;
  const CallExpr *Call;
  QualType Result;
  unsigned First;
  bool IsInMacro;
  llvm::StringRef Rest; ///< of the row's text
  Fragment Out;
};

static Fragment expandDeviceTemplate(KernelPrinter &P, const catalog::DeviceFunction &Row,
                                     const CallExpr *Call, QualType Result, unsigned First = 0) {
  return RowText(P, Row, Call, Result, First).print();
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

/// Returns true if \p Row exchanges between the lanes that its first argument names, which is 0.
static bool namesNoLane(KernelPrinter &P, const catalog::DeviceFunction &Row,
                        const CallExpr *Call) {
  Expr::EvalResult Mask;
  return catalog::maskedForm(Row.Text).contains("($0") &&
         Call->getArg(0)->EvaluateAsInt(Mask, P.context()) && Mask.Val.getInt() == 0;
}

/// \p Row in the form that the function around the call asks for.
static catalog::DeviceFunction formFor(const KernelPrinter &P, catalog::DeviceFunction Row) {
  if (P.unit().Walks->isMasked(P.version().Function) && Row.Text.contains("$x")) {
    Row.Text = catalog::maskedForm(Row.Text);
    Row.Helper = catalog::maskedHelper(Row.Helper);
  }
  return Row;
}

std::optional<Fragment> printDeviceFunctionCall(KernelPrinter &P, const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call)
    return std::nullopt;
  if (std::optional<Fragment> Text = printListExtreme(P, Call))
    return Text;
  const catalog::DeviceFunction *Row = deviceFunctionOf(P.unit(), Call);
  if (std::optional<Fragment> Name = Row ? nameOfConstant(P, Call) : std::nullopt; Name || !Row)
    return Name;
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
  if (namesNoLane(P, *Row, Call))
    P.unit().report(diag::EmptyLaneMask, Call->getBeginLoc(), {Row->Cuda.str()});
  catalog::DeviceFunction Chosen = formFor(P, *Row);
  P.Found.needHelper(Chosen.Helper);
  if (std::optional<Fragment> Text = fetchIntoPlace(P, *Row, Call))
    return Text;
  if (deviceRoleOf(Call->getDirectCallee()) == catalog::DeviceRole::AtomicOfSystem)
    P.Found.needHelper("atomic_system");
  if (std::optional<Fragment> Text = renamedCall(P, *Row, Call))
    return Text;
  QualType Value =
      Row->Text.contains("$T") && isWrite(*Row) ? parameterType(P, *Row, Call, 0) : Call->getType();
  if (fetchesElements(Call))
    Chosen.Text = "clrt_fetch_$T($*)";
  return expandDeviceTemplate(P, Chosen, Call, Value);
}

} // namespace cu2cl
