// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/EditSource.h"
#include "core/source/MacroUseDescription.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cu2cl {

/// Returns how many expansions lie between \p Loc and its file.
unsigned EditSource::depth(SourceLocation Loc) const {
  unsigned Depth = 0;
  for (; Loc.isMacroID(); ++Depth)
    Loc = sources().getImmediateExpansionRange(Loc).getBegin();
  return Depth;
}

/// Moves two tokens outwards until one piece of text spells both: a file, or one macro body. A
/// token of a macro argument is followed to where the argument is written if both are of the same
/// argument, else to the parameter in the body.
bool EditSource::meet(SourceLocation &First, SourceLocation &Last) const {
  const SourceManager &SM = sources();
  for (int Steps = 0; Steps < 1000; ++Steps) {
    if (First.isFileID() && Last.isFileID())
      return SM.getFileID(First) == SM.getFileID(Last);
    bool FirstIsArg = SM.isMacroArgExpansion(First), LastIsArg = SM.isMacroArgExpansion(Last);
    if (FirstIsArg && LastIsArg &&
        SM.getImmediateExpansionRange(First).getBegin() ==
            SM.getImmediateExpansionRange(Last).getBegin()) {
      First = SM.getImmediateSpellingLoc(First);
      Last = SM.getImmediateSpellingLoc(Last);
      continue;
    }
    if (First.isMacroID() && !FirstIsArg && SM.getFileID(First) == SM.getFileID(Last))
      return true;
    if (depth(First) >= depth(Last))
      First = SM.getImmediateExpansionRange(First).getBegin();
    else
      Last = SM.getImmediateExpansionRange(Last).getEnd();
  }
  return false;
}

SourceLocation EditSource::seenFrom(SourceLocation Loc, SourceLocation Context, bool End) const {
  SourceLocation Other = Context;
  if (End)
    return meet(Other, Loc) ? Loc : SourceLocation();
  return meet(Loc, Other) ? Loc : SourceLocation();
}

bool EditSource::isEditable(SourceLocation Loc) const {
  const SourceManager &SM = sources();
  if (Loc.isInvalid())
    return false;
  SourceLocation Spelled = SM.getSpellingLoc(Loc);
  FileID File = SM.getFileID(Spelled);
  if (!SM.getFileEntryRefForID(File)) // scratch space, command line
    return false;
  auto [It, New] = EditableFiles.try_emplace(File.getHashValue(), false);
  if (New)
    It->second = Editable(Side.pathOf(Spelled));
  return It->second;
}

std::optional<FileRange> EditSource::range(SourceLocation First, SourceLocation Last) const {
  if (First.isInvalid() || Last.isInvalid() || !meet(First, Last))
    return std::nullopt;
  const SourceManager &SM = sources();
  unsigned Expansion = First.isMacroID() ? SM.getFileID(First).getHashValue() : 0;
  First = SM.getSpellingLoc(First);
  Last = SM.getSpellingLoc(Last);
  if (!isEditable(First) || SM.getFileID(First) != SM.getFileID(Last))
    return std::nullopt;
  FileRange R;
  R.Expansion = Expansion;
  R.File = Side.pathOf(First);
  R.Begin = SM.getFileOffset(First);
  R.End = SM.getFileOffset(Last) + Lexer::MeasureTokenLength(Last, SM, Side.langOpts());
  if (R.Begin >= R.End)
    return std::nullopt;
  return R;
}

StringRef EditSource::text(SourceRange Tokens) const {
  SourceLocation First = Tokens.getBegin(), Last = Tokens.getEnd();
  if (First.isInvalid() || Last.isInvalid() || !meet(First, Last))
    return {};
  const SourceManager &SM = sources();
  First = SM.getSpellingLoc(First);
  Last = SM.getSpellingLoc(Last);
  if (SM.getFileID(First) != SM.getFileID(Last))
    return {};
  unsigned Begin = SM.getFileOffset(First);
  unsigned End = SM.getFileOffset(Last) + Lexer::MeasureTokenLength(Last, SM, Side.langOpts());
  return Begin < End ? fileText(SM.getFileID(First)).slice(Begin, End) : StringRef();
}

StringRef EditSource::textSeenFrom(SourceRange R, SourceLocation Context) const {
  return text({seenFrom(R.getBegin(), Context, false), seenFrom(R.getEnd(), Context, true)});
}

StringRef EditSource::fileText(FileID File) const { return sources().getBufferData(File); }

std::optional<size_t> EditSource::tokenAt(FileID File, unsigned Offset) const {
  ArrayRef<syntax::Token> Tokens = spelledTokens(File);
  auto It = llvm::partition_point(Tokens, [&](const syntax::Token &T) {
    return sources().getFileOffset(T.location()) < Offset;
  });
  if (It == Tokens.end() || sources().getFileOffset(It->location()) != Offset)
    return std::nullopt;
  return It - Tokens.begin();
}

std::vector<FileID> EditSource::projectFiles() const {
  const SourceManager &SM = sources();
  std::vector<FileID> Files;
  std::set<std::string> Seen;
  for (unsigned I = 0, N = SM.local_sloc_entry_size(); I < N; ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile())
      continue;
    SourceLocation Loc = SourceLocation::getFromRawEncoding(Entry.getOffset());
    if (isEditable(Loc) && Seen.insert(Side.pathOf(Loc)).second)
      Files.push_back(SM.getFileID(Loc));
  }
  return Files;
}

void EditSource::countMacroUses(const std::set<FileID> &Used) {
  for (FileID Expansion : Used)
    if (std::optional<MacroUse> Use = describeMacroUse(*this, Expansion)) {
      if (auto It = MacroEdits.find(Expansion.getHashValue()); It != MacroEdits.end())
        Use->Edits = It->second;
      Edits.addMacroUse(std::move(*Use));
    }
}

void EditSource::add(const FileRange &R, StringRef Text, const char *Rule, Edit::Kind K,
                     unsigned Depth) {
  Edit E;
  E.File = R.File;
  E.Offset = K == Edit::After ? R.End : R.Begin;
  E.Length = K >= Edit::Replace ? R.End - R.Begin : 0;
  E.Replacement = Text.str();
  E.K = K;
  auto Base = Outermost.find(R.Expansion);
  E.Depth = Base == Outermost.end() ? Depth : Depth - std::min(Depth, Base->second);
  E.Rule = Rule;
  if (R.Expansion != 0)
    MacroEdits[R.Expansion].push_back(E);
  Edits.add(std::move(E));
}

bool EditSource::replace(SourceRange Tokens, StringRef Text, const char *Rule, Edit::Kind K,
                         unsigned Depth) {
  std::optional<FileRange> R = range(Tokens);
  if (!R)
    return false;
  add(*R, Text, Rule, K, Depth);
  return true;
}

bool EditSource::insertBefore(SourceLocation Token, StringRef Text, const char *Rule,
                              unsigned Depth) {
  return replace(Token, Text, Rule, Edit::Before, Depth);
}

bool EditSource::insertAfter(SourceLocation Token, StringRef Text, const char *Rule,
                             unsigned Depth) {
  return replace(Token, Text, Rule, Edit::After, Depth);
}

} // namespace cu2cl
