// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/FragmentRenderer.h"
#include "core/source/BlockMarks.h"
#include "core/source/Gap.h"
#include "core/source/MacroParameters.h"
#include "core/source/TokenJoins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {

/// An operator with its right operand: " != 0".
static bool isOperation(llvm::StringRef Text) {
  return Text.size() > 2 && Text.front() == ' ' && Text.back() != ' ' &&
         llvm::StringRef("!=<>+-*%&|^?").contains(Text[1]);
}

/// Text that belongs to the token before it rather than to the one after it.
static bool closes(llvm::StringRef Text) {
  if (Text.empty()) // only a place
    return false;
  return llvm::StringRef(")],;.").contains(Text.front()) || Text.front() == BlockCloses[0] ||
         isOperation(Text) || (Text.front() == ' ' && Text.back() == ')');
}

void appendSeparated(std::string &Out, llvm::StringRef Text) {
  bool Closes = llvm::StringRef(Out).ends_with(">") && Text.starts_with(">");
  if (Closes || joinAsWord(Out, Text) || joinAsOperator(Out, Text))
    Out += ' ';
  Out += Text;
}

/// Appends \p Text; where a blank meets a blank, one of them goes, and a line end needs none. Two
/// blanks of ours at the beginning of a line indent it further.
static void appendOnce(std::string &Out, llvm::StringRef Text) {
  if (Text == " " && !Out.empty() && Out.back() == '\n')
    return;
  bool Indents = llvm::StringRef(Out).rtrim(' ').ends_with("\n") && Text.starts_with("  ");
  if (!Out.empty() && Out.back() == ' ' && !Indents)
    Text = Text.ltrim(' ');
  if (Text.starts_with("\n")) {
    Out.resize(llvm::StringRef(Out).rtrim(' ').size());
    // A #pragma of ours begins a line; where one has begun, it is that.
    if (Text.trim().starts_with("#pragma") && llvm::StringRef(Out).ends_with("\n"))
      Text = Text.drop_front();
  }
  appendSeparated(Out, Text);
}

/// Appends the gap before \p Next, but no blanks before a ',' or ')' of ours, and no second one
/// after a blank of ours.
static void appendGap(std::string &Out, llvm::StringRef Gap, llvm::StringRef Next) {
  if (Gap == " " && llvm::StringRef(Out).ends_with(" "))
    return;
  if (!closes(Next) || Gap.find_first_not_of(' ') != llvm::StringRef::npos)
    Out += Gap;
}

/// Appends the gap after text of ours, but no blanks after a '(' or a prefix operator.
static void appendGapAfter(std::string &Out, llvm::StringRef Gap) {
  bool Opens = !Out.empty() && llvm::StringRef("(&*").contains(Out.back());
  if (!Opens || Gap.find_first_not_of(' ') != llvm::StringRef::npos)
    appendOnce(Out, Gap);
}

std::string FragmentRenderer::render(const Fragment &F) {
  std::vector<Atom> Atoms = atomsOf(Index, F);
  std::string Out = renderOnce(Atoms);
  // No #define before the text can serve two definitions of one name.
  if (WrittenOut = redefined(); !WrittenOut.empty()) {
    Used.clear();
    Out = renderOnce(Atoms);
  }
  for (const Atom &A : Atoms)
    if (A.IsToken) {
      usePragmaMacros(Out, Index.token(A.Token).location());
      break;
    }
  return withBlocks(Out);
}

