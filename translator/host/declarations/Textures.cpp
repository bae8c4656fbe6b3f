// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Texture references are variables of their unit, as nvcc without -rdc makes them: two units may
// have one of the same name.
//   texture<float, 1> t;      static clrt::texture<float, 1> t;

#include "analysis/reach/DeviceCallGraph.h"
#include "host/unit/HostUnit.h"
#include "host/unit/RuleNames.h"

using namespace clang;

namespace cu2cl {

void rewriteTextures(HostScope &S) {
  std::set<unsigned> Begins;
  for (const DeclaratorDecl *D : S.Body.Declarators) {
    const auto *V = dyn_cast<VarDecl>(D);
    // Of `texture<float> a, b;` the first one's beginning is that of both.
    if (V && V->isFileVarDecl() && V->getStorageClass() == SC_None && !V->isStaticDataMember() &&
        deviceStorage(V) == DeviceStorage::Texture && V->isFirstDecl() &&
        Begins.insert(V->getInnerLocStart().getRawEncoding()).second)
      S.Source.insertBefore(V->getInnerLocStart(), "static ", rule::Textures);
  }
}

} // namespace cu2cl
