// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Types, enumerators and macros of CUDA become clrt's; CUDA's qualifiers go. By token, so that
// macros that were never expanded and dependent text follow, too.

#include "catalog/Catalog.h"
#include "core/source/MacroUseDescription.h"
#include "host/unit/HostUnit.h"
#include "host/unit/RuleNames.h"
#include "host/unit/SymbolTypes.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cu2cl {

namespace {

/// A CUDA word of a declaration and what host text has instead.
struct Qualifier {
  StringRef Cuda, Host;
};

} // namespace

static const Qualifier Qualifiers[] = {
    {"__host__", ""},     {"__device__", ""},       {"__forceinline__", "inline"},
    {"__noinline__", ""}, {"__inline__", "inline"}, {"__constant__", ""},
};

static const Qualifier *findQualifier(StringRef Word) {
  for (const Qualifier &Q : Qualifiers)
    if (Q.Cuda == Word)
      return &Q;
  return nullptr;
}

/// Ranges of a file that were not compiled on the host.
static std::vector<std::pair<unsigned, unsigned>> skippedIn(const HostUnit &U, FileID File) {
  std::vector<std::pair<unsigned, unsigned>> Ranges;
  const SourceManager &SM = U.Side.sources();
  StringRef Text = U.Source.fileText(File);
  for (SourceRange R : U.Side.SkippedRanges)
    if (SM.getFileID(R.getBegin()) == File) {
      // The condition in the first line was looked at.
      size_t Line = Text.find('\n', SM.getFileOffset(R.getBegin()));
      unsigned Begin = Line == StringRef::npos ? Text.size() : Line;
      Ranges.push_back({Begin, SM.getFileOffset(R.getEnd())});
    }
  return Ranges;
}

/// Removes or replaces the run of qualifiers that begins at token \p I; returns its length.
static size_t rewriteQualifiers(HostUnit &U, FileID File, ArrayRef<syntax::Token> Tokens,
                                size_t I) {
  const SourceManager &SM = U.Side.sources();
  size_t End = I;
  std::string New;
  for (; End < Tokens.size(); ++End) {
    const Qualifier *Q = findQualifier(Tokens[End].text(SM));
    if (!Q)
      break;
    // The words of a macro's body end with its line.
    StringRef Between =
        U.Source.fileText(File).slice(SM.getFileOffset(Tokens[End - (End > I)].location()),
                                      SM.getFileOffset(Tokens[End].location()));
    if (End > I && Between.contains('\n'))
      break;
    if (!Q->Host.empty())
      New += (New.empty() ? "" : " ") + Q->Host.str();
  }
  StringRef Text = U.Source.fileText(File);
  FileRange R;
  R.File = U.Side.pathOf(Tokens[I].location());
  R.Begin = SM.getFileOffset(Tokens[I].location());
  R.End = SM.getFileOffset(Tokens[End - 1].location()) + Tokens[End - 1].length();
  if (New.empty()) {
    while (R.End < Text.size() && Text[R.End] == ' ')
      ++R.End;
    // At the end of a line, the space before goes with it.
    if (R.End == Text.size() || Text[R.End] == '\n')
      while (R.Begin > 0 && Text[R.Begin - 1] == ' ')
        --R.Begin;
  }
  if (New != Text.slice(R.Begin, R.End))
    U.Source.add(R, New, rule::RuntimeNames);
  return End - I;
}

/// __align__(16) becomes alignas(16) where C++ takes it, else the compilers' attribute.
static void rewriteAlignment(HostUnit &U, ArrayRef<syntax::Token> Tokens, size_t I) {
  const SourceManager &SM = U.Side.sources();
  auto Place = [&](size_t At) {
    unsigned Begin = SM.getFileOffset(Tokens[At].location());
    return FileRange{U.Side.pathOf(Tokens[At].location()), Begin, Begin + Tokens[At].length(), 0};
  };
  StringRef Before = I > 0 ? Tokens[I - 1].text(SM) : StringRef(";");
  if (!U.IsC && (Before == "struct" || Before == "class" || Before == "union" || Before == ";" ||
                 Before == "{"))
    return U.Source.add(Place(I), "alignas", rule::RuntimeNames);
  size_t Close = I + 1;
  for (int Open = 0; Close < Tokens.size(); ++Close) {
    Open += Tokens[Close].kind() == tok::l_paren   ? 1
            : Tokens[Close].kind() == tok::r_paren ? -1
                                                   : 0;
    if (Open == 0)
      break;
  }
  if (Close >= Tokens.size())
    return;
  U.Source.add(Place(I), "__attribute__((aligned", rule::RuntimeNames);
  U.Source.add(Place(Close), "))", rule::RuntimeNames, Edit::After);
}

