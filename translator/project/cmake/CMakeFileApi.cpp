// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/cmake/CMakeFileApi.h"
#include "project/intake/FolderScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace json = llvm::json;
namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

std::string usablePath(const CMakeRun &Run, StringRef Path) {
  std::string OfProject = Run.inProject(Path);
  if (isInside(Path, Run.build()))
    return fs::exists(Path) ? Path.str() : OfProject;
  if (!isInside(Path, Run.copy()) || fs::exists(OfProject))
    return OfProject;
  std::string Added = Run.added() + "/" + relativePath(Path, Run.copy());
  return fs::exists(Added) ? Added : OfProject;
}

namespace {

StringRef textOf(const json::Object &O, StringRef Key) { return O.getString(Key).value_or(""); }

/// The objects of the array \p Key; none if there is no such array.
std::vector<const json::Object *> objectsOf(const json::Object &O, StringRef Key) {
  std::vector<const json::Object *> Result;
  if (const json::Array *Items = O.getArray(Key))
    for (const json::Value &Item : *Items)
      if (const json::Object *Object = Item.getAsObject())
        Result.push_back(Object);
  return Result;
}

struct ApiTarget {
  json::Object Text;
  std::string Name, Kind, Output;   ///< the absolute path of what is built
  std::vector<std::string> Objects; ///< of its sources, in their order
  bool IsLinked = false;            ///< its objects: to another target
};

class AnswerReader {
public:
  AnswerReader(CMakeRun &Run, BuildGraph &Graph, DiagnosticSink &Sink)
      : Run(Run), Graph(Graph), Sink(Sink), Where{Run.project() + "/CMakeLists.txt"} {}

  std::optional<std::string> read(unsigned Seconds) {
    if (!load())
      return "its File API does not say which targets there are";
    std::vector<ShellCommand> Calls;
    if (!readFindCudaScripts(Run, Seconds, Calls))
      return Run.failure();
    bool AsksForNvcc = Calls.empty() || mentionsNvcc();
    for (ShellCommand &Call : Calls) {
      if (!AsksForNvcc)
        llvm::erase(Call.Words, "-DNVCC"); // of FindCUDA, not of the project
      scriptCall(Call);
    }
    for (ApiTarget &T : Targets)
      compile(T);
    for (ApiTarget &T : Targets)
      takeObjects(T);
    for (bool Executables : {false, true})
      for (ApiTarget &T : Targets)
        if ((T.Kind == "EXECUTABLE") == Executables)
          link(T);
    return Failure.empty() ? std::nullopt : std::optional(Failure);
  }

private:
  std::optional<json::Object> parse(StringRef Name) {
    std::string Text;
    if (!readFile(Run.build() + "/.cmake/api/v1/reply/" + Name.str(), Text))
      return std::nullopt;
    llvm::Expected<json::Value> Value = json::parse(Text);
    if (!Value) {
      llvm::consumeError(Value.takeError());
      return std::nullopt;
    }
    json::Object *Object = Value->getAsObject();
    return Object ? std::optional(std::move(*Object)) : std::nullopt;
  }

  /// The newest index names the codemodel, which names the targets.
  bool load() {
    std::string Newest;
    std::error_code EC;
    for (fs::directory_iterator I(Run.build() + "/.cmake/api/v1/reply", EC), E; I != E && !EC;
         I.increment(EC))
      if (StringRef Name = path::filename(I->path()); Name.starts_with("index-"))
        Newest = std::max(Newest, Name.str());
    std::optional<json::Object> Index = parse(Newest), Model;
    if (Index)
      for (const json::Object *O : objectsOf(*Index, "objects"))
        if (textOf(*O, "kind") == "codemodel")
          Model = parse(textOf(*O, "jsonFile"));
    if (!Model)
      return false;
    std::vector<const json::Object *> Builds = objectsOf(*Model, "configurations");
    if (Builds.empty())
      return false;
    for (const json::Object *Listed : objectsOf(*Builds[0], "targets"))
      if (std::optional<json::Object> Text = parse(textOf(*Listed, "jsonFile")))
        add(std::move(*Text));
    sortByDependence();
    return true;
  }

