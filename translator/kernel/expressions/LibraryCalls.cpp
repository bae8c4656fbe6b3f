// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls of functions of CUDA's libraries that are one expression.
//
// Precondition: the function is in cuda/lib, and is `{ return e; }` or `{ e; }`; each parameter
// is used at most once unless its argument is a name or a literal, and an argument that is not used
// does nothing. Thread ids stay in functions, which give them the type that they have in CUDA.
// Effect: the expression with the arguments in it, each of its parameter's type; a statement that
// calls a function with an empty body goes.

#include "kernel/expressions/LibraryCalls.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "core/source/OwnText.h"
#include "kernel/core/Constants.h"
#include "kernel/core/MemberlessClasses.h"
#include "kernel/core/SideEffects.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

/// How many operators and calls an expression may have that is in place of its call.
constexpr unsigned MostCost = 3;

/// Returns what the body of \p F is; null if that is more than an expression.
const Expr *onlyExpression(const FunctionDecl *F) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
  if (!Body || Body->size() != 1 || isa<CXXConstructorDecl, CXXDestructorDecl>(F))
    return nullptr;
  if (const auto *Return = dyn_cast<ReturnStmt>(Body->body_front()))
    return Return->getRetValue();
  return dyn_cast<Expr>(Body->body_front());
}

/// Returns true if \p F does nothing.
bool isEmpty(const FunctionDecl *F) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
  return Body && Body->body_empty() && !isa<CXXConstructorDecl, CXXDestructorDecl>(F);
}

/// The properties of an expression that decide whether it can be moved.
struct Contents {
  std::vector<const DeclRefExpr *> Parameters; ///< uses
  bool HasThreadIds = false;
  bool Chooses = false; ///< does not evaluate all that it consists of

  explicit Contents(const Stmt *S) { add(S); }

private:
  void add(const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && isa<ParmVarDecl>(Ref->getDecl()))
      Parameters.push_back(Ref);
    if (const auto *E = dyn_cast<Expr>(S))
      HasThreadIds |= threadIdOf(E).has_value();
    const auto *B = dyn_cast<BinaryOperator>(S);
    Chooses |= isa<AbstractConditionalOperator>(S) || (B && B->isLogicalOp());
    forEachEvaluated(S, [&](const Stmt *Part) { add(Part); });
  }
};

const Expr *withoutTemplate(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *Parameter = dyn_cast<SubstNonTypeTemplateParmExpr>(E);
  return Parameter ? withoutTemplate(Parameter->getReplacement()) : E;
}

/// Returns how many operators and calls the text of \p E has; what the compiler knows is a number.
unsigned costOf(const Stmt *S, const ASTContext &Context, unsigned Depth = 0) {
  if (const auto *E = dyn_cast<Expr>(S); E && !E->isValueDependent() &&
                                         E->getType()->isIntegerType() &&
                                         E->getIntegerConstantExpr(Context))
    return 0;
  unsigned Cost = isa<BinaryOperator, UnaryOperator, ExplicitCastExpr>(S);
  Cost += isa<AbstractConditionalOperator>(S) ? 3 : 0;
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F) {
    forEachEvaluated(S, [&](const Stmt *Part) { Cost += costOf(Part, Context, Depth); });
    return Cost;
  }
  bool IsShuffle = deviceRoleOf(F) == catalog::DeviceRole::Shuffle;
  for (unsigned I = IsShuffle ? 1 : 0; I < Call->getNumArgs(); ++I) // its mask is not printed
    if (!isMemberless(Call->getArg(I)->getType()))
      Cost += costOf(Call->getArg(I), Context, Depth);
  const FunctionDecl *Definition = F;
  const Expr *Inner = isOfDeviceLibrary(F) && F->hasBody(Definition) && Depth < 4
                          ? onlyExpression(Definition)
                          : nullptr;
  if (!Inner || Contents(Inner).HasThreadIds)
    return Cost + 1;
  return Cost + std::min(1u, costOf(Inner, Context, Depth + 1)) +
         (Inner ? costOf(Inner, Context, Depth + 1) > 1 : 0);
}

/// \p F, the text of a call in place, with what is in the library as text of ours.
Fragment asText(KernelPrinter &P, const Fragment &F) {
  const SourceManager &SM = P.unit().Side.sources();
  return withOwnText(P.unit().Side, F, [&](SourceLocation Loc) {
    return SM.getFilename(Loc).starts_with(deviceLibraryRoot());
  });
}

/// One call, put in place.
class InlinedCall {
public:
  InlinedCall(KernelPrinter &P, const CallExpr *Call, const FunctionClone &Callee)
      : P(P), Call(Call), Callee(Callee), F(Callee.Function) {
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
    First = Operator && isa<CXXMethodDecl>(F) ? 1 : 0;
  }

