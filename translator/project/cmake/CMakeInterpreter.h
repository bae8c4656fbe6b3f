// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_CMAKE_CMAKEINTERPRETER_H
#define CU2CL_PROJECT_CMAKE_CMAKEINTERPRETER_H

#include "project/cmake/CMakeLanguage.h"
#include "project/intake/BuildGraph.h"
#include "project/intake/FolderScan.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace cu2cl {

/// Properties that commands set for a target, or for everything below a folder.
struct CMakeUsage {
  std::vector<std::string> Definitions, IncludeDirs, SystemDirs, Options, Libraries;
};

/// The languages whose flags CMake keeps apart.
inline constexpr llvm::StringLiteral CMakeLanguages[] = {"CUDA", "CXX", "C"};

struct CMakeTarget {
  std::string Name, OutputName, Folder;
  ProgramKind Kind = ProgramKind::Executable;
  bool IsInterface = false;
  bool IsObjects = false;             ///< an object library: part of whoever links it
  std::vector<std::string> ObjectsOf; ///< the object libraries of its $<TARGET_OBJECTS:...>
  std::vector<std::string> Sources;
  CMakeUsage Own;    ///< for itself
  CMakeUsage Passed; ///< PUBLIC and INTERFACE: for those who link it, too
  std::string CxxStandard, CudaStandard, Arch;
  std::string ModuleExtension; ///< "ptx" where its sources are compiled into files of that kind
  /// Of CMAKE_<LANG>_FLAGS and the like, by language.
  std::map<std::string, std::vector<std::string>> LanguageOptions;
};

/// The properties of a source file.
struct CMakeSource {
  CMakeUsage Usage;
  std::string Language; ///< CUDA, CXX, C; empty: by the name
};

/// The state of one CMakeLists.txt; a subfolder starts with a copy of its parent's.
struct CMakeScope {
  std::string Folder;
  CMakeVariables Variables;
  CMakeUsage Everything;
  CMakeVariables ForParent; ///< set(... PARENT_SCOPE)
};

class CMakeInterpreter;

/// A part of the interpreter, which asks the others.
class CMakePart {
public:
  explicit CMakePart(CMakeInterpreter &I);

protected:
  CMakeInterpreter &I;
  DiagnosticSink &Sink, &RuleSink;
  const unsigned &Line; ///< of the command
};

/// The targets of a project, what they pass on to each other, and the build that they make.
class CMakeTargets : public CMakePart {
public:
  using CMakePart::CMakePart;

  using ObjectLists = std::map<std::string, std::vector<std::string>>; ///< by target

  void finish(BuildGraph &Graph);
  bool runTargetCommand(llvm::StringRef Name, std::vector<std::string> &Args, CMakeScope &S);
  void addTarget(std::vector<std::string> Args, ProgramKind Kind, CMakeScope &S);
  static void addLanguageOptions(CMakeTarget &T, CMakeScope &S);
  static void add(CMakeUsage &To, const CMakeUsage &From) {
    addUnique(To.Definitions, From.Definitions);
    addUnique(To.IncludeDirs, From.IncludeDirs);
    addUnique(To.SystemDirs, From.SystemDirs);
    addUnique(To.Options, From.Options);
    addUnique(To.Libraries, From.Libraries);
  }
  CMakeTarget *find(llvm::StringRef Name) {
    if (auto Alias = Aliases.find(Name.str()); Alias != Aliases.end())
      Name = Alias->second;
    for (CMakeTarget &T : Targets)
      if (T.Name == Name)
        return &T;
    return nullptr;
  }

