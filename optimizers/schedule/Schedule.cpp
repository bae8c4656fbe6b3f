// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/schedule/Schedule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>

namespace cu2cl::opt {

using llvm::StringRef;
using Words = llvm::SmallVector<StringRef, 8>;

/// Of a work-item's text: beyond, compilers give up.
static constexpr uint64_t MostCopies = 1024;

static llvm::Error wrong(StringRef Step, const llvm::Twine &Why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "schedule step '%s': %s",
                                 Step.str().c_str(), Why.str().c_str());
}

namespace {
/// A step and what it takes: words in small letters are options, those in capitals numbers or
/// names.
struct StepForm {
  StringRef Name, Takes, Note;
};
} // namespace

/// No step takes a word that is not here; docs/steps.md has a page for each (covered.py).
static constexpr StepForm Forms[] = {
    {"merge", "x|y|z FACTOR [copies|lanes|loop] [apart group] [memory scalar|vload|wide]", ""},
    {"tail", "shift|clamp|lanes|divides", ""},
    {"group", "X [Y [Z]] [launched]", ""},
    {"promote", "", ""},
    {"unswitch", "", ""},
    {"stage", "ROUNDS", ", from 2 to 128"},
    {"unroll", "FACTOR|full", ", a factor from 2 to 32"},
    {"carry", "", ""},
    {"math", "exact [FUNCTION<NUMBER ...] [rsqrt] [ordered]|ulp|own", ""}};

static const StepForm *formOf(StringRef Name) {
  const StepForm *Found = llvm::find_if(Forms, [&](const StepForm &F) { return F.Name == Name; });
  return Found == std::end(Forms) ? nullptr : Found;
}

static std::string stepNames() {
  std::string Result;
  for (const StepForm &F : Forms)
    Result += (&F == std::begin(Forms)     ? ""
               : &F == std::end(Forms) - 1 ? " and "
                                           : ", ") +
              F.Name.str();
  return Result;
}

/// The error that says how \p F is written.
static llvm::Error unlike(StringRef Step, const StepForm &F) {
  return wrong(Step, "write " + F.Name + (F.Takes.empty() ? "" : " ") + F.Takes + F.Note);
}
static llvm::Error unlike(StringRef Step) {
  return unlike(Step, *formOf(Step.take_until([](char C) { return llvm::isSpace(C); })));
}

/// True if the form has each word of \p W; not the functions and numbers, which the parse has read.
static bool hasForm(const Words &W, const StepForm &F) {
  llvm::SmallVector<StringRef, 16> Known;
  F.Takes.split(Known, '|');
  llvm::StringSet<> Options;
  for (StringRef Part : Known) {
    Words Each;
    llvm::SplitString(Part, Each, " []");
    for (StringRef Word : Each)
      Options.insert(Word);
  }
  return llvm::all_of(llvm::drop_begin(W), [&](StringRef Word) {
    return !llvm::isAlpha(Word[0]) || Word.contains('<') || Options.contains(Word);
  });
}

static llvm::Error parseMerge(StringRef Step, Words W, Schedule &S) {
  Axis A;
  if (W.size() > 4 && W.end()[-2] == "apart" && W.back() == "group") {
    A.IsApart = true;
    W.pop_back_n(2);
  }
  if (W.size() > 4 && W.end()[-2] == "memory") {
    if (W[3] != "lanes")
      return wrong(Step, "memory is said of lanes");
    if (W.back() != "scalar" && W.back() != "vload" && W.back() != "wide")
      return wrong(Step, "'" + W.back() + "' is none of memory scalar, vload, wide");
    A.Via = W.back() == "scalar" ? Axis::Memory::Scalar
            : W.back() == "wide" ? Axis::Memory::Wide
                                 : Axis::Memory::VLoad;
    W.pop_back_n(2);
  }
  size_t Dimension = W.size() > 1 ? StringRef("xyz").find(W[1]) : StringRef::npos;
  if (Dimension == StringRef::npos || W[1].size() != 1 || W.size() < 3 ||
      W[2].getAsInteger(10, A.Factor))
    return unlike(Step);
  A.Dimension = Dimension;
  StringRef As = W.size() > 3 ? W[3] : "copies";
  if (As == "lanes")
    A.Kind = Axis::As::Lanes;
  else if (As == "loop")
    A.Kind = Axis::As::Loop;
  else if (As != "copies")
    return wrong(Step, "'" + As + "' is none of copies, lanes, loop");
  if (W.size() > 4)
    return wrong(Step, "'" + W[4] + "' is too much");
  bool IsWidth = A.Factor == 2 || A.Factor == 4 || A.Factor == 8 || A.Factor == 16;
  if (A.Kind == Axis::As::Lanes && !IsWidth)
    return wrong(Step, "vectors have 2, 4, 8 or 16 lanes");
  if (A.IsApart && A.Kind != Axis::As::Copies)
    return wrong(Step, "only copies are apart: lanes and loops have neighbours");
  unsigned Most = A.Kind == Axis::As::Loop ? 1024 : 32;
  if (A.Factor < 1 || A.Factor > Most)
    return wrong(Step, "the factor is from 1 to " + llvm::Twine(Most));
  for (const Axis &Other : S.Axes)
    if (A.Kind == Axis::As::Lanes && Other.Kind == Axis::As::Lanes)
      return wrong(Step, "there is one merge with lanes already");
  if (A.Factor > 1)
    S.Axes.push_back(A);
  return llvm::Error::success();
}

