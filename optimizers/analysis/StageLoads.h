// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_ANALYSIS_STAGELOADS_H
#define CU2CL_OPTIMIZERS_ANALYSIS_STAGELOADS_H

#include "optimizers/analysis/Facts.h"
#include "optimizers/tree/Print.h"

namespace cu2cl::opt {

/// A load that goes through local memory.
struct Tile {
  const Expr *Place = nullptr;
  Variable *Array = nullptr;
  Dimensions Own = 0; ///< along which it differs; the group's other items share it
};

/// The loads of a kernel that may go through local memory, and what work-items may compute that the
/// guards leave out.
class StageLoads {
public:
  StageLoads(const Facts &F, const unsigned (&Group)[3]) : F(F), Group(Group), Print(F.source()) {}

  /// No effects, no loads, and nothing that may trap.
  bool isFree(const Expr *E) const;
  static bool isLoad(const Expr *E);
  bool isKept(const Variable *V) const;
  /// True if \p E is computed of arguments alone.
  bool isArgument(const Expr *E) const;
  /// True if \p E is computed of arguments, ids, \p Counter, and what is declared of such for all.
  bool isKnown(const Expr *E, const Variable *Counter) const;
  /// True if \p B, a round on \p Tiles, may be done by work-items that the guards leave out.
  bool isHarmless(const Block &B, llvm::ArrayRef<Variable *> Tiles) const;
  /// True if \p S is a loop to stage, or holds one in branches that all items take together.
  bool isTarget(const Stmt *S);
  /// Loads that every round of \p Loop makes, that items of a group share, and that no one changes.
  std::vector<Tile> loadsOf(const Stmt *Loop);
  bool isStageable(const Expr *E, const Variable *Counter);

  llvm::SmallPtrSet<const Variable *, 8> Ahead; ///< declared for all, of values that are kept
  const clang::Stmt *Odd = nullptr;             ///< a loop of another form
  std::string WhyOdd;                           ///< what is not as it has to be
  const clang::Stmt *Unfit = nullptr;           ///< a load that cannot be staged
  std::string WhyUnfit;
  const clang::Stmt *Written = nullptr; ///< what may write to what is loaded

private:
  static bool isForeign(const Expr *E, llvm::ArrayRef<Variable *> Tiles);
  bool isAlone(Dimensions Of) const;
  void collect(const Expr *E, const Variable *Counter, std::vector<Tile> &Found);
  bool isWritten(const Variable *Root);
  bool unfit(const Expr *E, const char *Why);

  const Facts &F;
  const unsigned (&Group)[3];
  Printer Print;
};

} // namespace cu2cl::opt

#endif
