// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Models the callbacks of code in system headers: the lambda of std::for_each, the deleter of a
// smart pointer, the target of a std::function. The parameters get what lies in the other
// arguments.

#include "analysis/flow/ConstraintGenerator.h"
#include "catalog/CxxLibrary.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;
using namespace cu2cl;

using Operators = llvm::SmallVector<const CXXMethodDecl *, 2>;

/// Adds the call operators of \p Class and of its bases: of templates, as those of generic lambdas
/// are, each instance.
static void addCallOperators(const CXXRecordDecl *Class, Operators &Found) {
  if (!Class || !Class->hasDefinition())
    return;
  for (const Decl *D : Class->decls()) {
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
      if (Template->getTemplatedDecl()->getOverloadedOperator() == OO_Call)
        for (const FunctionDecl *F : Template->specializations())
          Found.push_back(cast<CXXMethodDecl>(F));
    } else if (const auto *M = dyn_cast<CXXMethodDecl>(D)) {
      if (M->getOverloadedOperator() == OO_Call)
        Found.push_back(M);
    }
  }
  for (const CXXBaseSpecifier &Base : Class->bases())
    addCallOperators(Base.getType()->getAsCXXRecordDecl(), Found);
}

static Operators callOperators(QualType T) {
  Operators Found;
  addCallOperators(T.getNonReferenceType()->getAsCXXRecordDecl(), Found);
  return Found;
}

/// The call operator of a lambda or of a class of the user gets the pointer.
void CallableConstraints::bindDeleter(QualType Deleter, uint32_t Pointer, SourceLocation Loc) {
  for (const CXXMethodDecl *M : callOperators(Deleter))
    if (M->getNumParams() == 1)
      callFromLibrary(M, Loc, [&](const ParmVarDecl *, uint32_t Node) {
        Out.unify(Node, Pointer, Loc, "given to a deleter");
      });
}

/// Unifies what \p Callable gets as arguments, and returns, with the parameters and the result of
/// the function type \p Signature.
void CallableConstraints::bindParameters(const Expr *Callable, uint32_t Node, uint32_t Signature,
                                         SourceLocation Loc) {
  const Operators All = callOperators(Callable->getType());
  for (const CXXMethodDecl *M : All)
    bindOperator(M, Signature, Loc);
  if (!All.empty())
    return;
  QualType T = Callable->getType();
  const auto *Proto = T->isPointerType() ? T->getPointeeType()->getAs<FunctionProtoType>()
                                         : T->getAs<FunctionProtoType>();
  for (unsigned I = 0; Proto && Node != NoNode && I != Proto->getNumParams(); ++I)
    if (Code.carries(Proto->getParamType(I)))
      Out.unify(Out.child(Node, step::Parameter + I), Out.child(Signature, step::Parameter + I),
                Loc);
  if (Proto && Node != NoNode && Code.carries(Proto->getReturnType()))
    Out.unify(Out.child(Node, step::Result), Out.child(Signature, step::Result), Loc);
}

/// The library calls \p M. \p Give says what flows into each parameter that holds a pointer: its
/// value has the node. Returns the node of the result.
uint32_t CallableConstraints::callFromLibrary(
    const CXXMethodDecl *M, SourceLocation Loc,
    llvm::function_ref<void(const ParmVarDecl *P, uint32_t Node)> Give) {
  if (M->getParent()->isLambda()) {
    for (const ParmVarDecl *P : M->parameters())
      if (Code.carries(P->getType()))
        Give(P, Out.deref(G.Entities.entity(P)));
    const FunctionFrame *Known = G.Lambdas.frameOf(M);
    return Known ? Known->Result : NoNode;
  }
  if (Code.inSystemCode(M) || S != Side::Host)
    return NoNode;
  FactCall Call;
  Call.Callee = Out.string(pointerUsr(Parsed, S, M));
  for (const ParmVarDecl *P : M->parameters()) {
    Call.Arguments.push_back(Code.carries(P->getType()) ? Out.fresh() : NoNode);
    if (Call.Arguments.back() != NoNode)
      Give(P, P->getType()->isReferenceType() ? Out.deref(Call.Arguments.back())
                                              : Call.Arguments.back());
  }
  const uint32_t Result = Code.carries(M->getReturnType()) ? Out.fresh() : NoNode;
  Call.Result = Result;
  Out.addCall(nullptr, std::move(Call), Loc, "called by the library");
  return Result;
}

