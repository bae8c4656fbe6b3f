// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/InvisibleReferences.h"
#include "core/source/AstVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

static bool partsHaveNone(const CXXRecordDecl *R) {
  return llvm::all_of(R->fields(),
                      [](const FieldDecl *F) { return hasNoDestructor(F->getType()); }) &&
         llvm::all_of(R->bases(),
                      [](const CXXBaseSpecifier &B) { return hasNoDestructor(B.getType()); });
}

bool hasNoDestructor(QualType T) {
  const CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (T->isReferenceType() || !R || !R->hasDefinition() || R->hasTrivialDestructor())
    return true;
  const CXXDestructorDecl *D = R->getDestructor();
  const FunctionDecl *Definition = nullptr;
  if (!D || !D->isDefined(Definition) || D->isDefaulted())
    return partsHaveNone(R);
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Definition->getBody());
  return Body && Body->body_empty() && partsHaveNone(R);
}

namespace {

/// The nodes that every visitor of device code sees.
class DeviceVisitor : public AstVisitor {
public:
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return true; }
};

/// Functions that are named other than to be called.
class AddressFinder : public DeviceVisitor {
public:
  llvm::DenseSet<const FunctionDecl *> Taken;
  bool visitCallExpr(CallExpr *Call) override {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts()))
      Called.insert(Ref);
    return true;
  }
  bool visitDeclRefExpr(DeclRefExpr *Ref) override {
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()); F && !Called.contains(Ref))
      Taken.insert(F->getCanonicalDecl());
    return true;
  }

private:
  llvm::DenseSet<const DeclRefExpr *> Called; // a call is visited before its callee
};

class ParameterChanger : public DeviceVisitor {
public:
  ParameterChanger(ASTContext &Context, const llvm::DenseSet<const FunctionDecl *> &Taken)
      : Context(Context), Taken(Taken) {}

  bool visitCallExpr(CallExpr *Call) override {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !change(F))
      return true;
    // The object of an operator is before the arguments.
    const auto *M = dyn_cast<CXXMethodDecl>(F);
    unsigned First = isa<CXXOperatorCallExpr>(Call) && M && M->isImplicitObjectMemberFunction();
    for (unsigned I = First; I < Call->getNumArgs(); ++I)
      if (Expr *Made = passed(F, I - First, Call->getArg(I)))
        Call->setArg(I, Made);
    return true;
  }

  bool visitCXXConstructExpr(CXXConstructExpr *C) override {
    if (change(C->getConstructor()))
      for (unsigned I = 0; I < C->getNumArgs(); ++I)
        if (Expr *Made = passed(C->getConstructor(), I, C->getArg(I)))
          C->setArg(I, Made);
    return true;
  }

  /// A constructor that is only inherited calls that of its base in what it initialises.
  bool visitFunctionDecl(FunctionDecl *F) override {
    change(F);
    return true;
  }

private:
  /// Returns true if parameters of \p F are such references now.
  bool change(const FunctionDecl *F) {
    F = F->getCanonicalDecl();
    auto [It, New] = Changed.try_emplace(F, false);
    if (!New)
      return It->second;
    if (F->isDependentContext() || F->hasAttr<CUDAGlobalAttr>() || Taken.contains(F) ||
        !F->hasAttr<CUDADeviceAttr>() || F->isVariadic())
      return false;
    bool Any = false;
    for (const ParmVarDecl *P : F->parameters())
      Any |= isEnding(P->getType());
    if (!Any)
      return false;
    for (FunctionDecl *One : F->redecls())
      for (ParmVarDecl *P : One->parameters())
        if (isEnding(P->getType()))
          P->setType(Context.getRValueReferenceType(P->getType()));
    return Changed[F] = true;
  }

  static bool isEnding(QualType T) { return T->isRecordType() && !hasNoDestructor(T); }

  /// Returns what parameter \p Index of \p F gets instead of \p A; null if it stays.
  Expr *passed(const FunctionDecl *F, unsigned Index, Expr *A) {
    if (Index >= F->getNumParams() || !A->isPRValue() || isa<CXXDefaultArgExpr>(A) ||
        !F->getParamDecl(Index)->getType()->isRValueReferenceType() || !isEnding(A->getType()))
      return nullptr;
    // A parameter that an inherited constructor passes on.
    if (const auto *Same = dyn_cast<ImplicitCastExpr>(A);
        Same && Same->getCastKind() == CK_NoOp && Same->getSubExpr()->isLValue())
      return ImplicitCastExpr::Create(Context, A->getType(), CK_NoOp,
                                      const_cast<Expr *>(Same->getSubExpr()), nullptr, VK_XValue,
                                      FPOptionsOverride());
    return new (Context)
        MaterializeTemporaryExpr(A->getType(), A, /*BoundToLvalueReference=*/false);
  }

  ASTContext &Context;
  const llvm::DenseSet<const FunctionDecl *> &Taken;
  llvm::DenseMap<const FunctionDecl *, bool> Changed;
};

} // namespace

/// Returns true if any class that is used has a device destructor with an effect.
static bool anyEnds(const ASTContext &Context) {
  return llvm::any_of(Context.getTypes(), [](const Type *T) {
    const auto *R = dyn_cast<RecordType>(T);
    const auto *Class = R ? dyn_cast<CXXRecordDecl>(R->getDecl()) : nullptr;
    const CXXRecordDecl *Definition = Class ? Class->getDefinition() : nullptr;
    const CXXDestructorDecl *D = Definition ? Definition->getDestructor() : nullptr;
    return D && D->isUserProvided() && D->hasAttr<CUDADeviceAttr>();
  });
}

void passEndingObjectsByReference(ASTContext &Context) {
  if (!anyEnds(Context)) // most programs have none
    return;
  AddressFinder Addresses;
  Addresses.traverseDecl(Context.getTranslationUnitDecl());
  ParameterChanger(Context, Addresses.Taken).traverseDecl(Context.getTranslationUnitDecl());
}

} // namespace cu2cl
