// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Files with device code alone, which a custom command has nvcc make:
//   add_custom_command(OUTPUT scale.ptx COMMAND nvcc -ptx ${CMAKE_CURRENT_SOURCE_DIR}/scale.cu)

#include "project/cmake/CMakeInterpreter.h"

namespace cu2cl {

using llvm::StringRef;
using Words = std::vector<std::string>;

/// True for the words of add_custom_command and add_custom_target that end a command.
static bool endsCommand(StringRef Word) {
  static const std::set<StringRef> Known = {
      "COMMAND",           "ARGS",     "DEPENDS",    "BYPRODUCTS",    "IMPLICIT_DEPENDS",
      "WORKING_DIRECTORY", "COMMENT",  "DEPFILE",    "SOURCES",       "VERBATIM",
      "MAIN_DEPENDENCY",   "APPEND",   "JOB_POOL",   "OUTPUT",        "TARGET",
      "PRE_BUILD",         "PRE_LINK", "POST_BUILD", "USES_TERMINAL", "COMMAND_EXPAND_LISTS"};
  return Known.count(Word) != 0;
}

void CMakeKeptRules::noteModules(StringRef Name, const Words &Args, const CMakeScope &S) {
  if (Name != "add_custom_command" && Name != "add_custom_target")
    return;
  std::string Folder = S.Folder;
  for (size_t I = 0; I + 1 < Args.size(); ++I)
    if (Args[I] == "WORKING_DIRECTORY")
      Folder = absolutePath(Args[I + 1], S.Folder);
  for (size_t I = 0; I < Args.size(); ++I) {
    if (Args[I] != "COMMAND")
      continue;
    ShellCommand Command;
    Command.Directory = Folder;
    for (size_t W = I + 1; W < Args.size() && (Args[W] == "ARGS" || !endsCommand(Args[W])); ++W)
      if (std::string Word = evaluateGenerators(Args[W]); !Word.empty() && Word != "ARGS")
        Command.Words.push_back(std::move(Word));
    DiagnosticSink Notes; // of commands that are none of ours
    std::optional<BuildCommand> Parsed =
        parseBuildCommand(Command, {S.Folder + "/CMakeLists.txt", Line, 1}, Notes);
    if (Parsed && !Parsed->ModuleExtension.empty())
      ModuleCommands.push_back(std::move(*Parsed));
  }
}

} // namespace cu2cl
