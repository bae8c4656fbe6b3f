// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/Gap.h"
#include "core/source/CommandMerge.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

/// The text [Begin, End) goes; Text is in its place.
struct Cut {
  unsigned Begin, End;
  std::string Text;
};

/// The raw tokens of \p File with offsets in [From, To).
llvm::ArrayRef<syntax::Token> rawTokens(const ParsedSide &Side, FileID File, unsigned From,
                                        unsigned To) {
  const SourceManager &SM = Side.sources();
  auto All = Side.spelledTokens(File);
  auto Offset = [&](const syntax::Token &T) { return SM.getFileOffset(T.location()); };
  auto Begin = llvm::lower_bound(All, From,
                                 [&](const syntax::Token &T, unsigned O) { return Offset(T) < O; });
  auto End =
      llvm::lower_bound(All, To, [&](const syntax::Token &T, unsigned O) { return Offset(T) < O; });
  return llvm::ArrayRef<syntax::Token>(Begin, End);
}

/// The end of the directive that starts at \p At: the end of its line, after continuation lines.
unsigned endOfDirective(llvm::StringRef Buffer, unsigned At) {
  while (At < Buffer.size() && Buffer[At] != '\n')
    At += Buffer.substr(At).starts_with("\\\n")     ? 2
          : Buffer.substr(At).starts_with("\\\r\n") ? 3
                                                    : 1;
  return At;
}

/// Returns true if each word of \p Text is a number or a macro for such words; \p Depth macros
/// around it.
bool isOfNumbers(const ParsedSide &Side, llvm::StringRef Text, SourceLocation Place,
                 unsigned Depth) {
  const SourceManager &SM = Side.sources();
  auto IsWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (; !Text.empty(); Text = Text.drop_while([&](char C) { return !IsWord(C); })) {
    llvm::StringRef Word = Text.take_while(IsWord);
    Text = Text.drop_front(Word.size());
    if (Word.empty() || llvm::isDigit(Word.front()))
      continue;
    const MacroInfo *Last = nullptr;
    for (const MacroDefinition &D : Side.Macros)
      if (D.Name == Word && SM.isBeforeInTranslationUnit(D.Range.getBegin(), Place))
        Last = D.Info;
    if (!Last || Depth > 20)
      return false;
    for (const Token &T : Last->tokens())
      if (T.isAnyIdentifier() &&
          !isOfNumbers(Side, T.getIdentifierInfo()->getName(), Place, Depth + 1))
        return false;
  }
  return true;
}

/// Finds what must go from one gap.
class GapCutter {
public:
  GapCutter(const ParsedSide &Side, FileID File, unsigned From, unsigned To, GapState &State)
      : Side(Side), SM(Side.sources()), File(File), Buffer(SM.getBufferData(File)), From(From),
        To(To), State(State) {}

  std::vector<Cut> run() {
    unsigned DirectiveEnd = From; // tokens before it belong to a directive that was dealt with
    auto Tokens = rawTokens(Side, File, From, To);
    for (size_t I = 0; I < Tokens.size(); ++I) {
      unsigned Begin = SM.getFileOffset(Tokens[I].location());
      if (Begin < DirectiveEnd)
        continue;
      if (Tokens[I].kind() != tok::hash) {
        Cuts.push_back({Begin, Begin + unsigned(Tokens[I].length()), {}});
        continue;
      }
      DirectiveEnd = std::min(endOfDirective(Buffer, Begin), To);
      auto Place = [&](size_t At) {
        return At < Tokens.size() ? Tokens[At].location() : SourceLocation();
      };
      directive(Begin, DirectiveEnd, Place(I + 1), Place(I + 2));
      DirectiveEnd = std::max(DirectiveEnd, skippedBranch(Begin, DirectiveEnd));
    }
    return std::move(Cuts);
  }

private:
  void directive(unsigned Begin, unsigned End, SourceLocation Keyword, SourceLocation Second) {
    llvm::StringRef Text = Buffer.slice(Begin + 1, End).trim();
    KeepsGroup = false;
    if (Text.consume_front("pragma") && Text.trim().starts_with("unroll") &&
        isPragmaOfNumbers(Side, Second))
      return;
    if (const auto *Group = State.Kept && Keyword.isValid() ? State.Kept->find(Keyword) : nullptr) {
      SourceLocation Opening = Group->front()->OpeningLoc;
      if (!State.Resolved.count(Opening)) {
        ++State.Written[Opening];
        KeepsGroup = true;
        return;
      }
    }
    Cuts.push_back({Begin, End, {}});
  }

