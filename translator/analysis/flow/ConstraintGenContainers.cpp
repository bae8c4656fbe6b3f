// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Over 400 lines: all functions ask the same static questions about class templates.

// Classes and functions of system headers. Their bodies are not read: what flows follows from the
// types in their signatures. The parts of an object of class C<float *, K> are its template
// arguments; where a method's signature has a type that an argument has too, that argument flows.

#include "analysis/dialect/AddressSpace.h"
#include "analysis/flow/ConstraintGenerator.h"
#include "catalog/CxxLibrary.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using namespace cu2cl;

const ClassTemplateSpecializationDecl *cu2cl::specialisation(QualType T) {
  return dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
}

llvm::SmallVector<QualType, 4> cu2cl::typeArguments(const ClassTemplateSpecializationDecl *C) {
  llvm::SmallVector<QualType, 4> Result;
  for (const TemplateArgument &A : C->getTemplateArgs().asArray()) {
    if (A.getKind() == TemplateArgument::Pack) {
      for (const TemplateArgument &P : A.pack_elements())
        Result.push_back(P.getKind() == TemplateArgument::Type ? P.getAsType() : QualType());
      continue;
    }
    Result.push_back(A.getKind() == TemplateArgument::Type ? A.getAsType() : QualType());
  }
  return Result;
}

static bool sameType(ASTContext &C, QualType A, QualType B) {
  return !A.isNull() && !B.isNull() && C.hasSameUnqualifiedType(A, B);
}

/// The argument of \p Class that \p T names, as the signature of a method spells it; -1 if the
/// spelling does not tell.
static int spelledArgument(ASTContext &C, QualType T,
                           const ClassTemplateSpecializationDecl *Class) {
  for (;;) {
    if (const auto *S = dyn_cast<SubstTemplateTypeParmType>(T.getTypePtr())) {
      const Decl *Owner = S->getAssociatedDecl();
      if (Owner->getCanonicalDecl() == Class->getCanonicalDecl() ||
          Owner->getCanonicalDecl() == Class->getSpecializedTemplate()->getCanonicalDecl())
        return int(S->getIndex());
    }
    QualType Next = T.getSingleStepDesugaredType(C);
    if (Next == T)
      return -1;
    T = Next;
  }
}

/// Comparison, hashing and allocation hold nothing.
static bool isPolicy(QualType T) {
  const ClassTemplateSpecializationDecl *C = specialisation(T);
  catalog::CxxClass Kind = C ? catalog::cxxClass(C->getName()) : catalog::CxxClass::Other;
  return Kind == catalog::CxxClass::Policy || Kind == catalog::CxxClass::Allocator;
}

/// Returns true if \p A has two or more arguments, and those of \p B begin with them.
static bool beginAlike(ASTContext &C, const ClassTemplateSpecializationDecl *A,
                       const ClassTemplateSpecializationDecl *B) {
  auto Few = typeArguments(A), Many = typeArguments(B);
  if (Few.size() < 2 || Many.size() < Few.size())
    return false;
  for (size_t I = 0; I != Few.size(); ++I)
    if (!sameType(C, Few[I], Many[I]))
      return false;
  return true;
}

/// Returns what a smart pointer or view of class \p Spec points to, of a unique_ptr<float[]> a
/// float; null if that is no such class.
static QualType heldBy(ASTContext &C, const ClassTemplateSpecializationDecl *Spec) {
  if (!catalog::holdsAddress(catalog::cxxClass(Spec->getName())))
    return {};
  QualType Held = typeArguments(Spec)[0];
  if (const auto *Array = Held.isNull() ? nullptr : C.getAsArrayType(Held))
    Held = Array->getElementType();
  return Held;
}

bool LibraryConstraints::joinArguments(uint32_t Node, QualType Sub, uint32_t Object,
                                       const ClassTemplateSpecializationDecl *Spec,
                                       SourceLocation Loc) {
  ASTContext &C = Parsed.context();
  auto Arguments = typeArguments(Spec);
  bool Found = false;
  for (size_t I = 0; I != Arguments.size(); ++I) {
    if (Arguments[I].isNull() || isPolicy(Arguments[I]) || !Code.carries(Arguments[I]))
      continue;
    uint32_t Part = Out.child(Object, step::Argument + I);
    if (Arguments[I]->isReferenceType() && // of a std::tie
        sameType(C, Sub, Arguments[I].getNonReferenceType())) {
      Out.unify(Node, Out.deref(Part), Loc, "kept in a container");
      Found = true;
    } else if (sameType(C, Sub, Arguments[I])) {
      Out.unify(Node, Part, Loc, "kept in a container");
      Found = true;
    } else if (Arguments[I]->isPointerType() && sameType(C, Sub, Arguments[I]->getPointeeType())) {
      Out.unify(Node, Out.deref(Part), Loc, "kept in a container");
      Found = true;
    } else if (specialisation(Arguments[I])) {
      joinParts(Node, Sub, Part, Arguments[I], Loc);
    }
  }
  return Found;
}