  void add(json::Object Text) {
    ApiTarget T;
    T.Name = textOf(Text, "name").str();
    T.Kind = textOf(Text, "type").str();
    std::vector<const json::Object *> Files = objectsOf(Text, "artifacts");
    if (T.Kind == "OBJECT_LIBRARY" || Files.empty())
      T.Output = outputPath(("lib" + T.Name + ".a"));
    else
      T.Output = outputPath(textOf(*Files[0], "path"));
    T.Text = std::move(Text);
    if (llvm::StringSwitch<bool>(T.Kind)
            .Cases("EXECUTABLE", "STATIC_LIBRARY", "SHARED_LIBRARY", "MODULE_LIBRARY", true)
            .Case("OBJECT_LIBRARY", true)
            .Default(false))
      Targets.push_back(std::move(T));
  }

  /// A target comes after those that it links.
  void sortByDependence() {
    std::map<std::string, size_t> ById;
    for (size_t I = 0; I < Targets.size(); ++I)
      ById[textOf(Targets[I].Text, "id").str()] = I;
    std::vector<size_t> Order;
    std::vector<bool> Seen(Targets.size());
    auto Visit = [&](auto &Self, size_t I) -> void {
      if (Seen[I])
        return;
      Seen[I] = true;
      for (const json::Object *D : objectsOf(Targets[I].Text, "dependencies"))
        if (auto Found = ById.find(textOf(*D, "id").str()); Found != ById.end())
          Self(Self, Found->second);
      Order.push_back(I);
    };
    for (size_t I = 0; I < Targets.size(); ++I)
      Visit(Visit, I);
    std::vector<ApiTarget> Sorted;
    for (size_t I : Order)
      Sorted.push_back(std::move(Targets[I]));
    Targets = std::move(Sorted);
  }

  /// A built file has its path in the build folder as its path in the project, as if it were built
  /// there: the port's build folder has the same order.
  std::string outputPath(StringRef Path) const {
    std::string Whole = absolutePath(Path, Run.build());
    if (isInside(Whole, Run.build()))
      return absolutePath(relativePath(Whole, Run.build()), Run.project());
    return Run.inProject(Whole);
  }

  std::string sourcePath(StringRef Path) const {
    return usablePath(Run, absolutePath(Path, Run.copy()));
  }

  static Words split(StringRef Text) {
    Words Result;
    for (const ShellCommand &C : splitShellLine(Text, "/"))
      Result.insert(Result.end(), C.Words.begin(), C.Words.end());
    return Result;
  }

  /// A word of a command line with the project's paths for those of the copy.
  std::string word(StringRef Word) const {
    size_t At = Word.find(Run.copy());
    if (At == StringRef::npos || Word.starts_with("-D"))
      return Run.inProject(Word);
    return Word.take_front(At).str() + usablePath(Run, Word.substr(At));
  }

  void addIncludes(const json::Object &Group, Words &Flags) const {
    for (const json::Object *I : objectsOf(Group, "includes")) {
      std::string Path = absolutePath(textOf(*I, "path"), Run.copy());
      std::string Flag = I->getBoolean("isSystem").value_or(false) ? "-isystem" : "-I";
      Flags.push_back(Flag + usablePath(Run, Path));
      if (isInside(Path, Run.copy()) && !isInside(Path, Run.build()))
        if (std::string More = Run.added() + "/" + relativePath(Path, Run.copy()); fs::exists(More))
          Flags.push_back(Flag + More);
    }
  }

