// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_DESTRUCTORS_H
#define CU2CL_KERNEL_STATEMENTS_DESTRUCTORS_H

#include "frontend/InvisibleReferences.h"
#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// The temporary that lives as long as reference \p V, to which it is bound as a whole; null if it
/// has no destructor or there is none.
const clang::CXXBindTemporaryExpr *keptTemporary(const clang::VarDecl *V);

/// The call of the destructor of \p Object (see AddressSpaceMap::destructor), which lies at
/// \p Address.
Fragment printEnd(KernelPrinter &P, const void *Object, const std::string &Address,
                  clang::SourceLocation Loc);

/// The value of \p R. A local variable that is returned is the result itself: nothing is copied.
Fragment printReturned(KernelPrinter &P, const clang::ReturnStmt *R);

/// The calls of destructors at the end of \p Block, last variable first; empty if there are none or
/// control never gets there.
Fragment printScopeEnd(KernelPrinter &P, const clang::CompoundStmt *Block);

/// The same at the end of \p S, an `if`, `for` or `switch`, for what its head declares.
Fragment printHeadEnd(KernelPrinter &P, const clang::Stmt *S);

/// The ends of what \p S declares, the last one first.
Fragment printDeclarationEnd(KernelPrinter &P, const clang::DeclStmt *S);

/// The same for what the condition of loop \p S declares, at the end of each round.
Fragment printRoundEnd(KernelPrinter &P, const clang::Stmt *S);

/// The calls that leaving by \p S (return, break, continue, goto) makes.
Fragment printScopeExit(KernelPrinter &P, const clang::Stmt *S);

/// Whether \p V, or what a reference \p V makes live as long as it does, ends with an effect.
bool hasEnding(const clang::VarDecl *V);
/// A declaration in \p S of a variable that ends with an effect; null if there is none.
const clang::Stmt *findEnding(const clang::Stmt *S);
/// Whether \p S makes a temporary whose end has an effect.
bool makesEndingTemporary(const clang::Stmt *S);

} // namespace cu2cl

#endif
