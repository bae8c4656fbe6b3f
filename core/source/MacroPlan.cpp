// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/MacroPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {

std::string applyTextEdits(llvm::StringRef Text, unsigned Base, llvm::ArrayRef<TextEdit> Edits) {
  std::string Out;
  unsigned At = 0;
  for (const TextEdit &E : Edits) {
    unsigned Begin = E.Offset - Base;
    Out += Text.substr(At, Begin - At);
    Out += E.Text;
    At = Begin + E.Length;
  }
  Out += Text.substr(At);
  return Out;
}

MacroKey macroKey(const ParsedSide &Side, const MacroInfo *Info) {
  SourceLocation Loc = Info->getDefinitionLoc();
  return Side.pathOf(Loc) + ":" + std::to_string(Side.sources().getFileOffset(Loc));
}

/// After the attribute [[...]] that begins at \p Begin; \p Begin if none does.
static unsigned attributeEnd(const ExpansionIndex &Index, unsigned Begin) {
  ArrayRef<syntax::Token> Tokens = Index.side().tokens().expandedTokens();
  if (Tokens[Begin].kind() != tok::l_square || Tokens[Begin + 1].kind() != tok::l_square)
    return Begin;
  int Open = 0;
  for (unsigned I = Begin; I < Tokens.size(); ++I) {
    Open += Tokens[I].kind() == tok::l_square;
    Open -= Tokens[I].kind() == tok::r_square;
    if (Open == 0)
      return I + 1;
  }
  return Begin;
}

unsigned attributeBegin(const ExpansionIndex &Index, unsigned End) {
  ArrayRef<syntax::Token> Tokens = Index.side().tokens().expandedTokens();
  if (End < 4 || Tokens[End - 1].kind() != tok::r_square || Tokens[End - 2].kind() != tok::r_square)
    return End;
  int Open = 0;
  for (unsigned I = End; I-- > 0;) {
    Open += Tokens[I].kind() == tok::r_square;
    Open -= Tokens[I].kind() == tok::l_square;
    if (Open == 0)
      return attributeEnd(Index, I) == End ? I : End;
  }
  return End;
}

void addWrittenWords(const Fragment &F, llvm::StringSet<> &Words) {
  for (const Fragment::Piece &P : F.pieces()) {
    llvm::StringRef Text = P.isTokens() ? "" : llvm::StringRef(P.Text);
    while (!Text.empty()) {
      if (Text.front() == '"') {
        size_t End = 1;
        while (End < Text.size() && Text[End] != '"')
          End += Text[End] == '\\' ? 2 : 1;
        Text = Text.drop_front(std::min(End + 1, Text.size()));
        continue;
      }
      llvm::StringRef Word = Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
      if (!Word.empty())
        Words.insert(Word);
      Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
    }
  }
}

std::vector<Atom> atomsOf(const ExpansionIndex &Index, const Fragment &F) {
  std::vector<Atom> Atoms;
  for (const Fragment::Piece &P : F.pieces()) {
    if (!P.isTokens())
      Atoms.push_back({false, P.Begin, P.Text});
    for (unsigned I = P.Begin; I < P.End; ++I) {
      while (attributeEnd(Index, I) != I) // OpenCL C has none
        I = attributeEnd(Index, I);
      if (I < P.End)
        Atoms.push_back({true, I, {}});
    }
  }
  return Atoms;
}

void MacroPlan::observe(const ExpansionIndex &Index, const Fragment &F) {
  std::vector<Atom> Atoms = atomsOf(Index, F);
  for (size_t I = 0; I < Atoms.size(); ++I) {
    const Expansion *E = Atoms[I].IsToken ? Index.find(Atoms[I].Token) : nullptr;
    if (!E)
      continue;
    auto [Last, Edits] = expansionEdits(Index, *E, Atoms, I);
    if (Edits.Complete)
      for (auto &[Key, BodyEdits] : Edits.InBodies)
        ByMacro[Key].insert(BodyEdits);
    I = Last;
  }
}

void MacroPlan::observe(const Votes &Elsewhere) {
  for (const auto &[Key, Edits] : Elsewhere)
    ByMacro[Key].insert(Edits.begin(), Edits.end());
}

/// The vote of refuse(): an edit that nobody wants.
static const std::vector<TextEdit> Refusal = {{~0u, 0, ""}};

void MacroPlan::refuse(const MacroKey &Key) { ByMacro[Key].insert(Refusal); }

bool MacroPlan::agrees(const ExpansionEdits &Wanted) const {
  if (!Wanted.Complete)
    return false;
  for (const auto &[Key, Edits] : Wanted.InBodies) {
    auto It = ByMacro.find(Key);
    if (It == ByMacro.end() || It->second.count(Refusal))
      return false;
    // Where expansions disagree the definition stays as it is, for those that want it so.
    if (It->second.size() > 1 && !Edits.empty())
      return false;
  }
  return true;
}

const std::vector<TextEdit> *MacroPlan::editsOf(const MacroKey &Key) const {
  auto It = ByMacro.find(Key);
  if (It == ByMacro.end() || It->second.size() != 1 || It->second.begin()->empty() ||
      It->second.count(Refusal))
    return nullptr;
  return &*It->second.begin();
}

} // namespace cu2cl
