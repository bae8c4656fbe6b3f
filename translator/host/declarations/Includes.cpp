// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The first CUDA header of a file becomes <clrt/clrt.hpp>, the others go; project headers get their
// new names; nvcc's implicit include is written out where CUDA is used.

#include "catalog/Catalog.h"
#include "catalog/EmbeddedHeaders.h"
#include "catalog/LibraryNames.h"
#include "catalog/ReplacedHeaders.h"
#include "frontend/Fragments.h"
#include "host/calls/LibraryUses.h"
#include "host/unit/DeviceCode.h"
#include "host/unit/RuleNames.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cu2cl {

/// Returns true if something that needs a header of clrt is in the file before \p Offset.
static bool usesClrtBefore(const HostUnit &U, FileID File, unsigned Offset) {
  std::string Path = U.Side.pathOf(U.Side.sources().getLocForStartOfFile(File));
  return llvm::any_of(U.Source.edits().edits(Path), [&](const Edit &E) {
    return E.Offset < Offset && E.Rule != rule::Includes && E.Rule != "Conditionals";
  });
}

/// After the guard or the comment at the head of the file.
static unsigned startOf(const HostUnit &U, FileID File) {
  StringRef Text = U.Source.fileText(File);
  const SourceManager &SM = U.Side.sources();
  ArrayRef<syntax::Token> Tokens = U.Source.spelledTokens(File);
  if (Tokens.empty())
    return 0;
  // A guard stays at the head: #pragma once, or #ifndef and #define.
  size_t I = 0;
  auto Word = [&](size_t At) { return At < Tokens.size() ? Tokens[At].text(SM) : StringRef(); };
  if (Word(0) == "#" && Word(1) == "pragma" && Word(2) == "once")
    I = 3;
  else if (Word(0) == "#" && Word(1) == "ifndef" && Word(3) == "#" && Word(4) == "define" &&
           Word(2) == Word(5) && Word(Tokens.size() - 1) == "endif" &&
           SM.getSpellingLineNumber(Tokens[5].location()) <
               SM.getSpellingLineNumber(Tokens[std::min<size_t>(6, Tokens.size() - 1)].location()))
    I = 6;
  if (I > 0) {
    size_t End = Text.find('\n', SM.getFileOffset(Tokens[I - 1].location()));
    return End == StringRef::npos ? Text.size() : End + 1;
  }
  return SM.getFileOffset(Tokens[0].location());
}

unsigned headOf(const HostUnit &U, FileID File) {
  const SourceManager &SM = U.Side.sources();
  for (const IncludeDirective &I : U.Side.Includes)
    if (SM.getFileID(I.HashLoc) == File && !usesClrtBefore(U, File, SM.getFileOffset(I.HashLoc)))
      return SM.getFileOffset(I.HashLoc);
    else if (SM.getFileID(I.HashLoc) == File)
      break;
  return startOf(U, File);
}

/// The header of clrt in the language of \p File: a header that C files include must stay C.
static StringRef clrtHeader(const HostUnit &U, const std::string &File) {
  bool C = U.IsC || (U.Context.IsSeenFromC && U.Context.IsSeenFromC(File));
  return C ? "<clrt/clrt.h>" : "<clrt/clrt.hpp>";
}

/// Stretches of \p File that name no marks for a profiler: the names of headers, and, of text that
/// \p Stays, what goes.
static std::vector<std::pair<unsigned, unsigned>> withoutMarkers(HostUnit &U, FileID File,
                                                                 bool Stays) {
  const SourceManager &SM = U.Side.sources();
  std::vector<std::pair<unsigned, unsigned>> Ranges;
  for (const IncludeDirective &I : U.Side.Includes)
    if (SM.getFileID(I.HashLoc) == File)
      if (std::optional<FileRange> Name = U.Source.range(I.FilenameRange))
        Ranges.push_back({Name->Begin, Name->End});
  if (Stays)
    for (const Edit &E : U.Source.edits().edits(U.Side.pathOf(SM.getLocForStartOfFile(File))))
      if (E.K >= Edit::Cover)
        Ranges.push_back({E.Offset, E.Offset + E.Length});
  return Ranges;
}