/// #pragma lines have no tokens of the parse: the macros that those of \p Text, which begins at
/// \p Begin, name (#pragma unroll N) are the ones defined last before the line.
void FragmentRenderer::usePragmaMacros(llvm::StringRef Text, SourceLocation Begin) {
  const SourceManager &SM = Index.side().sources();
  auto [File, Offset] = SM.getDecomposedExpansionLoc(Begin);
  for (size_t At = Text.find("#pragma"); At != llvm::StringRef::npos;
       At = Text.find("#pragma", At + 1)) {
    llvm::StringRef Line = Text.substr(At).split('\n').first;
    if (size_t Found = SM.getBufferData(File).find(Line, Offset); Found != llvm::StringRef::npos)
      Offset = Found;
    SourceLocation Place = SM.getLocForStartOfFile(File).getLocWithOffset(Offset);
    while (!Line.empty()) {
      llvm::StringRef Word = Line.take_while(isWordCharacter);
      const MacroInfo *Last = nullptr;
      for (const MacroDefinition &D : Index.side().Macros)
        if (D.Name == Word && SM.isBeforeInTranslationUnit(D.Range.getBegin(), Place))
          Last = D.Info;
      if (Last)
        Used.insert(Last);
      Line = Line.drop_front(std::max<size_t>(Word.size(), 1));
    }
  }
}

/// The used definitions of names that have another one that is used.
std::set<const MacroInfo *> FragmentRenderer::redefined() const {
  std::map<std::string, std::set<const MacroInfo *>> ByName;
  for (const MacroDefinition &D : Index.side().Macros)
    if (Used.count(D.Info))
      ByName[D.Name].insert(D.Info);
  std::set<const MacroInfo *> Result;
  for (const auto &[Name, Infos] : ByName)
    if (Infos.size() > 1)
      Result.insert(Infos.begin(), Infos.end());
  return Result;
}

bool FragmentRenderer::isWrittenOut(llvm::ArrayRef<const MacroInfo *> Macros) const {
  return !WrittenOut.empty() &&
         llvm::any_of(Macros, [&](const MacroInfo *Info) { return WrittenOut.count(Info); });
}

/// Writes a run of atoms with what is between them in the source.
class FragmentRenderer::AtomWriter {
public:
  AtomWriter(FragmentRenderer &R, llvm::ArrayRef<Atom> Atoms, bool KeepMacros)
      : R(R), Atoms(Atoms), KeepMacros(KeepMacros) {}

  std::string write() {
    for (; I < Atoms.size(); ++I) {
      if (Atoms[I].IsToken)
        writeToken();
      else if (isPlaced(Atoms[I]))
        writePlacedText();
      else
        writeText();
    }
    return std::move(Out);
  }

private:
  static constexpr unsigned None = ~0u;

  bool hasNext() const { return I + 1 < Atoms.size(); }
  /// The token or the place of the next atom.
  unsigned next() const { return hasNext() ? Atoms[I + 1].Token : None; }

  /// True if the text \p A replaces the token at its place, so that it gets the gap before it.
  bool isPlaced(const Atom &A) const {
    return A.Token && !(closes(A.Text) && Last != None && A.Token == Last + 1);
  }

  void writePlacedText() {
    const Atom &A = Atoms[I];
    unsigned Before = Last != None ? Last + 1 : TextPlace;
    if (Before != None && (A.Token > Before || (Last != None && A.Token == Before)))
      appendGap(Out, R.gapBefore(A.Token), A.Text);
    appendOnce(Out, A.Text);
    if (hasNext() && Atoms[I + 1].IsToken && next() > A.Token)
      appendGapAfter(Out, R.gapBefore(next()));
    Last = None;
    TextPlace = A.Token;
  }

  /// Text without a place: between tokens that are neighbours it is an insertion.
  void writeText() {
    const Atom &A = Atoms[I];
    TextPlace = None;
    if (Last == None || (hasNext() && next() <= Last)) {
      appendSeparated(Out, A.Text);
      Last = None;
    } else if (hasNext() && next() == Last + 1) {
      std::string Gap = R.gap(Last, next());
      // What begins with a blank stays on the line.
      bool Stays = llvm::StringRef(A.Text).starts_with(" ") &&
                   llvm::StringRef(Gap).trim(' ').starts_with("\n");
      if (!closes(A.Text) && !Stays) {
        Out += Gap;
        Last = None;
      }
      appendOnce(Out, A.Text);
    } else {
      std::string Lead = R.gap(Last, Last + 1);
      bool Inserted = closes(A.Text) || llvm::isSpace(A.Text.front());
      if (hasNext() || (!Inserted && Lead.find('\n') == std::string::npos))
        appendGap(Out, Lead, A.Text);
      appendOnce(Out, A.Text);
      if (hasNext())
        appendGapAfter(Out, R.gap(next() - 1, next()));
      Last = None;
    }
  }

