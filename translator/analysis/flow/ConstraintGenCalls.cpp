// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls and constructions as pointer-flow facts.

#include "analysis/dialect/Dialect.h"
#include "analysis/flow/ConstraintGenerator.h"
#include "analysis/flow/FlattenedAggregates.h"
#include "analysis/reach/FunctionPointers.h"
#include "analysis/reach/Launches.h"
#include "analysis/reach/LibraryCode.h"
#include "catalog/Roles.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using namespace cu2cl;

uint32_t CallConstraints::resultNode(const FunctionDecl *F) {
  return Code.carries(F->getReturnType()) ? Out.fresh() : NoNode;
}

/// A call of \p F, which is known by name. \p This is the address of the object.
uint32_t CallConstraints::directCall(const Expr *Site, const FunctionDecl *F, uint32_t This,
                                     llvm::ArrayRef<const Expr *> Arguments) {
  std::vector<uint32_t> Nodes;
  llvm::StringRef Roles =
      F->getIdentifier() ? catalog::pointerRoles(F->getName()) : llvm::StringRef();
  // The kernel that it gets is launched, not asked for.
  bool Launches = Roles.contains('a');
  if (size_t Kernel = Roles.find('A');
      S == Side::Host && runtimeFunctionOf(F) && Kernel < Arguments.size() && isa<CallExpr>(Site))
    return G.Launches.launchByCall(cast<CallExpr>(Site), Kernel);
  if (const auto *M = dyn_cast<CXXMethodDecl>(F);
      S == Side::Device && M && Code.copiesMembers(M) && !Arguments.empty())
    G.Expressions.value(Arguments[0]); // a choice of values, if it is one
  for (size_t I = 0; I != Arguments.size(); ++I) {
    const auto *C = dyn_cast<CallExpr>(Site);
    if (S == Side::Host && C && !Launches && kernelAskedFor(C, Arguments[I], Out.Map->Function)) {
      Nodes.push_back(NoNode); // nothing is launched
      continue;
    }
    bool Reference = I < F->getNumParams() && F->getParamDecl(I)->getType()->isReferenceType();
    Nodes.push_back(Reference ? G.Expressions.expr(Arguments[I])
                              : G.Expressions.value(Arguments[I]));
  }
  return knownCall(Site, F, This, Arguments, Nodes);
}

/// directCall with evaluated arguments.
uint32_t CallConstraints::knownCall(const Expr *Site, const FunctionDecl *F, uint32_t This,
                                    llvm::ArrayRef<const Expr *> Arguments,
                                    llvm::ArrayRef<uint32_t> Nodes) {
  SourceLocation Loc = Site->getExprLoc();
  uint32_t Result = NoNode;
  const auto *C = dyn_cast<CallExpr>(Site);
  // `using Base::Base;`: the arguments are those of the base's constructor.
  if (const auto *Inherited = dyn_cast<CXXConstructorDecl>(F);
      S == Side::Host && Inherited && Inherited->isInheritingConstructor())
    return knownCall(Site, Inherited->getInheritedConstructor().getConstructor(), This, Arguments,
                     Nodes);
  if (S == Side::Host && C && G.Api.apiCall(C, F, Nodes, Result))
    return Result;
  if (const auto *M = dyn_cast<CXXMethodDecl>(F);
      S == Side::Host && M && M->getParent()->isLambda()) {
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Site); isa<CXXConversionDecl>(M) && Member)
      return G.Callables.lambdaFunction(Member->getImplicitObjectArgument(), Loc);
    return G.Lambdas.lambdaCall(M, Nodes, Loc);
  }
  // Copies of objects: what the class holds goes along; the fields are declarations.
  if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && Code.copiesMembers(M)) {
    uint32_t From = Nodes.empty() ? NoNode : Nodes[0];
    if (!Arguments.empty() && Code.carries(Arguments[0]->getType()) && This != NoNode)
      Out.unify(Out.deref(This), Out.deref(From), Loc, "copied");
    if (S == Side::Host && isa<CXXOperatorCallExpr>(Site))
      G.Expressions.access(This, cast<CXXOperatorCallExpr>(Site)->getArg(0), true);
    return F->getReturnType()->isReferenceType() ? This : resultNode(F);
  }
  if (const Expr *Object = S == Side::Device && C ? addressTaken(C) : nullptr)
    return G.Expressions.expr(Object);
  if (const Expr *Same = S == Side::Device && C ? passedOn(C) : nullptr)
    return Same == C->getArg(0) ? Nodes[0] : NoNode;
  bool Translated = S == Side::Device && isTranslatedLibrary(F);
  if (F->getBuiltinID() || (Code.inSystemCode(F) && !Translated))
    return G.Library.systemCall(Site, F, This, Arguments, Nodes);
  FactCall Call;
  Call.Callee = Out.string(pointerUsr(Parsed, S, F));
  for (size_t I = 0; I != Nodes.size(); ++I) {
    bool Flows = I < F->getNumParams() && Code.carries(F->getParamDecl(I)->getType());
    Call.Arguments.push_back(Flows ? Nodes[I] : NoNode);
    if (Flows)
      G.Types.markDeduction(F, I, Nodes[I], Arguments[I]);
    else if (I >= F->getNumParams())
      G.Types.keepType(Nodes[I], Arguments[I]->getType(), Loc, "passed for `...`",
                       use::Untracked | use::Elsewhere);
  }
  bool IsValue = Code.returnsValue(F);
  if (!IsValue)
    Result = resultNode(F);
  else if (Code.carries(F->getReturnType()->getPointeeType()))
    Result = Out.fresh();
  Call.Result = Result;
  Call.This = This;
  Out.addCall(Site, std::move(Call), Loc, "call of '" + F->getNameAsString() + "'");
  if (IsValue)
    return G.Expressions.temporary(Result, Loc);
  if (Result == NoNode && F->getReturnType()->isReferenceType())
    Result = Out.fresh();
  return Result;
}

