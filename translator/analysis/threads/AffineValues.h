// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_THREADS_THREADVALUES_H
#define CU2CL_ANALYSIS_THREADS_THREADVALUES_H

#include "analysis/effects/MemoryEffects.h"
#include "analysis/threads/AffineForms.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/FoldingSet.h"
#include <vector>

namespace cu2cl {

class Divergence;

/// Global memory by where its address comes from: a kernel's parameter or a member of one, a
/// __device__ variable. Empty: other memory, or not known.
using MemoryRoot = llvm::SmallVector<const clang::ValueDecl *, 2>;

/// The value of a variable: a number (no root), or the address of an element.
struct TrackedValue {
  MemoryRoot Root;
  std::optional<AffineForm> Form; ///< counted in elements; none: not known
  bool operator==(const TrackedValue &O) const;
};

/// An element of global memory, or a part of one.
struct GlobalPlace {
  MemoryRoot Root, Fields;
  AffineForm At;
};

/// Follows the values of local variables through a kernel and the functions that it calls: the
/// caller walks over the statements in order and tells what is set.
class AffineValues {
public:
  explicit AffineValues(const Divergence &Differs) : Differs(Differs) {}

  /// Goes into \p F, whose parameters have the values \p Arguments (none: a kernel's), and back.
  void enter(const clang::FunctionDecl *F, llvm::ArrayRef<TrackedValue> Arguments);
  void leave() { Frames.pop_back(); }
  size_t depth() const { return Frames.size(); }

  /// The value of \p E; of a reference's variable or argument, the address.
  TrackedValue value(const clang::Expr *E);
  TrackedValue address(const clang::Expr *E);
  std::optional<GlobalPlace> place(const clang::Expr *E);

  /// Returns true if nothing changes \p V, of the current function, after its initialiser.
  bool isSetOnce(const clang::VarDecl *V) const {
    return !Frames.back().Changed.contains(V) && !Frames.back().Loose.contains(V);
  }
  void declare(const clang::VarDecl *V);
  /// After `Target = Value`, `Target += Value`, `++Target` and the like.
  void change(const clang::Expr *E);
  /// Before the rounds of \p Loop: the values that any of them may find.
  void enterLoop(const clang::Stmt *Loop);

  using Variables = llvm::SmallVector<const clang::VarDecl *, 8>;
  using Snapshot = llvm::SmallVector<TrackedValue, 8>;
  /// Local variables that \p S changes, and their values.
  Variables changedIn(const clang::Stmt *S) const;
  Snapshot save(const Variables &V);
  void restore(const Variables &V, const Snapshot &Values);
  /// Two ways meet: this one and the one that ended with \p Other.
  void join(const Variables &V, const Snapshot &Other);

  /// A number for what \p E gives to all threads: the same for equal expressions, if nothing can
  /// have changed between.
  unsigned term(const clang::Expr *E);
  /// The number of something else.
  unsigned newTerm();
  void forget(const clang::VarDecl *V) { Frames.back().Values[V] = {}; }

private:
  struct Frame {
    const clang::FunctionDecl *Function = nullptr;
    unsigned Number = 0;
    llvm::DenseMap<const clang::VarDecl *, TrackedValue> Values;
    llvm::DenseSet<const clang::ValueDecl *> Changed; ///< anywhere in the function
    llvm::DenseSet<const clang::ValueDecl *> Loose;   ///< something else may change them
  };

  bool isStable(const clang::Stmt *S, bool &Local) const;
  TrackedValue variable(const clang::VarDecl *V);
  TrackedValue binaryValue(const clang::BinaryOperator *B);
  TrackedValue callValue(const clang::CallExpr *Call);
  TrackedValue castValue(const clang::CastExpr *Cast);
  TrackedValue opaque(const clang::Expr *E);
  std::optional<AffineForm> formInLoop(const clang::Stmt *Loop, const clang::VarDecl *V,
                                       const Variables &Changed);

  const Divergence &Differs;
  std::vector<Frame> Frames;
  std::vector<llvm::FoldingSetNodeID> Known; ///< of terms
  unsigned FramesMade = 0;
};

/// The local variable, parameters included, that \p E names; null if it names none.
const clang::VarDecl *localVariable(const clang::Expr *E);

} // namespace cu2cl

#endif
