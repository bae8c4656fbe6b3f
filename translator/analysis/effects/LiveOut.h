// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_LIVEOUT_H
#define CU2CL_ANALYSIS_EFFECTS_LIVEOUT_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <memory>

namespace clang {
class CFG;
}

namespace cu2cl {

/// Live-out values of a function's statements, by the function's control flow.
class LiveOut {
public:
  explicit LiveOut(const clang::FunctionDecl *F);
  ~LiveOut();

  /// Returns true if \p Var may be read after \p Block, or in \p Block itself in the next round of
  /// a loop around it, before all of it gets another value: `Var = e`, or its declaration is met
  /// again. A reference to it, or a lambda that has it by reference, may read it at any time.
  bool contains(const clang::Stmt *Block, const clang::VarDecl *Var) const;

private:
  const clang::FunctionDecl *F;
  mutable std::unique_ptr<clang::CFG> Graph; ///< made when it is asked for
};

} // namespace cu2cl

#endif
