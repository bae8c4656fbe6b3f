// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_ANALYSIS_FACTS_H
#define CU2CL_OPTIMIZERS_ANALYSIS_FACTS_H

#include "optimizers/analysis/Polynomial.h"
#include "optimizers/tree/Source.h"
#include "optimizers/tree/Tree.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <array>

namespace cu2cl::opt {

/// A set of dimensions of the index space, bit 0 for x.
using Dimensions = unsigned;
inline constexpr Dimensions AllDimensions = 7;

/// The uses of one variable in the kernel.
struct VariableFacts {
  unsigned Assignments = 0; ///< apart from the initial value
  unsigned Steps = 0;       ///< those of them in the third part of a `for`
  bool HasAddressTaken = false;
  bool IsAssignedInside = false; ///< by an expression that is a part of another or no statement
  Dimensions Differs = 0;        ///< work-items along these may have other values
  size_t Level = 0;              ///< of the declaration: how many branches and loops are around it
  Dimensions AssignedBySome = 0; ///< along which an assignment is reached by some only
  std::optional<Polynomial> Value; ///< an integer or pointer that is assigned once
  /// How much more the next work-item along a dimension has; nothing if that is no constant.
  std::array<std::optional<int64_t>, 3> Stride = {0, 0, 0};
};

/// A place in memory that the kernel reads or writes.
struct Access {
  const Expr *Place = nullptr;
  const Stmt *In = nullptr;       ///< the statement
  const Variable *Root = nullptr; ///< the parameter it is reached by; null if that is not known
  bool Reads = false, Writes = false;
};

/// The effects of a call beside computing its value.
enum class CallKind {
  Pure,    ///< nothing
  Id,      ///< get_global_id and its like
  Barrier, ///< waits for other work-items
  Atomic,
  Reads,  ///< reads memory: vload4, a function that reads through its pointers
  Effect, ///< writes, prints, or what is not known
  Item    ///< a function that asks for ids or waits at barriers
};
CallKind callKind(const Expr *Call);
/// True for `as_uint(x)`: the bits of x as another type's.
bool isAsType(const Expr *E);

class Facts;

/// A part of Facts, which asks the others.
class FactsPart {
public:
  explicit FactsPart(Facts &F);

protected:
  Facts &F;
  const Source &From;
  const Kernel &K;
  const bool InGroup;
  const Dimensions Apart;
  llvm::DenseMap<const Variable *, VariableFacts> &Variables;
};

/// The index forms of integers and pointers, and the parameters that places are reached by.
class IndexForms : public FactsPart {
public:
  using FactsPart::FactsPart;

  /// The index form of an integer or pointer expression, in elements; never fails: what is not
  /// taken apart is an atom. Ids appear as gid0, gid1, gid2 where group and local id make one up.
  Polynomial form(const Expr *E) const;
  /// The variable that an atom of an index form is; null for others.
  const Variable *atomVariable(const Polynomial::Atom &A) const {
    auto Known = AtomVariable.find(A);
    return Known == AtomVariable.end() ? nullptr : Known->second;
  }
  /// The place of \p E, a load or a store: the form of its address.
  Polynomial address(const Expr *Place) const;
  /// The pointer parameter that \p Place is reached by, or null.
  const Variable *root(const Expr *Place) const;
  /// The same for an address.
  const Variable *rootOfPointer(const Expr *Pointer) const { return rootOf(form(Pointer)); }
  bool fits(const Expr *E, const Polynomial &P) const;

  mutable std::map<std::string, const Variable *> AtomVariable;

private:
  const Variable *rootOf(const Polynomial &P) const;
  const Variable *rootOf(const Variable *Pointer) const;
  Polynomial formOf(const Expr *E) const;
  Polynomial arithmetic(const Expr *E) const;
  Polynomial opaque(const Expr *E) const;
  Polynomial canonical(Polynomial P) const;
  Polynomial withGlobalSize(Polynomial P, unsigned D) const;
  std::string key(const Expr *E) const;
  std::optional<int64_t> timesItems(const Polynomial::Monomial &M, int64_t Factor) const;
};

/// How much more the next work-item has.
class Strides : public FactsPart {
public:
  using FactsPart::FactsPart;

  /// Returns how much larger the value of the next work-item along \p Dimension is.
  std::optional<int64_t> stride(const Expr *E, unsigned Dimension) const;
  void findStrides();

private:
  bool meetStride(const Variable *V, const Expr *NewValue);
};

/// The dimensions along which work-items may compute other values, or go other ways.
class DifferingValues : public FactsPart {
public:
  using FactsPart::FactsPart;

  /// The dimensions along which work-items may compute other values.
  Dimensions differs(const Expr *E) const;
  /// The same of an atom of an index form.
  Dimensions atomDiffers(const Polynomial::Atom &A) const;
  /// The dimensions along which only some work-items leave, repeat or skip within \p Loop (breaks,
  /// continues and its condition).
  Dimensions control(const Stmt *Loop) const;
  bool spread(const Block &B, Dimensions &Leaving, bool InInit = false);

