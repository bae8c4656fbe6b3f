// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `new` and `delete`: of host memory, of what a class's own `operator new` returns (managed memory,
// in many programs), and of memory that is there already.

#include "analysis/flow/ConstraintGenerator.h"
#include "catalog/CxxLibrary.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace cu2cl;

/// \p F if it is the program's own: what it returns or takes is known by its body.
static const FunctionDecl *ownOperator(const FunctionDecl *F) {
  return F && isa<CXXMethodDecl>(F) ? F : nullptr;
}

uint32_t AllocationConstraints::newObject(const CXXNewExpr *E) {
  std::vector<uint32_t> Placement;
  for (unsigned I = 0; I != E->getNumPlacementArgs(); ++I)
    Placement.push_back(G.Expressions.value(E->getPlacementArg(I)));
  if (E->isArray() && *E->getArraySize())
    G.Expressions.value(*E->getArraySize());
  SourceLocation Loc = E->getExprLoc();
  const FunctionDecl *New = E->getOperatorNew();
  uint32_t P = Out.fresh();
  if (const FunctionDecl *Own = ownOperator(New); Own && S == Side::Host) {
    FactCall Call;
    Call.Callee = Out.string(pointerUsr(Parsed, S, Own));
    Call.Arguments.push_back(NoNode); // the size
    for (size_t I = 0; I != Placement.size(); ++I)
      Call.Arguments.push_back(I + 1 < Own->getNumParams() &&
                                       Code.carries(Own->getParamDecl(I + 1)->getType())
                                   ? Placement[I]
                                   : NoNode);
    Call.Result = P;
    Out.addCall(nullptr, std::move(Call), Loc, "allocated by the class's operator new");
  } else if (New && New->isReservedGlobalPlacementOperator() && Placement[0] != NoNode) {
    Out.sameKind(P, Placement[0], Loc, "made in place");
    G.Types.keepContents(P, Parsed.context().getPointerType(E->getAllocatedType()), Loc,
                         use::Untracked | use::Elsewhere);
  } else {
    Out.seed(P, Code.objectKind(), Loc, "allocated by new");
  }
  if (const Expr *Init = E->getInitializer()) {
    bool Elements = E->isArray() && Init->getType()->isArrayType();
    G.Records.initialise(P, Elements ? Init->getType() : E->getAllocatedType(), Init, Loc,
                         "initialises the new object");
  }
  return P;
}

void AllocationConstraints::deleteObject(const CXXDeleteExpr *E) {
  uint32_t P = G.Expressions.value(E->getArgument());
  if (S != Side::Host || P == NoNode)
    return;
  const FunctionDecl *Own = ownOperator(E->getOperatorDelete());
  if (!Own) {
    Out.seed(P, hostkind::Host, E->getExprLoc(), "freed by delete");
    return;
  }
  FactCall Call;
  Call.Callee = Out.string(pointerUsr(Parsed, S, Own));
  Call.Arguments.push_back(P);
  Out.addCall(nullptr, std::move(Call), E->getExprLoc(), "freed by the class's operator delete");
}

/// The method that allocates what \p M frees: `operator new` for `operator delete`, `allocate` for
/// `deallocate` (an allocator's, which the C++ library calls). Empty if \p M frees nothing.
static DeclarationName allocatorOf(ASTContext &Context, const CXXMethodDecl *M) {
  OverloadedOperatorKind Kind = M->getOverloadedOperator();
  if (Kind == OO_Delete || Kind == OO_Array_Delete)
    return Context.DeclarationNames.getCXXOperatorName(Kind == OO_Delete ? OO_New : OO_Array_New);
  if (M->getDeclName().isIdentifier() && M->getName() == "deallocate")
    return &Context.Idents.get("allocate");
  return {};
}

