// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Uses of libraries without translation in host code: one diagnostic at each.

#include "host/calls/LibraryUses.h"
#include "catalog/Catalog.h"
#include "catalog/LibraryNames.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace cu2cl {
namespace {

class LibraryUses {
public:
  explicit LibraryUses(HostUnit &U) : U(U), SM(U.Side.sources()) {
    for (const IncludeDirective &I : U.Side.Includes) {
      bool IsOwn = U.Context.IsProjectFile && U.Context.IsProjectFile(I.Path);
      const catalog::Header *Header = IsOwn ? nullptr : catalog::findHeader(I.Spelled);
      if (Header && Header->Diag)
        Libraries[I.Path] = diag::Id(Header->Diag);
    }
  }

  std::set<std::string> run() {
    if (Libraries.empty())
      return {};
    for (const HostBody &Body : U.Bodies)
      for (const HostNode &Node : Body.Nodes)
        if (const auto *Ref = dyn_cast<DeclRefExpr>(Node.S))
          use(Ref->getNameInfo().getAsString(), Ref->getLocation(),
              U.Side.pathOf(Ref->getDecl()->getLocation()));
    collectNames();
    // What no header here declares may be of any of them.
    for (const FrontendMessage &M : U.Side.Messages)
      HasUndeclared |= catalog::libraryDiagnostic(M.Text) == M.Number;
    for (FileID File : U.Source.projectFiles())
      visitTokens(File);
    if (HasUndeclared)
      for (const auto &[Path, Diag] : Libraries)
        Needed.insert(Path);
    addLeading();
    return std::move(Needed);
  }

private:
  void use(const std::string &Name, SourceLocation Loc, const std::string &Path) {
    auto Library = Libraries.find(Path);
    if (Library == Libraries.end())
      return;
    if (const catalog::HostName *Row = catalog::findHostName(Name); Row && !Row->Diag)
      return; // CUDA_SUCCESS
    U.report(Library->second, Loc, {Name});
    Reported.insert(SM.getSpellingLoc(Loc).getRawEncoding());
    Needed.insert(Path);
  }

  /// Types, macros and namespaces that libraries declare, with the file that does.
  void collectNames() {
    std::set<std::string> Others; // namespaces that other headers have, too: cuda::std
    for (const Decl *D : U.Side.context().getTranslationUnitDecl()->decls()) {
      if (!isa<TypedefNameDecl, TagDecl, NamespaceDecl>(D) || D->getLocation().isInvalid())
        continue;
      std::string Name = cast<NamedDecl>(D)->getNameAsString();
      std::string Path = U.Side.pathOf(D->getLocation());
      if (Libraries.count(Path))
        (isa<NamespaceDecl>(D) ? Namespaces : Names).insert({Name, Path});
      else if (isa<NamespaceDecl>(D))
        Others.insert(Name);
    }
    for (const std::string &Name : Others)
      Namespaces.erase(Name);
    for (const auto &[Name, Macro] : U.Side.preprocessor().macros())
      if (const MacroInfo *Info = U.Side.preprocessor().getMacroInfo(Name)) {
        std::string Path = U.Side.pathOf(Info->getDefinitionLoc());
        if (Libraries.count(Path))
          Names.insert({Name->getName().str(), Path});
      }
  }

  /// Ranges of \p Path that are not compiled, or that other rules write anew: device code.
  std::vector<std::pair<unsigned, unsigned>> left(FileID File, const std::string &Path) const {
    std::vector<std::pair<unsigned, unsigned>> Ranges;
    for (SourceRange R : U.Side.SkippedRanges)
      if (SM.getFileID(R.getBegin()) == File)
        Ranges.push_back({SM.getFileOffset(R.getBegin()), SM.getFileOffset(R.getEnd())});
    for (const IncludeDirective &I : U.Side.Includes)
      if (SM.getFileID(I.HashLoc) == File)
        if (std::optional<FileRange> Name = U.Source.range(I.FilenameRange))
          Ranges.push_back({Name->Begin, Name->End});
    for (const Edit &E : U.Source.edits().edits(Path))
      if (E.K >= Edit::Cover)
        Ranges.push_back({E.Offset, E.Offset + E.Length});
    return Ranges;
  }

  void visitTokens(FileID File) {
    auto Left = left(File, U.Side.pathOf(SM.getLocForStartOfFile(File)));
    ArrayRef<syntax::Token> Tokens = U.Source.spelledTokens(File);
    for (size_t I = 0; I < Tokens.size(); ++I) {
      unsigned Offset = SM.getFileOffset(Tokens[I].location());
      tok::TokenKind Before = I ? Tokens[I - 1].kind() : tok::semi;
      if (Tokens[I].kind() != tok::identifier || Before == tok::period || Before == tok::arrow ||
          Before == tok::hash || U.UserNames.count(Tokens[I].location().getRawEncoding()) ||
          llvm::any_of(Left, [&](auto &R) { return Offset >= R.first && Offset < R.second; }))
        continue;
      std::string Word = Tokens[I].text(SM).str();
      bool IsQualified =
          I > 1 && Before == tok::coloncolon && Tokens[I - 2].kind() == tok::identifier;
      if (IsQualified)
        continue;
      if (auto It = Names.find(Word); It != Names.end())
        use(Word, Tokens[I].location(), It->second);
      else if (auto It = Namespaces.find(Word); It != Namespaces.end())
        I = useQualified(Tokens, I, It->second);
      else if (diag::Id Number =
                   HasUndeclared ? catalog::libraryDiagnostic(Word + "_") : diag::None)
        // Of a call whose arguments are lost Clang says nothing.
        U.report(Number, Tokens[I].location(), {Word});
    }
  }

  /// A name that begins at token \p I with a namespace; returns its last token.
  size_t useQualified(ArrayRef<syntax::Token> Tokens, size_t I, const std::string &Path) {
    std::string Name = Tokens[I].text(SM).str();
    while (I + 2 < Tokens.size() && Tokens[I + 1].kind() == tok::coloncolon &&
           Tokens[I + 2].kind() == tok::identifier) {
      I += 2;
      Name += "::" + Tokens[I].text(SM).str();
    }
    if (!Reported.count(Tokens[I].location().getRawEncoding()))
      use(Name, Tokens[I].location(), Path);
    return I;
  }

  /// A header of a library that only includes one that is needed.
  void addLeading() {
    for (size_t Before = 0; Before != Needed.size();) {
      Before = Needed.size();
      for (const IncludeDirective &I : U.Side.Includes)
        if (Needed.count(I.Path))
          if (std::string From = U.Side.pathOf(I.HashLoc); Libraries.count(From))
            Needed.insert(From);
    }
  }

  HostUnit &U;
  const SourceManager &SM;
  std::map<std::string, diag::Id> Libraries; ///< headers by path, with their diagnostics
  std::map<std::string, std::string> Names, Namespaces;
  std::set<unsigned> Reported;
  bool HasUndeclared = false; ///< uses of what no header here declares
  std::set<std::string> Needed;
};

} // namespace

std::set<std::string> reportLibraryUses(HostUnit &U) { return LibraryUses(U).run(); }

} // namespace cu2cl
