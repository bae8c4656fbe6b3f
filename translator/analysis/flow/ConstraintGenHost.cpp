// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Models what the CUDA runtime does with the pointers that host code passes to it.

#include "analysis/flow/ConstraintGenerator.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "catalog/Roles.h"
#include "clang/AST/Attr.h"

using namespace clang;
using namespace cu2cl;

/// The device reads the pointers that lie in what \p Argument points to.
void ApiConstraints::storedOnDevice(const Expr *Argument, uint32_t Node, SourceLocation Loc) {
  QualType T = Argument->IgnoreParenCasts()->getType().getCanonicalType();
  while (const ArrayType *A = Parsed.context().getAsArrayType(T))
    T = A->getElementType();
  if (Argument->IgnoreParenCasts()->getType()->isPointerType())
    T = T->getPointeeType();
  bool Bytes = T->isVoidType() || T->isCharType();
  if (Bytes || (T->isPointerType() && !T->isFunctionPointerType()))
    Out.mark(Out.deref(Node), use::StoredOnDevice, Loc, "copied to device memory");
  else if (T->isIntegerType()) // that are pointers, if they are such for the device
    Out.mark(Out.deref(Node), use::Elsewhere, Loc, "integers copied to device memory");
  else if (T->isRecordType())
    G.Records.seedPointees(NoNode, T, 0, Loc, "copied to device memory", 0);
}

/// The symbol that an argument of \p E names; null if there is none.
static const VarDecl *symbolOf(const CallExpr *E) {
  for (const Expr *A : E->arguments()) {
    A = A->IgnoreParenCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(A); U && U->getOpcode() == UO_AddrOf)
      A = U->getSubExpr()->IgnoreParenCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(A);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (V && deviceStorage(V) != DeviceStorage::None)
      return V;
  }
  return nullptr;
}

/// The two sides of a copy. An unknown kind says nothing about the sides; the contents flow.
void ApiConstraints::copyCall(const CallExpr *E, llvm::ArrayRef<uint32_t> Arguments,
                              llvm::StringRef Roles, llvm::StringRef Name) {
  size_t D = Roles.find('D'), S = Roles.find('S'), K = Roles.find('k');
  int Kind = D == llvm::StringRef::npos ? 1 : S == llvm::StringRef::npos ? 2 : 4;
  if (K < E->getNumArgs()) {
    Expr::EvalResult R;
    const Expr *KindArgument = E->getArg(K);
    Kind = 4;
    if (!KindArgument->isValueDependent() && KindArgument->EvaluateAsInt(R, Parsed.context()))
      Kind = int(R.Val.getInt().getExtValue());
    else if (D == llvm::StringRef::npos || S == llvm::StringRef::npos)
      Kind = 5; // a symbol and a computed kind
  }
  SourceLocation Loc = E->getExprLoc();
  bool ToDevice = Kind == 1 || Kind == 3, FromDevice = Kind == 2 || Kind == 3;
  if (D < Arguments.size() && Kind < 4)
    Out.seed(Arguments[D], ToDevice ? hostkind::Device : hostkind::Host, Loc,
             "destination of " + Name.str() + (ToDevice ? " to the device" : " to the host"));
  if (S < Arguments.size() && Kind < 4)
    Out.seed(Arguments[S], FromDevice ? hostkind::Device : hostkind::Host, Loc,
             "source of " + Name.str() + (FromDevice ? " from the device" : " from the host"));
  // The symbol of a copy is a variable of its own.
  size_t Other = D == llvm::StringRef::npos ? S : D;
  const VarDecl *Symbol = D < Arguments.size() && S < Arguments.size() ? nullptr : symbolOf(E);
  if (Symbol && Other < Arguments.size())
    Out.unify(Out.deref(G.Entities.entity(Symbol)), Out.deref(Arguments[Other]), Loc,
              "copied by " + Name.str());
  if (D < Arguments.size() && S < Arguments.size())
    Out.unify(Out.deref(Arguments[D]), Out.deref(Arguments[S]), Loc, "copied by " + Name.str());
  if (ToDevice && S < Arguments.size())
    storedOnDevice(E->getArg(S), Arguments[S], Loc);
}

