// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/Expansions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace cu2cl {

ExpansionIndex::ExpansionIndex(const ParsedSide &Side) : Side(Side) {
  const SourceManager &SM = Side.sources();
  const syntax::Token *First = Side.tokens().expandedTokens().data();
  for (FileID File : Side.filesWithTokens()) {
    if (SM.isInSystemHeader(SM.getLocForStartOfFile(File)) || !SM.getFileEntryForID(File))
      continue;
    llvm::ArrayRef<syntax::Token> Spelled = Side.spelledTokens(File);
    if (Spelled.empty()) // Clang's function expects at least one
      continue;
    for (const auto &E : Side.tokens().expansionsOverlapping(Spelled))
      if (!E.Expanded.empty() && E.Expanded.front().location().isMacroID())
        List.push_back(
            {unsigned(E.Expanded.begin() - First), unsigned(E.Expanded.end() - First), E.Spelled});
  }
  llvm::sort(List, [](const Expansion &A, const Expansion &B) { return A.Begin < B.Begin; });
  for (const MacroDefinition &D : Side.Macros) {
    auto [Begin, BeginOffset] = SM.getDecomposedLoc(D.Range.getBegin());
    auto [End, EndOffset] = SM.getDecomposedLoc(D.Range.getEnd());
    Definitions.push_back({Begin, BeginOffset, EndOffset, D.Info});
    Defined.insert(D.Name);
  }
  llvm::sort(Definitions, [](const DefinitionRange &A, const DefinitionRange &B) {
    return std::tie(A.Buffer, A.Begin) < std::tie(B.Buffer, B.Begin);
  });
}

const Expansion *ExpansionIndex::find(unsigned Index) const {
  auto It =
      llvm::upper_bound(List, Index, [](unsigned I, const Expansion &E) { return I < E.Begin; });
  if (It == List.begin())
    return nullptr;
  --It;
  return Index < It->End ? &*It : nullptr;
}

std::pair<unsigned, unsigned> ExpansionIndex::tokensOf(SourceRange Range) const {
  auto Tokens = Side.tokens().expandedTokens(Range);
  const syntax::Token *First = Side.tokens().expandedTokens().data();
  if (Tokens.empty())
    return {0, 0};
  return {unsigned(Tokens.begin() - First), unsigned(Tokens.end() - First)};
}

llvm::StringRef ExpansionIndex::text(unsigned Index) const {
  return token(Index).text(Side.sources());
}

const MacroInfo *ExpansionIndex::definitionAt(SourceLocation Spelling) const {
  auto [Buffer, Offset] = Side.sources().getDecomposedLoc(Spelling);
  auto It = llvm::upper_bound(Definitions, std::make_pair(Buffer, Offset),
                              [](const std::pair<FileID, unsigned> &P, const DefinitionRange &D) {
                                return P < std::make_pair(D.Buffer, D.Begin);
                              });
  if (It == Definitions.begin())
    return nullptr;
  --It;
  return It->Buffer == Buffer && Offset <= It->End ? It->Info : nullptr;
}

TokenOrigin ExpansionIndex::origin(unsigned Index) const {
  const SourceManager &SM = Side.sources();
  SourceLocation Loc = token(Index).location();
  TokenOrigin Origin;
  if (Loc.isFileID())
    Origin.K = TokenOrigin::File;
  while (Loc.isMacroID()) {
    if (SM.isMacroArgExpansion(Loc)) {
      Loc = SM.getImmediateSpellingLoc(Loc);
      Origin.K = TokenOrigin::Argument;
      continue;
    }
    Loc = SM.getSpellingLoc(Loc);
    Origin.Macro = definitionAt(Loc);
    Origin.K = Origin.Macro ? TokenOrigin::Body : TokenOrigin::Unknown;
    break;
  }
  std::tie(Origin.Buffer, Origin.Offset) = SM.getDecomposedLoc(Loc);
  return Origin;
}

void ExpansionIndex::collectMacros(SourceLocation Loc,
                                   llvm::SmallSetVector<const MacroInfo *, 4> &Into) const {
  const SourceManager &SM = Side.sources();
  while (Loc.isMacroID()) {
    if (SM.isMacroArgExpansion(Loc)) // what the argument itself went through
      collectMacros(SM.getImmediateSpellingLoc(Loc), Into);
    else if (const MacroInfo *Info = definitionAt(SM.getSpellingLoc(Loc)))
      Into.insert(Info);
    // Of an argument: the parameter, in the body of the macro that has it.
    Loc = SM.getImmediateExpansionRange(Loc).getBegin();
  }
}