/// The pointers that a class frees are those that it allocated.
void AllocationConstraints::joinAllocation(const CXXMethodDecl *M) {
  DeclarationName Name = allocatorOf(Parsed.context(), M);
  if (S != Side::Host || !Name || M->param_empty() || !Code.carries(M->getParamDecl(0)->getType()))
    return;
  for (const NamedDecl *D : M->getParent()->lookup(Name)) {
    const auto *Allocates = dyn_cast<CXXMethodDecl>(D);
    if (!Allocates || !Code.carries(Allocates->getReturnType()))
      continue;
    FactCall Call;
    Call.Callee = Out.string(pointerUsr(Parsed, S, Allocates));
    Call.Arguments.assign(Allocates->getNumParams(), NoNode);
    Call.Result = Out.deref(G.Entities.entity(M->getParamDecl(0)));
    Out.addCall(nullptr, std::move(Call), M->getLocation(), "what the class has allocated");
  }
}

/// The method \p Name of a class of the program that a class of the library, \p Library, has for
/// its allocator; null if there is none.
const CXXMethodDecl *AllocationConstraints::allocatorMethod(const CXXRecordDecl *Library,
                                                            llvm::StringRef Name) const {
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(Library);
  for (const TemplateArgument &A : Spec ? Spec->getTemplateArgs().asArray() : std::nullopt) {
    const CXXRecordDecl *R =
        A.getKind() == TemplateArgument::Type ? A.getAsType()->getAsCXXRecordDecl() : nullptr;
    if (!R || !R->hasDefinition() || Code.inSystemCode(R))
      continue;
    for (const NamedDecl *D : R->lookup(&Parsed.context().Idents.get(Name)))
      if (const auto *M = dyn_cast<CXXMethodDecl>(D))
        return M;
  }
  return nullptr;
}

/// Returns true if the elements of a container \p Spec are where std::allocator puts them.
static bool hasLibraryAllocator(const ClassTemplateSpecializationDecl *Spec) {
  return Spec && llvm::any_of(Spec->getTemplateArgs().asArray(), [](const TemplateArgument &A) {
           const CXXRecordDecl *R = A.getKind() == TemplateArgument::Type
                                        ? A.getAsType()->getAsCXXRecordDecl()
                                        : nullptr;
           return R && R->isInStdNamespace() && R->getIdentifier() &&
                  catalog::cxxClass(R->getName()) == catalog::CxxClass::Allocator;
         });
}

/// A call of the library's \p Method: what it returns is memory of the program's own allocator,
///   std::allocator_traits<A>::allocate(a, n)
///   v.data(), v[i]   of a std::vector<float, A> v
void AllocationConstraints::ownAllocation(const CXXMethodDecl *Method,
                                          llvm::ArrayRef<uint32_t> Nodes, uint32_t Result,
                                          SourceLocation Loc) {
  const CXXRecordDecl *Class = Method->getParent();
  bool IsTraits = catalog::cxxClass(Class->getName()) == catalog::CxxClass::AllocatorTraits &&
                  Method->getDeclName().isIdentifier();
  QualType T = Method->getReturnType();
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (!IsTraits) { // an element, or where it lies
    QualType Element = Spec && Spec->getTemplateArgs().size() != 0 &&
                               Spec->getTemplateArgs()[0].getKind() == TemplateArgument::Type
                           ? Spec->getTemplateArgs()[0].getAsType()
                           : QualType();
    if (Element.isNull() || T->getPointeeType().isNull() ||
        !Parsed.context().hasSameUnqualifiedType(Element, T->getPointeeType()))
      return;
  }
  const CXXMethodDecl *M = allocatorMethod(Class, IsTraits ? Method->getName() : "allocate");
  if (!M && !IsTraits && hasLibraryAllocator(Spec))
    Out.seed(Result, hostkind::Host, Loc, "an element of '" + Class->getNameAsString() + "'");
  if (!M)
    return;
  FactCall Call;
  Call.Callee = Out.string(pointerUsr(Parsed, S, M));
  Call.Arguments.assign(M->getNumParams(), NoNode);
  for (size_t I = 0; IsTraits && I < M->getNumParams() && I + 1 < Nodes.size(); ++I)
    if (Code.carries(M->getParamDecl(I)->getType()))
      Call.Arguments[I] = Nodes[I + 1];
  if (Code.carries(M->getReturnType()))
    Call.Result = Result;
  Out.addCall(nullptr, std::move(Call), Loc,
              "memory of '" + M->getParent()->getNameAsString() + "'");
}
