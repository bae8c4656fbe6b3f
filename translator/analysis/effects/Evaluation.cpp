// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/Evaluation.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/reach/LibraryCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

void forEachEvaluated(const Stmt *S, llvm::function_ref<void(const Stmt *)> Do) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    return Do(Default->getExpr());
  if (auto *Default = dyn_cast<CXXDefaultInitExpr>(S))
    return Do(Default->getExpr());
  if (auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    for (const Expr *Init : Lambda->capture_inits())
      if (Init)
        Do(Init);
    return;
  }
  for (const Stmt *Child : S->children())
    if (Child)
      Do(Child);
}

bool anyEvaluated(const Stmt *S, llvm::function_ref<bool(const Stmt *)> Is) {
  bool Found = false;
  forEachEvaluated(S, [&](const Stmt *Child) { Found = Found || Is(Child); });
  return Found;
}

void forEachRootObject(const Expr *E, llvm::function_ref<void(const Expr *)> Do) {
  E = E->IgnoreParenCasts();
  if (isa<DeclRefExpr>(E))
    return Do(E);
  if (auto *Member = dyn_cast<MemberExpr>(E)) {
    if (!Member->isArrow())
      forEachRootObject(Member->getBase(), Do);
    else if (isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()))
      Do(Member);
  } else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    if (Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      forEachRootObject(Subscript->getBase(), Do);
  } else if (auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    forEachRootObject(Choice->getTrueExpr(), Do);
    forEachRootObject(Choice->getFalseExpr(), Do);
  } else if (auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isCommaOp() || Binary->isPtrMemOp())
      forEachRootObject(Binary->isCommaOp() ? Binary->getRHS() : Binary->getLHS(), Do);
    else if (Binary->isAssignmentOp())
      forEachRootObject(Binary->getLHS(), Do);
  } else if (auto *Call = dyn_cast<CallExpr>(E)) {
    // What a reference is to that a function returns.
    if (auto *Member = dyn_cast<CXXMemberCallExpr>(Call); Member && Call->isGLValue())
      if (const Expr *Object = Member->getImplicitObjectArgument(); Object->isGLValue())
        forEachRootObject(Object, Do);
    for (const Expr *Argument : Call->arguments())
      if (Call->isGLValue() && Argument->isGLValue())
        forEachRootObject(Argument, Do);
  } else if (auto *Step = dyn_cast<UnaryOperator>(E)) {
    const Expr *Inner = Step->getSubExpr()->IgnoreParenCasts();
    auto *Address = dyn_cast<UnaryOperator>(Inner);
    if (Step->isIncrementDecrementOp())
      forEachRootObject(Inner, Do);
    else if (Step->getOpcode() == UO_Deref && Address && Address->getOpcode() == UO_AddrOf)
      forEachRootObject(Address->getSubExpr(), Do);
    else if (Step->getOpcode() == UO_Deref && isa<CXXThisExpr>(Inner))
      Do(Step);
  }
}

void forEachRoot(const Expr *E, llvm::function_ref<void(const DeclRefExpr *)> Do) {
  forEachRootObject(E, [&](const Expr *Root) {
    if (auto *Ref = dyn_cast<DeclRefExpr>(Root))
      Do(Ref);
  });
}

/// Returns true if \p S is an element of an array variable that is there whatever the thread.
static bool isInBounds(const ArraySubscriptExpr *S, const ASTContext &Context) {
  const Expr *Base = S->getBase()->IgnoreParenImpCasts();
  const ConstantArrayType *Array = Context.getAsConstantArrayType(Base->getType());
  Expr::EvalResult Index;
  return Array && !S->getIdx()->isValueDependent() && S->getIdx()->EvaluateAsInt(Index, Context) &&
         !Index.Val.getInt().isNegative() &&
         Index.Val.getInt().getLimitedValue() < Array->getSize().getLimitedValue();
}

/// Returns true if a change of \p Target is seen by the thread alone.
static bool isOwn(const Expr *Target) {
  bool Own = true, Any = false;
  forEachRoot(Target, [&](const DeclRefExpr *Ref) {
    auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    Any = true;
    Own &= Var && Var->hasLocalStorage() && deviceStorage(Var) == DeviceStorage::None &&
           !Var->getType()->isReferenceType();
  });
  return Any && Own;
}

static bool isSafeToSpeculateOperator(const BinaryOperator *B, const ASTContext &Context) {
  BinaryOperatorKind Op = B->getOpcode();
  bool Divides = Op == BO_Div || Op == BO_Rem || Op == BO_DivAssign || Op == BO_RemAssign;
  if (!Divides || !B->getType()->isIntegerType())
    return true;
  Expr::EvalResult Value;
  return !B->getRHS()->isValueDependent() && B->getRHS()->EvaluateAsInt(Value, Context) &&
         Value.Val.getInt() != 0;
}

/// Returns true if the body of \p F, of one of CUDA's own libraries, only computes.
static bool isSafeToSpeculateBody(const FunctionDecl *F, const ASTContext &Context) {
  if (!isOfDeviceLibrary(F) || !F->hasBody(F))
    return false;
  auto IsOwnMember = [](const Stmt *S) {
    const auto *M = dyn_cast<MemberExpr>(S);
    return M && isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts());
  };
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *Init : C->inits())
      if (!isSafeToSpeculate(Init->getInit(), Context, IsOwnMember))
        return false;
  return isSafeToSpeculate(F->getBody(), Context, IsOwnMember);
}

