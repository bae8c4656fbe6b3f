// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/OwnText.h"

using namespace clang;

namespace cu2cl {

Fragment withOwnText(const ParsedSide &Side, const Fragment &F,
                     llvm::function_ref<bool(SourceLocation)> IsOurs) {
  const SourceManager &SM = Side.sources();
  auto Tokens = Side.tokens().expandedTokens();
  auto IsGap = [&](unsigned Token) {
    SourceLocation End = Tokens[Token - 1].endLocation(), Begin = Tokens[Token].location();
    return SM.getFileID(End) == SM.getFileID(Begin) &&
           SM.getFileOffset(End) != SM.getFileOffset(Begin);
  };
  Fragment Out;
  std::string Last;
  auto Add = [&](const std::string &Text) {
    Out += Text;
    Last = Text;
  };
  for (const Fragment::Piece &Piece : F.pieces()) {
    if (!Piece.isTokens()) {
      Add(Piece.Text);
      continue;
    }
    if (!IsOurs(Tokens[Piece.Begin].location())) {
      Out += Fragment::tokens(Piece.Begin, Piece.End);
      Last = "x";
      continue;
    }
    for (unsigned I = Piece.Begin; I < Piece.End; ++I) {
      bool Opens = Last.empty() || llvm::StringRef("( ").contains(Last.back());
      if (!Opens && IsGap(I))
        Add(" ");
      Add(Tokens[I].text(SM).str());
    }
    if (&Piece != &F.pieces().back() && IsGap(Piece.End))
      Add(" ");
  }
  return F.binds() ? Out.binding(*F.binds()) : Out;
}

} // namespace cu2cl
