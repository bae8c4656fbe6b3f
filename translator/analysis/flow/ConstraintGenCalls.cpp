// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls, constructions and kernel launches as pointer-flow facts.

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

void ConstraintGenerator::addCall(const Expr *Site, FactCall Call, SourceLocation Loc,
                                  llvm::StringRef Text) {
  uint32_t Number = Body->Calls.size();
  Body->Calls.push_back(std::move(Call));
  if (Site)
    Map->Calls[Site] = Number;
  Body->Facts.push_back({FactOp::Call, 0, 0, Number, place(Loc), string(Text)});
}

/// Returns true if another constructor of the class takes a pointer where \p C takes its parameter
/// \p Index.
static bool hasOverload(const CXXConstructorDecl *C, unsigned Index) {
  return llvm::any_of(C->getParent()->ctors(), [&](const CXXConstructorDecl *Other) {
    return Other->getCanonicalDecl() != C->getCanonicalDecl() && Index < Other->getNumParams() &&
           Other->getParamDecl(Index)->getType().getNonReferenceType()->isPointerType();
  });
}

/// Overloads and template deduction look at the type of argument \p Index, which is \p Node.
void ConstraintGenerator::markDeduction(const FunctionDecl *F, unsigned Index, uint32_t Node,
                                        const Expr *Argument) {
  if (S != Side::Host)
    return;
  bool Chosen = F->getPrimaryTemplate() != nullptr;
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    Chosen |= hasOverload(C, Index);
  else if (!Chosen && Parsed.langOpts().CPlusPlus && F->getDeclName().isIdentifier())
    Chosen = llvm::count_if(
                 F->getDeclContext()->getRedeclContext()->lookup(F->getDeclName()),
                 [](const NamedDecl *D) { return isa<FunctionDecl, FunctionTemplateDecl>(D); }) > 1;
  if (Chosen)
    keepType(F->getParamDecl(Index)->getType()->isReferenceType() ? deref(Node) : Node,
             Argument->getType(), Argument->getExprLoc(),
             "'" + F->getNameAsString() + "' is chosen by its type");
}

/// A copy or move, by construction or assignment.
static bool isCopy(const CXXMethodDecl *M) {
  const auto *C = dyn_cast<CXXConstructorDecl>(M);
  return C ? C->isCopyOrMoveConstructor()
           : M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator();
}

/// Returns true if \p M is a copy that device code prints as one, and host code does not show.
bool ConstraintGenerator::copiesMembers(const CXXMethodDecl *M) const {
  return M->isDefaulted() && isCopy(M) && (S == Side::Host || M->isTrivial());
}

uint32_t ConstraintGenerator::resultNode(const FunctionDecl *F) {
  return carries(F->getReturnType()) ? fresh() : NoNode;
}

/// A call of \p F, which is known by name. \p This is the address of the object.
uint32_t ConstraintGenerator::directCall(const Expr *Site, const FunctionDecl *F, uint32_t This,
                                         llvm::ArrayRef<const Expr *> Arguments) {
  std::vector<uint32_t> Nodes;
  // The kernel that it gets is launched, not asked for.
  bool Launches = F->getIdentifier() && catalog::pointerRoles(F->getName()).contains('a');
  if (const auto *M = dyn_cast<CXXMethodDecl>(F);
      S == Side::Device && M && copiesMembers(M) && !Arguments.empty())
    value(Arguments[0]); // a choice of values, if it is one
  for (size_t I = 0; I != Arguments.size(); ++I) {
    const auto *C = dyn_cast<CallExpr>(Site);
    if (S == Side::Host && C && !Launches && kernelAskedFor(C, Arguments[I], Map->Function)) {
      Nodes.push_back(NoNode); // nothing is launched
      continue;
    }
    bool Reference = I < F->getNumParams() && F->getParamDecl(I)->getType()->isReferenceType();
    Nodes.push_back(Reference ? expr(Arguments[I]) : value(Arguments[I]));
  }
  return knownCall(Site, F, This, Arguments, Nodes);
}

