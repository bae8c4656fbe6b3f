// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_SYMBOLTYPES_H
#define CU2CL_HOST_UNIT_SYMBOLTYPES_H

#include "host/unit/HostUnit.h"

namespace cu2cl {

/// The class or enum that is defined in the declaration of \p V; null if there is none.
const clang::TagDecl *definedIn(const clang::VarDecl *V);
/// Puts \p Symbols where the declaration \p R has the variables, the first of them \p V, after it
/// their type \p D, which stays and gets a name if it has none. Returns false if it cannot.
bool keepType(HostUnit &U, const clang::VarDecl *V, const clang::TagDecl *D, const FileRange &R,
              llvm::StringRef Symbols);

/// True for a __device__ or __constant__ variable.
bool isSymbol(const clang::ValueDecl *D);

/// True if \p Init mentions such a variable, which is an object of clrt's in the output.
bool namesSymbol(const clang::Stmt *Init);

/// An integer or floating value in decimal digits.
std::string numberText(const clang::APValue &Value);
/// The same; in braces if it is an array of numbers.
std::string numbersText(const clang::APValue &Value);

/// Returns true if the project declares \p Word outside of namespaces and classes, where CUDA's
/// header has no such name then.
bool isNameOfProject(const HostUnit &U, llvm::StringRef Word);

/// \p Text of C++ with clrt's names in place of those of CUDA's runtime.
std::string withHostNames(const HostUnit &U, llvm::StringRef Text);

} // namespace cu2cl

#endif
