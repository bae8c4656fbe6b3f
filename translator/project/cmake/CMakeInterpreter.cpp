// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/cmake/CMakeInterpreter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

/// The index after the command that closes the block that begins at \p Begin.
static size_t endOfBlock(const std::vector<CMakeCommand> &Commands, size_t Begin, size_t End,
                         StringRef Open) {
  unsigned Nested = 0;
  for (size_t I = Begin; I < End; ++I) {
    if (Commands[I].Name == Open)
      ++Nested;
    else if (Commands[I].Name == ("end" + Open).str() && --Nested == 0)
      return I + 1;
  }
  return End;
}

CMakePart::CMakePart(CMakeInterpreter &I)
    : I(I), Sink(I.Sink), RuleSink(I.RuleSink), Line(I.Line) {}

void CMakeInterpreter::run(const std::vector<CMakeCommand> &Commands, size_t Begin, size_t End,
                           CMakeScope &S) {
  for (size_t I = Begin; I < End && !Returning;) {
    const std::string &Name = Commands[I].Name;
    if (Name == "return") {
      Returning = true;
      return;
    }
    if (Name != "if" && Name != "foreach" && Name != "function" && Name != "macro" &&
        Name != "while") {
      runCommand(Commands[I++], S);
      continue;
    }
    size_t Next = endOfBlock(Commands, I, End, Name);
    if (Name == "if")
      runIf(Commands, I, Next - 1, S);
    else if (Name == "foreach")
      runForeach(Commands, I, Next - 1, S);
    else if (Name == "while")
      Sink.report({diag::CMakeBlockIgnored,
                   {S.Folder + "/CMakeLists.txt", Commands[I].Line, 1},
                   {Name},
                   {}});
    else
      define(Commands, I, Next - 1, S);
    I = Next;
  }
}

void CMakeInterpreter::runIf(const std::vector<CMakeCommand> &Commands, size_t Begin, size_t End,
                             CMakeScope &S) {
  unsigned Nested = 0;
  bool Taken = evaluateCMake(Commands[Begin], S.Variables), Done = Taken;
  size_t From = Begin + 1;
  for (size_t I = Begin + 1; I <= End && I < Commands.size(); ++I) {
    const std::string &Name = Commands[I].Name;
    Nested += Name == "if";
    bool Switch = !Nested && (Name == "else" || Name == "elseif" || I == End);
    if (Name == "endif" && Nested)
      --Nested;
    if (!Switch)
      continue;
    if (Taken)
      return run(Commands, From, I, S);
    From = I + 1;
    Taken =
        !Done && (Name == "else" || (Name == "elseif" && evaluateCMake(Commands[I], S.Variables)));
    Done |= Taken;
  }
}

/// The numbers of foreach(i RANGE [start] stop [step]).
static Words rangeOf(const Words &Items) {
  long long Number[] = {0, 0, 1};
  bool HasStart = Items.size() > 2;
  for (size_t I = 1; I < Items.size() && I < 4; ++I)
    StringRef(Items[I]).getAsInteger(10, Number[HasStart ? I - 1 : 1]);
  Words Result;
  for (long long I = Number[0]; Number[2] > 0 && I <= Number[1] && Result.size() < 1000;
       I += Number[2])
    Result.push_back(std::to_string(I));
  return Result;
}

void CMakeInterpreter::runForeach(const std::vector<CMakeCommand> &Commands, size_t Begin,
                                  size_t End, CMakeScope &S) {
  Words Args = expandArguments(Commands[Begin], S.Variables);
  if (Args.empty())
    return;
  Words Items(Args.begin() + 1, Args.end());
  if (Items.size() >= 2 && Items[0] == "IN" && Items[1] == "LISTS") {
    Words Lists(Items.begin() + 2, Items.end());
    Items.clear();
    for (const std::string &Name : Lists) {
      llvm::SmallVector<StringRef, 8> Parts;
      StringRef(S.Variables[Name]).split(Parts, ';', -1, false);
      Items.insert(Items.end(), Parts.begin(), Parts.end());
    }
  } else if (Items.size() >= 2 && Items[0] == "IN" && Items[1] == "ITEMS") {
    Items.erase(Items.begin(), Items.begin() + 2);
  }
  if (!Items.empty() && Items[0] == "RANGE")
    Items = rangeOf(Items);
  for (const std::string &Item : Items) {
    S.Variables[Args[0]] = Item;
    run(Commands, Begin + 1, End, S);
  }
}

void CMakeInterpreter::setVariable(Words Args, CMakeScope &S) {
  if (Args.empty())
    return;
  std::string Name = Args.front();
  Args.erase(Args.begin());
  auto Cache = llvm::find(Args, "CACHE");
  bool IsCache = Cache != Args.end();
  Args.erase(Cache, Args.end());
  bool ForParent = !Args.empty() && Args.back() == "PARENT_SCOPE";
  if (ForParent)
    Args.pop_back();
  if (ForParent && Calls == 0) {
    S.ForParent[Name] = llvm::join(Args, ";");
    return;
  }
  if (IsCache && S.Variables.count(Name))
    return; // the first value counts
  S.Variables[Name] = llvm::join(Args, ";");
}

