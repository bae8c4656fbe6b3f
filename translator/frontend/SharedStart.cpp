// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/SharedStart.h"
#include "core/source/Definitions.h"
#include "frontend/LateDefinitions.h"
#include "frontend/ParsedUnit.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

// Below the folder of bundled headers: it is no text of the user.
std::string startPath() { return (cudaHeaderRoot() + "/cu2cl_start.h").str(); }
std::string startMainPath() { return (cudaHeaderRoot() + "/cu2cl_start.cu").str(); }

std::string startText(const SharedStart &Start) {
  std::string Text = "#pragma GCC system_header\n";
  for (const std::string &Header : Start.Headers)
    Text += "#include <" + Header + ">\n";
  return Text;
}

namespace {

class ForkBehindStart : public PPCallbacks {
public:
  ForkBehindStart(CompilerInstance &Compiler, const SharedStart &Start)
      : Compiler(Compiler), Start(Start) {
    Start.Unasked.insert(Start.Headers.begin(), Start.Headers.end());
  }

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef Name, bool, CharSourceRange,
                          OptionalFileEntryRef, StringRef, StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (Forked && !Compiler.getSourceManager().isInSystemHeader(Hash))
      Start.Unasked.erase(Name.str());
  }

  void FileChanged(SourceLocation Loc, FileChangeReason Reason, SrcMgr::CharacteristicKind,
                   FileID) override {
    SourceManager &SM = Compiler.getSourceManager();
    if (Forked || Reason != ExitFile || SM.getFileID(Loc) != SM.getMainFileID())
      return;
    Forked = true;
    StartedSource Source = Start.Fork();
    auto File = Compiler.getFileManager().getFileRef(Source.Path);
    if (!File) {
      llvm::consumeError(File.takeError());
      return; // the parse of no file gives nothing that is taken
    }
    FileID Main = SM.createFileID(*File, SourceLocation(), SrcMgr::C_User);
    SM.setMainFileID(Main);
    Compiler.getPreprocessor().markIncluded(*File);
    Compiler.getPreprocessor().EnterSourceFile(Main, nullptr, SourceLocation());
    define(Source.Definitions);
  }

private:
  /// Has \p Definitions read in front of the main file, as those of the command line are.
  void define(llvm::ArrayRef<std::string> Definitions) {
    Preprocessor &PP = Compiler.getPreprocessor();
    for (StringRef Definition : Definitions) {
      const IdentifierTable &Seen = PP.getIdentifierTable();
      Start.IsRefused |= Seen.find(nameOfDefinition(Definition)) != Seen.end();
    }
    if (Definitions.empty())
      return;
    SourceManager &SM = Compiler.getSourceManager();
    auto Text = llvm::MemoryBuffer::getMemBufferCopy(directivesFor(Definitions), "<command line>");
    PP.EnterSourceFile(SM.createFileID(std::move(Text)), nullptr, SourceLocation());
  }

  CompilerInstance &Compiler;
  const SharedStart &Start;
  bool Forked = false;
};

} // namespace

void forkBehindStart(CompilerInstance &Compiler, const SharedStart &Start) {
  Compiler.getPreprocessor().addPPCallbacks(std::make_unique<ForkBehindStart>(Compiler, Start));
}

SourceLocation endOfMainFile(const SourceManager &Sources) {
  StringRef Text = Sources.getBufferData(Sources.getMainFileID());
  unsigned End = Text.size();
  // As Clang does: on the line's end, if that is the last character.
  if (Text.ends_with("\n\r") || Text.ends_with("\r\n"))
    End -= 2;
  else if (Text.ends_with("\n") || Text.ends_with("\r"))
    --End;
  return Sources.getLocForStartOfFile(Sources.getMainFileID()).getLocWithOffset(End);
}

std::vector<StartGroup> groupByStart(const std::vector<std::vector<std::string>> &Headers,
                                     size_t Least) {
  std::vector<StartGroup> Groups;
  std::vector<size_t> Rest;
  for (size_t I = 0; I < Headers.size(); ++I)
    Rest.push_back(I);
  // A header is taken along if most of the group has it; the others wait for the next group.
  while (Rest.size() >= Least) {
    StartGroup G;
    G.Members = Rest;
    while (true) {
      std::map<std::string, size_t> Count;
      for (size_t I : G.Members)
        for (const std::string &Header : Headers[I])
          if (!llvm::is_contained(G.Headers, Header))
            ++Count[Header];
      auto Most = std::max_element(Count.begin(), Count.end(), [](const auto &A, const auto &B) {
        return A.second < B.second;
      });
      if (Most == Count.end() || Most->second < Least || Most->second * 2 <= G.Members.size())
        break;
      G.Headers.push_back(Most->first);
      llvm::erase_if(G.Members,
                     [&](size_t I) { return !llvm::is_contained(Headers[I], Most->first); });
    }
    llvm::erase_if(Rest, [&](size_t I) { return llvm::is_contained(G.Members, I); });
    Groups.push_back(std::move(G));
  }
  return Groups;
}

} // namespace cu2cl
