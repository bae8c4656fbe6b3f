// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constants that pointers reach which reach global memory, too:
//   const float *p = n ? table : in;
// Such a `__constant__ float table[8];` is handed to kernels as global memory.

#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/reach/ProgramData.h"
#include "analysis/spaces/AddressSpaceSolution.h"
#include "clang/AST/Attr.h"
#include <set>

using namespace clang;
using namespace cu2cl;

/// Makes global memory of the `__constant__` variables that pointers lead to which lead to global
/// memory as well: a buffer is either, and OpenCL C has no pointer to both. Returns true if there
/// was one.
static bool moveConstants(const AddressSpaceMap &Spaces, const DeviceCallGraph &Reach) {
  std::set<SourceLocation> Places;
  for (const AddressSpaceConflict &C : Spaces.conflicts()) {
    if (C.First == AddressSpace::Constant && C.Second == AddressSpace::Global)
      Places.insert(C.FirstEvidence);
    if (C.Second == AddressSpace::Constant && C.First == AddressSpace::Global)
      Places.insert(C.SecondEvidence);
  }
  bool Moved = false;
  for (const VarDecl *V : Reach.Variables) {
    const auto *Constant = V->getAttr<CUDAConstantAttr>();
    if (!Constant || Constant->isImplicit() || !Places.count(V->getLocation()) || isProgramData(V))
      continue;
    Moved = true;
    for (VarDecl *One : const_cast<VarDecl *>(V)->redecls()) {
      One->dropAttr<CUDAConstantAttr>();
      One->dropAttr<CUDADeviceAttr>();
      One->addAttr(CUDADeviceAttr::Create(One->getASTContext()));
    }
  }
  return Moved;
}

std::unique_ptr<AddressSpaceMap>
cu2cl::inferAddressSpaces(const ParsedSide &Device, std::shared_ptr<const DeviceCallGraph> Reach) {
  if (!Reach)
    Reach = computeDeviceCallGraph(Device);
  while (true) {
    auto Solved = std::make_unique<AddressSpaceSolution>(Device, Reach);
    if (!moveConstants(*Solved, *Reach))
      return Solved;
  }
}