  std::optional<Fragment> text() {
    if (isOfDeviceLibrary(F) && isEmpty(F))
      return mayStandFor(Contents(F->getBody())) ? std::optional(nothing()) : std::nullopt;
    const Expr *E = onlyExpression(F);
    if (!E || !isOfDeviceLibrary(F) || Call->isGLValue() || !findObject())
      return std::nullopt;
    QualType Result = F->getReturnType();
    Contents Of(E);
    if (Of.HasThreadIds || !mayStandFor(Of) || costOf(E, P.context()) > MostCost)
      return std::nullopt;
    if (std::optional<llvm::APSInt> Value = Result->isIntegerType() && !Result->isBooleanType() &&
                                                    !isa<IntegerLiteral>(E->IgnoreParenImpCasts())
                                                ? E->getIntegerConstantExpr(P.context())
                                                : std::nullopt)
      return Fragment(
          integerLiteral(P.context(), Value->extOrTrunc(P.context().getIntWidth(Result)), Result));
    if (!Result->isVoidType() && Result->isArithmeticType() &&
        !P.context().hasSameUnqualifiedType(P.printedType(E), Result))
      return std::nullopt;
    KernelPlan Plan = planKernel(P.unit(), Callee);
    if (!adapt(Plan))
      return std::nullopt;
    KernelPrinter Inner(P.unit(), Callee, Plan);
    Inner.standIn(P, ObjectPointer, ObjectMember);
    std::vector<ScopedEntry<PrintScope::Texts>> Known;
    for (const DeclRefExpr *Ref : Of.Parameters)
      if (!isMemberless(Ref->getType()))
        Known.push_back(Inner.Scope.standsFor(Ref, argument(Ref, Plan.Body)));
    Fragment Text = Result->isVoidType() ? Inner.print(E) : Inner.printTyped(E, Result);
    if (!Inner.findings().Hoisted.empty())
      return std::nullopt;
    P.Found.take(Inner.findings());
    Text = asText(P, Text);
    // A call in it that is put in place, too, has parentheses if it wants them.
    bool Alone =
        Result->isVoidType() || isa<CallExpr, MemberExpr, IntegerLiteral>(withoutTemplate(E));
    return Alone || isWhole() ? Text : Fragment("(") + Text + ")";
  }

private:
  /// Returns the replacement of the call of a function that does nothing: no text, where it is a
  /// statement of a list and stays one.
  Fragment nothing() const {
    const Stmt *Child = Call;
    bool IsStatement = isa_and_nonnull<CompoundStmt>(P.plan().Body.meaningfulParent(Child));
    if (IsStatement && P.plan().Barriers.empty() && !P.plan().Walk)
      return Fragment().closed();
    return Fragment("(void)0");
  }

  /// The object of a member function: a variable, or the object of the function around the call.
  bool findObject() {
    const auto *M = dyn_cast<CXXMethodDecl>(F);
    if (!M || M->isStatic() || leavesOutObject(M))
      return true;
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
    const Expr *Object = Member ? Member->getImplicitObjectArgument()->IgnoreParenImpCasts() : Call;
    if (const auto *This = dyn_cast<CXXThisExpr>(Object)) {
      ObjectPointer = P.Locals.printThis(This);
      ObjectMember = P.Locals.printThisMember(This);
      return true;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(Object);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !V->hasLocalStorage() || V->getType()->isPointerType() ||
        V->getDeclContext() != P.version().Function || P.Scope.substituteOf(V) ||
        P.Scope.isEvaluated(Ref))
      return false;
    bool IsPointer = P.Locals.isPointerInOutput(V);
    ObjectPointer = (IsPointer ? "" : "&") + P.Locals.nameOf(V);
    ObjectMember = P.Locals.nameOf(V) + (IsPointer ? "->" : ".");
    return true;
  }

  const Expr *argumentOf(const ParmVarDecl *D) const {
    unsigned Index = D->getFunctionScopeIndex() + First;
    const Expr *A = Index < Call->getNumArgs() ? Call->getArg(Index) : nullptr;
    const auto *Default = dyn_cast_or_null<CXXDefaultArgExpr>(A);
    return Default ? Default->getExpr() : A;
  }

  bool mayStandFor(const Contents &Of) const {
    for (const ParmVarDecl *D : F->parameters()) {
      const Expr *A = argumentOf(D);
      if (!A)
        return false;
      unsigned Uses = llvm::count_if(Of.Parameters,
                                     [&](const DeclRefExpr *Ref) { return Ref->getDecl() == D; });
      if (isMemberless(D->getType())) {
        Uses = 0;
        if (const auto *Move = dyn_cast<CallExpr>(A); Move && Move->isCallToStdMove())
          A = Move->getArg(0);
      } else if (D->getType()->isReferenceType() || !D->getType()->isScalarType())
        return false;
      if (Uses == 0 ? !isSafeToSpeculate(A, P.context())
                    : (Uses > 1 || (Of.Chooses && mayChange(P, A))) && !isName(A))
        return false;
    }
    return true;
  }

