// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_BUILDGRAPH_H
#define CU2CL_PROJECT_INTAKE_BUILDGRAPH_H

#include "project/intake/BuildCommand.h"
#include "project/intake/ProjectPaths.h"
#include <map>
#include <set>

namespace cu2cl {

/// Turns the commands of a build into the sources' command lines and the programs. Objects are
/// followed from the command that makes them to the ones that link them, libraries likewise.
class BuildGraph {
public:
  explicit BuildGraph(std::shared_ptr<const ProjectPaths> Paths) : Paths(std::move(Paths)) {}

  /// Adds one command, in the order of the build.
  void add(BuildCommand Command);
  /// Moves the result into \p P (Commands and Targets are appended).
  void finish(Project &P);
  /// Takes over everything of \p Other.
  void append(BuildGraph Other);
  /// Takes over the modules of \p Other, which knows the project by another way.
  void takeModules(BuildGraph &Other);
  /// All sources that some command compiles.
  std::vector<std::string> sources() const;
  /// Tests and install rules, and the options as they were read.
  std::vector<BuildRule> Rules;
  std::vector<std::string> ReadWith;
  std::string Name;                      ///< of the CMake project; of several, the first
  std::vector<GeneratedFiles> Generated; ///< of cmake's run, if there was one
  /// True if some command makes a program or a library.
  bool hasTargets() const { return !Targets.empty(); }
  /// Links the compiled objects to programs as \p Guess has them, which was read from the sources
  /// alone: for build descriptions that only compile.
  void linkLike(const BuildGraph &Guess);
  /// True if some source is CUDA.
  bool hasCuda() const;
  /// True if some source is CUDA, or one in another language calls it.
  bool usesCuda() const;
  const std::shared_ptr<const ProjectPaths> &paths() const { return Paths; }
  const std::string &root() const { return Paths->root(); }
  /// True if a command makes the object \p Path.
  bool makes(const std::string &Path) const { return Objects.count(Path) != 0; }

private:
  struct Object {
    std::string Source;
    ProgramTarget Part;
  };
  /// A source that is compiled into a file which programs load.
  struct Module {
    CompileCommand Command;
    ProgramTarget Part;
  };
  static void addCompiled(ProgramTarget &T, const Object &O);
  void addModule(const BuildCommand &Command, const std::string &Source);
  void placeModules();
  void giveNames(BuildCommand &Command) const;
  void compile(const BuildCommand &Command);
  void link(const BuildCommand &Command);
  /// True if a target is a library of that name.
  bool isBuilt(const std::string &Library) const;
  void addObject(ProgramTarget &T, const std::string &Path);
  std::string nameOfPart(const ProgramTarget &Part, llvm::StringRef Stem) const;
  void addPart(ProgramTarget &T, const Object &O, llvm::StringRef Stem);
  void takeMembers(ProgramTarget &T) const;
  void addTarget(ProgramTarget T);

  std::shared_ptr<const ProjectPaths> Paths;
  std::vector<CompileCommand> Commands;
  std::vector<ProgramTarget> Targets;
  std::set<std::string> Removed; ///< files, since they were made last
  std::vector<Module> Modules;
  std::map<std::string, Object> Objects;        ///< by path of the object
  std::map<std::string, std::string> Libraries; ///< path of a built library to its target's name
};

/// The command line of one source of \p Command.
CompileCommand compileCommandOf(const BuildCommand &Command, const std::string &Source);
/// Adds to \p T what \p Part says: the union of lists, the stricter of two math options.
void mergeTargets(ProgramTarget &T, const ProgramTarget &Part);
/// The include folders of \p T in the order in which they are searched.
std::vector<std::string> foldersOf(const ProgramTarget &T);
/// Adds \p Values to \p List, each once, in order.
void addUnique(std::vector<std::string> &List, const std::vector<std::string> &Values);

} // namespace cu2cl

#endif
