// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/Project.h"
#include "project/intake/Intake.h"
#include "project/intake/MacroValueTags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

bool isReadable(const std::string &Path) {
  llvm::Expected<fs::file_t> File = fs::openNativeFileForRead(Path);
  if (!File) {
    llvm::consumeError(File.takeError());
    return false;
  }
  fs::closeFile(*File);
  return true;
}

/// Reads inputs into a project, step by step; each step may find the input unusable.
class Intake {
public:
  Intake(const IntakeOptions &Options, DiagnosticSink &Sink) : Options(Options), Sink(Sink) {}

  std::optional<Project> run() {
    if (!resolveInputs() || !collectFiles())
      return std::nullopt;
    findNames();
    BuildGraph Graph(Paths);
    for (const std::string &Folder : Folders)
      visit(Folder, Graph);
    for (const std::string &File : SingleFiles)
      describe(path::parent_path(File).str(), Graph);
    readRest(Graph);
    Graph.finish(P);
    restrictToInputs();
    if (!checkSources())
      return std::nullopt;
    applyUserFlags(P, Options, Sink);
    checkDefaultStreams();
    for (CompileCommand &C : P.Commands)
      orderFolders(C, P.Root);
    sortOut();
    markDefinitions(P);
    return std::move(P);
  }

private:
  bool resolveInputs() {
    bool Fine = true;
    for (const std::string &Input : Options.Inputs) {
      std::string Path = absolutePath(Input, "");
      if (!fs::exists(Path)) {
        Sink.report({diag::InputNotFound, {Path}, {}, {}});
        Fine = false;
      } else if (fs::is_directory(Path)) {
        Folders.push_back(Path);
      } else {
        SingleFiles.push_back(Path);
      }
    }
    for (const std::string &Path : Folders)
      widenRoot(Path);
    for (const std::string &Path : SingleFiles)
      widenRoot(path::parent_path(Path).str());
    return Fine;
  }

  /// The root is the innermost folder that holds all inputs.
  void widenRoot(const std::string &Folder) {
    if (P.Root.empty())
      P.Root = Folder;
    while (!isInside(Folder, P.Root))
      P.Root = path::parent_path(P.Root).str();
  }

  bool collectFiles() {
    for (const std::string &Folder : Folders) {
      std::error_code EC;
      if (fs::directory_iterator(Folder, EC) == fs::directory_iterator() && !EC) {
        Sink.report({diag::EmptyFolder, {Folder}, {}, {}});
        return false;
      }
      FolderFiles Some = scanFolder(Folder, Sink);
      append(Files.Sources, Some.Sources);
      append(Files.Headers, Some.Headers);
      append(Files.BuildFiles, Some.BuildFiles);
      append(Files.Others, Some.Others);
    }
    for (const std::string &File : SingleFiles) {
      Files.Sources.push_back(File);
      std::set<std::string> Included;
      Cache.closure(File, {}, Included);
      for (const std::string &Path : Included)
        if (isInside(Path, P.Root))
          (isSourceFile(Path) ? Files.Sources : Files.Headers).push_back(Path);
    }
    bool Fine = true;
    for (auto *List : {&Files.Sources, &Files.Headers, &Files.BuildFiles, &Files.Others}) {
      llvm::sort(*List);
      List->erase(std::unique(List->begin(), List->end()), List->end());
      for (const std::string &Path : *List)
        if (!isReadable(Path)) {
          Sink.report({diag::UnreadableInput, {Path}, {"permission denied"}, {}});
          Fine = false;
        }
    }
    return Fine && !Sink.hasErrors();
  }

  void findNames() {
    auto All = std::make_shared<ProjectPaths>(P.Root);
    for (const auto *List : {&Files.Sources, &Files.Headers, &Files.BuildFiles})
      All->addFolders(*List);
    Paths = std::move(All);
  }

  static void append(std::vector<std::string> &To, const std::vector<std::string> &From) {
    To.insert(To.end(), From.begin(), From.end());
  }