/// Returns true if the project's text, or the part of it that \p Stays, names marks for a profiler.
static bool namesMarkers(HostUnit &U, bool Stays) {
  const SourceManager &SM = U.Side.sources();
  for (FileID File : U.Source.projectFiles()) {
    auto Others = withoutMarkers(U, File, Stays);
    for (const syntax::Token &Token : U.Source.spelledTokens(File)) {
      unsigned Offset = SM.getFileOffset(Token.location());
      if (Token.kind() == tok::identifier && catalog::isMarkerName(Token.text(SM)) &&
          llvm::none_of(Others, [&](auto R) { return Offset >= R.first && Offset < R.second; }))
        return true;
    }
  }
  return false;
}

/// Includes of NVTX: the header of clrt if marks stay. Only a source's own include may go: other
/// sources may count on a header's.
static bool dropsMarkers(HostUnit &U, const IncludeDirective &I) {
  if (namesMarkers(U, false))
    U.report(diag::ProfilerMarkers, I.HashLoc, {});
  return U.Side.sources().isInMainFile(I.HashLoc) && !namesMarkers(U, true);
}

static void rewriteInclude(HostUnit &U, const IncludeDirective &I, StringRef Text,
                           const std::string &File, const std::set<std::string> &NeededLibraries,
                           bool &HasClrt) {
  // The project may have a cuda.h of its own.
  bool IsOwn = U.Context.IsProjectFile && U.Context.IsProjectFile(I.Path);
  const catalog::Header *Header = IsOwn ? nullptr : catalog::findHeader(I.Spelled);
  std::optional<FileRange> Name = U.Source.range(I.FilenameRange);
  if (!Header) {
    std::string New = U.Context.RenamedInclude ? U.Context.RenamedInclude(File, I) : std::string();
    // In another folder it is no longer found through -I.
    bool Angled =
        I.Angled && llvm::sys::path::parent_path(New) == llvm::sys::path::parent_path(I.Spelled);
    if (!New.empty() && Name)
      U.Source.add(*Name, (Angled ? "<" : "\"") + New + (Angled ? ">" : "\""), rule::Includes);
    return;
  }
  // An include alone asks for nothing: only what is used has no translation.
  if (Header->Diag != 0 && NeededLibraries.count(I.Path))
    return;
  if (!Name)
    return U.report(diag::UneditableInclude, I.HashLoc, {I.Spelled});
  StringRef Clrt = catalog::replacingHeader(I.Spelled);
  bool Goes = catalog::isMarkerHeader(I.Spelled) && dropsMarkers(U, I);
  if (!Clrt.empty() && !Goes)
    return U.Source.add(*Name, ("<" + Clrt + ">").str(), rule::Includes);
  if (!HasClrt && !Goes) {
    U.Source.add(*Name, clrtHeader(U, File), rule::Includes);
    HasClrt = true;
    return;
  }
  unsigned Hash = U.Side.sources().getFileOffset(I.HashLoc);
  U.Source.add(wholeLines(Text, Name->with(Hash, Name->End), false), "", rule::Includes,
               Edit::Cover);
}

/// The outermost file of CUDA's headers through which \p Loc is included; invalid if by none.
static FileID cudaHeaderAround(const SourceManager &SM, SourceLocation Loc) {
  FileID Found;
  for (Loc = SM.getExpansionLoc(Loc); Loc.isValid(); Loc = SM.getIncludeLoc(SM.getFileID(Loc)))
    if (SM.getFilename(Loc).starts_with(cudaHeaderRoot()))
      Found = SM.getFileID(Loc);
  return Found;
}

/// Returns the files that the project's files include, and what these include in turn, though
/// their guards may leave nothing of them where CUDA's headers came first.
static std::set<std::string> filesAskedFor(const HostUnit &U) {
  const SourceManager &SM = U.Side.sources();
  std::map<std::string, std::vector<std::string>> Included;
  std::vector<std::string> Next;
  for (const IncludeDirective &I : U.Side.Includes) {
    Included[U.Side.pathOf(I.HashLoc)].push_back(I.Path);
    if (cudaHeaderAround(SM, I.HashLoc).isInvalid())
      Next.push_back(I.Path);
  }
  std::set<std::string> Asked;
  while (!Next.empty()) {
    std::string Path = std::move(Next.back());
    Next.pop_back();
    if (Asked.insert(Path).second)
      llvm::append_range(Next, Included[Path]);
  }
  return Asked;
}

