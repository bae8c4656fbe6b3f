// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `new` and `delete`: of host memory, of what a class's own `operator new` returns (managed memory,
// in many programs), and of memory that is there already.

#include "analysis/FactBuilder.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace cu2cl;

/// \p F if it is the program's own: what it returns or takes is known by its body.
static const FunctionDecl *ownOperator(const FunctionDecl *F) {
  return F && isa<CXXMethodDecl>(F) ? F : nullptr;
}

uint32_t FactBuilder::newObject(const CXXNewExpr *E) {
  std::vector<uint32_t> Placement;
  for (unsigned I = 0; I != E->getNumPlacementArgs(); ++I)
    Placement.push_back(value(E->getPlacementArg(I)));
  if (E->isArray() && *E->getArraySize())
    value(*E->getArraySize());
  SourceLocation Loc = E->getExprLoc();
  const FunctionDecl *New = E->getOperatorNew();
  uint32_t P = fresh();
  if (const FunctionDecl *Own = ownOperator(New); Own && S == Side::Host) {
    FactCall Call;
    Call.Callee = string(pointerUsr(Parsed, S, Own));
    Call.Arguments.push_back(NoNode); // the size
    for (size_t I = 0; I != Placement.size(); ++I)
      Call.Arguments.push_back(
          I + 1 < Own->getNumParams() && carries(Own->getParamDecl(I + 1)->getType()) ? Placement[I]
                                                                                      : NoNode);
    Call.Result = P;
    addCall(nullptr, std::move(Call), Loc, "allocated by the class's operator new");
  } else if (New && New->isReservedGlobalPlacementOperator() && Placement[0] != NoNode) {
    sameKind(P, Placement[0], Loc, "made in place");
    keepContents(P, Parsed.context().getPointerType(E->getAllocatedType()), Loc);
  } else {
    seed(P, objectKind(), Loc, "allocated by new");
  }
  if (const Expr *Init = E->getInitializer()) {
    bool Elements = E->isArray() && Init->getType()->isArrayType();
    initialise(P, Elements ? Init->getType() : E->getAllocatedType(), Init, Loc,
               "initialises the new object");
  }
  return P;
}

void FactBuilder::deleteObject(const CXXDeleteExpr *E) {
  uint32_t P = value(E->getArgument());
  if (S != Side::Host || P == NoNode)
    return;
  const FunctionDecl *Own = ownOperator(E->getOperatorDelete());
  if (!Own) {
    seed(P, hostkind::Host, E->getExprLoc(), "freed by delete");
    return;
  }
  FactCall Call;
  Call.Callee = string(pointerUsr(Parsed, S, Own));
  Call.Arguments.push_back(P);
  addCall(nullptr, std::move(Call), E->getExprLoc(), "freed by the class's operator delete");
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

/// What a class frees is what it allocated.
void FactBuilder::joinAllocation(const CXXMethodDecl *M) {
  DeclarationName Name = allocatorOf(Parsed.context(), M);
  if (S != Side::Host || !Name || M->param_empty() || !carries(M->getParamDecl(0)->getType()))
    return;
  for (const NamedDecl *D : M->getParent()->lookup(Name)) {
    const auto *Allocates = dyn_cast<CXXMethodDecl>(D);
    if (!Allocates || !carries(Allocates->getReturnType()))
      continue;
    FactCall Call;
    Call.Callee = string(pointerUsr(Parsed, S, Allocates));
    Call.Arguments.assign(Allocates->getNumParams(), NoNode);
    Call.Result = deref(entity(M->getParamDecl(0)));
    addCall(nullptr, std::move(Call), M->getLocation(), "what the class has allocated");
  }
}
