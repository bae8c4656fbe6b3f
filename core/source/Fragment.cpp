// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/Fragment.h"
#include "llvm/ADT/StringExtras.h"

namespace cu2cl {

static bool endsWithWord(llvm::StringRef Text) {
  return !Text.empty() && (llvm::isAlnum(Text.back()) || Text.back() == '_');
}

Fragment
Fragment::transformed(llvm::function_ref<std::string(llvm::StringRef)> Own,
                      llvm::function_ref<std::optional<std::string>(unsigned)> Token) const {
  Fragment Out;
  auto EndsWithText = [&] { return !Out.Pieces.empty() && !Out.Pieces.back().isTokens(); };
  for (size_t Index = 0; Index < Pieces.size(); ++Index) {
    const Piece &P = Pieces[Index];
    if (!P.isTokens()) {
      if (P.Begin == 0 && EndsWithText())
        Out.Pieces.back().Text += Own(P.Text);
      else
        Out.Pieces.push_back({P.Begin, P.End, Own(P.Text)});
      continue;
    }
    unsigned At = P.Begin;
    for (unsigned I = P.Begin; I < P.End; ++I)
      if (std::optional<std::string> Text = Token(I)) {
        Out.appendTokens(At, I);
        // Between two texts of one rule it is a part of their replacement; a name after a name
        // (`V v{3}`) is a token of its own.
        bool GoesOn = I + 1 == P.End && Index + 1 < Pieces.size() &&
                      !Pieces[Index + 1].isTokens() && Pieces[Index + 1].Begin == 0;
        if (EndsWithText() && GoesOn && !endsWithWord(Out.Pieces.back().Text))
          Out.Pieces.back().Text += *Text;
        else
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
