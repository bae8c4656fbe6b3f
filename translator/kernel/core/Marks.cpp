// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/Marks.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using llvm::StringRef;

namespace cu2cl {

/// As it is written, if it is in one file; else its tokens.
static std::string originalText(const DeviceUnit &Unit, TokenRange Range) {
  const SourceManager &SM = Unit.Side.sources();
  auto Tokens = Unit.Side.tokens().expandedTokens().slice(Range.Begin, Range.End - Range.Begin);
  SourceLocation First = Tokens.front().location(), Last = Tokens.back().location();
  if (First.isFileID() && Last.isFileID() && SM.getFileID(First) == SM.getFileID(Last))
    return Lexer::getSourceText(CharSourceRange::getTokenRange(First, Last), SM,
                                Unit.Side.langOpts())
        .str();
  std::string Text;
  for (const syntax::Token &T : Tokens)
    Text += (Text.empty() ? "" : " ") + T.text(SM).str();
  return Text;
}

std::string originalAsComment(const DeviceUnit &Unit, TokenRange Range) {
  if (Range.empty())
    return {};
  std::string Text = originalText(Unit, Range);
  for (size_t At; (At = Text.find("*/")) != std::string::npos;)
    Text.replace(At, 2, "* /");
  for (size_t At; (At = Text.find("/*")) != std::string::npos;)
    Text.replace(At, 2, "/ *");
  return " /* " + Text + " */";
}

Fragment withOriginal(const DeviceUnit &Unit, const Stmt *S, Fragment Text) {
  if (Text.pieces().size() != 1 || Text.pieces().front().isTokens())
    return Text;
  StringRef Mark = Text.pieces().front().Text, Number = Mark;
  bool IsStatement = Number.consume_back(";");
  unsigned Value;
  if (!Number.consume_front(DeviceUnit::MarkPrefix) || Number.getAsInteger(10, Value))
    return Text;
  return Fragment(Mark.drop_back(IsStatement).str() +
                  originalAsComment(Unit, Unit.tokensOf(S->getSourceRange())) +
                  (IsStatement ? ";" : ""));
}

} // namespace cu2cl