/// The same for the call operator \p M.
void CallableConstraints::bindOperator(const CXXMethodDecl *M, uint32_t Signature,
                                       SourceLocation Loc) {
  uint32_t Result = callFromLibrary(M, Loc, [&](const ParmVarDecl *P, uint32_t Node) {
    Out.unify(Node, Out.child(Signature, step::Parameter + P->getFunctionScopeIndex()), Loc,
              "passed through a std::function");
  });
  if (Result != NoNode)
    Out.unify(Result, Out.child(Signature, step::Result), Loc);
}

/// The lambdas that an object of type \p T holds as far as its template arguments tell.
static void lambdasIn(QualType T, llvm::SmallVectorImpl<const CXXMethodDecl *> &Found) {
  T = T.getNonReferenceType();
  const size_t Known = Found.size();
  for (const CXXMethodDecl *M : callOperators(T))
    if (M->getParent()->isLambda())
      Found.push_back(M);
  if (const auto *Spec = specialisation(T); Spec && Found.size() == Known)
    for (QualType Argument : typeArguments(Spec))
      if (!Argument.isNull())
        lambdasIn(Argument, Found);
}

/// Each std::function that \p Object, of type \p Class, holds may become \p Given, or a lambda in
/// that: `m.emplace("add", [](float *p) {...})`, `pair<string, function<...>> p{"add", lambda}`.
void CallableConstraints::bindHeld(const Expr *Given, uint32_t Node, uint32_t Object,
                                   QualType Class, SourceLocation Loc) {
  const auto *Spec = specialisation(Class);
  if (!Spec || !Code.carries(Class))
    return;
  auto Parts = typeArguments(Spec);
  if (catalog::cxxClass(Spec->getName()) != catalog::CxxClass::Callable) {
    for (size_t I = 0; I != Parts.size(); ++I)
      if (!Parts[I].isNull() && Parts[I]->isRecordType())
        bindHeld(Given, Node, Out.child(Object, step::Argument + I), Parts[I], Loc);
    return;
  }
  const auto *Held = Parts[0]->getAs<FunctionProtoType>();
  if (!Held)
    return;
  G.Types.keepType(Object, Class, Loc, "its type is that of a std::function");
  llvm::SmallVector<const CXXMethodDecl *, 2> Lambdas;
  lambdasIn(Given->getType(), Lambdas);
  uint32_t Signature = Out.child(Object, step::Argument);
  for (const CXXMethodDecl *M : Lambdas)
    if (M->getNumParams() == Held->getNumParams())
      bindOperator(M, Signature, Loc);
  QualType T = Given->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  if (const auto *F = T->getAs<FunctionProtoType>(); F && F->getNumParams() == Held->getNumParams())
    bindParameters(Given, Node, Signature, Loc);
}

/// The parameters and result of a lambda that code of the library calls keep their types.
void CallableConstraints::keepLambda(const Expr *Argument, SourceLocation Loc,
                                     llvm::StringRef Text) {
  for (const CXXMethodDecl *M : callOperators(Argument->getType())) {
    if (!M->getParent()->isLambda())
      continue;
    for (const ParmVarDecl *P : M->parameters())
      if (Code.carries(P->getType()))
        G.Types.keepType(Out.deref(G.Entities.entity(P)), P->getType(), Loc, Text);
    if (const FunctionFrame *Known = G.Lambdas.frameOf(M))
      G.Types.keepType(Known->Result, M->getReturnType(), Loc, Text);
  }
}

/// A lambda that becomes a pointer to a function.
uint32_t CallableConstraints::lambdaFunction(const Expr *Lambda, SourceLocation Loc) {
  uint32_t N = Out.fresh();
  bindParameters(Lambda, NoNode, N, Loc);
  keepLambda(Lambda, Loc, "a function whose address is taken");
  return N;
}

