// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_CONTROLVARIABLES_H
#define CU2CL_ANALYSIS_EFFECTS_CONTROLVARIABLES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"

namespace cu2cl {

/// The variables of one kernel that decide how often its barriers are met. They must have one value
/// for all threads, also for those that CUDA let return.
class BarrierControlDependence {
public:
  explicit BarrierControlDependence(const clang::FunctionDecl *F) : F(F) {}

  /// Adds the variables that \p S names.
  void add(const clang::Stmt *S);
  void add(const clang::VarDecl *V) { Variables.insert(V); }
  /// Adds those of \p Other.
  void add(const BarrierControlDependence &Other) {
    Variables.insert(Other.Variables.begin(), Other.Variables.end());
  }
  /// Adds what those are computed from.
  void close();
  bool contains(const clang::VarDecl *V) const { return Variables.contains(V); }
  /// Returns true if \p S changes one of them or a part of one: by assignment, or by letting a
  /// function, a method or a pointer have it.
  bool areChangedBy(const clang::Stmt *S) const;
  /// Returns true if a pointer or reference to one of them is kept, through which it may change
  /// anywhere.
  bool escape() const;
  /// Returns true if one of them lies in memory that several threads write to: of the device; or in
  /// shared memory that the function changes at \p Start or after it.
  bool areWrittenByOthers(clang::SourceLocation Start) const;

private:
  void addSources(const clang::Stmt *Body);

  const clang::FunctionDecl *F;
  llvm::DenseSet<const clang::VarDecl *> Variables;
};

/// Returns true if \p S reads a variable, or a part of one, that several threads write to.
bool readsCommonVariable(const clang::Stmt *S);

} // namespace cu2cl

#endif
