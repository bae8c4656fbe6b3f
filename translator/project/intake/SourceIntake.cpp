// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/Intake.h"
#include "project/intake/KnownLibraries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

const SourceScan &ScanCache::scan(const std::string &Path) {
  auto [It, New] = Scans.try_emplace(Path);
  std::string Text;
  if (New && readFile(Path, Text))
    It->second = scanSource(Text);
  return It->second;
}

void ScanCache::closure(const std::string &Path, const std::vector<std::string> &Dirs,
                        std::set<std::string> &Into) {
  for (const WrittenInclude &I : scan(Path).Includes) {
    std::vector<std::string> Candidates;
    if (!I.Angled)
      Candidates.push_back(absolutePath(I.Spelled, path::parent_path(Path)));
    for (const std::string &Dir : Dirs)
      Candidates.push_back(absolutePath(I.Spelled, Dir));
    for (const std::string &Candidate : Candidates) {
      if (!fs::exists(Candidate) || fs::is_directory(Candidate))
        continue;
      if (Into.insert(Candidate).second)
        closure(Candidate, Dirs, Into);
      break;
    }
  }
}

std::set<std::string> ScanCache::filesOf(const CompileCommand &Command) {
  std::vector<std::string> Dirs;
  for (StringRef Flag : Command.Flags)
    if (Flag.consume_front("-I") || Flag.consume_front("-isystem"))
      Dirs.push_back(Flag.str());
  std::set<std::string> Files = {Command.File};
  closure(Command.File, Dirs, Files);
  return Files;
}

namespace {

/// Guesses programs and include folders from the text of the sources.
class SourceReader {
public:
  SourceReader(const std::vector<std::string> &Sources, const FolderFiles &Files,
               const std::string &Root, const std::set<std::string> &Macros, BuildGraph &Graph)
      : Sources(Sources), Files(Files), Root(Root), Macros(Macros), Graph(Graph) {}

  void run() {
    for (const std::string &Source : Sources)
      Dirs[Source] = includeDirs(Source);
    std::set<std::string> Included;
    for (const std::string &Source : Sources)
      Cache.closure(Source, Dirs[Source], Included);
    for (const std::string &Source : Sources)
      if (!Included.count(Source))
        Units.push_back(Source);
    Included.insert(Sources.begin(), Sources.end());
    for (const std::string &File : Included)
      Macros.insert(Cache.scan(File).Macros.begin(), Cache.scan(File).Macros.end());
    std::set<std::string> Linked;
    for (const std::string &Unit : Units)
      if (Cache.scan(Unit).HasMain)
        program(Unit, Linked);
    // What no program uses is still analysed, as a library of its folder.
    std::map<std::string, std::vector<std::string>> Rest;
    for (const std::string &Unit : Units)
      if (!Linked.count(Unit))
        Rest[path::parent_path(Unit).str()].push_back(Unit);
    for (const auto &[Folder, Members] : Rest)
      library(Folder, Members);
  }

private:
  /// Folders that make every include of \p Source findable, as short a list as possible.
  std::vector<std::string> includeDirs(const std::string &Source) {
    std::vector<std::string> Found;
    std::set<std::string> Seen;
    std::vector<std::string> Work = {Source};
    while (!Work.empty()) {
      std::string Path = Work.back();
      Work.pop_back();
      if (!Seen.insert(Path).second)
        continue;
      for (const WrittenInclude &I : Cache.scan(Path).Includes)
        if (std::string Header = find(I, Path, Found); !Header.empty())
          Work.push_back(Header);
    }
    return Found;
  }

