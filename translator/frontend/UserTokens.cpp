// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/UserTokens.h"
#include "frontend/RedeclaredSides.h"
#include "frontend/SharedStart.h"
#include "frontend/UserBodies.h"
#include "clang/Lex/PPCallbacks.h"

using namespace clang;

namespace cu2cl {
namespace {

/// TokenCollector keeps every token, and no other class of Clang can make a TokenBuffer. An
/// explicit instantiation may name its private list ([temp.spec]/6), which then gets fewer.
template <std::vector<syntax::Token> syntax::TokenCollector::*List> struct Opened {
  friend std::vector<syntax::Token> &tokensOf(syntax::TokenCollector &Collector) {
    return Collector.*List;
  }
};
std::vector<syntax::Token> &tokensOf(syntax::TokenCollector &Collector);
template struct Opened<&syntax::TokenCollector::Expanded>;

/// Knows whether the preprocessor is in text whose tokens are wanted.
class Files : public PPCallbacks {
public:
  Files(std::shared_ptr<bool> InUserText, const SourceManager &Sources, Side S,
        StringRef ProjectRoot)
      : InUserText(std::move(InUserText)), Sources(Sources), S(S), ProjectRoot(ProjectRoot) {}

  void FileChanged(SourceLocation Loc, FileChangeReason, SrcMgr::CharacteristicKind Kind,
                   FileID) override {
    *InUserText = !SrcMgr::isSystem(Kind) ||
                  (S == Side::Device && Kind == SrcMgr::C_System && !isBundled(Loc)) ||
                  isOfProject(Loc, Sources, ProjectRoot);
  }

private:
  bool isBundled(SourceLocation Loc) const {
    return Sources.getFilename(Loc).starts_with(cudaHeaderRoot());
  }

  std::shared_ptr<bool> InUserText;
  const SourceManager &Sources;
  Side S;
  std::string ProjectRoot;
};

} // namespace

UserTokens::UserTokens(CompilerInstance &Compiler, Side S, StringRef ProjectRoot,
                       std::shared_ptr<const RedeclaredSides> Added)
    : Collector(Compiler.getPreprocessor()), InUserText(std::make_shared<bool>(true)) {
  Preprocessor &PP = Compiler.getPreprocessor();
  PP.addPPCallbacks(
      std::make_unique<Files>(InUserText, Compiler.getSourceManager(), S, ProjectRoot));
  PP.setTokenWatcher([this, &PP, Added = std::move(Added),
                      &Sources = Compiler.getSourceManager()](const clang::Token &T) {
    // The end of the file is the end of the buffer, wherever it is met.
    if (T.is(tok::eof) && Sources.getFilename(T.getLocation()) == startMainPath())
      tokensOf(Collector).push_back(syntax::Token(endOfMainFile(Sources), 0, tok::eof));
    else if (!T.isAnnotation() && (*InUserText || T.is(tok::eof))) {
      tokensOf(Collector).push_back(syntax::Token(T));
      NamesAssembly |= T.is(tok::kw_asm);
    }
    if (Added)
      Added->read(PP, T);
  });
}

std::unique_ptr<syntax::TokenBuffer> UserTokens::consume() {
  auto Buffer = std::make_unique<syntax::TokenBuffer>(std::move(Collector).consume());
  Buffer->indexExpandedTokens();
  return Buffer;
}

} // namespace cu2cl
