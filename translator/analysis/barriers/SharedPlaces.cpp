// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/SharedPlaces.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Accesses.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace cu2cl {

static constexpr unsigned Deepest = 12;

const InlinedCall *InlinedValues::call(const FunctionDecl *Callee, const Expr *Call,
                                       const InlinedCall *From) {
  if (From && From->Depth >= Deepest)
    return nullptr;
  InlinedCall &New = Calls.emplace_back();
  New.Function = Callee;
  New.Depth = From ? From->Depth + 1 : 0;
  llvm::ArrayRef<const Expr *> Arguments;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (const auto *C = dyn_cast_or_null<CallExpr>(Call)) {
    Arguments = llvm::ArrayRef<const Expr *>(C->getArgs(), C->getNumArgs());
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(C)) {
      New.Object = {Member->getImplicitObjectArgument(), From};
    } else if (isa<CXXOperatorCallExpr>(C) && Method && !Method->isStatic()) {
      New.Object = {Arguments.front(), From};
      Arguments = Arguments.drop_front();
    }
  } else if (const auto *C = dyn_cast_or_null<CXXConstructExpr>(Call)) {
    Arguments = llvm::ArrayRef<const Expr *>(C->getArgs(), C->getNumArgs());
  }
  for (size_t I = 0; I != Callee->getNumParams() && I < Arguments.size(); ++I) {
    const Expr *A = Arguments[I];
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A))
      New.Given[Callee->getParamDecl(I)] = {Default->getExpr(), &New};
    else
      New.Given[Callee->getParamDecl(I)] = {A, From};
  }
  return &New;
}

const VariableSet &InlinedValues::changedIn(const FunctionDecl *F) {
  std::unique_ptr<VariableSet> &Known = Changed[F];
  if (!Known)
    Known = std::make_unique<VariableSet>(changedVariablesOf(F->getBody()));
  return *Known;
}

const InlinedExpr *InlinedValues::given(const VarDecl *V, const InlinedCall *In) const {
  if (!In)
    return nullptr;
  auto It = In->Given.find(V);
  return It == In->Given.end() ? nullptr : &It->second;
}

bool InlinedValues::isSetOnce(const VarDecl *V, const InlinedCall *In) {
  return V->hasLocalStorage() && !(In && changedIn(In->Function).contains(V));
}

InlinedExpr InlinedValues::of(InlinedExpr X) {
  X.E = X.E->IgnoreParenCasts();
  for (int Steps = 0; Steps < 16; ++Steps) {
    const auto *Ref = dyn_cast<DeclRefExpr>(X.E);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    // What its initialiser names must not have changed since.
    if (!V || !V->getType()->isIntegralOrEnumerationType() || !isSetOnce(V, X.In))
      break;
    if (const InlinedExpr *Argument = given(V, X.In))
      X = *Argument;
    else if (V->getInit() && !isa<ParmVarDecl>(V) &&
             !(X.In && namesAny(V->getInit(), changedIn(X.In->Function))))
      X.E = V->getInit();
    else
      break;
    X.E = X.E->IgnoreParenCasts();
  }
  return X;
}

bool InlinedValues::isDivergent(InlinedExpr X) {
  X = of(X);
  if (!Differs.isDivergent(X.E))
    return false;
  // Parameters join all calls; here only one counts.
  if (const auto *B = dyn_cast<BinaryOperator>(X.E); B && !B->isAssignmentOp())
    return isDivergent({B->getLHS(), X.In}) || isDivergent({B->getRHS(), X.In});
  if (const auto *U = dyn_cast<UnaryOperator>(X.E);
      U && (U->isArithmeticOp() || U->getOpcode() == UO_LNot))
    return isDivergent({U->getSubExpr(), X.In});
  return true;
}

void InlinedValues::profile(InlinedExpr X, llvm::FoldingSetNodeID &ID) {
  X = of(X);
  Expr::EvalResult Result;
  const ASTContext *Context = X.In ? &X.In->Function->getASTContext() : nullptr;
  if (std::optional<ThreadId> Id = threadIdOf(X.E)) {
    ID.AddPointer(Id->Variable);
    return ID.AddInteger(Id->Dimension);
  }
  if (Context && !X.E->isValueDependent() && X.E->getType()->isIntegralOrEnumerationType() &&
      X.E->EvaluateAsInt(Result, *Context))
    return ID.AddInteger(Result.Val.getInt().getExtValue());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(X.E)) {
    ID.AddPointer(Ref->getDecl()->getCanonicalDecl());
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->hasLocalStorage() ? ID.AddPointer(X.In) : (void)0;
  }
  ID.AddInteger(X.E->getStmtClass());
  if (const auto *B = dyn_cast<BinaryOperator>(X.E))
    ID.AddInteger(B->getOpcode());
  else if (const auto *U = dyn_cast<UnaryOperator>(X.E))
    ID.AddInteger(U->getOpcode());
  else if (const auto *M = dyn_cast<MemberExpr>(X.E))
    ID.AddPointer(M->getMemberDecl());
  else if (!isa<ArraySubscriptExpr, CallExpr>(X.E))
    return ID.AddPointer(X.E);
  for (const Stmt *Child : X.E->children())
    if (const auto *E = dyn_cast_or_null<Expr>(Child))
      profile({E, X.In}, ID);
}

