// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory that is read as another type than it is written as: `int *bits = (int *)values;`. CUDA's
// compiler reads and writes in the order of the program whatever the types are; compilers of OpenCL
// C take for granted, as those of C, that an int and a float are never the same memory.
//
// What lies in one variable that is no array is told by its address, and bytes and vectors may be
// the same memory as anything. Pointers in members and in other pointers are not followed.

#include "analysis/effects/AliasedPointers.h"
#include "catalog/Catalog.h"
#include "core/source/AstVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

/// What \p T, a pointer, reference or array, leads to; null for other types.
QualType objectOf(const ASTContext &Context, QualType T) {
  if (T->isReferenceType() || T->isPointerType())
    T = T->getPointeeType();
  else if (!T->isArrayType())
    return {};
  return Context.getBaseElementType(T).getCanonicalType().getUnqualifiedType();
}

/// Numbers of more than one byte: the same for int and unsigned, and for long and long long.
QualType numberOf(const ASTContext &Context, QualType T) {
  if (T.isNull())
    return {};
  if (const auto *E = T->getAs<EnumType>())
    T = E->getDecl()->getIntegerType();
  const auto *B = T.isNull() ? nullptr : T->getAs<BuiltinType>();
  if (!B || B->isVoidType() || !T->isArithmeticType() ||
      Context.getTypeSizeInChars(T).getQuantity() < 2)
    return {};
  if (T->isIntegerType() && !T->isUnsignedIntegerType())
    T = Context.getCorrespondingUnsignedType(T);
  T = Context.getCanonicalType(T).getUnqualifiedType();
  return T == Context.UnsignedLongLongTy ? Context.UnsignedLongTy : T;
}

/// Returns true if \p T has a part that is other than \p Number, which is one of numberOf().
bool hasOtherThan(const ASTContext &Context, QualType T, QualType Number) {
  T = Context.getBaseElementType(T);
  const auto *R = T->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition()) {
    QualType Own = numberOf(Context, T);
    bool IsByte = T->isVoidType() ||
                  (T->isArithmeticType() && Context.getTypeSizeInChars(T).getQuantity() == 1);
    return !IsByte && Own != Number;
  }
  if (R->getIdentifier())
    if (const catalog::VectorType *V = catalog::findVectorType(R->getName()); V && !V->IsStruct)
      return false;
  return llvm::any_of(R->bases(),
                      [&](const CXXBaseSpecifier &B) {
                        return hasOtherThan(Context, B.getType(), Number);
                      }) ||
         llvm::any_of(R->fields(), [&](const FieldDecl *F) {
           return hasOtherThan(Context, F->getType(), Number);
         });
}

/// Returns true if \p E is the address of one local object, no array.
bool isAddressOfLocal(const Expr *E) {
  const auto *Address = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  const auto *Ref = Address && Address->getOpcode() == UO_AddrOf
                        ? dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParens())
                        : nullptr;
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && V->getType()->isScalarType();
}

class Finder : public AstVisitor {
public:
  explicit Finder(const ASTContext &Context) : Context(Context) {}

  bool shouldVisitImplicitCode() const override { return true; }

  bool visitVarDecl(VarDecl *V) override {
    if (V->getInit() && V->isLocalVarDecl())
      mark(V, V->getInit());
    return true;
  }
  bool visitBinaryOperator(BinaryOperator *B) override {
    const auto *Ref = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
    if (B->getOpcode() == BO_Assign && Ref)
      mark(Ref->getDecl(), B->getRHS());
    return true;
  }
  bool visitReturnStmt(ReturnStmt *R) override {
    if (R->getRetValue() && Current)
      mark(Current, R->getRetValue());
    return true;
  }

  const ASTContext &Context;
  const FunctionDecl *Current = nullptr;
  llvm::DenseSet<const ValueDecl *> Found; ///< functions for what they give back