/// Calls of a std::function. Returns false if \p M is something else.
bool CallableConstraints::functionObjectCall(const CXXMethodDecl *M, uint32_t Object,
                                             llvm::ArrayRef<uint32_t> Nodes, uint32_t Result,
                                             SourceLocation Loc) {
  if (M->getOverloadedOperator() != OO_Call || Object == NoNode ||
      catalog::cxxClass(M->getParent()->getName()) != catalog::CxxClass::Callable)
    return false;
  uint32_t Signature = Out.child(Object, step::Argument);
  for (size_t I = 0; I != Nodes.size() && I < M->getNumParams(); ++I)
    if (Code.carries(M->getParamDecl(I)->getType()))
      Out.unify(Nodes[I], Out.child(Signature, step::Parameter + I), Loc,
                "passed to a std::function");
  if (Result != NoNode)
    Out.unify(Result, Out.child(Signature, step::Result), Loc);
  return true;
}

void CallableConstraints::bindCallables(const Expr *Site, const FunctionDecl *F, uint32_t Object,
                                        llvm::ArrayRef<const Expr *> Arguments,
                                        llvm::ArrayRef<uint32_t> Nodes) {
  SourceLocation Loc = Site->getExprLoc();
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  using catalog::CxxClass;
  CxxClass Class = M ? catalog::cxxClass(M->getParent()->getName()) : CxxClass::Other;
  if (Object != NoNode && (Class == CxxClass::UniquePointer || Class == CxxClass::SharedPointer)) {
    uint32_t Pointer = Out.child(Object, PointerPart);
    const auto *Spec = specialisation(Parsed.context().getRecordType(M->getParent()));
    if (isa<CXXConstructorDecl>(M) && Class == CxxClass::UniquePointer && Spec &&
        Spec->getTemplateArgs().size() > 1)
      bindDeleter(Spec->getTemplateArgs()[1].getAsType(), Pointer, Loc);
    for (size_t I = 1; I < Arguments.size(); ++I) {
      bindDeleter(Arguments[I]->getType(), Pointer, Loc);
      // A function that unique_ptr's type names, too.
      if (!Arguments[I]->getType()->isFunctionPointerType())
        continue;
      Out.unify(Out.child(Nodes[I], step::Parameter), Pointer, Loc, "given to a deleter");
      if (Class == CxxClass::UniquePointer)
        Out.unify(Out.child(Out.child(Object, step::Argument + 1), step::Parameter), Pointer, Loc,
                  "given to a deleter");
    }
    return;
  }
  if (Object != NoNode && Class == CxxClass::Callable && !Arguments.empty()) {
    bindParameters(Arguments[0]->IgnoreImplicit(), Nodes[0], Out.child(Object, step::Argument),
                   Loc);
    return;
  }
  if (M && Object != NoNode)
    for (size_t I = 0; I != Arguments.size(); ++I)
      bindHeld(Arguments[I]->IgnoreImplicit(), Nodes[I], Object,
               Parsed.context().getRecordType(M->getParent()), Loc);
  if (!(M ? M->getParent()->isInStdNamespace() : F->isInStdNamespace()))
    return;
  keepWrapped(M ? Parsed.context().getRecordType(M->getParent()) : F->getReturnType(), Arguments,
              Loc);
  // std::thread, std::visit and their kin: the callable gets what comes after it. Algorithms: what
  // the arguments before it lead to.
  for (size_t I = 0; I != Arguments.size(); ++I) {
    bool IsLast = I + 1 == Arguments.size();
    if (IsLast && M)
      continue;
    for (const CXXMethodDecl *Callee : callOperators(Arguments[I]->getType()))
      bindElements(Callee, IsLast ? 0 : I + 1, IsLast ? I : Arguments.size(), Arguments, Nodes,
                   Loc);
  }
}

/// True if \p T is \p Callable, or a class or signature of the library that holds it:
/// `std::_Bind<Callable (std::_Placeholder<1>)>`.
static bool wraps(QualType T, QualType Callable) {
  if (T.isNull())
    return false;
  T = T.getNonReferenceType();
  if (T->getCanonicalTypeUnqualified() == Callable->getCanonicalTypeUnqualified())
    return true;
  auto Holds = [&](QualType Part) { return wraps(Part, Callable); };
  if (const auto *F = T->getAs<FunctionProtoType>())
    return Holds(F->getReturnType()) || llvm::any_of(F->param_types(), Holds);
  const auto *Spec = specialisation(T);
  return Spec && Spec->isInStdNamespace() && llvm::any_of(typeArguments(Spec), Holds);
}

