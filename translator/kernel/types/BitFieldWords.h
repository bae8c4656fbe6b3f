// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_TYPES_BITFIELDWORDS_H
#define CU2CL_KERNEL_TYPES_BITFIELDWORDS_H

#include "kernel/core/BitFieldLayout.h"
#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// The class whose name the macro of \p F carries: anonymous structs have none.
const clang::RecordDecl *namedRecord(const clang::FieldDecl *F);

/// The name of the macro of \p F: "Flags_mode".
std::string bitFieldMacro(KernelPrinter &P, const clang::FieldDecl *F);

/// Marks \p S, which does with a bit-field what has no translation.
Fragment unsupportedBitField(KernelPrinter &P, const clang::Stmt *S, const char *Why);

/// "#define Flags_mode bits_on, 3, 5" for the bit-fields of \p D, one a line, each with a line end
/// in front.
std::string bitFieldMacros(KernelPrinter &P, const clang::RecordDecl *D);

/// "clrt_set_bits(self, Flags_mode, mode);" of a constructor; in front of the first field of a word
/// the word is cleared. \p Started holds the words that are.
Fragment bitFieldInitialiser(KernelPrinter &P, const clang::FieldDecl *F, const clang::Expr *Init,
                             std::set<std::string> &Started);

/// The members of \p List, a record with bit-fields, as ".name = value".
std::vector<Fragment> bitFieldInitialisers(KernelPrinter &P, const clang::InitListExpr *List);

} // namespace cu2cl

#endif
