// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_STEPS_CARRY_H
#define CU2CL_OPTIMIZERS_STEPS_CARRY_H

#include "optimizers/lowering/Lowering.h"

namespace cu2cl::opt {

/// Keeps in registers what the next work-item of a loop over work-items reads, too: of a[z - 1],
/// a[z] and a[z + 1] only the last one is loaded, the others are those of the item before.
///
/// Precondition: every item of the loop makes these loads, whatever its values are, from places
/// that differ by the same distance from item to item; the kernel writes to no place that it
/// carries (a condition `distinct` for each buffer that it writes). Effect: variables hold what the
/// next item reads; nothing is loaded that the plain kernel would not load.
class Carry {
public:
  Carry(Lowering &L, unsigned Dimension) : L(L), Dimension(Dimension) {}

  /// Looks for loads of \p Work to carry, and tells the lowering. \p First is the id of the loop's
  /// first item.
  /// \returns why there are none, and where.
  std::optional<Reason> find(const Block &Work, Variable *First);

  /// \p Lowered, the work of one item, with what is carried; variables that only the loads
  /// named are gone.
  Block around(const Block &Lowered) const;

  Block Before; ///< ahead of the loop
  /// Parameters that are carried, each with one that is written.
  std::vector<std::pair<const Variable *, const Variable *>> Distinct;

private:
  struct Load {
    Expr *Place = nullptr; ///< names only what is known ahead of the loop
    Where Copy;
    std::string Next; ///< the key of the place that the next item finds here
    const Variable *Root = nullptr;
    Variable *Kept = nullptr;
  };

  void collect(const Expr *E);
  Expr *known(const Expr *E);
  bool isKnown(const Expr *E) const;
  bool mayWrite(const Variable *Root);
  void keep(llvm::ArrayRef<Load *> Chain, Variable *First);
  Expr *valueOf(const Load &From, Variable *First);

  Lowering &L;
  unsigned Dimension;
  Block Begin, End; ///< of an item's work
  std::map<std::string, Load> Loads;
  const clang::Stmt *Written = nullptr;
};

} // namespace cu2cl::opt

#endif
