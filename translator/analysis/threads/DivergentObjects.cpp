// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds what makes a variable differ between threads: assignments to it and to its parts, through
// references, by the functions and methods that get hold of it, and by pointers to it.

#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

/// A reference through which what it refers to may change.
static bool isChangingReference(QualType T) {
  return T->isReferenceType() && !T->getPointeeType().isConstQualified();
}

/// Finds to which function's object each `this` refers.
void Divergence::findObjects(const FunctionDecl *F, const Stmt *S) {
  if (!S)
    return;
  if (isa<CXXThisExpr>(S)) {
    auto &Owners = Fields.ThisOf[cast<Expr>(S)];
    if (!llvm::is_contained(Owners, F))
      Owners.push_back(F);
  }
  // `this` in a lambda is the object of the method around it.
  if (auto *Lambda = dyn_cast<LambdaExpr>(S))
    findObjects(F, Lambda->getBody());
  forEachEvaluated(S, [&](const Stmt *Child) { findObjects(F, Child); });
}

/// \p Var, by its name \p Ref, or its \p Member, gets a value that differs.
void Divergence::assign(const VarDecl *Var, const DeclRefExpr *Ref, const FieldDecl *Member) {
  // Memory that all threads share holds one value, whoever wrote it.
  if (deviceStorage(Var) != DeviceStorage::None)
    return;
  for (const Stmt *Loop = Ref ? CounterOf.lookup(Ref) : nullptr; Loop;
       Loop = Around.lookup({Var, Loop}))
    Fields.Changed |= Counters.insert({Var, Loop}).second;
  Fields.markStored(Var, Member);
  if (isa<ParmVarDecl>(Var) || !Var->getInit() || !isChangingReference(Var->getType()))
    return;
  if (Member)
    Fields.assignMember(Var->getInit(), Member);
  else
    assign(Var->getInit(), true);
}

static bool isWithin(SourceLocation Loc, const Stmt *S, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  return !SM.isBeforeInTranslationUnit(Loc, S->getBeginLoc()) &&
         !SM.isBeforeInTranslationUnit(S->getEndLoc(), Loc);
}

/// Returns true if \p Target, changed in the block, is or names what is outside of it, where the
/// threads that did not enter see the old value. A counter of a loop in the block differs after it
/// only.
bool Divergence::isChangedForOthers(const Expr *Target) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(Target)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    const ASTContext &Context = Current->getASTContext();
    if (Var && isWithin(Var->getLocation(), Block, Context))
      return false;
    const Stmt *Loop = CounterOf.lookup(Ref);
    if (!Var || !Loop || !isWithin(Loop->getBeginLoc(), Block, Context))
      return true;
    Fields.mark(Var);
    return false;
  }
  if (isa<CXXThisExpr>(Target))
    return true;
  bool Any = false;
  forEachEvaluated(Target, [&](const Stmt *Child) {
    Any |= isa<Expr>(Child) && isChangedForOthers(cast<Expr>(Child));
  });
  return Any;
}

/// The parameter that \p E, `*p`, dereferences; null if it is something else.
static const ParmVarDecl *dereferenced(const Expr *E) {
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  const auto *Ref = Unary && Unary->getOpcode() == UO_Deref
                        ? dyn_cast<DeclRefExpr>(Unary->getSubExpr()->IgnoreParenImpCasts())
                        : nullptr;
  return Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
}

