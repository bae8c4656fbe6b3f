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
  struct Options {
    bool OnlyCalled = false; ///< an uncalled function gets a version only if it is in Roots
    std::vector<std::string> Roots;
    uint32_t Compatible = 0; ///< kinds (mask) that a pointer may have along with any other
    uint32_t Plain = 0;      ///< kinds (mask) whose type pointers of Compatible kinds have
    uint16_t KindUses = 0;   ///< uses (mask) that count for all pointers to the same memory
    uint32_t Memory = 0;     ///< kinds (mask) of memory whose pointers are found by device code
  };
  UnificationSolver(llvm::ArrayRef<UnitPointerConstraints> Units, Options O);

  /// Number of a node in the whole program.
  uint32_t global(BodyRef B, uint32_t Node) const { return Base[B.Unit][B.Body] + Node; }
  /// Returns true if some pointer of the program is used as \p Use says.
  bool anyUse(uint16_t Use) const {
    return llvm::any_of(CellUses, [Use](uint16_t Uses) { return (Uses & Use) != 0; });
  }
  /// Child \p Key of \p Node, or NoNode where nothing is known.
  uint32_t findChild(uint32_t Node, uint32_t Key) const;
  /// All children of \p Node with their keys.
  llvm::ArrayRef<std::pair<uint32_t, uint32_t>> children(uint32_t Node) const {
    return Nodes[find(Node)].Children;
  }
  /// Mask of the kinds (bit k for kind k) that \p Node points to in version \p Version of the
  /// function whose body it is in.
  uint32_t kinds(uint32_t Function, uint32_t Version, uint32_t Node) const;
  /// Mask of use:: that all pointers of the class of \p Node have, across calls.
  uint16_t uses(uint32_t Function, uint32_t Version, uint32_t Node) const;
  /// Kinds and uses of all pointers that must have the type of \p Node, across calls and versions:
  /// a function is written once.
  uint32_t kindsOfType(uint32_t Node) const { return TypeKinds[findType(find(Node))]; }
  uint16_t usesOfType(uint32_t Node) const { return TypeUses[findType(find(Node))]; }
  /// A number that is equal for two nodes (in versions) that must have the same type; NoNode for a
  /// node that shares nothing.
  uint32_t cell(uint32_t Function, uint32_t Version, uint32_t Node) const;

  /// Functions by USR. The first is the one without a name: namespace scope.
  uint32_t function(llvm::StringRef Usr) const; ///< NoNode if not known
  uint32_t functionOf(BodyRef B) const { return OwnerOf[B.Unit][B.Body]; }
  uint32_t versionCount(uint32_t Function) const;
  llvm::ArrayRef<BodyRef> bodies(uint32_t Function) const { return Functions[Function].Bodies; }
  /// Functions, callees first.
  llvm::ArrayRef<uint32_t> calleesFirst() const { return Order; }
  /// Version of its callee that call \p Call of body \p B means.
  uint32_t calleeVersion(BodyRef B, uint32_t Call, uint32_t Version) const;
  /// Address node of a shared entity by USR, NoNode if there is none.
  uint32_t shared(llvm::StringRef Usr) const;

  std::vector<SolverConflict> conflicts() const;
  /// Shortest chain from a seed of kind \p Kind to \p Node, seed first; empty if there is none.
  std::vector<SolverEvidence> explain(uint32_t Node, uint32_t Kind) const;
  /// The first fact that gives use \p Use to all pointers to the memory that \p Node points to.
  std::optional<SolverEvidence> reason(uint32_t Function, uint32_t Version, uint32_t Node,
                                       uint16_t Use) const;

  const UnitPointerConstraints &unit(uint32_t I) const { return Units[I]; }
  uint32_t find(uint32_t Node) const;