  void writeToken() {
    const Atom &A = Atoms[I];
    TextPlace = None;
    if (Last != None && A.Token > Last)
      Out += R.detachedComments(Last, A.Token) + R.gapBefore(A.Token);
    if (const Expansion *E = KeepMacros ? R.Index.find(A.Token) : nullptr) {
      writeExpansion(*E);
      return;
    }
    appendSeparated(Out, R.Index.text(A.Token));
    Last = A.Token;
  }

  /// The tokens of \p E from here on: as the invocation of its macro, or written out.
  void writeExpansion(const Expansion &E) {
    auto [End, Edits] = expansionEdits(R.Index, E, Atoms, I);
    if (Atoms[I].Token == E.Begin && R.Plan.agrees(Edits) && !R.isWrittenOut(R.Index.macrosOf(E))) {
      appendSeparated(Out, R.invocation(E, Edits));
      for (const MacroInfo *Info : R.Index.macrosOf(E))
        R.Used.insert(Info);
    } else {
      appendSeparated(Out,
                      AtomWriter(R, Atoms.slice(I, End - I + 1), /*KeepMacros=*/false).write());
    }
    Last = Atoms[End].Token;
    I = End;
  }

  FragmentRenderer &R;
  llvm::ArrayRef<Atom> Atoms;
  bool KeepMacros;
  size_t I = 0; ///< the atom that is written next
  std::string Out;
  unsigned Last = None;      ///< the token that Out ends with and whose gap is still to come
  unsigned TextPlace = None; ///< of the text that Out ends with
};

std::string FragmentRenderer::renderOnce(llvm::ArrayRef<Atom> Atoms) {
  Gaps = {};
  Gaps.Kept = &Kept;
  while (true) {
    std::string Out = AtomWriter(*this, Atoms, /*KeepMacros=*/true).write();
    // A group of which a rule replaced a part, or that reaches out of the fragment, cannot stay.
    bool Again = false;
    for (auto [Opening, Count] : Gaps.Written)
      if (Count != Kept.find(Opening)->size() || isWrittenOut(Kept.macrosOf(Opening)))
        Again |= Gaps.Resolved.insert(Opening).second;
    if (!Again) {
      for (auto [Opening, Count] : Gaps.Written)
        for (const MacroInfo *Info : Kept.macrosOf(Opening))
          Used.insert(Info);
      return Out;
    }
    Gaps.Written.clear();
  }
}

std::string FragmentRenderer::invocation(const Expansion &E, const ExpansionEdits &Edits) const {
  const SourceManager &SM = Index.side().sources();
  auto [File, Begin] = SM.getDecomposedLoc(E.Spelled.front().location());
  unsigned End = SM.getFileOffset(E.Spelled.back().endLocation());
  return applyTextEdits(SM.getBufferData(File).slice(Begin, End), Begin, Edits.InArguments);
}

/// Within one expansion: the spacing of the definition, on one line.
static std::string gapInExpansion(const ExpansionIndex &Index, unsigned Before, unsigned After) {
  TokenOrigin A = Index.origin(Before), B = Index.origin(After);
  unsigned End = A.Offset + Index.text(Before).size();
  if (A.Buffer != B.Buffer || B.Offset < End)
    return "";
  llvm::StringRef Between = Index.side().sources().getBufferData(A.Buffer).slice(End, B.Offset);
  bool Neighbours = Between.find_first_not_of(" \t\\\r\n") == llvm::StringRef::npos;
  return Neighbours && !Between.empty() ? " " : "";
}

