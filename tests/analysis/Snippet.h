// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TESTS_ANALYSIS_SNIPPET_H
#define CU2CL_TESTS_ANALYSIS_SNIPPET_H

#include "frontend/ParsedUnit.h"
#include "llvm/ADT/StringRef.h"

namespace cu2cl::test {

/// Parses \p Text as the file \p Name of a fresh folder. Errors of Clang fail the test.
std::unique_ptr<ParsedSide> parse(llvm::StringRef Text, Side S, llvm::StringRef Name = "t.cu");

/// The function (with a body), variable, parameter or field called \p Name, first in the file;
/// "f.x" is the variable or parameter x of function f.
const clang::FunctionDecl *function(const ParsedSide &P, llvm::StringRef Name);
const clang::ValueDecl *variable(const ParsedSide &P, llvm::StringRef Name);
/// The \p Nth call in \p F of a function called \p Callee.
const clang::CallExpr *callIn(const clang::FunctionDecl *F, llvm::StringRef Callee,
                              unsigned Nth = 0);

} // namespace cu2cl::test

#endif