  /// Reads the build description of one folder. \returns true if it builds CUDA.
  bool describe(const std::string &Folder, BuildGraph &Graph) {
    if (!Described.insert(Folder).second)
      return false;
    BuildGraph Own(Paths);
    DiagnosticSink Notes;
    std::optional<std::string> Used;
    FlagSource Kind = FlagSource::CompileCommands;
    if ((Used = readCompileCommands(Folder, Own, Notes))) {
      if (!Own.hasTargets()) {
        BuildGraph Guess(Paths);
        readSources(Own.sources(), Files, P.Root, commandLineMacros(Options), Guess);
        Own.linkLike(Guess);
      }
    } else {
      Kind = FlagSource::Makefile;
      Used = readMakefile(Folder, Options, Copy, Own, Notes);
    }
    if (!Used) {
      Kind = FlagSource::CMakeLists;
      Used = readCMakeLists(Folder, Options, Own, Notes);
      if (!Own.Generated.empty())
        Kind = FlagSource::ConfiguredCMake;
    }
    if (!Used) {
      Kind = FlagSource::Script;
      Used = readScripts(Folder, Files, Own, Notes);
    }
    for (const Diagnostic &D : Notes.all())
      Sink.report(D);
    if (!Used) {
      noteUnusable(Folder, Notes);
      return false;
    }
    if (P.FlagFile.empty()) {
      P.Source = Kind;
      P.FlagFile = *Used;
    }
    if (Kind != FlagSource::Script) // which need not build everything
      DescribedBy[Folder] = *Used;
    for (const std::string &Source : Own.sources())
      Covered.insert(Source);
    Graph.append(std::move(Own));
    return true;
  }

  /// Keeps why the build files of \p Folder cannot be used, for the case that its sources are
  /// guessed at.
  void noteUnusable(const std::string &Folder, const DiagnosticSink &Notes) {
    for (const Diagnostic &D : Notes.all())
      if ((D.Number == diag::UnusableBuildDescription || D.Number == diag::MakeDryRunWithoutCuda) &&
          !D.Arguments.empty())
        Unusable[Folder].emplace(D.Where.File, D.Arguments[0]);
    std::string Lists = Folder + "/CMakeLists.txt";
    if (llvm::is_contained(Files.BuildFiles, Lists))
      Unusable[Folder].emplace(Lists, "it builds no CUDA source");
  }

  /// \p Rest: sources that are read as they are. Where a build file should have told about them,
  /// the port may be built otherwise than the user thinks.
  void reportUnusable(const std::vector<std::string> &Rest) {
    for (const auto &[Folder, Reasons] : Unusable)
      if (llvm::any_of(Rest, [&, Folder = Folder](const std::string &Source) {
            return isInside(Source, Folder) && (isCudaFile(Source) || Cache.scan(Source).UsesCuda);
          }))
        for (const auto &[File, Why] : Reasons)
          Sink.report({diag::GuessedBuild, {File}, {Why}, {}});
  }

  /// Reads the build description of \p Folder, and those below it for what it does not build.
  void visit(const std::string &Folder, BuildGraph &Graph) {
    describe(Folder, Graph);
    std::set<std::string> Children;
    for (const std::string &Source : Files.Sources)
      if (!Covered.count(Source) && isInside(Source, Folder) &&
          (path::extension(Source) == ".cu" || Cache.scan(Source).UsesCuda))
        Children.insert(childOf(Source, Folder));
    for (const std::string &Child : Children) {
      auto HasFile = [&](const std::vector<std::string> &List, StringRef Extension) {
        return llvm::any_of(List, [&](const std::string &Path) {
          return isInside(Path, Child) && StringRef(Path).ends_with(Extension);
        });
      };
      if (!Child.empty() && (HasFile(Files.BuildFiles, "") || HasFile(Files.Others, ".sh")))
        visit(Child, Graph);
    }
  }

