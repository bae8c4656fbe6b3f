// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_BROKENNODES_H
#define CU2CL_FRONTEND_BROKENNODES_H

namespace clang {
class ASTContext;
}

namespace cu2cl {

/// Makes an AST with errors one that can be walked like any other. Where Clang gave up, it leaves
/// null pointers (elements of braces, initialisers of members and captures, default arguments), and
/// in code that is no template, expressions and variables whose type depends on something. The
/// former become a RecoveryExpr, the latter have type int. All of it lies in code that has a
/// message.
void closeBrokenNodes(clang::ASTContext &Context);

} // namespace cu2cl

#endif
