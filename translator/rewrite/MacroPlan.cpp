// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/MacroPlan.h"
#include "llvm/ADT/STLExtras.h"

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

/// Behind the attribute [[...]] that begins at \p Begin; \p Begin if none does.
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

namespace {

/// Collects the edits of one expansion and checks that each has one place.
class EditCollector {
public:
  EditCollector(const ExpansionIndex &Index, const Expansion &E) : Index(Index), E(E) {
    Result.Complete = true;
    bool IsVariadic = false; // OpenCL C 1.2, 6.9 e: there are none
    for (const MacroInfo *Info : Index.macrosOf(E)) {
      Result.InBodies[macroKey(Index.side(), Info)];
      IsVariadic |= Info->isVariadic();
    }
    // Otherwise nothing defines it in the output.
    Result.Complete = !IsVariadic && (!Result.InBodies.empty() || Index.isCommandLineMacro(E));
    // The text of the invocation would mean something else to a device's compiler.
    for (unsigned I = E.Begin; I < E.End && Result.Complete; ++I)
      Result.Complete = !Index.isOfCompiler(I);
  }

  /// Tokens [Begin, End) become \p Text.
  void replace(unsigned Begin, unsigned End, const std::string &Text) {
    TokenOrigin First = Index.origin(Begin);
    unsigned Next = First.Offset;
    for (unsigned I = Begin; I < End; ++I) {
      TokenOrigin O = Index.origin(I);
      if (O.K != First.K || O.Buffer != First.Buffer || O.Macro != First.Macro || O.Offset < Next)
        return fail();
      Next = O.Offset + Index.text(I).size();
    }
    for (unsigned I = Begin; I < End; ++I)
      countBrackets(First, Index.text(I), -1);
    countBrackets(First, Text, 1);
    // Nothing else of the text between may come from elsewhere: the tokens must be neighbours in
    // the buffer.
    add(First, {First.Offset, Next - First.Offset, Text}, Begin, End);
  }

  /// \p Text goes before token \p At, or after token \p At - 1.
  void insert(unsigned At, const std::string &Text) {
    // " != 0)" ends what stands before it.
    bool Closes = llvm::StringRef(")],;. ").contains(Text.front());
    TokenOrigin Place = Index.origin(Closes && At > E.Begin ? At - 1 : At);
    countBrackets(Place, Text, 1);
    if (Closes && At > E.Begin) {
      add(Place, {unsigned(Place.Offset + Index.text(At - 1).size()), 0, Text}, At - 1, At);
    } else {
      add(Place, {Place.Offset, 0, Text}, At, At + 1);
    }
  }

  void fail() { Result.Complete = false; }

  ExpansionEdits finish() {
    llvm::sort(Result.InArguments);
    // Arguments are split at commas outside of brackets: they must stay balanced.
    if (OpenInArguments != 0)
      fail();
    // An argument that the macro uses several times must be changed everywhere alike.
    for (auto &[Edit, Count] : ArgumentCount)
      if (Count != occurrences(Edit))
        fail();
    for (auto &[Key, Edits] : Result.InBodies) {
      llvm::sort(Edits);
      Edits.erase(std::unique(Edits.begin(), Edits.end()), Edits.end());
      for (size_t I = 1; I < Edits.size(); ++I)
        if (Edits[I - 1].Offset + Edits[I - 1].Length > Edits[I].Offset)
          fail();
    }
    return Result;
  }

private:
  void add(const TokenOrigin &O, TextEdit Edit, unsigned Begin, unsigned End) {
    if (O.K == TokenOrigin::Argument) {
      if (!llvm::is_contained(Result.InArguments, Edit))
        Result.InArguments.push_back(Edit);
      ++ArgumentCount[Edit];
      Anchor[Edit] = {O.Buffer, Index.origin(Begin).Offset};
    } else if (O.K == TokenOrigin::Body) {
      Result.InBodies[macroKey(Index.side(), O.Macro)].push_back(std::move(Edit));
    } else {
      fail();
    }
    (void)End;
  }

  void countBrackets(const TokenOrigin &Place, llvm::StringRef Text, int Sign) {
    if (Place.K == TokenOrigin::Argument)
      for (char C : Text)
        OpenInArguments += C == '(' ? Sign : C == ')' ? -Sign : 0;
  }

  unsigned occurrences(const TextEdit &Edit) {
    unsigned Count = 0;
    for (unsigned I = E.Begin; I < E.End; ++I) {
      TokenOrigin O = Index.origin(I);
      Count += O.K == TokenOrigin::Argument && O.Buffer == Anchor[Edit].first &&
               O.Offset == Anchor[Edit].second;
    }
    return Count;
  }

  const ExpansionIndex &Index;
  const Expansion &E;
  ExpansionEdits Result;
  int OpenInArguments = 0; // how many more brackets the changed arguments open than close
  std::map<TextEdit, unsigned> ArgumentCount;
  std::map<TextEdit, std::pair<FileID, unsigned>> Anchor;
};

} // namespace

std::pair<size_t, ExpansionEdits> expansionEdits(const ExpansionIndex &Index, const Expansion &E,
                                                 llvm::ArrayRef<Atom> Atoms, size_t First) {
  size_t Last = First;
  for (size_t I = First; I < Atoms.size(); ++I) {
    if (!Atoms[I].IsToken)
      continue;
    if (Atoms[I].Token < E.Begin || Atoms[I].Token >= E.End)
      break;
    Last = I;
  }
  EditCollector Edits(Index, E);
  unsigned Next = E.Begin;
  std::string Pending;
  for (size_t I = First; I <= Last; ++I) {
    if (!Atoms[I].IsToken) {
      Pending += Atoms[I].Text;
      continue;
    }
    unsigned Token = Atoms[I].Token;
    if (Token < Next)
      Edits.fail();
    else if (Token > Next)
      Edits.replace(Next, Token, Pending);
    else if (!Pending.empty())
      Edits.insert(Token, Pending);
    Pending.clear();
    Next = Token + 1;
  }
  // A rule that replaced the end of the expansion leaves its text outside: that cannot stay an
  // invocation.
  if (Next != E.End)
    Edits.fail();
  return {Last, Edits.finish()};
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

bool MacroPlan::agrees(const ExpansionEdits &Wanted) const {
  if (!Wanted.Complete)
    return false;
  for (const auto &[Key, Edits] : Wanted.InBodies) {
    auto It = ByMacro.find(Key);
    if (It == ByMacro.end())
      return false;
    // Where expansions disagree the definition stays as it is, for those that want it so.
    if (It->second.size() > 1 && !Edits.empty())
      return false;
  }
  return true;
}

const std::vector<TextEdit> *MacroPlan::editsOf(const MacroKey &Key) const {
  auto It = ByMacro.find(Key);
  if (It == ByMacro.end() || It->second.size() != 1 || It->second.begin()->empty())
    return nullptr;
  return &*It->second.begin();
}

} // namespace cu2cl