private:
  struct Node {
    uint32_t Parent;
    uint32_t Kinds = 0;
    uint16_t Uses = 0;
    bool Tied = false, Reported = false;
    llvm::SmallVector<std::pair<uint32_t, uint32_t>, 1> Children;
  };
  enum class Way : uint8_t { Flat, ToCaller, ToCallee };
  struct Edge {
    uint32_t To;
    Way Direction;
    SolverEvidence Why;
  };
  struct Instance { ///< a call in a body, bound to its callee
    uint32_t Component, Callee;
    bool Direct = false;                               ///< same component or tied: no copy
    std::vector<std::pair<uint32_t, uint32_t>> Copies; ///< callee's class, caller's node
  };
  struct Function {
    std::string Usr;
    std::vector<BodyRef> Bodies;
    bool Tied = false;
    uint32_t Component = NoNode;
  };
  struct Component {
    std::vector<uint32_t> Functions;
    std::vector<uint32_t> Signature; ///< classes that callers bind
    std::map<uint32_t, uint32_t> SignatureIndex;
    std::vector<uint32_t> Instances;
    std::vector<std::vector<uint32_t>> Versions; ///< kind masks along Signature
  };
  struct Request { ///< an instance, in a version of its component, wants a version of its callee
    uint32_t Instance, Version;
    std::vector<uint32_t> Key;
  };

  void number();
  void mergeBodies();
  void findComponents();
  void solve(uint32_t Component);
  void apply(BodyRef B, const FactBody &Body, uint32_t Component);
  void bind(BodyRef B, const FactBody &Body, const Fact &F, uint32_t Component);
  uint32_t addNode();
  uint32_t makeChild(uint32_t Node, uint32_t Key);
  void addEdge(uint32_t A, uint32_t B, Way Direction, SolverEvidence Why);
  void unify(uint32_t A, uint32_t B, SolverEvidence Why);
  void tie(uint32_t Node);
  uint32_t kindNode(uint32_t Node) const;
  uint32_t makeKindNode(uint32_t Node);
  void pushKinds(uint32_t Root);
  uint32_t copy(uint32_t Node, std::map<uint32_t, uint32_t> &Memo, SolverEvidence Why);
  void collectSignature(Component &C);
  void reach(uint32_t Node, Component &C, std::map<uint32_t, bool> &Seen);
  void makeVersions();
  void settle(Component &C, std::vector<Request> &Requests);
  void requestCallees(uint32_t Component, uint32_t Version,
                      std::vector<std::vector<Request>> &Requests);
  void joinCells();
  // PointerClasses.cpp
  void joinTypes();
  void collectTypes();
  uint32_t findType(uint32_t Node) const;
  // PointerStores.cpp
  template <typename F> void forEachFact(F Work) const;
  bool store(uint32_t Function, uint32_t Version, uint32_t Node, SolverEvidence Why);
  void storeContents();
  void storeArguments();
  std::optional<SolverEvidence> anyStoredParameter() const;
  void storeParts();
  void nameConflicts(std::vector<SolverConflict> &Conflicts, BodyRef B, const FactEntity &E,
                     bool Evidence) const;
  uint32_t rawKinds(uint32_t Component, uint32_t Version, uint32_t Node) const;
  bool compatible(const std::vector<uint32_t> &A, const std::vector<uint32_t> &B) const;
  /// Names a cell: pointers that must have one type, or (kindKey) that point to the same memory.
  using CellKey = std::pair<uint64_t, uint32_t>;
  CellKey classKey(uint32_t Component, uint32_t Version, uint32_t Node) const;
  CellKey kindKey(uint32_t Component, uint32_t Version, uint32_t Node) const;
  uint32_t makeCell(CellKey Key);
  uint32_t cellAt(CellKey Key) const; ///< NoNode where nothing is known of the cell
  uint32_t findCell(uint32_t Cell) const;
  void flatten();

  llvm::ArrayRef<UnitPointerConstraints> Units;
  Options Opts;
  mutable std::vector<Node> Nodes;
  std::vector<std::vector<Edge>> Edges;
  std::vector<std::vector<uint32_t>> Base, OwnerOf; ///< by unit and body
  std::vector<Function> Functions;
  llvm::StringMap<uint32_t> FunctionByUsr, SharedByUsr;
  std::vector<Component> Components; ///< callees first
  std::vector<uint32_t> Order;
  std::vector<Instance> Instances;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> InstanceOf;  ///< (base of body, call)
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> CallVersion; ///< (instance, version)
  struct Seed {
    uint32_t Node, Kind;
    SolverEvidence Why;
  };
  std::vector<Seed> Seeds;
  std::map<CellKey, uint32_t> CellIds;
  std::vector<uint32_t> CellParent;
  std::vector<uint32_t> TypeParent, TypeKinds; ///< by node; the last two by the class's first node
  std::vector<uint16_t> TypeUses;
  std::vector<uint16_t> CellUses;
  std::vector<uint32_t> CellKinds;
  std::vector<std::pair<uint32_t, SolverEvidence>> Stores; ///< kind's cell: found by device code
};

} // namespace cu2cl

#endif