void LibraryConstraints::joinParts(uint32_t Node, QualType Sub, uint32_t Object, QualType Class,
                                   SourceLocation Loc) {
  if (Node == NoNode || Object == NoNode)
    return;
  ASTContext &C = Parsed.context();
  // `p[i]` of a unique_ptr<float[]>: a place in what it points to.
  if (const auto *P = specialisation(Class);
      P && Sub->isReferenceType() && sameType(C, Sub->getPointeeType(), heldBy(C, P))) {
    Out.mark(Node, use::Offset, Loc, "an element of what a smart pointer holds");
    Out.unify(Node, Out.child(Object, PointerPart), Loc, "held by a smart pointer");
  }
  // What is made of an array has a pointer to its elements: `pair<int, float **>{1, all}`.
  if (Sub->isReferenceType() && Sub->getPointeeType()->isArrayType())
    return joinParts(Node, C.getDecayedType(Sub->getPointeeType()), Object, Class, Loc);
  if (Sub->isReferenceType())
    return joinParts(Out.deref(Node), Sub->getPointeeType(), Object, Class, Loc);
  if (sameType(C, Sub, Class))
    return Out.unify(Node, Object, Loc);
  const ClassTemplateSpecializationDecl *Spec = specialisation(Class);
  if (!Spec || !Code.carries(Sub))
    return;
  auto Arguments = typeArguments(Spec);
  int Spelled = spelledArgument(C, Sub, Spec);
  if (Spelled >= 0 && size_t(Spelled) < Arguments.size() && sameType(C, Sub, Arguments[Spelled]))
    return Out.unify(Node, Out.child(Object, step::Argument + Spelled), Loc, "kept in a container");
  if (Sub->isPointerType() && Sub->getPointeeType()->isPointerType() == false &&
      spelledArgument(C, Sub->getPointeeType(), Spec) >= 0 && specialisation(Sub->getPointeeType()))
    return joinParts(Out.deref(Node), Sub->getPointeeType(), Object, Class, Loc);
  Sub = Sub.getCanonicalType();
  if (Sub->isPointerType() && sameType(C, Sub->getPointeeType(), heldBy(C, Spec))) {
    Out.mark(Node, use::Typed, Loc, "held by a smart pointer");
    return Out.unify(Node, Out.child(Object, PointerPart), Loc, "held by a smart pointer");
  }
  // The same arguments in the same order: pair<const K, V> of a map<K, V>.
  if (const auto *SubSpec = specialisation(Sub); SubSpec && beginAlike(C, SubSpec, Spec)) {
    auto Theirs = typeArguments(SubSpec);
    for (size_t I = 0; I != Theirs.size(); ++I)
      if (Code.carries(Theirs[I]))
        Out.unify(Out.child(Node, step::Argument + I), Out.child(Object, step::Argument + I), Loc);
    return;
  }
  if (joinArguments(Node, Sub, Object, Spec, Loc))
    return;
  // Iterators and the like are made of what the object is made of.
  if (Sub->isPointerType())
    return joinParts(Out.deref(Node), Sub->getPointeeType(), Object, Class, Loc);
  if (const auto *SubSpec = specialisation(Sub)) {
    auto Theirs = typeArguments(SubSpec);
    for (size_t I = 0; I != Theirs.size(); ++I)
      if (!Theirs[I].isNull() && !sameType(C, Theirs[I], Class) && !isPolicy(Theirs[I]) &&
          Code.carries(Theirs[I]))
        joinParts(Out.child(Node, step::Argument + I), Theirs[I], Object, Class, Loc);
  }
}