/// directCall with evaluated arguments.
uint32_t ConstraintGenerator::knownCall(const Expr *Site, const FunctionDecl *F, uint32_t This,
                                        llvm::ArrayRef<const Expr *> Arguments,
                                        llvm::ArrayRef<uint32_t> Nodes) {
  SourceLocation Loc = Site->getExprLoc();
  uint32_t Result = NoNode;
  const auto *C = dyn_cast<CallExpr>(Site);
  if (S == Side::Host && C && apiCall(C, F, Nodes, Result))
    return Result;
  if (const auto *M = dyn_cast<CXXMethodDecl>(F);
      S == Side::Host && M && M->getParent()->isLambda()) {
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Site); isa<CXXConversionDecl>(M) && Member)
      return lambdaFunction(Member->getImplicitObjectArgument(), Loc);
    return lambdaCall(M, Nodes, Loc);
  }
  // Copies of objects: what the class holds goes along; the fields are declarations.
  if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && copiesMembers(M)) {
    uint32_t From = Nodes.empty() ? NoNode : Nodes[0];
    if (!Arguments.empty() && carries(Arguments[0]->getType()) && This != NoNode)
      unify(deref(This), deref(From), Loc, "copied");
    if (S == Side::Host && isa<CXXOperatorCallExpr>(Site))
      access(This, cast<CXXOperatorCallExpr>(Site)->getArg(0), true);
    return F->getReturnType()->isReferenceType() ? This : resultNode(F);
  }
  if (const Expr *Object = S == Side::Device && C ? addressTaken(C) : nullptr)
    return expr(Object);
  if (const Expr *Same = S == Side::Device && C ? passedOn(C) : nullptr)
    return Same == C->getArg(0) ? Nodes[0] : NoNode;
  bool Translated = S == Side::Device && isTranslatedLibrary(F);
  if (F->getBuiltinID() || (inSystemCode(F) && !Translated))
    return systemCall(Site, F, This, Arguments, Nodes);
  FactCall Call;
  Call.Callee = string(pointerUsr(Parsed, S, F));
  for (size_t I = 0; I != Nodes.size(); ++I) {
    bool Flows = I < F->getNumParams() && carries(F->getParamDecl(I)->getType());
    Call.Arguments.push_back(Flows ? Nodes[I] : NoNode);
    if (Flows)
      markDeduction(F, I, Nodes[I], Arguments[I]);
    else if (I >= F->getNumParams())
      keepType(Nodes[I], Arguments[I]->getType(), Loc, "passed for `...`", use::Untracked);
  }
  bool IsValue = returnsValue(F);
  if (!IsValue)
    Result = resultNode(F);
  else if (carries(F->getReturnType()->getPointeeType()))
    Result = fresh();
  Call.Result = Result;
  Call.This = This;
  addCall(Site, std::move(Call), Loc, "call of '" + F->getNameAsString() + "'");
  if (IsValue)
    return temporary(Result, Loc);
  if (Result == NoNode && F->getReturnType()->isReferenceType())
    Result = fresh();
  return Result;
}

/// The end of \p Object, of type \p T or an array of that, if it is a call.
void ConstraintGenerator::destroy(const void *Object, QualType T, uint32_t Address,
                                  SourceLocation Loc, llvm::StringRef Text) {
  const CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (S == Side::Host || T->isReferenceType() || !R || !R->hasDefinition() ||
      R->hasTrivialDestructor())
    return;
  const FunctionDecl *Definition = nullptr;
  const CXXDestructorDecl *D = R->getDestructor();
  if (!D || !D->isDefined(Definition))
    return;
  FactCall Call;
  Call.Callee = string(pointerUsr(Parsed, S, Definition));
  Call.This = Address;
  Map->Destructors[Object] = Body->Calls.size();
  addCall(nullptr, std::move(Call), Loc, Text);
}

/// States the facts of what \p D does after its body.
void ConstraintGenerator::destroyParts(const CXXDestructorDecl *D) {
  if (S == Side::Host)
    return;
  for (const FieldDecl *F : D->getParent()->fields())
    destroy(F, F->getType(), fieldAddress(Body->This, F, D->getLocation()), D->getLocation(),
            "the end of member '" + F->getNameAsString() + "'");
  for (const CXXBaseSpecifier &B : D->getParent()->bases())
    destroy(&B, B.getType(), Body->This, D->getLocation(), "the end of a base");
}