/// string(<action> ...), for the actions that flags are put together with.
void CMakeValues::string(const Words &Args, CMakeScope &S) {
  auto Joined = [&](size_t From) { return llvm::join(Args.begin() + From, Args.end(), ""); };
  if (Args.size() < 2)
    return;
  const std::string &Action = Args[0];
  if (Action == "APPEND")
    S.Variables[Args[1]] += Joined(2);
  else if (Action == "PREPEND")
    S.Variables[Args[1]].insert(0, Joined(2));
  else if (Action == "CONCAT")
    S.Variables[Args[1]] = Joined(2);
  else if (Action == "TOUPPER" && Args.size() == 3)
    S.Variables[Args[2]] = StringRef(Args[1]).upper();
  else if (Action == "TOLOWER" && Args.size() == 3)
    S.Variables[Args[2]] = StringRef(Args[1]).lower();
  else if (Action == "STRIP" && Args.size() == 3)
    S.Variables[Args[2]] = StringRef(Args[1]).trim().str();
  else if (Action == "REPLACE" && Args.size() >= 4) {
    std::string Text = Joined(4);
    for (size_t At = 0; !Args[1].empty() && (At = Text.find(Args[1], At)) != std::string::npos;
         At += Args[2].size())
      Text.replace(At, Args[1].size(), Args[2]);
    S.Variables[Args[3]] = Text;
  } else if (Action != "FIND" && Action != "LENGTH" && Action != "COMPARE") {
    I.leftOut("string(" + Action + ")", S);
  }
}

/// file(GLOB ...): patterns with * and ? in the last component.
void CMakeValues::file(const Words &Args, CMakeScope &S) {
  if (Args.size() < 3 || !StringRef(Args[0]).starts_with("GLOB"))
    return;
  Words Found;
  for (size_t I = 2; I < Args.size(); ++I) {
    if (Args[I] == "CONFIGURE_DEPENDS")
      continue;
    if (Args[I] == "RELATIVE" || Args[I] == "LIST_DIRECTORIES") {
      ++I;
      continue;
    }
    std::string Pattern = absolutePath(Args[I], S.Folder);
    auto Glob = llvm::GlobPattern::create(path::filename(Pattern));
    if (!Glob) {
      llvm::consumeError(Glob.takeError());
      continue;
    }
    std::error_code EC;
    bool Deep = Args[0] == "GLOB_RECURSE";
    for (fs::recursive_directory_iterator D(path::parent_path(Pattern), EC), E; D != E && !EC;
         D.increment(EC)) {
      if (D->type() == fs::file_type::directory_file && !Deep)
        D.no_push();
      else if (D->type() != fs::file_type::directory_file && Glob->match(path::filename(D->path())))
        Found.push_back(D->path());
    }
  }
  llvm::sort(Found);
  S.Variables[Args[1]] = llvm::join(Found, ";");
}

/// Commands that say nothing about how a file is compiled, besides those of find_ and check_.
bool CMakeInterpreter::isWithoutFlags(const CMakeCommand &Command) const {
  static const std::set<std::string> Known = {"cmake_minimum_required",
                                              "cmake_policy",
                                              "message",
                                              "export",
                                              "add_custom_command",
                                              "add_custom_target",
                                              "add_dependencies",
                                              "mark_as_advanced",
                                              "source_group",
                                              "include_guard",
                                              "get_target_property",
                                              "get_property",
                                              "get_cmake_property",
                                              "link_directories",
                                              "target_link_directories",
                                              "execute_process",
                                              "configure_file",
                                              "site_name",
                                              "variable_watch",
                                              "break",
                                              "continue",
                                              "cmake_path",
                                              "cmake_print_variables",
                                              "define_property",
                                              "try_compile",
                                              "try_run",
                                              "write_basic_package_version_file",
                                              "configure_package_config_file",
                                              "fetchcontent_declare",
                                              "fetchcontent_makeavailable",
                                              "cuda_select_nvcc_arch_flags",
                                              "cmake_host_system_information",
                                              "build_command"};
  StringRef Name = Command.Name;
  return Known.count(Command.Name) || Name.starts_with("find_") || Name.starts_with("check_") ||
         Name.starts_with("end");
}

/// Says that something that may carry flags is not read.
void CMakeInterpreter::leftOut(const std::string &What, const CMakeScope &S) {
  Sink.report({diag::CMakeCommandIgnored, {S.Folder + "/CMakeLists.txt", Line, 1}, {What}, {}});
}

/// project(name VERSION 1.2.3).
void CMakeValues::setVersion(const Words &Args, CMakeScope &S) {
  auto At = llvm::find(Args, "VERSION");
  if (Args.end() - At < 2)
    return;
  llvm::SmallVector<StringRef, 4> Parts;
  StringRef(*(At + 1)).split(Parts, '.');
  for (const std::string &Prefix : {std::string("PROJECT"), Args[0]}) {
    S.Variables[Prefix + "_VERSION"] = *(At + 1);
    static const char *const Names[] = {"_VERSION_MAJOR", "_VERSION_MINOR", "_VERSION_PATCH",
                                        "_VERSION_TWEAK"};
    for (size_t I = 0; I < 4; ++I)
      S.Variables[Prefix + Names[I]] = I < Parts.size() ? Parts[I].str() : "";
  }
}

