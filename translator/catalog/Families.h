// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CATALOG_FAMILIES_H
#define CU2CL_CATALOG_FAMILIES_H

#include "llvm/ADT/StringRef.h"

namespace cu2cl::catalog {

/// A library that names belong to by how they begin.
struct Family {
  llvm::StringRef Prefix, Title;
  unsigned DeviceDiag; ///< in kernels; 0: it has nothing for them
  llvm::StringRef Purpose, Instead;
};

/// A word of the language.
struct Word {
  llvm::StringRef Cuda, Becomes, Note;
};

/// Null if \p Name belongs to no library that is known.
const Family *findFamily(llvm::StringRef Name);
const Word *findWord(llvm::StringRef Name);

} // namespace cu2cl::catalog

#endif