  /// The file of an include; adds its folder to \p Dirs if that is needed to find it.
  std::string find(const WrittenInclude &I, const std::string &From,
                   std::vector<std::string> &Dirs) {
    std::string Beside = absolutePath(I.Spelled, path::parent_path(From));
    if (!I.Angled && fs::exists(Beside))
      return Beside;
    for (const std::string &Dir : Dirs)
      if (std::string Path = absolutePath(I.Spelled, Dir); fs::exists(Path))
        return Path;
    std::string Tail = absolutePath(I.Spelled, "/");
    std::string Best;
    for (const auto *List : {&Files.Headers, &Files.Sources})
      for (const std::string &Candidate : *List)
        if (StringRef(Candidate).ends_with(Tail) &&
            (Best.empty() || distance(From, Candidate) < distance(From, Best)))
          Best = Candidate;
    if (!Best.empty())
      Dirs.push_back(Best.substr(0, Best.size() - Tail.size()));
    return Best;
  }

  /// Steps in the folder tree between two files.
  static size_t distance(StringRef A, StringRef B) {
    return StringRef(relativePath(B, path::parent_path(A))).count('/');
  }

  using NameSet = std::set<std::string> SourceScan::*;
  /// The names of one kind in \p Unit and in what it includes.
  std::set<std::string> namesOf(const std::string &Unit, NameSet Kind) {
    std::set<std::string> Names, Closure = {Unit};
    Cache.closure(Unit, Dirs[Unit], Closure);
    for (const std::string &Path : Closure) {
      const std::set<std::string> &Some = Cache.scan(Path).*Kind;
      Names.insert(Some.begin(), Some.end());
    }
    return Names;
  }

  /// Adds to \p Names the members `A::f` that others have and whose A and f are in it.
  void addMembers(std::set<std::string> &Names, NameSet Kind) {
    std::set<std::string> Members;
    for (const std::string &Other : Units)
      for (const std::string &Name : Cache.scan(Other).*Kind)
        if (auto [Class, Member] = StringRef(Name).split("::");
            !Member.empty() && Names.count(Class.str()) && Names.count(Member.str()))
          Members.insert(Name);
    Names.insert(Members.begin(), Members.end());
  }

  /// The functions that \p Unit may need from others: a method's `A::f` if it uses A and f.
  std::set<std::string> functionsFor(const std::string &Unit) {
    std::set<std::string> Names = namesOf(Unit, &SourceScan::Uses);
    addMembers(Names, &SourceScan::Defines);
    return Names;
  }

  /// The variables that \p Unit may need from others: those that it declares `extern`, and static
  /// members `A::x` if it uses A and x. Of other names too many are local.
  std::set<std::string> variablesFor(const std::string &Unit) {
    std::set<std::string> Names = namesOf(Unit, &SourceScan::Uses);
    addMembers(Names, &SourceScan::Variables);
    std::set<std::string> Externs = namesOf(Unit, &SourceScan::Externs);
    for (auto It = Names.begin(); It != Names.end();)
      It = Externs.count(*It) || StringRef(*It).contains("::") ? std::next(It) : Names.erase(It);
    return Names;
  }

  /// A program of the file \p Main: like a linker, adds the nearest unit that defines a name that
  /// is used and not yet defined, until nothing is added.
  void program(const std::string &Main, std::set<std::string> &Linked) {
    std::vector<std::string> Members = {Main};
    SourceScan Defined; // of all members
    auto Define = [&](const std::string &Unit) {
      for (NameSet Kind : {&SourceScan::Defines, &SourceScan::Variables}) {
        std::set<std::string> More = namesOf(Unit, Kind);
        (Defined.*Kind).insert(More.begin(), More.end());
      }
    };
    auto Add = [&](const std::set<std::string> &Names, NameSet Kind) {
      for (const std::string &Name : Names) {
        if ((Defined.*Kind).count(Name))
          continue;
        std::string Best = definer(Name, Kind, Main);
        if (Best.empty() || llvm::is_contained(Members, Best))
          continue;
        Members.push_back(Best);
        Define(Best);
      }
    };
    Define(Main);
    for (size_t I = 0; I < Members.size(); ++I) {
      Add(functionsFor(Members[I]), &SourceScan::Defines);
      Add(variablesFor(Members[I]), &SourceScan::Variables);
    }
    Linked.insert(Members.begin(), Members.end());
    bool Cuda = llvm::any_of(Members, [&](const std::string &M) {
      return path::extension(M) == ".cu" || Cache.scan(M).UsesCuda;
    });
    if (Cuda)
      add(Members, path::stem(Main).str(), path::parent_path(Main).str(), ProgramKind::Executable);
  }