  /// The folder directly below \p Folder on the way to \p Path; empty if there is none.
  static std::string childOf(const std::string &Path, const std::string &Folder) {
    size_t Slash = Path.find('/', Folder.size() + 1);
    return Slash == std::string::npos ? "" : Path.substr(0, Slash);
  }

  /// Sources that no description builds: read as they are, unless a description leaves them out.
  void readRest(BuildGraph &Graph) {
    std::set<std::string> Included;
    for (const std::string &Source : Files.Sources)
      Cache.closure(Source, {}, Included);
    std::vector<std::string> Rest;
    for (const std::string &Source : Files.Sources) {
      if (Covered.count(Source))
        continue;
      const std::string *By = describedBy(Source);
      if (!By || llvm::is_contained(SingleFiles, Source))
        Rest.push_back(Source);
      else if (path::extension(Source) == ".cu" && !Included.count(Source))
        Sink.report({diag::NotPartOfBuild, {Source}, {path::filename(*By).str()}, {}});
    }
    reportUnusable(Rest);
    if (!Rest.empty())
      readSources(Rest, Files, P.Root, commandLineMacros(Options), Graph);
  }

  const std::string *describedBy(const std::string &Source) const {
    for (const auto &[Folder, File] : DescribedBy)
      if (isInside(Source, Folder))
        return &File;
    return nullptr;
  }

  /// With files as inputs, only they are built, and what their flags let them include comes along.
  void restrictToInputs() {
    if (!Folders.empty())
      return;
    auto Foreign = [&](const std::string &S) { return !llvm::is_contained(SingleFiles, S); };
    llvm::erase_if(P.Commands, [&](const CompileCommand &C) { return Foreign(C.File); });
    for (ProgramTarget &T : P.Targets)
      llvm::erase_if(T.Sources, Foreign);
    llvm::erase_if(P.Targets, [](const ProgramTarget &T) { return T.Sources.empty(); });
    for (const CompileCommand &C : P.Commands)
      for (const std::string &Path : Cache.filesOf(C)) {
        std::vector<std::string> &List = isSourceFile(Path) ? Files.Sources : Files.Headers;
        if (isInside(Path, P.Root) && !llvm::is_contained(List, Path))
          List.push_back(Path);
      }
  }

  bool checkSources() {
    std::set<std::string> Missing;
    bool Cuda = false;
    for (const CompileCommand &C : P.Commands) {
      if (!fs::exists(C.File))
        Missing.insert(C.File);
      else
        Cuda |= C.Lang == Language::Cuda || Cache.scan(C.File).UsesCuda;
    }
    for (const std::string &Path : Missing)
      Sink.report({diag::MissingBuildInput, {Path}, {describeFlagSource(P)}, {}});
    llvm::erase_if(P.Commands, [&](const CompileCommand &C) { return Missing.count(C.File); });
    for (ProgramTarget &T : P.Targets)
      llvm::erase_if(T.Sources, [&](const std::string &S) { return Missing.count(S); });
    if (!Cuda)
      reportNoCuda();
    return Cuda;
  }

  /// Says that nothing of the project is CUDA, or that the build description leaves that out.
  void reportNoCuda() {
    const std::string Where =
        Options.Inputs.size() == 1 ? absolutePath(Options.Inputs[0], "") : P.Root;
    const auto Left = llvm::find_if(Files.Sources, [this](const std::string &Source) {
      return path::extension(Source) == ".cu" && describedBy(Source);
    });
    if (Left == Files.Sources.end())
      return Sink.report({diag::NoCudaSource, {Where}, {}, {}});
    const std::string By = path::filename(*describedBy(*Left)).str();
    Sink.report({diag::CudaNotBuilt, {Where}, {By, relativePath(*Left, P.Root)}, {}});
  }

