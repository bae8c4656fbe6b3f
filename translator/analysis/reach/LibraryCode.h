// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_LIBRARYCODE_H
#define CU2CL_ANALYSIS_REACH_LIBRARYCODE_H

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

namespace cu2cl {

namespace catalog {
struct DeviceClass;
struct DeviceFunction;
} // namespace catalog

/// The catalog's row for class \p T of CUDA; null if there is none.
const catalog::DeviceClass *deviceClassOf(clang::QualType T);

/// The catalog's row for CUDA or C library function \p F, by its name and parameter types; null if
/// there is none. Of methods, constructors and conversions of classes with rows have some.
const catalog::DeviceFunction *deviceRowOf(const clang::FunctionDecl *F);

/// True if \p D belongs to the C++ library (namespace std), whose templates are translated like the
/// user's own.
bool isLibraryCode(const clang::Decl *D);

/// True if \p N is a piece of namespace std in a header of the library, not one that a user opened.
bool isLibraryNamespace(const clang::NamespaceDecl *N);

/// Returns true if \p T is a handle of CUDA's, as cudaStream_t is: device code can only keep it.
bool isHandleOfCuda(clang::QualType T);

/// Returns the class of \p T if that is the result of an operator<=>, as std::strong_ordering is.
const clang::CXXRecordDecl *orderingClassOf(clang::QualType T);

/// True if \p F, of the C++ library, is translated as the text that its header has.
bool isTranslatedLibrary(const clang::FunctionDecl *F);

/// The argument if \p Call only passes it on: std::move, std::forward, std::as_const,
/// __builtin_expect; else null.
const clang::Expr *passedOn(const clang::CallExpr *Call);

/// The object whose address \p Call gives: std::addressof; else null.
const clang::Expr *addressTaken(const clang::CallExpr *Call);

/// True if \p Call only tells the compiler something: __builtin_unreachable, __builtin_assume.
bool isHint(const clang::CallExpr *Call);

/// Returns true if the parts of \p Group, which is taken apart by get<I>(), are members: it is a
/// std::pair or std::array.
bool hasMembersForParts(const clang::DecompositionDecl *Group);

/// Returns true if what \p E makes stays as the memory was.
bool startsAsItIs(const clang::CXXNewExpr *E);

/// Returns how many elements `new T[n]{...}` makes, if that is a constant and few; no arrays.
std::optional<unsigned> placedElements(const clang::CXXNewExpr *E);

/// Returns where `new (place) T(...)` makes its one object, an array that stays as the memory was,
/// or one of placedElements, without the conversion to `void *`; null if \p E allocates, makes
/// another array, or calls an operator of the user.
const clang::Expr *placeOfNew(const clang::CXXNewExpr *E);

} // namespace cu2cl

#endif
