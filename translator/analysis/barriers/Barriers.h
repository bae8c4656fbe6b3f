// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_BARRIERS_H
#define CU2CL_ANALYSIS_BARRIERS_BARRIERS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <memory>
#include <vector>

namespace cu2cl {

class ParsedSide;
class DeviceCallGraph;
class DiagnosticSink;
class LockstepMemory;

/// The way in which control reaches a barrier.
enum class BarrierVerdict {
  Uniform,              ///< all threads of the block or none
  AfterDivergentReturn, ///< only because some threads returned before
  Divergent             ///< some threads of the block are in another branch
};

/// `if (Condition) { ...; return; }` on the top level of a function's body, that some threads take;
/// or a goto past barriers; or a block with barriers, which is the same as a return around it: the
/// other threads go on after it; or a break, continue or return in such a block, the body of a
/// loop.
struct DivergentReturn {
  const clang::Stmt *Return = nullptr; ///< or the Block, or the break or continue
  const clang::IfStmt *If =
      nullptr; ///< the statement to turn into a predicate; null: not of this form
  const clang::Stmt *Block = nullptr;  ///< with the barriers
  const clang::Stmt *Around = nullptr; ///< of a block or jump: its if, for, while or do
};

/// A barrier call, or a call of a function or constructor that reaches a barrier.
struct BarrierSite {
  const clang::FunctionDecl *In = nullptr;
  const clang::Expr *Call = nullptr;
  bool Direct = true; ///< the call is itself a __syncthreads form
  BarrierVerdict Verdict = BarrierVerdict::Uniform;
  /// AfterDivergentReturn: the returns that may come before, then the blocks around, outermost
  /// first.
  std::vector<DivergentReturn> Returns;
  /// AfterDivergentReturn: all Returns have the plain form and nothing between them and the barrier
  /// forbids to run it under a predicate. The printer then keeps `bool active = !(cond);`, guards
  /// every statement but those that contain a barrier, and descends into the statements that do
  /// (loop conditions on the way are uniform).
  bool Lowerable = false;
  clang::SourceLocation Cause; ///< the condition that differs between threads
};

/// One step of a warp-synchronous region: a statement that touches shared memory.
struct WarpStep {
  const clang::Stmt *Statement = nullptr;
  const clang::Expr *Guard =
      nullptr; ///< condition inside the region (`if (blockSize >= 64)`) or null
  const clang::BinaryOperator *Store = nullptr; ///< the assignment in Statement, or null
  bool ReadsShared = false;
};

/// Code that counts on the lockstep of a warp: threads under `if (Condition)` exchange values
/// through shared memory without a barrier.
struct WarpSynchronousRegion {
  const clang::FunctionDecl *In = nullptr;
  const clang::IfStmt *If = nullptr; ///< `if (tid < 32)`; null: the whole function body
  const clang::Stmt *Body = nullptr;
  clang::SourceLocation Evidence; ///< the volatile declaration or the first racing access
  std::vector<WarpStep> Steps;
  bool Plain = false; ///< a list of stores, declarations and expressions
  /// The region is entered in uniform control flow by all threads (a helper function: by all its
  /// calls, each alone in such an `if`) and is a plain list of steps, so that it can be
  /// printed as: for each step, guarded read into a temporary; barrier; guarded store; barrier.
  bool CanInsertBarriers = false;
};

/// A barrier that a kernel lacks, in front of \p Statement, of a block of it: after it one thread
/// reads what others have written to global memory.
struct MissingBarrier {
  const clang::Stmt *Statement = nullptr;
  bool After = false; ///< and one after it, since others may write again
  bool Before = true;
};

/// Barrier facts of one unit's device code.
class BarrierMap {
public:
  virtual ~BarrierMap() = default;
  /// All sites in \p F, in source order.
  virtual std::vector<BarrierSite> sites(const clang::FunctionDecl *F) const = 0;
  /// Returns true if \p F, itself or through calls, may execute a barrier.
  virtual bool hasBarrier(const clang::FunctionDecl *F) const = 0;
  /// Warp-synchronous regions in \p F. If a called function is one (`warpReduce(sdata, tid)`), the
  /// region is in the callee and the caller's IfStmt is its If.
  virtual std::vector<WarpSynchronousRegion>
  warpSynchronousRegions(const clang::FunctionDecl *F) const = 0;
  /// Barriers that \p Kernel lacks and can be given.
  virtual std::vector<MissingBarrier> missingBarriers(const clang::FunctionDecl *Kernel) const = 0;
  /// Returns true if all threads of a block see the same value for \p E, in \p F under every
  /// caller.
  virtual bool isUniform(const clang::FunctionDecl *F, const clang::Expr *E) const = 0;
  /// Returns true if every thread of the block reaches \p S or none does.
  virtual bool inUniformControlFlow(const clang::FunctionDecl *F, const clang::Stmt *S) const = 0;
  /// Returns true if \p F has a barrier in a place that no predicate of a block or return can stand
  /// for, or is called from such a place and has barriers: all threads walk to them
  /// (kernel/plan/WarpWalk.h). What cannot be walked is reported there.
  virtual bool isWalked(const clang::FunctionDecl *F) const = 0;
  /// Memory by which warps exchange values where no region says how.
  virtual const LockstepMemory &lockstepMemory() const = 0;
};

/// Computes barrier facts and reports what must be refused: waiting for another block (2033), a
/// read of what other threads write to global memory (2034; 2035 where a barrier is added).
std::unique_ptr<BarrierMap> analyseBarriers(const ParsedSide &Device, const DeviceCallGraph &Reach,
                                            DiagnosticSink &Sink);

} // namespace cu2cl

#endif
