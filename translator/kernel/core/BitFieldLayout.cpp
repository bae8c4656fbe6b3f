// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/BitFieldLayout.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace cu2cl {

std::string BitFieldPlan::Unit::name() const { return "bits_" + Fields.front()->getName().str(); }

std::string BitFieldPlan::Unit::type() const {
  return Size == 1 ? "uchar" : Size == 2 ? "ushort" : Size == 4 ? "uint" : "ulong";
}

uint64_t BitFieldPlan::Unit::alignment() const { return Offset % Size ? 1 : Size; }

std::string BitFieldPlan::Unit::declaration(bool InPacked) const {
  return type() + " " + name() +
         (!InPacked && alignment() < Size ? " __attribute__((packed))" : "");
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

namespace {

using Bytes = std::pair<uint64_t, uint64_t>; ///< [first, end)

/// Finds a word for each bit-field of a record.
class WordFinder {
public:
  WordFinder(const ASTContext &Context, const RecordDecl *D)
      : Context(Context), D(D), Total(Context.getASTRecordLayout(D).getSize().getQuantity()) {
    for (const FieldDecl *F : D->fields())
      if (!F->isBitField() && !D->isUnion()) {
        uint64_t At = bitOffset(Context, F) / 8;
        Members.push_back({At, At + Context.getTypeSizeInChars(F->getType()).getQuantity()});
      }
  }

  BitFieldPlan Plan;

  /// Puts \p F into a word that is there or into one of its own; false if there is room for none.
  bool place(const FieldDecl *F) {
    uint64_t First = bitOffset(Context, F), Last = First + F->getBitWidthValue(Context);
    if (!D->isUnion())
      for (BitFieldPlan::Unit &U : Plan.Units)
        if (U.Offset * 8 <= First && Last <= (U.Offset + U.Size) * 8) {
          U.Fields.push_back(F);
          return true;
        }
    for (uint64_t Size = Context.getTypeSizeInChars(F->getType()).getQuantity(); Size; Size /= 2) {
      uint64_t Offset = First / 8 / Size * Size;
      if (Last <= (Offset + Size) * 8 && addWord(F, Offset, Size))
        return true;
    }
    // Beside an ordinary member, `bool b; unsigned f : 14;`, or in a packed struct: at any byte.
    uint64_t Begin = First / 8, End = (Last + 7) / 8;
    for (uint64_t Size = llvm::PowerOf2Ceil(End - Begin); Size <= 8; Size *= 2)
      for (uint64_t Offset = End > Size ? End - Size : 0; Offset <= Begin; ++Offset)
        if (addWord(F, Offset, Size))
          return true;
    return false;
  }

private:
  const ASTContext &Context;
  const RecordDecl *D;
  uint64_t Total; ///< bytes of the record
  std::vector<Bytes> Members;

  /// Makes a word for \p F if its bytes are free; it takes in the words inside of it.
  bool addWord(const FieldDecl *F, uint64_t Offset, uint64_t Size) {
    BitFieldPlan::Unit New{Offset, Size, {}};
    uint64_t End = Offset + Size;
    auto Inside = [&](const BitFieldPlan::Unit &U) {
      return Offset <= U.Offset && U.Offset + U.Size <= End;
    };
    if (End > Total ||
        llvm::any_of(Members, [&](const Bytes &M) { return M.first < End && Offset < M.second; }))
      return false;
    if (!D->isUnion()) {
      for (const BitFieldPlan::Unit &U : Plan.Units)
        if (U.Offset < End && Offset < U.Offset + U.Size && !Inside(U))
          return false;
      for (const BitFieldPlan::Unit &U : Plan.Units)
        if (Inside(U))
          New.Fields.insert(New.Fields.end(), U.Fields.begin(), U.Fields.end());
      llvm::erase_if(Plan.Units, Inside);
    }
    New.Fields.push_back(F);
    Plan.Units.push_back(std::move(New));
    return true;
  }
};

} // namespace

BitFieldPlan planBitFields(const ASTContext &Context, const RecordDecl *D) {
  WordFinder Find(Context, D);
  BitFieldPlan &Plan = Find.Plan;
  for (const FieldDecl *F : D->fields())
    if (!F->isBitField())
      Plan.Alignment = std::max<uint64_t>(Plan.Alignment, Context.getDeclAlign(F).getQuantity());
    else if (F->getIdentifier())
      Plan.Fits &= Find.place(F);
  for (const BitFieldPlan::Unit &U : Plan.Units)
    Plan.Alignment = std::max(Plan.Alignment, U.alignment());
  if (isPacked(D))
    Plan.Alignment = 1;
  return std::move(Plan);
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
