// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_INLINEASSEMBLY_H
#define CU2CL_FRONTEND_INLINEASSEMBLY_H

namespace clang {
class CompoundStmt;
class Sema;
class SourceManager;
class SourceLocation;
} // namespace clang

namespace cu2cl {

/// Puts calls of device functions in the place of the asm statements of device code whose
/// instructions the catalog knows (PtxInstructions.def), as if the user had written them:
/// `asm("popc.b32 %0, %1;" : "=r"(n) : "r"(x))` becomes `(n = __popc(x))`, so that all analyses see
/// what it reads and writes, which threads differ in it, and what is exchanged. Nodes without a
/// text of their own are at the word `asm`. Other asm statements stay.
void writeOutAssembly(clang::Sema &S);

/// Returns true if \p Block stands for an asm statement, after which comes a semicolon.
bool isAssemblyBlock(const clang::CompoundStmt *Block);

/// Returns true if \p Loc is the word `asm` of a statement.
bool isAtAssembly(clang::SourceLocation Loc, const clang::SourceManager &Sources);

} // namespace cu2cl

#endif
