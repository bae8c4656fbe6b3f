// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tree/Temporaries.h"
#include "core/source/AstVisitor.h"
#include "optimizers/tree/Source.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl::opt {

/// True if \p E is a variable of the function or a member of one, as a place.
static bool isOwnPlace(const clang::Expr *E) {
  E = E->IgnoreParens();
  while (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (M->isArrow())
      return false;
    E = M->getBase()->IgnoreParens();
  }
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V && V->isLocalVarDeclOrParm() && !isShared(V);
}

namespace {
/// Whether a function only sets its own variables, of its parameters and constants, as what cu2cl
/// makes of constructors does.
struct Maker : AstVisitor {
  bool Is = true;
  bool visitStmt(clang::Stmt *S) override {
    Is &=
        isa<CompoundStmt, DeclStmt, ReturnStmt, DeclRefExpr, MemberExpr, CastExpr, ParenExpr,
            InitListExpr, CompoundLiteralExpr, IntegerLiteral, FloatingLiteral, BinaryOperator>(S);
    if (const auto *M = dyn_cast<MemberExpr>(S))
      Is &= !M->isArrow();
    if (const auto *R = dyn_cast<DeclRefExpr>(S))
      Is &= !isShared(R->getDecl());
    if (const auto *B = dyn_cast<BinaryOperator>(S))
      Is &= B->isAssignmentOp() ? isOwnPlace(B->getLHS()) : B->isAdditiveOp();
    return Is;
  }
};
} // namespace

static bool isMaker(const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee(), *Body = nullptr;
  if (!F || !F->hasBody(Body))
    return false;
  Maker Parts;
  Parts.traverseStmt(Body->getBody());
  return Parts.Is;
}

static bool isSteady(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (const auto *L = dyn_cast<InitListExpr>(E)) {
    const InitListExpr *Written = L->isSyntacticForm() ? L : L->getSyntacticForm();
    return llvm::all_of((Written ? Written : L)->inits(), isSteady); // no designators
  }
  if (const auto *C = dyn_cast<CompoundLiteralExpr>(E))
    return C->getType()->isRecordType() && isSteady(C->getInitializer());
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    bool Decays = C->getCastKind() == CK_ArrayToPointerDecay;
    if (Decays && isOwnPlace(C->getSubExpr()))
      return true;
    const clang::Expr *Of = C->getSubExpr()->IgnoreParens();
    bool Loads = C->getCastKind() == CK_LValueToRValue && !isa<CompoundLiteralExpr>(Of);
    if (Loads && isa<DeclRefExpr>(Of) && Of->getType().getAddressSpace() == LangAS::opencl_constant)
      return true; // nothing changes it
    return !Loads && !Decays && isSteady(C->getSubExpr());
  }
  if (const auto *C = dyn_cast<CallExpr>(E))
    return isMaker(C) && llvm::all_of(C->arguments(), isSteady);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_AddrOf
               ? isOwnPlace(U->getSubExpr())
               : (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus) &&
                     isSteady(U->getSubExpr());
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, ImplicitValueInitExpr>(E);
}

bool Temporaries::mayBeNamed(const CompoundLiteralExpr *C) const {
  return IsOpen && isa<InitListExpr>(C->getInitializer()) &&
         (C->getType()->isConstantArrayType() || C->getType()->isRecordType()) &&
         !C->getType().isVolatileQualified() && isSteady(C->getInitializer());
}

Variable *Temporaries::named(const CompoundLiteralExpr *C, Expr *Initial,
                             llvm::StringSet<> &Taken) {
  std::string Name = freshName(M.Context, Taken, "temporary");
  Taken.insert(Name);
  Qualifiers Qualified;
  Variable *V = M.variable(Name, M.Context.getUnqualifiedArrayType(C->getType(), Qualified));
  Ahead.push_back(M.declare(V, Initial));
  return V;
}

} // namespace cu2cl::opt
