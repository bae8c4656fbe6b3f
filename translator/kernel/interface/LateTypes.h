// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_INTERFACE_LATETYPES_H
#define CU2CL_KERNEL_INTERFACE_LATETYPES_H

#include "clang/AST/ASTContext.h"

namespace cu2cl {

/// Which types the header of a kernel's handles can name: a template that launches the kernel may
/// precede their declarations, and then so does the header.
class LateTypes {
public:
  LateTypes(const clang::ASTContext &Context, clang::SourceLocation Kernel)
      : Context(Context), Kernel(Kernel) {}

  /// Returns true if \p T is, points to or is an instance for a type that is declared after the
  /// kernel.
  bool isLate(clang::QualType T) const;

  /// Returns false for a late type that has no declaration without its definition, or has it only
  /// inside of a class: a nested class, an enumeration, `typedef struct { ... } Pair`.
  bool canDeclare(clang::QualType T) const;

  /// \p T by a name that means the same where the header is: without the names of types that are
  /// declared after the kernel or in a class or namespace.
  clang::QualType nameable(clang::QualType T) const;

private:
  bool isAfterKernel(const clang::Decl *D) const;
  bool isLate(const clang::TagDecl *Tag) const;
  bool anyTag(clang::QualType T, llvm::function_ref<bool(const clang::TagDecl *)> Condition) const;

  const clang::ASTContext &Context;
  clang::SourceLocation Kernel;
};

} // namespace cu2cl

#endif