static constexpr StringRef ExactFunctions[] = {
#define FUNCTION(NAME) #NAME,
#include "optimizers/schedule/ExactFunctions.def"
};

static llvm::Error parseMath(StringRef Step, const Words &W, Schedule &S) {
  if (W.size() == 2 && (W[1] == "ulp" || W[1] == "own")) {
    S.Math = W[1] == "ulp" ? Schedule::MathKind::Ulp : Schedule::MathKind::Own;
    return llvm::Error::success();
  }
  if (W.size() < 2 || W[1] != "exact")
    return unlike(Step);
  S.Math = Schedule::MathKind::Exact;
  for (StringRef Word : llvm::drop_begin(W, 2)) {
    if (Word == "rsqrt" || Word == "ordered") {
      (Word == "rsqrt" ? S.InverseRoots : S.Ordered) = true;
      continue;
    }
    auto [Function, Limit] = Word.split('<');
    double Value;
    if (Function.empty() || Limit.getAsDouble(Value) || !(Value > 0))
      return wrong(Step, "'" + Word + "' is neither FUNCTION<NUMBER nor rsqrt nor ordered");
    if (!llvm::is_contained(ExactFunctions, Function))
      return wrong(Step, "no vector form of '" + Function + "' is known; it is of " +
                             llvm::join(llvm::ArrayRef(ExactFunctions), ", "));
    S.ExactBelow[Function.str()] = Limit.str();
  }
  return llvm::Error::success();
}

static llvm::Error parseGroup(StringRef Step, const Words &W, Schedule &S) {
  std::vector<unsigned> Sizes;
  bool IsLaunched = W.back() == "launched";
  for (StringRef Word : llvm::ArrayRef(W).drop_front().drop_back(IsLaunched)) {
    unsigned Size = 0;
    if (Word.getAsInteger(10, Size) || Size < 1 || Size > 1024)
      return wrong(Step, "'" + Word + "' is no size from 1 to 1024");
    Sizes.push_back(Size);
  }
  if (Sizes.empty() || Sizes.size() > 3)
    return unlike(Step);
  Sizes.resize(3, 1);
  if (uint64_t(Sizes[0]) * Sizes[1] * Sizes[2] > 1024)
    return wrong(Step, "a group has at most 1024 work-items");
  (IsLaunched ? S.Launched : S.Group) = Sizes;
  return llvm::Error::success();
}

static llvm::Error parseStep(StringRef Step, const Words &W, Schedule &S) {
  if (W[0] == "promote" || W[0] == "unswitch" || W[0] == "carry") {
    if (W.size() > 1)
      return unlike(Step);
    (W[0] == "promote" ? S.Promote : W[0] == "unswitch" ? S.Unswitch : S.Carry) = true;
    return llvm::Error::success();
  }
  if (W[0] == "merge")
    return parseMerge(Step, W, S);
  if (W[0] == "stage") {
    unsigned Depth = 0;
    if (W.size() != 2 || W[1].getAsInteger(10, Depth) || Depth < 2 || Depth > 128)
      return unlike(Step);
    S.Stage = Depth;
    return llvm::Error::success();
  }
  if (W[0] == "unroll") {
    unsigned Factor = 0;
    bool IsFull = W.size() == 2 && W[1] == "full";
    if (!IsFull && (W.size() != 2 || W[1].getAsInteger(10, Factor) || Factor < 2 || Factor > 32))
      return unlike(Step);
    S.Unroll = Factor;
    return llvm::Error::success();
  }
  if (W[0] == "tail") {
    if (W.size() != 2)
      return unlike(Step);
    S.Tail = W[1] == "shift"   ? TailKind::Shift
             : W[1] == "clamp" ? TailKind::Clamp
             : W[1] == "lanes" ? TailKind::Lanes
                               : TailKind::Divides;
    if (*S.Tail == TailKind::Divides && W[1] != "divides")
      return unlike(Step);
    return llvm::Error::success();
  }
  return W[0] == "math" ? parseMath(Step, W, S) : parseGroup(Step, W, S);
}