bool InlinedValues::isSame(InlinedExpr A, InlinedExpr B) {
  llvm::FoldingSetNodeID X, Y;
  profile(A, X);
  profile(B, Y);
  return X == Y;
}

void InlinedValues::addTerms(InlinedExpr X, bool Minus, SharedIndex &Into) {
  X = of(X);
  if (const auto *B = dyn_cast<BinaryOperator>(X.E);
      B && B->isAdditiveOp() && B->getType()->isIntegerType()) {
    addTerms({B->getLHS(), X.In}, Minus, Into);
    return addTerms({B->getRHS(), X.In}, Minus != (B->getOpcode() == BO_Sub), Into);
  }
  SharedTerm Term{X, Minus, {}};
  profile(X, Term.ID);
  llvm::FoldingSetNodeID Zero;
  Zero.AddInteger(int64_t(0));
  if (Term.ID != Zero)
    Into.push_back(std::move(Term));
}

SharedIndex InlinedValues::index(InlinedExpr X) {
  SharedIndex Out;
  addTerms(X, false, Out);
  return Out;
}

bool InlinedValues::isThread(InlinedExpr X) {
  X = of(X);
  auto IsNumber = [this](InlinedExpr Y) {
    Y = of(Y);
    std::optional<ThreadId> Id = threadIdOf(Y.E);
    return Id && Id->isThreadIndex();
  };
  if (const auto *B = dyn_cast<BinaryOperator>(X.E);
      B && (B->getOpcode() == BO_Rem || B->getOpcode() == BO_And))
    return IsNumber({B->getLHS(), X.In}) && !isDivergent({B->getRHS(), X.In});
  return IsNumber(X);
}

/// Returns what \p Call of a function that ends in one return gives.
std::optional<InlinedExpr> InlinedValues::result(const CallExpr *Call, const InlinedCall *In) {
  const FunctionDecl *Callee = Call->getDirectCallee(), *Defined = nullptr;
  if (!Callee || !Callee->hasBody(Defined))
    return std::nullopt;
  const auto *Body = dyn_cast<CompoundStmt>(Defined->getBody());
  const auto *Return =
      Body && !Body->body_empty() ? dyn_cast<ReturnStmt>(Body->body_back()) : nullptr;
  if (!Return || !Return->getRetValue() ||
      !llvm::all_of(Body->body(), [&](const Stmt *S) { return S == Return || isa<DeclStmt>(S); }))
    return std::nullopt;
  const InlinedCall *Inside = call(Defined, Call, In);
  return Inside ? std::optional(InlinedExpr{Return->getRetValue(), Inside}) : std::nullopt;
}

/// The element \p By elements after that of \p P; in the pointer's base unless the access says so
/// itself.
std::optional<SharedPlace> InlinedValues::moved(std::optional<Pointer> P, InlinedExpr By,
                                                bool Minus, bool Direct) {
  if (!P)
    return std::nullopt;
  SharedIndex Terms;
  addTerms(By, Minus, Terms);
  if (!P->IsElement)
    return Terms.empty() ? std::optional(std::move(P->To)) : std::nullopt;
  SharedIndex &Into = Direct ? P->To.At.back() : P->To.Base;
  Into.append(Terms.begin(), Terms.end());
  for (const SharedTerm &Term : Terms)
    forEachNamedVariable(Term.Value.E, [&](const VarDecl *V) { P->To.Depends.insert(V); });
  return std::move(P->To);
}

std::optional<InlinedValues::Pointer>
InlinedValues::castPointer(const CastExpr *C, const InlinedCall *In, bool Direct) {
  const Expr *From = C->getSubExpr();
  if (C->getCastKind() == CK_ArrayToPointerDecay) {
    std::optional<SharedPlace> Array = place({From, In}, Direct);
    if (!Array)
      return std::nullopt;
    Array->At.emplace_back();
    return Pointer{std::move(*Array), true};
  }
  if (!From->getType()->isPointerType())
    return C->getCastKind() == CK_LValueToRValue ? pointer({From, In}, Direct) : std::nullopt;
  std::optional<Pointer> P = pointer({From, In}, Direct);
  QualType A = C->getType()->getPointeeType().getCanonicalType().getUnqualifiedType();
  QualType B = From->getType()->getPointeeType().getCanonicalType().getUnqualifiedType();
  if (!P || A == B)
    return P;
  // Elements of other sizes count from the array's beginning only.
  if (!P->To.Base.empty() || !P->To.Fields.empty() ||
      !llvm::all_of(P->To.At, [](const SharedIndex &I) { return I.empty(); }))
    return std::nullopt;
  P->To.At.assign(1, {});
  P->To.View = A;
  P->IsElement = true;
  return P;
}