  /// If the branch after the directive [Begin, End) was not compiled, cuts it and returns its end.
  unsigned skippedBranch(unsigned Begin, unsigned End) {
    for (SourceRange R : Side.SkippedRanges) {
      auto [RangeFile, First] = SM.getDecomposedLoc(R.getBegin());
      if (RangeFile != File || First < Begin || First > End)
        continue;
      // Up to the line of the directive that ends the branch.
      unsigned Last = SM.getFileOffset(R.getEnd());
      size_t Line = Buffer.rfind('\n', Last);
      unsigned Stop = Line == llvm::StringRef::npos || Line < End ? End : unsigned(Line);
      if (Stop == End)
        continue;
      bool Empty = Buffer.slice(End, Stop).trim().empty();
      Cuts.push_back({End, Stop, KeepsGroup && !Empty ? "\n" + UnseenBranch.str() : ""});
      return Stop;
    }
    return End;
  }

  const ParsedSide &Side;
  const SourceManager &SM;
  FileID File;
  llvm::StringRef Buffer;
  unsigned From, To;
  GapState &State;
  std::vector<Cut> Cuts;
  bool KeepsGroup = false;
};

} // namespace

bool isPragmaOfNumbers(const ParsedSide &Side, SourceLocation Second) {
  const SourceManager &SM = Side.sources();
  if (!Second.isFileID())
    return true;
  auto [File, Begin] = SM.getDecomposedLoc(Second);
  llvm::StringRef Buffer = SM.getBufferData(File);
  llvm::StringRef Line = Buffer.slice(Begin, endOfDirective(Buffer, Begin));
  Line = Line.take_front(std::min(Line.find("//"), Line.find("/*")));
  Line.consume_front("unroll");
  return isOfNumbers(Side, Line, Second, 0);
}

std::string gapText(const ParsedSide &Side, SourceLocation FromLoc, SourceLocation ToLoc,
                    GapState &State) {
  const SourceManager &SM = Side.sources();
  auto [File, From] = SM.getDecomposedLoc(FromLoc);
  unsigned To = SM.getFileOffset(ToLoc);
  llvm::StringRef Buffer = SM.getBufferData(File);
  llvm::StringRef Gap = Buffer.slice(From, To);
  if (Gap.find_first_not_of(" \t\r\n") == llvm::StringRef::npos)
    return Gap.str();
  std::string Out;
  unsigned At = From;
  for (const Cut &C : GapCutter(Side, File, From, To, State).run()) {
    if (C.End <= At)
      continue;
    Out += Buffer.slice(At, std::max(At, C.Begin));
    Out += C.Text;
    At = std::min(C.End, To);
    // A line that held nothing but the cut goes as a whole.
    llvm::StringRef Lead = llvm::StringRef(Out).rsplit('\n').second;
    bool AtLineStart = C.Text.empty() && llvm::StringRef(Out).contains('\n') && Lead.trim().empty();
    size_t LineEnd = Buffer.find('\n', At);
    if (AtLineStart && LineEnd < To && Buffer.slice(At, LineEnd).trim().empty()) {
      Out.resize(Out.size() - Lead.size());
      At = LineEnd + 1;
    }
  }
  Out += Buffer.slice(At, To);
  return Out;
}

} // namespace cu2cl
