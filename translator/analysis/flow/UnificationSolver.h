// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_FLOW_POINTERSOLVER_H
#define CU2CL_ANALYSIS_FLOW_POINTERSOLVER_H

#include "analysis/flow/PointerConstraints.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cu2cl {

/// A body of one unit.
struct BodyRef {
  uint32_t Unit = 0, Body = 0;
};

/// A step of an explanation: a fact's place and words.
struct SolverEvidence {
  uint32_t Unit = 0, Place = 0, Text = 0;
};

/// Two kinds met in one class of pointers.
struct SolverConflict {
  uint32_t Node = 0; ///< program-wide number
  uint32_t FirstKind = 0, SecondKind = 0;
  SolverEvidence First, Second;
  std::string Subject;
  SolverEvidence SubjectPlace;
};

struct SolverOptions {
  bool OnlyCalled = false; ///< an uncalled function gets a version only if it is in Roots
  std::vector<std::string> Roots;
  uint32_t Compatible = 0; ///< kinds (mask) that a pointer may have along with any other
  uint32_t Plain = 0;      ///< kinds (mask) whose type pointers of Compatible kinds have
  uint16_t KindUses = 0;   ///< uses (mask) that count for all pointers to the same memory
  uint32_t Memory = 0;     ///< kinds (mask) of memory whose pointers are found by device code
};

struct SolverNode {
  uint32_t Parent;
  uint32_t Kinds = 0;
  uint16_t Uses = 0;
  bool Tied = false, Reported = false;
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 1> Children;
};

enum class FlowDirection : uint8_t { Flat, ToCaller, ToCallee };

struct SolverEdge {
  uint32_t To;
  FlowDirection Direction;
  SolverEvidence Why;
};

/// A call in a body, bound to its callee.
struct CallInstance {
  uint32_t Component, Callee;
  bool Direct = false;                               ///< same component or tied: no copy
  std::vector<std::pair<uint32_t, uint32_t>> Copies; ///< callee's class, caller's node
};

struct SolvedFunction {
  std::string Usr;
  std::vector<BodyRef> Bodies;
  bool Tied = false;
  uint32_t Component = NoNode;
};

struct SolvedComponent {
  std::vector<uint32_t> Functions;
  std::vector<uint32_t> Signature; ///< classes that callers bind
  std::map<uint32_t, uint32_t> SignatureIndex;
  std::vector<uint32_t> Instances;
  std::vector<std::vector<uint32_t>> Versions; ///< kind masks along Signature
};

/// An instance, in a version of its component, wants a version of its callee.
struct VersionRequest {
  uint32_t Instance, Version;
  std::vector<uint32_t> Key;
};

/// Names a cell: pointers that must have one type, or (kindKey) that point to the same memory.
using CellKey = std::pair<uint64_t, uint32_t>;

struct KindSeed {
  uint32_t Node, Kind;
  SolverEvidence Why;
};

class UnificationSolver;

/// A part of the solver, which asks the others.
class SolverPart {
public:
  explicit SolverPart(UnificationSolver &Solver);

protected:
  UnificationSolver &Solver;
  const llvm::ArrayRef<UnitPointerConstraints> &Units;
  const SolverOptions &Opts;
};

/// The functions of the program, their bodies, and the numbers of the bodies' nodes.
class ProgramBodies : public SolverPart {
public:
  using SolverPart::SolverPart;

  /// Number of a node in the whole program.
  uint32_t global(BodyRef B, uint32_t Node) const { return Base[B.Unit][B.Body] + Node; }
  /// Functions by USR. The first is the one without a name: namespace scope.
  uint32_t function(llvm::StringRef Usr) const; ///< NoNode if not known
  uint32_t functionOf(BodyRef B) const { return OwnerOf[B.Unit][B.Body]; }
  llvm::ArrayRef<BodyRef> bodies(uint32_t Function) const { return Functions[Function].Bodies; }
  /// Address node of a shared entity by USR, NoNode if there is none.
  uint32_t shared(llvm::StringRef Usr) const;

