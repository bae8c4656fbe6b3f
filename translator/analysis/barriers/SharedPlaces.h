// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_SHAREDPLACES_H
#define CU2CL_ANALYSIS_BARRIERS_SHAREDPLACES_H

#include "analysis/effects/MemoryEffects.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FoldingSet.h"
#include <deque>
#include <optional>

namespace cu2cl {

class Divergence;
struct InlinedCall;

/// An expression of a function, in one of the calls that lead to it.
struct InlinedExpr {
  const clang::Expr *E = nullptr;
  const InlinedCall *In = nullptr;
};

/// One call of a function, and what its parameters are: expressions of the caller.
struct InlinedCall {
  const clang::FunctionDecl *Function = nullptr;
  llvm::DenseMap<const clang::VarDecl *, InlinedExpr> Given;
  InlinedExpr Object; ///< of a method: the object or a pointer to it
  unsigned Depth = 0;
};

/// A number as a sum: `warp * 32 + t - 1`, variables that are set once replaced by their values.
struct SharedTerm {
  InlinedExpr Value;
  bool Minus = false;
  llvm::FoldingSetNodeID ID;
};
using SharedIndex = llvm::SmallVector<SharedTerm, 3>;

/// A part of shared memory.
struct SharedPlace {
  const clang::VarDecl *Memory = nullptr;
  SharedIndex Base; ///< where a pointer variable points to that leads there
  llvm::SmallVector<SharedIndex, 3> At;
  llvm::SmallVector<const clang::FieldDecl *, 2> Fields;
  clang::QualType View; ///< what a cast has made of the memory's elements
  VariableSet Depends;  ///< the variables that say which part it is
};

/// Looks through local variables, parameters and references to what they are.
class InlinedValues {
public:
  explicit InlinedValues(const Divergence &Differs) : Differs(Differs) {}

  /// The call of \p Callee in \p From; null if it lies too deep.
  const InlinedCall *call(const clang::FunctionDecl *Callee, const clang::Expr *Call,
                          const InlinedCall *From);
  /// Returns what a number is that \p X names, as far as nothing can have changed it.
  InlinedExpr of(InlinedExpr X);
  SharedIndex index(InlinedExpr X);
  std::optional<SharedPlace> place(InlinedExpr X) { return place(X, true); }
  bool isDivergent(InlinedExpr X);
  bool isSame(InlinedExpr A, InlinedExpr B);
  /// One number for each thread of a row, or lane of a warp: threadIdx.x, threadIdx.x % 32.
  bool isThread(InlinedExpr X);

private:
  struct Pointer {
    SharedPlace To;
    bool IsElement = false; ///< of an array: its neighbours can be reached
  };
  std::optional<SharedPlace> place(InlinedExpr X, bool Direct);
  std::optional<SharedPlace> memberPlace(const clang::MemberExpr *M, const InlinedCall *In,
                                         bool Direct);
  std::optional<Pointer> pointer(InlinedExpr X, bool Direct);
  std::optional<Pointer> castPointer(const clang::CastExpr *C, const InlinedCall *In, bool Direct);
  std::optional<SharedPlace> moved(std::optional<Pointer> P, InlinedExpr By, bool Minus,
                                   bool Direct);
  std::optional<InlinedExpr> result(const clang::CallExpr *Call, const InlinedCall *In);
  const InlinedExpr *given(const clang::VarDecl *V, const InlinedCall *In) const;
  bool isSetOnce(const clang::VarDecl *V, const InlinedCall *In);
  const VariableSet &changedIn(const clang::FunctionDecl *F);
  void addTerms(InlinedExpr X, bool Minus, SharedIndex &Into);
  void profile(InlinedExpr X, llvm::FoldingSetNodeID &ID);

  const Divergence &Differs;
  std::deque<InlinedCall> Calls;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<VariableSet>> Changed;
  unsigned Depth = 0;
};

} // namespace cu2cl

#endif
