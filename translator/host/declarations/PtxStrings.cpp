// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// PTX that the program holds as text and gives to the driver: marked, since nothing reads it.

#include "host/unit/HostUnit.h"

using namespace clang;

namespace cu2cl {

void checkPtxStrings(HostUnit &U) {
  for (const HostBody &Body : U.Bodies)
    for (const HostNode &Node : Body.Nodes) {
      const auto *Text = dyn_cast<StringLiteral>(Node.S);
      if (!Text || Text->getCharByteWidth() != 1)
        continue;
      StringRef Bytes = Text->getBytes();
      if (Bytes.contains(".version") && Bytes.contains(".target") && Bytes.contains(".entry"))
        U.report(diag::RuntimeCompilation, Text->getBeginLoc(), {"a string with PTX"});
    }
}

} // namespace cu2cl
