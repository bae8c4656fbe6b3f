// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_SPACES_ADDRESSSPACESOLUTION_H
#define CU2CL_ANALYSIS_SPACES_ADDRESSSPACESOLUTION_H

#include "analysis/flow/ConstraintGenerator.h"
#include "analysis/flow/UnificationSolver.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/spaces/AddressSpaces.h"
#include <map>
#include <optional>
#include <set>

namespace cu2cl {

/// A pointer of the host's that device code has in memory: a field of the user's, or what a kernel
/// gets for a parameter.
struct StoredPointer {
  const clang::FieldDecl *Field = nullptr;
  const clang::FunctionDecl *Kernel = nullptr; ///< without a field
  unsigned Parameter = 0;
  const clang::FunctionDecl *By = nullptr; ///< the function whose code says so
};

/// A version of a function in the solved facts.
struct SolvedPlace {
  uint32_t Body, Function, SolverVersion;
};

/// The value of an object of class Record; Node may be NoNode.
struct RecordNode {
  const clang::RecordDecl *Record = nullptr;
  uint32_t Node = NoNode;
};

/// A class in a version, with the letters of its pointers in the order of their declaration.
struct NamedRecord : RecordClone {
  std::string Letters;
};

class AddressSpaceSolution;

/// A part of the solution, which asks the others.
class SpacePart {
public:
  explicit SpacePart(AddressSpaceSolution &Solution);

protected:
  AddressSpaceSolution &Solution;
  const ParsedSide &Device;
  clang::ASTContext &Context;
  const std::shared_ptr<const DeviceCallGraph> &Reached;
  std::vector<UnitPointerConstraints> &Facts;
  FactIndex &Index;
  std::optional<UnificationSolver> &Solver;
  std::vector<FunctionClone> &List;
  std::vector<SolvedPlace> &Places;
};

/// The address spaces of nodes of the solved facts, in versions of functions.
class SolvedSpaces : public SpacePart {
public:
  using SpacePart::SpacePart;

  const SolvedPlace &where(const FunctionClone &V) const { return Places[V.Index]; }
  AddressSpace space(const SolvedPlace &W, uint32_t GlobalNode) const;
  AddressSpace level(const SolvedPlace &W, uint32_t Address, clang::QualType T,
                     unsigned Level) const;
  uint32_t deref(uint32_t N) const {
    return N == NoNode ? NoNode : Solver->Graph.findChild(N, step::Deref);
  }
  uint32_t entityNode(uint32_t Body, const clang::ValueDecl *D) const;
  uint32_t exprNode(uint32_t Body, const clang::Expr *E) const;
  const FunctionClone *calleeOf(const SolvedPlace &W, uint32_t Call) const;
  uint32_t fieldNode(uint32_t Record, const clang::FieldDecl *F) const;

  std::map<std::pair<uint32_t, uint32_t>, unsigned> ByBodyAndVersion;
};

/// The versions of classes that pointers of several address spaces make necessary.
class RecordNames : public SpacePart {
public:
  using SpacePart::SpacePart;

  RecordNode recordNode(uint32_t Node, clang::QualType T, bool IsAddress) const;
  RecordNode recordNode(const SolvedPlace &W, const clang::Expr *E) const;
  RecordNode selfNode(const SolvedPlace &W, const clang::FunctionDecl *F) const;
  void signature(const SolvedPlace &W, RecordNode R, std::string &Out) const;
  void addSignature(const SolvedPlace &W, RecordNode R,
                    std::vector<const clang::RecordDecl *> &Around, std::string &Out) const;
  void addField(const SolvedPlace &W, uint32_t Value, clang::QualType T,
                std::vector<const clang::RecordDecl *> &Around, std::string &Out) const;
  bool place(const clang::RecordDecl *R, const clang::FieldDecl *F, size_t &Position) const;
  void listRecords();
  const RecordClone *find(const clang::RecordDecl *R, llvm::StringRef Letters) const;
  const RecordClone *versionOf(const SolvedPlace &W, RecordNode R) const;

  std::map<const clang::RecordDecl *, std::vector<NamedRecord>> Records; ///< only looked up

private:
  void seeRecord(const SolvedPlace &W, RecordNode R);
  void nameRecords(std::vector<NamedRecord> &Versions);