  std::string definer(const std::string &Name, NameSet Kind, const std::string &For) {
    std::string Best;
    for (const std::string &Unit : Units) {
      const SourceScan &S = Cache.scan(Unit);
      if (!S.HasMain && (S.*Kind).count(Name) &&
          (Best.empty() || distance(For, Unit) < distance(For, Best)))
        Best = Unit;
    }
    return Best;
  }

  void library(const std::string &Folder, const std::vector<std::string> &Members) {
    if (llvm::any_of(Members, [](StringRef M) { return path::extension(M) == ".cu"; }))
      add(Members, path::filename(Folder).str(), Folder, ProgramKind::StaticLibrary);
  }

  void add(const std::vector<std::string> &Members, const std::string &Name,
           const std::string &Folder, ProgramKind Kind) {
    BuildCommand Link;
    Link.Directory = Folder;
    Link.Part.Kind = Kind;
    Link.Output = Folder + "/" + Name;
    if (Kind == ProgramKind::StaticLibrary)
      Link.Does = BuildCommand::Action::Archive;
    for (const std::string &Member : Members) {
      BuildCommand C;
      C.Does = BuildCommand::Action::Compile;
      C.Directory = Root;
      C.Sources = {Member};
      C.ByNvcc = true;
      C.Output = Member + "." + Name + ".o"; // only links this command to the one below
      for (const std::string &Dir : Dirs[Member])
        C.Flags.push_back("-I" + Dir);
      C.Part.IncludeDirs = Dirs[Member];
      std::set<std::string> Closure = {Member};
      Cache.closure(Member, Dirs[Member], Closure);
      bool HasOpenMPHeader = false;
      for (const std::string &Path : Closure)
        for (const WrittenInclude &I : Cache.scan(Path).Includes) {
          addUnique(C.Part.Libraries, librariesOfHeader(I.Spelled));
          HasOpenMPHeader |= I.Spelled == "omp.h";
        }
      const std::set<std::string> &Uses = Cache.scan(Member).Uses;
      auto Function = Uses.lower_bound("omp_"); // of OpenMP's library, if the source uses any
      C.Part.OpenMP =
          HasOpenMPHeader && Function != Uses.end() && StringRef(*Function).starts_with("omp_");
      if (C.Part.OpenMP)
        C.Flags.push_back("-fopenmp");
      C.Part.Mpi = isUsed(Member, "MPI_Init") || isUsed(Member, "MPI_Comm_rank");
      C.Part.Threads = Uses.count("pthread_create") || Uses.count("thread");
      Graph.add(C);
      Link.Objects.push_back(C.Output);
    }
    Graph.add(Link);
  }

  /// Returns true if \p Name is in \p Unit where the project or the command line may let it.
  bool isUsed(const std::string &Unit, const std::string &Name) {
    const SourceScan &S = Cache.scan(Unit);
    auto Under = S.UsedUnder.find(Name);
    return S.Uses.count(Name) && (Under == S.UsedUnder.end() || Macros.count(Under->second));
  }

  const std::vector<std::string> &Sources;
  const FolderFiles &Files;
  const std::string &Root;
  std::set<std::string> Macros; ///< defined on the command line or by some file
  BuildGraph &Graph;
  ScanCache Cache;
  std::vector<std::string> Units;
  std::map<std::string, std::vector<std::string>> Dirs;
};

} // namespace

void readSources(const std::vector<std::string> &Sources, const FolderFiles &Files,
                 const std::string &Root, const std::set<std::string> &Macros, BuildGraph &Graph) {
  SourceReader(Sources, Files, Root, Macros, Graph).run();
}

} // namespace cu2cl