  Words flagsOf(const json::Object &Group) const {
    Words Flags;
    bool Standard = false;
    for (const json::Object *F : objectsOf(Group, "compileCommandFragments"))
      for (const std::string &W : split(textOf(*F, "fragment"))) {
        Flags.push_back(word(W));
        Standard |= StringRef(W).starts_with("-std=");
        Standard |= StringRef(W).starts_with("--std=");
      }
    for (const json::Object *D : objectsOf(Group, "defines"))
      Flags.push_back("-D" + Run.inProject(textOf(*D, "define")));
    addIncludes(Group, Flags);
    // Where the compiler's default is the standard that is wanted, CMake passes nothing.
    const json::Object *Wanted = Group.getObject("languageStandard");
    if (Wanted && !Standard)
      Flags.push_back((textOf(Group, "language") == "C" ? "-std=c" : "-std=c++") +
                      textOf(*Wanted, "standard").str());
    return Flags;
  }

  void compile(ApiTarget &T) {
    std::vector<const json::Object *> Groups = objectsOf(T.Text, "compileGroups");
    std::vector<const json::Object *> Sources = objectsOf(T.Text, "sources");
    for (size_t I = 0; I < Sources.size(); ++I) {
      std::string Written = absolutePath(textOf(*Sources[I], "path"), Run.copy());
      auto Group = Sources[I]->getInteger("compileGroupIndex");
      if (StringRef(Written).contains("/Unity/unity_"))
        Failure = "it compiles several sources of " + T.Name + " as one (UNITY_BUILD)";
      if (!Group && path::extension(Written) == ".o")
        T.Objects.push_back(Written);
      if (!Group || size_t(*Group) >= Groups.size())
        continue;
      StringRef Language = textOf(*Groups[*Group], "language");
      BuildCommand C;
      C.Language = llvm::StringSwitch<std::string>(Language)
                       .Case("CUDA", "cu")
                       .Case("CXX", "c++")
                       .Case("C", "c")
                       .Default("");
      std::string Source = sourcePath(Written);
      if (C.Language.empty()) {
        Sink.report({diag::InputLeftOut, {Source}, {Language.str() + " is not translated"}, {}});
        continue;
      }
      std::string Kept = C.Language;
      C.Directory = Run.project();
      C.ByNvcc = Language == "CUDA";
      C.IsC = Language == "C";
      applyOptions(flagsOf(*Groups[*Group]), C.ByNvcc, Where, C, Sink);
      C.Does = BuildCommand::Action::Compile;
      C.Language = Kept;
      C.Sources = {Source};
      C.Output = Run.temporary("objects/" + T.Name + "/" + std::to_string(I) + ".o");
      Graph.add(C);
      T.Objects.push_back(C.Output);
    }
  }

  /// True if a file of the project has the word NVCC, which FindCUDA defines.
  bool mentionsNvcc() const {
    DiagnosticSink Unused;
    FolderFiles Files = scanFolder(Run.project(), Unused);
    const llvm::Regex Word("(^|[^A-Za-z0-9_])NVCC($|[^A-Za-z0-9_])");
    std::string Text;
    for (const auto *List : {&Files.Sources, &Files.Headers})
      for (const std::string &File : *List)
        if (readFile(File, Text) && StringRef(Text).contains("NVCC") && Word.match(Text))
          return true;
    return false;
  }

  /// A call of nvcc by a script of FindCUDA; the objects that it makes are sources of targets.
  void scriptCall(ShellCommand &Call) {
    for (std::string &W : Call.Words)
      if (!StringRef(W).ends_with(".o")) // the objects are known by their paths in the copy
        W = word(W);
    if (auto C = parseBuildCommand(Call, Where, Sink)) {
      C->Does = BuildCommand::Action::Compile;
      Graph.add(*C);
    }
  }

