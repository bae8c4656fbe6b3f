// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pieces of memory as classes of a union-find; uniting two unites what their pointers lead to.

#include "analysis/effects/MemoryUses.h"
#include "catalog/Catalog.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

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

bool holdsAddress(const ASTContext &Context, const Expr *E) {
  QualType T = E->IgnoreParenImpCasts()->getType();
  return T->isIntegerType() &&
         Context.getTypeSize(T) >= Context.getTypeSize(Context.getUIntPtrType());
}

static bool isVector(const CXXRecordDecl *R) {
  if (!R->getIdentifier())
    return false;
  const catalog::VectorType *V = catalog::findVectorType(R->getName());
  return V && !V->IsStruct;
}

bool hasOtherThan(const ASTContext &Context, QualType T, QualType Number) {
  T = Context.getBaseElementType(T);
  const auto *R = T->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition()) {
    QualType Own = numberOf(Context, T);
    bool IsByte = T->isVoidType() ||
                  (T->isArithmeticType() && Context.getTypeSizeInChars(T).getQuantity() == 1);
    return !IsByte && Own != Number;
  }
  if (isVector(R))
    return false;
  return llvm::any_of(R->bases(),
                      [&](const CXXBaseSpecifier &B) {
                        return hasOtherThan(Context, B.getType(), Number);
                      }) ||
         llvm::any_of(R->fields(), [&](const FieldDecl *F) {
           return hasOtherThan(Context, F->getType(), Number);
         });
}

MemoryUses::Piece MemoryUses::root(Piece P) {
  while (Pieces[P].Parent != P)
    P = Pieces[P].Parent = Pieces[Pieces[P].Parent].Parent;
  return P;
}

MemoryUses::Piece MemoryUses::fresh() {
  Piece New = Pieces.size();
  Pieces.push_back({New, std::nullopt, {}, {}});
  return New;
}

MemoryUses::Piece MemoryUses::behind(Piece Where) {
  Where = root(Where);
  if (!Pieces[Where].Behind) {
    Piece New = fresh(); // may move the pieces
    Pieces[Where].Behind = New;
  }
  return root(*Pieces[Where].Behind);
}

void MemoryUses::unite(Piece A, Piece B) {
  while ((A = root(A)) != (B = root(B))) {
    Content &To = Pieces[A], &From = Pieces[B];
    From.Parent = A;
    To.Types.insert(From.Types.begin(), From.Types.end());
    To.StorageTypes.insert(From.StorageTypes.begin(), From.StorageTypes.end());
    if (!From.Behind)
      return;
    if (!To.Behind) {
      To.Behind = From.Behind;
      return;
    }
    A = *To.Behind;
    B = *From.Behind;
  }
}

MemoryUses::Piece MemoryUses::of(const ValueDecl *D) {
  D = cast<ValueDecl>(D->getCanonicalDecl());
  if (auto It = Known.find(D); It != Known.end())
    return root(It->second);
  Piece Own = fresh();
  Known[D] = Own;
  const auto *F = dyn_cast<FunctionDecl>(D);
  QualType T = F ? F->getReturnType() : D->getType();
  bool IsStorage = true;
  Piece At = Own;
  const auto *Parameter = dyn_cast<ParmVarDecl>(D);
  const auto *Kernel = Parameter ? dyn_cast<FunctionDecl>(Parameter->getDeclContext()) : nullptr;
  bool IsArgument = Kernel && Kernel->hasAttr<CUDAGlobalAttr>(); // memory of that type
  for (;; IsStorage = IsArgument) {
    if (!T->isReferenceType())
      use(At, Context.getBaseElementType(T), IsStorage);
    T = T->isReferenceType() ? T : Context.getBaseElementType(T);
    if (!T->isPointerType() && !T->isReferenceType())
      return Own;
    T = T->getPointeeType();
    At = behind(At);
  }
}