std::string FragmentRenderer::gap(unsigned Before, unsigned After) {
  const SourceManager &SM = Index.side().sources();
  const Expansion *A = Index.find(Before), *B = Index.find(After);
  if (A && A == B)
    return gapInExpansion(Index, Before, After);
  SourceLocation From = A ? A->Spelled.back().endLocation() : Index.token(Before).endLocation();
  SourceLocation To = B ? B->Spelled.front().location() : Index.token(After).location();
  if (!From.isFileID() || !To.isFileID() || SM.getFileID(From) != SM.getFileID(To) ||
      SM.getFileOffset(From) > SM.getFileOffset(To))
    return " ";
  return gapText(Index.side(), From, To, Gaps);
}

/// Returns where tokens between \p Last, the end of a statement, and \p Next were left out: the
/// comments after \p Last that a blank line parts from what went.
std::string FragmentRenderer::detachedComments(unsigned Last, unsigned Next) const {
  if (attributeBegin(Index, Next) <= Last + 1 ||
      !llvm::is_contained({"{", "}", ";"}, Index.text(Last)) || Index.find(Last) ||
      Index.find(Last + 1))
    return "";
  const SourceManager &SM = Index.side().sources();
  SourceLocation From = Index.token(Last).endLocation(), To = Index.token(Last + 1).location();
  if (!From.isFileID() || !To.isFileID() || SM.getFileID(From) != SM.getFileID(To) ||
      SM.getFileOffset(From) > SM.getFileOffset(To))
    return "";
  llvm::StringRef Gap =
      SM.getBufferData(SM.getFileID(From)).slice(SM.getFileOffset(From), SM.getFileOffset(To));
  // A directive is not of the statement before it.
  if (Gap.contains('#'))
    return "";
  for (size_t At = Gap.rfind('\n'); At != llvm::StringRef::npos && At > 0;
       At = Gap.rfind('\n', At)) {
    llvm::StringRef Before = Gap.take_front(At).rtrim(" \t\r");
    if (Before.ends_with("\n") && !Before.trim().empty())
      return Before.rtrim().str() + "\n";
  }
  return "";
}

std::string FragmentRenderer::gapBefore(unsigned Token) {
  unsigned Begin = attributeBegin(Index, Token);
  // `int i [[maybe_unused]])`: nothing is between.
  return Begin == Token || closes(Index.text(Token)) ? gap(Token - 1, Token)
                                                     : gap(Begin - 1, Begin);
}

std::vector<const MacroInfo *> FragmentRenderer::usedMacros() const {
  std::vector<const MacroInfo *> Sorted(Used.begin(), Used.end());
  const SourceManager &SM = Index.side().sources();
  llvm::sort(Sorted, [&](const MacroInfo *A, const MacroInfo *B) {
    return SM.isBeforeInTranslationUnit(A->getDefinitionLoc(), B->getDefinitionLoc());
  });
  return Sorted;
}

std::string FragmentRenderer::definition(const MacroInfo *Info) const {
  const SourceManager &SM = Index.side().sources();
  auto [File, Name] = SM.getDecomposedLoc(Info->getDefinitionLoc());
  llvm::StringRef Buffer = SM.getBufferData(File);
  unsigned Begin = Buffer.rfind('#', Name);
  SourceLocation EndLoc = Info->getDefinitionEndLoc();
  unsigned End =
      SM.getFileOffset(EndLoc) + Lexer::MeasureTokenLength(EndLoc, SM, Index.side().langOpts());
  const std::vector<TextEdit> *Edits = Plan.editsOf(macroKey(Index.side(), Info));
  StringRef Definition = Buffer.slice(Begin, End);
  if (!Edits)
    return Definition.str();
  std::vector<TextEdit> Own = *Edits;
  for (TextEdit &E : Own)
    E.Offset -= Begin;
  return applyTextEdits(Definition, 0, renameParameters(Definition, std::move(Own)));
}

} // namespace cu2cl
