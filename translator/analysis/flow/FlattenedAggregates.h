// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_FLOW_SPLITARGUMENTS_H
#define CU2CL_ANALYSIS_FLOW_SPLITARGUMENTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include <optional>
#include <string>
#include <vector>

namespace cu2cl {

// OpenCL takes no struct with pointers as a kernel's argument. An object of a class that holds
// device pointers or texture objects, passed by value, is split: each member becomes an argument,
// and the kernel puts the object together.

/// One step from an object to a part of it.
struct SplitStep {
  const clang::CXXRecordDecl *Derived = nullptr; ///< with Base: the class that has it
  const clang::CXXRecordDecl *Base = nullptr;
  const clang::FieldDecl *Field = nullptr;
  int Element = -1; ///< of an array
};

/// A part that is one argument.
struct SplitPart {
  std::vector<SplitStep> Path;
  clang::QualType Type; ///< unqualified
};

/// The parts of an object of type \p T in the order of the arguments; null if it needs no splitting
/// (no pointers or texture objects in it) or cannot be split: references, pointers to pointers,
/// unions, bit-fields, functions, virtual methods, classes of system headers, more than 64 parts,
/// lambdas that capture by reference. A lambda that only device code can call is split without
/// pointers, too.
std::optional<std::vector<SplitPart>> splitParts(const clang::ASTContext &Context,
                                                 clang::QualType T);

/// Returns the replacement of \p R in the text of its class: the pattern of an instance.
const clang::CXXRecordDecl *writtenClass(const clang::CXXRecordDecl *R);

/// "{v.data, v.n}": the members of \p R, an object of which is `v`, as its parts are listed.
std::string memberList(const clang::CXXRecordDecl *R);

/// "v.m[0], v.m[1]" for an array "v.m" of type \p T; else \p Name itself, as a part.
std::string elementList(const std::string &Name, clang::QualType T,
                        const clang::ASTContext &Context);

/// A parameter of a template that a lambda is in.
struct EnclosingParameter {
  std::string Declaration, Name; ///< "typename T", "T"
  std::string Argument;          ///< "float"; of the pattern nothing
  clang::QualType Type;          ///< that is the argument; else null
};
/// The parameters of all templates that \p Lambda is in, outermost first, without types of
/// which it captures values; null if host code could not name them.
std::optional<std::vector<EnclosingParameter>>
enclosingParameters(const clang::CXXRecordDecl *Lambda);

/// Returns true if \p Lambda is in an instance of a template.
bool isInInstance(const clang::CXXRecordDecl *Lambda);

/// One member of what stands for a lambda's object on the host.
struct CapturedValue {
  std::string Name;
  clang::QualType Type;
  const clang::ValueDecl *Variable = nullptr; ///< that is copied
  const clang::Expr *Init = nullptr;          ///< or what it is made of
  const clang::FieldDecl *Member = nullptr;   ///< that is copied: of the variable, else of `*this`
};
/// The members for \p Lambda, as its parts are listed; null if it captures in another way than by
/// copies of what is a name, a member or plain arithmetic.
std::optional<std::vector<CapturedValue>> capturedValues(const clang::CXXRecordDecl *Lambda);

/// True if host code has a class of its own for \p Lambda: its objects are split, or it is for
/// device code alone and captures nothing.
bool hasHostClass(const clang::CXXRecordDecl *Lambda);

/// Returns what names the pointer in `p`, `p + n` and `n + p`.
const clang::Expr *pointerOf(const clang::Expr *E);

/// True if \p L is for device code and nothing but copies of variables is in it.
bool isDeviceLambda(const clang::LambdaExpr *L);

} // namespace cu2cl

#endif