uint32_t ConstraintGenerator::indirectCall(const CallExpr *E) {
  // One through a pointer to a member function may reach each of its type.
  const MemberPointerType *Member = Reach ? calledThroughMember(E) : nullptr;
  if (Member && !memberTargets(*Reach, Member).empty()) {
    value(cast<BinaryOperator>(E->getCallee()->IgnoreParens())->getRHS());
    const Expr *Object = cast<CXXMemberCallExpr>(E)->getImplicitObjectArgument();
    uint32_t This = expr(Object), Result = NoNode;
    if (!Object->isGLValue() && !Object->getType()->isPointerType())
      This = temporary(This, E->getExprLoc());
    Map->Nodes[E->getCallee()] = NoNode;
    llvm::SmallVector<const Expr *, 8> Arguments(E->arg_begin(), E->arg_end());
    for (const FunctionDecl *F : memberTargets(*Reach, Member))
      Result = directCall(E, F, This, Arguments);
    return Result;
  }
  uint32_t Fn = value(E->getCallee());
  QualType T = E->getCallee()->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const auto *Proto = T->getAs<FunctionProtoType>();
  if (S == Side::Device && Proto && Fn != NoNode)
    unify(Fn, functionsOfType(QualType(Proto, 0)), E->getExprLoc(), "called through a pointer");
  for (unsigned I = 0; I != E->getNumArgs(); ++I) {
    bool Known = Proto && I < Proto->getNumParams();
    bool Reference = Known && Proto->getParamType(I)->isReferenceType();
    uint32_t A = Reference ? expr(E->getArg(I)) : value(E->getArg(I));
    if (Fn != NoNode && Known && carries(Proto->getParamType(I)))
      unify(child(Fn, step::Parameter + I), A, E->getExprLoc(),
            "passed through a function pointer");
  }
  if (Fn != NoNode && Proto && S == Side::Host)
    keepSignature(Fn, Proto, E->getExprLoc(), "called through a pointer");
  if (!E->isGLValue() && !carries(E->getType()))
    return NoNode;
  if (Fn != NoNode)
    return child(Fn, step::Result);
  uint32_t Result = fresh();
  keepType(Result, E->getType(), E->getExprLoc(), "returned by what is not known",
           use::Untracked | use::Elsewhere);
  return Result;
}

uint32_t ConstraintGenerator::call(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  llvm::SmallVector<const Expr *, 8> Arguments(E->arg_begin(), E->arg_end());
  if (!F)
    return indirectCall(E);
  uint32_t This = NoNode;
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    This = expr(Object);
    if (!Object->isGLValue() && !Object->getType()->isPointerType())
      This = temporary(This, E->getExprLoc());
    Map->Nodes[E->getCallee()] = NoNode;
  } else if (isa<CXXOperatorCallExpr>(E) && M && M->isInstance()) {
    const Expr *Object = Arguments.front();
    This = Object->isGLValue() ? expr(Object) : temporary(expr(Object), E->getExprLoc());
    Arguments.erase(Arguments.begin());
  }
  // `p->~T()` and calls through a member of the object have nothing more to say.
  return directCall(E, F, This, Arguments);
}

/// Constructs the object at \p Address; the result is its value.
uint32_t ConstraintGenerator::construct(const CXXConstructExpr *E, uint32_t Address) {
  llvm::SmallVector<const Expr *, 8> Arguments(E->arg_begin(), E->arg_end());
  const CXXConstructorDecl *C = E->getConstructor();
  bool Carries = carries(E->getType());
  if (C->isCopyOrMoveConstructor() && (copiesMembers(C) || inSystemCode(C))) {
    uint32_t From = value(Arguments[0]);
    if (Carries)
      unify(deref(Address), From, E->getExprLoc(), "copied");
    for (const Expr *Rest : llvm::ArrayRef<const Expr *>(Arguments).drop_front())
      value(Rest);
  } else if (S == Side::Device) {
    // A constructor becomes a function that returns the object.
    uint32_t Made = fresh();
    seed(Made, objectKind(), E->getExprLoc(), "an object that is made");
    if (Carries)
      unify(deref(Made), deref(Address), E->getExprLoc());
    directCall(E, C, Made, Arguments);
  } else {
    directCall(E, C, Address, Arguments);
  }
  return Carries ? deref(Address) : NoNode;
}

/// The fields of the classes that a kernel reaches through a parameter of type \p T lie in memory
/// that it reads: what they point to is not decided by that (the host may have such lists, too).
/// The fields of an object that goes member by member do not.
void ConstraintGenerator::markReached(QualType T, bool InMemory, SourceLocation Loc,
                                      llvm::StringRef Text,
                                      std::set<std::pair<const RecordDecl *, bool>> &Seen) {
  T = T.getCanonicalType();
  for (; T->isPointerType() || T->isReferenceType() || T->isArrayType(); T = T.getCanonicalType()) {
    InMemory |= !T->isArrayType();
    T = T->isArrayType() ? Parsed.context().getAsArrayType(T)->getElementType()
                         : T->getPointeeType();
  }
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || inSystemCode(R) || !Index.Holders.holdPointers(R) || !Seen.insert({R, InMemory}).second)
    return;
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      markReached(B.getType(), InMemory, Loc, Text, Seen);
  for (const FieldDecl *F : R->fields()) {
    uint32_t Value = entity(F);
    bool FieldInMemory = InMemory;
    for (QualType P = F->getType().getCanonicalType(); carries(P); P = P.getCanonicalType()) {
      if (const ArrayType *A = Parsed.context().getAsArrayType(P)) {
        P = A->getElementType();
        continue;
      }
      if (!P->isPointerType() || P->isFunctionPointerType())
        break;
      Value = deref(Value);
      if (std::exchange(FieldInMemory, true))
        mark(Value, use::StoredOnDevice, Loc, Text);
      P = P->getPointeeType();
    }
    markReached(F->getType(), InMemory, Loc, Text, Seen);
  }
}

