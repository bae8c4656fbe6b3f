// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TUNE_SPACE_H
#define CU2CL_OPTIMIZERS_TUNE_SPACE_H

#include "optimizers/analysis/Facts.h"
#include "optimizers/schedule/Schedule.h"
#include <random>

namespace cu2cl::opt {

/// The schedules that may suit a kernel, from its tree: which dimensions are merged how, tails and
/// groups. Not all are legal; makeVariant() says which.
class Space {
public:
  /// \param Items work-items of the launch
  Space(const Facts &F, const size_t (&Items)[3]);

  /// One point.
  struct Point {
    unsigned Lanes = 1, LanesAlong = 0;
    unsigned Factor[3] = {1, 1, 1}; ///< beside the lanes
    bool IsLoop[3] = {false, false, false};
    bool IsApart[3] = {false, false, false}; ///< factors of items that are a group apart
    TailKind Tail = TailKind::Lanes;
    unsigned Group[3] = {0, 0, 0}; ///< 0: as the launch has it
    bool Promote = false, Unswitch = false, Carry = false, Roots = false;
    unsigned Stage = 0;
    std::optional<unsigned> Unroll; ///< 0: fully

    Schedule schedule() const;
    bool isMerged() const;
    /// 0 if what is merged is another than in \p P, 1 for groups and unrolling, 2 for the rest.
    unsigned rank(const Point &P) const;
  };

  Point random(std::mt19937 &Random) const;
  /// The points that differ from \p P in one choice: a factor, a realisation, the tail, the group.
  std::vector<Point> neighbours(const Point &P) const;
  /// Points for the schedules that targets offer without a measurement.
  std::vector<Point> offered() const;
  bool isEmpty() const { return !Used; }

private:
  bool has(const Point &P) const;
  bool fits(const Point &P) const;
  void pickSteps(Point &P, std::mt19937 &Random) const;
  void addSteps(const Point &P, std::vector<Point> &Result) const;
  std::vector<unsigned> factors(unsigned Dimension, bool IsLoop) const;

  Dimensions Used = 0, Vector = 0;
  bool HasLoop = false, HasInverseRoots = false, HasUpdates = false, IsInGroup = false;
  size_t Items[3];
};

} // namespace cu2cl::opt

#endif
