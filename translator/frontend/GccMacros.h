// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_GCCMACROS_H
#define CU2CL_FRONTEND_GCCMACROS_H

#include "clang/Frontend/CompilerInstance.h"

namespace cu2cl {

/// Lets text of the project ask about its compiler as if that were GCC 12, nvcc's host compiler:
/// there is no __clang__, and __GNUC__ is 12. Headers of the system see Clang as it is. To be
/// called before the parse.
void answerAsGcc(clang::CompilerInstance &Compiler, llvm::StringRef ProjectRoot);

} // namespace cu2cl

#endif