/// Joins \p Node of instance type \p Actual with the nodes of the template parameters that the
/// pattern's type \p Pattern names.
static void joinPattern(BodyConstraints &B, uint32_t Node, QualType Pattern,
                        std::vector<uint32_t> &Parameters, SourceLocation Loc) {
  if (Node == NoNode || Pattern.isNull())
    return;
  if (Pattern->isReferenceType() || Pattern->isPointerType())
    return joinPattern(B, B.deref(Node), Pattern->getPointeeType(), Parameters, Loc);
  if (const auto *E = Pattern->getAs<PackExpansionType>())
    return joinPattern(B, Node, E->getPattern(), Parameters, Loc);
  if (const auto *P = Pattern->getAs<TemplateTypeParmType>()) {
    if (P->getDepth() != 0)
      return;
    if (Parameters.size() <= P->getIndex())
      Parameters.resize(P->getIndex() + 1, NoNode);
    uint32_t &N = Parameters[P->getIndex()];
    if (N == NoNode)
      N = Node;
    else
      B.unify(N, Node, Loc);
    return;
  }
  if (const auto *T = Pattern->getAs<TemplateSpecializationType>())
    for (unsigned I = 0; I != T->template_arguments().size(); ++I)
      if (T->template_arguments()[I].getKind() == TemplateArgument::Type)
        joinPattern(B, B.child(Node, step::Argument + I), T->template_arguments()[I].getAsType(),
                    Parameters, Loc);
}

/// std::get<I>(object), or get<T>: the part of \p Object that it means.
uint32_t LibraryConstraints::elementOf(const FunctionDecl *Get, uint32_t Object, QualType Class) {
  const auto *Spec = specialisation(Class.getNonReferenceType());
  const TemplateArgumentList *Arguments = Get->getTemplateSpecializationArgs();
  if (!Spec || !Arguments || Arguments->size() == 0)
    return Out.fresh();
  auto Parts = typeArguments(Spec);
  size_t Index = Parts.size();
  if (catalog::cxxClass(Spec->getName()) == catalog::CxxClass::Array)
    Index = 0;
  else if (Arguments->get(0).getKind() == TemplateArgument::Integral)
    Index = Arguments->get(0).getAsIntegral().getZExtValue();
  else
    for (size_t I = 0; I != Parts.size(); ++I)
      if (Arguments->get(0).getKind() == TemplateArgument::Type &&
          sameType(Parsed.context(), Parts[I], Arguments->get(0).getAsType()))
        Index = I;
  return Index < Parts.size() ? Out.child(Object, step::Argument + uint32_t(Index)) : Out.fresh();
}

/// Returns true if the call \p Site writes a pointer's type, or a class of such, among the template
/// arguments of the function: `std::get<float *>(t)`, `std::make_pair<float *, int>(...)`. A
/// parameter of a template around it (`std::forward<T>(v)`) follows what becomes of its type.
static bool namesPointers(const Expr *Site) {
  const auto *Call = dyn_cast<CallExpr>(Site);
  const auto *Ref =
      Call ? dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts()) : nullptr;
  return Ref && llvm::any_of(Ref->template_arguments(), [](const TemplateArgumentLoc &A) {
           if (A.getArgument().getKind() != TemplateArgument::Type)
             return false;
           QualType T = A.getArgument().getAsType();
           return !T->getAs<SubstTemplateTypeParmType>() &&
                  (T->isPointerType() || specialisation(T));
         });
}

/// What device built-ins do with pointers does not decide their kind, but they copy and exchange
/// them, also as bytes and integers: `memcpy(&p, &bits, 8)`, `atomicExch(&head, (size_t)p)`.
void LibraryConstraints::deviceBuiltin(const FunctionDecl *F,
                                       llvm::ArrayRef<const Expr *> Arguments,
                                       llvm::ArrayRef<uint32_t> Nodes, uint32_t Result,
                                       SourceLocation Loc) {
  if (catalog::cxxFunction(F->getNameAsString()) & catalog::cxxuse::Copies && Nodes.size() >= 2) {
    Out.unify(Out.deref(Nodes[0]), Out.deref(Nodes[1]), Loc, "copied");
    QualType To = Arguments[0]->IgnoreImplicit()->getType()->getPointeeType(),
             From = Arguments[1]->IgnoreImplicit()->getType()->getPointeeType();
    if (!To.isNull() && !From.isNull() && From->isPointerType() && !Code.carries(To))
      G.Addresses.usePointer(Index.LostAddresses, Arguments[1], Out.deref(Nodes[1]));
    return;
  }
  uint32_t Number = Code.mayBeAddress(F->getReturnType()) ? Result : NoNode;
  for (size_t I = 0; I != Nodes.size() && I < F->getNumParams(); ++I) {
    QualType T = F->getParamDecl(I)->getType();
    bool ByAddress = T->isPointerType() && Code.mayBeAddress(T->getPointeeType());
    if (!ByAddress && !Code.mayBeAddress(T))
      continue;
    uint32_t Each = ByAddress ? Out.deref(Nodes[I]) : Nodes[I];
    if (Number == NoNode)
      Number = Each;
    Out.unify(Number, Each, Loc, "passed to '" + F->getNameAsString() + "'");
  }
}