/// Commands that set variables.
bool CMakeInterpreter::runVariableCommand(StringRef Name, Words &Args, CMakeScope &S) {
  if (Name == "set")
    setVariable(Args, S);
  else if (Name == "option" && !Args.empty()) {
    S.Variables.try_emplace(Args[0], Args.size() > 2 ? Args[2] : "OFF");
    addUnique(ReadWith, {Args[0] + "=" + S.Variables[Args[0]]});
  } else if (Name == "cmake_parse_arguments")
    Values.parseArguments(Args, S);
  else if (Name == "get_filename_component")
    Values.filenameComponent(Args, S);
  else if (Name == "list")
    Values.list(Args, S);
  else if (Name == "file")
    Values.file(Args, S);
  else if (Name == "string")
    Values.string(Args, S);
  else if (Name == "math" && Args.size() >= 3)
    Values.math(Args, S);
  else if (Name == "separate_arguments" && !Args.empty())
    Values.separateArguments(Args, S);
  else if (Name == "unset" && !Args.empty())
    S.Variables.erase(Args[0]);
  else if (Name == "project" && !Args.empty()) {
    S.Variables["PROJECT_NAME"] = Args[0];
    S.Variables["PROJECT_SOURCE_DIR"] = S.Variables[Args[0] + "_SOURCE_DIR"] = S.Folder;
    S.Variables.try_emplace("CMAKE_PROJECT_NAME", Args[0]);
    if (ProjectName.empty())
      ProjectName = Args[0];
    Values.setVersion(Args, S);
  } else if ((Name == "find_package" || Name == "enable_language") && !Args.empty()) {
    S.Variables[Args[0] + "_FOUND"] = "TRUE";
    S.Variables[StringRef(Args[0]).upper() + "_FOUND"] = "TRUE";
    if (Args[0] == "CUDA" || Args[0] == "CUDAToolkit")
      S.Variables[Args[0] + "_VERSION"] = "12.4";
  } else
    return false;
  return true;
}

/// Commands that hold for all targets of the folder.
bool CMakeInterpreter::runFolderCommand(StringRef Name, const Words &Args, CMakeScope &S) {
  auto AddTo = [&](Words &List, bool Paths) {
    std::optional<size_t> Front;
    if (llvm::is_contained(Args, "BEFORE"))
      Front = 0;
    for (const std::string &Word : joinGenerators(Args))
      if (Word != "AFTER" && Word != "BEFORE" && Word != "SYSTEM")
        if (std::string Item = Paths ? evaluateGenerators(Word) : Word; !Item.empty())
          addItem(List, Paths ? absolutePath(Item, S.Folder) : Item, Front);
  };
  if (Name == "include_directories" || Name == "cuda_include_directories")
    AddTo(llvm::is_contained(Args, "SYSTEM") ? S.Everything.SystemDirs : S.Everything.IncludeDirs,
          true);
  else if (Name == "add_compile_definitions")
    AddTo(S.Everything.Definitions, false);
  else if (Name == "add_definitions" || Name == "add_compile_options" || Name == "add_link_options")
    AddTo(S.Everything.Options, false);
  else if (Name == "remove_definitions")
    llvm::erase_if(S.Everything.Options,
                   [&](const std::string &O) { return llvm::is_contained(Args, O); });
  else if (Name == "link_libraries")
    AddTo(S.Everything.Libraries, false);
  else
    return false;
  return true;
}

void CMakeInterpreter::runCommand(const CMakeCommand &Command, CMakeScope &S) {
  const std::string &Name = Command.Name;
  Words Args = expandArguments(Command, S.Variables);
  Line = Command.Line;
  Questions.noteQuestions(Name, Args);
  Kept.noteModules(Name, Args, S);
  if (call(Name, Args, S) || All.runTargetCommand(Name, Args, S) ||
      Properties.runPropertyCommand(Name, Args, S) || Kept.keepRule(Name, Args, S) ||
      runVariableCommand(Name, Args, S) || runFolderCommand(Name, Args, S))
    return;
  if (Name == "add_executable" || Name == "cuda_add_executable")
    All.addTarget(Args, ProgramKind::Executable, S);
  else if (Name == "add_library" || Name == "cuda_add_library")
    All.addTarget(Args, ProgramKind::StaticLibrary, S);
  else if (Name == "include" && !Args.empty())
    include(Args[0], S);
  else if (Name == "add_subdirectory" && !Args.empty())
    for (auto &[Variable, Value] : runFolder(absolutePath(Args[0], S.Folder), S))
      S.Variables[Variable] = Value;
  else if (!isWithoutFlags(Command))
    leftOut("the command " + Name, S);
}

} // namespace cu2cl
