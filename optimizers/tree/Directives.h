// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TREE_DIRECTIVES_H
#define CU2CL_OPTIMIZERS_TREE_DIRECTIVES_H

#include "optimizers/tree/Source.h"
#include "optimizers/tree/Tree.h"

namespace cu2cl::opt {

/// A line of the preprocessor with those that continue it.
struct Directive {
  Span Text;
  llvm::StringRef Word; ///< `ifdef`
  bool isBranch() const { return Word.starts_with("if"); }
};

/// The directives in the bytes \p Of of the main file.
std::vector<Directive> directivesIn(const Source &From, Span Of);

/// The lines of the preprocessor in a kernel, of whose branches the tree has those that its parse
/// took.
struct Branches {
  /// Lines, to be put ahead of a variant, that stop a compiler that would take other branches.
  std::string Check;
  /// Why the tree does not have the kernel's meaning, if that is so.
  std::string Wrong;
};
Branches branchesOf(const Source &From, const Kernel &K);

} // namespace cu2cl::opt

#endif