/// A kernel gets \p N of type \p T.
void ConstraintGenerator::launchArgument(QualType T, uint32_t N, SourceLocation Loc,
                                         const std::string &Kernel) {
  std::string Text = "passed to kernel '" + Kernel + "'";
  if (T->isPointerType() && !T->isFunctionPointerType()) {
    seed(N, hostkind::Device, Loc, Text);
    if (!T->getPointeeType()->isRecordType())
      seedPointees(N, T->getPointeeType(), hostkind::Device, Loc, Text, use::StoredOnDevice);
  } else if (T->isRecordType()) {
    Text = "passed by value to kernel '" + Kernel + "'";
    if (splitParts(Parsed.context(), T))
      seedSplit(T, Loc, Text);
    else
      seedPointees(NoNode, T, hostkind::Device, Loc, Text);
  }
}

/// States the facts of what kernel \p K reaches through its parameter \p Index.
void ConstraintGenerator::markReachedBy(const FunctionDecl *K, unsigned Index, SourceLocation Loc,
                                        std::set<std::pair<const RecordDecl *, bool>> &Seen) {
  QualType P = K->getParamDecl(Index)->getType();
  markReached(P, !splitParts(Parsed.context(), P), Loc,
              "reached by kernel '" + K->getNameAsString() + "'", Seen);
}

/// Pointers that a kernel gets point to device memory; what they have in common is only that.
uint32_t ConstraintGenerator::launch(const CUDAKernelCallExpr *E) {
  expr(E->getConfig());
  const FunctionDecl *K = E->getDirectCallee();
  FactCall Call;
  Call.Launch = true;
  std::string Name = K ? K->getNameAsString() : "kernel";
  uint32_t Function = NoNode;
  if (K)
    Call.Callee = string(pointerUsr(Parsed, S, K));
  else
    Function = value(E->getCallee());
  std::set<std::pair<const RecordDecl *, bool>> Reached;
  for (unsigned I = 0; I != E->getNumArgs(); ++I) {
    const Expr *A = E->getArg(I);
    uint32_t N = value(A);
    if (K && I < K->getNumParams())
      markReachedBy(K, I, A->getExprLoc(), Reached);
    QualType T = A->getType();
    if (!K && carries(T)) {
      std::string Text = "passed to a kernel whose address is taken";
      if (Function != NoNode)
        unify(child(Function, step::Parameter + I), N, A->getExprLoc(), Text);
      keepType(N, T, A->getExprLoc(), Text, use::Untracked);
    }
    Call.Arguments.push_back(T->isPointerType() && !T->isFunctionPointerType() ? N : NoNode);
    launchArgument(T, N, A->getExprLoc(), Name);
  }
  addCall(E, std::move(Call), E->getExprLoc(), "launch of '" + Name + "'");
  return NoNode;
}

/// Kernel \p K as a value may be launched by whoever gets it; \p Parameters are those of the value.
void ConstraintGenerator::kernelValue(const FunctionDecl *K, llvm::ArrayRef<uint32_t> Parameters) {
  std::set<std::pair<const RecordDecl *, bool>> Reached;
  for (unsigned I = 0; I != K->getNumParams(); ++I) {
    markReachedBy(K, I, K->getLocation(), Reached);
    launchArgument(K->getParamDecl(I)->getType(), Parameters[I], K->getLocation(),
                   K->getNameAsString());
  }
}

/// cudaLaunchKernel: \p Places holds the places of the arguments of any kernel.
void ConstraintGenerator::launchAt(uint32_t Places, SourceLocation Loc) {
  FactCall Call;
  Call.Launch = true;
  Call.Callee = string(use::AnyKernel);
  Call.Arguments.push_back(deref(deref(Places)));
  addCall(nullptr, std::move(Call), Loc, "launch by the places of the arguments");
}
