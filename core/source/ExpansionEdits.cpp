// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the changes that the use of a macro needs, and their places: in an argument, or in the body
// of a macro.
//
// Precondition: brackets that a rule put around tokens are in one text: those of one argument, or
// those of one body, in which they may be around a parameter.
// Effect: `(x >> n)` of `#define SHR(x, n)` becomes `(clrt_shr_int(x, n))` in the definition.

#include "core/source/MacroPlan.h"
#include "clang/Lex/MacroInfo.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

/// A place at which text can be put before or after a token of an expansion.
struct Place {
  bool IsArgument = false;
  SourceLocation Within; ///< the parameter that the argument stands for, or null
  FileID Instance;       ///< of the body: one expansion of the macro
  const MacroInfo *Macro = nullptr;
  FileID Buffer;
  unsigned Offset = 0;
  bool liesWith(const Place &O) const {
    return IsArgument == O.IsArgument && Within == O.Within && Instance == O.Instance;
  }
};

/// The closing quote of the literal that begins at \p Begin.
size_t endOfLiteral(StringRef Text, size_t Begin) {
  size_t I = Begin + 1;
  while (I < Text.size() && Text[I] != Text[Begin])
    I += Text[I] == '\\' ? 2 : 1;
  return I;
}

/// Collects the edits of one expansion and checks that each has one place.
class EditCollector {
public:
  EditCollector(const ExpansionIndex &Index, const Expansion &E)
      : Index(Index), SM(Index.side().sources()), E(E) {
    Result.Complete = true;
    bool IsVariadic = false; // OpenCL C 1.2, 6.9 e: there are none
    for (const MacroInfo *Info : Index.macrosOf(E)) {
      Result.InBodies[macroKey(Index.side(), Info)];
      IsVariadic |= Info->isVariadic();
    }
    // Otherwise nothing defines it in the output.
    Result.Complete = !IsVariadic && (!Result.InBodies.empty() || Index.isCommandLineMacro(E) ||
                                      Index.constantOf(E.Begin));
    // The text of the invocation would mean something else to a device's compiler, or nothing.
    for (unsigned I = E.Begin; I < E.End && Result.Complete; ++I)
      Result.Complete = !Index.isOfCompiler(I) && !Index.isOfLibrary(I);
  }

  /// Tokens [Begin, End) become \p Text.
  void replace(unsigned Begin, unsigned End, const std::string &Text) {
    // A constant of the C library is there in device code as well, with a body of its own.
    if (const LibraryConstant *Constant = Index.constantOf(Begin);
        Constant && Index.constantOf(End - 1) == Constant &&
        isBodyOfConstant(*Constant, Index.text(Begin), Text))
      return;
    TokenOrigin First = Index.origin(Begin);
    unsigned Next = First.Offset;
    for (unsigned I = Begin; I < End; ++I) {
      TokenOrigin O = Index.origin(I);
      if (O.K != First.K || O.Buffer != First.Buffer || O.Macro != First.Macro || O.Offset < Next)
        return fail();
      Next = O.Offset + Index.text(I).size();
    }
    // Nothing else of the text between may come from elsewhere: the tokens must be neighbours in
    // the buffer.
    pairBrackets(Text, None);
    // What begins like ", " needs no blanks around it.
    StringRef Buffer = SM.getBufferData(First.Buffer);
    if (StringRef(Text).starts_with(","))
      First.Offset = Buffer.take_front(First.Offset).rtrim(' ').size();
    if (StringRef(Text).ends_with(" "))
      Next = Buffer.size() - Buffer.drop_front(Next).ltrim(' ').size();
    add(First, {First.Offset, Next - First.Offset, Text}, Begin);
  }

  /// \p Text goes before token \p At, or after token \p At - 1.
  void insert(unsigned At, const std::string &Text) {
    // " != 0)" ends what is before it.
    bool Closes = !Text.empty() && StringRef(")],;. ").contains(Text.front());
    bool Behind = Closes && At > E.Begin;
    unsigned Number = Inserts.size();
    Inserts.push_back({Behind ? At - 1 : At, Behind, Text, Number});
    pairBrackets(Text, Number);
  }

  /// Token \p I stays.
  void keep(unsigned I) {
    tok::TokenKind Kind = Index.token(I).kind();
    if (Kind == tok::l_paren)
      Open.push_back(None);
    else if (Kind == tok::r_paren && !Open.empty())
      Open.pop_back();
  }

