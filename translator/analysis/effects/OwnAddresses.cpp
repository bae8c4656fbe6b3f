// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/OwnAddresses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

/// Follows the address of one object through the text of a function: from `this`, or from a
/// parameter, into local pointers and references and into calls.
class AddressWalk {
public:
  using Question = std::pair<const FunctionDecl *, const ParmVarDecl *>;
  using Answers = llvm::DenseMap<Question, bool>;

  AddressWalk(Answers &Known, const ParmVarDecl *Start) : Known(Known), OfThis(!Start) {
    if (Start)
      Holders.insert(Start);
  }

  /// True if \p F leaves the address of what \p Start points or refers to (of its object, if null)
  /// somewhere.
  static bool keeps(Answers &Known, const FunctionDecl *F, const ParmVarDecl *Start) {
    const FunctionDecl *Definition = nullptr;
    if (!F->isDefined(Definition))
      return false; // CUDA's own, or nothing that device code could call
    if (Start)
      Start = Definition->getParamDecl(Start->getFunctionScopeIndex());
    auto [It, IsNew] = Known.try_emplace({Definition, Start}, false);
    if (!IsNew)
      return It->second;
    bool Result = AddressWalk(Known, Start).walk(Definition);
    return Known[{Definition, Start}] = Result;
  }

private:
  bool walk(const FunctionDecl *F) {
    size_t Before;
    do { // pointers that get the address further down may be used further up
      Before = Holders.size();
      if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
        for (const CXXCtorInitializer *I : C->inits())
          initialiser(I);
      visit(F->getBody());
    } while (!Kept && Holders.size() != Before);
    return Kept;
  }

