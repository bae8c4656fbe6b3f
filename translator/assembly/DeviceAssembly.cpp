// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "assembly/DeviceAssembly.h"
#include "assembly/InstanceMacro.h"
#include "core/source/Comments.h"
#include "core/source/Definitions.h"
#include "core/source/FragmentRenderer.h"
#include "core/source/FunctionHead.h"
#include "core/source/MacroState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <functional>

using namespace clang;

namespace cu2cl {

void DeviceAssembly::add(const UnitRendering &Rendered, const DeviceText &Device,
                         const CompileCommand &Command,
                         llvm::function_ref<std::string(const std::string &)> TextOf) {
  size_t Source = llvm::find(Sources, Command.File) - Sources.begin();
  if (Source == Sources.size()) {
    Sources.push_back(Command.File);
    Commands.emplace_back();
  }
  for (const std::string &File : Rendered.Files)
    if (!FileTexts.count(File))
      FileTexts[File] = TextOf(File);
  for (const auto &[Usr, Identity] : Rendered.Kernels)
    Kernels[{&Device, Usr}] = {Source, Identity};
  std::vector<std::string> Definitions = definitionsOf(Command);
  for (const std::string &D : Definitions)
    Given.insert(nameOfDefinition(D).str());
  Commands[Source].push_back({std::move(Definitions), {Command.File, Rendered.Entries}});
}

/// The identity of an entry of a certain copy of its header.
static std::string inVariant(const std::string &Identity, unsigned Variant) {
  return Variant == 0 ? Identity : Identity + " @" + std::to_string(Variant);
}

void DeviceAssembly::disagree(const Entry &E) {
  Disagreements.push_back({E.Name, {E.File, lineOf(FileTexts[E.File], E.Begin), 1}});
}

/// All units' entries as one table; needs name the entries of the right copies.
void DeviceAssembly::mergeUnits() {
  for (const std::vector<CommandEntries> &Source : Commands) {
    std::vector<Entry> Disagreed;
    Units.push_back(mergeCommands(Source, Disagreed));
    for (const Entry &E : Disagreed)
      disagree(E);
  }
  std::set<std::string> Shared; // sources whose functions other sources call
  for (const UnitEntries &Unit : Units)
    for (const auto &[Identity, E] : Unit.Entries)
      if (E.File != Unit.Source)
        Shared.insert(E.File);
  Variants = chooseVariants(Units, [&](llvm::StringRef File) {
    const FilePlan *Plan = Files.find(File);
    return !Plan || Plan->IsHeader || Shared.count(File.str());
  });
  for (size_t I = 0; I < Units.size(); ++I) {
    auto VariantOf = [&](const std::string &File) {
      auto It = Variants[I].find(File);
      return It == Variants[I].end() ? 0 : It->second;
    };
    auto KeyOf = [&](const Entry &E) { return inVariant(E.Identity, VariantOf(E.File)); };
    for (const auto &[Identity, Original] : Units[I].Entries) {
      Entry E = Original;
      E.Variant = VariantOf(E.File);
      if (E.Variant > 0)
        FirstUser.try_emplace({E.File, E.Variant}, Units[I].Source);
      E.Needs.clear();
      for (const std::string &Need : Original.Needs)
        if (auto It = Units[I].Entries.find(Need); It != Units[I].Entries.end())
          E.Needs.insert(KeyOf(It->second));
      E.Identity = KeyOf(Original);
      const FilePlan *Plan = Files.find(E.File);
      E.IsShared = Plan && !Plan->IsHeader && !E.IsKernel && E.File != Units[I].Source;
      auto [It, New] = Entries.try_emplace(E.Identity, E);
      if (New)
        continue;
      if (It->second.Text != E.Text)
        disagree(E);
      It->second.IsShared |= E.IsShared;
      It->second.Needs.insert(E.Needs.begin(), E.Needs.end());
      It->second.Holders.insert(E.Holders.begin(), E.Holders.end());
    }
  }
}

const DeviceEntry *DeviceAssembly::kernel(const DeviceText &Device, const std::string &Usr) const {
  auto It = Kernels.find({&Device, Usr});
  if (It == Kernels.end())
    return nullptr;
  const auto &[Unit, Identity] = It->second;
  auto Variant = Variants[Unit].find(Units[Unit].Entries.at(Identity).File);
  auto Found =
      Entries.find(inVariant(Identity, Variant == Variants[Unit].end() ? 0 : Variant->second));
  return Found == Entries.end() ? nullptr : &Found->second;
}

std::string DeviceAssembly::programOf(const DeviceText &Device, const std::string &Usr) const {
  const Entry *E = kernel(Device, Usr);
  return E ? E->Output : std::string();
}

std::string DeviceAssembly::conditionOf(const DeviceText &Device, const std::string &Usr) const {
  const Entry *E = kernel(Device, Usr);
  return E ? E->Condition : std::string();
}

std::set<std::string> DeviceAssembly::includesOf(const std::string &Output,
                                                 const std::vector<const Entry *> &List) const {
  std::set<std::string> Includes;
  std::set<const Entry *> Held;
  for (const Entry *E : List)
    collect(*E, Output, Held);
  for (const Entry *E : Held)
    for (const std::string &Need : E->Needs) {
      auto It = Entries.find(Need);
      if (It != Entries.end() && It->second.Output != Output && !It->second.Output.empty())
        Includes.insert(It->second.Output);
    }
  return Includes;
}

/// The input that an output file stands for.
std::string DeviceAssembly::mainFileOf(const std::string &Output,
                                       const std::vector<const Entry *> &List) const {
  for (const Entry *E : List)
    if (const FilePlan *Plan = Files.find(E->File);
        Plan && (Plan->Device == Output || Plan->Program == Output || Plan->SharedDevice == Output))
      return E->File;
  return List.front()->File;
}

namespace {

/// Instances whose body is written once (InstanceMacro.h).
class SharedBodies {
public:
  /// From how many instances on, and how many lines.
  static constexpr size_t FewInstances = 4;
  static constexpr int FewLines = 3;

