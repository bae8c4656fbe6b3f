// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls of the user's device functions, methods and operators.
//
// Effect: the name of the callee's version; references as addresses; default arguments written out;
// the variables that the callee gets from its kernels passed on after the arguments.

#include "analysis/effects/Accesses.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/OwnAddresses.h"
#include "analysis/reach/LibraryCode.h"
#include "kernel/core/Constants.h"
#include "kernel/core/LibraryDecls.h"
#include "kernel/core/Literals.h"
#include "kernel/core/MemberlessClasses.h"
#include "kernel/core/ParameterPassing.h"
#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/WarpHelpers.h"
#include "kernel/expressions/LValues.h"
#include "kernel/expressions/LibraryCalls.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

namespace {

/// The caller's name for what \p Wanted is in the callee, with a cast where the types differ.
std::string passedOn(KernelPrinter &P, const Appended &Wanted) {
  for (const Appended &Mine : P.unit().appended(P.place())) {
    if (Wanted.K == Appended::DynamicShared && Mine.K == Appended::DynamicShared) {
      auto Element = [&](const Appended &A) {
        QualType T = A.Variable->getType();
        const ArrayType *Array = P.context().getAsArrayType(T);
        return Array ? Array->getElementType() : T;
      };
      if (P.context().hasSameType(Element(Wanted), Element(Mine)))
        return Mine.Name;
      TypeText Types = P.Locals.types();
      QualType Pointer = P.context().getPointerType(Element(Wanted));
      return "(" + Types.declare(Pointer, "", [](unsigned) { return AddressSpace::Local; }) + ")" +
             Mine.Name;
    }
    if (Wanted.K == Mine.K && Wanted.Variable == Mine.Variable) {
      bool IsPointer =
          Wanted.K != Appended::StaticShared || !P.place().Function->hasAttr<CUDAGlobalAttr>();
      bool IsArray = Wanted.Variable && Wanted.Variable->getType()->isArrayType();
      return IsPointer || IsArray ? Mine.Name : "&" + Mine.Name;
    }
  }
  return P.unit().mark(diag::HostVariableInDeviceCode, P.version().Function->getLocation(),
                       {Wanted.Name});
}

Fragment argument(KernelPrinter &P, const Expr *A, const FunctionClone &Callee, unsigned Index) {
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A)) {
    A = Default->getExpr();
    if (const auto *Place = dyn_cast<SourceLocExpr>(A->IgnoreParenImpCasts()))
      if (std::optional<std::string> Text = sourceLocationText(P, Place, Default))
        return Fragment(*Text);
  }
  // The argument of a postfix operator++ that nobody wrote.
  if (isa<IntegerLiteral>(A) && P.unit().tokensOf(A->getSourceRange()).empty())
    return "0";
  const FunctionDecl *F = Callee.Function;
  if (Index < F->getNumParams()) {
    const ParmVarDecl *Parameter = F->getParamDecl(Index);
    if (Parameter->getType()->isReferenceType() && !isPassedByValue(P.unit(), Callee, Parameter))
      return P.Lvalues.printAddress(A, Precedence::Assignment);
  }
  return P.printValue(A);
}

/// The object of a method call, as the pointer that `self` gets.
Fragment objectOf(KernelPrinter &P, const Expr *Object) {
  if (isa<CXXThisExpr>(Object->IgnoreParens()) && P.Locals.selfIsObject())
    return "&self";
  if (Object->getType()->isPointerType())
    return P.print(Object, Precedence::Assignment);
  return P.Lvalues.printAddress(Object, Precedence::Assignment);
}

/// The object in front of `.` or `->` of \p Call, of a static member function \p F; null if there
/// is none.
const Expr *objectNotPassed(const CallExpr *Call, const FunctionDecl *F) {
  const auto *D = dyn_cast_or_null<CXXMethodDecl>(F);
  const auto *M = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParenImpCasts());
  return D && D->isStatic() && M ? M->getBase() : nullptr;
}

class CallText {
public:
  CallText(KernelPrinter &P, const CallExpr *Call, const FunctionClone &Callee)
      : P(P), Site(Call), Call(Call), RParen(Call->getRParenLoc()), Callee(Callee) {}
  CallText(KernelPrinter &P, const CXXConstructExpr *C, const FunctionClone &Callee)
      : P(P), Site(C), Construct(C), RParen(C->getParenOrBraceRange().getEnd()), Callee(Callee) {}

