// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tells a reader of a variant what its schedule means.

#include "optimizers/variant/Description.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::Twine;

namespace cu2cl::opt {

using Parts = std::vector<std::string>;

/// The steps ahead of merging.
static void addEarly(const Schedule &S, Parts &Out) {
  if (S.Promote)
    Out.push_back("what a loop adds to one location stays in a variable until its end");
  if (S.Unswitch)
    Out.push_back("conditions that keep their value are asked ahead of their loop");
  if (S.Unroll)
    Out.push_back(*S.Unroll ? ("loops do " + Twine(*S.Unroll) + " iterations at once").str()
                            : "loops of a known number of iterations are written out");
  if (S.Stage)
    Out.push_back(("the work-items of a group load for each other through local memory, for " +
                   Twine(*S.Stage) + " iterations at a time")
                      .str());
}

static std::string merged(const Axis &A) {
  return (Twine(A.Factor) + (A.IsApart ? " work-groups along " : " neighbours along ") +
          Twine("xyz"[A.Dimension]) + (A.IsApart ? " are one" : " are one work-item") +
          (A.Kind == Axis::As::Lanes  ? ", each in a lane of vectors"
           : A.Kind == Axis::As::Loop ? ", one after the other in a loop"
                                      : ", in copies of the statements"))
      .str();
}

static const char *ofTail(TailKind Tail) {
  switch (Tail) {
  case TailKind::Shift:
    return "the last one moves back inside and stores only what is its own";
  case TailKind::Clamp:
    return "the last one repeats work and stores it once";
  case TailKind::Lanes:
    return "those that are left over run one by one";
  case TailKind::Divides:
    return "a launch that does not divide runs the plain kernel";
  }
  llvm_unreachable("unknown tail");
}

static void addMath(const Schedule &S, Parts &Out) {
  if (S.Math == Schedule::MathKind::Ulp)
    Out.push_back("built-in functions of vectors may differ in the last bits");
  if (S.Math == Schedule::MathKind::Own)
    Out.push_back("sine and cosine are clrt's own");
  if (!S.ExactBelow.empty()) {
    Parts Limits;
    for (const auto &[Function, Limit] : S.ExactBelow)
      Limits.push_back(Function + " below " + Limit);
    Out.push_back("vector functions that give the same bits are used for " +
                  llvm::join(Limits, ", "));
  }
  if (S.InverseRoots)
    Out.push_back("1 / sqrt(x) has a short form with the same bits");
  if (S.Ordered)
    Out.push_back("sums are kept in their order");
}

std::string describe(const Schedule &S, TailKind Tail) {
  Parts Out;
  addEarly(S, Out);
  for (const Axis &A : S.Axes)
    Out.push_back(merged(A));
  if (S.Carry)
    Out.push_back("loads that the next one makes as well stay in registers");
  if (llvm::any_of(S.Axes, [](const Axis &A) { return A.Factor > 1; }))
    Out.push_back(ofTail(Tail));
  addMath(S, Out);
  if (const auto &Sizes = S.Group ? S.Group : S.Launched)
    Out.push_back((Twine(S.Launched ? "a launch has" : "there are") + " groups of " +
                   Twine((*Sizes)[0]) + " x " + Twine((*Sizes)[1]) + " x " + Twine((*Sizes)[2]))
                      .str());
  if (Out.empty())
    return "";
  Out[0][0] = llvm::toUpper(Out[0][0]);
  constexpr size_t Columns = 100;
  const std::string Sentence = llvm::join(Out, "; ") + ".";
  std::string Text, Line = "//";
  for (llvm::StringRef Word : llvm::split(Sentence, ' ')) {
    if (Line.size() + 1 + Word.size() > Columns) {
      Text += Line + "\n";
      Line = "//";
    }
    Line += " " + Word.str();
  }
  return Text + Line + "\n";
}

} // namespace cu2cl::opt