/// Returns true if \p F returns new memory, in which nothing is yet.
static bool returnsNewMemory(const FunctionDecl *F) {
  return F->hasAttr<RestrictAttr>() || F->getBuiltinID() != 0; // `malloc`, `alloca`
}

/// An argument, with the node \p Value, keeps its type; the name of a function,
/// `std::invoke(make)`, which has the node \p Name, its signature.
void LibraryConstraints::keepArgument(const Expr *Argument, uint32_t Value, uint32_t Name,
                                      SourceLocation Loc, llvm::StringRef Text, uint16_t Use) {
  QualType T = Argument->getType().getNonReferenceType();
  if (T->isFunctionType())
    G.Types.keepType(Name, Parsed.context().getPointerType(T), Loc, Text, Use);
  else
    G.Types.keepType(Value, T, Loc, Text, Use);
}

/// What is passed to \p F and returned by it keeps its type: \p F goes through it as it is written.
void LibraryConstraints::keepPassed(const Expr *Site, const FunctionDecl *F,
                                    llvm::ArrayRef<const Expr *> Arguments,
                                    llvm::ArrayRef<uint32_t> Nodes, uint32_t Result) {
  namespace cxxuse = catalog::cxxuse;
  SourceLocation Loc = Site->getExprLoc();
  std::string Name = F->getNameAsString();
  uint16_t Uses = catalog::cxxFunction(Name);
  bool Returns = !(Uses & cxxuse::Shows) || (Uses & cxxuse::LeavesText);
  uint16_t Leaves = Returns ? use::Untracked | use::Elsewhere : use::Untracked;
  for (size_t I = 0; I != Nodes.size(); ++I) {
    bool Declared = I < F->getNumParams();
    QualType T = Declared ? F->getParamDecl(I)->getType() : Arguments[I]->getType();
    bool Reference = T->isReferenceType();
    keepArgument(Arguments[I], Reference ? Out.deref(Nodes[I]) : Nodes[I], Nodes[I], Loc,
                 "passed to '" + Name + "'", Leaves);
    // `stream >> p`, `std::advance(p, n)`, `sscanf(text, "%p", &p)`
    if (QualType Object = T->getPointeeType();
        !Object.isNull() && Object->isPointerType() && !Object.isConstQualified())
      G.Types.keepType(Out.deref(Nodes[I]), Object, Loc, "set by '" + Name + "'", Leaves);
    G.Callables.keepLambda(Arguments[I], Loc, "passed to '" + Name + "'");
  }
  G.Types.keepType(Result, F->getReturnType(), Loc, "returned by '" + Name + "'", Leaves);
  // `(float **)bsearch(&key, list, n, sizeof key, order)`
  if (F->getReturnType()->isVoidPointerType() && !returnsNewMemory(F) &&
      !(Uses & cxxuse::ReturnsFirst))
    Out.mark(Out.deref(Result), Leaves, Loc, "in memory that '" + Name + "' returns");
}