  Fragment text() {
    P.Found.needVersion(Callee);
    collect();
    Fragment Out(P.names().function(Callee));
    Out += "(";
    TokenRange Parens = spelledArguments();
    if (Parens.empty()) {
      for (size_t I = 0; I < All.size(); ++I)
        Out += (I ? Fragment(", ") : Fragment()) + All[I].Text;
      return Ahead.empty() ? Out + ")" : Fragment("(") + Ahead + Out + "))";
    }
    std::vector<KernelPrinter::Edit> Edits;
    Fragment Before, After;
    for (size_t I = 0; I < All.size(); ++I) {
      if (!All[I].Range.empty()) {
        Edits.push_back({All[I].Range, All[I].Text});
        continue;
      }
      bool First = I < FirstSpelled;
      Fragment &Side = First ? Before : After;
      if (First)
        Side += All[I].Text + (I + 1 < All.size() ? ", " : "");
      else
        Side += (I ? Fragment(", ") : Fragment()) + All[I].Text;
    }
    if (!Before.empty())
      Edits.push_back({{Parens.Begin, Parens.Begin}, Before});
    if (!After.empty())
      Edits.push_back({{Parens.End, Parens.End}, After});
    Out += P.compose(Parens, std::move(Edits));
    return Out + Fragment::tokens(Parens.End, Parens.End + 1);
  }

private:
  struct One {
    Fragment Text;
    TokenRange Range; ///< empty if it is not written between the parentheses
  };

  void collect() {
    unsigned FirstArgument = 0;
    if (Construct && keepsOwnAddress(Construct->getConstructor())) {
      All.push_back({place(), {}});
    } else if (Construct) {
    } else if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call)) {
      const auto *D = dyn_cast_or_null<CXXMethodDecl>(Callee.Function);
      if (D && !D->isStatic() && !leavesOutObject(D))
        All.push_back({objectOf(P, Method->getImplicitObjectArgument()), {}});
    } else if (isa<CXXOperatorCallExpr>(Call)) {
      if (const auto *D = dyn_cast<CXXMethodDecl>(Callee.Function); D && !D->isStatic()) {
        if (!leavesOutObject(D))
          All.push_back({objectOf(P, Call->getArg(0)), {}});
        FirstArgument = 1;
      }
    }
    if (const Expr *Object = Call ? objectNotPassed(Call, Callee.Function) : nullptr;
        Object && mayChange(P, Object)) {
      IsWhole = false;
      Ahead += printDiscarded(P, Object) + ", ";
    }
    FirstSpelled = All.size();
    llvm::ArrayRef<const Expr *> Arguments =
        Construct ? llvm::ArrayRef(Construct->getArgs(), Construct->getNumArgs())
                  : llvm::ArrayRef(Call->getArgs(), Call->getNumArgs());
    for (unsigned I = FirstArgument; I < Arguments.size(); ++I) {
      const Expr *A = Arguments[I];
      const FunctionDecl *F = Callee.Function;
      if (I - FirstArgument < F->getNumParams() &&
          leavesOut(P.unit(), F, F->getParamDecl(I - FirstArgument))) {
        IsWhole = false;
        if (!isSafeToSpeculate(A, P.context()))
          Ahead += P.printValue(A) + ", ";
        continue;
      }
      TokenRange Range =
          isa<CXXDefaultArgExpr>(A) ? TokenRange() : P.unit().tokensOf(A->getSourceRange());
      All.push_back({argument(P, A, Callee, I - FirstArgument), Range});
    }
    for (const Appended &Extra : P.unit().appended(Callee))
      All.push_back({passedOn(P, Extra), {}});
    if (Call && isWarpHelper(P.unit(), Callee.Function)) {
      const Expr *Condition = warpConditionOf(P, Call);
      All.push_back({Condition ? P.printValue(Condition) : Fragment(P.plan().Warp.Condition), {}});
    }
    if (Call && P.unit().Walks->takesPredicate(Callee.Function))
      All.push_back({Fragment(P.Locals.printTakesPart(Call)), {}});
  }

  /// Returns where the constructor makes its object.
  Fragment place() const {
    if (Fragment Known = P.Scope.placeOf(Construct); !Known.empty())
      return Known;
    return P.unit().mark(diag::SelfReferentialObject, Construct->getBeginLoc(),
                         {Construct->getConstructor()->getParent()->getNameAsString()});
  }

  /// The tokens between the parentheses of a call that is written as one; empty otherwise.
  TokenRange spelledArguments() const {
    if (!IsWhole)
      return {};
    if (isa<CXXConversionDecl>(Callee.Function)) // (short)(a << b): the parentheses are the cast's
      return {};
    if (isa_and_nonnull<CXXOperatorCallExpr>(Call) && Call->getDirectCallee() &&
        Call->getDirectCallee()->getOverloadedOperator() != OO_Call)
      return {};
    TokenRange Whole = P.unit().tokensOf(Site->getSourceRange());
    TokenRange Close = P.unit().tokensOf(RParen);
    if (Construct && !Close.empty())
      Whole.End = std::max(Whole.End, Close.End);
    if (Whole.empty() || Close.empty() || P.unit().tokenKind(Close.Begin) != tok::r_paren)
      return {};
    // Back from the ')' to its '('.
    unsigned Depth = 0, Open = Close.Begin;
    while (Open > Whole.Begin) {
      --Open;
      if (P.unit().tokenKind(Open) == tok::r_paren)
        ++Depth;
      else if (P.unit().tokenKind(Open) == tok::l_paren && Depth-- == 0)
        break;
    }
    TokenRange Inside{Open + 1, Close.Begin};
    // An expanded pack stands for none, one or many.
    for (unsigned I = Inside.Begin; I < Inside.End; ++I)
      if (P.unit().tokenKind(I) == tok::ellipsis)
        return {};
    unsigned At = Inside.Begin;
    for (const One &A : All) {
      if (A.Range.empty())
        continue;
      if (A.Range.Begin < At || A.Range.End > Inside.End)
        return {};
      At = A.Range.End;
    }
    return Inside.empty() ? TokenRange{} : Inside;
  }

  KernelPrinter &P;
  const Expr *Site;
  const CallExpr *Call = nullptr; ///< one of the two
  const CXXConstructExpr *Construct = nullptr;
  SourceLocation RParen;
  const FunctionClone &Callee;
  std::vector<One> All;
  bool IsWhole = true; ///< no argument is left out
  Fragment Ahead;      ///< what arguments that are left out do
  size_t FirstSpelled = 0;
};