  /// Makes \p Plan, of the function, one for this call. False if it has more than expressions.
  bool adapt(KernelPlan &Plan) const {
    if (!Plan.Walk)
      return Plan.Barriers.empty();
    if (!Plan.Walk->Refusal.empty())
      return false;
    if (P.plan().Walk && P.plan().Walk->Calls.contains(Call)) {
      PredicationPlan &B = Plan.Barriers;
      if (!B.Hoisted.empty() || !B.Guarded.empty() || !B.Blocks.empty() || B.Last ||
          B.Predicates.size() > 1)
        return false;
      for (std::string &Name : B.Predicates)
        Name = P.Locals.printTakesPart(Call);
      return true;
    }
    // All threads come to this call, whoever comes to others.
    Plan.Walk = nullptr;
    Plan.Barriers = PredicationPlan();
    Plan.Exchanged.clear();
    return true;
  }

  /// Returns true if \p E is a parameter of a function that stands for another text here.
  bool isHandedOn(const Expr *E) const {
    return P.Scope.isEvaluated(E->IgnoreParenImpCasts()) || P.Scope.isEvaluated(E);
  }
  bool isName(const Expr *E) const {
    return isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(
               withoutTemplate(E)) &&
           !isHandedOn(E);
  }

  /// Returns what \p Use, of a parameter, becomes. A function that is called converts an integer
  /// itself.
  Fragment argument(const DeclRefExpr *Use, const BodyTree &Body) {
    const auto *D = cast<ParmVarDecl>(Use->getDecl());
    const Expr *A = argumentOf(D);
    QualType From = A->IgnoreParenImpCasts()->getType(), To = D->getType();
    const Stmt *Child = Use;
    const auto *Caller = dyn_cast_or_null<CallExpr>(Body.meaningfulParent(Child));
    const FunctionDecl *Called = Caller ? Caller->getDirectCallee() : nullptr;
    bool IsHanded = Called && !isa<CXXOperatorCallExpr>(Caller) &&
                    (Called->hasBody() || threadRoleOf(Called) == ThreadRole::Warp);
    auto IsWord = [&](QualType T) {
      return T->isIntegerType() && !T->isBooleanType() && P.context().getTypeSize(T) == 32;
    };
    if (P.isStandIn() && To->isIntegerType() && !To->isBooleanType() && !isHandedOn(A) &&
        !isa<CallExpr, IntegerLiteral>(A->IgnoreParenImpCasts()))
      if (std::optional<llvm::APSInt> Value = A->getIntegerConstantExpr(P.context()))
        return integerLiteral(P.context(), *Value, IsHanded && IsWord(To) ? P.context().IntTy : To);
    bool IsComma = isa<BinaryOperator>(A->IgnoreImpCasts()) &&
                   cast<BinaryOperator>(A->IgnoreImpCasts())->isCommaOp();
    if (IsHanded && !IsComma)
      return IsWord(From) && IsWord(To) ? P.print(A) : P.printTyped(A, To);
    if (isHandedOn(A))
      return Fragment("((" + P.Locals.typeText(To.getUnqualifiedType(), A) + ")(") + P.print(A) +
             "))";
    bool IsPrimary =
        isName(A) || isa<CallExpr, ArraySubscriptExpr, MemberExpr>(A->IgnoreImpCasts());
    bool IsSame =
        P.context().hasSameUnqualifiedType(From.getCanonicalType(), To.getCanonicalType());
    Fragment Text = P.printTyped(A, To);
    return IsPrimary && IsSame ? Text : Fragment("(") + Text + ")";
  }

  /// Returns true if the call is the whole of a value of its type.
  bool isWhole() const {
    const Stmt *Child = Call, *Up = P.plan().Body.meaningfulParent(Child);
    if (isa_and_nonnull<ReturnStmt>(Up))
      return P.context().hasSameUnqualifiedType(cast<Expr>(Child)->getType(), Call->getType());
    const VarDecl *V = isa_and_nonnull<DeclStmt>(Up) ? P.plan().Body.initialised(Child) : nullptr;
    return V && P.context().hasSameUnqualifiedType(V->getType(), Call->getType());
  }

  KernelPrinter &P;
  const CallExpr *Call;
  const FunctionClone &Callee;
  const FunctionDecl *F;
  unsigned First; ///< argument that is a parameter's
  Fragment ObjectPointer, ObjectMember;
};

} // namespace

std::optional<Fragment> printLibraryCall(KernelPrinter &P, const CallExpr *Call,
                                         const FunctionClone &Callee) {
  return InlinedCall(P, Call, Callee).text();
}

} // namespace cu2cl
