// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Over 400 lines: the constraints of each kind of expression, in one table of cases.

// Expressions as pointer-flow facts. A glvalue's node is the address of its object, a prvalue's
// node is the value itself.

#include "analysis/dialect/AddressSpace.h"
#include "analysis/flow/ConstraintGenerator.h"
#include "analysis/reach/HostConstants.h"
#include "clang/AST/ExprObjC.h"

using namespace clang;
using namespace cu2cl;

uint32_t ExpressionConstraints::expr(const Expr *E) {
  if (!E)
    return NoNode;
  if (auto It = Out.Map->Nodes.find(E); It != Out.Map->Nodes.end())
    return It->second;
  uint32_t N = compute(E);
  Out.Map->Nodes[E] = N;
  return N;
}

/// The value of \p E: what is stored there if it is a glvalue.
uint32_t ExpressionConstraints::value(const Expr *E) {
  if (S == Side::Device && E->isGLValue())
    return loaded(E);
  uint32_t N = expr(E);
  return E->isGLValue() && Code.carries(E->getType()) ? Out.deref(N) : N;
}

/// The value stored at glvalue \p E. In `c ? a : b`, a and b may lie in different memories.
uint32_t ExpressionConstraints::loaded(const Expr *E) {
  const auto *C = dyn_cast<ConditionalOperator>(E->IgnoreParenNoopCasts(Parsed.context()));
  if (!C || Out.Map->Nodes.count(C)) {
    uint32_t N = expr(E);
    return Code.carries(E->getType()) ? Out.deref(N) : N;
  }
  expr(C->getCond());
  uint32_t T = loaded(C->getTrueExpr()), F = loaded(C->getFalseExpr());
  uint32_t Address = Out.Map->Nodes[E] = Out.Map->Nodes[C] = Out.fresh();
  if (!Code.carries(E->getType()))
    return Address;
  Out.unify(Out.deref(Address), T, C->getQuestionLoc(), "chosen by '?'");
  Out.unify(Out.deref(Address), F, C->getColonLoc(), "chosen by '?'");
  return Out.deref(Address);
}

/// The value of an expression of type \p T whose origin is not followed: any pointer may be there,
/// and it is an address.
uint32_t ExpressionConstraints::unknown(QualType T, SourceLocation Loc, llvm::StringRef Text) {
  uint32_t N = Out.fresh();
  G.Types.keepType(N, T, Loc, Text, use::Untracked);
  return N;
}

uint32_t ExpressionConstraints::temporary(uint32_t Value, SourceLocation Loc) {
  uint32_t A = Out.fresh();
  Out.seed(A, Code.objectKind(), Loc, "a temporary");
  Out.unify(Out.deref(A), Value, Loc);
  return A;
}

/// The host (or a device thread) reads or writes the object at \p Address.
void ExpressionConstraints::access(uint32_t Address, const Expr *Lvalue, bool Write) {
  if (S != Side::Host || Address == NoNode)
    return;
  const Expr *E = Lvalue->IgnoreParenImpCasts();
  if (const auto *D = dyn_cast<DeclRefExpr>(E); D && !D->getDecl()->getType()->isReferenceType())
    return;
  if (!Write && hostConstantIn(E))
    return;
  Out.mark(Address, use::Access, E->getExprLoc(),
           Write ? "written by host code" : "read by host code");
}

uint32_t ExpressionConstraints::functionValue(const FunctionDecl *F) {
  // Who takes a function's address may call it with anything: it is not split.
  FactCall C;
  C.Callee = Out.string(pointerUsr(Parsed, S, F));
  C.AddressTaken = true;
  C.Launch = S == Side::Host && F->hasAttr<CUDAGlobalAttr>();
  uint32_t N = Out.fresh();
  for (unsigned I = 0; I != F->getNumParams(); ++I)
    C.Arguments.push_back(
        Code.carries(F->getParamDecl(I)->getType()) ? Out.child(N, step::Parameter + I) : NoNode);
  if (Code.carries(F->getReturnType()))
    C.Result = Out.child(N, step::Result);
  if (C.Launch)
    G.Launches.kernelValue(F, C.Arguments);
  Out.addCall(nullptr, std::move(C), F->getLocation(), "");
  if (S == Side::Device)
    Out.unify(N, G.Types.functionsOfType(F->getType()), F->getLocation(),
              "the address of a function");
  else if (const auto *Proto = F->getType()->getAs<FunctionProtoType>())
    G.Types.keepSignature(N, Proto, F->getLocation(), "a function whose address is taken",
                          isa<CXXMethodDecl>(F) ? use::Untracked | use::Elsewhere : use::Untracked);
  G.Api.apiValue(F, N);
  return N;
}

