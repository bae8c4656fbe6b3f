// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_STAGEFILL_H
#define CU2CL_OPTIMIZERS_LOWERING_STAGEFILL_H

#include "optimizers/analysis/Guards.h"
#include "optimizers/analysis/StageLoads.h"
#include "optimizers/lowering/GroupIds.h"

namespace cu2cl::opt {

/// How the work-items of a group load a tile together: element by element, each every so manyth,
/// neighbours in memory by neighbours. Work-items that will be merged count as one.
class StageFill {
public:
  /// \param Merged how many neighbours will be one work-item, by dimension
  StageFill(const Facts &F, Make &M, const Guards &G, GroupIds &Ids, const unsigned (&Group)[3],
            const unsigned (&Merged)[3])
      : F(F), M(M), G(G), Ids(Ids), Group(Group), Merged(Merged) {}

  /// The guards along \p Of, for the work-item itself, or with \p Number for that one of its group
  /// whose number along the dimension the function gives. Null without any.
  using Numbers = llvm::function_ref<Expr *(unsigned Dimension)>;
  Expr *guard(Dimensions Of, Numbers Number = nullptr,
              clang::BinaryOperatorKind Joined = clang::BO_LAnd);

  /// The loop that loads \p T for the rounds from \p First to \p First + \p Count of \p Counter;
  /// null where an address is not understood for work-items other than the one that computes it.
  Stmt *fill(const Tile &T, Variable *Counter, Variable *First, Variable *Count, unsigned Depth);
  /// By how many elements rows are apart beyond their length: what is stored along a column lies in
  /// different banks.
  unsigned padding(const Tile &T) const;

  Variable *Item = nullptr; ///< the number of a work-item in its group, if it was asked for
  Expr *itemValue() const;

private:
  Dimensions dimensionsIn(Dimensions Of) const;
  bool isAlongRows(const Tile &T, const Variable *Counter) const;
  unsigned items() const;
  Expr *idOf(unsigned D, Expr *Number, clang::QualType T, int64_t Offset);
  Expr *forItem(const Expr *E, unsigned D, Expr *Number, Variable *Counter, Expr *Round);

  const Facts &F;
  Make &M;
  const Guards &G;
  GroupIds &Ids;
  const unsigned (&Group)[3], (&Merged)[3];
  bool Understood = true; ///< what forItem() has met
};

} // namespace cu2cl::opt

#endif
