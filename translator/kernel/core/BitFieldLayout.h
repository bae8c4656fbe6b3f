// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_BITFIELDLAYOUT_H
#define CU2CL_KERNEL_CORE_BITFIELDLAYOUT_H

#include "clang/AST/Decl.h"
#include <string>
#include <vector>

namespace cu2cl {

/// The plain members that hold the bit-fields of a record, with CUDA's layout.
struct BitFieldPlan {
  struct Unit {
    uint64_t Offset = 0, Size = 0; ///< in bytes
    std::vector<const clang::FieldDecl *> Fields;
    std::string name() const; ///< "bits_first", after its first field
    std::string type() const; ///< "uint"
    /// In bytes; 1 for a word that lies at any byte and is declared as packed.
    uint64_t alignment() const;
    /// "uint bits_first", of a record that is packed as a whole or not.
    std::string declaration(bool InPacked) const;
  };
  std::vector<Unit> Units;
  bool Fits = true;       ///< false: some field lies in no free word
  uint64_t Alignment = 1; ///< of the members as they are emitted, in bytes

  const Unit *unitOf(const clang::FieldDecl *F) const;
};

/// Why a record is refused whose plan does not fit.
constexpr const char *noFreeWord() { return "its bits are in no word without other members"; }

bool hasBitFields(const clang::RecordDecl *D);
/// True if nothing is between the members of \p D: __attribute__((packed)), #pragma pack(1).
bool isPacked(const clang::RecordDecl *D);
BitFieldPlan planBitFields(const clang::ASTContext &Context, const clang::RecordDecl *D);

/// The first bit of \p F, from the beginning of its record.
uint64_t bitOffset(const clang::ASTContext &Context, const clang::FieldDecl *F);
/// OpenCL's type of the value of bit-field \p F, as it is printed.
clang::QualType bitFieldType(const clang::ASTContext &Context, const clang::FieldDecl *F);

} // namespace cu2cl

#endif