  mutable std::map<std::string, Dimensions> AtomDiffers;

private:
  bool keepsStable(const Polynomial &P, bool InInit) const;
  bool spreadIn(const Expr *E);
  bool spreadDeclared(const Stmt *S, bool InInit);
  bool spreadLoop(const Stmt *S, Dimensions &Leaving);
  bool mark(const Variable *V, Dimensions D, Dimensions Control = 0);
  Dimensions controlSince(size_t Level) const;

  llvm::DenseMap<const Stmt *, Dimensions> LoopControl;
  llvm::SmallVector<Dimensions, 8> Control; ///< of each branch and loop around what is looked at
  size_t LoopLevel = 0;                     ///< of the innermost loop's body
};

/// Facts of one kernel, as it was before any step.
class Facts {
public:
  /// \param InGroup work-items are merged within their group: the group id does not differ.
  /// \param Apart the dimensions along which those of neighbouring groups are merged instead: the
  /// local id does not differ there, and each has local memory of its own.
  Facts(const Source &From, const Kernel &K, bool InGroup = false, Dimensions Apart = 0);
  const VariableFacts &of(const Variable *V) const;
  /// The initial value of \p V, or null.
  const Expr *initial(const Variable *V) const { return Initial.lookup(V); }
  const std::vector<Access> &accesses() const { return Accesses; }
  /// Calls that are not pure, with their statements.
  const std::vector<std::pair<const Expr *, const Stmt *>> &calls() const { return Calls; }
  const clang::Stmt *firstOpaque() const { return FirstOpaque; }
  bool hasBarrier() const { return HasBarrier; }
  bool hasLocalMemory() const { return HasLocalMemory; }
  bool isInGroup() const { return InGroup; }
  bool isApart(unsigned Dimension) const { return Apart >> Dimension & 1; }
  const Kernel &kernel() const { return K; }
  const Source &source() const { return From; }
  Facts(const Facts &) = delete;

private:
  const Source &From;
  const Kernel &K;
  const bool InGroup;
  const Dimensions Apart;
  mutable llvm::DenseMap<const Variable *, VariableFacts> Variables;

public:
  IndexForms Forms{*this};
  Strides Distances{*this};
  DifferingValues Differing{*this};

private:
  friend class FactsPart;
  friend class IndexForms;
  friend class Strides;
  void count(const Block &B, bool InLoop);
  void countIn(const Expr *E, const Stmt *S);
  void countKids(const Expr *E, const Stmt *S);
  void access(const Expr *Place, const Stmt *S, bool Reads, bool Writes);

  llvm::DenseMap<const Variable *, const Expr *> Initial;
  std::vector<std::pair<const Variable *, const Expr *>> Assigned;
  std::vector<Access> Accesses;
  std::vector<std::pair<const Expr *, const Stmt *>> Calls;
  const clang::Stmt *FirstOpaque = nullptr;
  bool HasBarrier = false, HasLocalMemory = false;
};

/// Calls \p Visit for \p E and all expressions in it.
void forEach(const Expr *E, llvm::function_ref<void(const Expr *)> Visit);
/// The same for all expressions of \p B's statements.
void forEachIn(llvm::ArrayRef<Stmt *> B, llvm::function_ref<void(const Expr *)> Visit);
/// True if \p E is a place in local memory.
bool isLocal(const Expr *E);
/// True if \p V is in local memory: work-items of a group share it.
bool isLocalVariable(const Variable *V);
/// True if \p V is a parameter that points to local memory, of which the launch gives the size.
bool isSizedByLaunch(const Variable *V);
/// True if \p E is a place in constant memory, which no kernel writes to.
bool isConstantMemory(const Expr *E);
/// True if \p Call gets no pointer but those to local memory.
bool isCallOnLocal(const Expr *Call);
/// True if \p E is a load or the target of a store: memory of a pointer, not a private variable.
bool isMemory(const Expr *E);
/// The variable that \p E is or is a part of: v, v.x, v[2] of a private array; or null.
const Variable *variableOf(const Expr *E);
/// Calls \p Visit for each variable of which \p E takes the address, so that others may change it:
/// `&v`, `&v.x`, an array of which no element is meant.
void forEachAddressTaken(const Expr *E, llvm::function_ref<void(const Variable *)> Visit);
/// The variable that \p E assigns, if it is an assignment or an increment of one.
const Variable *assignedVariable(const Expr *E);
bool isAssignment(const Expr *E);
/// True if \p E assigns nothing, calls only functions of values and ids, and is understood.
bool hasNoEffect(const Expr *E);
/// True for a division or remainder of integers, which traps if it divides by zero.
bool isIntegerDivision(const Expr *E);
/// The dimension of get_global_id(1); nothing if it is not a constant from 0 to 2.
std::optional<unsigned> idDimension(const Expr *Call);
const Expr *skipImplicit(const Expr *E);
/// The integer that \p E is, if it is a constant.
std::optional<int64_t> constantOf(const Source &From, const Expr *E);

} // namespace cu2cl::opt

#endif