  std::vector<CMakeTarget> Targets;

private:
  /// Returns what \p T passes on, with what its libraries pass on through it.
  CMakeUsage passedBy(const CMakeTarget &T, unsigned Nested = 0) {
    CMakeUsage Result = T.Passed;
    if (Nested < 20)
      for (const std::string &Name : T.Passed.Libraries)
        if (CMakeTarget *L = find(Name))
          add(Result, passedBy(*L, Nested + 1));
    return Result;
  }
  /// Returns what a target links, with what its libraries pass on.
  CMakeUsage usageOf(const CMakeTarget &T) {
    CMakeUsage Result = T.Own;
    for (const std::string &Library : std::vector<std::string>(Result.Libraries))
      if (CMakeTarget *L = find(Library))
        add(Result, passedBy(*L));
    return Result;
  }
  void compile(const CMakeTarget &T, const CMakeUsage &U, BuildGraph &Graph,
               std::vector<std::string> &Objects);
  void link(const CMakeTarget &T, const ObjectLists &Objects, BuildGraph &Graph);
  void takeObjects(const CMakeTarget &T, ObjectLists &Objects, std::set<std::string> &Taken);

  std::map<std::string, std::string> Aliases; ///< of targets: add_library(a::b ALIAS b)
};

/// Properties of targets, sources and folders.
class CMakeProperties : public CMakePart {
public:
  using CMakePart::CMakePart;

  /// Who has a property: a target, a source file, a folder, or something that is not read.
  enum class Owner { Target, Source, Folder, Other };
  struct Setting {
    std::string Key;
    std::vector<std::string> Values;
    bool Append = false; ///< to what is there already
  };

  bool runPropertyCommand(llvm::StringRef Name, const std::vector<std::string> &Args,
                          CMakeScope &S);

  std::map<std::string, CMakeSource> SourceProperties; ///< by absolute path

private:
  void setProperty(Owner Of, const std::vector<std::string> &Names, const Setting &P,
                   CMakeScope &S);
  bool setUsage(CMakeUsage &Usage, const Setting &P, const CMakeScope &S);
  bool setOfTarget(CMakeTarget &T, const Setting &P, const CMakeScope &S);
};

/// The commands that compute values: of strings, lists, numbers, names of files.
class CMakeValues : public CMakePart {
public:
  using CMakePart::CMakePart;

  void parseArguments(const std::vector<std::string> &Args, CMakeScope &S);
  void filenameComponent(const std::vector<std::string> &Args, CMakeScope &S);
  void setVersion(const std::vector<std::string> &Args, CMakeScope &S);
  void math(const std::vector<std::string> &Args, CMakeScope &S);
  void separateArguments(const std::vector<std::string> &Args, CMakeScope &S);
  void list(const std::vector<std::string> &Args, CMakeScope &S);
  void file(const std::vector<std::string> &Args, CMakeScope &S);
  void string(const std::vector<std::string> &Args, CMakeScope &S);

private:
  static bool changeItems(const std::vector<std::string> &Args, std::vector<std::string> &Items);
  static bool readItems(const std::vector<std::string> &Args, const std::vector<std::string> &Items,
                        CMakeScope &S);
};

/// Commands that cmake itself knows more about: those that ask the machine or write files.
class CMakeQuestions : public CMakePart {
public:
  using CMakePart::CMakePart;

  /// True if cmake itself would know more: it asks the machine or writes files.
  bool isOpen() const { return Open; }
  /// True if it is a project by itself (not only a folder of one) that uses CUDA.
  bool isCudaProject() const { return IsProject && UsesCuda; }
  void noteQuestions(const std::string &Name, const std::vector<std::string> &Args);

  bool Open = false, IsProject = false, UsesCuda = false;
};

/// Commands that the port keeps: rules of tests and installation, commands that make modules.
class CMakeKeptRules : public CMakePart {
public:
  using CMakePart::CMakePart;

  bool keepRule(const std::string &Name, const std::vector<std::string> &Args, CMakeScope &S);
  bool nameTargets(BuildRule &R);
  void noteModules(llvm::StringRef Name, const std::vector<std::string> &Args, const CMakeScope &S);

  std::vector<BuildCommand> ModuleCommands; ///< of custom commands
  std::vector<BuildRule> Rules;
};