/// Returns true if \p F, of a class of CUDA's numbers, makes a number from its parameters or from
/// its object: __half(float), `operator float`.
static bool isOfNumbers(const FunctionDecl *F) {
  return isa<CXXConstructorDecl, CXXConversionDecl>(F) && !F->hasBody() && deviceRowOf(F);
}

/// Returns true if a value of type \p T is a number: one of C's, or a class of CUDA's.
static bool isNumber(QualType T) { return T->isArithmeticType() || deviceClassOf(T); }

static bool isSafeToSpeculateCall(const CallExpr *Call, const ASTContext &Context) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (F && (isSafeToSpeculateBody(F, Context) || isOfNumbers(F)))
    return true;
  bool Changes = F && llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
                   return P->getType()->isReferenceType() &&
                          !P->getType()->getPointeeType().isConstQualified();
                 });
  ThreadRole Role = threadRoleOf(F);
  return F && !F->hasBody() && isNumber(Call->getType()) && !Changes &&
         (Role == ThreadRole::None || Role == ThreadRole::Clock) &&
         llvm::none_of(Call->arguments(), [](const Expr *A) {
           return A->getType()->isPointerType() || A->getType()->isArrayType();
         });
}

bool isSafeToSpeculate(const Stmt *S, const ASTContext &Context) {
  return isSafeToSpeculate(S, Context, [](const Stmt *) { return false; });
}

bool isSafeToSpeculate(const Stmt *S, const ASTContext &Context,
                       llvm::function_ref<bool(const Stmt *)> IsSafe) {
  if (!S || IsSafe(S))
    return true;
  if (const Expr *Target = changedBy(S); Target && !isOwn(Target))
    return false;
  if (isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, CXXBindTemporaryExpr, StmtExpr, AtomicExpr,
          CXXInheritedCtorInitExpr>(S))
    return false;
  if (auto *Construct = dyn_cast<CXXConstructExpr>(S);
      Construct && !Construct->getConstructor()->isTrivial() &&
      !isOfNumbers(Construct->getConstructor()) &&
      !isSafeToSpeculateBody(Construct->getConstructor(), Context))
    return false;
  if (auto *M = dyn_cast<MemberExpr>(S); M && M->isArrow())
    return false;
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(S);
      Subscript && !isInBounds(Subscript, Context))
    return false;
  if (auto *U = dyn_cast<UnaryOperator>(S)) {
    if (U->getOpcode() == UO_Deref)
      return false;
    // An address alone reads nothing.
    auto *Subscript = dyn_cast<ArraySubscriptExpr>(U->getSubExpr()->IgnoreParens());
    if (U->getOpcode() == UO_AddrOf && Subscript)
      return isSafeToSpeculate(Subscript->getBase(), Context, IsSafe) &&
             isSafeToSpeculate(Subscript->getIdx(), Context, IsSafe);
  }
  if (auto *B = dyn_cast<BinaryOperator>(S); B && !isSafeToSpeculateOperator(B, Context))
    return false;
  if (auto *Call = dyn_cast<CallExpr>(S); Call && !isSafeToSpeculateCall(Call, Context))
    return false;
  return !anyEvaluated(
      S, [&](const Stmt *Child) { return !isSafeToSpeculate(Child, Context, IsSafe); });
}

bool isSafeToSpeculatePlace(const Expr *E, const ASTContext &Context) {
  E = E->IgnoreParens();
  if (isa<DeclRefExpr>(E))
    return true;
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    return Cast->isGLValue() && isSafeToSpeculatePlace(Cast->getSubExpr(), Context);
  if (auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? isSafeToSpeculate(Member->getBase(), Context)
                             : isSafeToSpeculatePlace(Member->getBase(), Context);
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return isSafeToSpeculate(Subscript->getBase(), Context) &&
           isSafeToSpeculate(Subscript->getIdx(), Context);
  auto *Unary = dyn_cast<UnaryOperator>(E);
  return Unary && Unary->getOpcode() == UO_Deref && isSafeToSpeculate(Unary->getSubExpr(), Context);
}

bool hasLabel(const Stmt *S) {
  return S && (isa<LabelStmt>(S) || llvm::any_of(S->children(), hasLabel));
}

bool leaves(const Stmt *S) {
  return isa<ReturnStmt, GotoStmt, LabelStmt>(S) || anyEvaluated(S, leaves);
}

bool findLastReturns(const Stmt *S, std::vector<const Stmt *> &Out) {
  if (!S)
    return true;
  if (auto *Return = dyn_cast<ReturnStmt>(S)) {
    Out.push_back(S);
    return !Return->getRetValue();
  }
  if (auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Part : Block->body())
      if (Part != Block->body_back() && leaves(Part))
        return false;
    return Block->body_empty() || findLastReturns(Block->body_back(), Out);
  }
  if (auto *If = dyn_cast<IfStmt>(S))
    return findLastReturns(If->getThen(), Out) && findLastReturns(If->getElse(), Out);
  return !leaves(S);
}

} // namespace cu2cl