/// \p Target gets a value; \p Differs if the value or the flow of control to here does.
void Divergence::assign(const Expr *Target, bool Differs) {
  if (!Differs && !(Block && isChangedForOthers(Target)))
    return;
  Target = Target->IgnoreParenCasts();
  if (auto *Member = dyn_cast<MemberExpr>(Target)) {
    if (std::optional<Place> P = FieldDivergence::placeOf(Member))
      return Fields.assignMember(P->Object, P->Member);
    const Expr *Base = Member->getBase()->IgnoreParenCasts();
    if (!Member->isArrow() || isa<CXXThisExpr>(Base))
      assign(Base, true);
  } else if (isa<CXXThisExpr>(Target)) {
    Fields.assignMember(Target, nullptr);
  } else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Target)) {
    if (Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      assign(Subscript->getBase(), true);
  } else if (auto *Unary = dyn_cast<UnaryOperator>(Target);
             Unary && (Unary->getOpcode() == UO_AddrOf || Unary->isIncrementDecrementOp() ||
                       isa<CXXThisExpr>(Unary->getSubExpr()->IgnoreParenCasts()))) {
    assign(Unary->getSubExpr(), true);
  } else if (const ParmVarDecl *Output = dereferenced(Target); OnlyDereferenced.lookup(Output)) {
    Fields.markStored(Output);
  } else if (auto *Call = dyn_cast<CallExpr>(Target)) {
    // A reference to part of an argument, or of the object.
    if (auto *Method = dyn_cast<CXXMemberCallExpr>(Call))
      if (Method->getImplicitObjectArgument())
        assign(Method->getImplicitObjectArgument(), true);
    for (const Expr *Argument : Call->arguments())
      if (Argument->isGLValue())
        assign(Argument, true);
  } else {
    forEachRoot(Target, [&](const DeclRefExpr *Ref) {
      if (auto *Binding = dyn_cast<BindingDecl>(Ref->getDecl()))
        assign(cast<VarDecl>(Binding->getDecomposedDecl()), nullptr);
      else if (auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        assign(Var, Ref);
    });
  }
}

void Divergence::visitVariable(const VarDecl *Var) {
  const Expr *Init = Var->getInit();
  if (!Init)
    return;
  Fields.mark(Var, Fields.partsOf(Init));
  if (isa<CXXThisExpr>(Init->IgnoreParenCasts()) &&
      !Var->getType()->getPointeeType().isConstQualified())
    assign(Init, true);
  if (isChangingReference(Var->getType()) && Fields.Differing.lookup(Var).Whole)
    assign(Init, true);
}

/// Pointers to local variables: who has one may change the variable for some threads.
void Divergence::visitEscape(const Expr *E) {
  // `a[i]` takes no address of a, and who gets `const T *` changes nothing.
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    Harmless.insert(Subscript->getBase()->IgnoreParens());
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    if (Harmless.contains(Cast))
      Harmless.insert(Cast->getSubExpr()->IgnoreParens());
    else if (Cast->getCastKind() == CK_ArrayToPointerDecay &&
             !Cast->getType()->getPointeeType().isConstQualified())
      assign(Cast->getSubExpr(), true);
  }
  if (auto *Address = dyn_cast<UnaryOperator>(E); Address && Address->getOpcode() == UO_AddrOf) {
    auto *Inner = dyn_cast<UnaryOperator>(Address->getSubExpr()->IgnoreParens());
    if (!Harmless.contains(E) && !(Inner && Inner->getOpcode() == UO_Deref))
      assign(Address->getSubExpr(), true);
  }
  if (auto *List = dyn_cast<InitListExpr>(E)) // members that are references
    for (const Expr *Init : List->inits())
      if (Init->isGLValue() && !Init->getType().isConstQualified() && !isa<StringLiteral>(Init))
        assign(Init, true);
}

/// The pointers that a loop over an array goes by change nothing, if its variable does not.
void Divergence::visitRange(const CXXForRangeStmt *S) {
  if (isChangingReference(S->getLoopVariable()->getType()))
    return;
  for (const DeclStmt *Bound : {S->getBeginStmt(), S->getEndStmt()}) {
    const Expr *Init = cast<VarDecl>(Bound->getSingleDecl())->getInit();
    Harmless.insert(Init->IgnoreParens());
    if (auto *Sum = dyn_cast<BinaryOperator>(Init->IgnoreParens()))
      Harmless.insert(Sum->getLHS()->IgnoreParens());
  }
}

/// \p M is called for \p Object; \p AnyDiffers if something that it is given does, \p Apart if only
/// some threads call it. \p Known if the method's body is looked at.
void Divergence::visitObject(const CXXMethodDecl *M, const Expr *Object, bool AnyDiffers,
                             bool Apart, bool Known) {
  const Expr *Inner = Object->IgnoreParenCasts();
  auto *Address = dyn_cast<UnaryOperator>(Inner);
  bool IsPointee = Object->getType()->isPointerType() && !isa<CXXThisExpr>(Inner) &&
                   !(Address && Address->getOpcode() == UO_AddrOf);
  if (Known && Step == JoinedCalls)
    Fields.mark(M, Fields.partsOf(Object));
  if (M->isConst() || IsPointee)
    return;
  if (Apart || !Known)
    assign(Object, AnyDiffers);
  else
    Fields.assignParts(Object, Fields.writtenParts(M, AnyDiffers));
}

/// Returns true if \p S names \p P without dereferencing it.
static bool namesPointer(const Stmt *S, const ParmVarDecl *P) {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == P;
  if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
    const Expr *Inner = Unary->getSubExpr()->IgnoreParenImpCasts();
    if (Unary->getOpcode() == UO_AddrOf && isa<UnaryOperator>(Inner)) // &*p
      return namesPointer(cast<UnaryOperator>(Inner)->getSubExpr(), P);
    if (Unary->getOpcode() == UO_Deref && isa<DeclRefExpr>(Inner))
      return false;
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) { return namesPointer(Child, P); });
}