/// `struct cudaDeviceProp p`: the new names are typedefs.
static bool isKeyOfClass(StringRef Word) {
  return Word == "struct" || Word == "enum" || Word == "class";
}

/// Leaves the word where it is; a value is inside a name that does not compile. The name of a
/// type that clrt does not have is one itself.
static void refuse(HostUnit &U, const syntax::Token &Token, const catalog::HostName &Name) {
  U.report(diag::Id(Name.Diag), Token.location(), {Name.Cuda.str()});
  if (Name.Kind != catalog::NameKind::Enumerator)
    return;
  unsigned Begin = U.Side.sources().getFileOffset(Token.location());
  U.Source.add({U.Side.pathOf(Token.location()), Begin, Begin + Token.length(), 0},
               HostUnit::openMark(diag::Id(Name.Diag)) + Name.Cuda.str() + ")", rule::RuntimeNames);
}

static void rewriteName(HostUnit &U, ArrayRef<syntax::Token> Tokens, size_t I, StringRef Word) {
  const syntax::Token &Token = Tokens[I];
  const catalog::HostName *Name = catalog::findHostName(Word);
  if (!Name || U.UserNames.count(Token.location().getRawEncoding()) || isNameOfProject(U, Word))
    return;
  StringRef Text = U.IsC ? Name->C : Name->Cxx;
  if (Text.empty() && Name->Diag != 0)
    return refuse(U, Token, *Name);
  unsigned Begin = U.Side.sources().getFileOffset(Token.location());
  unsigned End = Begin + Token.length();
  StringRef File = U.Source.fileText(U.Side.sources().getFileID(Token.location()));
  if (Text.empty() && End < File.size() && File[End] == ' ')
    ++End; // a word without counterpart goes with its space
  if (Text == Word || Text == ("CLRT_" + Word).str()) // CUDART_VERSION: Conditionals.cpp
    return;
  const SourceManager &SM = U.Side.sources();
  // `struct cudaDeviceProp`, `struct ::cudaDeviceProp`
  const size_t Key = I > 1 && Tokens[I - 1].kind() == tok::coloncolon ? I - 2 : I - 1;
  if (!Text.empty() && I > 0 && isKeyOfClass(Tokens[Key].text(SM)))
    Begin = SM.getFileOffset(Tokens[Key].location());
  U.Source.add({U.Side.pathOf(Token.location()), Begin, End, 0}, Text, rule::RuntimeNames);
}

/// Returns true if token \p I, \p Word, names a member: after `.` or `->`, unless that is the arrow
/// before the type of a result, `[&]() -> cudaError_t`.
static bool isMember(ArrayRef<syntax::Token> Tokens, size_t I, StringRef Word) {
  if (I == 0 || (Tokens[I - 1].kind() != tok::period && Tokens[I - 1].kind() != tok::arrow))
    return false;
  const catalog::HostName *Name =
      Tokens[I - 1].kind() == tok::arrow ? catalog::findHostName(Word) : nullptr;
  return !Name || Name->Kind != catalog::NameKind::Type;
}

/// Returns how many of the tokens from \p I on are names of a directive and stay: all of
/// `#include <kernels/texture.h>`, and `#define __host__` without what the macro stands for.
static size_t namesOfDirective(StringRef Text, const SourceManager &SM,
                               ArrayRef<syntax::Token> Tokens, size_t I) {
  if (I + 1 >= Tokens.size() || Tokens[I].kind() != tok::hash)
    return 0;
  unsigned Hash = SM.getFileOffset(Tokens[I].location());
  if (!Text.take_front(Hash).rsplit('\n').second.trim().empty() &&
      Text.take_front(Hash).contains('\n'))
    return 0;
  StringRef Word = Tokens[I + 1].text(SM);
  if (Word == "define" || Word == "undef" || Word == "ifdef" || Word == "ifndef")
    return std::min<size_t>(3, Tokens.size() - I);
  if (!Word.starts_with("include"))
    return 0;
  size_t LineEnd = Text.find('\n', Hash), End = I;
  while (End < Tokens.size() && SM.getFileOffset(Tokens[End].location()) < LineEnd)
    ++End;
  return End - I;
}