  explicit SharedBodies(const std::vector<const DeviceEntry *> &List) {
    std::map<std::pair<std::string, unsigned>, std::vector<const DeviceEntry *>> Patterns;
    for (const DeviceEntry *E : List)
      if (!E->Stem.empty() && E->Condition.empty() &&
          llvm::StringRef(E->Text).count('\n') >= FewLines &&
          !llvm::StringRef(E->Text).contains("CU2CL_ERROR"))
        Patterns[{E->File, E->Begin}].push_back(E);
    auto IsTaken = [&](llvm::StringRef Name) {
      return !Names.insert(Name.str()).second || llvm::any_of(List, [&](const DeviceEntry *E) {
        return E->Name == Name || llvm::StringRef(E->Text).contains(Name);
      });
    };
    for (const auto &[Place, Entries] : Patterns)
      if (Entries.size() >= FewInstances)
        share(Entries, IsTaken);
  }

  bool has(const DeviceEntry &E) const { return Lines.count(&E) != 0; }

  /// The line of \p E, after the macro if it is the first one.
  std::string textOf(const DeviceEntry &E) {
    auto &[Macro, Line] = Lines.at(&E);
    return (Written.insert(Macro).second ? Macro + "\n" : "") + Line;
  }
  bool isFirst(const DeviceEntry &E) const { return !Written.count(Lines.at(&E).first); }

private:
  void share(const std::vector<const DeviceEntry *> &Entries,
             llvm::function_ref<bool(llvm::StringRef)> IsTaken) {
    std::vector<InstanceText> Instances;
    for (const DeviceEntry *E : Entries)
      Instances.push_back({E->Name, E->Text, E->Arguments});
    std::optional<SharedBody> Body = shareBody(Instances, Entries.front()->Stem, IsTaken);
    for (size_t I = 0; Body && I < Entries.size(); ++I)
      Lines[Entries[I]] = {Body->Macro, Body->Lines[I]};
  }

