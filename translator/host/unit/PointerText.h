// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_POINTERTEXT_H
#define CU2CL_HOST_UNIT_POINTERTEXT_H

#include "host/unit/HostUnit.h"

namespace cu2cl {

/// The specifiers of a declaration as they are written.
struct Specifiers {
  std::string File;
  std::string Storage; ///< "static ", empty, ...: with a space at the end
  std::string Type;    ///< "const float"
};

/// Null if they are not written in one place.
std::optional<Specifiers> specifiersOf(const EditSource &Source, const clang::DeclaratorDecl *D);

/// `float *` becomes `cl_mem`. False if the text cannot be edited.
bool rewritePointer(EditSource &Source, const WrittenPointer &Pointer);

/// Removes the star of a declarator whose specifiers already say that it is a device pointer.
bool removeStar(EditSource &Source, const WrittenPointer &Pointer);

/// Removes `__restrict__` at \p Offset, right after a star.
void removeRestrict(EditSource &Source, clang::FileID File, unsigned Offset);

} // namespace cu2cl

#endif
