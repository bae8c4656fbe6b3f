// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_SPACES_ADDRESSSPACES_H
#define CU2CL_ANALYSIS_SPACES_ADDRESSSPACES_H

#include "analysis/dialect/AddressSpace.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include <memory>
#include <string>
#include <vector>

namespace cu2cl {

class DeviceCallGraph;
class ParsedSide;
class DiagnosticSink;

/// A device function with one signature of address spaces. A function reached with different spaces
/// has several.
struct FunctionClone {
  const clang::FunctionDecl *Function =
      nullptr;        ///< the definition; an instance if it is a template's
  std::string Suffix; ///< "" where one version exists, else like "_gl": one letter (g l c p) per
                      ///< pointer that differs
  unsigned Index = 0; ///< position in AddressSpaceMap::versions()
};

/// A class with one choice of address spaces for the pointers in it. A class whose objects hold
/// pointers to different memories has several.
struct RecordClone {
  const clang::RecordDecl *Record = nullptr; ///< the definition
  std::string Suffix; ///< "" where one version exists or all its pointers are global, else like
                      ///< "_local", or "_gl" with one letter for each pointer that differs
};

/// A place that no address space fits.
struct AddressSpaceConflict {
  clang::SourceLocation Loc, FirstEvidence, SecondEvidence;
  std::string Subject; ///< the variable or expression
  AddressSpace First = AddressSpace::Unknown, Second = AddressSpace::Unknown;
};

/// The inferred address spaces of one unit's device code.
/// Level 0 is what the pointer (or array, or reference) itself points to or refers to, level 1 what
/// that points to.
class AddressSpaceMap {
public:
  virtual ~AddressSpaceMap() = default;
  /// Returns what the unit's kernels reach.
  virtual const DeviceCallGraph &reach() const = 0;
  /// All versions reachable from kernels; callees come before their callers, otherwise source
  /// order.
  virtual llvm::ArrayRef<FunctionClone> versions() const = 0;
  /// Space that variable, parameter or field \p D points to at \p Level, inside version \p V.
  virtual AddressSpace pointee(const FunctionClone &V, const clang::ValueDecl *D,
                               unsigned Level = 0) const = 0;
  /// Space of what the function returns a pointer or reference to.
  virtual AddressSpace returned(const FunctionClone &V, unsigned Level = 0) const = 0;
  /// Space of what pointer-typed expression \p E points to (for an lvalue of array type: where the
  /// array lies).
  virtual AddressSpace pointee(const FunctionClone &V, const clang::Expr *E,
                               unsigned Level = 0) const = 0;
  /// Space in which the object denoted by glvalue \p E lies.
  virtual AddressSpace storage(const FunctionClone &V, const clang::Expr *E) const = 0;
  /// The version that \p Call (a CallExpr, CXXConstructExpr ...) in \p V calls; null for built-ins
  /// and undefined functions.
  virtual const FunctionClone *callee(const FunctionClone &V, const clang::Expr *Call) const = 0;
  /// The version of the destructor that ends \p Object in \p V; null if it has none. The object is
  /// a VarDecl; in a destructor a FieldDecl or CXXBaseSpecifier; a CXXBindTemporaryExpr.
  virtual const FunctionClone *destructor(const FunctionClone &V, const void *Object) const = 0;
  /// Space of what `this` points to in \p V.
  virtual AddressSpace self(const FunctionClone &V) const = 0;
  virtual llvm::ArrayRef<AddressSpaceConflict> conflicts() const = 0;

  /// The version of the class that \p D consists of or leads to through all pointers and arrays;
  /// null where that is no class with pointers.
  virtual const RecordClone *record(const FunctionClone &V, const clang::ValueDecl *D) const = 0;
  virtual const RecordClone *record(const FunctionClone &V, const clang::Expr *E) const = 0;
  virtual const RecordClone *returnedRecord(const FunctionClone &V) const = 0;
  virtual const RecordClone *selfRecord(const FunctionClone &V) const = 0;
  /// The same for base class \p B of \p R, and for field \p F.
  virtual const RecordClone *base(const RecordClone &R, const clang::CXXBaseSpecifier &B) const = 0;
  virtual const RecordClone *record(const RecordClone &R, const clang::FieldDecl *F) const = 0;
  virtual AddressSpace pointee(const RecordClone &R, const clang::FieldDecl *F,
                               unsigned Level = 0) const = 0;
  /// The first version of \p R: the one to name where all would do. Null if it has no pointers.
  virtual const RecordClone *anyVersion(const clang::RecordDecl *R) const = 0;
};

/// Infers the address spaces of everything reachable from the kernels defined in \p Device, which
/// \p Reach tells if it is known already.
std::unique_ptr<AddressSpaceMap>
inferAddressSpaces(const ParsedSide &Device, std::shared_ptr<const DeviceCallGraph> Reach = {});

/// Reports the conflicts of \p Spaces as CU2CL2003.
void reportConflicts(const AddressSpaceMap &Spaces, const ParsedSide &Device, DiagnosticSink &Sink);

} // namespace cu2cl

#endif
