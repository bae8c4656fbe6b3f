// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_TYPES_BITFIELDS_H
#define CU2CL_KERNEL_TYPES_BITFIELDS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// The plain members that hold the bit-fields of a record, with CUDA's layout.
struct BitFieldPlan {
  struct Unit {
    uint64_t Offset = 0, Size = 0; ///< in bytes
    std::vector<const clang::FieldDecl *> Fields;
    std::string name() const; ///< "bits_first", after its first field
    std::string type() const; ///< "uint"
  };
  std::vector<Unit> Units;
  bool Fits = true;       ///< false: some field lies in no word of its own
  uint64_t Alignment = 1; ///< of the members as they are emitted, in bytes

  const Unit *unitOf(const clang::FieldDecl *F) const;
};

bool hasBitFields(const clang::RecordDecl *D);
/// True if nothing stands between the members of \p D: __attribute__((packed)), #pragma pack(1).
bool isPacked(const clang::RecordDecl *D);
BitFieldPlan planBitFields(const clang::ASTContext &Context, const clang::RecordDecl *D);

/// "#define Flags_mode bits_on, 3, 5" for the bit-fields of \p D, one a line, each with a line end
/// in front.
std::string bitFieldMacros(KernelPrinter &P, const clang::RecordDecl *D);

/// "clrt_set_bits(self, Flags_mode, mode);" of a constructor; in front of the first field of a word
/// the word is cleared. \p Started holds the words that are.
Fragment bitFieldInitialiser(KernelPrinter &P, const clang::FieldDecl *F, const clang::Expr *Init,
                             std::set<std::string> &Started);

/// OpenCL's type of the value of bit-field \p F, as it is printed.
clang::QualType bitFieldType(const clang::ASTContext &Context, const clang::FieldDecl *F);

/// The members of \p List, a record with bit-fields, as ".name = value".
std::vector<Fragment> bitFieldInitialisers(KernelPrinter &P, const clang::InitListExpr *List);

} // namespace cu2cl

#endif