  /// The objects of object libraries are listed among the sources of their users.
  void takeObjects(ApiTarget &T) {
    std::vector<std::string> Objects;
    for (const std::string &Object : T.Objects) {
      auto Folder = llvm::find_if(Targets, [&](const ApiTarget &L) {
        return L.Kind == "OBJECT_LIBRARY" && L.Name != T.Name &&
               StringRef(Object).contains("/CMakeFiles/" + L.Name + ".dir/");
      });
      if (Folder == Targets.end() || !isInside(Object, Run.build())) {
        if (!Graph.makes(Object) && !StringRef(Object).ends_with("_intermediate_link.o"))
          Sink.report(
              {diag::InputLeftOut, {Run.inProject(Object)}, {"built by an unknown compiler"}, {}});
        Objects.push_back(Object);
        continue;
      }
      Folder->IsLinked = true;
      addUnique(Objects, Folder->Objects);
    }
    T.Objects = std::move(Objects);
  }

  void link(ApiTarget &T) {
    if (T.Objects.empty() || T.IsLinked)
      return;
    BuildCommand C;
    C.Directory = Run.project();
    C.Objects = T.Objects;
    C.Output = T.Output;
    if (T.Kind == "STATIC_LIBRARY" || T.Kind == "OBJECT_LIBRARY") {
      C.Does = BuildCommand::Action::Archive;
      C.Part.Kind = ProgramKind::StaticLibrary;
    } else if (T.Kind != "EXECUTABLE") {
      C.Part.Kind = ProgramKind::SharedLibrary;
    }
    Words Flags;
    const json::Object *Link = T.Text.getObject("link");
    if (Link)
      for (const json::Object *F : objectsOf(*Link, "commandFragments"))
        for (const std::string &W : split(textOf(*F, "fragment")))
          linked(W, /*ByProject=*/F->get("backtrace") != nullptr, buildFolderOf(T), C, Flags);
    C.ByNvcc = Link && textOf(*Link, "language") == "CUDA";
    applyOptions(Flags, C.ByNvcc, Where, C, Sink);
    Graph.add(C);
  }

  /// The folder that the words of the link command are relative to.
  std::string buildFolderOf(const ApiTarget &T) const {
    const json::Object *Paths = T.Text.getObject("paths");
    return absolutePath(Paths ? textOf(*Paths, "build") : ".", Run.build());
  }

  /// A library is named once, after all that need it.
  static void addLast(Words &Flags, const std::string &Flag) {
    llvm::erase(Flags, Flag);
    Flags.push_back(Flag);
  }

  /// A word of a link command: an option, or a library by its path.
  void linked(StringRef Word, bool ByProject, const std::string &From, BuildCommand &C,
              Words &Flags) {
    // What CMake adds for mixed languages, for the CUDA runtime and for its platform.
    static const std::set<StringRef> OfCMake = {
        "-lcudadevrt", "-lcudart_static", "-lcudart", "-lrt",     "-lpthread", "-ldl",
        "-lc",         "-lgcc",           "-lgcc_s",  "-lstdc++", "-rdynamic"};
    if (Word.starts_with("-Wl,-B") || (!ByProject && OfCMake.count(Word)))
      return;
    if (Word.starts_with("-"))
      return addLast(Flags, word(Word));
    StringRef Name = path::filename(Word);
    std::string Path = absolutePath(Word, From);
    bool OfSystem = isInside(Path, "/usr") || isInside(Path, "/lib") || isInside(Path, "/lib64");
    if (Name.starts_with("lib") && (OfSystem || isInside(Path, Run.toolkit()))) {
      Name = Name.drop_front(3);
      Name = Name.take_front(std::min(Name.find(".so"), Name.rfind(".a")));
      addLast(Flags, "-l" + Name.str());
    } else if (isInside(Path, Run.build())) {
      C.Objects.push_back(outputPath(Path));
    } else {
      C.Objects.push_back(usablePath(Run, Path));
    }
  }

  CMakeRun &Run;
  BuildGraph &Graph;
  DiagnosticSink &Sink;
  Place Where;
  std::vector<ApiTarget> Targets;
  std::string Failure;
};

} // namespace

std::optional<std::string> readCMakeAnswer(CMakeRun &Run, unsigned Seconds, BuildGraph &Graph,
                                           DiagnosticSink &Sink) {
  return AnswerReader(Run, Graph, Sink).read(Seconds);
}

} // namespace cu2cl