  std::map<const DeviceEntry *, std::pair<std::string, std::string>> Lines;
  std::set<std::string> Written, Names;
};

} // namespace

static bool isProgram(llvm::StringRef Output) { return Output.ends_with(".cl"); }

/// Returns the first lines of a header, which its last line closes.
static std::string includeGuard(llvm::StringRef Output) {
  std::string Guard = "CU2CL_" + Output.upper();
  for (char &C : Guard)
    if (!llvm::isAlnum(C))
      C = '_';
  return "#ifndef " + Guard + "\n#define " + Guard + "\n\n";
}

/// Returns the pragmas and includes that what is in \p Output needs.
std::string DeviceAssembly::preambleOf(const std::string &Output,
                                       const std::vector<const Entry *> &List) const {
  std::set<std::string> Helpers, Extensions;
  std::set<const Entry *> Held;
  for (const Entry *E : List)
    collect(*E, Output, Held);
  for (const Entry *E : Held) {
    Helpers.insert(E->Helpers.begin(), E->Helpers.end());
    Extensions.insert(E->Extensions.begin(), E->Extensions.end());
  }
  std::string Preamble;
  for (const std::string &Extension : Extensions)
    Preamble += "#pragma OPENCL EXTENSION " + Extension + " : enable\n";
  if (isProgram(Output) && WithoutContraction.count(Output))
    Preamble += "#pragma OPENCL FP_CONTRACT OFF\n";
  for (const std::string &Stem : Helpers)
    Preamble += "#include \"clrt/device/" + Stem + ".clh\"\n";
  for (const std::string &Include : includesOf(Output, List))
    Preamble += "#include \"" + Layout::includeSpelling(Output, Include) + "\"\n";
  return Preamble;
}

std::string DeviceAssembly::textOf(const std::string &Output,
                                   const std::vector<const Entry *> &List,
                                   const std::set<std::string> &Ambiguous) {
  bool IsProgram = isProgram(Output);
  std::string Out;
  if (std::string Head = headComment(FileTexts[mainFileOf(Output, List)]); !Head.empty())
    Out += Head + "\n\n";
  if (!IsProgram)
    Out += includeGuard(Output);
  if (std::string Preamble = preambleOf(Output, List); !Preamble.empty())
    Out += Preamble + "\n";

  std::set<std::string> Written;
  SharedBodies Shared(List);
  MacroState Macros(Ambiguous, Entries);
  const Entry *Last = nullptr;
  std::function<void(const Entry &)> Write = [&](const Entry &E) {
    // What is in no file of the project (a header elsewhere) is written wherever it is needed.
    if ((!E.Output.empty() && E.Output != Output) || Macros.isAmbiguous(E) ||
        !Written.insert(E.Identity).second)
      return;
    for (const std::string &Need : E.Needs)
      if (auto It = Entries.find(Need); It != Entries.end())
        Write(It->second);
    llvm::StringRef Source = FileTexts[E.File];
    bool IsNextLine = Last && Last->File == E.File && Last->Begin == E.Begin && Shared.has(E) &&
                      Shared.has(*Last);
    if (Last)
      Out += IsNextLine || (Last->File == E.File && staysClose(Source, Last->End, E.Begin))
                 ? "\n"
                 : "\n\n";
    Out += Macros.linesBefore(E);
    bool FirstOfPattern =
        Shared.has(E) ? Shared.isFirst(E) : !Last || Last->File != E.File || Last->Begin != E.Begin;
    if (FirstOfPattern)
      Out += withoutIndentation("\n" + leadingComment(Source, E.Begin), Source, E.Begin).substr(1);
    Out += Shared.has(E) ? Shared.textOf(E) : withBrokenHead(E.Text, Source.slice(E.Begin, E.End));
    Out += trailingComment(Source, E.End);
    Last = &E;
  };
  for (const Entry *E : List)
    Write(*E);
  Out += "\n";
  if (!IsProgram)
    Out += "\n#endif\n";
  return Out;
}

/// Adds to \p Into what \p Output holds of \p E and its needs.
void DeviceAssembly::collect(const Entry &E, const std::string &Output,
                             std::set<const Entry *> &Into) const {
  if ((!E.Output.empty() && E.Output != Output) || !Into.insert(&E).second)
    return;
  for (const std::string &Need : E.Needs)
    if (auto It = Entries.find(Need); It != Entries.end())
      collect(It->second, Output, Into);
}

void DeviceAssembly::place() {
  mergeUnits();
  placeEntries();
}

OutputFiles DeviceAssembly::assemble(DiagnosticSink &Sink) {
  std::map<std::string, std::vector<const Entry *>> ByOutput;
  for (const auto &[Identity, E] : Entries)
    if (!E.Output.empty())
      ByOutput[E.Output].push_back(&E);
  DeviceFiles Contents;
  for (auto &[Output, List] : ByOutput) {
    llvm::sort(List, [](const Entry *A, const Entry *B) {
      return std::tie(A->File, A->Begin, A->Identity) < std::tie(B->File, B->Begin, B->Identity);
    });
    Contents.Includes[Output] = includesOf(Output, List);
    for (const Entry *E : List)
      collect(*E, Output, Contents.Entries[Output]);
  }
  AmbiguousMacros Ambiguous(Contents, Entries, Given);
  for (const Entry *E : Ambiguous.Undecided)
    disagree(*E);
  for (const auto &[Name, Where] : Disagreements)
    Sink.report({diag::HeaderDeviceCodeDiffers, Where, {Name}, {}});
  OutputFiles Result;
  for (auto &[Output, List] : ByOutput) {
    OutputFile File;
    File.Kind = OutputFile::Device;
    File.Origin = mainFileOf(Output, List);
    File.Content = textOf(Output, List, Ambiguous.in(Output));
    Result[Output] = std::move(File);
  }
  return Result;
}

} // namespace cu2cl