void MemoryUses::use(Piece Where, QualType T, bool IsStorage) {
  T = Context.getBaseElementType(T);
  const auto *R = T->getAsCXXRecordDecl();
  if (T->isVoidType() || T->isFunctionType() || (R && !R->hasDefinition()))
    return;
  T = numberOf(Context, T).isNull() ? Context.getCanonicalType(T).getUnqualifiedType()
                                    : numberOf(Context, T);
  Content &C = Pieces[root(Where)];
  C.Types.insert(T.getTypePtr());
  if (IsStorage)
    C.StorageTypes.insert(T.getTypePtr());
}

bool MemoryUses::isAliased(Piece Where, QualType T) {
  QualType Number = numberOf(Context, T);
  if (Number.isNull())
    return false;
  const Content &C = Pieces[root(Where)];
  if (llvm::none_of(C.Types,
                    [&](const Type *U) { return hasOtherThan(Context, QualType(U, 0), Number); }))
    return false;
  // Others than numbers cannot say that they are used as something else.
  bool OnlyNumbers = llvm::all_of(
      C.Types, [](const Type *U) { return !U->isRecordType() && !U->isPointerType(); });
  return !OnlyNumbers || C.StorageTypes.size() != 1 ||
         C.StorageTypes.front() != Number.getTypePtr();
}

/// Adds what compilers tell apart of the parts of \p T: numbers by their type, and all pointers as
/// one. Bytes and vectors are the same memory as anything.
static void addParts(const ASTContext &Context, QualType T,
                     llvm::SmallPtrSetImpl<const Type *> &Parts) {
  T = Context.getBaseElementType(T);
  if (T->isPointerType() || T->isReferenceType())
    Parts.insert(Context.VoidPtrTy.getTypePtr());
  else if (QualType Number = numberOf(Context, T); !Number.isNull())
    Parts.insert(Number.getTypePtr());
  const auto *R = T->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition() || isVector(R))
    return;
  for (const CXXBaseSpecifier &B : R->bases())
    addParts(Context, B.getType(), Parts);
  for (const FieldDecl *F : R->fields())
    addParts(Context, F->getType(), Parts);
}

/// Returns true if objects of class \p R and of type \p Other, in one piece of memory, are other
/// memory for a compiler. A base is a member of its class.
static bool clash(const ASTContext &Context, const CXXRecordDecl *R, QualType Other) {
  const auto *O = Other->getAsCXXRecordDecl();
  if (!O && !Other->isPointerType())
    return false; // numbers say so themselves
  if (O && (O == R || R->isDerivedFrom(O) || O->isDerivedFrom(R)))
    return false;
  llvm::SmallPtrSet<const Type *, 4> Parts;
  addParts(Context, Context.getRecordType(R), Parts);
  if (Parts.empty())
    return false;
  unsigned Own = Parts.size();
  llvm::SmallPtrSet<const Type *, 4> OtherParts;
  addParts(Context, Other, OtherParts);
  Parts.insert(OtherParts.begin(), OtherParts.end());
  return !OtherParts.empty() && (Own > 1 || Parts.size() > 1);
}

bool MemoryUses::addAliasedRecords(Piece Where, llvm::SmallSetVector<const RecordDecl *, 4> &Out) {
  llvm::SmallVector<const Type *, 4> Types(Pieces[Where].Types.begin(), Pieces[Where].Types.end());
  bool Changed = false;
  for (const Type *T : Types) {
    const auto *R = T->getAsCXXRecordDecl();
    if (!R || !R->hasDefinition() || isVector(R))
      continue;
    R = R->getDefinition();
    if (Out.contains(R) || llvm::none_of(Types, [&](const Type *Other) {
          return clash(Context, R, QualType(Other, 0));
        }))
      continue;
    Changed = Out.insert(R) || Changed;
    // A pointer to a member leads to the same memory.
    for (const FieldDecl *F : R->fields())
      unite(of(F), Where);
    for (const CXXBaseSpecifier &B : R->bases())
      use(Where, B.getType(), false);
  }
  return Changed;
}

llvm::SmallSetVector<const RecordDecl *, 4> MemoryUses::aliasedRecords() {
  llvm::SmallSetVector<const RecordDecl *, 4> Out;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Piece P = 0; P < Pieces.size(); ++P) // their number grows
      if (root(P) == P)
        Changed |= addAliasedRecords(P, Out);
  }
  return Out;
}

} // namespace cu2cl