/// Runs the commands that describe targets. Whatever asks the machine (find_*, execute_process) is
/// taken as found or left out: the port finds its own libraries.
class CMakeInterpreter {
public:
  /// \p Sink gets what is left out; \p RuleSink the part that cmake's answers would not have, too.
  CMakeInterpreter(DiagnosticSink &Sink, DiagnosticSink &RuleSink)
      : Sink(Sink), RuleSink(RuleSink) {}
  CMakeInterpreter(const CMakeInterpreter &) = delete;

  /// \returns what the folder sets for its parent.
  CMakeVariables runFolder(const std::string &Folder, CMakeScope S) {
    S.Folder = Folder;
    S.ForParent.clear();
    S.Variables["CMAKE_CURRENT_SOURCE_DIR"] = S.Variables["CMAKE_CURRENT_LIST_DIR"] = Folder;
    S.Variables["CMAKE_CURRENT_BINARY_DIR"] = Folder + "/build";
    runFile(Folder + "/CMakeLists.txt", S);
    // Definitions and flags of a folder reach all its targets, wherever they are in the file.
    for (CMakeTarget &T : All.Targets)
      if (T.Folder == Folder) {
        CMakeTargets::add(T.Own, S.Everything);
        CMakeTargets::addLanguageOptions(T, S);
      }
    return S.ForParent;
  }
  /// Says that \p What is left out.
  void leftOut(const std::string &What, const CMakeScope &S);
  /// Adds \p Item to \p List, if it is not there, at \p Front, which then moves after it, or at
  /// the end.
  static void addItem(std::vector<std::string> &List, const std::string &Item,
                      std::optional<size_t> &Front) {
    if (!llvm::is_contained(List, Item))
      List.insert(Front ? List.begin() + (*Front)++ : List.end(), Item);
  }
  /// \returns false if \p File cannot be read.
  bool runFile(const std::string &File, CMakeScope &S) {
    std::string Text;
    bool Read = ++Depth < 30 && readFile(File, Text);
    if (Read) {
      std::optional<CMakeSyntaxError> Error;
      std::vector<CMakeCommand> Commands = parseCMake(Text, &Error);
      if (Error)
        Sink.report({diag::GuessedBuild, {File, Error->Line, 1}, {Error->What}, {}});
      run(Commands, 0, Commands.size(), S);
      Returning = false;
    }
    --Depth;
    return Read;
  }

  DiagnosticSink &Sink, &RuleSink;
  std::vector<std::string> ReadWith; ///< its options
  std::string ProjectName;           ///< of the first project()
  unsigned Depth = 0, Line = 0;
  CMakeTargets All{*this};
  CMakeProperties Properties{*this};
  CMakeValues Values{*this};
  CMakeQuestions Questions{*this};
  CMakeKeptRules Kept{*this};

private:
  struct Function {
    std::vector<std::string> Parameters;
    std::vector<CMakeCommand> Body;
  };

  void run(const std::vector<CMakeCommand> &Commands, size_t Begin, size_t End, CMakeScope &S);
  void runIf(const std::vector<CMakeCommand> &Commands, size_t Begin, size_t End, CMakeScope &S);
  void runForeach(const std::vector<CMakeCommand> &Commands, size_t Begin, size_t End,
                  CMakeScope &S);
  void runCommand(const CMakeCommand &Command, CMakeScope &S);
  bool runVariableCommand(llvm::StringRef Name, std::vector<std::string> &Args, CMakeScope &S);
  bool runFolderCommand(llvm::StringRef Name, const std::vector<std::string> &Args, CMakeScope &S);
  /// function(name parameter ...) and macro(...): kept for their calls.
  void define(const std::vector<CMakeCommand> &Commands, size_t Begin, size_t End, CMakeScope &S);
  bool call(const std::string &Name, const std::vector<std::string> &Args, CMakeScope &S);
  void setVariable(std::vector<std::string> Args, CMakeScope &S);
  bool isWithoutFlags(const CMakeCommand &Command) const;
  void include(const std::string &Name, CMakeScope &S);

  std::map<std::string, Function> Functions; ///< and macros, of the project
  bool Returning = false;                    ///< return() was met
  unsigned Calls = 0;                        ///< of the project's functions, one in the other
};

} // namespace cu2cl

#endif
