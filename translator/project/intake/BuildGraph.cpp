// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/BuildGraph.h"
#include "project/intake/FolderScan.h"
#include "project/intake/Intake.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace path = llvm::sys::path;

void addUnique(std::vector<std::string> &List, const std::vector<std::string> &Values) {
  for (const std::string &Value : Values)
    if (!llvm::is_contained(List, Value))
      List.push_back(Value);
}

CompileCommand compileCommandOf(const BuildCommand &Command, const std::string &Source) {
  CompileCommand C;
  C.File = Source;
  C.Directory = Command.Directory;
  C.Flags = Command.Flags;
  if (!Command.Arch.empty())
    C.Arch = Command.Arch;
  StringRef Ext = path::extension(Source);
  if (Command.Language == "cu" || (Command.Language.empty() && Ext == ".cu"))
    C.Lang = Language::Cuda;
  else if (Command.Language == "c" ||
           (Command.Language.empty() && Ext == ".c" && (Command.IsC || Command.ByNvcc)))
    C.Lang = Language::C;
  else
    C.Lang = Language::Cxx;
  // One -std serves a whole command line; it must not reach the sources of the other language.
  llvm::erase_if(C.Flags, [&](StringRef Flag) {
    return Flag.starts_with("-std=") && Flag.contains("++") == (C.Lang == Language::C);
  });
  return C;
}

void mergeTargets(ProgramTarget &T, const ProgramTarget &Part) {
  addUnique(T.Definitions, Part.Definitions);
  addUnique(T.IncludeDirs, Part.IncludeDirs);
  addUnique(T.SystemDirs, Part.SystemDirs);
  addUnique(T.Libraries, Part.Libraries);
  addUnique(T.LibraryDirs, Part.LibraryDirs);
  // Pairs ("-include", file) must stay together, so equal lists are merged as a whole.
  if (T.Options != Part.Options)
    addUnique(T.Options, Part.Options);
  if (T.CxxStandard.empty())
    T.CxxStandard = Part.CxxStandard;
  if (T.CStandard.empty())
    T.CStandard = Part.CStandard;
  T.OpenMP |= Part.OpenMP;
  T.Mpi |= Part.Mpi;
  T.Threads |= Part.Threads;
  T.DriverApi |= Part.DriverApi;
  T.Math.FastMath |= Part.Math.FastMath;
  T.Math.FlushDenormals |= Part.Math.FlushDenormals;
  T.Math.PreciseDivide &= Part.Math.PreciseDivide;
  T.Math.PreciseSqrt &= Part.Math.PreciseSqrt;
  T.Math.Contract &= Part.Math.Contract;
}

std::vector<std::string> foldersOf(const ProgramTarget &T) {
  std::vector<std::string> Folders;
  for (const std::string &Dir : T.IncludeDirs)
    if (!llvm::is_contained(T.SystemDirs, Dir)) // compilers search what is both as the latter
      addUnique(Folders, {Dir});
  addUnique(Folders, T.SystemDirs);
  return Folders;
}

void BuildGraph::compile(const BuildCommand &Command) {
  for (const std::string &Source : Command.Sources) {
    if (!Command.ModuleExtension.empty()) {
      addModule(Command, Source);
      continue;
    }
    Commands.push_back(compileCommandOf(Command, Source));
    std::string Path = Command.Output;
    if (Path.empty() || Command.Sources.size() > 1)
      Path = absolutePath((path::stem(Source) + ".o").str(), Command.OutputFolder);
    Objects[Path] = {Source, Command.Part};
  }
}

void BuildGraph::addCompiled(ProgramTarget &T, const Object &O) {
  addUnique(T.Sources, {O.Source});
  ProgramTarget Part = O.Part;
  T.SourceFolders[O.Source] = foldersOf(Part);
  // What differs between the objects of a program belongs to the source alone.
  T.SourceDefinitions[O.Source] = Part.Definitions;
  Part.Definitions.clear();
  mergeTargets(T, Part);
}