/// Returns true if \p E, an object of a class without members, may be a base of another object: it
/// has no bytes of its own there, and a copy would change the other's.
static bool mayBeEmptyBase(const Expr *E) {
  const CXXRecordDecl *R = E->getType()->getAsCXXRecordDecl();
  E = E->IgnoreParens();
  if (!R || !R->isEmpty() || isa<ArraySubscriptExpr>(E))
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Member = dyn_cast<MemberExpr>(E);
  const ValueDecl *D = Ref ? Ref->getDecl() : Member ? Member->getMemberDecl() : nullptr;
  return !D || D->getType()->isReferenceType();
}

/// a = b of a class without an operator= of its own.
std::optional<Fragment> printTrivialAssignment(KernelPrinter &P, const CXXOperatorCallExpr *Call) {
  if (!isTrivialAssignment(Call))
    return std::nullopt;
  if (mayBeEmptyBase(Call->getArg(0))) {
    Fragment Text;
    for (const Expr *A : Call->arguments())
      if (mayChange(P, A))
        Text += printDiscarded(P, A) + ", ";
    return Text.empty() ? Fragment("(void)0") : Fragment("(") + Text + "(void)0)";
  }
  const TokenRange Operator = P.unit().tokensOf(Call->getOperatorLoc());
  // a.operator=(b)
  if (!Operator.empty() && P.unit().tokenKind(Operator.Begin) == tok::kw_operator)
    return P.print(Call->getArg(0), Precedence::Unary) + " = " +
           P.print(Call->getArg(1)->IgnoreParens(), Precedence::Assignment);
  TokenRange Whole = P.unit().tokensOf(Call->getSourceRange());
  std::vector<KernelPrinter::Edit> Edits;
  for (const Expr *A : Call->arguments())
    Edits.push_back(
        {P.unit().tokensOf(A->getSourceRange()),
         P.print(A, A == Call->getArg(0) ? Precedence::Unary : Precedence::Assignment)});
  return P.compose(Whole, std::move(Edits));
}

