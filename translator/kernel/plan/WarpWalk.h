// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PLAN_WARPWALK_H
#define CU2CL_KERNEL_PLAN_WARPWALK_H

#include "analysis/barriers/LockstepMemory.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "kernel/plan/PredicationPlan.h"
#include <map>

namespace cu2cl {

/// The changes to a function that exchanges values between the threads of a warp where not all
/// threads of the block come. In OpenCL all must come to the exchange, so all walk through the
/// statements around it, and predicates say who is there in CUDA.
struct WarpWalk {
  PredicationPlan Predicates;
  /// Why not; empty if the function can be walked. Then its exchanges are marked.
  std::string Refusal;
  /// Exchanges, with the depth of the predicate of those that take part.
  llvm::DenseMap<const clang::CallExpr *, unsigned> Calls;
  bool IsEntered = false; ///< not all threads of a block come to the function
  bool UsesEntry = false; ///< ... and its own statements ask who does, by the predicate of depth 0
  /// A store by which the threads of a warp tell each other something.
  struct Step {
    const clang::Expr *Store = nullptr; ///< the assignment, increment or call
    std::optional<unsigned> At;         ///< the depth of the predicate; none: all threads store
    bool IsCall = false;                ///< of an atomic function, say: nothing is kept
  };
  llvm::DenseMap<const clang::Stmt *, Step> Steps; ///< by statement
  /// Ifs that all threads take alike and that single threads jump out of: compilers would join
  /// their ends with what the predicate decides later (analysis/barriers/RejoinBarriers.h).
  llvm::DenseSet<const clang::Stmt *> Rejoins;
  const clang::Stmt *RefusedStep = nullptr; ///< the place to say that there is a Refusal
};

/// A function that cannot be walked and is not (MaskedWarps.cpp): its first exchange, and why. No
/// exchange for a function that is masked since it calls one or is called.
struct MaskedPlace {
  const clang::CallExpr *Call = nullptr;
  std::string Reason;
};

/// The walks of one unit's functions.
class WarpWalks {
public:
  WarpWalks(const clang::ASTContext &Context, const BarrierMap &Barriers,
            const DeviceCallGraph &Reach)
      : Context(Context), Barriers(Barriers), Reach(Reach) {}

  /// Returns true if \p S itself is a call by which the threads of a warp exchange something, or of
  /// a function that does.
  bool isExchange(const clang::Stmt *S) const;
  /// ... or stores to memory by which they do (LockstepMemory.h).
  const BarrierMap &barriers() const { return Barriers; }
  bool isStep(const clang::Stmt *S) const { return Barriers.lockstepMemory().isStore(S); }
  /// Returns true if \p F does, itself or through calls, or all threads walk to its barriers.
  bool exchanges(const clang::FunctionDecl *F) const;
  /// Returns true if \p F stores in step, and can.
  bool hasSteps(const clang::FunctionDecl *F) const;
  /// Returns true if the threads of \p F ask each other who goes on with a loop.
  bool asksWhoGoesOn(const clang::FunctionDecl *F) const;
  /// Returns true if \p F calls one of CUDA's warp functions, itself or through calls.
  bool callsWarpFunction(const clang::FunctionDecl *F) const;
  const WarpWalk &of(const clang::FunctionDecl *F) const;
  /// Returns true if the last parameter of \p F is the predicate of depth 0.
  bool takesPredicate(const clang::FunctionDecl *F) const;

  using CallQuery = llvm::function_ref<bool(const clang::CallExpr *)>;
  /// Decides which functions are masked; to be called before anything is printed.
  /// \p LacksMaskedForm is true for exchanges that cannot name the lanes which come to them.
  void chooseMasked(CallQuery LacksMaskedForm);
  /// Returns true if only the lanes that a mask names come to the exchanges of \p F.
  bool isMasked(const clang::FunctionDecl *F) const { return Masked.count(F) != 0; }
  const llvm::DenseMap<const clang::FunctionDecl *, MaskedPlace> &masked() const { return Masked; }

private:
  friend class WarpWalkFacts;
  bool mayBeMasked(const clang::FunctionDecl *F, CallQuery LacksMaskedForm) const;
  /// Returns true if \p F is called where only some threads of the block come.
  bool isCalledBySome(const clang::FunctionDecl *F) const;
  /// Returns true if all threads of the block give the parameter \p P the same value, also those
  /// that CUDA would not let come to the call.
  bool isKnownParameter(const clang::ParmVarDecl *P) const;

  const clang::ASTContext &Context;
  const BarrierMap &Barriers;
  const DeviceCallGraph &Reach;
  mutable std::map<const clang::FunctionDecl *, bool> Exchanging;
  mutable std::map<const clang::FunctionDecl *, WarpWalk> Walks;
  llvm::DenseMap<const clang::FunctionDecl *, MaskedPlace> Masked;
};

/// Returns true if \p Call is one of CUDA's warp functions.
bool isWarpFunction(const clang::CallExpr *Call);

} // namespace cu2cl

#endif
