// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_DIALECT_DIALECT_H
#define CU2CL_ANALYSIS_DIALECT_DIALECT_H

#include "catalog/Roles.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <optional>

/// Tells which CUDA entity a declaration or expression is. Analyses and rules ask here and compare
/// no names: the catalog's rows know them, and a name counts only where CUDA's or the system's
/// headers, or the compiler, declare it. What a project calls its own functions and variables means
/// nothing.
namespace cu2cl {

namespace catalog {
struct HostFunction;
}

/// Returns true if headers of CUDA or of the system, or the compiler, declare \p D, and not the
/// project.
bool isOfSystem(const clang::Decl *D);

/// Returns true if \p F is a function that only the device has, and no kernel.
bool isForDeviceAlone(const clang::FunctionDecl *F);

/// Returns true if \p D is in a header of cuda/lib: CUDA's, with bodies that are translated.
bool isOfDeviceLibrary(const clang::Decl *D);
/// The value that \p Call of such a function always gives, if its body is `return` and a constant.
std::optional<llvm::APSInt> libraryConstant(const clang::CallExpr *Call,
                                            const clang::ASTContext &Context);

/// The row of \p D, if it is one of the variables that CUDA has in device code; else null.
const catalog::BuiltinVariable *builtinVariableOf(const clang::ValueDecl *D);
/// Returns true if \p D is threadIdx.
bool isThreadIndex(const clang::ValueDecl *D);
/// Returns true if \p E, past parentheses and conversions that are not written, is warpSize.
bool isWarpSize(const clang::Expr *E);

/// A component of threadIdx, blockIdx, blockDim or gridDim.
struct ThreadId {
  const catalog::BuiltinVariable *Variable;
  unsigned Dimension; ///< 0, 1, 2 for .x, .y, .z
  bool isThreadIndex() const { return Variable->Kind == catalog::BuiltinVariable::Is::ThreadIndex; }
};
/// The component that \p E is, in each form that Clang gives it; nothing for other expressions. \p
/// E is taken as it is: its parentheses and casts are the caller's to skip.
std::optional<ThreadId> threadIdOf(const clang::Expr *E);

/// Returns what \p F is by its row; None of functions without one, and of the project's own.
catalog::DeviceRole deviceRoleOf(const clang::FunctionDecl *F);

/// The effect of a call between threads, where no body of the project tells it.
enum class ThreadRole {
  None,    ///< a function that computes, or has a body that tells
  Barrier, ///< all threads of the block meet; the result, if any, is the same for all
  Warp,    ///< threads of a warp meet or exchange values
  Atomic,
  Clock,
  Unknown ///< a function that the catalog does not have
};
ThreadRole threadRoleOf(const clang::FunctionDecl *F);
/// Returns true if all threads of the block meet in \p F.
bool isBarrier(const clang::FunctionDecl *F);
/// Returns true if \p F is a barrier of a warp.
bool isWarpBarrier(const clang::FunctionDecl *F);
/// Returns true if \p Call is a barrier that asks all threads for a condition, its argument.
bool isBlockVote(const clang::CallExpr *Call);
/// Returns true if that is true if no thread's condition is false, also if no thread has one.
bool isVoteOfAll(const clang::CallExpr *Call);

/// Returns true if \p T is the type of a texture or surface reference.
bool isTextureReference(clang::QualType T);
/// Returns true if \p T is written as the type of texture or surface objects, which is a number's
/// for the language.
bool isTextureObject(clang::QualType T);
/// Returns true if values of type \p T are texture objects or hold some.
bool holdsTextureObjects(const clang::ASTContext &Context, clang::QualType T);
/// Returns true if pointers that values of type \p T are, or hold, lead to texture objects.
bool leadsToTextureObjects(const clang::ASTContext &Context, clang::QualType T);

/// Returns true if \p R is the type of a grid's or block's size, dim3.
bool isExtent(const clang::RecordDecl *R);

/// The row of \p F, if it is a function of the runtime that has one; else null.
const catalog::HostFunction *runtimeFunctionOf(const clang::FunctionDecl *F);

} // namespace cu2cl

#endif
