// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_LOWERING_H
#define CU2CL_OPTIMIZERS_LOWERING_LOWERING_H

#include "optimizers/analysis/Guards.h"
#include "optimizers/schedule/Refusal.h"
#include "optimizers/schedule/Schedule.h"
#include "optimizers/tree/Make.h"
#include "optimizers/tree/Print.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

namespace cu2cl::opt {

/// A set of axes of the schedule, bit 0 for the first.
using AxisSet = unsigned;

class Lowering;

/// Which of the merged work-items code is being made for.
struct Where {
  llvm::SmallVector<unsigned, 4> Copy; ///< by axis
  AxisSet Fixed = 0;                   ///< axes along which one copy is meant
  enum { All, Constant, Counter } Lane = All;
  unsigned LaneNumber = 0;
  Variable *LaneCounter = nullptr;
  int64_t Ahead[3] = {0, 0, 0}; ///< items that loops over items are ahead, for loadKey()
};

/// A part of Lowering, which asks the others.
class LoweringPart {
public:
  explicit LoweringPart(Lowering &L);

protected:
  Lowering &L;
  const Facts &F;
  const Schedule &S;
  Make &M;
  const Printer &Print;
  const int &LaneAxis;   ///< -1 where there are no lanes
  const unsigned &Width; ///< of a vector
  Where &W;
};

/// The merged work-items: which axes an expression differs along, and work for each copy.
class MergedItems : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  AxisSet axesAlong(Dimensions D) const;
  AxisSet axesOf(const Expr *E) const { return axesAlong(F.Differing.differs(E)) & ~W.Fixed; }
  bool isLanes(AxisSet A) const { return LaneAxis >= 0 && (A >> LaneAxis & 1); }
  /// True if all lanes are meant, and not one of them.
  bool hasLanes() const {
    return LaneAxis >= 0 && !(W.Fixed >> LaneAxis & 1) && W.Lane == Where::All;
  }
  bool isVector(const Expr *E) const { return W.Lane == Where::All && isLanes(axesOf(E)); }
  int64_t copyOffset(unsigned Dimension) const;
  void forCopies(AxisSet A, llvm::function_ref<void()> Do);
  std::string suffix(AxisSet A) const;
};

/// Variables and ids of the kernel, for one copy, all lanes or all work-items.
class LoweredVariables : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// The variable that is the id of \p Dimension for the first of the merged work-items, and what
  /// it has beyond the id.
  IdVariable &id(unsigned Dimension);
  /// A name that nothing in the source has: \p Name itself, else with a number after it.
  std::string fresh(llvm::StringRef Name);
  /// The ids that the kernel has; those that it has needed are added by id().
  std::vector<IdVariable> &ids() { return Ids; }
  bool isLinear(const Variable *V) const;
  Variable *copyOf(Variable *V);
  Expr *reference(const Expr *E);
  Expr *idValue(const Expr *E);
  Expr *idInGroup(const Expr *E, unsigned D);

  std::vector<IdVariable> Ids;
  llvm::StringSet<> Names; ///< of the kernel's variables, and those that fresh() has made
  std::map<Variable *, Variable *> Arrays;   ///< of lanes, within a loop over them
  std::map<Variable *, Variable *> AllLanes; ///< the names of these arrays
  Variable *Counter = nullptr;               ///< of loops over lanes

private:
  Expr *linear(Expr *Base, const Variable *V);
  Expr *groupId(const Expr *E, unsigned D);

  std::map<std::pair<Variable *, std::string>, Variable *> Copies;
};

/// Expressions, for one work-item or as a vector of all lanes.
class LaneValues : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  Expr *value(const Expr *E);
  Expr *laneByLane(const Expr *E);
  std::string noVectorOf(const std::string &Text, clang::QualType T) const;
  Expr *splat(Expr *E);
  bool hasVectorForm(const Expr *Compound) const;
  Expr *compound(const Expr *E, Expr *Before);
  Expr *addend(const Expr *E);
  Expr *atFirst(const Expr *E);
  Expr *atLane(const Expr *E, unsigned Lane);
  Expr *iota(clang::QualType T, int64_t Stride);
  Expr *vectorList(const Expr *E, clang::QualType T);

