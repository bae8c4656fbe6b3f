// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TREE_GAPS_H
#define CU2CL_OPTIMIZERS_TREE_GAPS_H

#include "optimizers/tree/Source.h"

namespace cu2cl::opt {

/// The text of the source between two statements.
struct Gap {
  std::string Trail;         ///< a comment on the line of the statement before
  std::string Lead;          ///< comments and #pragma lines, each with a newline
  std::string TrailBlanks;   ///< ahead of Trail
  bool HasEmptyLine = false; ///< ahead of Lead
};

/// Texts of a source that are not those of expressions.
class SourceTexts {
public:
  explicit SourceTexts(const Source &From) : From(From) {}

  /// The bytes of \p S with the `;` after it.
  std::optional<Span> wholeSpan(const clang::Stmt *S) const;
  Gap gap(unsigned Begin, unsigned End) const;
  /// The attributes of \p S with a newline; empty for those that #pragma lines have made.
  std::string attributes(const clang::AttributedStmt *S) const;
  /// The token or the text that \p E was written as.
  std::string spelling(const clang::Expr *E) const;

private:
  const Source &From;
};

} // namespace cu2cl::opt

#endif
