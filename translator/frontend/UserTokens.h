// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_USERTOKENS_H
#define CU2CL_FRONTEND_USERTOKENS_H

#include "frontend/ParsedUnit.h"

namespace cu2cl {

/// Collects the tokens of a parse whose text may be edited or translated: those of the project's
/// files and, for device code, of the C++ library (analysis/reach/LibraryCode.h). For the rest,
/// which is most of what a small program includes, Clang's TokenBuffer would take a seventh of the
/// time.
class UserTokens {
public:
  /// Before the parse. \p Compiler has a preprocessor, and lives until consume().
  /// \p Added: words that the parser reads and that are no tokens of the text; may be null
  UserTokens(clang::CompilerInstance &Compiler, Side S, llvm::StringRef ProjectRoot,
             std::shared_ptr<const RedeclaredSides> Added);

  /// After the parse, once.
  std::unique_ptr<clang::syntax::TokenBuffer> consume();

  /// After the parse: whether the word `asm` is among the tokens.
  bool nameAssembly() const { return NamesAssembly; }

private:
  clang::syntax::TokenCollector Collector;
  std::shared_ptr<bool> InUserText; ///< the preprocessor lives longer than this
  bool NamesAssembly = false;
};

} // namespace cu2cl

#endif
