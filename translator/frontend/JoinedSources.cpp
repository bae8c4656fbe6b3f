// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/JoinedSources.h"
#include "core/source/Definitions.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cu2cl {
namespace {

namespace path = llvm::sys::path;

llvm::StringRef mainText(const ParsedSide &Side) {
  return Side.sources().getBufferData(Side.sources().getMainFileID());
}

/// True for a declaration that no other source of the program may repeat as another thing.
bool isDefinition(const Decl *D) {
  if (const auto *T = dyn_cast<TemplateDecl>(D))
    D = T->getTemplatedDecl() ? T->getTemplatedDecl() : D;
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return F->isThisDeclarationADefinition() && !F->isMain() && !isa<CXXMethodDecl>(F) &&
           F->getTemplateSpecializationKind() == TSK_Undeclared;
  if (const auto *V = dyn_cast<VarDecl>(D))
    return V->isThisDeclarationADefinition() != VarDecl::DeclarationOnly &&
           !V->isStaticDataMember();
  if (const auto *T = dyn_cast<TagDecl>(D))
    return T->isThisDeclarationADefinition();
  return isa<TypedefNameDecl>(D);
}

/// The names at namespace scope that the main file of \p Side defines.
void namesIn(const ParsedSide &Side, const DeclContext *Scope, std::set<std::string> &Names) {
  const SourceManager &SM = Side.sources();
  for (const Decl *D : Scope->decls()) {
    if (!SM.isInMainFile(SM.getExpansionLoc(D->getLocation())))
      continue;
    if (isa<NamespaceDecl, LinkageSpecDecl>(D))
      namesIn(Side, cast<DeclContext>(D), Names);
    else if (const auto *N = dyn_cast<NamedDecl>(D); N && N->getIdentifier() && isDefinition(D))
      Names.insert(N->getName().str());
    if (const auto *E = dyn_cast<EnumDecl>(D); E && !E->isScoped())
      for (const EnumConstantDecl *Value : E->enumerators())
        Names.insert(Value->getName().str());
  }
}

/// \p Text with other names, and with the old ones for what follows a dot or an arrow.
std::string withNames(llvm::StringRef Text, const LangOptions &Options,
                      const std::map<std::string, std::string> &NewNames) {
  std::string Out;
  std::string Zero = Text.str(); // the lexer wants a zero after the text
  Lexer Lex(SourceLocation(), Options, Zero.data(), Zero.data(), Zero.data() + Zero.size());
  size_t Written = 0;
  bool Member = false;
  for (Token T; !Lex.LexFromRawLexer(T);) {
    size_t End = Lex.getBufferLocation() - Zero.data(), Begin = End - T.getLength();
    if (T.is(tok::raw_identifier) && !Member)
      if (auto It = NewNames.find(T.getRawIdentifier().str()); It != NewNames.end()) {
        Out += Text.slice(Written, Begin);
        Out += It->second;
        Written = End;
      }
    Member = T.isOneOf(tok::period, tok::arrow);
  }
  return Out + Text.substr(Written).str();
}

class SourceJoiner {
public:
  SourceJoiner(const ParsedUnit &Unit, const std::set<std::string> &Linked)
      : Unit(Unit), Linked(Linked), Command(Unit.Command) {
    Text = mainText(*Unit.Device).str();
    namesIn(*Unit.Device, Unit.Device->context().getTranslationUnitDecl(), Taken);
  }

  std::unique_ptr<ParsedSide> parse(const std::vector<const ParsedUnit *> &Others,
                                    const FrontendOptions &Options) {
    std::vector<const ParsedUnit *> All = {&Unit};
    All.insert(All.end(), Others.begin(), Others.end());
    guardHeaders(All);
    const ParsedUnit *Last = &Unit;
    for (const ParsedUnit *Other : Others) {
      add(*Last, *Other);
      Last = Other;
    }
    Changed[Command.File] = Text;
    std::unique_ptr<ParsedSide> Side = parseSide(Command, Side::Device, Options, Changed);
    Side->Joined = std::move(Parts);
    return Side;
  }

private:
  /// Headers that every source reads once at most are read once in all.
  void guardHeaders(const std::vector<const ParsedUnit *> &All) {
    std::map<std::string, std::string> Texts;
    std::set<std::string> Repeated;
    for (const ParsedUnit *U : All) {
      const ParsedSide &Side = *U->Device;
      std::map<std::string, unsigned> Count;
      for (const IncludeDirective &D : Side.Includes) {
        if (D.Path.empty() || D.System)
          continue;
        auto File = Side.sources().getFileManager().getOptionalFileRef(D.Path);
        if (!File || Side.preprocessor().getHeaderSearchInfo().isFileMultipleIncludeGuarded(*File))
          continue;
        if (++Count[D.Path] > 1)
          Repeated.insert(D.Path);
        if (FileID Id = Side.sources().translateFile(*File); Id.isValid())
          Texts[D.Path] = Side.sources().getBufferData(Id).str();
      }
    }
    for (const auto &[Path, Content] : Texts)
      if (!Repeated.count(Path))
        Changed[Path] = Content + "\n#pragma once\n";
  }

