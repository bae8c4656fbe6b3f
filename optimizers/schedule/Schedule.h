// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_SCHEDULE_SCHEDULE_H
#define CU2CL_OPTIMIZERS_SCHEDULE_SCHEDULE_H

#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cu2cl::opt {

/// The way in which several work-items become one.
struct Axis {
  enum class As { Copies, Lanes, Loop };
  unsigned Dimension = 0;
  unsigned Factor = 1;
  As Kind = As::Copies;
  bool IsApart = false; ///< the items are one work-group apart, not neighbours
  /// How lanes that are neighbours in memory are loaded and stored: with vload, which asks for no
  /// alignment, one by one, or as a vector where the address is proved to be aligned.
  enum class Memory { VLoad, Scalar, Wide } Via = Memory::VLoad;
};

/// The treatment of work-items that a launch has beyond whole merged ones.
enum class TailKind {
  Shift,  ///< the last tile moves back inside and stores only its own items
  Clamp,  ///< the last group does its work several times, and only once stores
  Lanes,  ///< full tiles, and a loop over the items of the others
  Divides ///< the launch divides, or the plain kernel runs
};

/// One line of steps, each checked at its place: "merge x 16 lanes; tail shift; group 16 8 1".
struct Schedule {
  std::vector<Axis> Axes; ///< inner first
  std::optional<TailKind> Tail;
  std::optional<std::vector<unsigned>> Group;
  /// `group 256 1 1 launched`: only for launches of such groups, as if the kernel required them.
  std::optional<std::vector<unsigned>> Launched;
  bool Promote = false, Unswitch = false, Carry = false;
  std::optional<unsigned> Stage;  ///< rounds of a loop whose loads share a tile
  std::optional<unsigned> Unroll; ///< 0: loops of a known count of rounds, fully
  enum class MathKind { Exact, Ulp, Own } Math = MathKind::Exact;
  /// Built-ins of which the vector form has the scalar one's bits on the target while every lane is
  /// below the number, as a probe of that device has found: `math exact cos<1e6`.
  std::map<std::string, std::string> ExactBelow;
  /// `math exact rsqrt`: 1.0f / sqrt(x) by the short form of clrt/device/exact_math.clh.
  bool InverseRoots = false;
  /// `math exact ordered`: loops of sums are hidden from all that Intel's runtime for CPUs does to
  /// them, at the price of unrolling.
  bool Ordered = false;
  /// Not a step: the variant is for GPUs alone, whose compilers need no workarounds.
  bool IsForGpus = false;

  /// \returns an error that names the step and what it may be.
  static llvm::Expected<Schedule> parse(llvm::StringRef Text);
  /// The line again, in the order in which the steps are done.
  std::string text() const;
  unsigned factor(unsigned Dimension) const;
  /// The dimensions of which work-items are merged that are a work-group apart, bit 0 for x.
  unsigned apart() const;
  /// The same product of the axes that are apart, or of those that are not.
  unsigned factor(unsigned Dimension, bool IsApart) const;
  /// Returns how lanes are loaded and stored.
  Axis::Memory memory() const;
};

} // namespace cu2cl::opt

#endif