llvm::Expected<Schedule> Schedule::parse(StringRef Text) {
  Schedule Result;
  llvm::SmallVector<StringRef, 8> Steps;
  Text.split(Steps, ';');
  llvm::StringSet<> Seen;
  for (StringRef Step : Steps) {
    Step = Step.trim();
    if (Step.empty())
      continue;
    Words W;
    llvm::SplitString(Step, W);
    const StepForm *Form = formOf(W[0]);
    if (!Form)
      return wrong(Step, "the steps are " + stepNames());
    if (W[0] != "merge" && !Seen.insert(W[0]).second)
      return wrong(Step, "there is one '" + W[0] + "' already");
    if (llvm::Error E = parseStep(Step, W, Result))
      return E;
    if (!hasForm(W, *Form))
      return unlike(Step, *Form);
  }
  uint64_t Copies = 1;
  for (const Axis &A : Result.Axes)
    Copies *= A.Kind == Axis::As::Loop ? 1 : A.Factor;
  if (Copies > MostCopies)
    return wrong(Text, llvm::Twine(Copies) + " copies and lanes of a work-item, but at most " +
                           llvm::Twine(MostCopies) + ": take smaller factors");
  // Lanes are neighbours: of the axes of one dimension they are the inner one.
  std::stable_partition(Result.Axes.begin(), Result.Axes.end(),
                        [](const Axis &A) { return A.Kind == Axis::As::Lanes; });
  return Result;
}

std::string Schedule::text() const {
  std::vector<std::string> Steps;
  if (Promote)
    Steps.push_back("promote");
  if (Unswitch)
    Steps.push_back("unswitch");
  if (Stage)
    Steps.push_back("stage " + std::to_string(*Stage));
  if (Unroll)
    Steps.push_back(*Unroll ? "unroll " + std::to_string(*Unroll) : "unroll full");
  for (const Axis &A : Axes)
    Steps.push_back((llvm::Twine("merge ") + StringRef("xyz").substr(A.Dimension, 1) + " " +
                     llvm::Twine(A.Factor) +
                     (A.Kind == Axis::As::Lanes  ? " lanes"
                      : A.Kind == Axis::As::Loop ? " loop"
                                                 : "") +
                     (A.IsApart ? " apart group" : "") +
                     (A.Via == Axis::Memory::Scalar ? " memory scalar"
                      : A.Via == Axis::Memory::Wide ? " memory wide"
                                                    : ""))
                        .str());
  if (Carry)
    Steps.push_back("carry");
  if (Tail)
    Steps.push_back(*Tail == TailKind::Shift   ? "tail shift"
                    : *Tail == TailKind::Clamp ? "tail clamp"
                    : *Tail == TailKind::Lanes ? "tail lanes"
                                               : "tail divides");
  if (Math == MathKind::Ulp)
    Steps.push_back("math ulp");
  if (Math == MathKind::Own)
    Steps.push_back("math own");
  std::string Exact;
  for (const auto &[Function, Limit] : ExactBelow)
    Exact += " " + Function + "<" + Limit;
  if (InverseRoots)
    Exact += " rsqrt";
  if (Ordered)
    Exact += " ordered";
  if (!Exact.empty())
    Steps.push_back("math exact" + Exact);
  if (const auto &Sizes = Group ? Group : Launched)
    Steps.push_back((llvm::Twine("group ") + llvm::Twine((*Sizes)[0]) + " " +
                     llvm::Twine((*Sizes)[1]) + " " + llvm::Twine((*Sizes)[2]) +
                     (Launched ? " launched" : ""))
                        .str());
  return llvm::join(Steps, "; ");
}

unsigned Schedule::factor(unsigned Dimension) const {
  return factor(Dimension, false) * factor(Dimension, true);
}

unsigned Schedule::factor(unsigned Dimension, bool IsApart) const {
  unsigned Result = 1;
  for (const Axis &A : Axes)
    if (A.Dimension == Dimension && A.IsApart == IsApart)
      Result *= A.Factor;
  return Result;
}

Axis::Memory Schedule::memory() const {
  for (const Axis &A : Axes)
    if (A.Kind == Axis::As::Lanes)
      return A.Via;
  return Axis::Memory::VLoad;
}

unsigned Schedule::apart() const {
  unsigned Result = 0;
  for (const Axis &A : Axes)
    Result |= unsigned(A.IsApart) << A.Dimension;
  return Result;
}

} // namespace cu2cl::opt