bool ExpansionIndex::isOfCommandLine(llvm::StringRef Name) const {
  const IdentifierInfo *Id = Side.preprocessor().getIdentifierInfo(Name);
  const MacroInfo *Info = Id ? Side.preprocessor().getMacroInfo(Id) : nullptr;
  return Info && !Name.starts_with("__") &&
         Side.sources().isWrittenInCommandLineFile(Info->getDefinitionLoc()) &&
         !Defined.contains(Name);
}

bool ExpansionIndex::isCommandLineMacro(const Expansion &E) const {
  return isOfCommandLine(E.Spelled.front().text(Side.sources()));
}

bool ExpansionIndex::anyForeignMacro(SourceLocation Loc,
                                     llvm::function_ref<bool(StringRef)> IsWanted) const {
  const SourceManager &SM = Side.sources();
  while (Loc.isMacroID()) {
    bool IsArgument = SM.isMacroArgExpansion(Loc);
    if (IsArgument && anyForeignMacro(SM.getImmediateSpellingLoc(Loc), IsWanted))
      return true;
    Loc = SM.getImmediateExpansionRange(Loc).getBegin();
    if (IsArgument || SM.isMacroArgExpansion(Loc)) // a parameter is no macro's name
      continue;
    SourceLocation Mention = SM.getSpellingLoc(Loc);
    if (SM.isInSystemHeader(Mention) || !SM.getFileEntryForID(SM.getFileID(Mention)))
      continue;
    llvm::StringRef Name = SM.getCharacterData(Mention);
    Name = Name.take_while([](char C) { return isAsciiIdentifierContinue(C); });
    if (!Defined.contains(Name) && IsWanted(Name))
      return true;
  }
  return false;
}

static bool isReservedMacro(StringRef Name) {
  return Name.starts_with("__") || (Name.starts_with("CUDA") && !findLibraryConstant(Name)) ||
         Name == "_OPENMP";
}

bool ExpansionIndex::isOfCompiler(unsigned Index) const {
  return anyForeignMacro(token(Index).location(), isReservedMacro);
}

bool ExpansionIndex::isOfLibrary(unsigned Index) const {
  return anyForeignMacro(token(Index).location(), [this](StringRef Name) {
    // The results of # and ## are where their operands are, which need not be macros.
    const IdentifierInfo *Id = Name.empty() ? nullptr : Side.preprocessor().getIdentifierInfo(Name);
    return Id && Id->hadMacroDefinition() && !isReservedMacro(Name) && !findLibraryConstant(Name) &&
           !isOfCommandLine(Name);
  });
}

const LibraryConstant *ExpansionIndex::constantOf(unsigned Index) const {
  const LibraryConstant *Found = nullptr;
  anyForeignMacro(token(Index).location(), [&Found](StringRef Name) {
    Found = findLibraryConstant(Name);
    return Found != nullptr;
  });
  return Found;
}

std::vector<const MacroInfo *> ExpansionIndex::macrosOf(const Expansion &E) const {
  const SourceManager &SM = Side.sources();
  llvm::SmallSetVector<const MacroInfo *, 4> Set;
  for (unsigned I = E.Begin; I < E.End; ++I)
    collectMacros(token(I).location(), Set);
  // The invoked macro itself, also if all its tokens come from others.
  if (const IdentifierInfo *Name =
          Side.preprocessor().getIdentifierInfo(E.Spelled.front().text(SM)))
    for (const MacroDefinition &D : Side.Macros)
      if (D.Name == Name->getName() &&
          SM.isBeforeInTranslationUnit(D.Range.getBegin(), E.Spelled.front().location()))
        if (llvm::none_of(Side.Macros, [&](const MacroDefinition &Later) {
              return Later.Name == D.Name && Later.Info != D.Info &&
                     SM.isBeforeInTranslationUnit(D.Range.getBegin(), Later.Range.getBegin()) &&
                     SM.isBeforeInTranslationUnit(Later.Range.getBegin(),
                                                  E.Spelled.front().location());
            }))
          Set.insert(D.Info);
  std::vector<const MacroInfo *> Sorted(Set.begin(), Set.end());
  llvm::sort(Sorted, [&](const MacroInfo *A, const MacroInfo *B) {
    return SM.isBeforeInTranslationUnit(A->getDefinitionLoc(), B->getDefinitionLoc());
  });
  return Sorted;
}

} // namespace cu2cl
