// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Describes a use of a macro of the project: its place, its arguments, and the parameters in the
// macro's body.
#include "core/source/MacroUseDescription.h"
#include "core/source/EditSource.h"
#include "clang/Lex/MacroInfo.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::ArrayRef;

namespace cu2cl {

/// Returns where \p Expansion and the expansions around it begin, as a key.
static std::string useKey(const ParsedSide &Side, FileID Expansion) {
  const SourceManager &SM = Side.sources();
  SourceLocation Start = SM.getSLocEntry(Expansion).getExpansion().getExpansionLocStart();
  std::string Around = Start.isMacroID() ? useKey(Side, SM.getFileID(Start)) + ">" : "";
  SourceLocation Spelled = SM.getSpellingLoc(Start);
  return Around + Side.pathOf(Spelled) + ":" + std::to_string(SM.getFileOffset(Spelled));
}

/// Finds the arguments of the invocation at Use.Begin of \p Tokens, and its end.
static void findArguments(MacroUse &Use, ArrayRef<syntax::Token> Tokens, size_t At,
                          const SourceManager &SM) {
  int Depth = 0;
  unsigned Begin = 0, End = 0;
  auto Take = [&] {
    Use.Arguments.push_back({Begin, std::max(Begin, End)});
    Begin = End = 0;
  };
  for (size_t I = At + 1; I < Tokens.size(); ++I) {
    tok::TokenKind Kind = Tokens[I].kind();
    unsigned Offset = SM.getFileOffset(Tokens[I].location());
    Depth += Kind == tok::l_paren ? 1 : Kind == tok::r_paren ? -1 : 0;
    if (I == At + 1 && Kind != tok::l_paren)
      break;
    if (Depth == 0) {
      Take();
      Use.End = Offset + 1;
      return;
    }
    if (I == At + 1)
      continue;
    if (Depth == 1 && Kind == tok::comma) {
      Take();
      continue;
    }
    if (Begin == 0)
      Begin = Offset;
    End = Offset + Tokens[I].length();
  }
  Use.CanBeWritten = false;
}

/// Notes where the body of \p Info has parameters, # and ##.
static void findParameters(MacroUse &Use, const MacroInfo *Info, const SourceManager &SM) {
  auto Offset = [&](const Token &T) { return SM.getFileOffset(T.getLocation()); };
  for (unsigned I = 0; I < Info->getNumTokens(); ++I) {
    const Token &T = Info->getReplacementToken(I);
    if (T.is(tok::hashhash) && I > 0) {
      const Token &Left = Info->getReplacementToken(I - 1),
                  &Right = Info->getReplacementToken(I + 1);
      Use.Parameters.push_back({Offset(Left) + Left.getLength(), Offset(Right)});
      // `, ## __VA_ARGS__` with nothing there: the comma goes, too.
      Use.CanBeWritten &= Left.isNot(tok::comma);
    }
    const IdentifierInfo *Name = T.getIdentifierInfo();
    int Number = Name ? Info->getParameterNum(Name) : -1;
    if (Number < 0)
      continue;
    MacroUse::Parameter P{Offset(T), Offset(T) + T.getLength(), unsigned(Number)};
    if (I > 0 && Info->getReplacementToken(I - 1).is(tok::hash)) {
      P.Begin = Offset(Info->getReplacementToken(I - 1));
      P.IsString = true;
    }
    Use.Parameters.push_back(P);
  }
}

/// Describes the invocation of \p Info at Use.Begin of \p File: its arguments and parameters.
static void describeInvocation(const EditSource &Source, MacroUse &Use, const MacroInfo *Info,
                               FileID File) {
  const SourceManager &SM = Source.sources();
  std::optional<size_t> At = Source.tokenAt(File, Use.Begin);
  if (!At)
    return void(Use.CanBeWritten = false);
  ArrayRef<syntax::Token> Tokens = Source.spelledTokens(File);
  Use.End = Use.Begin + Tokens[*At].length();
  if (!Info->isFunctionLike())
    return findParameters(Use, Info, SM);
  findArguments(Use, Tokens, *At, SM);
  findParameters(Use, Info, SM);
  unsigned Wanted = Info->getNumParams();
  // The last parameter takes the rest.
  if (Info->isVariadic() && Use.Arguments.size() > Wanted) {
    Use.Arguments[Wanted - 1].second = Use.Arguments.back().second;
    Use.Arguments.resize(Wanted);
  }
  Use.Arguments.resize(std::max<size_t>(Use.Arguments.size(), Wanted));
}

std::optional<MacroUse> describeMacroUse(const EditSource &Source, FileID Expansion) {
  const ParsedSide &Side = Source.side();
  const SourceManager &SM = Source.sources();
  const SrcMgr::ExpansionInfo &Info = SM.getSLocEntry(Expansion).getExpansion();
  SourceLocation Spelled = Info.getSpellingLoc();
  if (!Source.isEditable(Spelled))
    return std::nullopt;
  MacroUse Use;
  Use.Key = useKey(Side, Expansion);
  Use.BodyFile = Side.pathOf(Spelled);
  Use.BodyBegin = SM.getFileOffset(SM.getSpellingLoc(Spelled));
  Use.BodyEnd = Use.BodyBegin + SM.getFileIDSize(Expansion);
  SourceLocation Start = Info.getExpansionLocStart(), End = Info.getExpansionLocEnd();
  // The name may come by a parameter, `#define EACH(X) X(a) X(b)`: the arguments are where that is.
  SourceLocation Place = Start;
  while (SM.isMacroArgExpansion(Place))
    Place = SM.getImmediateExpansionRange(Place).getBegin();
  if (Place.isMacroID())
    Use.Parent = useKey(Side, SM.getFileID(Place));
  Use.CanBeWritten = SM.getFileID(Start) == SM.getFileID(End) && !SM.isMacroArgExpansion(Start) &&
                     Source.isEditable(Start);
  Use.File = Side.pathOf(SM.getSpellingLoc(Place));
  Use.Begin = SM.getFileOffset(SM.getSpellingLoc(Place));
  auto Definition = llvm::find_if(Side.Macros, [&](const MacroDefinition &D) {
    return D.Info->getNumTokens() != 0 &&
           D.Info->getReplacementToken(0).getLocation() == SM.getSpellingLoc(Spelled);
  });
  if (Definition == Side.Macros.end())
    Use.CanBeWritten = false;
  else if (Source.isEditable(Place))
    describeInvocation(Source, Use, Definition->Info, SM.getFileID(SM.getSpellingLoc(Place)));
  return Use;
}

} // namespace cu2cl
