// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Classifies expressions: an assignment, a place in memory, a constant.

#include "optimizers/analysis/Facts.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace cu2cl::opt {

const Expr *skipImplicit(const Expr *E) {
  while (E->Kind == Expr::Form::Cast && E->Implicit)
    E = E->Kids[0];
  return E;
}

void forEach(const Expr *E, llvm::function_ref<void(const Expr *)> Visit) {
  Visit(E);
  for (const Expr *Kid : E->Kids)
    forEach(Kid, Visit);
}

void forEachIn(llvm::ArrayRef<Stmt *> B, llvm::function_ref<void(const Expr *)> Visit) {
  for (const Stmt *S : B) {
    for (const Expr *E : {S->Value, S->Step})
      if (E)
        forEach(E, Visit);
    forEachIn(S->Init, Visit);
    forEachIn(S->Body, Visit);
    forEachIn(S->Else, Visit);
  }
}

bool isAssignment(const Expr *E) {
  if (E->Kind == Expr::Form::Binary)
    return BinaryOperator::isAssignmentOp(BinaryOperatorKind(E->Opcode));
  return E->Kind == Expr::Form::Unary &&
         UnaryOperator::isIncrementDecrementOp(UnaryOperatorKind(E->Opcode));
}

bool hasNoEffect(const Expr *E) {
  bool None = true;
  forEach(E, [&](const Expr *Part) {
    None &= !isAssignment(Part) && Part->Kind != Expr::Form::Opaque;
    None &= Part->Kind != Expr::Form::Call || callKind(Part) <= CallKind::Id;
  });
  return None;
}

bool isIntegerDivision(const Expr *E) {
  return E->Kind == Expr::Form::Binary && (E->Opcode == BO_Div || E->Opcode == BO_Rem) &&
         E->Type->isIntegerType();
}

const Variable *variableOf(const Expr *E) {
  E = skipImplicit(E);
  while ((E->Kind == Expr::Form::Member && E->Text[0] == '.') ||
         (E->Kind == Expr::Form::Subscript && !isMemory(E)))
    E = skipImplicit(E->Kids[0]);
  return E->Kind == Expr::Form::Reference && !isLocalVariable(E->Var) ? E->Var : nullptr;
}

void forEachAddressTaken(const Expr *E, llvm::function_ref<void(const Variable *)> Visit) {
  auto VisitArray = [&](const Expr *Array) {
    if (skipImplicit(Array)->Type->isArrayType())
      if (const Variable *V = variableOf(Array))
        Visit(V);
  };
  VisitArray(E);
  forEach(E, [&](const Expr *Part) {
    if (Part->Kind == Expr::Form::Unary && Part->Opcode == UO_AddrOf)
      if (const Variable *V = variableOf(Part->Kids[0]))
        Visit(V);
    for (const Expr *Kid : Part->Kids)
      if (Part->Kind != Expr::Form::Subscript || Kid != Part->Kids[0])
        VisitArray(Kid);
  });
}

const Variable *assignedVariable(const Expr *E) {
  return isAssignment(E) ? variableOf(E->Kids[0]) : nullptr;
}

bool isLocalVariable(const Variable *V) {
  return V->Type.getAddressSpace() == LangAS::opencl_local;
}

bool isSizedByLaunch(const Variable *V) {
  return V->IsParameter && V->Type->isPointerType() &&
         V->Type->getPointeeType().getAddressSpace() == LangAS::opencl_local;
}

bool isLocal(const Expr *E) {
  return skipImplicit(E)->Type.getAddressSpace() == LangAS::opencl_local;
}

bool isConstantMemory(const Expr *E) {
  return skipImplicit(E)->Type.getAddressSpace() == LangAS::opencl_constant;
}

bool isCallOnLocal(const Expr *Call) {
  bool HasLocal = false;
  for (const Expr *Argument : Call->Kids) {
    QualType T = Argument->Type;
    bool IsArray = T->isArrayType();
    if (!IsArray && !T->isPointerType())
      continue;
    LangAS Space = IsArray ? T.getAddressSpace() : T->getPointeeType().getAddressSpace();
    if (Space != LangAS::opencl_local)
      return false;
    HasLocal = true;
  }
  return HasLocal;
}

bool isMemory(const Expr *E) {
  E = skipImplicit(E);
  if (E->Kind == Expr::Form::Reference) // one for the whole group
    return isLocalVariable(E->Var) && !E->Type->isArrayType();
  if (E->Kind == Expr::Form::Member)
    return E->Text[0] == '-' || isMemory(E->Kids[0]);
  if (E->Kind == Expr::Form::Unary)
    return E->Opcode == UO_Deref;
  if (E->Kind != Expr::Form::Subscript)
    return false;
  const Expr *Base = skipImplicit(E->Kids[0]);
  if (Base->Kind == Expr::Form::Subscript || Base->Kind == Expr::Form::Member)
    return Base->Type->isArrayType() ? isMemory(Base) : true;
  // An array of the kernel is memory if it is __local.
  return !Base->Type->isArrayType() || Base->Type.getAddressSpace() == LangAS::opencl_local ||
         Base->Kind == Expr::Form::Name;
}

std::optional<int64_t> constantOf(const Source &From, const Expr *E) {
  if (E->Kind == Expr::Form::Literal && !E->From && E->Type->isIntegerType()) { // a step's number
    int64_t Value;
    llvm::StringRef Digits = llvm::StringRef(E->Text).rtrim("ul");
    return Digits.getAsInteger(10, Value) ? std::nullopt : std::optional<int64_t>(Value);
  }
  clang::Expr::EvalResult Result;
  if (E->From && !E->Old && E->Type->isIntegerType() && !E->From->isValueDependent() &&
      E->From->EvaluateAsInt(Result, From.context()))
    return Result.Val.getInt().getExtValue();
  return std::nullopt;
}

std::optional<unsigned> idDimension(const Expr *Call) {
  const Expr *Argument = skipImplicit(Call->Kids[0]);
  unsigned Number;
  if (!Argument->From && !llvm::StringRef(Argument->Text).getAsInteger(10, Number) && Number < 3)
    return Number; // a step's
  const auto *Literal =
      Argument->From ? dyn_cast<IntegerLiteral>(Argument->From->IgnoreParenImpCasts()) : nullptr;
  if (!Literal || Literal->getValue().uge(3))
    return std::nullopt;
  return Literal->getValue().getZExtValue();
}

} // namespace cu2cl::opt