/// The end of \p Object, of type \p T or an array of that, if it is a call.
void CallConstraints::destroy(const void *Object, QualType T, uint32_t Address, SourceLocation Loc,
                              llvm::StringRef Text) {
  const CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (S == Side::Host || T->isReferenceType() || !R || !R->hasDefinition() ||
      R->hasTrivialDestructor())
    return;
  const FunctionDecl *Definition = nullptr;
  const CXXDestructorDecl *D = R->getDestructor();
  if (!D || !D->isDefined(Definition))
    return;
  FactCall Call;
  Call.Callee = Out.string(pointerUsr(Parsed, S, Definition));
  Call.This = Address;
  Out.Map->Destructors[Object] = Out.Body->Calls.size();
  Out.addCall(nullptr, std::move(Call), Loc, Text);
}

/// States the facts of what \p D does after its body.
void CallConstraints::destroyParts(const CXXDestructorDecl *D) {
  if (S == Side::Host)
    return;
  for (const FieldDecl *F : D->getParent()->fields())
    destroy(F, F->getType(), G.Records.fieldAddress(Out.Body->This, F, D->getLocation()),
            D->getLocation(), "the end of member '" + F->getNameAsString() + "'");
  for (const CXXBaseSpecifier &B : D->getParent()->bases())
    destroy(&B, B.getType(), Out.Body->This, D->getLocation(), "the end of a base");
}

