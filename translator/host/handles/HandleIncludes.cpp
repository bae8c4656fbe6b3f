// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The place where x_kernels.hpp is included: where the last kernel was before the first declaration
// that uses a handle, so that the types and symbols that the header names are known.

#include "analysis/flow/FlattenedAggregates.h"
#include "frontend/Fragments.h"
#include "host/handles/ExportedSymbols.h"
#include "host/handles/ForwardDeclarations.h"
#include "host/handles/HandleUses.h"
#include "host/handles/TemplateHandles.h"
#include "host/handles/UnnameableTypes.h"
#include "host/unit/DeviceCode.h"
#include "host/unit/KernelFunctions.h"
#include "host/unit/RuleNames.h"

using namespace clang;

namespace cu2cl {

/// The file of the kernels, whether their handles are those for other files, and the part.
using HandlesOf = std::tuple<std::string, bool, unsigned>;

const Decl *declarationAt(const HostUnit &U, SourceLocation At) {
  const SourceManager &SM = U.Side.sources();
  auto Contains = [&](const Decl *D) {
    SourceLocation Begin = SM.getExpansionLoc(D->getBeginLoc());
    SourceLocation End = SM.getExpansionRange(D->getEndLoc()).getEnd();
    return SM.getFileID(Begin) == SM.getFileID(At) &&
           SM.getFileOffset(Begin) <= SM.getFileOffset(At) &&
           SM.getFileOffset(At) <= SM.getFileOffset(End);
  };
  auto Top = llvm::find_if(U.TopLevel, Contains);
  const Decl *Found = Top == U.TopLevel.end() ? nullptr : *Top;
  while (isa_and_nonnull<LinkageSpecDecl, NamespaceDecl>(Found)) {
    const auto *Linkage = dyn_cast<LinkageSpecDecl>(Found);
    const auto *Context = cast<DeclContext>(Found);
    auto Inner = llvm::find_if(Context->decls(), Contains);
    if ((Linkage && !Linkage->hasBraces()) || Inner == Context->decls_end())
      break;
    Found = *Inner;
  }
  return Found;
}

/// The use at \p At: in its file, or where that is included, if it is included several times or
/// within a declaration.
static HandleUse useAt(const HostUnit &U, SourceLocation At) {
  const SourceManager &SM = U.Side.sources();
  HandleUse Use;
  for (; At.isValid(); At = SM.getIncludeLoc(SM.getFileID(At))) {
    const Decl *Around = declarationAt(U, At);
    bool IsPart = isFragment(U.Side, SM.getFileID(At));
    if (Around)
      Use.User = Around;
    if (!Use.User || IsPart)
      continue;
    Use.Begin = Around ? SM.getExpansionLoc(Around->getBeginLoc()) : At;
    Use.Offset = SM.getFileOffset(Use.Begin);
    return Use;
  }
  return {};
}

void forEachHandleUse(const HostUnit &U,
                      llvm::function_ref<void(const FunctionDecl *, const KernelInterface &,
                                              const std::string &, const HandleUse &)>
                          Found) {
  const SourceManager &SM = U.Side.sources();
  llvm::DenseMap<const KernelInterface *, const FunctionDecl *> Launched;
  for (const HostBody &Body : U.Bodies)
    for (const HostNode &Node : Body.Nodes) {
      auto *Ref = dyn_cast<DeclRefExpr>(Node.S);
      auto *F = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
      if (!F || !F->hasAttr<CUDAGlobalAttr>())
        continue;
      const KernelInterface *K = U.kernel(F);
      SourceLocation At = SM.getExpansionLoc(Ref->getLocation());
      if (!K || !U.Source.isEditable(At))
        continue;
      Launched[K] = F;
      if (HandleUse Use = useAt(U, At); Use.User)
        Found(F, *K, U.Side.pathOf(Use.Begin), Use);
    }
  // A lambda becomes an object of a class beside the handle of its kernel, which the text may
  // launch later.
  for (const HostBody &Body : U.Bodies)
    for (const HostNode &Node : Body.Nodes) {
      const auto *L = dyn_cast<LambdaExpr>(Node.S);
      if (!L || !isDeviceLambda(L) || L->getLambdaClass()->isDependentContext())
        continue;
      auto [K, Class] = closureOf(U, L);
      const FunctionDecl *F = K ? Launched.lookup(K) : nullptr;
      SourceLocation At = SM.getExpansionLoc(L->getBeginLoc());
      if (!F || Class->IsTemplate || !U.Source.isEditable(At))
        continue;
      if (HandleUse Use = useAt(U, At); Use.User)
        Found(F, *K, U.Side.pathOf(Use.Begin), Use);
    }
}

/// First uses of handles in the unit: by file of the use, then by what holds them.
static std::map<std::string, std::map<HandlesOf, HandleUse>> findUses(const HostUnit &U) {
  std::map<std::string, std::map<HandlesOf, HandleUse>> Uses;
  forEachHandleUse(U, [&](const FunctionDecl *, const KernelInterface &K, const std::string &File,
                          const HandleUse &Use) {
    bool IsShared = K.LaunchedElsewhere && File != K.File;
    HandleUse &First = Uses[File][{K.File, IsShared, IsShared ? 0 : U.partOf(K)}];
    if (Use.Offset < First.Offset)
      First = Use;
  });
  return Uses;
}

/// The head of a definition of the namespaces \p Names, the outermost of which is \p N.
static std::string namespaceHead(const NamespaceDecl *N, const std::string &Names) {
  const auto *Visibility = N->getAttr<VisibilityAttr>();
  std::string Attribute;
  // Another declaration of the namespace has it only if it is written there.
  if (Visibility && !Visibility->isImplicit() && !Visibility->isInherited())
    Attribute =
        "__attribute__((visibility(\"" +
        std::string(VisibilityAttr::ConvertVisibilityTypeToStr(Visibility->getVisibility())) +
        "\"))) ";
  return (N->isInline() ? "inline namespace " : "namespace ") + Names + (Names.empty() ? "" : " ") +
         Attribute + "{\n";
}

/// The namespaces and linkage specifications around \p D, outermost first, as text that closes and
/// reopens them.
static void aroundNamespaces(const Decl *D, std::string &Close, std::string &Open) {
  std::string Nested; // `b::inline c` of `namespace a::b::inline c {`, whose brace is one
  for (const DeclContext *C = D->getLexicalDeclContext(); C && !C->isTranslationUnit();
       C = C->getLexicalParent()) {
    if (auto *N = dyn_cast<NamespaceDecl>(C)) {
      const std::string Names = N->getNameAsString() + (Nested.empty() ? "" : "::" + Nested);
      if (N->isNested()) {
        Nested = (N->isInline() ? "inline " : "") + Names;
        continue;
      }
      Nested.clear();
      Close += "} // namespace" + (N->isAnonymousNamespace() ? "" : " " + Names) + "\n";
      Open = namespaceHead(N, N->isAnonymousNamespace() ? "" : Names) + Open;
    } else if (auto *L = dyn_cast<LinkageSpecDecl>(C); L && L->hasBraces()) {
      Close += "} // extern \"C\"\n";
      Open = "extern \"C\" {\n" + Open;
    }
  }
}

/// The top-level declaration that contains \p D.
static const Decl *topOf(const Decl *D) {
  while (D->getLexicalDeclContext() && !D->getLexicalDeclContext()->isTranslationUnit())
    D = cast<Decl>(D->getLexicalDeclContext());
  return D;
}

static void addLine(HostUnit &U, const std::string &File, unsigned Offset, std::string Text) {
  Edit E;
  E.File = File;
  E.Offset = Offset;
  E.Replacement = std::move(Text);
  E.K = Edit::Line;
  E.Depth = 1; // after symbols at the same place
  E.Rule = rule::KernelHandles;
  U.Source.edits().add(std::move(E));
}

/// Returns true if the text of \p Device is a part of a macro's definition, which is elsewhere.
static bool isPartOfMacro(const HostUnit &U, const DeviceDecl &Device) {
  const SourceManager &SM = U.Side.sources();
  std::optional<FileRange> R = declarationRange(U, Device.D);
  SourceLocation At = SM.getExpansionLoc(Device.D->getBeginLoc());
  unsigned Offset = SM.getFileOffset(At);
  return !R || R->File != U.Side.pathOf(At) || Offset < R->Begin || Offset >= R->End;
}

/// The last definition of a kernel of \p KernelFile before \p Use, as far as the include can take
/// its place; null if there is none.
static const DeviceDecl *kernelBefore(const HostUnit &U, const std::string &File,
                                      const std::string &KernelFile, const HandleUse &Use) {
  const SourceManager &SM = U.Side.sources();
  const DeviceDecl *Last = nullptr;
  for (const DeviceDecl &Device : U.DeviceOnly)
    if (Device.Function && Device.Function->hasAttr<CUDAGlobalAttr>() && File == KernelFile &&
        Device.Function->doesThisDeclarationHaveABody() &&
        U.Side.pathOf(SM.getExpansionLoc(Device.D->getBeginLoc())) == File &&
        SM.getFileOffset(SM.getExpansionLoc(Device.D->getBeginLoc())) < Use.Offset)
      Last = &Device;
  bool IsInside = Last && topOf(Last->D) != topOf(Use.User) && topOf(Last->D) != Last->D;
  if (!Last || IsInside || isPartOfMacro(U, *Last))
    return nullptr;
  // What a template's instances take may be declared after it.
  return needsMoreThan(U, Use, File, KernelFile, removalRange(U, *Last).Begin) ? nullptr : Last;
}

/// True if another declaration ends on the line of the one at \p Offset, before it.
static bool followsOnLine(StringRef Text, unsigned Offset) {
  StringRef Before = Text.take_front(Offset).rtrim(" \t");
  return Before.ends_with(";") || Before.ends_with("}");
}

unsigned handlesPlace(const HostUnit &U, const std::string &File, const std::string &KernelFile,
                      const HandleUse &Use) {
  if (const DeviceDecl *Last = kernelBefore(U, File, KernelFile, Use)) {
    FileRange R = removalRange(U, *Last);
    return isKernelValue(U, Last->Function) ? R.End : R.Begin; // the handle names the function
  }
  const SourceManager &SM = U.Side.sources();
  FileID Here = SM.getFileID(Use.Begin);
  unsigned Place = attachedBegin(U.Source.fileText(Here), Use.Offset);
  // `namespace a { void f() { ...`: the line begins outside of the namespace.
  const auto *Around = cast<Decl>(Use.User->getLexicalDeclContext());
  SourceLocation Outer = SM.getExpansionLoc(Around->getBeginLoc());
  bool IsOnLine =
      Outer.isValid() && SM.getFileID(Outer) == Here && SM.getFileOffset(Outer) >= Place;
  return IsOnLine || followsOnLine(U.Source.fileText(Here), Use.Offset) ? Use.Offset : Place;
}

/// \p Include without the macros of the project that are named like what a header of handles has:
/// `#define kernel 4`.
static std::string withoutMacros(const HostUnit &U, const std::string &Include) {
  const StringRef Names[] = {
      "kernel",        "global",       "global_at",        "global_variable", "members",
      "arguments",     "arguments_of", "object",           "dynamic_local",   "fault_word",
      "symbol_base",   "symbol",       "packed_constants", "constant",        "launch_bounds",
      "bound_texture", "texture_in",   "texture_member",   "texture_argument"};
  std::set<std::string> Hidden;
  for (const MacroDefinition &D : U.Side.Macros)
    if (llvm::is_contained(Names, D.Name) && U.Source.isEditable(D.Range.getBegin()))
      Hidden.insert(D.Name);
  std::string Before, After;
  for (const std::string &Name : Hidden) {
    Before += "#pragma push_macro(\"" + Name + "\")\n#undef " + Name + "\n";
    After += "#pragma pop_macro(\"" + Name + "\")\n";
  }
  return Before + Include + After;
}

/// Places what finds handles in templates behind the types that it names.
static void placeLate(HostUnit &U, const LateFinders &Late) {
  const SourceManager &SM = U.Side.sources();
  std::string Close, Open;
  if (Late.Place.After)
    aroundNamespaces(Late.Place.After, Close, Open);
  bool EndsLine = U.Source.fileText(SM.getMainFileID()).substr(Late.Place.Offset).starts_with("\n");
  std::string Text = "\n" + Close + Late.Text + Open;
  addLine(U, U.Unit.Command.File, Late.Place.Offset,
          EndsLine ? StringRef(Text).rtrim("\n").str() : Text);
}

/// \p IsFirst: no place before has these handles. \p OnlyShared: as HandlesList says.
static void placeInclude(HostUnit &U, const std::string &File, const HandlesOf &Handles,
                         const HandleUse &Use, bool IsFirst, bool OnlyShared) {
  const SourceManager &SM = U.Side.sources();
  const auto &[KernelFile, IsShared, Part] = Handles;
  if (IsFirst)
    openUnnameableTypes(U, Use, KernelFile, Part);
  // A template is often written before the classes that it is used for.
  std::string Include = declareForwardDeclarations(U, Use, KernelFile, Part);
  std::string Header = handlesPart(U.Context.HandlesInclude(File, KernelFile, IsShared), Part);
  Include += withoutMacros(U, "#include \"" + Header + "\"\n");
  if (IsFirst) {
    TemplateHandles Finders = handlesInTemplates(U, {KernelFile, Part, OnlyShared});
    Include += Finders.Text;
    for (const auto &[Offset, Late] : Finders.Late)
      placeLate(U, Late);
  }
  unsigned Offset = handlesPlace(U, File, KernelFile, Use);
  const DeviceDecl *Last = kernelBefore(U, File, KernelFile, Use);
  std::string Close, Open;
  aroundNamespaces(Last ? Last->D : Use.User, Close, Open);
  if (!Last) {
    if (Close.empty() && followsOnLine(U.Source.fileText(SM.getFileID(Use.Begin)), Offset))
      Include = "\n" + Include;
    return addLine(U, File, Offset, Close + Include + (Open.empty() ? "\n" : Open));
  }
  // Removed code takes the blank line after it along if there is one above it.
  StringRef Text = U.Source.fileText(SM.getFileID(Use.Begin));
  bool Blank = Text.take_front(Offset).ends_with("\n\n");
  StringRef Before = Text.take_front(Offset).rtrim(" \t");
  if (!Before.empty() && Before.back() != '\n' && Close.empty()) // `int v; __global__ ...`
    Include = "\n" + Include;
  addLine(U, File, Offset, Close + Include + Open + (Blank ? "\n" : ""));
}

void includeHandles(HostUnit &U) {
  planHandleHeaderParts(U);
  auto Uses = findUses(U);
  // By the kernels' file and part: where the unit comes to their handles first.
  std::map<std::pair<std::string, unsigned>, SourceLocation> First;
  auto KeyOf = [](const HandlesOf &H) { return std::pair(std::get<0>(H), std::get<2>(H)); };
  std::set<std::pair<std::string, unsigned>> WithAll;
  for (const auto &[File, Programs] : Uses)
    for (const auto &[Handles, Use] : Programs) {
      SourceLocation &Known = First[KeyOf(Handles)];
      if (Known.isInvalid() || U.Side.sources().isBeforeInTranslationUnit(Use.Begin, Known))
        Known = Use.Begin;
      if (!std::get<1>(Handles))
        WithAll.insert(KeyOf(Handles));
    }
  for (const auto &[File, Programs] : Uses)
    for (const auto &[Handles, Use] : Programs)
      placeInclude(U, File, Handles, Use, First[KeyOf(Handles)] == Use.Begin,
                   !WithAll.count(KeyOf(Handles)));
}

} // namespace cu2cl
