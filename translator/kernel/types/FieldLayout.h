// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_TYPES_MEMBERPLACES_H
#define CU2CL_KERNEL_TYPES_MEMBERPLACES_H

#include "clang/AST/Decl.h"
#include <string>

namespace cu2cl {

/// The first byte after the bases of \p D.
uint64_t endOfBases(const clang::CXXRecordDecl *D);

/// The bytes that the offset of \p F is a multiple of, with what `__align__`, `packed` and
/// `#pragma pack` say.
uint64_t placeAlignment(const clang::FieldDecl *F);
/// The attributes, with a blank in front, with which C puts \p F where C++ has it in a struct that
/// is packed as a whole where isPacked says so; empty if it needs none.
std::string placeAttributes(const clang::FieldDecl *F);
/// Returns true if members of \p D are closer than their types ask, but for `packed` as a whole.
bool hasCloserMembers(const clang::RecordDecl *D);
/// The bytes that C gives an object of type \p T, whose parts are members: it puts nothing into the
/// padding after a base, as C++ does.
uint64_t sizeInC(const clang::ASTContext &Context, clang::QualType T);
/// " __attribute__((aligned(8)))"
std::string alignedText(uint64_t Bytes);

} // namespace cu2cl

#endif
