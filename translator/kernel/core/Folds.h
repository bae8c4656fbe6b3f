// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_FOLDS_H
#define CU2CL_KERNEL_CORE_FOLDS_H

#include "core/source/TokenRange.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <vector>

namespace cu2cl {

/// The fold expressions `(args + ...)` of templates, by their tokens with the parentheses. What an
/// instance has in their place begins and ends somewhere inside of them. Also `new (place) T`,
/// which in an instance ends after its first token.
class FoldRanges {
public:
  /// Adds those in the text of the template that \p F is an instance of.
  void note(const clang::FunctionDecl *F,
            llvm::function_ref<TokenRange(clang::SourceRange)> TokensOf);
  /// \p R with all of each fold that it has a part of, and of a new expression at its end.
  TokenRange widened(TokenRange R) const;
  /// The fold that \p Inner, a part of \p Outer, stands for; \p Inner if it stands for itself.
  TokenRange placeOf(TokenRange Inner, TokenRange Outer) const;

private:
  std::vector<TokenRange> Ranges;
  std::map<unsigned, unsigned> NewEnds; ///< of new expressions, by their first tokens
};

class KernelPrinter;
class Fragment;

/// \p S, which stands for a fold, in its place inside of an expression.
Fragment printFolded(KernelPrinter &P, const clang::Stmt *S);
/// The same as a statement, without the ';' after it: a fold over ',' is one statement a part.
Fragment printFoldStatement(KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif
