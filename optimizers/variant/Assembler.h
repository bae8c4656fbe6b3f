// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_VARIANT_ASSEMBLER_H
#define CU2CL_OPTIMIZERS_VARIANT_ASSEMBLER_H

#include "optimizers/lowering/Lowering.h"
#include "optimizers/tree/Directives.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace cu2cl::opt {

class Assembler;

/// A part of Assembler, which asks the others.
class AssemblerPart {
public:
  explicit AssemblerPart(Assembler &A);

protected:
  Assembler &A;
  const Source &From;
  const Kernel &K;
  const Facts &F;
  const Schedule &S;
  Make &M;
  Guards &G;
  Lowering &L;
  const Printer &Print;
};

/// How many work-items a schedule merges along each dimension.
class Tiling : public AssemblerPart {
public:
  using AssemblerPart::AssemblerPart;

  bool isMerged(unsigned D) const { return Factor[D] > 1; }
  bool isMergedAtAll() const { return isMerged(0) || isMerged(1) || isMerged(2); }
  bool isApart(unsigned D) const { return S.apart() >> D & 1; }
  /// Returns how many groups are merged as a whole.
  unsigned copiesApart() const {
    unsigned Result = 1;
    for (unsigned D = 0; D < 3; ++D)
      Result *= isApart(D) ? Factor[D] : 1;
    return Result;
  }
  // The work
  /// Returns how many items follow each other that a work-item does, or its group where they are
  /// apart.
  unsigned tile(unsigned D) const { return Factor[D] * (isApart(D) ? L.GroupSize[D] : 1); }

  unsigned Factor[3] = {1, 1, 1}, LoopFactor[3] = {1, 1, 1};
  TailKind Tail = TailKind::Lanes;
};

/// Whether the schedule fits the kernel.
class VariantChecks : public AssemblerPart {
public:
  using AssemblerPart::AssemblerPart;

  void check();
  void checkRepeated();
  void returnOutsideLoops();

private:
  void checkItems();
  void checkGroups();
  static Dimensions usedIn(const Block &B);
};

/// The conditions that a launch has to fulfil, and the arguments that tell a variant about it.
class LaunchTerms : public AssemblerPart {
public:
  using AssemblerPart::AssemblerPart;

  /// Sets what a launch has to fulfil for the steps that were done ahead.
  void require(llvm::ArrayRef<std::string> Terms) { When.assign(Terms.begin(), Terms.end()); }
  // The conditions that a launch has to fulfil
  void beginAtLowerBounds();
  void coverGuards();
  std::string noBound(const UpperBound &B) const;
  void append(unsigned D);
  void appendSizes();
  void addDistinct(const Variable *A, const Variable *B);
  void requireDivisors(const Expr *E);

  int64_t Begin[3] = {0, 0, 0};               ///< the id of the first item of the first tile
  llvm::SmallPtrSet<const Expr *, 4> InBegin; ///< guards that hold for it and all after it
  std::vector<std::string> When;
  Variable *Appended[3] = {nullptr, nullptr, nullptr};
  Variable *LocalBytes = nullptr; ///< of each part of the local memory that the launch sizes
  bool IsBound[3] = {false, false, false}; ///< what is appended bounds the ids, too

private:
  void coverUnguarded(unsigned D);
  static std::string minus(const std::string &Value, int64_t Offset);
  static std::string parenthesized(const std::string &Value);
};

/// The ids of a variant and what is computed ahead of its work.
class VariantHead : public AssemblerPart {
public:
  using AssemblerPart::AssemblerPart;

  IdVariable idOf(unsigned D) { return L.Variables.id(D); }
  void headOfGroups();
  void partLocalMemory(Variable *P);
  Expr *boundOf(unsigned D, const IdVariable &Id);
  Block partsBefore(Block &Uniform);
  Variable *firstOf(const IdVariable &Id);
  void declareIds();

private:
  std::string leadOf(const Variable *V) const;
  bool isDivided(unsigned D) const;
  Expr *typed(Expr *E, const IdVariable &Id);
  bool isUniform(const Expr *E) const;

  llvm::SmallPtrSet<const Variable *, 8> Ahead; ///< declared ahead of the guards
  std::vector<std::pair<unsigned, Variable *>> First;
};

/// The work, in loops over tiles, with its tails.
class TiledWork : public AssemblerPart {
public:
  using AssemblerPart::AssemblerPart;

  Block work(const Block &Work);

private:
  Expr *withinTile(Expr *Begin, unsigned D);
  Block loweredInLoops(const Block &Work, llvm::ArrayRef<unsigned> Loops);
  Block shifted(const Block &Work, llvm::ArrayRef<unsigned> Tiles, llvm::ArrayRef<unsigned> Loops);
  Block fullOrSingle(const Block &Work, llvm::ArrayRef<unsigned> Tiles,
                     llvm::ArrayRef<unsigned> Loops);
  Block inLoops(Block Body, llvm::ArrayRef<unsigned> Dimensions);

  bool Several = false;
};

/// Puts a variant together: the head (ids, guards, tail), the lowered work, and the contract.
class Assembler {
public:
  Assembler(const Source &From, const Kernel &K, const Facts &F, const Schedule &S, Make &M);
  /// \returns why a step was refused, and where; nothing if text() has the variant.
  std::optional<Reason> assemble();
  /// The contract lines and the kernel, under \p Name, made for \p Target.
  std::string text(llvm::StringRef Name, llvm::StringRef Target) const;
  /// Places where lanes are read or computed one by one, but for tails.
  unsigned lanesAlone() const { return L.LanesAlone; }
  /// Loads and stores of all lanes at once.
  unsigned lanesTogether() const { return L.LanesTogether; }
  /// Functions that the variant calls, by name.
  const std::map<std::string, std::string> &helpers() const { return L.Calls.Helpers; }
  Assembler(const Assembler &) = delete;

  const Source &From;
  const Kernel &K;
  const Facts &F;
  const Schedule &S;
  Make &M;
  Branches Lines;
  Guards G;
  Lowering L;
  const Printer Print;
  Block Moved, Body;
  Tiling Tiles{*this};
  VariantChecks Checks{*this};
  LaunchTerms Terms{*this};
  VariantHead Head{*this};
  TiledWork Tiled{*this};

private:
  static Guards guardsOf(const Facts &F);
  void head();
  std::string head(llvm::StringRef Name) const;
  std::string groupText() const;
};

} // namespace cu2cl::opt

#endif