uint32_t ExpressionConstraints::reference(const DeclRefExpr *E) {
  const ValueDecl *D = E->getDecl();
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return functionValue(F);
  if (S == Side::Device && E->refersToEnclosingVariableOrCapture())
    if (uint32_t N = G.Lambdas.captured(D, E->getLocation()); N != NoNode)
      return N;
  if (const auto *B = dyn_cast<BindingDecl>(D)) {
    if (const VarDecl *H = B->getHoldingVar())
      return Out.deref(G.Entities.entity(H));
    return B->getBinding() ? expr(B->getBinding()) : Out.fresh();
  }
  if (const auto *F = dyn_cast<FieldDecl>(D); F && S == Side::Host && Code.carries(F->getType()))
    Out.unify(G.Entities.entity(F), G.Types.membersOfType(F->getType(), E->getLocation()),
              E->getLocation(),
              "a pointer to a member"); // `&S::field`
  if (!isa<VarDecl>(D))
    return E->isGLValue() ? Out.fresh() : NoNode;
  uint32_t N = G.Entities.entity(D);
  return D->getType()->isReferenceType() ? Out.deref(N) : N;
}

uint32_t ExpressionConstraints::subscript(const ArraySubscriptExpr *E) {
  uint32_t P = value(E->getBase());
  G.Addresses.dereference(E->getBase(), P);
  value(E->getIdx());
  const auto *Literal = dyn_cast<IntegerLiteral>(E->getIdx()->IgnoreParenImpCasts());
  if (Literal && Literal->getValue() == 0 && Literal->getLocation().isFileID()) {
    Out.mark(P, use::Typed, E->getExprLoc(), "its element is named");
    return P; // &d[0] is d
  }
  if (!isa<ImplicitCastExpr>(E->getBase()) ||
      cast<ImplicitCastExpr>(E->getBase())->getCastKind() != CK_ArrayToPointerDecay)
    Out.mark(P, use::Offset, E->getExprLoc(), "indexed");
  return P;
}

uint32_t ExpressionConstraints::unary(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  uint32_t N = expr(Sub);
  bool Pointer = E->getType()->isPointerType();
  switch (E->getOpcode()) {
  case UO_AddrOf:
    return N;
  case UO_Deref:
    G.Addresses.dereference(Sub, Sub->isGLValue() ? Out.deref(N) : N);
    Out.mark(Sub->isGLValue() ? Out.deref(N) : N, use::Typed, E->getExprLoc(),
             "its element is named");
    return Sub->isGLValue() ? Out.deref(N) : N;
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    access(N, Sub, true);
    if (Pointer)
      Out.mark(Out.deref(N), use::Offset, E->getExprLoc(), "advanced");
    return E->isGLValue() ? N : Code.carries(E->getType()) ? Out.deref(N) : NoNode;
  case UO_Plus:
  case UO_Extension:
    return N;
  default:
    return NoNode;
  }
}

uint32_t ExpressionConstraints::binary(const BinaryOperator *E) {
  const Expr *L = E->getLHS(), *R = E->getRHS();
  SourceLocation Loc = E->getOperatorLoc();
  if (E->getOpcode() == BO_Comma) {
    expr(L);
    return expr(R);
  }
  if (E->isAssignmentOp()) {
    uint32_t A = expr(L), V = value(R);
    access(A, L, true);
    if (E->getOpcode() == BO_Assign && Code.carries(L->getType())) {
      std::string To;
      if (const auto *D = dyn_cast<DeclRefExpr>(L->IgnoreParens()))
        To = " to '" + D->getDecl()->getNameAsString() + "'";
      else if (const auto *M = dyn_cast<MemberExpr>(L->IgnoreParens()))
        To = " to '" + M->getMemberDecl()->getNameAsString() + "'";
      Out.unify(Out.deref(A), V, Loc, "assigned" + To);
    } else if (L->getType()->isPointerType()) {
      Out.mark(Out.deref(A), use::Offset, Loc, "advanced");
    } else if ((E->getOpcode() == BO_AddAssign || E->getOpcode() == BO_OrAssign) &&
               Code.mayBeAddress(L->getType()) && G.Addresses.holdsAddress(R)) {
      Out.unify(Out.deref(A), V, Loc, "added"); // `offset += (size_t)p`
    }
    return E->isGLValue() ? A : Code.carries(E->getType()) ? Out.deref(A) : NoNode;
  }
  uint32_t A = value(L), B = value(R);
  bool LeftPointer = L->getType()->isPointerType(), RightPointer = R->getType()->isPointerType();
  if (E->isComparisonOp()) {
    G.Addresses.numberOf(E, A, B);
    if (LeftPointer && RightPointer) {
      Out.compared(A, B, Loc);
      if (E->isRelationalOp()) {
        Out.mark(A, use::Order, Loc, "ordered");
        Out.mark(B, use::Order, Loc, "ordered");
      }
    }
    return NoNode;
  }
  if (E->isPtrMemOp()) {
    bool IsHost = S == Side::Host && Code.carries(E->getType());
    uint32_t Object = IsHost ? G.Types.membersOfType(E->getType(), Loc) : Out.fresh();
    if (S == Side::Device && E->isGLValue()) // lies where its object does
      Out.sameKind(Object, L->isGLValue() && E->getOpcode() == BO_PtrMemD ? expr(L) : A, Loc);
    return E->isGLValue() ? Object : Code.carries(E->getType()) ? Out.deref(Object) : NoNode;
  }
  if (LeftPointer && RightPointer) {
    Out.mark(A, use::Order, Loc, "subtracted");
    Out.mark(B, use::Order, Loc, "subtracted");
    return NoNode;
  }
  if (LeftPointer || RightPointer) {
    uint32_t P = LeftPointer ? A : B;
    Out.mark(P, use::Offset, Loc, "an offset is added");
    return P;
  }
  return G.Addresses.numberOf(E, A, B);
}