  std::vector<std::vector<uint32_t>> Base, OwnerOf; ///< by unit and body
  std::vector<SolvedFunction> Functions;
  llvm::StringMap<uint32_t> FunctionByUsr, SharedByUsr;
};

/// The classes of values that flow into each other, with what each points to.
class PointerGraph : public SolverPart {
public:
  using SolverPart::SolverPart;

  /// Child \p Key of \p Node, or NoNode where nothing is known.
  uint32_t findChild(uint32_t Node, uint32_t Key) const;
  /// All children of \p Node with their keys.
  llvm::ArrayRef<std::pair<uint32_t, uint32_t>> children(uint32_t Node) const {
    return Nodes[find(Node)].Children;
  }
  uint32_t find(uint32_t Node) const;
  uint32_t addNode();
  uint32_t makeChild(uint32_t Node, uint32_t Key);
  void unify(uint32_t A, uint32_t B, SolverEvidence Why);
  void tie(uint32_t Node);
  uint32_t kindNode(uint32_t Node) const;
  uint32_t makeKindNode(uint32_t Node);
  uint32_t copy(uint32_t Node, std::map<uint32_t, uint32_t> &Memo, SolverEvidence Why);

  mutable std::vector<SolverNode> Nodes;
  std::vector<std::vector<SolverEdge>> Edges;

private:
  void addEdge(uint32_t A, uint32_t B, FlowDirection Direction, SolverEvidence Why);
  void pushKinds(uint32_t Root);
};

/// The versions of functions: one for each combination of kinds that callers bind.
class FunctionVersions : public SolverPart {
public:
  using SolverPart::SolverPart;

  uint32_t versionCount(uint32_t Function) const;
  /// Version of its callee that call \p Call of body \p B means.
  uint32_t calleeVersion(BodyRef B, uint32_t Call, uint32_t Version) const;
  void collectSignature(SolvedComponent &C);
  void makeVersions();
  uint32_t rawKinds(uint32_t Component, uint32_t Version, uint32_t Node) const;

  std::vector<SolvedComponent> Components; ///< callees first
  std::vector<CallInstance> Instances;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> InstanceOf;  ///< (base of body, call)
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> CallVersion; ///< (instance, version)

private:
  void reach(uint32_t Node, SolvedComponent &C, std::map<uint32_t, bool> &Seen);
  void settle(SolvedComponent &C, std::vector<VersionRequest> &Requests);
  void requestCallees(uint32_t Component, uint32_t Version,
                      std::vector<std::vector<VersionRequest>> &Requests);
  bool compatible(const std::vector<uint32_t> &A, const std::vector<uint32_t> &B) const;
};

/// The cells: pointers, across calls and versions, that must have one type, or that point to the
/// same memory; their kinds and uses.
class PointerCells : public SolverPart {
public:
  using SolverPart::SolverPart;

  /// Returns true if some pointer of the program is used as \p Use says.
  bool anyUse(uint16_t Use) const {
    return llvm::any_of(CellUses, [Use](uint16_t Uses) { return (Uses & Use) != 0; });
  }
  /// Mask of the kinds (bit k for kind k) that \p Node points to in version \p Version of the
  /// function whose body it is in.
  uint32_t kinds(uint32_t Function, uint32_t Version, uint32_t Node) const;
  /// Mask of use:: that all pointers of the class of \p Node have, across calls.
  uint16_t uses(uint32_t Function, uint32_t Version, uint32_t Node) const;
  /// A number that is equal for two nodes (in versions) that must have the same type; NoNode for a
  /// node that shares nothing.
  uint32_t cell(uint32_t Function, uint32_t Version, uint32_t Node) const;
  void joinCells();
  CellKey classKey(uint32_t Component, uint32_t Version, uint32_t Node) const;
  CellKey kindKey(uint32_t Component, uint32_t Version, uint32_t Node) const;
  uint32_t makeCell(CellKey Key);
  uint32_t cellAt(CellKey Key) const; ///< NoNode where nothing is known of the cell
  uint32_t findCell(uint32_t Cell) const;