void BuildGraph::addModule(const BuildCommand &Command, const std::string &Source) {
  Module M{compileCommandOf(Command, Source), Command.Part};
  std::string File = path::filename(Command.Output).str();
  if (File.empty() || Command.Sources.size() > 1)
    File = (path::stem(Source) + "." + Command.ModuleExtension).str();
  M.Command.ModuleFiles = {File};
  // The same for another architecture is one module by another name.
  for (Module &Other : Modules)
    if (Other.Command.File == Source && Other.Command.Flags == M.Command.Flags) {
      addUnique(Other.Command.ModuleFiles, {File});
      return;
    }
  Modules.push_back(std::move(M));
}

void BuildGraph::takeModules(BuildGraph &Other) {
  for (Module &M : Other.Modules)
    Modules.push_back(std::move(M));
  Other.Modules.clear();
}

/// Modules go into the programs that call the driver, which find them there: in those that link it,
/// else in all.
void BuildGraph::placeModules() {
  auto LinksDriver = [](const ProgramTarget &T) {
    return T.Kind != ProgramKind::StaticLibrary && T.DriverApi;
  };
  bool IsTold = llvm::any_of(Targets, LinksDriver);
  for (const Module &M : Modules) {
    for (ProgramTarget &T : Targets)
      if (IsTold ? LinksDriver(T) : T.Kind == ProgramKind::Executable)
        addCompiled(T, {M.Command.File, M.Part});
    auto Same = llvm::find_if(Commands, [&](const CompileCommand &C) {
      return C.File == M.Command.File && C.Flags == M.Command.Flags && C.Lang == M.Command.Lang;
    });
    if (Same == Commands.end())
      Commands.push_back(M.Command);
    else
      addUnique(Same->ModuleFiles, M.Command.ModuleFiles);
  }
  Modules.clear();
}

/// Returns a name that no other library has: objects of several folders may have one name.
std::string BuildGraph::nameOfPart(const ProgramTarget &Part, StringRef Stem) const {
  for (unsigned N = 1;; ++N) {
    std::string Name = (Stem + "_objects").str() + (N > 1 ? "_" + std::to_string(N) : "");
    auto Taken = llvm::find_if(Targets, [&](const ProgramTarget &T) { return T.Name == Name; });
    if (Taken == Targets.end() ||
        (Taken->Sources == Part.Sources && Taken->SourceDefinitions == Part.SourceDefinitions))
      return Name;
  }
}

/// Adds \p O, whose source \p T compiles with other definitions, as a library of its own: a target
/// of the port compiles a source once.
void BuildGraph::addPart(ProgramTarget &T, const Object &O, StringRef Stem) {
  ProgramTarget Part;
  Part.Kind = ProgramKind::StaticLibrary;
  addCompiled(Part, O);
  Part.Name = nameOfPart(Part, Stem);
  addUnique(T.Libraries, {Part.Name});
  addUnique(T.PartLibraries, {Part.Name});
  addTarget(std::move(Part));
}

/// Returns true for what a link takes as it is: an archive, a shared library, an object of Windows.
static bool isLibraryFile(StringRef Path) {
  StringRef Ext = path::extension(Path);
  return Ext == ".a" || Ext == ".obj" || path::filename(Path).contains(".so");
}

void BuildGraph::addObject(ProgramTarget &T, const std::string &Path) {
  if (auto Found = Objects.find(Path); Found != Objects.end()) {
    const Object &O = Found->second;
    if (llvm::is_contained(T.Sources, O.Source) &&
        T.SourceDefinitions[O.Source] != O.Part.Definitions)
      addPart(T, O, path::stem(Path));
    else
      addCompiled(T, O);
    return;
  }
  if (auto Found = Libraries.find(Path); Found != Libraries.end())
    addUnique(T.Libraries, {Found->second});
  else if (isLibraryFile(Path) && llvm::sys::fs::exists(Path))
    addUnique(T.Libraries, {Path});
}

bool BuildGraph::isBuilt(const std::string &Library) const {
  return llvm::any_of(Libraries, [&](const auto &L) { return L.second == Library; });
}

