// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/Gap.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

/// The raw tokens from the directive's keyword to the end of its line.
static llvm::ArrayRef<syntax::Token> tokensOfLine(const ParsedSide &Side, SourceLocation Keyword) {
  const SourceManager &SM = Side.sources();
  auto All = Side.spelledTokens(SM.getFileID(Keyword));
  auto Begin = llvm::lower_bound(
      All, Keyword, [](const syntax::Token &T, SourceLocation L) { return T.location() < L; });
  llvm::StringRef Buffer = SM.getBufferData(SM.getFileID(Keyword));
  auto End = Begin;
  while (End != All.end()) {
    if (End != Begin) {
      unsigned From = SM.getFileOffset(std::prev(End)->endLocation()),
               To = SM.getFileOffset(End->location());
      llvm::StringRef Between = Buffer.slice(From, To);
      if (Between.count('\n') > Between.count("\\\n"))
        break;
    }
    ++End;
  }
  return llvm::ArrayRef<syntax::Token>(Begin, End);
}

void KeptConditionals::addCondition(const ParsedSide &Side, Group &G,
                                    const ConditionalDirective &D) {
  if (D.K == ConditionalDirective::Else || D.K == ConditionalDirective::Endif)
    return;
  const SourceManager &SM = Side.sources();
  for (const syntax::Token &T : tokensOfLine(Side, D.Loc).drop_front()) {
    llvm::StringRef Name = T.text(SM);
    if (!isAsciiIdentifierStart(Name.front()) || Name == "defined")
      continue;
    // Later definitions hide earlier ones.
    const MacroInfo *Info = nullptr;
    for (const MacroDefinition &M : Side.Macros)
      if (M.Name == Name && SM.isBeforeInTranslationUnit(M.Range.getBegin(), D.Loc))
        Info = M.Info;
    bool Known = Side.preprocessor().getIdentifierInfo(Name)->hadMacroDefinition();
    if ((Known && !Info && !Varying.count(Name.str())) || Name.starts_with("__") ||
        Name.contains_insensitive("cuda"))
      G.Keep = false;
    else if (Info)
      G.Macros.push_back(Info);
  }
}

KeptConditionals::KeptConditionals(const ParsedSide &Side, std::set<std::string> Names)
    : Varying(std::move(Names)) {
  for (const ConditionalDirective &D : Side.Conditionals) {
    Group &G = Groups[D.OpeningLoc];
    G.Directives.push_back(&D);
    OpeningOf[D.Loc] = D.OpeningLoc;
    addCondition(Side, G, D);
  }
}

const std::vector<const ConditionalDirective *> *
KeptConditionals::find(SourceLocation Directive) const {
  auto Opening = OpeningOf.find(Directive);
  if (Opening == OpeningOf.end())
    return nullptr;
  const Group &G = Groups.at(Opening->second);
  return G.Keep ? &G.Directives : nullptr;
}

std::vector<const MacroInfo *> KeptConditionals::macrosOf(SourceLocation Opening) const {
  auto It = Groups.find(Opening);
  return It == Groups.end() ? std::vector<const MacroInfo *>() : It->second.Macros;
}

} // namespace cu2cl
