// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_CALLS_HANDLEFINDERS_H
#define CU2CL_HOST_CALLS_HANDLEFINDERS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
class FunctionTemplateDecl;
} // namespace clang

namespace cu2cl {

class HostUnit;

/// The kernel templates that are called as \p Template is, in the order of their declarations.
std::vector<const clang::FunctionTemplateDecl *>
kernelOverloads(const clang::FunctionTemplateDecl *Template);

/// "scale_for": the class template that finds a handle by the arguments of the kernel \p Template;
/// of the second template of this name "scale_for_2".
std::string byArguments(const HostUnit &U, const clang::FunctionTemplateDecl *Template);

/// "scale_chosen": the function that finds the handle of a kernel called \p Name, which may have a
/// qualifier, by overload resolution, as CUDA finds the kernel.
std::string byOverload(const HostUnit &U, llvm::StringRef Name);

/// The template or function that \p Kernel is, or is an instance of.
const clang::FunctionDecl *kernelPattern(const clang::FunctionDecl *Kernel);

/// Returns true if byOverload() can tell \p Pattern: its template parameters have names.
bool canChoose(const clang::FunctionDecl *Pattern);

} // namespace cu2cl

#endif
