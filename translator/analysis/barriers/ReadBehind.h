// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_READBEHIND_H
#define CU2CL_ANALYSIS_BARRIERS_READBEHIND_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace cu2cl {

/// Whether \p S names \p Var where it runs.
bool names(const clang::Stmt *S, const clang::VarDecl *Var);
/// Whether \p Var is declared in \p S.
bool declares(const clang::Stmt *S, const clang::VarDecl *Var);
/// Whether threads that did not go through \p Block, a statement of \p F's body, may read \p Var
/// behind it, or in the next round of a loop around it, before they set it: `Var = e` or
/// `for (Var = e; ...`.
bool isReadBehind(const clang::FunctionDecl *F, const clang::Stmt *Block,
                  const clang::VarDecl *Var);

/// Where \p S, a statement of \p F's body, may begin for the first time: the beginning of the
/// outermost loop around it, if there is one.
clang::SourceLocation firstBeginOf(const clang::FunctionDecl *F, const clang::Stmt *S);

} // namespace cu2cl

#endif