  std::map<CellKey, uint32_t> CellIds;
  std::vector<uint32_t> CellParent;
  std::vector<uint16_t> CellUses;

private:
  std::vector<uint32_t> CellKinds;
};

/// Pointers that must have the same type in all versions, since a function is written once.
class PointerTypes : public SolverPart {
public:
  using SolverPart::SolverPart;

  /// Kinds and uses of all pointers that must have the type of \p Node, across calls and versions:
  /// a function is written once.
  uint32_t kindsOfType(uint32_t Node) const;
  uint16_t usesOfType(uint32_t Node) const;
  void joinTypes();
  void collectTypes();

private:
  uint32_t findType(uint32_t Node) const;

  std::vector<uint32_t> TypeParent, TypeKinds; ///< by node; the last two by the class's first node
  std::vector<uint16_t> TypeUses;
};

/// Pointers in memory that device code has written.
class DeviceStores : public SolverPart {
public:
  using SolverPart::SolverPart;

  /// The first fact that gives use \p Use to all pointers to the memory that \p Node points to.
  std::optional<SolverEvidence> reason(uint32_t Function, uint32_t Version, uint32_t Node,
                                       uint16_t Use) const;
  void storeContents();
  void storeArguments();
  void storeParts();

private:
  template <typename F> void forEachFact(F Work) const;
  bool store(uint32_t Function, uint32_t Version, uint32_t Node, SolverEvidence Why);
  std::optional<SolverEvidence> anyStoredParameter() const;

  std::vector<std::pair<uint32_t, SolverEvidence>> Stores; ///< kind's cell: found by device code
};

/// Why a pointer has a kind, and where two kinds meet.
class SolverExplanations : public SolverPart {
public:
  using SolverPart::SolverPart;

  std::vector<SolverConflict> conflicts() const;
  /// Shortest chain from a seed of kind \p Kind to \p Node, seed first; empty if there is none.
  std::vector<SolverEvidence> explain(uint32_t Node, uint32_t Kind) const;

  std::vector<KindSeed> Seeds;

private:
  void nameConflicts(std::vector<SolverConflict> &Conflicts, BodyRef B, const FactEntity &E,
                     bool Evidence) const;
};

/// Unifies pointer-flow facts of any number of units. Values that flow into each other are one
/// class; a call binds a copy of the callee's classes, so a function may be used with several kinds
/// and gets one version for each combination. Kinds are small numbers from 1; 0 means unknown.
///
/// The bodies of one function (instances of a template, copies of an inline function in several
/// units) are merged. Functions that call each other are solved as one.
///
/// Once made, a solver may be asked from several threads.
class UnificationSolver {
public:
  using Options = SolverOptions;
  UnificationSolver(llvm::ArrayRef<UnitPointerConstraints> Units, Options O);
  /// Functions, callees first.
  llvm::ArrayRef<uint32_t> calleesFirst() const { return Order; }
  const UnitPointerConstraints &unit(uint32_t I) const { return Units[I]; }
  UnificationSolver(const UnificationSolver &) = delete;

  const llvm::ArrayRef<UnitPointerConstraints> Units;
  const Options Opts;
  ProgramBodies Program{*this};
  PointerGraph Graph{*this};
  FunctionVersions Versions{*this};
  PointerCells Cells{*this};
  PointerTypes Types{*this};
  DeviceStores Stored{*this};
  SolverExplanations Explanations{*this};

private:
  void number();
  void mergeBodies();
  void findComponents();
  void solve(uint32_t Component);
  void apply(BodyRef B, const FactBody &Body, uint32_t Component);
  void bind(BodyRef B, const FactBody &Body, const Fact &F, uint32_t Component);
  void flatten();

  std::vector<uint32_t> Order;
};

} // namespace cu2cl

#endif