private:
  bool hasVectorIndex(const Expr *E) const;
  Expr *elementOfLane(const Expr *E, llvm::ArrayRef<Expr *> Kids);
  Expr *vectorValue(const Expr *E);
  Expr *scalarValue(const Expr *E);
  Expr *vectorBinary(const Expr *E);
  Expr *vectorConditional(const Expr *E);
  Expr *mask(const Expr *E, unsigned Bits);
  Expr *converted(Expr *E, clang::QualType T);
  bool isSafe(const Expr *E) const;
};

/// Calls for all lanes: of built-in functions of vectors, or one by one; sines and cosines of one
/// vector, and roots, are made together.
class LaneCalls : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  Expr *vectorCall(const Expr *E);
  size_t together(const Block &B, size_t Begin) const;
  void lowerTogether(llvm::ArrayRef<Stmt *> Statements, Block &Out);
  size_t rootsFrom(const Block &B, size_t Begin) const;
  void lowerRoots(llvm::ArrayRef<Stmt *> Statements, Block &Out);

  /// Functions that the kernel calls for all lanes, by name: cos_by_lane16.
  std::map<std::string, std::string> Helpers;
  /// Vectors of which all lanes are known to be where vector forms are exact.
  llvm::SmallPtrSet<const Variable *, 4> Near;
  /// Vectors of which sine and cosine have been computed, and these.
  std::map<const Variable *, std::pair<Variable *, Variable *>> SineCosine;

private:
  Expr *callByLane(const Expr *E);
  std::string lanesBelow();
  // Sines and cosines of one vector
  bool isProbed(const Expr *E) const;
  Variable *commonArgument(const Expr *E) const;
  std::vector<const Expr *> callsOfOne(const Stmt *S, Variable *&V) const;
};

/// Loads and stores of all lanes at once, and loads that several copies share.
class LaneMemory : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  Expr *vectorLoad(const Expr *E);
  bool isContiguous(const Expr *Place, std::string *When = nullptr) const;
  Expr *contiguousLoad(const Expr *Place);
  Stmt *contiguousStore(const Expr *Place, Expr *Value);
  // Loads that several copies share
  void shareLoads(const Expr *E, AxisSet A, Block &Out);
  void findLoads(const Expr *E, std::vector<const Expr *> &Loads) const;
  std::string loadKey(const Expr *E);

  std::map<std::string, Variable *> Shared, Carried;

private:
  std::optional<int64_t> wrappedStride(const Expr *E, unsigned D) const;
  bool isContiguousUnlessWrapping(const Expr *Place, std::string *When) const;
  void requireContiguous(const Expr *Place);
  Expr *pointerTo(const Expr *Place);
  bool isAligned(const Expr *Place, std::vector<std::string> &When);
  Expr *wideAt(const Expr *Place);
};

/// Stores, where the merged work-items own them.
class LoweredStores : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  void store(const Stmt *S, Block &Out);
  Expr *firstOwnedLane();
  Expr *ownedItem(bool OfLanes = true);

private:
  void storeCopies(const Stmt *S, AxisSet A, Block &Out);
  Stmt *vectorStore(const Expr *E);
};

/// Branches and loops that all merged work-items enter: done together, where that is so.
class CommonBranches : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  bool whereAllEnter(const Stmt *Old, AxisSet A, Block &Out);
  Expr *whereAllChoose(const Expr *E);
  bool raggedLoop(const Stmt *Old, AxisSet A, Block &Out);

private:
  bool attempt(llvm::function_ref<void()> Do);
  bool growsWithoutWrap(const Expr *E, AxisSet A) const;
  Expr *atExtreme(const Expr *E, AxisSet A, bool Largest);
  Expr *holds(const Expr *E, AxisSet A, bool ForAll, bool Negated = false);
  bool isInStep(const Expr *Condition, AxisSet A) const;
  bool neverWraps(const Variable *Counter, const Expr *Condition, AxisSet A);
  bool stepsTowards(const Expr *Step, const Variable *Counter, bool IsUp) const;
  bool isSizeOfLaunch(const Expr *E) const;

  /// Counters of which the launch was asked that no item's wraps.
  llvm::SmallPtrSet<const Variable *, 4> NoWrap;
};

