// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_HOSTPOINTERS_POINTERDECISIONS_H
#define CU2CL_ANALYSIS_HOSTPOINTERS_POINTERDECISIONS_H

#include "analysis/flow/UnificationSolver.h"
#include "analysis/hostpointers/DevicePointers.h"
#include <map>
#include <optional>
#include <set>

namespace cu2cl {

/// The data of PointerRepresentations: the facts, their solution, and names to nodes.
struct PointerRepresentations::Impl {
  struct Named {
    BodyRef Where;
    uint32_t Node = NoNode; ///< address of an entity; value of a result
    bool IsResult = false;
    std::string Shape;
  };
  std::vector<UnitPointerConstraints> Units;
  std::optional<UnificationSolver> Solver;
  llvm::StringMap<Named> ByUsr, Results;
  std::set<std::pair<std::string, unsigned>> Offsets; ///< kernel and parameter
  std::set<std::string> DeviceOnly; ///< functions of both sides; see isDeviceOnly()
  std::vector<Diagnostic> Messages;

  explicit Impl(llvm::ArrayRef<UnitPointerConstraints> U);
  void settleUncalled();
  bool storesUnknown() const;
  bool StoresUnknown = false; ///< what storesUnknown() has said
  bool hasManagedMemory() const;
  bool HasManaged = false; ///< what hasManagedMemory() has said
  PointerRep rep(uint32_t Function, uint32_t Node) const;
  /// Returns true if the pointer may lead to a buffer, as opposed to shared virtual memory.
  bool mayBeBuffer(uint32_t Function, uint32_t Node) const;
  uint32_t deref(uint32_t Node) const {
    return Node == NoNode ? NoNode : Solver->Graph.findChild(Node, step::Deref);
  }
  /// The pointer value at \p Level of an object at \p Address.
  uint32_t level(uint32_t Address, llvm::StringRef Shape, unsigned Level) const;
  /// The same, counted from a value.
  uint32_t valueLevel(uint32_t Value, llvm::StringRef Shape, unsigned Level) const;
  uint32_t nodeOf(const Named &N, unsigned Level) const;
  const Named *find(llvm::StringRef Usr) const;
  /// The number of the unit that has the facts \p Facts.
  std::optional<uint32_t> unitOf(const UnitPointerConstraints &Facts) const;
  const std::string &text(BodyRef B, uint32_t S) const { return Units[B.Unit].Strings[S]; }
  const FactBody &body(BodyRef B) const { return Units[B.Unit].Bodies[B.Body]; }

private:
  void name();
  void findOffsets();
  void findDeviceOnly();
  bool touchesDevice(BodyRef Where) const;
  bool isDeviceUse(BodyRef Where, const Fact &Use) const;
  void diagnoseUses();
};

} // namespace cu2cl

#endif
