// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "assembly/UnitRendering.h"
#include "core/source/Definitions.h"
#include "core/source/FragmentRenderer.h"
#include "core/source/FunctionHead.h"
#include "core/source/MacroState.h"
#include "frontend/ParsedUnit.h"

using namespace clang;

namespace cu2cl {

std::string withoutIndentation(llvm::StringRef Text, llvm::StringRef Source, unsigned Begin) {
  llvm::StringRef Indent = Source.substr(0, Begin).rsplit('\n').second;
  if (Indent.empty() || !Indent.trim(" \t").empty())
    return Text.str();
  std::string Out;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Out += Line;
    Out += Text.size() > Line.size() ? "\n" : "";
    size_t Drop = 0;
    while (Drop < Indent.size() && Drop < Rest.size() && Rest[Drop] == Indent[Drop])
      ++Drop;
    Text = Rest.substr(Drop);
  }
  return Out;
}

/// True if \p Text mentions \p Name, directives included.
static bool mentions(llvm::StringRef Text, llvm::StringRef Name) {
  std::set<llvm::StringRef> Calls;
  return mentionedNames(Text, Calls, /*Directives=*/true).count(Name) != 0;
}

/// The helpers that \p E needs for words that are operators in C++ and names in C, and for
/// constants of the C library that \p Side does not define itself.
static void needNames(const ParsedSide &Side, DeviceEntry &E) {
  static const char *const Words[] = {"and",    "and_eq", "bitand", "bitor", "compl", "not",
                                      "not_eq", "or",     "or_eq",  "xor",   "xor_eq"};
  std::set<StringRef> Calls;
  std::set<StringRef> Names = mentionedNames(E.Text, Calls, /*Directives=*/true);
  if (llvm::any_of(Words, [&](const char *Word) { return Names.count(Word) != 0; }))
    E.Helpers.insert("operator_names");
  if (llvm::any_of(Names, [&](StringRef Name) {
        const LibraryConstant *Constant = findLibraryConstant(Name);
        // Where no header defines it, the name is one of the program's.
        const IdentifierInfo *Id = Constant && Constant->NeedsHelper
                                       ? Side.preprocessor().getIdentifierInfo(Name)
                                       : nullptr;
        return Id && Id->hasMacroDefinition() &&
               llvm::none_of(Side.Macros, [&](const MacroDefinition &D) { return D.Name == Name; });
      }))
    E.Helpers.insert("constants");
}

static std::string macroIdentity(const ParsedSide &Side, const MacroInfo *Info) {
  SourceLocation Loc = Info->getDefinitionLoc();
  return "macro " + orderedPath(Side.pathOf(Loc)) + ":" +
         std::to_string(Side.sources().getFileOffset(Loc));
}

namespace {

class UnitRenderer {
public:
  UnitRenderer(const ExpansionIndex &Index, const MacroPlan &Plan,
               const std::set<std::string> &Varying)
      : Index(Index), Side(Index.side()), Plan(Plan), Kept(Index.side(), Varying) {}

  UnitRendering run(const DeviceText &Device, const CompileCommand &Command) {
    // Programs of one project may use one name for different things, so the place belongs to the
    // identity.
    for (const DeviceDefinition &Item : Device.Items)
      Keys[Item.Identity] =
          orderedPath(Item.File) + ":" + std::to_string(Item.Begin) + " " + Item.Identity;
    for (const DeviceDefinition &Item : Device.Items)
      addItem(Item);
    for (const KernelInterface &K : Device.Kernels)
      for (const DeviceDefinition &Item : Device.Items)
        if (Item.K == DeviceDefinition::Kernel && Item.Name == K.Name && Item.File == K.File &&
            Item.Begin == K.Begin)
          Result.Kernels[K.Usr] = Keys[Item.Identity];
    noteDefinitions(Command, Result);
    return std::move(Result);
  }

private:
  void addItem(const DeviceDefinition &Item) {
    FragmentRenderer Renderer(Index, Plan, Kept);
    DeviceEntry E;
    E.Identity = Keys[Item.Identity];
    E.Name = Item.Name;
    E.Stem = Item.Stem;
    E.Arguments = Item.Arguments;
    E.File = Item.File;
    E.Begin = Item.Begin;
    E.End = Item.End;
    E.IsKernel = Item.K == DeviceDefinition::Kernel;
    for (const std::string &Need : Item.NeededIdentities)
      if (auto Key = Keys.find(Need); Key != Keys.end())
        E.Needs.insert(Key->second);
    E.Helpers = Item.HelperStems;
    E.Extensions = Item.Extensions;
    E.Text = withoutIndentation(Renderer.render(Item.Text), textOf(E.File), E.Begin);
    needNames(Side, E);
    for (const MacroInfo *Info : Renderer.usedMacros()) {
      addMacro(Renderer, Info);
      E.Needs.insert(macroIdentity(Side, Info));
    }
    Result.Entries.emplace(E.Identity, std::move(E));
  }

  void addMacro(const FragmentRenderer &Renderer, const MacroInfo *Info) {
    const SourceManager &SM = Side.sources();
    DeviceEntry E;
    E.Identity = macroIdentity(Side, Info);
    if (Result.Entries.count(E.Identity))
      return;
    for (const MacroDefinition &D : Side.Macros)
      if (D.Info == Info)
        E.Name = D.Name;
    E.File = Side.pathOf(Info->getDefinitionLoc());
    auto [File, Name] = SM.getDecomposedLoc(Info->getDefinitionLoc());
    E.Begin = SM.getBufferData(File).rfind('#', Name);
    SourceLocation End = Info->getDefinitionEndLoc();
    E.End = SM.getFileOffset(End) + Lexer::MeasureTokenLength(End, SM, Side.langOpts());
    E.IsMacro = true;
    E.Text = Renderer.definition(Info);
    needNames(Side, E);
    Result.Files.insert(E.File);
    Result.Entries.emplace(E.Identity, std::move(E));
  }

  /// The original of \p File, as Clang saw it.
  StringRef textOf(const std::string &File) {
    Result.Files.insert(File);
    return textIn(Side, File);
  }

  const ExpansionIndex &Index;
  const ParsedSide &Side;
  const MacroPlan &Plan;
  KeptConditionals Kept;
  std::map<std::string, std::string> Keys; ///< identities with their places
  UnitRendering Result;
};

} // namespace

UnitRendering renderUnit(const ExpansionIndex &Index, const MacroPlan &Plan,
                         const DeviceText &Device, const CompileCommand &Command,
                         const std::set<std::string> &Varying) {
  return UnitRenderer(Index, Plan, Varying).run(Device, Command);
}

void noteDefinitions(const CompileCommand &Command, UnitRendering &In) {
  std::vector<std::string> Definitions = definitionsOf(Command);
  for (auto &[Identity, E] : In.Entries) {
    E.Given.clear();
    for (const std::string &D : Definitions)
      if (mentions(E.Text, nameOfDefinition(D)))
        E.Given.insert(D);
  }
}

StringRef textIn(const ParsedSide &Side, const std::string &File) {
  const SourceManager &SM = Side.sources();
  if (auto Ref = SM.getFileManager().getOptionalFileRef(File))
    if (FileID Id = SM.translateFile(*Ref); Id.isValid())
      return SM.getBufferData(Id);
  return {};
}

} // namespace cu2cl