uint32_t ExpressionConstraints::conditional(const AbstractConditionalOperator *E) {
  expr(E->getCond());
  if (const auto *B = dyn_cast<BinaryConditionalOperator>(E))
    expr(B->getCommon());
  uint32_t T = expr(E->getTrueExpr()), F = expr(E->getFalseExpr());
  if (!E->isGLValue() && !Code.carries(E->getType()))
    return NoNode;
  uint32_t N = Out.fresh();
  Out.unify(N, T, E->getQuestionLoc(), "chosen by '?'");
  Out.unify(N, F, E->getColonLoc(), "chosen by '?'");
  return N;
}

uint32_t ExpressionConstraints::load(const Expr *E, QualType To) {
  if (const auto *C = dyn_cast<ConditionalOperator>(E->IgnoreParens())) {
    expr(C->getCond());
    uint32_t T = load(C->getTrueExpr(), To), F = load(C->getFalseExpr(), To);
    if (!Code.carries(To))
      return NoNode;
    uint32_t N = Out.fresh();
    Out.unify(N, T, C->getQuestionLoc(), "chosen by '?'");
    Out.unify(N, F, C->getColonLoc(), "chosen by '?'");
    return N;
  }
  uint32_t N = expr(E);
  access(N, E, false);
  return Code.carries(To) ? Out.deref(N) : NoNode;
}

/// The expression inside of \p E that has its value, where \p E only stands around or for it; null
/// elsewhere.
static const Expr *sameValue(const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return cast<ParenExpr>(E)->getSubExpr();
  case Stmt::ConstantExprClass:
    return cast<ConstantExpr>(E)->getSubExpr();
  case Stmt::ExprWithCleanupsClass:
    return cast<ExprWithCleanups>(E)->getSubExpr();
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement();
  case Stmt::CXXDefaultArgExprClass:
    return cast<CXXDefaultArgExpr>(E)->getExpr();
  case Stmt::CXXDefaultInitExprClass:
    return cast<CXXDefaultInitExpr>(E)->getExpr();
  case Stmt::OpaqueValueExprClass:
    return cast<OpaqueValueExpr>(E)->getSourceExpr();
  case Stmt::GenericSelectionExprClass:
    return cast<GenericSelectionExpr>(E)->getResultExpr();
  case Stmt::ChooseExprClass:
    return cast<ChooseExpr>(E)->getChosenSubExpr();
  default:
    return nullptr;
  }
}

/// The object without a name that \p Value becomes at \p Loc.
uint32_t ExpressionConstraints::materialized(const Expr *Value, SourceLocation Loc) {
  uint32_t A = Out.fresh();
  Out.seed(A, Code.objectKind(), Loc, "a temporary");
  G.Records.initialise(A, Value->getType(), Value, Loc, "");
  if (const auto *Bound =
          dyn_cast<CXXBindTemporaryExpr>(Value->IgnoreParenNoopCasts(Parsed.context())))
    G.Calls.destroy(Bound, Bound->getType(), A, Loc, "the end of a temporary");
  return A;
}