/// What \p F of the library gets may come out anywhere: of emplace_back's object, of a future, of
/// what is made of it. \p Object has the method.
void LibraryConstraints::loseWay(const FunctionDecl *F, uint32_t Object,
                                 llvm::ArrayRef<const Expr *> Arguments,
                                 llvm::ArrayRef<uint32_t> Nodes, SourceLocation Loc) {
  namespace cxxuse = catalog::cxxuse;
  const std::string Name = F->getNameAsString();
  const uint16_t Uses = catalog::cxxFunction(Name);
  if (isa<CXXMethodDecl>(F) ? (Uses & cxxuse::Keeps) || F->getOverloadedOperator() == OO_Equal
                            : (Uses & (cxxuse::PassesOn | cxxuse::Same)))
    return;
  const bool Constructs = (Uses & cxxuse::Constructs) || isa<CXXConstructorDecl>(F);
  const uint16_t Lost = use::Elsewhere | (Uses & cxxuse::Constructs ? use::Typed : 0);
  if (Constructs && llvm::any_of(Arguments, [&](const Expr *A) {
        return Code.carries(A->getType().getNonReferenceType());
      })) {
    G.Callables.keepConstructed(F, Loc);
    // Of `vector<void *>::emplace_back(p)` the element is made of another type's pointer.
    if (const auto *M = dyn_cast<CXXMethodDecl>(F);
        M && Object != NoNode && (Uses & cxxuse::Constructs))
      G.Types.keepType(Object, Parsed.context().getRecordType(M->getParent()), Loc,
                       "made by '" + Name + "'", Lost);
    for (const Expr *A : Arguments)
      G.Callables.keepLambda(A, Loc, "passed to '" + Name + "'");
  }
  for (size_t I = 0; I != Nodes.size(); ++I)
    keepArgument(Arguments[I], Arguments[I]->isGLValue() ? Out.deref(Nodes[I]) : Nodes[I], Nodes[I],
                 Loc, "passed to '" + Name + "'", Lost);
}

/// A method of a class of a system header.
void LibraryConstraints::libraryMethod(const Expr *Site, const CXXMethodDecl *M, uint32_t This,
                                       llvm::ArrayRef<const Expr *> Arguments,
                                       llvm::ArrayRef<uint32_t> Nodes, uint32_t Result) {
  SourceLocation Loc = Site->getExprLoc();
  QualType Class = Parsed.context().getRecordType(M->getParent());
  // A base class of the object holds the same parts as far as its arguments say.
  uint32_t Object = This == NoNode ? NoNode : Out.deref(This);
  loseWay(M, Object, Arguments, Nodes, Loc);
  G.Callables.bindCallables(Site, M, Object, Arguments, Nodes);
  G.Allocations.ownAllocation(M, Nodes, Result, Loc);
  if (G.Callables.functionObjectCall(M, Object, Nodes, Result, Loc))
    return;
  for (size_t I = 0; I != Nodes.size() && I < M->getNumParams(); ++I) {
    QualType T = M->getParamDecl(I)->getType();
    joinParts(Nodes[I], T, Object, Class, Loc);
    if (!specialisation(Class) && T->isPointerType())
      Out.seed(Nodes[I], hostkind::Host, Loc, "passed to '" + M->getNameAsString() + "'");
  }
  if (Result != NoNode)
    joinParts(Result, M->getReturnType(), Object, Class, Loc);
}

/// An instance of a function template of a system header.
void LibraryConstraints::libraryTemplate(const Expr *Site, const FunctionDecl *F,
                                         llvm::ArrayRef<const Expr *> Arguments,
                                         llvm::ArrayRef<uint32_t> Nodes, uint32_t Result) {
  namespace cxxuse = catalog::cxxuse;
  SourceLocation Loc = Site->getExprLoc();
  std::string Name = F->getNameAsString();
  uint16_t Uses = catalog::cxxFunction(Name);
  const FunctionDecl *Pattern = F->getPrimaryTemplate()->getTemplatedDecl();
  std::vector<uint32_t> Parameters;
  loseWay(F, NoNode, Arguments, Nodes, Loc);
  G.Callables.bindCallables(Site, F, NoNode, Arguments, Nodes);
  if (namesPointers(Site)) {
    const std::string Why = "its type is an argument of '" + Name + "'";
    for (size_t I = 0; I != Nodes.size() && I < F->getNumParams(); ++I)
      G.Types.keepType(Nodes[I], F->getParamDecl(I)->getType(), Loc, Why, use::Typed);
    G.Types.keepType(Result, F->getReturnType(), Loc, Why, use::Typed);
  }
  // Algorithms that get pointers as iterators go through them.
  bool Walks = F->isInStdNamespace() && !(Uses & cxxuse::ByValue);
  for (size_t I = 0; I != Nodes.size() && I < Pattern->getNumParams(); ++I) {
    QualType P = Pattern->getParamDecl(I)->getType();
    if (I < F->getNumParams() && Code.carries(F->getParamDecl(I)->getType()))
      joinPattern(Out, Nodes[I], P, Parameters, Loc);
    if (Walks && Arguments[I]->getType()->isPointerType() && !P->isReferenceType())
      Out.seed(Nodes[I], hostkind::Host, Loc, "passed to 'std::" + Name + "'");
  }
  if (Uses & cxxuse::Same) {
    if (!Nodes.empty())
      Out.unify(Result, Nodes[0], Loc);
  } else if ((Uses & cxxuse::Part) && Site->isGLValue() && Nodes.size() == 1 &&
             Nodes[0] != NoNode) {
    Out.unify(Out.deref(Result), elementOf(F, Out.deref(Nodes[0]), Arguments[0]->getType()), Loc,
              "kept in a tuple");
  } else if (Result != NoNode) {
    QualType R = Pattern->getReturnType();
    joinPattern(Out, Result, R, Parameters, Loc);
    // make_pair and its like name decayed types: the arguments in their order.
    if (const auto *Spec = specialisation(F->getReturnType()))
      for (size_t I = 0; I != typeArguments(Spec).size() && I < Nodes.size(); ++I)
        if (sameType(Parsed.context(), typeArguments(Spec)[I],
                     Arguments[I]->getType().getNonReferenceType()))
          Out.unify(Out.child(Result, step::Argument + I),
                    Arguments[I]->isGLValue() ? Out.deref(Nodes[I]) : Nodes[I], Loc);
  }
}

