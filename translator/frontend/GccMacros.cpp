// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/GccMacros.h"
#include "frontend/UserBodies.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace cu2cl {
namespace {

/// A macro and its text for GCC; null: it does not exist.
struct Answer {
  const char *Name, *Value;
};

const Answer Answers[] = {
    {"__clang__", nullptr},
    {"__clang_major__", nullptr},
    {"__clang_minor__", nullptr},
    {"__clang_patchlevel__", nullptr},
    {"__clang_version__", nullptr},
    {"__llvm__", nullptr},
    {"__CUDA__", nullptr}, // Clang's alone; nvcc has __CUDACC__
    {"__has_feature", nullptr},
    {"__has_extension", nullptr},
    {"__GNUC__", "12"},
    {"__GNUG__", "12"},
    {"__GNUC_MINOR__", "2"},
    {"__GNUC_PATCHLEVEL__", "0"},
    {"__VERSION__", "\"12.2.0\""},
};

/// Exchanges the macros where the preprocessor goes from one kind of file to the other.
class Exchange : public PPCallbacks {
public:
  Exchange(Preprocessor &PP, StringRef ProjectRoot) : PP(PP), ProjectRoot(ProjectRoot) {}

  void FileChanged(SourceLocation Loc, FileChangeReason, SrcMgr::CharacteristicKind Kind,
                   FileID) override {
    const SourceManager &SM = PP.getSourceManager();
    // Clang enters the main file for the first time before it defines anything.
    Started |= PP.getIdentifierInfo(Answers[0].Name)->hasMacroDefinition();
    bool IsUsers = ProjectRoot.empty()
                       ? !SrcMgr::isSystem(Kind) && SM.getFileEntryForID(SM.getFileID(Loc))
                       : isOfProject(Loc, SM, ProjectRoot);
    if (!Started || IsUsers == AsGcc)
      return;
    AsGcc = IsUsers;
    for (size_t I = 0; I < std::size(Answers); ++I)
      exchange(PP.getIdentifierInfo(Answers[I].Name), Answers[I].Value, Others[I], Loc);
  }

private:
  void exchange(IdentifierInfo *Name, const char *Value, MacroInfo *&Other, SourceLocation Loc) {
    MacroInfo *Now = PP.getMacroInfo(Name);
    if (!Other && !Now) // C has no __GNUG__
      return;
    if (!Other && Value)
      Other = define(Value, Loc);
    if (Other)
      PP.appendDefMacroDirective(Name, Other, Loc);
    else
      PP.appendMacroDirective(Name, new (PP.getPreprocessorAllocator()) UndefMacroDirective(Loc));
    Other = Now;
  }

  MacroInfo *define(const char *Value, SourceLocation Loc) {
    MacroInfo *Info = PP.AllocateMacroInfo(Loc);
    Token Body;
    Body.startToken();
    Body.setKind(*Value == '"' ? tok::string_literal : tok::numeric_constant);
    PP.CreateString(Value, Body);
    Info->setTokens(Body, PP.getPreprocessorAllocator());
    return Info;
  }

  Preprocessor &PP;
  std::string ProjectRoot;
  bool Started = false, AsGcc = false;
  MacroInfo *Others[std::size(Answers)] = {}; ///< what the other kind of file has
};

} // namespace

void answerAsGcc(CompilerInstance &Compiler, StringRef ProjectRoot) {
  Preprocessor &PP = Compiler.getPreprocessor();
  PP.addPPCallbacks(std::make_unique<Exchange>(PP, ProjectRoot));
}

} // namespace cu2cl