/// __builtin_inff() and its like, which INFINITY and NAN stand for: their values.
std::optional<Fragment> printBuiltinValue(KernelPrinter &P, const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  Expr::EvalResult Result;
  if (!F || !F->getBuiltinID() || !Call->EvaluateAsRValue(Result, P.context()) ||
      !Result.Val.isFloat() || Result.HasSideEffects)
    return std::nullopt;
  return Fragment(floatingLiteral(Result.Val.getFloat(),
                                  !Call->getType()->isSpecificBuiltinType(BuiltinType::Float)));
}

} // namespace

Fragment AddressPrinter::printReferenceCall(const CallExpr *Call) {
  const FunctionClone *Callee = Unit.Spaces.callee(Version, Call);
  if (!Callee)
    return Unit.mark(diag::UnsupportedDeviceCall, Call->getBeginLoc(), {"a call"});
  return CallText(P, Call, *Callee).text();
}

Fragment AddressPrinter::printConstructorCall(const CXXConstructExpr *C,
                                              const FunctionClone &Callee) {
  return CallText(P, C, Callee).text();
}

/// Returns the object that \p Call, of a destructor without an effect, ends; null for other calls.
static const Expr *endedInVain(const CallExpr *Call) {
  if (const auto *E = dyn_cast<CXXPseudoDestructorExpr>(Call->getCallee()->IgnoreParens()))
    return E->getBase();
  const auto *Method = dyn_cast<CXXMemberCallExpr>(Call);
  const auto *D = dyn_cast_or_null<CXXDestructorDecl>(Call->getDirectCallee());
  return D && D->isTrivial() && Method ? Method->getImplicitObjectArgument() : nullptr;
}

std::optional<Fragment> printUserCall(KernelPrinter &P, const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call)
    return std::nullopt;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call))
    if (std::optional<Fragment> Text = printTrivialAssignment(P, Operator))
      return Text;
  if (const Expr *Same = passedOn(Call)) {
    const Expr *E = Same->IgnoreImplicit();
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
    bool Loose = isa<BinaryOperator, AbstractConditionalOperator>(E) ||
                 (Operator && isTrivialAssignment(Operator));
    return P.print(Same, Loose ? Precedence::Postfix : Precedence::Comma);
  }
  if (const Expr *Object = addressTaken(Call))
    return P.Lvalues.printAddress(Object, Precedence::Comma);
  const Expr *Ended = endedInVain(Call);
  if (Ended && mayChange(P, Ended))
    return printDiscarded(P, Ended);
  if (isHint(Call) || Ended)
    return Fragment("(void)0");
  if (std::optional<APValue> Value = literalValue(Call, P.context()))
    if (std::optional<std::string> Text = constantValue(P, *Value, Call->getType()))
      return Fragment(*Text);
  if (const FunctionDecl *F = Call->getDirectCallee(); F && asksForLostParent(F))
    return Fragment(P.unit().mark(diag::CooperativeGroups, Call->getBeginLoc(),
                                  {F->getQualifiedNameAsString() + " of a tile of a tile"}));
  const FunctionClone *Callee = P.unit().Spaces.callee(P.version(), Call);
  if (!Callee) {
    if (std::optional<Fragment> Text = printBuiltinValue(P, Call))
      return Text;
    const FunctionDecl *F = Call->getDirectCallee();
    return Fragment(
        F ? P.unit().mark(deviceDiagnosticOf(P.unit().Side, F, diag::UnsupportedDeviceCall),
                          Call->getBeginLoc(), {F->getQualifiedNameAsString()})
          : P.unit().mark(diag::IndirectCall, Call->getBeginLoc()));
  }
  if (std::optional<Fragment> Text = printLibraryCall(P, Call, *Callee))
    return Text;
  Fragment Text = CallText(P, Call, *Callee).text();
  if (Call->isGLValue() && P.plan().Body.isUsed(Call) &&
      !P.unit().Reach->returnsValue(Callee->Function))
    return Fragment::dereference(Text);
  return Text;
}

} // namespace cu2cl