uint32_t CallConstraints::indirectCall(const CallExpr *E) {
  // One through a pointer to a member function may reach each of its type.
  const MemberPointerType *Member = Code.reach() ? calledThroughMember(E) : nullptr;
  if (Member && !memberTargets(*Code.reach(), Member).empty()) {
    G.Expressions.value(cast<BinaryOperator>(E->getCallee()->IgnoreParens())->getRHS());
    const Expr *Object = cast<CXXMemberCallExpr>(E)->getImplicitObjectArgument();
    uint32_t This = G.Expressions.expr(Object), Result = NoNode;
    if (!Object->isGLValue() && !Object->getType()->isPointerType())
      This = G.Expressions.temporary(This, E->getExprLoc());
    Out.Map->Nodes[E->getCallee()] = NoNode;
    llvm::SmallVector<const Expr *, 8> Arguments(E->arg_begin(), E->arg_end());
    for (const FunctionDecl *F : memberTargets(*Code.reach(), Member))
      Result = directCall(E, F, This, Arguments);
    return Result;
  }
  uint32_t Fn = G.Expressions.value(E->getCallee());
  QualType T = E->getCallee()->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const auto *Proto = T->getAs<FunctionProtoType>();
  if (S == Side::Device && Proto && Fn != NoNode)
    Out.unify(Fn, G.Types.functionsOfType(QualType(Proto, 0)), E->getExprLoc(),
              "called through a pointer");
  for (unsigned I = 0; I != E->getNumArgs(); ++I) {
    bool Known = Proto && I < Proto->getNumParams();
    bool Reference = Known && Proto->getParamType(I)->isReferenceType();
    uint32_t A = Reference ? G.Expressions.expr(E->getArg(I)) : G.Expressions.value(E->getArg(I));
    if (Fn != NoNode && Known && Code.carries(Proto->getParamType(I)))
      Out.unify(Out.child(Fn, step::Parameter + I), A, E->getExprLoc(),
                "passed through a function pointer");
    else if (S == Side::Host) // to a method, by a pointer to it
      G.Types.keepType(Reference ? Out.deref(A) : A, E->getArg(I)->getType(), E->getExprLoc(),
                       "passed to what is not known", use::Untracked | use::Elsewhere);
  }
  if (Fn != NoNode && Proto && S == Side::Host)
    G.Types.keepSignature(Fn, Proto, E->getExprLoc(), "called through a pointer");
  if (!E->isGLValue() && !Code.carries(E->getType()))
    return NoNode;
  if (Fn != NoNode)
    return Out.child(Fn, step::Result);
  uint32_t Result = Out.fresh();
  G.Types.keepType(Result, E->getType(), E->getExprLoc(), "returned by what is not known",
                   use::Untracked | use::Elsewhere);
  return Result;
}

uint32_t CallConstraints::call(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  llvm::SmallVector<const Expr *, 8> Arguments(E->arg_begin(), E->arg_end());
  if (!F)
    return indirectCall(E);
  uint32_t This = NoNode;
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    This = G.Expressions.expr(Object);
    if (!Object->isGLValue() && !Object->getType()->isPointerType())
      This = G.Expressions.temporary(This, E->getExprLoc());
    Out.Map->Nodes[E->getCallee()] = NoNode;
  } else if (isa<CXXOperatorCallExpr>(E) && M && M->isInstance()) {
    const Expr *Object = Arguments.front();
    This = Object->isGLValue()
               ? G.Expressions.expr(Object)
               : G.Expressions.temporary(G.Expressions.expr(Object), E->getExprLoc());
    Arguments.erase(Arguments.begin());
  } else if (const auto *Name = dyn_cast<MemberExpr>(E->getCallee()->IgnoreParenImpCasts())) {
    G.Expressions.expr(Name->getBase()); // of a static member
  }
  // `p->~T()` and calls through a member of the object have nothing more to say.
  return directCall(E, F, This, Arguments);
}

/// Constructs the object at \p Address; the result is its value.
uint32_t CallConstraints::construct(const CXXConstructExpr *E, uint32_t Address) {
  llvm::SmallVector<const Expr *, 8> Arguments(E->arg_begin(), E->arg_end());
  const CXXConstructorDecl *C = E->getConstructor();
  bool Carries = Code.carries(E->getType());
  if (C->isCopyOrMoveConstructor() && (Code.copiesMembers(C) || Code.inSystemCode(C))) {
    uint32_t From = G.Expressions.value(Arguments[0]);
    if (Carries)
      Out.unify(Out.deref(Address), From, E->getExprLoc(), "copied");
    for (const Expr *Rest : llvm::ArrayRef<const Expr *>(Arguments).drop_front())
      G.Expressions.value(Rest);
  } else if (S == Side::Device) {
    // A constructor becomes a function that returns the object.
    uint32_t Made = Out.fresh();
    Out.seed(Made, Code.objectKind(), E->getExprLoc(), "an object that is made");
    if (Carries)
      Out.unify(Out.deref(Made), Out.deref(Address), E->getExprLoc());
    directCall(E, C, Made, Arguments);
  } else {
    directCall(E, C, Address, Arguments);
  }
  return Carries ? Out.deref(Address) : NoNode;
}