std::optional<InlinedValues::Pointer> InlinedValues::pointer(InlinedExpr X, bool Direct) {
  const Expr *E = X.E->IgnoreParens();
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  if (Depth > 40)
    return std::nullopt;
  if (const auto *C = dyn_cast<CastExpr>(E))
    return castPointer(C, X.In, Direct);
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
    bool Left = B->getLHS()->getType()->isPointerType();
    const Expr *From = Left ? B->getLHS() : B->getRHS(), *By = Left ? B->getRHS() : B->getLHS();
    std::optional<Pointer> P = pointer({From, X.In}, Direct);
    if (!P || !P->IsElement)
      return std::nullopt;
    std::optional<SharedPlace> To =
        moved(std::move(P), {By, X.In}, B->getOpcode() == BO_Sub, Direct);
    return To ? std::optional(Pointer{std::move(*To), true}) : std::nullopt;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf) {
    std::optional<SharedPlace> To = place({U->getSubExpr(), X.In}, true);
    if (!To)
      return std::nullopt;
    bool IsElement = isa<ArraySubscriptExpr>(U->getSubExpr()->IgnoreParens());
    if (IsElement && !Direct) {
      To->Base.append(To->At.back().begin(), To->At.back().end());
      To->At.back().clear();
    }
    return Pointer{std::move(*To), IsElement};
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    std::optional<InlinedExpr> Result = result(Call, X.In);
    return Result ? pointer(*Result, false) : std::nullopt;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getType()->isPointerType() || !isSetOnce(V, X.In))
    return std::nullopt;
  std::optional<Pointer> P;
  if (const InlinedExpr *Argument = given(V, X.In))
    P = pointer(*Argument, false);
  else if (V->getInit() && !isa<ParmVarDecl>(V))
    P = pointer({V->getInit(), X.In}, false);
  if (P) // a new one in each round of a loop
    P->To.Depends.insert(V);
  return P;
}

std::optional<SharedPlace> InlinedValues::memberPlace(const MemberExpr *M, const InlinedCall *In,
                                                      bool Direct) {
  const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
  if (!Field || Field->getType()->isReferenceType())
    return std::nullopt;
  InlinedExpr Object = {M->getBase(), In};
  if (isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())) {
    if (!In || !In->Object.E)
      return std::nullopt;
    Object = In->Object;
  }
  std::optional<SharedPlace> P;
  if (!Object.E->getType()->isPointerType())
    P = place(Object, Direct);
  else if (std::optional<Pointer> To = pointer(Object, Direct))
    P = std::move(To->To);
  if (P)
    P->Fields.push_back(Field);
  return P;
}

std::optional<SharedPlace> InlinedValues::place(InlinedExpr X, bool Direct) {
  const Expr *E = X.E->IgnoreParens();
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  if (Depth > 40)
    return std::nullopt;
  if (const auto *C = dyn_cast<CastExpr>(E))
    return C->getSubExpr()->isGLValue() && !readingCast(C) ? place({C->getSubExpr(), X.In}, Direct)
                                                           : std::nullopt;
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return memberPlace(M, X.In, Direct);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return moved(pointer({S->getBase(), X.In}, Direct), {S->getIdx(), X.In}, false, true);
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref) {
    std::optional<Pointer> P = pointer({U->getSubExpr(), X.In}, Direct);
    return P ? std::optional(std::move(P->To)) : std::nullopt;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    std::optional<InlinedExpr> Result = Call->isGLValue() ? result(Call, X.In) : std::nullopt;
    return Result ? place(*Result, Direct) : std::nullopt;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V)
    return std::nullopt;
  if (V->getType()->isReferenceType()) {
    if (const InlinedExpr *Argument = given(V, X.In))
      return place(*Argument, Direct);
    return V->hasLocalStorage() && V->getInit() && !isa<ParmVarDecl>(V)
               ? place({V->getInit(), X.In}, Direct)
               : std::nullopt;
  }
  DeviceStorage Where = deviceStorage(V);
  if (Where != DeviceStorage::Shared && Where != DeviceStorage::DynamicShared)
    return std::nullopt;
  SharedPlace P;
  P.Memory = V;
  return P;
}

} // namespace cu2cl
