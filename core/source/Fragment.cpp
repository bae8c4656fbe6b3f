// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/Fragment.h"

namespace cu2cl {

Fragment
Fragment::transformed(llvm::function_ref<std::string(llvm::StringRef)> Own,
                      llvm::function_ref<std::optional<std::string>(unsigned)> Token) const {
  Fragment Out;
  for (const Piece &P : Pieces) {
    if (!P.isTokens()) {
      Out.Pieces.push_back({P.Begin, P.End, Own(P.Text)});
      continue;
    }
    unsigned At = P.Begin;
    for (unsigned I = P.Begin; I < P.End; ++I)
      if (std::optional<std::string> Text = Token(I)) {
        Out.appendTokens(At, I);
        Out += Fragment(*Text).placedAt(I);
        At = I + 1;
      }
    Out.appendTokens(At, P.End);
  }
  Out.Closed = Closed;
  Out.Binds = Binds;
  return Out;
}

} // namespace cu2cl
