// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A project's CMakeLists.txt: interpreted, configured where that leaves something open, and read
// once more with CUDA switched on where the options as they are build none.

#include "project/cmake/CMakeFileApi.h"
#include "project/cmake/CMakeInterpreter.h"
#include "project/intake/Intake.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
using Words = std::vector<std::string>;

/// Returns what is set before the first line of \p Folder's CMakeLists.txt.
static CMakeVariables variablesFor(const std::string &Folder) {
  return {{"CMAKE_SOURCE_DIR", Folder},
          {"CMAKE_BINARY_DIR", Folder + "/build"},
          {"CMAKE_BUILD_TYPE", "Release"},
          {"CMAKE_COMMAND", "cmake"},
          {"CMAKE_SYSTEM_NAME", "Linux"},
          {"UNIX", "1"},
          {"CMAKE_CXX_COMPILER_ID", "GNU"},
          {"CMAKE_CUDA_COMPILER", "nvcc"},
          {"CMAKE_CUDA_COMPILER_VERSION", "12.4"},
          {"CMAKE_CUDA_COMPILER_ID", "NVIDIA"}};
}

/// Configures the project. Its targets replace those of \p Graph, whose rules stay. \returns false
/// after reporting why it cannot be done (1017).
static bool configure(const std::string &Folder, const IntakeOptions &Options, BuildGraph &Graph,
                      DiagnosticSink &Sink) {
  auto Run = std::make_shared<CMakeRun>(Folder);
  BuildGraph Configured(Graph.paths());
  DiagnosticSink Notes;
  std::optional<std::string> Why;
  Place Where = {Folder + "/CMakeLists.txt"};
  if (!Run->configure(Options.CMakeSettings, Options.SecondsForCMake)) {
    Why = Run->failure();
    Where = Run->failurePlace();
  } else {
    Why = readCMakeAnswer(*Run, Options.SecondsForCMake, Configured, Notes);
    if (!Why && !Configured.usesCuda())
      Why = "it builds no CUDA source";
  }
  if (Why) {
    Sink.report({diag::CMakeConfigureFailed, Where, {*Why}, {}});
    return false;
  }
  for (const Diagnostic &D : Notes.all())
    Sink.report(D);
  Configured.Generated = generatedFiles(*Run, Graph.root(), Sink);
  for (GeneratedFiles &G : Configured.Generated)
    G.Keep = Run;
  Configured.takeModules(Graph);
  Configured.Rules = std::move(Graph.Rules);
  Configured.ReadWith = std::move(Graph.ReadWith);
  Configured.Name = std::move(Graph.Name);
  Graph = std::move(Configured);
  return true;
}

/// The options of CMake files that were \p Read ("NAME=VALUE") which are off and, by their names,
/// switch CUDA on; none that the user has set.
static Words switchesOf(const Words &Read, const IntakeOptions &Options) {
  Words Switches;
  for (StringRef Setting : Read) {
    auto [Name, Value] = Setting.split('=');
    bool IsSet = llvm::any_of(Options.CMakeSettings, [Name = Name](StringRef Own) {
      return Own.split('=').first.split(':').first == Name;
    });
    bool IsOff = Value.equals_insensitive("off") || Value.equals_insensitive("no") ||
                 Value.equals_insensitive("false") || Value == "0";
    if (!IsSet && IsOff && (Name.contains_insensitive("cuda") || Name.contains_insensitive("gpu")))
      Switches.push_back(Name.str() + "=ON");
  }
  return Switches;
}

/// Reads the CMake files of \p Folder once, into \p Graph. \returns the switches of CUDA that are
/// off.
static Words readOnce(const std::string &Folder, const IntakeOptions &Options, BuildGraph &Graph,
                      DiagnosticSink &Messages) {
  CMakeScope S;
  S.Variables = variablesFor(Folder);
  for (StringRef Setting : Options.CMakeSettings) // NAME=VALUE or NAME:TYPE=VALUE
    S.Variables[Setting.split('=').first.split(':').first.str()] = Setting.split('=').second.str();
  DiagnosticSink Notes;
  CMakeInterpreter I(Notes, Messages);
  I.runFolder(Folder, std::move(S));
  I.All.finish(Graph);
  // A run costs a second, and what it says depends on the machine: it is for what must be asked.
  bool Enough = Notes.all().empty() && !I.Questions.isOpen() && Graph.hasCuda() &&
                llvm::all_of(Graph.sources(), [](const std::string &F) { return fs::exists(F); });
  bool MayHaveCuda = I.Questions.isCudaProject() || !Options.CMakeSettings.empty();
  if (Enough || !Options.RunCMake || !MayHaveCuda || !configure(Folder, Options, Graph, Messages))
    for (const Diagnostic &D : Notes.all())
      Messages.report(D);
  return switchesOf(I.ReadWith, Options);
}

std::optional<std::string> readCMakeLists(const std::string &Folder, const IntakeOptions &Options,
                                          BuildGraph &Graph, DiagnosticSink &Sink) {
  std::string Path = Folder + "/CMakeLists.txt";
  if (!fs::exists(Path))
    return std::nullopt;
  BuildGraph Read = Graph;
  DiagnosticSink Messages, MessagesOn;
  const DiagnosticSink *Told = &Messages;
  Words Switches = readOnce(Folder, Options, Read, Messages);
  if (!Read.hasCuda() && !Switches.empty()) {
    IntakeOptions On = Options;
    addUnique(On.CMakeSettings, Switches);
    BuildGraph Other = Graph;
    readOnce(Folder, On, Other, MessagesOn);
    if (Other.hasCuda()) {
      Sink.report({diag::CudaOptionsOn, {Path}, {llvm::join(Switches, ", ")}, {}});
      Read = std::move(Other);
      Told = &MessagesOn;
    }
  }
  for (const Diagnostic &D : Told->all())
    Sink.report(D);
  if (!Read.usesCuda())
    return std::nullopt;
  Graph = std::move(Read);
  return Path;
}

} // namespace cu2cl
