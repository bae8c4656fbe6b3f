// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_KERNELPLAN_H
#define CU2CL_KERNEL_CORE_KERNELPLAN_H

#include "kernel/core/BodyTree.h"
#include "kernel/core/DeviceUnit.h"
#include "kernel/plan/ArmEndPlan.h"
#include "kernel/plan/PredicationPlan.h"
#include "kernel/plan/RoundEndPlan.h"
#include "kernel/plan/WarpExchangePlan.h"
#include "kernel/plan/WarpWalk.h"
#include "clang/AST/ExprCXX.h"

namespace cu2cl {

/// A temporary whose end has an effect.
struct PlannedTemporary {
  const clang::CXXBindTemporaryExpr *Made = nullptr;
  std::string Pointer;      ///< the variable that points to it
  bool IsAlwaysMade = true; ///< whenever its expression is evaluated
};

/// The decisions about one function clone, made before it is printed. Printing reads it only, so a
/// version can be printed more than once.
struct KernelPlan {
  BodyTree Body;
  /// How barriers after returns are lowered.
  PredicationPlan Barriers;
  /// How all threads come to what those of a warp exchange; its predicates are in Barriers. Null:
  /// nothing is exchanged.
  const WarpWalk *Walk = nullptr;
  /// The variables for what is exchanged in front of a statement.
  llvm::DenseMap<const clang::CallExpr *, std::string> Exchanged;
  std::string Result; ///< what an early return gives; empty if there is none
  /// How rounds of loops around barriers end.
  RoundEnds Rounds;
  ArmEnds Arms;
  /// The statements of lockstep code.
  WarpExchange Warp;
  /// The temporaries of a statement, in the order in which they are made; none of an expression one
  /// of whose temporaries has no translation.
  llvm::DenseMap<const clang::Stmt *, std::vector<PlannedTemporary>> Temporaries;
  /// The pointers of all of them.
  llvm::DenseMap<const clang::CXXBindTemporaryExpr *, std::string> TemporaryPointers;
  /// The statements in front of which stores keep their order (statements/StoreOrder.h).
  llvm::DenseSet<const clang::Stmt *> StoreOrder;
  /// True for a constructor that is given the place of its object.
  bool MadeInPlace = false;
  /// The class whose text it is; null for functions.
  const clang::RecordDecl *Record = nullptr;
};

/// The plan for \p V. What it has to refuse is reported to the unit's sink.
KernelPlan planKernel(DeviceUnit &Unit, const FunctionClone &V);

/// The plan as text, for people who look for the place of a decision: a line for each.
std::string describePlan(const DeviceUnit &Unit, const FunctionClone &V, const KernelPlan &Plan);

} // namespace cu2cl

#endif