  void initialiser(const CXXCtorInitializer *I) {
    const Expr *Init = I->getInit();
    if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Init))
      Init = Default->getExpr();
    visit(Init);
    const FieldDecl *F = I->getAnyMember();
    Kept |= F && F->getType()->isReferenceType() ? isPlace(Init) : isAddress(Init);
    if (const CXXConstructExpr *C = constructionIn(Init); C && OfThis)
      Kept |= keeps(Known, C->getConstructor(), nullptr);
  }

  /// Returns true if the value of \p E points into the object.
  bool isAddress(const Expr *E) {
    E = E->IgnoreParens();
    if (isa<CXXThisExpr>(E))
      return OfThis;
    if (!E->getType()->isPointerType())
      return false;
    if (const auto *C = dyn_cast<CastExpr>(E)) {
      const Expr *From = C->getSubExpr();
      if (C->getCastKind() == CK_LValueToRValue)
        return isHolder(From);
      return C->getCastKind() == CK_ArrayToPointerDecay ? isPlace(From) : isAddress(From);
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->getOpcode() == UO_AddrOf ? isPlace(U->getSubExpr()) : isHolder(U->getSubExpr());
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return isAddress(B->getRHS()) || (!B->isCommaOp() && isAddress(B->getLHS()));
    if (const auto *C = dyn_cast<ConditionalOperator>(E))
      return isAddress(C->getTrueExpr()) || isAddress(C->getFalseExpr());
    const auto *Call = dyn_cast<CallExpr>(E);
    return Call && mayReturn(Call);
  }

  /// Returns true if glvalue \p E is the object or a part of it.
  bool isPlace(const Expr *E) {
    E = E->IgnoreParens();
    if (!E->isGLValue())
      return false;
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->getMemberDecl()->getType()->isReferenceType() || !isa<FieldDecl>(M->getMemberDecl()))
        return false;
      return M->isArrow() ? isAddress(M->getBase()) : isPlace(M->getBase());
    }
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      return isAddress(A->getBase());
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Ref->getDecl()->getType()->isReferenceType() && Holders.contains(Ref->getDecl());
    if (const auto *C = dyn_cast<CastExpr>(E))
      return isPlace(C->getSubExpr());
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->getOpcode() == UO_Deref ? isAddress(U->getSubExpr()) : isPlace(U->getSubExpr());
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return isPlace(B->isCommaOp() ? B->getRHS() : B->getLHS());
    if (const auto *C = dyn_cast<ConditionalOperator>(E))
      return isPlace(C->getTrueExpr()) || isPlace(C->getFalseExpr());
    const auto *Call = dyn_cast<CallExpr>(E);
    return Call && mayReturn(Call);
  }

  /// Returns true if \p E names a pointer variable that may have the address, or an assignment to
  /// one.
  bool isHolder(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
      return isHolder(B->getLHS());
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && Holders.contains(Ref->getDecl());
  }

  /// Returns true if the result of \p Call may lead to the object: it has got its address.
  bool mayReturn(const CallExpr *Call) {
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call))
      if (leadsThere(Method->getImplicitObjectArgument()))
        return true;
    return llvm::any_of(Call->arguments(), [&](const Expr *A) { return leadsThere(A); });
  }

  bool leadsThere(const Expr *E) { return isAddress(E) || isPlace(E); }

  void visit(const Stmt *S) {
    if (!S || Kept)
      return;
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->getOpcode() == BO_Assign)
      assigned(B->getLHS(), B->getRHS());
    else if (const auto *D = dyn_cast<DeclStmt>(S))
      declared(D);
    else if (const auto *List = dyn_cast<InitListExpr>(S))
      Kept |= llvm::any_of(List->inits(), [&](const Expr *E) { return isAddress(E); });
    else if (const auto *Call = dyn_cast<CallExpr>(S))
      called(Call);
    else if (const auto *C = dyn_cast<CXXConstructExpr>(S))
      passed(C->getConstructor(), llvm::ArrayRef(C->getArgs(), C->getNumArgs()));
    else if (const auto *C = dyn_cast<CastExpr>(S); C && C->getCastKind() == CK_PointerToIntegral)
      Kept |= isAddress(C->getSubExpr());
    else if (const auto *L = dyn_cast<LambdaExpr>(S))
      captured(L);
    for (const Stmt *Child : S->children())
      visit(Child);
  }

  void assigned(const Expr *Target, const Expr *Value) {
    if (!isAddress(Value))
      return;
    const auto *Ref = dyn_cast<DeclRefExpr>(Target->IgnoreParens());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (V && V->hasLocalStorage() && !V->getType()->isReferenceType())
      Holders.insert(V);
    else
      Kept = true;
  }

  void declared(const DeclStmt *D) {
    for (const Decl *Each : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Each);
      if (!V || !V->getInit())
        continue;
      if (V->getType()->isReferenceType() ? isPlace(V->getInit()) : isAddress(V->getInit())) {
        Kept |= !V->hasLocalStorage();
        Holders.insert(V);
      }
    }
  }

  void called(const CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    llvm::ArrayRef<const Expr *> Arguments(Call->getArgs(), Call->getNumArgs());
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    bool IsMethod = Method && Method->isInstance();
    const Expr *Object = nullptr;
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call))
      Object = M->getImplicitObjectArgument();
    else if (isa<CXXOperatorCallExpr>(Call) && IsMethod)
      Object = Arguments.front(), Arguments = Arguments.drop_front();
    if (IsMethod && Object && leadsThere(Object))
      Kept |= keeps(Known, Method, nullptr);
    passed(F, Arguments);
  }

  /// \p Arguments are passed to \p F; null if that is not known.
  void passed(const FunctionDecl *F, llvm::ArrayRef<const Expr *> Arguments) {
    for (unsigned I = 0; I < Arguments.size() && !Kept; ++I) {
      const ParmVarDecl *To = F && I < F->getNumParams() ? F->getParamDecl(I) : nullptr;
      bool ByReference = To && To->getType()->isReferenceType();
      if (ByReference ? isPlace(Arguments[I]) : isAddress(Arguments[I]))
        Kept |= !F || (To && keeps(Known, F, To));
    }
  }

  void captured(const LambdaExpr *L) {
    for (const LambdaCapture &C : L->captures())
      Kept |=
          C.capturesThis() ? OfThis : C.capturesVariable() && Holders.contains(C.getCapturedVar());
  }

  Answers &Known;
  const bool OfThis;
  llvm::DenseSet<const ValueDecl *>
      Holders; ///< pointers with the address, references to the object
  bool Kept = false;
};

} // namespace

bool keepsOwnAddress(const CXXConstructorDecl *C) {
  AddressWalk::Answers Known;
  return AddressWalk::keeps(Known, C, nullptr);
}

const CXXConstructExpr *constructionIn(const Expr *Init) {
  while (Init) {
    Init = Init->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(Init))
      Init = Full->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Init))
      Init = Bound->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Init))
      Init = Default->getExpr();
    else if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(Init))
      Init = Made->getSubExpr();
    else if (const auto *Cast = dyn_cast<CastExpr>(Init);
             Cast && Init->isPRValue() && Init->getType()->isRecordType() &&
             (Cast->getCastKind() == CK_ConstructorConversion || Cast->getCastKind() == CK_NoOp))
      Init = Cast->getSubExpr();
    else if (const auto *Copy = dyn_cast<CXXConstructExpr>(Init); Copy && Copy->isElidable())
      Init = Copy->getArg(0);
    else
      return dyn_cast<CXXConstructExpr>(Init);
  }
  return nullptr;
}

} // namespace cu2cl
