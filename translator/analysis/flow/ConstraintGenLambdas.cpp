// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lambdas as pointer-flow facts: on the host their bodies are parts of the function around them, on
// the device they are objects with a method.

#include "analysis/flow/ConstraintGenerator.h"
#include "analysis/flow/FlattenedAggregates.h"
#include "core/source/LambdaOperators.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using namespace cu2cl;

/// The field of \p Closure that holds captured variable \p D, or `this` for null.
static const FieldDecl *captureField(const CXXRecordDecl *Closure, const ValueDecl *D) {
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
  FieldDecl *This = nullptr;
  Closure->getCaptureFields(Fields, This);
  return D ? Fields.lookup(D) : This;
}

/// The closure's class if \p F is the call operator of a lambda.
static const CXXRecordDecl *closureOf(const FunctionDecl *F) {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  return M && M->getParent()->isLambda() ? M->getParent() : nullptr;
}

/// On the device a lambda is an object, its call operator a method: the value of the object.
uint32_t LambdaConstraints::closure(const LambdaExpr *E) {
  uint32_t A = Out.fresh();
  Out.seed(A, Code.objectKind(), E->getBeginLoc(), "a lambda");
  auto Init = E->capture_init_begin();
  for (const FieldDecl *F : E->getLambdaClass()->fields()) {
    if (*Init)
      G.Records.initialise(G.Records.fieldAddress(A, F, E->getBeginLoc()), F->getType(), *Init,
                           (*Init)->getExprLoc(), "captured");
    ++Init;
  }
  return Code.carries(E->getType()) ? Out.deref(A) : NoNode;
}

/// Address of the captured variable \p D in the call operator that is being built; NoNode if this
/// is none.
uint32_t LambdaConstraints::captured(const ValueDecl *D, SourceLocation Loc) {
  const CXXRecordDecl *Closure = closureOf(Out.Map->Function);
  const FieldDecl *F = Closure ? captureField(Closure, D) : nullptr;
  if (!F)
    return NoNode;
  uint32_t N = G.Records.fieldAddress(Out.Body->This, F, Loc);
  return F->getType()->isReferenceType() ? Out.deref(N) : N;
}

/// The value of `this`.
uint32_t LambdaConstraints::thisValue(SourceLocation Loc) {
  const CXXRecordDecl *Closure = S == Side::Device ? closureOf(Out.Map->Function) : nullptr;
  if (const FieldDecl *F = Closure ? captureField(Closure, nullptr) : nullptr) {
    uint32_t N = G.Records.fieldAddress(Out.Body->This, F, Loc);
    return F->getType()->isPointerType() ? Out.deref(N) : N;
  }
  if (Out.Body->This == NoNode)
    Out.Body->This = Out.fresh();
  return Out.Body->This;
}

uint32_t LambdaConstraints::lambda(const LambdaExpr *E) {
  if (S == Side::Device)
    return closure(E);
  if (isDeviceLambda(E)) {
    // An object that goes to a kernel member by member; the body is device code.
    for (const Expr *Init : E->capture_inits()) {
      uint32_t Captured = G.Expressions.value(Init);
      if (!Init->getType()->isPointerType()) {
        G.Records.seedSplit(Init->getType(), Init->getExprLoc(), "captured by device code");
        continue;
      }
      Out.seed(Captured, hostkind::Device, Init->getExprLoc(), "captured by device code");
      Out.mark(Captured, use::Offset, Init->getExprLoc());
    }
    return NoNode;
  }
  // The body is part of the function around it: captured variables are the same declarations.
  for (const auto &[Capture, Init] : llvm::zip(E->captures(), E->capture_inits()))
    if (Capture.capturesVariable() && Capture.getCapturedVar()->isInitCapture())
      G.declare(cast<VarDecl>(Capture.getCapturedVar()));
    else if (Init)
      G.Expressions.expr(Init);
  // A kernel gets the lambda's own copies.
  for (const LambdaCapture &Capture : E->captures())
    if (Capture.capturesVariable() && Capture.getCaptureKind() == LCK_ByCopy)
      if (const FieldDecl *F = captureField(E->getLambdaClass(), Capture.getCapturedVar());
          F && Code.carries(F->getType()))
        Out.unify(Out.deref(G.Entities.entity(F)),
                  Out.deref(G.Entities.entity(Capture.getCapturedVar())), Capture.getLocation(),
                  "captured");
  auto Enter = [&](const CXXMethodDecl *M) {
    if (Lambdas.count(M))
      return;
    FunctionFrame F;
    F.Result = lambdaResult(M);
    F.ReturnsReference = M->getReturnType()->isReferenceType();
    F.Name = "lambda";
    Lambdas[M] = F;
    G.Frames.push_back(F);
    G.statement(M->getBody());
    G.Frames.pop_back();
  };
  for (const CXXMethodDecl *M : lambdaOperators(E))
    if (M->hasBody())
      Enter(M);
  return NoNode;
}

/// Returns what the host's lambda with the call operator \p M returns: one node in all bodies,
/// since a template calls it from its own; NoNode if that is no pointer.
uint32_t LambdaConstraints::lambdaResult(const CXXMethodDecl *M) {
  if (!Code.carries(M->getReturnType()))
    return NoNode;
  auto [It, New] = LambdaResults.try_emplace(M, 0);
  if (!New)
    return It->second;
  FactEntity E;
  E.Usr = Out.string(pointerUsr(Parsed, S, M) + "#result");
  E.Name = Out.string("a lambda's result");
  E.Node = Out.fresh();
  E.Place = Out.place(M->getLocation());
  E.Shared = true;
  Out.Body->Entities.push_back(E);
  return It->second = Out.deref(E.Node);
}

uint32_t LambdaConstraints::lambdaCall(const CXXMethodDecl *M, llvm::ArrayRef<uint32_t> Arguments,
                                       SourceLocation Loc) {
  for (size_t I = 0; I != Arguments.size() && I < M->getNumParams(); ++I)
    if (Code.carries(M->getParamDecl(I)->getType()))
      Out.unify(Out.deref(G.Entities.entity(M->getParamDecl(I))), Arguments[I], Loc,
                "passed to a lambda");
  auto It = Lambdas.find(M);
  return It == Lambdas.end() ? lambdaResult(M) : It->second.Result;
}