  std::map<const clang::RecordDecl *, std::set<std::string>> Seen;
};

/// Solves the facts, and lists the versions of functions that result.
class SpaceSolver : public SpacePart {
public:
  using SpacePart::SpacePart;

  void solve(const DeviceCallGraph &Reach);
  void solveAgain(FactIndex::Integers Addresses);
  void placeNumbers();
  std::set<AddressSpace> spacesOf(uint32_t Body, uint32_t GlobalNode) const;
  void listVersions(const DeviceCallGraph &Reach);
  void nameVersions(size_t First, size_t Last);
  void listConflicts();

private:
  std::string spell(const SolvedPlace &W, const clang::FunctionDecl *F) const;
  std::vector<FactIndex::PointerUse> unplaced() const;

  llvm::DenseMap<const clang::FunctionDecl *, uint32_t> BodyOf;
};

/// The pointers of the host's that device code has in memory.
class HostPointers : public SpacePart {
public:
  using SpacePart::SpacePart;

  /// The pointers of the host's that this code has in memory, in no special order.
  std::vector<StoredPointer> stored() const;

private:
  void storedFields(std::vector<StoredPointer> &Out) const;
  void storedParameters(const FunctionClone &Kernel, std::vector<StoredPointer> &Out) const;
  std::set<uint32_t> contentsOfMemory(const SolvedPlace &W) const;
};

/// The solved facts of one unit's device code.
class AddressSpaceSolution : public AddressSpaceMap {
public:
  AddressSpaceSolution(const ParsedSide &Device, std::shared_ptr<const DeviceCallGraph> Reach);
  const DeviceCallGraph &reach() const override { return *Reached; }
  llvm::ArrayRef<FunctionClone> versions() const override { return List; }
  AddressSpace pointee(const FunctionClone &V, const clang::ValueDecl *D,
                       unsigned Level) const override;
  AddressSpace returned(const FunctionClone &V, unsigned Level) const override;
  AddressSpace pointee(const FunctionClone &V, const clang::Expr *E, unsigned Level) const override;
  AddressSpace storage(const FunctionClone &V, const clang::Expr *E) const override;
  const FunctionClone *callee(const FunctionClone &V, const clang::Expr *Call) const override;
  const FunctionClone *destructor(const FunctionClone &V, const void *Object) const override;
  AddressSpace self(const FunctionClone &V) const override;
  llvm::ArrayRef<AddressSpaceConflict> conflicts() const override { return Conflicts; }
  const RecordClone *record(const FunctionClone &V, const clang::ValueDecl *D) const override;
  const RecordClone *record(const FunctionClone &V, const clang::Expr *E) const override;
  const RecordClone *returnedRecord(const FunctionClone &V) const override;
  const RecordClone *selfRecord(const FunctionClone &V) const override;
  const RecordClone *record(const RecordClone &R, const clang::FieldDecl *F) const override;
  const RecordClone *base(const RecordClone &R, const clang::CXXBaseSpecifier &B) const override;
  AddressSpace pointee(const RecordClone &R, const clang::FieldDecl *F,
                       unsigned Level) const override;
  const RecordClone *anyVersion(const clang::RecordDecl *R) const override;
  /// A function that makes pointers of integers that come from elsewhere; null if there is none.
  const clang::FunctionDecl *makesPointers() const { return MakesPointers; }
  AddressSpaceSolution(const AddressSpaceSolution &) = delete;

  const std::shared_ptr<const DeviceCallGraph> Reached;
  const ParsedSide &Device;
  clang::ASTContext &Context;
  std::vector<UnitPointerConstraints> Facts;
  FactIndex Index;
  std::optional<UnificationSolver> Solver;
  std::vector<FunctionClone> List;
  std::vector<SolvedPlace> Places;
  std::vector<AddressSpaceConflict> Conflicts;
  const clang::FunctionDecl *MakesPointers = nullptr;
  SolvedSpaces Spaces{*this};
  RecordNames Records{*this};
  SpaceSolver Solving{*this};
  HostPointers Stored{*this};
};

} // namespace cu2cl

#endif
