// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_HOSTPOINTERS_DEVICEPOINTERS_H
#define CU2CL_ANALYSIS_HOSTPOINTERS_DEVICEPOINTERS_H

#include "analysis/flow/PointerConstraints.h"
#include "core/report/Diagnostics.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

class ParsedSide;

/// The representation of one level of a pointer in host code.
enum class PointerRep : unsigned char {
  Host,    ///< a host pointer
  ClMem,   ///< cl_mem
  Address, ///< a device address: the pointer of the source, which may be the host's, too
  Svm      ///< the same, in shared virtual memory: device code finds the pointer in memory
};

/// One link of the chain that explain() prints.
struct PointerEvidence {
  Place Where;
  std::string Text; ///< "allocated by cudaMalloc", "assigned from 'd_a'"
};

/// A pointer that is a device pointer, for --explain-pointers.
struct ExplainedPointer {
  std::string Usr, Name;
  Place Where;
  unsigned Level = 0;
  PointerRep Rep = PointerRep::Host;
};

/// The whole program's answer. A value without AST pointers; deterministic for a set of units
/// whatever their order. Level 0 is what a pointer (array, reference) points to, level 1 what that
/// points to: `float **pp = &d` has level 0 Host and level 1 ClMem, `float *d[4]` too.
class PointerRepresentations {
public:
  PointerRepresentations();
  ~PointerRepresentations();
  PointerRepresentations(PointerRepresentations &&);
  PointerRepresentations &operator=(PointerRepresentations &&);

  /// Representation of a declaration (or of a function's result) by USR.
  PointerRep representation(llvm::StringRef Usr, unsigned Level = 0) const;
  /// Returns true if some launch of the kernel may pass a buffer with an offset for parameter \p
  /// Index.
  bool needsOffset(llvm::StringRef KernelUsr, unsigned Index) const;
  /// Returns true if the function of both sides is called by kernels only and touches device
  /// memory, so that the host need not have it.
  bool isDeviceOnly(llvm::StringRef FunctionUsr) const;
  /// Returns true if device code of the program finds any pointer in memory.
  bool storesPointers() const;
  /// Evidence from the seed to \p Usr, in order.
  std::vector<PointerEvidence> explain(llvm::StringRef Usr, unsigned Level = 0) const;
  /// All device pointers of the program by file and line.
  std::vector<ExplainedPointer> devicePointers() const;
  /// Uses of device memory that have no counterpart (4002).
  llvm::ArrayRef<Diagnostic> diagnostics() const;

  struct Impl;
  std::unique_ptr<Impl> State;
};

/// Facts of one unit, from its host AST (a .cu, or a .c/.cpp that may hold device pointers).
UnitPointerConstraints collectPointerConstraints(const ParsedSide &Host);

/// Solves all units together.
PointerRepresentations linkPointers(llvm::ArrayRef<UnitPointerConstraints> Units);

/// A pointer in the written type of a declaration, with what it becomes. For `float *d_a` one
/// entry, for `std::vector<float *> v` the one inside the argument.
struct WrittenPointer {
  clang::PointerTypeLoc Loc;
  unsigned Level = 0; ///< counted as above; inside a template argument from that argument
  PointerRep Rep = PointerRep::Host;
};

/// The decisions seen from one unit's host AST: what the host rewriter asks. Instances of templates
/// answer for their pattern.
class PointerQuery {
public:
  virtual ~PointerQuery() = default;
  /// Representation of a variable, parameter or field.
  virtual PointerRep of(const clang::ValueDecl *D, unsigned Level = 0) const = 0;
  /// Representation of a function's result.
  virtual PointerRep returned(const clang::FunctionDecl *F, unsigned Level = 0) const = 0;
  /// Representation of the pointer that \p E is (level 0), or that it leads to. For an lvalue of
  /// pointer type the stored pointer counts, so `d_a` and its load answer the same; for an array
  /// level 0 is the array.
  virtual PointerRep of(const clang::Expr *E, unsigned Level = 0) const = 0;
  /// The pointers written in the declared type of \p D, outermost first.
  virtual std::vector<WrittenPointer> written(const clang::DeclaratorDecl *D) const = 0;
  /// The pointers in a written type that belongs to expression \p E: a cast's, new's.
  virtual std::vector<WrittenPointer> written(const clang::Expr *E,
                                              clang::TypeLoc Written) const = 0;
  /// Returns true if some launch may pass an offset for parameter \p Index of the kernel.
  virtual bool needsOffset(const clang::FunctionDecl *Kernel, unsigned Index) const = 0;
  /// Returns true if function \p F of both sides is for the device only
  /// (PointerRepresentations::isDeviceOnly).
  virtual bool isDeviceOnly(const clang::FunctionDecl *F) const = 0;
  /// Returns true if device code of the program finds any pointer in memory.
  virtual bool storesPointers() const = 0;
  /// The USRs of the declarations that were asked for so far.
  virtual const std::set<std::string> &asked() const = 0;
};

/// \p Decisions must come from a link that had the facts of \p Host, and must outlive the result.
std::unique_ptr<PointerQuery> viewPointers(const PointerRepresentations &Decisions,
                                           const ParsedSide &Host);

} // namespace cu2cl

#endif