  void mark(const ValueDecl *D, const Expr *Value) {
    const auto *F = dyn_cast<FunctionDecl>(D);
    QualType T = F ? F->getReturnType() : D->getType();
    if (numberOf(Context, objectOf(Context, T)).isNull() || T->isArrayType())
      return;
    if (T->isReferenceType() ? isOfOther(Value) : pointsToOther(Value))
      Found.insert(D);
  }

private:
  bool pointsToOther(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (const auto *C = dyn_cast<ExplicitCastExpr>(E))
      return seesOtherType(Context, C) ||
             (C->getType()->isPointerType() && sameObject(C) && pointsToOther(C->getSubExpr()));
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Found.count(Ref->getDecl());
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return (B->getType()->isPointerType() && B->getOpcode() != BO_Comma &&
              pointsToOther(B->getLHS())) ||
             (B->getType()->isPointerType() && pointsToOther(B->getRHS()));
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->getOpcode() == UO_AddrOf
                 ? isOfOther(U->getSubExpr())
                 : U->isIncrementDecrementOp() && pointsToOther(U->getSubExpr());
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
      return pointsToOther(C->getTrueExpr()) || pointsToOther(C->getFalseExpr());
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return Call->getDirectCallee() && Found.count(definitionOf(Call->getDirectCallee()));
    return false;
  }

  /// The same for an object, not a pointer to it.
  bool isOfOther(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (const auto *C = dyn_cast<ExplicitCastExpr>(E))
      return C->isGLValue() && (seesOtherType(Context, C) || isOfOther(C->getSubExpr()));
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Ref->getDecl()->getType()->isReferenceType() && Found.count(Ref->getDecl());
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      return pointsToOther(S->getBase());
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->getOpcode() == UO_Deref && pointsToOther(U->getSubExpr());
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return Call->getDirectCallee() && Found.count(definitionOf(Call->getDirectCallee()));
    return false;
  }

  bool sameObject(const ExplicitCastExpr *C) const {
    QualType To = objectOf(Context, C->getType());
    QualType From = objectOf(Context, C->getSubExpr()->getType());
    return !From.isNull() && numberOf(Context, To) == numberOf(Context, From);
  }

public:
  static const FunctionDecl *definitionOf(const FunctionDecl *F) {
    const FunctionDecl *Definition = nullptr;
    return F->isDefined(Definition) ? Definition : F;
  }
};

} // namespace

bool seesOtherType(const ASTContext &Context, const ExplicitCastExpr *E) {
  const Expr *Sub = E->getSubExpr()->IgnoreParenImpCasts();
  QualType From = E->isGLValue() ? Sub->getType() : objectOf(Context, Sub->getType());
  QualType To = E->isGLValue() ? E->getType() : objectOf(Context, E->getType());
  if (From.isNull() || To.isNull() || isAddressOfLocal(Sub))
    return false;
  QualType Number = numberOf(Context, Context.getBaseElementType(To));
  return !Number.isNull() && hasOtherThan(Context, From, Number);
}

llvm::DenseSet<const ValueDecl *> aliasedPointers(const DeviceCallGraph &Reach,
                                                  const ASTContext &Context) {
  Finder Find(Context);
  // What is marked is a source for others, in functions that were visited before, too.
  for (size_t Before = size_t(-1); Before != Find.Found.size();) {
    Before = Find.Found.size();
    for (const FunctionDecl *F : Reach.Functions) {
      Find.Current = F;
      Find.traverseStmt(F->getBody());
      for (const DeviceCall &Call : Reach.calls(F)) {
        const auto *C = dyn_cast_or_null<CallExpr>(Call.Site);
        if (!C || isa<CXXOperatorCallExpr>(C))
          continue;
        for (unsigned I = 0; I < std::min(C->getNumArgs(), Call.Callee->getNumParams()); ++I)
          Find.mark(Call.Callee->getParamDecl(I), C->getArg(I));
      }
    }
  }
  return std::move(Find.Found);
}

} // namespace cu2cl
