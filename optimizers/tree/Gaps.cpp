// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tree/Gaps.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cu2cl::opt {

std::optional<Span> SourceTexts::wholeSpan(const clang::Stmt *S) const {
  std::optional<Span> Result = From.spanOf(S->getSourceRange());
  if (!Result)
    return std::nullopt;
  llvm::StringRef Rest = From.text().drop_front(Result->End);
  llvm::StringRef Behind = Rest.ltrim();
  bool Ends = From.text().slice(Result->Begin, Result->End).ends_with(";");
  if (!Ends && Behind.starts_with(";"))
    Result->End += Rest.size() - Behind.size() + 1;
  return Result;
}

Gap SourceTexts::gap(unsigned Begin, unsigned End) const {
  Gap Result;
  if (Begin >= End)
    return Result;
  std::string Text = From.text().slice(Begin, End).str();
  const SourceManager &SM = From.sources();
  SourceLocation Start = SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(Begin);
  Lexer Raw(Start, From.context().getLangOpts(), Text.data(), Text.data(),
            Text.data() + Text.size());
  Raw.SetCommentRetentionState(true);
  auto EmptyAhead = [&](unsigned At) {
    llvm::StringRef Ahead = llvm::StringRef(Text).take_front(At);
    return Ahead.drop_front(Ahead.rtrim().size()).count('\n') > 1;
  };
  Token T;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = Raw.LexFromRawLexer(T);
    unsigned At = SM.getFileOffset(T.getLocation()) - Begin;
    llvm::StringRef Here(Text.data() + At, Text.size() - At);
    bool OnFirstLine = llvm::StringRef(Text).take_front(At).find('\n') == llvm::StringRef::npos;
    if (From.isSkipped({Begin + At, Begin + At + T.getLength()}))
      continue;
    if (Result.Lead.empty())
      Result.HasEmptyLine |= EmptyAhead(At);
    if (T.is(tok::comment)) {
      llvm::StringRef Comment = Here.take_front(T.getLength()).rtrim();
      if (OnFirstLine && Result.Trail.empty() && Begin)
        Result.Trail = Comment.str(), Result.TrailBlanks = Text.substr(0, At);
      else
        Result.Lead += (Comment + "\n").str();
    } else if (T.is(tok::hash) && T.isAtStartOfLine()) {
      llvm::StringRef Line = Here.split('\n').first.rtrim();
      llvm::StringRef Word = Line.drop_front().ltrim();
      if (Word.starts_with("pragma"))
        Result.Lead += (Line + "\n").str();
    }
  }
  return Result;
}

std::string SourceTexts::attributes(const AttributedStmt *S) const {
  std::optional<Span> Whole = From.spanOf(S->getSourceRange());
  std::optional<Span> Inner = From.spanOf(S->getSubStmt()->getSourceRange());
  if (!Whole || !Inner || Whole->Begin >= Inner->Begin)
    return "";
  llvm::StringRef Text = From.textOf({Whole->Begin, Inner->Begin}).trim();
  return Text.starts_with("#") || Text.empty() ? "" : (Text + "\n").str();
}

std::string SourceTexts::spelling(const clang::Expr *E) const {
  if (std::optional<Span> S = From.spanOf(E->getSourceRange()))
    return From.textOf(*S).str();
  if (isa<UnaryExprOrTypeTraitExpr>(E)) {
    std::string Text;
    llvm::raw_string_ostream Out(Text);
    E->printPretty(Out, nullptr, From.context().getPrintingPolicy());
    return Out.str();
  }
  llvm::SmallString<32> Buffer;
  return Lexer::getSpelling(From.sources().getSpellingLoc(E->getBeginLoc()), Buffer, From.sources(),
                            From.context().getLangOpts())
      .str();
}

} // namespace cu2cl::opt
