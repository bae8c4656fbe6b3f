// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the pointers that device code reads from memory, as far as their places tell:
//   a pointer in memory of the device was brought there by some copy, whatever types it named;
//   an argument of a kernel that stores it lies there afterwards;
//   where bytes lie there that are an object's, the object's pointers do.

#include "analysis/flow/UnificationSolver.h"

using namespace cu2cl;

/// Calls \p Work with each fact in each version of its function.
template <typename F> void DeviceStores::forEachFact(F Work) const {
  for (uint32_t Fn = 0; Fn != Solver.Program.Functions.size(); ++Fn)
    for (BodyRef B : Solver.Program.Functions[Fn].Bodies)
      for (const Fact &Each : Units[B.Unit].Bodies[B.Body].Facts)
        for (uint32_t V = 0; V != Solver.Versions.versionCount(Fn); ++V)
          Work(Fn, V, B, Each);
}

/// Device code finds pointer \p N in memory; false if that was known.
bool DeviceStores::store(uint32_t F, uint32_t V, uint32_t N, SolverEvidence Why) {
  uint32_t C = Solver.Program.Functions[F].Component;
  uint32_t Cell = Solver.Cells.makeCell(Solver.Cells.classKey(C, V, N)),
           Kind = Solver.Cells.makeCell(Solver.Cells.kindKey(C, V, N));
  Solver.Cells.CellUses.resize(Solver.Cells.CellParent.size());
  bool Known = Solver.Cells.CellUses[Cell] & Solver.Cells.CellUses[Kind] & use::StoredOnDevice;
  if (!(Solver.Cells.CellUses[Kind] & use::StoredOnDevice))
    Stores.push_back({Kind, Why});
  Solver.Cells.CellUses[Cell] |= use::StoredOnDevice;
  Solver.Cells.CellUses[Kind] |= use::StoredOnDevice;
  return !Known;
}

/// The contents of device memory.
void DeviceStores::storeContents() {
  forEachFact([&](uint32_t F, uint32_t V, BodyRef B, const Fact &Each) {
    if (Each.Op != FactOp::Child || Each.Key != step::Deref)
      return;
    uint32_t Memory = Solver.Program.global(B, Each.A);
    uint32_t Kinds = Solver.Cells.kinds(F, V, Memory) & Opts.Memory;
    if (!Kinds)
      return;
    // The chain is asked for where somebody wants to read it.
    store(F, V, Solver.Program.global(B, Each.B), {B.Unit, 0, 0});
  });
}

/// Why a launch of any kernel may leave its arguments in memory; nothing if none does. Only kernels
/// have parameters in the facts of device code.
std::optional<SolverEvidence> DeviceStores::anyStoredParameter() const {
  for (uint32_t U = 0; U != Units.size(); ++U)
    for (const FactBody &Body : Units[U].Bodies)
      for (const Fact &Each : Body.Facts)
        if (!Body.Parameters.empty() && Each.Op == FactOp::Use &&
            llvm::StringRef(Units[U].Unit).ends_with(DeviceFacts) && Each.Key & use::StoredOnDevice)
          return SolverEvidence{U, Each.Place, Each.Text};
  return std::nullopt;
}

/// Applies the facts about a kernel's parameters to the arguments of its launches.
void DeviceStores::storeArguments() {
  forEachFact([&](uint32_t F, uint32_t V, BodyRef B, const Fact &Each) {
    if (Each.Op != FactOp::Call)
      return;
    const FactCall &Call = Units[B.Unit].Bodies[B.Body].Calls[Each.Key];
    if (Call.Launch && Units[B.Unit].Strings[Call.Callee] == use::AnyKernel) {
      if (std::optional<SolverEvidence> Why = anyStoredParameter())
        store(F, V, Solver.Program.global(B, Call.Arguments[0]), *Why);
      return;
    }
    uint32_t Kernel =
        Call.Launch ? Solver.Program.function(Units[B.Unit].Strings[Call.Callee]) : NoNode;
    if (Kernel == NoNode)
      return;
    for (BodyRef K : Solver.Program.Functions[Kernel].Bodies) {
      const FactBody &Body = Units[K.Unit].Bodies[K.Body];
      for (size_t I = 0; I < std::min(Call.Arguments.size(), Body.Parameters.size()); ++I) {
        uint32_t Value =
            Body.Parameters[I] == NoNode
                ? NoNode
                : Solver.Graph.findChild(Solver.Program.global(K, Body.Parameters[I]), step::Deref);
        if (Call.Arguments[I] != NoNode && Value != NoNode &&
            Solver.Cells.uses(Kernel, 0, Value) & use::StoredOnDevice)
          store(F, V, Solver.Program.global(B, Call.Arguments[I]),
                reason(Kernel, 0, Value, use::StoredOnDevice).value_or(SolverEvidence{}));
      }
    }
  });
}

/// The parts of objects.
void DeviceStores::storeParts() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    forEachFact([&](uint32_t F, uint32_t V, BodyRef B, const Fact &Each) {
      if (Each.Op == FactOp::Holds &&
          Solver.Cells.uses(F, V, Solver.Program.global(B, Each.A)) & use::StoredOnDevice)
        Changed |= store(F, V, Solver.Program.global(B, Each.B), {B.Unit, Each.Place, Each.Text});
    });
  }
}