/// A function of the C library.
void LibraryConstraints::libraryFunction(const Expr *Site, const FunctionDecl *F,
                                         llvm::ArrayRef<const Expr *> Arguments,
                                         llvm::ArrayRef<uint32_t> Nodes, uint32_t Result) {
  namespace cxxuse = catalog::cxxuse;
  SourceLocation Loc = Site->getExprLoc();
  std::string Name = F->getNameAsString();
  uint16_t Uses = catalog::cxxFunction(Name);
  if (Uses & cxxuse::Copies) {
    if (Nodes.size() >= 2)
      Out.unify(Out.deref(Nodes[0]), Out.deref(Nodes[1]), Loc, "copied by '" + Name + "'");
    QualType To = Arguments[0]->IgnoreImplicit()->getType()->getPointeeType(),
             From = Arguments[1]->IgnoreImplicit()->getType()->getPointeeType();
    if (!To.isNull() && !From.isNull() && To->isPointerType() != From->isPointerType())
      for (size_t I = 0; I != 2; ++I)
        G.Types.keepType(Out.deref(Nodes[I]), I == 0 ? To : From, Loc, "copied by '" + Name + "'",
                         use::Untracked | use::Elsewhere);
  }
  if ((Uses & cxxuse::ReturnsFirst) && Result != NoNode && !Nodes.empty())
    Out.unify(Result, Nodes[0], Loc);
  for (size_t I = 0; I != Nodes.size(); ++I) {
    bool Declared = I < F->getNumParams();
    if (Declared ? F->getParamDecl(I)->getType()->isPointerType() : false)
      Out.seed(Nodes[I], hostkind::Host, Loc, "passed to '" + Name + "'");
    else if (!Declared && !(Uses & cxxuse::Shows) && Arguments[I]->getType()->isPointerType())
      Out.mark(Nodes[I], use::Integer, Loc, "passed to '" + Name + "'");
  }
  if (F->getReturnType()->isPointerType())
    Out.seed(Result, hostkind::Host, Loc, "returned by '" + Name + "'");
}

uint32_t LibraryConstraints::systemCall(const Expr *Site, const FunctionDecl *F, uint32_t This,
                                        llvm::ArrayRef<const Expr *> Arguments,
                                        llvm::ArrayRef<uint32_t> Nodes) {
  uint32_t Result = G.Calls.resultNode(F);
  if (Result == NoNode && Site->isGLValue())
    Result = Out.fresh();
  if (S == Side::Device) {
    deviceBuiltin(F, Arguments, Nodes, Result, Site->getExprLoc());
    return Result;
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  // So std::vector<cl_mem> works as std::vector<float *> does.
  bool PassesOn =
      Method ? catalog::isContainer(catalog::cxxClass(Method->getParent()->getName()))
             : F->isOverloadedOperator() ||
                   (F->isInStdNamespace() &&
                    (catalog::cxxFunction(F->getNameAsString()) & catalog::cxxuse::PassesOn));
  if (!PassesOn)
    keepPassed(Site, F, Arguments, Nodes, Result);
  if (Method)
    libraryMethod(Site, Method, This, Arguments, Nodes, Result);
  else if (F->getPrimaryTemplate())
    libraryTemplate(Site, F, Arguments, Nodes, Result);
  else
    libraryFunction(Site, F, Arguments, Nodes, Result);
  return Result;
}