  /// One kind of default stream holds for the whole port.
  void checkDefaultStreams() {
    auto IsPerThread = [](const CompileCommand &C) {
      return llvm::any_of(C.Flags, [](StringRef Flag) {
        return Flag.contains("CUDA_API_PER_THREAD_DEFAULT_STREAM");
      });
    };
    std::set<std::string> Others;
    for (const CompileCommand &C : P.Commands)
      if (!IsPerThread(C) && (C.Lang == Language::Cuda || Cache.scan(C.File).UsesCuda))
        Others.insert(C.File);
    if (llvm::any_of(P.Commands, IsPerThread))
      for (const std::string &File : Others)
        Sink.report({diag::MixedDefaultStreams, {File}, {}, {}});
  }

  void sortOut() {
    auto Key = [](const CompileCommand &C) { return std::tie(C.File, C.Flags, C.Arch, C.Lang); };
    llvm::stable_sort(P.Commands, [&](auto &A, auto &B) { return Key(A) < Key(B); });
    P.Commands.erase(std::unique(P.Commands.begin(), P.Commands.end(),
                                 [&](auto &A, auto &B) { return Key(A) == Key(B); }),
                     P.Commands.end());
    llvm::stable_sort(P.Targets, [](const ProgramTarget &A, const ProgramTarget &B) {
      return std::tie(A.Directory, A.Name) < std::tie(B.Directory, B.Name);
    });
    std::set<std::string> Built;
    for (const CompileCommand &C : P.Commands)
      Built.insert(C.File);
    P.Headers = std::move(Files.Headers);
    P.OtherFiles = std::move(Files.Others);
    P.BuildFiles = std::move(Files.BuildFiles);
    for (const std::string &Source : Files.Sources)
      if (!Built.count(Source))
        (isCudaFile(Source) ? P.Headers : P.OtherFiles).push_back(Source);
    for (const GeneratedFiles &G : P.Generated) {
      for (const std::string &Path : G.Headers)
        if (!Built.count(Path))
          P.Headers.push_back(Path);
      for (const auto &[Path, InBuild] : G.Data)
        if (!llvm::is_contained(P.OtherFiles, Path))
          P.OtherFiles.push_back(Path);
    }
    llvm::sort(P.Headers);
    llvm::sort(P.OtherFiles);
  }

  const IntakeOptions &Options;
  DiagnosticSink &Sink;
  Project P;
  FolderFiles Files;
  ScanCache Cache;
  std::vector<std::string> Folders, SingleFiles;
  std::shared_ptr<const ProjectPaths> Paths;
  std::unique_ptr<ProjectCopy> Copy; ///< for make
  /// By folder: build files that cannot be used, and why.
  std::map<std::string, std::map<std::string, std::string>> Unusable;
  std::set<std::string> Described, Covered;
  std::map<std::string, std::string> DescribedBy; ///< folder to build file
};

} // namespace

std::optional<Project> readProject(const IntakeOptions &Options, DiagnosticSink &Sink) {
  return Intake(Options, Sink).run();
}

std::optional<std::string> placeInOutput(const Project &P, StringRef Path) {
  for (const GeneratedFiles &G : P.Generated)
    if (isInside(Path, G.Folder)) {
      std::string Inside = absolutePath(relativePath(Path, G.Folder), "/" + G.Place).substr(1);
      return Inside.empty() ? "." : Inside;
    }
  if (isInside(Path, P.Root))
    return relativePath(Path, P.Root);
  return std::nullopt;
}

std::string describeFlagSource(const Project &P) {
  switch (P.Source) {
  case FlagSource::CompileCommands:
    return "compile_commands.json";
  case FlagSource::Makefile:
    return "Makefile (dry run)";
  case FlagSource::ConfiguredCMake:
    return "CMakeLists.txt (configured by cmake)";
  case FlagSource::CMakeLists:
    return "CMakeLists.txt";
  case FlagSource::Script:
    return path::filename(P.FlagFile).str();
  case FlagSource::Folder:
    return "the folder itself";
  }
  llvm_unreachable("another source of flags");
}

} // namespace cu2cl
