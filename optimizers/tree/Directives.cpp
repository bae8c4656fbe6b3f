// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tree/Directives.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl::opt {

std::vector<Directive> directivesIn(const Source &From, Span Of) {
  std::vector<Directive> Result;
  llvm::StringRef Text = From.text();
  const SourceManager &SM = From.sources();
  Lexer Raw(SM.getLocForStartOfFile(SM.getMainFileID()), From.context().getLangOpts(), Text.begin(),
            Text.begin() + Of.Begin, Text.end());
  Token T;
  while (!Raw.LexFromRawLexer(T)) {
    unsigned Begin = SM.getFileOffset(T.getLocation()), End = Begin;
    if (Begin >= Of.End)
      break;
    if (T.isNot(tok::hash) || !T.isAtStartOfLine())
      continue;
    do
      End = std::min(Text.find('\n', End + 1), Text.size());
    while (End < Text.size() && Text.take_front(End).rtrim('\r').ends_with("\\"));
    llvm::StringRef Line = Text.slice(Begin + 1, End).ltrim();
    Result.push_back({{Begin, End}, Line.take_while([](char C) { return isalpha(C); })});
  }
  return Result;
}

namespace {
class BranchFinder {
public:
  BranchFinder(const Source &From, Span Of) : From(From), Of(Of), Lines(directivesIn(From, Of)) {}

  Branches find(const Kernel &K) {
    check(/*Skipped=*/false, Result.Check);
    inExpressions(K.Body);
    return std::move(Result);
  }

private:
  /// True if what follows line \p I up to the next one was skipped.
  bool isSkipped(size_t I) const {
    unsigned Next = I + 1 < Lines.size() ? Lines[I + 1].Text.Begin : Of.End;
    return From.isSkipped({Lines[I].Text.End, Next});
  }

  /// True if line \p I is followed by nothing but an #error, so that the kernel itself is not
  /// compiled there.
  bool isError(size_t I) const {
    return I + 2 < Lines.size() && Lines[I + 1].Word == "error" && !Lines[I + 2].isBranch();
  }

  /// True for `#if 0`.
  bool isNumber(const Directive &D) const {
    llvm::StringRef Condition = From.textOf(D.Text).split("if").second.trim();
    return D.Word == "if" && (Condition == "0" || Condition == "1");
  }

  /// The lines from At on, up to the end of the branch that they are in.
  void check(bool Skipped, std::string &Out) {
    while (At < Lines.size() && !llvm::is_contained({"else", "elif", "endif"}, Lines[At].Word)) {
      if (Lines[At].isBranch()) {
        chain(Skipped, Out);
        continue;
      }
      if (!Skipped && Lines[At].Word != "pragma")
        Result.Wrong = ("the kernel has #" + Lines[At].Word +
                        " lines, which mean something for what follows them")
                           .str();
      ++At;
    }
  }

  /// From an #if to its #endif.
  void chain(bool Skipped, std::string &Out) {
    std::string Own;
    bool Matters = false, IsNumber = isNumber(Lines[At]);
    while (At < Lines.size() && Lines[At].Word != "endif") {
      Own += From.textOf(Lines[At].Text).str() + "\n";
      bool Other = Skipped || isSkipped(At);
      if (Other && !isError(At) && !IsNumber) {
        Own += "#error \"This variant was made of another branch of the kernel.\"\n";
        Matters = true;
      }
      ++At;
      std::string Inner;
      check(Other, Inner);
      Matters |= !Other && !Inner.empty();
      Own += Inner;
    }
    ++At;
    if (!Skipped && Matters)
      Out += Own + "#endif\n";
  }

  /// A line within an expression: the text of that has all branches.
  void inExpressions(const Block &B) {
    for (const Stmt *S : B) {
      for (const Expr *E : {S->Value, S->Step}) {
        std::optional<Span> Whole =
            E && E->From ? From.spanOf(E->From->getSourceRange()) : std::nullopt;
        for (const Directive &D : Lines)
          if (Whole && Whole->contains(D.Text))
            Result.Wrong = "the kernel has #" + D.Word.str() + " lines within an expression";
      }
      inExpressions(Block(S->Init.begin(), S->Init.end()));
      inExpressions(S->Body);
      inExpressions(S->Else);
    }
  }

  const Source &From;
  Span Of;
  std::vector<Directive> Lines;
  size_t At = 0;
  Branches Result;
};
} // namespace

Branches branchesOf(const Source &From, const Kernel &K) {
  std::optional<Span> Whole = From.spanOf(K.Declared->getSourceRange());
  if (!Whole)
    return {"", "a macro makes the kernel"};
  return BranchFinder(From, *Whole).find(K);
}

} // namespace cu2cl::opt
