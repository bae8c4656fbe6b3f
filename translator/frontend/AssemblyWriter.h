// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_ASSEMBLYWRITER_H
#define CU2CL_FRONTEND_ASSEMBLYWRITER_H

#include <string>

namespace clang {
class AsmStmt;
class FunctionDecl;
class GCCAsmStmt;
class Sema;
class Stmt;
} // namespace clang

namespace cu2cl {

/// Returns the replacement of \p Asm, a statement of \p F: one expression in parentheses that are
/// the word `asm` and the statement's last one, or a block between these. Null if the catalog does
/// not know an instruction, or its operands are not those of its rows.
clang::Stmt *writeAssembly(clang::Sema &S, clang::FunctionDecl *F, const clang::GCCAsmStmt *Asm);

/// Returns the part of \p Asm, which stays, that a message shows: the first instruction that the
/// catalog does not know, else the beginning of the text.
std::string untranslatedPart(const clang::AsmStmt *Asm);

} // namespace cu2cl

#endif