/// Returns true if token \p I is a part of a name that ## makes: `cudaError##e`.
static bool isPasted(ArrayRef<syntax::Token> Tokens, size_t I) {
  return (I > 0 && Tokens[I - 1].kind() == tok::hashhash) ||
         (I + 1 < Tokens.size() && Tokens[I + 1].kind() == tok::hashhash);
}

/// The text that is the pasted name alone, from token \p First to \p Last and outwards, and no
/// parameter of a macro: where the macro that pastes is used, if its body has nothing else.
static std::optional<FileRange> textOfPasted(HostUnit &U, SourceLocation First,
                                             SourceLocation Last) {
  const SourceManager &SM = U.Side.sources();
  while (First.isMacroID()) {
    if (SM.isMacroArgExpansion(First)) {
      First = SM.getImmediateSpellingLoc(First);
      Last = SM.getImmediateSpellingLoc(Last);
      continue;
    }
    std::optional<FileRange> R = U.Source.range(First, Last);
    std::optional<MacroUse> Use = describeMacroUse(U.Source, SM.getFileID(First));
    if (!R || !Use)
      return std::nullopt;
    if (llvm::none_of(Use->Parameters, [&](const MacroUse::Parameter &P) {
          return P.Argument != MacroUse::Parameter::None && P.Begin < R->End && R->Begin < P.End;
        }))
      return R;
    if (R->Begin != Use->BodyBegin || R->End != Use->BodyEnd)
      return std::nullopt;
    CharSourceRange Invocation = SM.getImmediateExpansionRange(First);
    First = Invocation.getBegin();
    Last = Invocation.getEnd();
  }
  return U.Source.range(First, Last);
}

/// Names that macros of the project put together from pieces: `#define DIR(d) cudaMemcpy##d`.
///   DIR(HostToDevice)    clrt::memcpy_host_to_device
static void rewritePastedNames(HostUnit &U) {
  const SourceManager &SM = U.Side.sources();
  for (unsigned I = 0, N = SM.local_sloc_entry_size(); I < N; ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isExpansion())
      continue;
    const SrcMgr::ExpansionInfo &Info = Entry.getExpansion();
    SourceLocation First = Info.getExpansionLocStart();
    if (!First.isMacroID() || Info.isMacroArgExpansion() || !U.Source.isEditable(First) ||
        !SM.isWrittenInScratchSpace(Info.getSpellingLoc()))
      continue;
    StringRef Word(SM.getCharacterData(Info.getSpellingLoc()),
                   Lexer::MeasureTokenLength(Info.getSpellingLoc(), SM, U.Side.langOpts()));
    const catalog::HostName *Name = catalog::findHostName(Word);
    if (!Name || isNameOfProject(U, Word))
      continue;
    StringRef Text = U.IsC ? Name->C : Name->Cxx;
    if (Text == Word)
      continue;
    std::optional<FileRange> R = textOfPasted(U, First, Info.getExpansionLocEnd());
    if (Text.empty() && Name->Diag != 0)
      U.report(diag::Id(Name->Diag), First, {Word.str()});
    else if (R)
      U.Source.add(*R, Text, rule::RuntimeNames, Edit::Cover);
    else
      U.report(diag::UneditableCall, First, {Word.str()});
  }
}

void rewriteRuntimeNames(HostUnit &U) {
  const SourceManager &SM = U.Side.sources();
  for (FileID File : U.Source.projectFiles()) {
    std::vector<std::pair<unsigned, unsigned>> Skipped = skippedIn(U, File);
    ArrayRef<syntax::Token> Tokens = U.Source.spelledTokens(File);
    for (size_t I = 0; I < Tokens.size(); ++I) {
      while (size_t Names = namesOfDirective(U.Source.fileText(File), SM, Tokens, I))
        I += Names;
      if (I >= Tokens.size())
        break;
      unsigned Offset = SM.getFileOffset(Tokens[I].location());
      if (llvm::any_of(Skipped,
                       [&](const auto &R) { return Offset >= R.first && Offset < R.second; }))
        continue;
      StringRef Word = Tokens[I].text(SM);
      if (findQualifier(Word))
        I += rewriteQualifiers(U, File, Tokens, I) - 1;
      else if (Word == "__align__" || Word == "__builtin_align__")
        rewriteAlignment(U, Tokens, I);
      else if (Tokens[I].kind() == tok::identifier && !isMember(Tokens, I, Word) &&
               !isPasted(Tokens, I))
        rewriteName(U, Tokens, I, Word);
    }
  }
  rewritePastedNames(U);
}

} // namespace cu2cl