void BuildGraph::link(const BuildCommand &Command) {
  ProgramTarget T = Command.Part;
  T.Definitions.clear();
  bool Archive = Command.Does == BuildCommand::Action::Archive;
  if (Archive)
    T.Kind = ProgramKind::StaticLibrary;
  for (const std::string &Source : Command.Sources) {
    Commands.push_back(compileCommandOf(Command, Source));
    addUnique(T.Sources, {Source});
    T.SourceDefinitions[Source] = Command.Part.Definitions;
    T.SourceFolders[Source] = foldersOf(Command.Part);
  }
  for (const std::string &Path : Command.Objects)
    addObject(T, Path);
  if (T.Sources.empty())
    return;
  // What the project builds may need any other library.
  llvm::stable_sort(T.Libraries, [&](const std::string &A, const std::string &B) {
    return isBuilt(A) && !isBuilt(B);
  });
  std::string Output =
      Command.Output.empty() ? absolutePath("a.out", Command.Directory) : Command.Output;
  StringRef Name = path::filename(Output);
  if (T.Kind != ProgramKind::Executable) {
    Name = Name.take_until([](char C) { return C == '.'; });
    if (Name != "lib")
      Name.consume_front("lib");
  } else if (path::extension(Name) == ".exe" || path::extension(Name) == ".out" ||
             path::extension(Name) == ".x") {
    Name = path::stem(Name);
  }
  T.Name = path::filename(Output) == "a.out" ? path::stem(T.Sources.front()).str() : Name.str();
  if (isInside(Output, root()))
    T.Directory = relativePath(path::parent_path(Output), root());
  if (T.Directory == ".")
    T.Directory.clear();
  if (T.Kind != ProgramKind::Executable)
    Libraries[Output] = T.Name;
  if (Command.AddsMembers && !Removed.erase(Output))
    takeMembers(T);
  addTarget(std::move(T));
}

/// Adds to archive \p T what an earlier command of its name has put into it and this one has not.
void BuildGraph::takeMembers(ProgramTarget &T) const {
  for (const ProgramTarget &Old : Targets) {
    if (Old.Name != T.Name || Old.Directory != T.Directory || Old.Kind != T.Kind)
      continue;
    addUnique(T.Sources, Old.Sources);
    T.SourceDefinitions.insert(Old.SourceDefinitions.begin(), Old.SourceDefinitions.end());
    T.SourceFolders.insert(Old.SourceFolders.begin(), Old.SourceFolders.end());
    addUnique(T.PartLibraries, Old.PartLibraries);
    mergeTargets(T, Old);
  }
}

void BuildGraph::addTarget(ProgramTarget T) {
  // The same program built twice (all: debug release) counts once, with the last flags.
  llvm::erase_if(Targets, [&](const ProgramTarget &Old) {
    return Old.Name == T.Name && Old.Directory == T.Directory && Old.Kind == T.Kind;
  });
  Targets.push_back(std::move(T));
}

/// Puts the project's names for what the build calls by others.
void BuildGraph::giveNames(BuildCommand &Command) const {
  auto Name = [&](std::string &Path) { Path = Paths->named(Path); };
  Name(Command.Directory);
  Name(Command.Output);
  Name(Command.OutputFolder);
  ProgramTarget &T = Command.Part;
  for (auto *List : {&Command.Sources, &Command.Objects, &T.IncludeDirs, &T.SystemDirs,
                     &T.LibraryDirs, &T.Options})
    llvm::for_each(*List, Name);
  for (std::string &Flag : Command.Flags)
    for (StringRef Option : {"-I", "-isystem", ""})
      if (StringRef(Flag).starts_with((Option + "/").str()))
        Flag = Option.str() + Paths->named(StringRef(Flag).drop_front(Option.size()));
}

void BuildGraph::add(BuildCommand Command) {
  if (Command.OutputFolder.empty())
    Command.OutputFolder = Command.Directory;
  giveNames(Command);
  if (Command.Does == BuildCommand::Action::Compile)
    compile(Command);
  else if (Command.Does == BuildCommand::Action::Remove)
    Removed.insert(Command.Objects.begin(), Command.Objects.end());
  else
    link(Command);
}

