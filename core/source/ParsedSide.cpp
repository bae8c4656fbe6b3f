// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/ParsedSide.h"
#include "core/source/PlainPath.h"

using namespace clang;

namespace cu2cl {

ParsedSide::~ParsedSide() {
  if (Action)
    Action->EndSourceFile();
}

llvm::ArrayRef<syntax::Token> ParsedSide::spelledTokens(FileID File) const {
  if (FilesWithTokens.count(File))
    return Tokens->spelledTokens(File);
  auto [It, New] = OtherFiles.try_emplace(File);
  if (New)
    It->second = syntax::tokenize(File, sources(), langOpts());
  return It->second;
}

bool ParsedSide::isWordOfProgram(StringRef Word) const {
  const SourceManager &SM = sources();
  if (Words.empty())
    for (FileID File : FilesWithTokens)
      if (!SM.isInSystemHeader(SM.getLocForStartOfFile(File)))
        for (const syntax::Token &T : spelledTokens(File))
          Words.insert(T.text(SM));
  return Words.contains(Word);
}

const JoinedPart *ParsedSide::joinedPart(SourceLocation Loc) const {
  if (Joined.empty() || Loc.isInvalid())
    return nullptr;
  const SourceManager &SM = sources();
  Loc = SM.getExpansionLoc(Loc);
  while (Loc.isValid() && SM.getFileID(Loc) != SM.getMainFileID())
    Loc = SM.getIncludeLoc(SM.getFileID(Loc));
  const JoinedPart *Found = nullptr;
  for (const JoinedPart &Part : Joined)
    if (Loc.isValid() && SM.getFileOffset(Loc) >= Part.Offset)
      Found = &Part;
  return Found;
}

std::string ParsedSide::pathOf(SourceLocation Loc) const {
  const SourceManager &SM = sources();
  OptionalFileEntryRef File = SM.getFileEntryRefForID(SM.getFileID(SM.getSpellingLoc(Loc)));
  if (!File)
    return {};
  SmallString<256> Path(File->getName());
  SM.getFileManager().makeAbsolutePath(Path);
  return plainPath(Path);
}

} // namespace cu2cl
