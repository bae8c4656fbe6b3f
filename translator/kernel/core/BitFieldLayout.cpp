// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/BitFieldLayout.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

std::string BitFieldPlan::Unit::name() const { return "bits_" + Fields.front()->getName().str(); }

std::string BitFieldPlan::Unit::type() const {
  return Size == 1 ? "uchar" : Size == 2 ? "ushort" : Size == 4 ? "uint" : "ulong";
}

const BitFieldPlan::Unit *BitFieldPlan::unitOf(const FieldDecl *F) const {
  for (const Unit &U : Units)
    if (llvm::is_contained(U.Fields, F))
      return &U;
  return nullptr;
}

bool hasBitFields(const RecordDecl *D) {
  return llvm::any_of(D->fields(), [](const FieldDecl *F) { return F->isBitField(); });
}

uint64_t bitOffset(const ASTContext &Context, const FieldDecl *F) {
  return Context.getASTRecordLayout(F->getParent()).getFieldOffset(F->getFieldIndex());
}

BitFieldPlan planBitFields(const ASTContext &Context, const RecordDecl *D) {
  BitFieldPlan Plan;
  uint64_t Total = Context.getASTRecordLayout(D).getSize().getQuantity();
  std::vector<std::pair<uint64_t, uint64_t>> Taken; // bytes of ordinary members
  for (const FieldDecl *F : D->fields())
    if (!F->isBitField() && !D->isUnion()) {
      uint64_t At = bitOffset(Context, F) / 8;
      Taken.push_back({At, At + Context.getTypeSizeInChars(F->getType()).getQuantity()});
    }
  for (const FieldDecl *F : D->fields()) {
    if (!F->isBitField()) {
      Plan.Alignment = std::max<uint64_t>(Plan.Alignment, Context.getDeclAlign(F).getQuantity());
      continue;
    }
    if (!F->getIdentifier())
      continue;
    uint64_t First = bitOffset(Context, F), Last = First + F->getBitWidthValue(Context);
    bool Placed = false;
    if (!D->isUnion())
      for (BitFieldPlan::Unit &U : Plan.Units)
        if (U.Offset * 8 <= First && Last <= (U.Offset + U.Size) * 8 && !Placed) {
          U.Fields.push_back(F);
          Placed = true;
        }
    for (uint64_t Size = Context.getTypeSizeInChars(F->getType()).getQuantity();
         Size != 0 && !Placed; Size /= 2) {
      BitFieldPlan::Unit New;
      New.Offset = First / 8 / Size * Size;
      New.Size = Size;
      uint64_t End = New.Offset + Size;
      bool Free = Last <= End * 8 && End <= Total;
      for (auto [Begin, Behind] : Taken)
        Free &= Behind <= New.Offset || End <= Begin;
      if (!Free)
        continue;
      // A wider word takes in those before it.
      if (!D->isUnion())
        llvm::erase_if(Plan.Units, [&](const BitFieldPlan::Unit &U) {
          bool Inside = New.Offset <= U.Offset && U.Offset + U.Size <= End;
          if (Inside)
            New.Fields.insert(New.Fields.end(), U.Fields.begin(), U.Fields.end());
          return Inside;
        });
      New.Fields.push_back(F);
      Plan.Units.push_back(std::move(New));
      Placed = true;
    }
    Plan.Fits &= Placed;
  }
  for (const BitFieldPlan::Unit &U : Plan.Units)
    Plan.Alignment = std::max(Plan.Alignment, U.Size);
  if (isPacked(D))
    Plan.Alignment = 1;
  return Plan;
}

bool isPacked(const RecordDecl *D) {
  const auto *Most = D->getAttr<MaxFieldAlignmentAttr>(); // in bits
  return D->hasAttr<PackedAttr>() || (Most && Most->getAlignment() == 8);
}

QualType bitFieldType(const ASTContext &Context, const FieldDecl *F) {
  unsigned Width = F->getBitWidthValue(Context);
  if (F->getType()->isSignedIntegerOrEnumerationType())
    return Width > 32 ? Context.LongTy : Context.IntTy;
  return Width == 32 ? Context.UnsignedIntTy : Width > 31 ? Context.UnsignedLongTy : Context.IntTy;
}

} // namespace cu2cl