  void fail() { Result.Complete = false; }

  ExpansionEdits finish() {
    for (unsigned I = 0; I < Inserts.size() && Result.Complete; ++I)
      if (groupOf(I) == I)
        placeGroup(I);
    llvm::sort(Result.InArguments);
    checkArguments();
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
  static constexpr unsigned None = ~0u;
  struct Insert {
    unsigned Token;
    bool Behind; ///< the token
    std::string Text;
    unsigned Group; ///< an insert whose brackets must be in the same text
  };

  unsigned groupOf(unsigned I) const {
    while (Inserts[I].Group != I)
      I = Inserts[I].Group;
    return I;
  }

  /// Joins the inserts that open and close a bracket. \p Number is none for replaced tokens.
  void pairBrackets(llvm::StringRef Text, unsigned Number) {
    for (char C : Text) {
      // A comma that only text around the expansion encloses would separate nothing of its own.
      if (C == ',' && Open.empty())
        fail();
      if (C == '(')
        Open.push_back(Number);
      if (C != ')' || Open.empty())
        continue;
      unsigned Opening = Open.pop_back_val();
      if (Opening != None && Number != None)
        Inserts[groupOf(Number)].Group = groupOf(Opening);
    }
  }

  /// Returns where text can be before or after \p Token: where the token was written, then around
  /// the parameters that stand for it, innermost last.
  std::vector<Place> placesAt(unsigned Token, bool Behind) const {
    std::vector<Place> Places;
    SourceLocation Loc = Index.token(Token).location();
    unsigned Length = Index.text(Token).size();
    Place Written;
    unsigned Neighbour = Behind ? Token + 1 : Token - 1;
    while (Loc.isMacroID() && SM.isMacroArgExpansion(Loc)) {
      SourceLocation Parameter = SM.getImmediateExpansionRange(Loc).getBegin();
      bool IsEdge = Neighbour < E.Begin || Neighbour >= E.End || !standsFor(Neighbour, Parameter);
      if (IsEdge && Parameter.isMacroID() && !SM.isMacroArgExpansion(Parameter))
        Places.push_back(inBody(Parameter, Behind));
      Written.Within = Parameter;
      Loc = SM.getImmediateSpellingLoc(Loc);
    }
    if (Loc.isMacroID()) {
      Written = inBody(Loc, false);
    } else {
      Written.IsArgument = true;
      std::tie(Written.Buffer, Written.Offset) = SM.getDecomposedLoc(Loc);
    }
    Written.Offset += Behind ? Length : 0;
    Places.push_back(Written);
    std::reverse(Places.begin(), Places.end());
    return Places;
  }

  /// Before or after what is at \p Loc in the body of a macro.
  Place inBody(SourceLocation Loc, bool Behind) const {
    Place P;
    P.Instance = SM.getFileID(Loc);
    SourceLocation Spelling = SM.getSpellingLoc(Loc);
    P.Macro = Index.definitionAt(Spelling);
    std::tie(P.Buffer, P.Offset) = SM.getDecomposedLoc(Spelling);
    if (Behind)
      P.Offset += Lexer::MeasureTokenLength(Spelling, SM, Index.side().langOpts());
    return P;
  }

  /// Returns true if \p Token is a part of what stands for \p Parameter.
  bool standsFor(unsigned Token, SourceLocation Parameter) const {
    for (SourceLocation Loc = Index.token(Token).location();
         Loc.isMacroID() && SM.isMacroArgExpansion(Loc); Loc = SM.getImmediateSpellingLoc(Loc))
      if (SM.getImmediateExpansionRange(Loc).getBegin() == Parameter)
        return true;
    return false;
  }

  /// Puts all inserts of group \p Group into one text.
  void placeGroup(unsigned Group) {
    std::vector<const Insert *> Members;
    for (unsigned I = 0; I < Inserts.size(); ++I)
      if (groupOf(I) == Group)
        Members.push_back(&Inserts[I]);
    for (const Place &First : placesAt(Members.front()->Token, Members.front()->Behind)) {
      std::vector<Place> Chosen;
      for (const Insert *I : Members)
        for (const Place &P : placesAt(I->Token, I->Behind))
          if (P.liesWith(First)) {
            Chosen.push_back(P);
            break;
          }
      if (Chosen.size() != Members.size())
        continue;
      for (size_t I = 0; I < Members.size(); ++I)
        addAt(Chosen[I], Members[I]->Text, Members[I]->Token);
      return;
    }
    fail();
  }

  void addAt(const Place &P, const std::string &Text, unsigned Token) {
    TokenOrigin Origin;
    Origin.K = P.IsArgument ? TokenOrigin::Argument
               : P.Macro    ? TokenOrigin::Body
                            : TokenOrigin::Unknown;
    Origin.Buffer = P.Buffer;
    Origin.Macro = P.Macro;
    add(Origin, {P.Offset, 0, Text}, Token);
  }

  void add(const TokenOrigin &O, TextEdit Edit, unsigned Token) {
    if (O.K == TokenOrigin::Argument) {
      if (!llvm::is_contained(Result.InArguments, Edit))
        Result.InArguments.push_back(Edit);
      ++ArgumentCount[Edit];
      Anchor[Edit] = {O.Buffer, Index.origin(Token).Offset};
    } else if (O.K == TokenOrigin::Body) {
      Result.InBodies[macroKey(Index.side(), O.Macro)].push_back(std::move(Edit));
    } else {
      fail();
    }
  }

  /// Arguments are split at commas outside of brackets: no edit may bring one, and brackets must
  /// stay balanced in each.
  void checkArguments() {
    if (Result.InArguments.empty())
      return;
    unsigned Begin = 0;
    int Depth = 0;
    for (const syntax::Token &T : E.Spelled) {
      bool Ends =
          (T.kind() == tok::comma && Depth == 1) || (T.kind() == tok::r_paren && Depth == 1);
      if (Ends)
        checkArgument(Begin, SM.getFileOffset(T.location()));
      Depth += T.kind() == tok::l_paren ? 1 : T.kind() == tok::r_paren ? -1 : 0;
      if (Depth == 1 && (Ends || T.kind() == tok::l_paren))
        Begin = SM.getFileOffset(T.endLocation());
    }
  }

  void checkArgument(unsigned Begin, unsigned End) {
    std::vector<TextEdit> Edits;
    for (const TextEdit &Edit : Result.InArguments)
      if (Edit.Offset >= Begin && Edit.Offset + Edit.Length <= End)
        Edits.push_back(Edit);
    StringRef Buffer = SM.getBufferData(SM.getFileID(E.Spelled.front().location()));
    std::string Text = applyTextEdits(Buffer.slice(Begin, End), Begin, Edits);
    int Depth = 0;
    for (size_t I = 0; I < Text.size(); ++I) {
      if (Text[I] == '"' || Text[I] == '\'')
        I = endOfLiteral(Text, I);
      else
        Depth += Text[I] == '(' ? 1 : Text[I] == ')' ? -1 : 0;
      if (Depth < 0 || (I < Text.size() && Text[I] == ',' && Depth == 0))
        fail();
    }
    if (Depth != 0)
      fail();
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
  const SourceManager &SM;
  const Expansion &E;
  ExpansionEdits Result;
  std::vector<Insert> Inserts;
  SmallVector<unsigned, 8> Open; ///< the inserts whose brackets are open
  std::map<TextEdit, unsigned> ArgumentCount;
  std::map<TextEdit, std::pair<FileID, unsigned>> Anchor;
};

} // namespace

/// Returns true if the program would see from an invocation of \p E that it is not the source's: a
/// macro makes a string of an argument that changes, or names its line or file.
static bool showsItsText(const ExpansionIndex &Index, const Expansion &E,
                         const ExpansionEdits &Edits) {
  for (const MacroInfo *Info : Index.macrosOf(E))
    for (const Token &T : Info->tokens()) {
      const IdentifierInfo *Name = T.getIdentifierInfo();
      if (Name && (Name->getName() == "__LINE__" || Name->getName() == "__FILE__"))
        return true;
      if (T.is(tok::hash) && Info->isFunctionLike() && !Edits.InArguments.empty())
        return true;
    }
  return false;
}

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
    Edits.keep(Token);
    Pending.clear();
    Next = Token + 1;
  }
  // A rule that replaced the end of the expansion leaves its text outside: that cannot stay an
  // invocation.
  if (Next != E.End)
    Edits.fail();
  ExpansionEdits Out = Edits.finish();
  Out.Complete &= !showsItsText(Index, E, Out);
  return {Last, std::move(Out)};
}

} // namespace cu2cl
