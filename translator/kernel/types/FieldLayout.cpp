// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Computes the layout of a struct.
//
// Effect: OpenCL C has no `#pragma pack`. A struct under pack(1) is packed as a whole; under
// pack(2) and more each member that its type would put elsewhere says so:
//   double d __attribute__((packed, aligned(4)));

#include "kernel/types/FieldLayout.h"
#include "kernel/types/BitFieldWords.h"
#include "kernel/types/Inheritance.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace cu2cl {

static uint64_t ordinaryAlignment(const FieldDecl *F) {
  ASTContext &Context = F->getASTContext();
  QualType T = F->getType();
  if (T->isReferenceType())
    T = Context.getPointerType(T->getPointeeType());
  return Context.getTypeAlignInChars(T).getQuantity();
}

uint64_t placeAlignment(const FieldDecl *F) {
  const RecordDecl *D = F->getParent();
  bool IsPacked = D->hasAttr<PackedAttr>() || F->hasAttr<PackedAttr>();
  uint64_t Bytes =
      std::max<uint64_t>(IsPacked ? 1 : ordinaryAlignment(F), F->getMaxAlignment() / 8);
  const auto *Most = D->getAttr<MaxFieldAlignmentAttr>();
  return Most ? std::min<uint64_t>(Bytes, Most->getAlignment() / 8) : Bytes;
}

std::string placeAttributes(const FieldDecl *F) {
  uint64_t Bytes = placeAlignment(F), Before = isPacked(F->getParent()) ? 1 : ordinaryAlignment(F);
  if (Bytes == Before)
    return "";
  if (Bytes > Before)
    return alignedText(Bytes);
  return Bytes == 1 ? " __attribute__((packed))"
                    : " __attribute__((packed, aligned(" + std::to_string(Bytes) + ")))";
}

bool hasCloserMembers(const RecordDecl *D) {
  return llvm::any_of(D->fields(), [](const FieldDecl *F) {
    return !F->isBitField() && placeAlignment(F) < ordinaryAlignment(F);
  });
}

uint64_t sizeInC(const ASTContext &Context, QualType T) {
  if (const ConstantArrayType *A = Context.getAsConstantArrayType(T))
    return A->getSize().getZExtValue() * sizeInC(Context, A->getElementType());
  if (T->isMemberFunctionPointerType())
    return 8; // the number of a function; CUDA has how to move `this` beside it
  const RecordDecl *D = T->getAsRecordDecl();
  uint64_t InCxx = Context.getTypeSizeInChars(T).getQuantity(), Size = 0;
  if (!D || isPacked(D) || hasCloserMembers(D) ||
      llvm::any_of(D->fields(), [](const FieldDecl *F) { return F->isBitField(); }))
    return InCxx;
  auto Add = [&](QualType Part) {
    uint64_t Bytes = sizeInC(Context, Part);
    Size = D->isUnion()
               ? std::max(Size, Bytes)
               : llvm::alignTo(Size, Context.getTypeAlignInChars(Part).getQuantity()) + Bytes;
  };
  if (const auto *C = dyn_cast<CXXRecordDecl>(D))
    for (const CXXBaseSpecifier &B : C->bases())
      if (isMember(C, B.getType()->getAsCXXRecordDecl()))
        Add(B.getType());
  for (const FieldDecl *F : D->fields())
    Add(F->getType()->isReferenceType() ? Context.getPointerType(F->getType()->getPointeeType())
                                        : F->getType());
  return Size ? llvm::alignTo(Size, Context.getTypeAlignInChars(T).getQuantity()) : InCxx;
}

uint64_t endOfBases(const CXXRecordDecl *D) {
  const ASTContext &Context = D->getASTContext();
  CharUnits Behind = CharUnits::Zero();
  for (const CXXBaseSpecifier &B : D->bases())
    if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl(); isMember(D, Base))
      Behind = std::max(Behind, Context.getASTRecordLayout(D).getBaseClassOffset(Base) +
                                    Context.getASTRecordLayout(Base).getSize());
  return Behind.getQuantity();
}

std::string alignedText(uint64_t Bytes) {
  return " __attribute__((aligned(" + std::to_string(Bytes) + ")))";
}

} // namespace cu2cl
