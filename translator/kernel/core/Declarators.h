// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_DECLARATORS_H
#define CU2CL_KERNEL_CORE_DECLARATORS_H

#include "kernel/core/KernelPrinter.h"
#include "kernel/core/TypeText.h"

namespace cu2cl {

/// How a variable, parameter or field is to be declared.
struct DeclarationStyle {
  std::string Storage; ///< "__local" or nothing
  std::string Name;
  /// The declaration of a kernel's parameter that cannot have its own type.
  std::optional<TypeText::Split> Given;
  TypeText::Spaces Space;
  StoredIn Where = StoredIn::Value;
  bool ReferenceByValue = false; ///< a reference becomes a plain value
  bool DropTopConst = false;     ///< of what the output changes
  bool IsAliased = false;        ///< leads to memory that is used as another type, too
};

/// A declaration in two parts: "__global const float" and "*p".
struct SplitDeclaration {
  Fragment Specifiers, Declarator;
  std::string Key;    ///< equal for declarators that may share their specifiers
  TokenRange Tokens;  ///< of the declarator; empty if it was built from the type
  unsigned Begin = 0; ///< first token of the specifiers that were kept
  Fragment whole() const { return Specifiers + " " + Declarator; }
};

/// Returns true if token \p Index is `const` or `volatile`.
bool isQualifierToken(const DeviceUnit &Unit, unsigned Index);

/// Declares \p D. Keeps the user's tokens where the type is spelled with all its pointers, else
/// spells the type.
SplitDeclaration printDeclaration(KernelPrinter &P, const clang::DeclaratorDecl *D,
                                  const DeclarationStyle &Style);

/// The tokens of a type name as written, with \p T's own qualifiers, if they mean the same in
/// OpenCL C; else \p T spelled out. \p T is no pointer, array or reference.
Fragment printTypeName(KernelPrinter &P, clang::TypeLoc Written, clang::QualType T, StoredIn Where,
                       const RecordClone *Record = nullptr, bool IsAliased = false);

} // namespace cu2cl

#endif