/// States the facts about \p Argument that follow from parameter role \p Role (RuntimeApi.def).
void ApiConstraints::apiRole(char Role, uint32_t Argument, SourceLocation Loc, llvm::StringRef By) {
  switch (Role) {
  case 'o':
    Out.seed(Out.deref(Argument), hostkind::Device, Loc, "allocated by " + By.str());
    Out.mark(Out.deref(Argument), use::DeviceOnly, Loc, "allocated by " + By.str());
    break;
  case 'm':
    Out.seed(Out.deref(Argument), hostkind::Managed, Loc, "allocated by " + By.str());
    break;
  case 'h':
    Out.seed(Out.deref(Argument), hostkind::Host, Loc, "allocated by " + By.str());
    break;
  case 'd':
    Out.seed(Argument, hostkind::Device, Loc, "passed to " + By.str());
    break;
  case 'H':
    Out.seed(Argument, hostkind::Host, Loc, "passed to " + By.str());
    break;
  case 'a':
    G.Launches.launchAt(Argument, Loc);
    break;
  default:
    break;
  }
}

/// \p Function is a function of the runtime, \p F, as a value: who calls it gets what that gives.
void ApiConstraints::apiValue(const FunctionDecl *F, uint32_t Function) {
  if (S != Side::Host || !F->getIdentifier() || !Code.inSystemCode(F))
    return;
  llvm::StringRef Name = F->getName(), Roles = catalog::pointerRoles(Name);
  for (size_t I = 0; I < std::min<size_t>(Roles.size(), F->getNumParams()); ++I)
    if (Code.carries(F->getParamDecl(I)->getType()))
      apiRole(Roles[I], Out.child(Function, step::Parameter + I), F->getLocation(), Name);
  size_t D = Roles.find('D'), S = Roles.find('S');
  if (D != llvm::StringRef::npos && S != llvm::StringRef::npos)
    Out.unify(Out.deref(Out.child(Function, step::Parameter + D)),
              Out.deref(Out.child(Function, step::Parameter + S)), F->getLocation(),
              "copied by " + Name.str());
}

/// The members of a record of type \p T that hold the places of a kernel's arguments.
static llvm::SmallVector<const FieldDecl *, 2> placesIn(QualType T) {
  llvm::SmallVector<const FieldDecl *, 2> Fields;
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (R)
    for (const FieldDecl *F : R->fields())
      if (F->getType()->isPointerType() && F->getType()->getPointeeType()->isVoidPointerType())
        Fields.push_back(F);
  return Fields;
}

bool ApiConstraints::apiCall(const CallExpr *E, const FunctionDecl *F,
                             llvm::ArrayRef<uint32_t> Arguments, uint32_t &Result) {
  if (!F->getIdentifier() || !Code.inSystemCode(F))
    return false;
  llvm::StringRef Name = F->getName();
  if (!catalog::isRuntimeName(Name))
    return false;
  llvm::StringRef Roles = catalog::pointerRoles(Name);
  SourceLocation Loc = E->getExprLoc();
  // clrt takes a cl_mem where the rows name a role.
  for (size_t I = 0; I != Arguments.size(); ++I)
    if (I >= Roles.size() || Roles[I] == '-' || Roles[I] == 'a' || Roles[I] == 's')
      G.Types.keepType(Arguments[I], E->getArg(I)->IgnoreParenCasts()->getType(), Loc,
                       "passed to " + Name.str(), use::Untracked);
  for (size_t I = 0; I < std::min(Roles.size(), Arguments.size()); ++I)
    if (Roles[I] != 'n')
      apiRole(Roles[I], Arguments[I], Loc, Name);
    else
      for (const FieldDecl *F : placesIn(E->getArg(I)->getType()->getPointeeType()))
        G.Launches.launchAt(Out.deref(G.Entities.entity(F)), Loc);
  if (const VarDecl *Symbol = Roles.contains('s') ? symbolOf(E) : nullptr) {
    Out.unify(Out.deref(Out.deref(Arguments[0])), Out.deref(G.Entities.entity(Symbol)), Loc,
              "the address of a variable");
    if (isManaged(Symbol))
      Out.seed(Out.deref(Arguments[0]), hostkind::Managed, Loc,
               "the address of a managed variable");
  }
  if (Roles.contains('D') || Roles.contains('S'))
    copyCall(E, Arguments, Roles, Name);
  Result = Code.carries(F->getReturnType()) || E->isGLValue() ? Out.fresh() : NoNode;
  return true;
}