/// \p E if it makes an object without a name: a temporary, a literal, a list.
std::optional<uint32_t> ExpressionConstraints::unnamedObject(const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  switch (E->getStmtClass()) {
  case Stmt::CXXBindTemporaryExprClass: {
    uint32_t N = expr(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
    if (S == Side::Device)
      G.Calls.destroy(E, E->getType(), temporary(N, Loc), Loc, "the end of a temporary");
    return N;
  }
  case Stmt::MaterializeTemporaryExprClass:
    return materialized(cast<MaterializeTemporaryExpr>(E)->getSubExpr(), Loc);
  case Stmt::SourceLocExprClass:
    if (!E->getType()->isPointerType())
      return NoNode;
    [[fallthrough]];
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass: {
    uint32_t N = Out.fresh();
    Out.seed(N, S == Side::Host ? hostkind::Host : uint32_t(AddressSpace::Constant), Loc,
             "a string literal");
    return N;
  }
  case Stmt::CompoundLiteralExprClass: {
    const auto *C = cast<CompoundLiteralExpr>(E);
    uint32_t A = Out.fresh();
    Out.seed(A, Code.objectKind(), Loc, "a literal");
    G.Records.initialise(A, C->getType(), C->getInitializer(), Loc, "");
    return C->isGLValue() ? A : Out.deref(A);
  }
  case Stmt::InitListExprClass: {
    const auto *L = cast<InitListExpr>(E);
    if (L->isGLValue() && L->getNumInits() == 1)
      return expr(L->getInit(0));
    uint32_t A = Out.fresh();
    G.Records.initialise(A, L->getType(), L, Loc, "");
    return Code.carries(L->getType()) ? Out.deref(A) : NoNode;
  }
  case Stmt::CXXStdInitializerListExprClass: {
    const Expr *Sub = cast<CXXStdInitializerListExpr>(E)->getSubExpr();
    uint32_t Array = expr(Sub), V = Out.fresh();
    // initializer_list<T>: the array's elements are argument 0.
    if (Code.carries(Sub->getType()))
      Out.unify(Out.child(V, step::Argument), Out.deref(Array), Loc);
    if (const RecordDecl *List = E->getType()->getAsRecordDecl(); List && S == Side::Device)
      for (const FieldDecl *F : List->fields())
        if (F->getType()->isPointerType())
          Out.unify(G.Records.fieldValue(V, F), Array,
                    Loc); // device code calls the library's own functions
    return V;
  }
  default:
    return std::nullopt;
  }
}

/// ({ statements; value; })
uint32_t ExpressionConstraints::statementExpression(const StmtExpr *E) {
  uint32_t Last = NoNode;
  for (const Stmt *Sub : E->getSubStmt()->body()) {
    if (const auto *SubE = dyn_cast<Expr>(Sub))
      Last = expr(SubE);
    else
      G.statement(Sub);
  }
  return Last;
}

uint32_t ExpressionConstraints::compute(const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  if (const auto *K = dyn_cast<CUDAKernelCallExpr>(E))
    return G.Launches.launch(K);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return G.Calls.call(C);
  if (const auto *C = dyn_cast<CastExpr>(E))
    return G.Addresses.castExpr(C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return unary(U);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binary(B);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return conditional(C);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return G.Calls.construct(C, Out.fresh());
  if (const Expr *Inner = sameValue(E))
    return expr(Inner);
  if (std::optional<uint32_t> Object = unnamedObject(E))
    return *Object;
  switch (E->getStmtClass()) {
  case Stmt::PseudoObjectExprClass:
    // threadIdx.x and its like: a value that is no memory.
    return E->isGLValue() ? Out.fresh() : NoNode;
  case Stmt::DeclRefExprClass:
    return reference(cast<DeclRefExpr>(E));
  case Stmt::MemberExprClass:
    return G.Records.member(cast<MemberExpr>(E));
  case Stmt::ArraySubscriptExprClass:
    return subscript(cast<ArraySubscriptExpr>(E));
  case Stmt::UnaryExprOrTypeTraitExprClass:
    sizeOf(cast<UnaryExprOrTypeTraitExpr>(E));
    return NoNode;
  case Stmt::CXXThisExprClass:
    return G.Lambdas.thisValue(Loc);
  case Stmt::CXXNewExprClass:
    return G.Allocations.newObject(cast<CXXNewExpr>(E));
  case Stmt::CXXDeleteExprClass:
    G.Allocations.deleteObject(cast<CXXDeleteExpr>(E));
    return NoNode;
  case Stmt::LambdaExprClass:
    return G.Lambdas.lambda(cast<LambdaExpr>(E));
  case Stmt::CXXThrowExprClass:
    if (const Expr *Thrown = cast<CXXThrowExpr>(E)->getSubExpr())
      G.Types.keepType(value(Thrown), Thrown->getType(), Loc, "thrown",
                       use::Untracked | use::Elsewhere);
    return NoNode;
  case Stmt::StmtExprClass:
    return statementExpression(cast<StmtExpr>(E));
  default:
    return otherExpression(E);
  }
}

/// The value of an expression without pointers of its own, or that is not followed.
uint32_t ExpressionConstraints::otherExpression(const Expr *E) {
  for (const Stmt *C : E->children())
    G.statement(C);
  if (E->isGLValue())
    return Out.fresh();
  return Code.carries(E->getType()) ? unknown(E->getType(), E->getExprLoc(), "not followed")
                                    : NoNode;
}