void BuildGraph::linkLike(const BuildGraph &Guess) {
  for (const ProgramTarget &Like : Guess.Targets) {
    ProgramTarget T;
    T.Name = Like.Name;
    T.Kind = Like.Kind;
    T.Directory = Like.Directory;
    T.OpenMP = Like.OpenMP;
    T.Mpi = Like.Mpi;
    T.Threads = Like.Threads;
    for (const auto &[Path, O] : Objects)
      if (llvm::is_contained(Like.Sources, O.Source) && !llvm::is_contained(T.Sources, O.Source))
        addObject(T, Path);
    if (!T.Sources.empty())
      Targets.push_back(std::move(T));
  }
}

static bool isSame(const CompileCommand &A, const CompileCommand &B) {
  return std::tie(A.File, A.Directory, A.Flags, A.Lang, A.Arch) ==
         std::tie(B.File, B.Directory, B.Flags, B.Lang, B.Arch);
}

static bool isSame(const ProgramTarget &A, const ProgramTarget &B) {
  return std::tie(A.Name, A.Kind, A.Directory, A.Sources) ==
         std::tie(B.Name, B.Kind, B.Directory, B.Sources);
}

/// A description may be read by two ways: as one of a folder, and by a command in another.
template <typename T> static void addNew(std::vector<T> &To, T &More) {
  if (llvm::none_of(To, [&](const T &There) { return isSame(There, More); }))
    To.push_back(std::move(More));
}

void BuildGraph::append(BuildGraph Other) {
  for (CompileCommand &C : Other.Commands)
    addNew(Commands, C);
  for (ProgramTarget &T : Other.Targets)
    addNew(Targets, T);
  takeModules(Other);
  for (BuildRule &R : Other.Rules)
    Rules.push_back(std::move(R));
  for (GeneratedFiles &G : Other.Generated)
    Generated.push_back(std::move(G));
  addUnique(ReadWith, Other.ReadWith);
  if (Name.empty())
    Name = Other.Name;
}

std::vector<std::string> BuildGraph::sources() const {
  std::vector<std::string> Sources;
  for (const CompileCommand &C : Commands)
    Sources.push_back(C.File);
  for (const Module &M : Modules)
    Sources.push_back(M.Command.File);
  return Sources;
}

bool BuildGraph::hasCuda() const {
  return !Modules.empty() ||
         llvm::any_of(Commands, [](const CompileCommand &C) { return C.Lang == Language::Cuda; });
}

bool BuildGraph::usesCuda() const {
  ScanCache Cache;
  auto Includes = [&](const CompileCommand &C) {
    return llvm::any_of(Cache.filesOf(C), [&](const std::string &F) {
      return isInside(F, root()) && Cache.scan(F).UsesCuda;
    });
  };
  return hasCuda() || llvm::any_of(Commands, Includes);
}

/// Definitions that all sources of a target share belong to the target.
static void shareDefinitions(ProgramTarget &T) {
  if (T.SourceDefinitions.empty())
    return;
  std::vector<std::string> Common = T.SourceDefinitions.begin()->second;
  for (const std::string &Source : T.Sources) {
    const auto &Own = T.SourceDefinitions[Source];
    llvm::erase_if(Common, [&](const std::string &D) { return !llvm::is_contained(Own, D); });
  }
  addUnique(T.Definitions, Common);
  for (auto It = T.SourceDefinitions.begin(); It != T.SourceDefinitions.end();) {
    llvm::erase_if(It->second, [&](const std::string &D) { return llvm::is_contained(Common, D); });
    It = It->second.empty() ? T.SourceDefinitions.erase(It) : std::next(It);
  }
}

void BuildGraph::finish(Project &P) {
  placeModules();
  P.Rules.insert(P.Rules.end(), Rules.begin(), Rules.end());
  P.Generated.insert(P.Generated.end(), Generated.begin(), Generated.end());
  addUnique(P.ReadWith, ReadWith);
  P.Name = Name;
  P.Commands.insert(P.Commands.end(), Commands.begin(), Commands.end());
  for (ProgramTarget &T : Targets) {
    shareDefinitions(T);
    P.Targets.push_back(std::move(T));
  }
}

} // namespace cu2cl