/// Returns true if \p Loc is in a file that only CUDA's headers include.
static bool isOfCudaAlone(const HostUnit &U, SourceLocation Loc,
                          const std::set<std::string> &Asked) {
  const SourceManager &SM = U.Side.sources();
  FileID Cuda = cudaHeaderAround(SM, Loc);
  if (Cuda.isInvalid())
    return false;
  FileID File = SM.getFileID(SM.getExpansionLoc(Loc));
  for (; File != Cuda; File = SM.getFileID(SM.getIncludeLoc(File)))
    if (Asked.count(U.Side.pathOf(SM.getLocForStartOfFile(File))))
      return false;
  return true;
}

/// Returns true if only CUDA's headers, which nvcc includes by itself, declare \p D for the
/// project.
static bool isDeclaredByCudaAlone(const HostUnit &U, const NamedDecl *D,
                                  const std::set<std::string> &Asked) {
  return llvm::all_of(D->redecls(), [&](const Decl *Each) {
    return Each->getLocation().isInvalid() || Each->isImplicit() || // Clang's own
           isOfCudaAlone(U, Each->getLocation(), Asked);
  });
}

/// Returns true if the identifier \p Name of the project's text is a type or macro, such as size_t
/// or NULL, that CUDA's headers alone bring.
static bool isTypeOrMacroOfCudaAlone(const HostUnit &U, const IdentifierInfo *Name,
                                     const std::set<std::string> &Asked) {
  if (const MacroInfo *Macro = U.Side.preprocessor().getMacroInfo(Name))
    return !Macro->isBuiltinMacro() && isOfCudaAlone(U, Macro->getDefinitionLoc(), Asked);
  const ASTContext &Context = U.Side.context();
  return llvm::any_of(
      Context.getTranslationUnitDecl()->lookup(DeclarationName(Name)),
      [&](const NamedDecl *D) { return isa<TypeDecl>(D) && isDeclaredByCudaAlone(U, D, Asked); });
}

/// Returns true if the project's text uses what CUDA's headers bring: memcpy without <cstring>,
/// size_t without <cstddef>.
static bool usesCudasDeclarations(const HostUnit &U) {
  const SourceManager &SM = U.Side.sources();
  std::set<std::string> Asked = filesAskedFor(U);
  for (const HostBody &Body : U.Bodies)
    for (const HostNode &Node : Body.Nodes)
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Node.S))
        if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl());
            F && U.Source.isEditable(SM.getExpansionLoc(Ref->getLocation())) &&
            isDeclaredByCudaAlone(U, F, Asked))
          return true;
  llvm::DenseSet<const IdentifierInfo *> Seen;
  for (FileID File : U.Source.projectFiles())
    for (const syntax::Token &Token : U.Source.spelledTokens(File))
      if (Token.kind() == tok::identifier)
        if (const IdentifierInfo *Name = U.Side.preprocessor().getIdentifierInfo(Token.text(SM));
            Seen.insert(Name).second && isTypeOrMacroOfCudaAlone(U, Name, Asked))
          return true;
  return false;
}

/// Returns true if clrt's headers have the word \p Name, so that a macro of that name would change
/// them.
static bool isWordOfClrt(StringRef Name) {
  static const llvm::StringSet<> Words = [] {
    llvm::StringSet<> Found;
    LangOptions Options;
    Options.CPlusPlus = Options.LineComment = true;
    for (const catalog::EmbeddedFile &File : catalog::clrtFiles()) {
      if (!File.Name.starts_with("include/"))
        continue;
      Lexer Raw(SourceLocation(), Options, File.Text.begin(), File.Text.begin(), File.Text.end());
      Token T;
      do {
        Raw.LexFromRawLexer(T);
        if (T.is(tok::raw_identifier))
          Found.insert(T.getRawIdentifier());
      } while (T.isNot(tok::eof));
    }
    for (const catalog::VectorType &V : catalog::vectorTypes()) { // put together by macros
      Found.insert(V.Cuda);
      Found.insert(("make_" + V.Cuda).str());
    }
    return Found;
  }();
  return !Name.starts_with("_") && Words.contains(Name);
}

static const IncludeDirective *firstCudaHeader(const HostUnit &U, FileID File) {
  for (const IncludeDirective &I : U.Side.Includes)
    if (U.Side.sources().getFileID(I.HashLoc) == File && catalog::findHeader(I.Spelled) &&
        !(U.Context.IsProjectFile && U.Context.IsProjectFile(I.Path)))
      return &I;
  return nullptr;
}

