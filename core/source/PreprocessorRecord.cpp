// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/PreprocessorRecord.h"
#include "core/source/PlainPath.h"
#include "clang/Lex/PPCallbacks.h"

using namespace clang;

namespace cu2cl {
namespace {

class Recorder : public PPCallbacks {
public:
  Recorder(ParsedSide &Into, const SourceManager &Sources) : Into(Into), Sources(Sources) {}

  void InclusionDirective(SourceLocation HashLoc, const Token &, StringRef FileName, bool IsAngled,
                          CharSourceRange FilenameRange, OptionalFileEntryRef File, StringRef,
                          StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind Kind) override {
    if (!isWrittenInFile(HashLoc))
      return;
    IncludeDirective D;
    D.HashLoc = HashLoc;
    D.FilenameRange = FilenameRange.getAsRange();
    D.Spelled = FileName.str();
    D.Angled = IsAngled;
    D.System = SrcMgr::isSystem(Kind);
    if (File)
      D.Path = absolute(File->getName());
    Into.Includes.push_back(std::move(D));
  }

  void MacroDefined(const Token &Name, const MacroDirective *MD) override {
    const MacroInfo *Info = MD->getMacroInfo();
    if (!isWrittenInFile(Info->getDefinitionLoc()) ||
        Sources.isInSystemHeader(Info->getDefinitionLoc()))
      return;
    Into.Macros.push_back({Name.getIdentifierInfo()->getName().str(),
                           SourceRange(Info->getDefinitionLoc(), Info->getDefinitionEndLoc()),
                           Info});
  }

  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    Into.SkippedRanges.push_back(Range);
  }

  void If(SourceLocation Loc, SourceRange Condition, ConditionValueKind Value) override {
    add(ConditionalDirective::If, Loc, Loc, Condition, Value == CVK_True);
  }
  void Elif(SourceLocation Loc, SourceRange Condition, ConditionValueKind Value,
            SourceLocation IfLoc) override {
    add(ConditionalDirective::Elif, Loc, IfLoc, Condition, Value == CVK_True);
  }
  void Ifdef(SourceLocation Loc, const Token &Name, const clang::MacroDefinition &MD) override {
    add(ConditionalDirective::Ifdef, Loc, Loc, Name.getLocation(), bool(MD));
  }
  void Ifndef(SourceLocation Loc, const Token &Name, const clang::MacroDefinition &MD) override {
    add(ConditionalDirective::Ifndef, Loc, Loc, Name.getLocation(), !MD);
  }
  void Else(SourceLocation Loc, SourceLocation IfLoc) override {
    // Compiled if no branch before it was.
    bool Earlier = false;
    for (const ConditionalDirective &D : Into.Conditionals)
      Earlier |= D.OpeningLoc == IfLoc && D.Taken;
    add(ConditionalDirective::Else, Loc, IfLoc, SourceRange(), !Earlier);
  }
  void Endif(SourceLocation Loc, SourceLocation IfLoc) override {
    add(ConditionalDirective::Endif, Loc, IfLoc, SourceRange(), false);
  }

private:
  bool isWrittenInFile(SourceLocation Loc) const {
    return Loc.isFileID() && Sources.getFileEntryForID(Sources.getFileID(Loc));
  }
  std::string absolute(StringRef Path) const {
    SmallString<256> Result(Path);
    Sources.getFileManager().makeAbsolutePath(Result);
    return plainPath(Result);
  }
  void add(ConditionalDirective::Kind K, SourceLocation Loc, SourceLocation Opening,
           SourceRange Condition, bool Taken) {
    // System headers have thousands of conditionals that nobody asks for.
    if (isWrittenInFile(Loc) && !Sources.isInSystemHeader(Loc))
      Into.Conditionals.push_back({K, Loc, Opening, Condition, Taken});
  }

  ParsedSide &Into;
  const SourceManager &Sources;
};

} // namespace

std::unique_ptr<PPCallbacks> recordPreprocessor(ParsedSide &Into, const SourceManager &Sources) {
  return std::make_unique<Recorder>(Into, Sources);
}

} // namespace cu2cl