  void add(const ParsedUnit &Last, const ParsedUnit &Other) {
    JoinedPart Part;
    Part.Source = Other.Command.File;
    Text += "\n";
    Part.Offset = Text.size();
    endMacros(Last, Other);
    addFolders(Other);
    std::set<std::string> Names;
    namesIn(*Other.Device, Other.Device->context().getTranslationUnitDecl(), Names);
    std::string Stem = path::stem(Part.Source).str(), Suffix = "_";
    for (char C : Stem)
      Suffix += llvm::isAlnum(C) ? C : '_';
    llvm::StringRef Original = mainText(*Other.Device);
    while (Original.contains(Suffix) || llvm::StringRef(Text).contains(Suffix))
      Suffix += '_';
    std::map<std::string, std::string> NewNames;
    for (const std::string &Name : Names)
      if (!Linked.count(Name) && !Taken.insert(Name).second) {
        NewNames[Name] = Name + Suffix;
        Part.Renamed[Name + Suffix] = Name;
      }
    std::string Path = Part.Source;
    if (!NewNames.empty()) {
      Path = (path::parent_path(Path) + "/" + Stem + "@" + path::stem(Command.File) +
              path::extension(Path))
                 .str();
      Changed[Path] = withNames(Original, Other.Device->langOpts(), NewNames);
    } else if (!Changed.count(Path)) {
      Changed[Path] = Original.str();
    }
    Text += "#include \"" + Path + "\"\n";
    Part.Path = std::move(Path);
    Parts.push_back(std::move(Part));
  }

  /// The macros of \p Last's main file, and what only one of the command lines defines.
  void endMacros(const ParsedUnit &Last, const ParsedUnit &Other) {
    std::set<std::string> Ended;
    const SourceManager &SM = Last.Device->sources();
    for (const MacroDefinition &M : Last.Device->Macros)
      if (SM.isInMainFile(M.Range.getBegin()))
        Ended.insert(M.Name);
    std::vector<std::string> Old = definitionsOf(Last.Command), New = definitionsOf(Other.Command);
    for (const std::string &D : Old)
      if (!llvm::is_contained(New, D))
        Ended.insert(nameOfDefinition(D).str());
    for (const std::string &Name : Ended)
      Text += "#undef " + Name + "\n";
    for (const std::string &D : New)
      if (!llvm::is_contained(Old, D) || Ended.count(nameOfDefinition(D).str())) {
        auto [Name, Value] = llvm::StringRef(D).split('=');
        Text += ("#define " + Name + " " + (D.size() > Name.size() ? Value : "1") + "\n").str();
      }
  }

  /// Include folders that only \p Other has come last.
  void addFolders(const ParsedUnit &Other) {
    const std::vector<std::string> &Flags = Other.Command.Flags;
    for (size_t I = 0; I < Flags.size(); ++I) {
      llvm::StringRef Folder = Flags[I];
      if (!Folder.consume_front("-I"))
        continue;
      if (Folder.empty() && I + 1 < Flags.size())
        Folder = Flags[++I];
      llvm::SmallString<128> Absolute(Folder);
      llvm::sys::fs::make_absolute(Other.Command.Directory, Absolute);
      std::string Flag = ("-I" + Absolute).str();
      if (!llvm::is_contained(Command.Flags, Flag))
        Command.Flags.push_back(std::move(Flag));
    }
  }

  const ParsedUnit &Unit;
  const std::set<std::string> &Linked;
  CompileCommand Command;
  std::string Text;
  std::set<std::string> Taken;
  std::vector<JoinedPart> Parts;
  std::map<std::string, std::string> Changed;
};

} // namespace

std::unique_ptr<ParsedSide> parseJoined(const ParsedUnit &Unit,
                                        const std::vector<const ParsedUnit *> &Others,
                                        const std::set<std::string> &Linked,
                                        const FrontendOptions &Options) {
  return SourceJoiner(Unit, Linked).parse(Others, Options);
}

} // namespace cu2cl
