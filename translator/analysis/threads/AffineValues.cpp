// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/AffineValues.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

bool TrackedValue::operator==(const TrackedValue &O) const {
  if (Root != O.Root || Form.has_value() != O.Form.has_value())
    return false;
  return !Form || (Form->Thread == O.Form->Thread && Form->Constant == O.Form->Constant &&
                   Form->Step == O.Form->Step && Form->Strides == O.Form->Strides &&
                   Form->Terms == O.Form->Terms);
}

const VarDecl *localVariable(const Expr *E) {
  const auto *Ref = E ? dyn_cast<DeclRefExpr>(E->IgnoreParens()) : nullptr;
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && deviceStorage(V) == DeviceStorage::None ? V : nullptr;
}

static bool isTracked(QualType T) {
  return T->isIntegerType() || T->isPointerType() || T->isReferenceType();
}

static bool isThreadNumber(const Expr *E) {
  std::optional<ThreadId> Id = threadIdOf(E);
  return Id && Id->isThreadIndex() && Id->Dimension == 0;
}

void AffineValues::enter(const FunctionDecl *F, llvm::ArrayRef<TrackedValue> Arguments) {
  Frame &Now = Frames.emplace_back();
  Now.Function = F;
  Now.Number = ++FramesMade;
  forEachVariableChange(F->getBody(), [&](const VariableChange &C) {
    if (C.Kind == ChangeKind::Set)
      Now.Changed.insert(C.Variable);
    else if (C.Variable->hasLocalStorage())
      Now.Loose.insert(C.Variable);
  });
  for (size_t I = 0; I != F->getNumParams() && I < Arguments.size(); ++I)
    Now.Values[F->getParamDecl(I)] = Arguments[I];
}

bool AffineValues::isStable(const Stmt *S, bool &Local) const {
  if (isa<CallExpr, CXXThisExpr, ArraySubscriptExpr, CXXConstructExpr, LambdaExpr>(S))
    return false;
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && (U->getOpcode() == UO_Deref || U->isIncrementDecrementOp()))
    return false;
  if (const auto *M = dyn_cast<MemberExpr>(S); M && M->isArrow())
    return false;
  if (const auto *Property = dyn_cast<PseudoObjectExpr>(S))
    return isStable(Property->getSyntacticForm(), Local);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const VarDecl *V = variableOf(Ref->getDecl())) {
      const Frame &Now = Frames.back();
      Local |= V->hasLocalStorage();
      if (Now.Changed.contains(V) || Now.Loose.contains(V) || V->getType()->isReferenceType())
        return false;
      DeviceStorage Where = deviceStorage(V);
      return Where == DeviceStorage::None || Where == DeviceStorage::Constant ||
             V->getType().isConstQualified();
    }
  return !anyEvaluated(S, [&](const Stmt *Child) { return !isStable(Child, Local); });
}

unsigned AffineValues::term(const Expr *E) {
  bool Local = false;
  llvm::FoldingSetNodeID Id;
  if (isStable(E, Local)) {
    E->IgnoreParenImpCasts()->Profile(Id, Frames.back().Function->getASTContext(), true);
    if (Local)
      Id.AddInteger(Frames.back().Number);
    auto At = llvm::find(Known, Id);
    if (At != Known.end())
      return At - Known.begin();
    Known.push_back(Id);
    return Known.size() - 1;
  }
  return newTerm();
}

unsigned AffineValues::newTerm() {
  Known.emplace_back();
  return Known.size() - 1;
}

TrackedValue AffineValues::opaque(const Expr *E) {
  bool Local = false;
  TrackedValue Out;
  if (E->getType()->isIntegerType() && !Differs.isDivergent(E) && isStable(E, Local))
    Out.Form.emplace().Terms[term(E)] = 1;
  return Out;
}

TrackedValue AffineValues::variable(const VarDecl *V) {
  Frame &Now = Frames.back();
  if (Now.Loose.contains(V))
    return {};
  if (auto It = Now.Values.find(V); It != Now.Values.end())
    return It->second;
  bool Pointer = V->getType()->isPointerType();
  DeviceStorage Where = deviceStorage(V);
  bool Kernel = Frames.size() == 1 && isa<ParmVarDecl>(V);
  if (Pointer && !Now.Changed.contains(V) && (Kernel || Where == DeviceStorage::Global))
    return {{V}, AffineForm()};
  return {};
}

TrackedValue AffineValues::address(const Expr *E) {
  std::optional<GlobalPlace> P = place(E);
  if (!P || !P->Fields.empty())
    return {};
  return {P->Root, P->At};
}

std::optional<GlobalPlace> AffineValues::place(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E); C && C->getCastKind() == CK_NoOp)
    return place(C->getSubExpr());
  TrackedValue At;
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
    At = value(S->getBase());
    std::optional<AffineForm> Index = value(S->getIdx()).Form;
    At.Form = At.Form && Index ? sum(*At.Form, *Index) : std::nullopt;
  } else if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref) {
    At = value(U->getSubExpr());
  } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
    std::optional<GlobalPlace> Whole;
    if (!M->isArrow())
      Whole = place(M->getBase());
    else if (TrackedValue Base = value(M->getBase()); Base.Form && !Base.Root.empty())
      Whole = GlobalPlace{Base.Root, {}, *Base.Form};
    if (Whole)
      Whole->Fields.push_back(M->getMemberDecl());
    return Whole;
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && V->getType()->isReferenceType())
      At = variable(V);
    else if (V && V->getType()->isArrayType() && deviceStorage(V) == DeviceStorage::Global)
      At = {{V}, AffineForm()};
  }
  if (At.Root.empty() || !At.Form)
    return std::nullopt;
  return GlobalPlace{At.Root, {}, *At.Form};
}

