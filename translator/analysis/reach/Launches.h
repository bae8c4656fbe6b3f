// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_LAUNCHES_H
#define CU2CL_ANALYSIS_REACH_LAUNCHES_H

#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace clang {
class CallExpr;
class DeclRefExpr;
class Expr;
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace cu2cl {

class ParsedSide;

/// x, y and z.
using BlockSize = std::array<unsigned, 3>;

/// Facts of the launches of one unit about each kernel instance, by USR: the block size if it is
/// the same constant in all of them, else nothing. A kernel that is named in another way than by a
/// launch has nothing either. A value without AST pointers.
using LaunchFacts = std::map<std::string, std::optional<BlockSize>>;

/// Facts of one unit, from its host AST.
LaunchFacts collectLaunches(const ParsedSide &Host);

/// The kernels that host code uses as values, by USR: whose address goes elsewhere than into a call
/// of the runtime. An instance of a template is there with its template. Also the functions of the
/// device alone that functions for both sides name.
using KernelValues = std::set<std::string>;

KernelValues collectKernelValues(const ParsedSide &Host);

/// Returns true if \p E, in an instance of a template, is a parameter of the template: `K<<<1,
/// 1>>>(d)`.
bool isTemplateParameter(const clang::Expr *E);

/// The kernel that argument \p Argument of \p Call names, where that is a call of the runtime's
/// which may have the kernel's handle instead: `cudaFuncGetAttributes(&a, (const void *)k)`; null
/// if it is something else. In \p Around, an instance of a template, `k<T>` has no handle that
/// would be right for all instances.
const clang::DeclRefExpr *kernelAskedFor(const clang::CallExpr *Call, const clang::Expr *Argument,
                                         const clang::FunctionDecl *Around);

/// The kernels whose launches agree on one block size in the whole program.
std::map<std::string, BlockSize> linkLaunches(llvm::ArrayRef<LaunchFacts> Units);

} // namespace cu2cl

#endif