/// Branches and loops.
class LoweredControl : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  void conditional(const Stmt *S, Block &Out);
  void loop(const Stmt *S, Block &Out);
  Expr *uniformStep(const Expr *E);
  void region(const Stmt *S, AxisSet A, Block &Out);
  void laneLoop(const Stmt *S, Block &Out, Expr *Condition, AxisSet Own = ~0u);
  Stmt *single(const Stmt *S);

private:
  unsigned accessesOfLanes(const Stmt *Old) const;
  Block singleBlock(const Block &B);
};

/// Prints the work of several work-items as one: all axes of a schedule together.
///
/// Every statement is done for all merged work-items before the next one is. That is legal since
/// work-items between two barriers are not ordered and a kernel has no races; each keeps the order
/// of its own statements. What does not differ along an axis is computed once. A load whose address
/// is equal in several copies is made once, ahead of its statement.
class Lowering {
public:
  Lowering(const Facts &F, const Guards &G, const Schedule &S, Make &M);
  /// True once a step was refused; what has been made since means nothing.
  bool isRefused() const { return bool(Why); }
  const Reason &refusal() const { return *Why; }
  /// The first reason stays.
  void refuse(Reason R) {
    if (!Why)
      Why = std::move(R);
  }
  void refuse(Because B, const clang::Stmt *At) { refuse(Reason{B, At}); }
  /// For who tries something, and has undone all else that it did.
  void takeBackRefusal() { Why.reset(); }
  /// \p B for all merged work-items.
  Block lower(const Block &B);
  /// \p E, which differs along no axis.
  Expr *uniform(const Expr *E) { return Values.value(E); }
  void lower(const Stmt *S, Block &Out);
  void emit(const Stmt *From, Stmt *New, Block &Out, bool First);
  Lowering(const Lowering &) = delete;

  /// With tail clamp, by dimension: the first of the merged groups, and how many the launch has.
  struct Clamp {
    Variable *Group = nullptr, *Count = nullptr;
  };
  /// Stores are made only where the condition holds for the whole tile, else one by one for those
  /// items whose id is not below that of the tile's own first item (tail shift).
  Expr *Owned = nullptr;
  std::vector<std::pair<unsigned, Variable *>> FirstOwned; ///< by dimension
  Clamp Clamped[3];
  /// The launch's number of work-items, where the variant's is another one and the kernel asks.
  Variable *LaunchSize[3] = {nullptr, nullptr, nullptr};
  /// The work-groups that the lowered kernel has; 0 where that is not known.
  unsigned GroupSize[3] = {0, 0, 0};
  /// Places where lanes are read or computed one by one, apart from those of a moved tile.
  unsigned LanesAlone = 0;
  unsigned LanesTogether = 0; ///< loads and stores of whole vectors
  /// The conditions that a launch has to fulfil for the addresses of lanes.
  std::vector<std::string> Required;

  const Facts &F;
  const Schedule &S;
  Make &M;
  const Printer Print;
  int LaneAxis = -1;
  unsigned Width = 1;
  Where W;
  MergedItems Items{*this};
  LoweredVariables Variables{*this};
  LaneValues Values{*this};
  LaneCalls Calls{*this};
  LaneMemory Memory{*this};
  LoweredStores Stores{*this};
  CommonBranches Common{*this};
  LoweredControl Control{*this};

private:
  void declare(const Stmt *S, Block &Out);
  void expression(const Stmt *S, Block &Out);
  Expr *linearAssignment(const Expr *E);
  Expr *assignment(const Expr *E, bool Vector);

  std::optional<Reason> Why;
};

/// The literal of a float that is written without its suffix: 1e6f.
std::string floatLiteral(llvm::StringRef Number);

} // namespace cu2cl::opt

#endif