/// Adds the classes of the program that \p T is or, as the library's, has as template arguments.
static void addClasses(const FollowedCode &Code, QualType T,
                       llvm::SmallSetVector<const CXXRecordDecl *, 4> &Classes) {
  const CXXRecordDecl *R = T.isNull() ? nullptr : T.getNonReferenceType()->getAsCXXRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R)
    return;
  if (Code.inSystemCode(R)) {
    if (const auto *Spec = specialisation(T.getNonReferenceType()))
      for (QualType Part : typeArguments(Spec))
        addClasses(Code, Part, Classes);
  } else if (Classes.insert(R)) { // their constructors may be inherited
    for (const CXXBaseSpecifier &B : R->bases())
      addClasses(Code, B.getType(), Classes);
  }
}

void CallableConstraints::keepConstructed(const FunctionDecl *F, SourceLocation Loc) {
  llvm::SmallSetVector<const CXXRecordDecl *, 4> Classes;
  if (const TemplateArgumentList *Arguments = F->getTemplateSpecializationArgs())
    for (const TemplateArgument &A : Arguments->asArray())
      if (A.getKind() == TemplateArgument::Type)
        addClasses(Code, A.getAsType(), Classes);
  if (const auto *M = dyn_cast<CXXMethodDecl>(F))
    addClasses(Code, Parsed.context().getRecordType(M->getParent()), Classes);
  for (const CXXRecordDecl *R : Classes)
    for (const CXXConstructorDecl *Made : R->ctors())
      if (!Made->isCopyOrMoveConstructor() && !Made->isInheritingConstructor() &&
          llvm::any_of(Made->parameters(),
                       [&](const ParmVarDecl *P) { return Code.carries(P->getType()); }))
        callFromLibrary(Made, Loc, [&](const ParmVarDecl *P, uint32_t Node) {
          G.Types.keepType(Node, P->getType().getNonReferenceType(), Loc,
                           "made by '" + F->getNameAsString() + "'",
                           use::Untracked | use::Elsewhere);
        });
}

/// What std::bind, std::ref, std::not_fn and their kin give, of type \p Wrapper, calls the function
/// objects among \p Arguments later: with what, is not seen.
void CallableConstraints::keepWrapped(QualType Wrapper, llvm::ArrayRef<const Expr *> Arguments,
                                      SourceLocation Loc) {
  const auto *Spec = specialisation(Wrapper.getNonReferenceType());
  if (!Spec || catalog::isContainer(catalog::cxxClass(Spec->getName())))
    return;
  constexpr uint16_t Lost = use::Untracked | use::Elsewhere;
  for (const Expr *A : Arguments) {
    QualType Callable = A->getType().getNonReferenceType();
    if (!wraps(Wrapper, Callable))
      continue;
    for (const CXXMethodDecl *M : callOperators(Callable)) {
      uint32_t Result = callFromLibrary(M, Loc, [&](const ParmVarDecl *P, uint32_t Node) {
        G.Types.keepType(Node, P->getType().getNonReferenceType(), Loc,
                         "called by what '" + Spec->getNameAsString() + "' wraps", Lost);
      });
      G.Types.keepType(Result, M->getReturnType(), Loc,
                       "returned through '" + Spec->getNameAsString() + "'", Lost);
    }
  }
}

/// The parameters of \p Callee get what lies in the arguments from \p First up to \p Last; what it
/// returns may go into any of them.
void CallableConstraints::bindElements(const CXXMethodDecl *Callee, size_t First, size_t Last,
                                       llvm::ArrayRef<const Expr *> Arguments,
                                       llvm::ArrayRef<uint32_t> Nodes, SourceLocation Loc) {
  auto Join = [&](uint32_t Node, QualType T, size_t I) {
    if (Code.carries(Arguments[I]->getType()))
      G.Library.joinParts(Node, T, Arguments[I]->isGLValue() ? Out.deref(Nodes[I]) : Nodes[I],
                          Arguments[I]->getType().getNonReferenceType(), Loc);
  };
  uint32_t Result = callFromLibrary(Callee, Loc, [&](const ParmVarDecl *P, uint32_t Node) {
    for (size_t I = First; I < Last; ++I)
      Join(Node, P->getType(), I);
  });
  G.Types.keepType(Result, Callee->getReturnType(), Loc, "returned to the library", use::Elsewhere);
  for (size_t I = 0; I != Arguments.size(); ++I)
    Join(Result, Callee->getReturnType(), I);
}