/// Returns what \p Argument is the address of, if it is a variable and the function has no other
/// use of
/// \p Parameter than `*p`: what a reference to it would be. Null otherwise.
const Expr *Divergence::outputOf(const Expr *Argument, const ParmVarDecl *Parameter) {
  const auto *Address = dyn_cast<UnaryOperator>(Argument->IgnoreParens());
  if (!Address || Address->getOpcode() != UO_AddrOf || !Parameter->getType()->isPointerType())
    return nullptr;
  const Expr *Variable = Address->getSubExpr()->IgnoreParens();
  const auto *F = dyn_cast<FunctionDecl>(Parameter->getDeclContext());
  if (!isa<DeclRefExpr>(Variable) || !F || isa<CXXConstructorDecl>(F) || !F->getBody())
    return nullptr;
  auto [Known, IsNew] = OnlyDereferenced.try_emplace(Parameter, false);
  if (IsNew) {
    Known->second = !namesPointer(F->getBody(), Parameter);
    Fields.Changed |= Known->second; // what is stored through it counts from now on
  }
  return Known->second ? Variable : nullptr;
}

namespace {
/// A call taken apart.
struct CallParts {
  explicit CallParts(const Expr *Call) {
    if (auto *C = dyn_cast<CallExpr>(Call)) {
      F = C->getDirectCallee();
      Arguments.append(C->arg_begin(), C->arg_end());
      if (auto *Method = dyn_cast<CXXMemberCallExpr>(C))
        Object = Method->getImplicitObjectArgument();
      if (isa<CXXOperatorCallExpr>(C) && isa_and_nonnull<CXXMethodDecl>(F)) {
        Object = Arguments.front();
        Arguments.erase(Arguments.begin());
      }
    } else if (auto *C = dyn_cast<CXXConstructExpr>(Call)) {
      F = C->getConstructor();
      Arguments.append(C->arg_begin(), C->arg_end());
    }
  }

  const FunctionDecl *F = nullptr;
  const Expr *Object = nullptr; ///< of a method's call
  llvm::SmallVector<const Expr *, 8> Arguments;
};
} // namespace

void Divergence::visitCall(const Expr *Call, bool Differs) {
  const CallParts Taken(Call);
  const FunctionDecl *F = Taken.F;
  const Expr *Object = Taken.Object;
  llvm::ArrayRef<const Expr *> Arguments = Taken.Arguments;
  const FunctionDecl *Definition = F;
  bool Known = F && F->hasBody(Definition) && Reach.reached(Definition);
  if (Definition && (Differs || Apart.contains(Current)))
    Fields.Changed |= Apart.insert(Definition).second;
  auto *Constructor = dyn_cast_or_null<CXXConstructorDecl>(F);
  bool IsTrivialCopy = Constructor && Constructor->isTrivial();
  bool AnyDiffers = Differs;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const Expr *Argument = Arguments[I];
    Parts Given = Fields.partsOf(Argument);
    if (Differs)
      Given.add(nullptr);
    AnyDiffers |= Given.any();
    if (!Definition || I >= Definition->getNumParams())
      continue;
    const ParmVarDecl *Parameter = Definition->getParamDecl(I);
    if (Step == JoinedCalls)
      Fields.mark(Parameter, Given);
    QualType T = Parameter->getType();
    if (T->isPointerType() &&
        (T->getPointeeType().isConstQualified() || outputOf(Argument, Parameter)))
      Harmless.insert(Argument->IgnoreParens());
    else if (isa<CXXThisExpr>(Argument->IgnoreParenCasts()))
      assign(Argument, true);
  }
  AnyDiffers |= Object && isDivergent(Object);
  // The callee's effect on its reference parameters, on pointers to variables and on its object.
  bool IsUnknown = Differs || !Known;
  for (size_t I = 0; Definition && I < Arguments.size() && I < Definition->getNumParams(); ++I) {
    const ParmVarDecl *Parameter = Definition->getParamDecl(I);
    const Expr *Output = isChangingReference(Parameter->getType())
                             ? Arguments[I]
                             : outputOf(Arguments[I], Parameter);
    if (!Output || IsTrivialCopy)
      continue;
    if (IsUnknown)
      assign(Output, AnyDiffers || !Known);
    else
      Fields.assignParts(Output, Fields.writtenParts(Parameter, AnyDiffers));
  }
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(Definition);
  if (!Method || !Method->isInstance() || !Object)
    return;
  if (Method->isTrivial() && Arguments.size() == 1 && !Differs) // a copy
    Fields.assignParts(Object, Fields.partsOf(Arguments.front()));
  else
    visitObject(Method, Object, AnyDiffers, Differs, Known);
}

} // namespace cu2cl