/// Of a number or an address, what \p Factor times \p Other changes it to.
static TrackedValue moved(TrackedValue A, const TrackedValue &Other, int64_t Factor) {
  if (!A.Form || !Other.Form || !Other.Root.empty())
    return {};
  A.Form = sum(*A.Form, *Other.Form, Factor);
  return A;
}

TrackedValue AffineValues::binaryValue(const BinaryOperator *B) {
  TrackedValue L = value(B->getLHS()), R = value(B->getRHS());
  if (B->getOpcode() == BO_Add)
    return R.Root.empty() ? moved(L, R, 1) : moved(R, L, 1);
  if (B->getOpcode() == BO_Sub)
    return moved(L, R, -1);
  if (!L.Form || !R.Form)
    return {};
  TrackedValue Zero{{}, AffineForm()};
  if (B->getOpcode() == BO_Mul && R.Form->isConstant())
    return moved(Zero, L, R.Form->Constant);
  if (B->getOpcode() == BO_Mul && L.Form->isConstant())
    return moved(Zero, R, L.Form->Constant);
  if (B->getOpcode() == BO_Shl && R.Form->isConstant() && R.Form->Constant >= 0 &&
      R.Form->Constant < 31)
    return moved(Zero, L, int64_t(1) << R.Form->Constant);
  return opaque(B);
}

/// `int id() { return threadIdx.x; }`
TrackedValue AffineValues::callValue(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  F = F && F->hasBody() ? F->getDefinition() : nullptr;
  const auto *Body = F ? dyn_cast<CompoundStmt>(F->getBody()) : nullptr;
  if (!Body || Body->size() != 1 || F->getNumParams() || Frames.size() > 8)
    return {};
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  if (!Return || !Return->getRetValue() || !F->getReturnType()->isIntegerType())
    return {};
  enter(F, {});
  TrackedValue Out = value(Return->getRetValue());
  leave();
  return Out;
}

TrackedValue AffineValues::castValue(const CastExpr *Cast) {
  const Expr *Inner = Cast->getSubExpr();
  const ASTContext &Context = Frames.back().Function->getASTContext();
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue: {
    if (const VarDecl *V = localVariable(Inner); V && !V->getType()->isReferenceType())
      return variable(V).Form || V->getType()->isPointerType() ? variable(V) : opaque(Cast);
    if (!Cast->getType()->isPointerType())
      return opaque(Cast);
    // `arguments.p`, and a pointer that is a __device__ variable.
    const auto *Member = dyn_cast<MemberExpr>(Inner->IgnoreParens());
    const Expr *Base = Member && !Member->isArrow() ? Member->getBase() : Inner;
    const auto *Ref = dyn_cast<DeclRefExpr>(Base->IgnoreParens());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    bool Local = false;
    if (V && !Member)
      return variable(V);
    if (V && isa<ParmVarDecl>(V) && Frames.size() == 1 && isStable(Inner, Local))
      return {{V, Member->getMemberDecl()}, AffineForm()};
    return {};
  }
  case CK_ArrayToPointerDecay: {
    TrackedValue Array = address(Inner);
    // The address of a row, or of a variable: counted in its elements.
    const auto *T = Context.getAsConstantArrayType(Inner->getType());
    if (isa<DeclRefExpr>(Inner->IgnoreParens()))
      return Array;
    return T && Array.Form ? moved({Array.Root, AffineForm()}, {{}, Array.Form},
                                   int64_t(T->getSize().getZExtValue()))
                           : TrackedValue();
  }
  case CK_IntegralCast:
  case CK_NoOp:
    return value(Inner);
  case CK_BitCast: {
    QualType To = Cast->getType()->getPointeeType(), From = Inner->getType()->getPointeeType();
    bool Same = !To.isNull() && !From.isNull() && !To->isIncompleteType() &&
                !From->isIncompleteType() &&
                Context.getTypeSizeInChars(To) == Context.getTypeSizeInChars(From);
    return Same ? value(Inner) : TrackedValue();
  }
  default:
    return opaque(Cast);
  }
}

TrackedValue AffineValues::value(const Expr *E) {
  E = E->IgnoreParens();
  QualType Type = E->getType(); // none in what Clang could not parse
  if (Type.isNull() || (!isTracked(Type) && !Type->isArrayType()))
    return {};
  const ASTContext &Context = Frames.back().Function->getASTContext();
  Expr::EvalResult Result;
  if (E->getType()->isIntegerType() && !E->isValueDependent() &&
      E->EvaluateAsInt(Result, Context) && Result.Val.getInt().isRepresentableByInt64()) {
    TrackedValue Out{{}, AffineForm()};
    Out.Form->Constant = Result.Val.getInt().getExtValue();
    return Out;
  }
  if (const auto *C = dyn_cast<CastExpr>(E); C && !isThreadNumber(C->getSubExpr()->IgnoreParens()))
    return castValue(C);
  if (isThreadNumber(E->IgnoreParenCasts())) {
    TrackedValue Out{{}, AffineForm()};
    Out.Form->Thread = 1;
    return Out;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binaryValue(B);
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_AddrOf)
      return address(U->getSubExpr());
    if (U->getOpcode() == UO_Minus)
      return moved({{}, AffineForm()}, value(U->getSubExpr()), -1);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return callValue(Call);
  return opaque(E);
}

} // namespace cu2cl
