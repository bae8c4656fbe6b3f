// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Translates addresses in inline assembly: pointers of other types, numbers of shared memory.

#include "core/source/AstVisitor.h"
#include "frontend/AssemblyOperands.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Lookup.h"

using namespace clang;

namespace cu2cl {
namespace {

/// Looks for whatever may change a variable, or lets others do so.
class ChangeFinder : public AstVisitor {
public:
  explicit ChangeFinder(const VarDecl *V) : V(V) {}
  bool Found = false;

  bool visitBinaryOperator(BinaryOperator *Op) override {
    return !Op->isAssignmentOp() || look(Op->getLHS());
  }
  bool visitUnaryOperator(UnaryOperator *Op) override {
    return (!Op->isIncrementDecrementOp() && Op->getOpcode() != UO_AddrOf) ||
           look(Op->getSubExpr());
  }
  bool visitGCCAsmStmt(GCCAsmStmt *Asm) override {
    for (unsigned I = 0; I < Asm->getNumOutputs(); ++I)
      if (!look(Asm->getOutputExpr(I)))
        return false;
    return true;
  }
  // Arguments that are bound to references are not read on the way.
  bool visitCallExpr(CallExpr *Call) override {
    for (const Expr *Argument : Call->arguments())
      if (Argument->isLValue() && !look(Argument))
        return false;
    return true;
  }
  bool visitVarDecl(VarDecl *Other) override {
    return !Other->getType()->isReferenceType() || !Other->getInit() || look(Other->getInit());
  }
  bool visitLambdaExpr(LambdaExpr *Lambda) override {
    for (const LambdaCapture &C : Lambda->captures())
      Found |= C.capturesVariable() && C.getCapturedVar() == V;
    return !Found;
  }

private:
  bool look(const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
    Found |= Ref && Ref->getDecl() == V;
    return !Found;
  }

  const VarDecl *V;
};

} // namespace

bool AssemblyOperands::isNeverChanged(const VarDecl *V) const {
  ChangeFinder Finder(V);
  Finder.traverseStmt(F->getBody());
  return !Finder.Found;
}

Expr *AssemblyOperands::sharedAddressOf(const PtxOperand &Operand) {
  if (Operand.Kind != PtxOperand::Is::Memory)
    return nullptr;
  const Expr *E = expressionOf(Operand.Parts.front());
  if (E && E->getType()->isPointerType())
    return nullptr;
  for (unsigned Depth = 0; E && Depth < 4; ++Depth) {
    E = E->IgnoreParenCasts();
    if (const auto *Call = dyn_cast<CallExpr>(E)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() != 1 ||
          !catalog::givesSharedNumber(Callee->getName()))
        return nullptr;
      // The pointer is read again here: what it is made of must be what it was.
      const Expr *Pointer = Call->getArg(0);
      return Pointer->HasSideEffects(Context) || !isSteady(Pointer) ? nullptr
                                                                    : const_cast<Expr *>(Pointer);
    }
    const VarDecl *V = variableOf(E);
    if (!V || !V->getInit() || !isNeverChanged(V))
      return nullptr;
    E = V->getInit();
  }
  return nullptr;
}

bool AssemblyOperands::isSteady(const Stmt *Part) const {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && !V->getType()->isArrayType())
      return V->hasLocalStorage() && !V->getType()->isReferenceType() && isNeverChanged(V);
  if (const auto *Cast = dyn_cast<CastExpr>(Part);
      Cast && Cast->getCastKind() == CK_LValueToRValue &&
      !isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()) &&
      !isa<PseudoObjectExpr>(Cast->getSubExpr()->IgnoreParens()))
    return false; // memory
  return llvm::all_of(Part->children(),
                      [&](const Stmt *Child) { return !Child || isSteady(Child); });
}

QualType AssemblyOperands::typeNamed(StringRef Name) {
  if (Name == "int")
    return Context.IntTy;
  LookupResult Found(S, DeclarationName(&Context.Idents.get(Name)), At, Sema::LookupOrdinaryName);
  S.LookupQualifiedName(Found, Context.getTranslationUnitDecl());
  const auto *T = Found.getAsSingle<TypeDecl>();
  return T ? Context.getTypeDeclType(T) : QualType();
}

Expr *AssemblyOperands::pointerTo(QualType T, Expr *Pointer) {
  QualType Wanted = Context.getPointerType(T);
  QualType Own = Pointer->IgnoreParenImpCasts()->getType();
  if (Own->isPointerType() && Context.hasSameUnqualifiedType(Own->getPointeeType(), T) &&
      !T.isVolatileQualified())
    return Pointer->IgnoreParenImpCasts();
  ExprResult Cast = S.BuildCStyleCastExpr(At, Context.getTrivialTypeSourceInfo(Wanted, At), End,
                                          Pointer->IgnoreParenImpCasts());
  return Cast.isUsable() ? Cast.get() : nullptr;
}

Expr *AssemblyOperands::elementAt(Expr *Pointer, size_t Index) {
  if (!Pointer)
    return nullptr;
  if (Index == 0) {
    auto *Parens = new (Context) ParenExpr(At, End, Pointer);
    ExprResult First = S.BuildUnaryOp(nullptr, At, UO_Deref,
                                      isa<CStyleCastExpr, DeclRefExpr>(Pointer) ? Pointer : Parens);
    return First.isUsable() ? First.get() : nullptr;
  }
  QualType Size = Context.UnsignedIntTy;
  auto *Number =
      IntegerLiteral::Create(Context, llvm::APInt(Context.getTypeSize(Size), Index), Size, At);
  ExprResult Element = S.CreateBuiltinArraySubscriptExpr(Pointer, At, Number, End);
  return Element.isUsable() ? Element.get() : nullptr;
}

} // namespace cu2cl