/// Returns true if the unit comes to a header of clrt after a macro that would change it. nvcc
/// includes CUDA's headers before everything.
static bool isBehindMacros(const HostUnit &U) {
  const SourceManager &SM = U.Side.sources();
  SourceLocation First;
  for (FileID File : U.Source.projectFiles()) {
    SourceLocation At = SM.getLocForStartOfFile(File);
    const IncludeDirective *Cuda = firstCudaHeader(U, File);
    if (!Cuda && U.Source.edits().edits(U.Side.pathOf(At)).empty())
      continue;
    At = Cuda ? Cuda->HashLoc : At.getLocWithOffset(headOf(U, File));
    if (First.isInvalid() || SM.isBeforeInTranslationUnit(At, First))
      First = At;
  }
  return First.isValid() && llvm::any_of(U.Side.Macros, [&](const MacroDefinition &D) {
           return isWordOfClrt(D.Name) && SM.isBeforeInTranslationUnit(D.Range.getBegin(), First);
         });
}

/// Returns true if \p File is changed ahead of all of CUDA's headers: its text needed none of them,
/// as `float *d_data` does not, and cl_mem needs clrt.
static bool precedesCudaHeaders(const HostUnit &U, FileID File, ArrayRef<Edit> Made) {
  const SourceManager &SM = U.Side.sources();
  auto First = llvm::find_if(
      Made, [](const Edit &E) { return E.Rule != rule::Includes && E.Rule != "Conditionals"; });
  if (First == Made.end())
    return false;
  SourceLocation At = SM.getLocForStartOfFile(File).getLocWithOffset(First->Offset);
  return llvm::none_of(U.Side.Includes, [&](const IncludeDirective &I) {
    return catalog::findHeader(I.Spelled) &&
           !(U.Context.IsProjectFile && U.Context.IsProjectFile(I.Path)) &&
           SM.isBeforeInTranslationUnit(I.HashLoc, At);
  });
}

void rewriteIncludes(HostUnit &U) {
  const SourceManager &SM = U.Side.sources();
  std::set<std::string> NeededLibraries = reportLibraryUses(U);
  const bool IsCuda = U.Unit.Command.Lang == Language::Cuda;
  const bool BehindMacros = isBehindMacros(U);
  for (FileID File : U.Source.projectFiles()) {
    std::string Path = U.Side.pathOf(SM.getLocForStartOfFile(File));
    // A CUDA header that comes too late for what is above it is not the place.
    bool IsMain = File == SM.getMainFileID();
    const IncludeDirective *Cuda = firstCudaHeader(U, File);
    bool IsLate = (IsMain && BehindMacros) ||
                  (IsCuda && Cuda && usesClrtBefore(U, File, SM.getFileOffset(Cuda->HashLoc)));
    bool HasClrt = IsLate;
    for (const IncludeDirective &I : U.Side.Includes)
      if (SM.getFileID(I.HashLoc) == File)
        rewriteInclude(U, I, U.Source.fileText(File), Path, NeededLibraries, HasClrt);
    std::vector<Edit> Made = U.Source.edits().edits(Path);
    // A header that only asks how it is compiled may be one of files without CUDA, too.
    bool UsesClrt = llvm::any_of(Made, [&](const Edit &E) {
      return E.Rule != rule::Includes && (IsMain || E.Rule != "Conditionals");
    });
    // C may call the runtime without any declaration of it.
    bool Undeclared = U.IsC && llvm::none_of(U.Side.Includes, [](const IncludeDirective &I) {
                        return catalog::findHeader(I.Spelled);
                      });
    UsesClrt |= IsMain && (BehindMacros || (IsCuda && usesCudasDeclarations(U)));
    bool MayInclude = IsCuda || Undeclared || IsLate || precedesCudaHeaders(U, File, Made);
    // What is included several times may be in the middle of a declaration.
    if ((HasClrt && !IsLate) || !UsesClrt || !MayInclude || isFragment(U.Side, File))
      continue;
    Edit E;
    E.File = Path;
    E.Offset = IsLate ? startOf(U, File) : headOf(U, File);
    E.Replacement = "#include " + clrtHeader(U, Path).str() + "\n";
    E.K = Edit::Line;
    E.Rule = rule::Includes;
    U.Source.edits().add(std::move(E));
  }
}

} // namespace cu2cl
