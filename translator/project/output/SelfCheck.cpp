// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Over 400 lines: all checks of an output share its files in memory and the records of earlier
// runs.

#include "project/output/SelfCheck.h"
#include "catalog/Catalog.h"
#include "core/source/Definitions.h"
#include "frontend/Invocation.h"
#include "frontend/LibraryErrors.h"
#include "project/intake/FolderScan.h"
#include "project/output/ClangCheck.h"
#include "project/output/ForkedChecks.h"
#include "project/output/MarkedItems.h"
#include "project/output/ProgramOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ThreadPool.h"
#include <mutex>

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// Where the output seems to lie while it is checked.
const std::string Root = "/cu2cl-output";

/// Stands for headers of libraries that are not translated.
const StringRef LibraryError = "CU2CL_LIBRARY", LibraryText = "#error CU2CL_LIBRARY\n";

/// Files that several threads look into: what changes in a file system while it is looked into is
/// its working folder, so that stays.
class SharedFiles : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;
  std::error_code setCurrentWorkingDirectory(const llvm::Twine &) override { return {}; }
};

class Checker {
public:
  Checker(const Project &P, const Layout &L, const OutputFiles &Files,
          const SelfCheckOptions &Options, DiagnosticSink &Sink)
      : P(P), L(L), Files(Files), Options(Options), Sink(Sink) {
    for (const auto &[Path, Plan] : L.files())
      if (!Files.count(Plan.Host) && !isCudaFile(Path))
        if (auto Buffer = llvm::MemoryBuffer::getFile(Path))
          Untouched.emplace(Root + "/" + Plan.Host, std::move(*Buffer));
    std::set<std::string> Broken, Incomplete;
    for (const Diagnostic &D : Sink.all())
      if (D.severity() == Severity::Error)
        (D.Number == diag::ParseError ? Broken : Incomplete).insert(D.Where.File);
    for (const auto &[Path, Plan] : L.files())
      if (Broken.count(Path))
        FromBroken.insert(Plan.Host);
    for (const auto &[Name, File] : Files) {
      if (Broken.count(File.Origin))
        FromBroken.insert(Name);
      if (Incomplete.count(File.Origin))
        FromIncomplete.insert(Name);
    }
    std::vector<std::string> Names; // a new file may be found before another one
    for (const auto &[Name, File] : Files)
      Names.push_back(Name);
    for (const auto &[Path, Buffer] : Untouched)
      Names.push_back(Path);
    NamesKey = Options.KeyOf(Names);
    Output = outputInMemory();
  }

  CheckRecords run() {
    llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Options.Threads));
    for (const auto &[Name, File] : Files)
      if (File.Kind == OutputFile::Device && path::extension(Name) == ".cl")
        Pool.async([this, Name = Name] { program(Name); });
    Pool.wait();
    if (Files.count("CMakeLists.txt") && haveOpenclHeaders()) // not with --kernels-only
      hosts();
    tell();
    return std::move(Clean);
  }

private:
  void hosts() {
    std::vector<std::pair<const CompileCommand *, const FilePlan *>> Sources;
    std::vector<std::vector<std::string>> New;
    for (const CompileCommand &C : P.Commands) {
      const FilePlan *Plan = L.find(C.File);
      if (!Plan || (!Files.count(Plan->Host) && isCudaFile(C.File)))
        continue;
      Sources.push_back({&C, Plan});
      if (std::vector<std::string> Arguments = hostArguments(C, *Plan); !formerRecord(Arguments))
        New.push_back(std::move(Arguments));
    }
    Ahead = checkForked(
        New, [this](const std::string &Path) { return textOf(Path); }, [this] { return view(); },
        Root, Options.Threads);
    llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Options.Threads));
    for (const auto &[C, Plan] : Sources)
      Pool.async([this, C = C, Plan = Plan] { host(*C, *Plan); });
    Pool.wait();
  }

  /// The text of a file that the port makes of the project.
  std::optional<std::string> textOf(const std::string &Path) const {
    if (auto It = Untouched.find(Path); It != Untouched.end())
      return It->second->getBuffer().str();
    StringRef Name = Path;
    auto It = Name.consume_front(Root + "/") ? Files.find(Name.str()) : Files.end();
    if (It == Files.end() || Name.starts_with("clrt/"))
      return std::nullopt;
    return It->second.Content;
  }

  /// What all parses see beside the machine's files.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> outputInMemory() const {
    auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    Memory->setCurrentWorkingDirectory(Root);
    addHostHeaders(*Memory);
    // The machine may have them, or not; the port does not compile before their uses are gone.
    for (const catalog::Header &H : catalog::headers())
      if (H.Diag)
        Memory->addFile(Root + "/clrt/include/" + H.Name.str(), 0,
                        llvm::MemoryBuffer::getMemBuffer(LibraryText, H.Name));
    for (const auto &[Name, File] : Files)
      Memory->addFile(Root + "/" + Name, 0, llvm::MemoryBuffer::getMemBuffer(File.Content, Name));
    for (const auto &[Path, Buffer] : Untouched)
      Memory->addFileNoOwn(Path, 0, Buffer->getMemBufferRef());
    return Memory;
  }

  /// Each parse has a view of its own: Clang's file systems are not made for several threads.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> view() const {
    auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        llvm::vfs::createPhysicalFileSystem());
    Overlay->pushOverlay(llvm::makeIntrusiveRefCnt<SharedFiles>(Output));
    return Overlay;
  }

  bool haveOpenclHeaders() {
    for (const char *Folder : {"/usr/include", "/usr/local/include"})
      if (fs::exists(llvm::Twine(Folder) + "/CL/cl.h"))
        return true;
    Sink.report({diag::HostFilesNotChecked, {P.Root}, {"there is no CL/cl.h on this machine"}, {}});
    return false;
  }

  /// The hash of a file as a parse sees it.
  std::optional<std::string> hashOf(const std::string &Read) {
    if (StringRef(Read).starts_with(path::parent_path(cudaHeaderRoot())))
      return "part of this tool";
    if (!StringRef(Read).starts_with(Root + "/"))
      return Options.HashOf(Read);
    std::string Path = absolutePath(Read, Root); // without dots
    StringRef Name = StringRef(Path).drop_front(Root.size() + 1);
    {
      std::lock_guard<std::mutex> Guard(Lock);
      if (auto It = Hashes.find(Path); It != Hashes.end())
        return It->second;
    }
    std::string Hash;
    if (auto It = Files.find(Name.str()); It != Files.end())
      Hash = quickHash(It->second.Content);
    if (auto It = Untouched.find(Path); It != Untouched.end())
      Hash = quickHash(It->second->getBuffer());
    std::lock_guard<std::mutex> Guard(Lock);
    return Hashes.emplace(Path, Hash).first->second;
  }

  /// Nothing if a file is not to be relied on.
  std::optional<std::string> keyOf(const std::string &Arguments,
                                   const std::vector<std::string> &Read) {
    std::vector<std::string> Lines = {Arguments, NamesKey};
    for (const std::string &Path : Read) {
      std::optional<std::string> Hash = hashOf(Path);
      if (!Hash)
        return std::nullopt;
      Lines.insert(Lines.end(), {Path, *Hash});
    }
    return Options.KeyOf(Lines);
  }

  /// What the last run found, if the parse would find the same.
  const CheckRecord *formerRecord(const std::vector<std::string> &Arguments) {
    std::string Id = Options.KeyOf(Arguments);
    auto It = Options.Former.find(Id);
    bool Holds = It != Options.Former.end() && keyOf(Id, It->second.Read) == It->second.Key;
    return Holds ? &It->second : nullptr;
  }

  /// Does \p Parse, which gives the files that it read and returns whether it found nothing, unless
  /// it was done for the last run.
  template <typename F> void once(const std::vector<std::string> &Arguments, F Parse) {
    std::string Id = Options.KeyOf(Arguments);
    CheckRecord Record;
    if (const CheckRecord *Former = formerRecord(Arguments)) {
      Record = *Former;
    } else {
      std::set<std::string> Read;
      if (!Parse(Read))
        return;
      Record.Read.assign(Read.begin(), Read.end());
      std::optional<std::string> Key = keyOf(Id, Record.Read);
      if (!Key)
        return;
      Record.Key = *Key;
    }
    std::lock_guard<std::mutex> Guard(Lock);
    Clean.emplace(Id, std::move(Record));
  }

  void report(diag::Id Number, const ClangFinding &Finding) {
    StringRef File = Finding.File, Text = Finding.Text;
    File.consume_front(Root + "/");
    std::string Name = absolutePath(File, "/").substr(1); // "a/../b.cl" is b.cl
    // Said already, about the input; or said by the errors before it.
    if (FromBroken.count(Name) || Text.contains("CU2CL_ERROR") ||
        Text.contains("too many errors") || followsFromMark(Name, Finding))
      return;
    std::lock_guard<std::mutex> Guard(Lock);
    if (FromIncomplete.count(Name) && saysLibrary(Name, Finding))
      return;
    Findings.insert({Name, Finding.Line, Finding.Column, Number, Finding.Text});
  }

  /// Whether \p Finding is about text behind a mark, a type with one, or a name that is declared in
  /// a line with one, of type CU2CL_ERROR_2051 for instance.
  bool followsFromMark(const std::string &Name, const ClangFinding &Finding) const {
    StringRef Unknown = Finding.Text;
    auto File = Files.find(Name);
    if (File == Files.end() || !StringRef(File->second.Content).contains("CU2CL_ERROR_"))
      return false;
    MarkedItems Marked(File->second.Content);
    StringRef Size = Finding.Text;
    if (Marked.isBehindMark(Finding.Line) ||
        (Size.consume_front("'") && Size.contains("' declared as an array with a negative size") &&
         Marked.isMarkedType(Size.take_front(Size.rfind("_has_")))))
      return true;
    if (!Unknown.consume_front("use of undeclared identifier '"))
      return false;
    Unknown = Unknown.split('\'').first;
    StringRef Rest = File->second.Content, Line;
    for (unsigned I = 1; I < Finding.Line; ++I) {
      std::tie(Line, Rest) = Rest.split('\n');
      if (Line.contains("CU2CL_ERROR_") && mentionsWord(Line, Unknown))
        return true;
    }
    return false;
  }

  /// Whether \p Finding is about a library's name, which is marked.
  bool saysLibrary(const std::string &Name, const ClangFinding &Finding) {
    StringRef Rest = Files.find(Name)->second.Content, Line;
    for (unsigned I = 0; I < Finding.Line; ++I)
      std::tie(Line, Rest) = Rest.split('\n');
    LibraryErrors::Verdict V = Libraries.classify(Finding.Text, Name, Finding.Line, Line);
    return V.Number || V.Follows || Line.contains("CU2CL_ERROR");
  }

  /// Reports what was found, in an order that no thread decides. Where something is marked, and
  /// in headers that are not of the output, most of it follows from other errors: a few must do.
  void tell() {
    std::map<std::string, unsigned> Told;
    for (const auto &[Name, Line, Column, Number, Text] : Findings)
      if (++Told[Name] <= 3 || (Files.count(Name) && !FromIncomplete.count(Name)))
        Sink.report({Number, {Name, Line, Column}, {Text}, {}});
  }

  /// SPIR is the target that has every extension and belongs to no vendor. What newer compilers
  /// take for an error is one.
  void program(const std::string &Name) {
    std::vector<std::string> Arguments = {"-x",
                                          "cl",
                                          "-cl-std=CL1.2",
                                          "--target=spir64",
                                          "-Wno-everything",
                                          "-Werror=incompatible-pointer-types",
                                          "-Wno-incompatible-pointer-types-discards-qualifiers",
                                          "-Xclang",
                                          "-fdeclare-opencl-builtins",
                                          "-Xclang",
                                          "-finclude-default-header",
                                          "-I" + Root};
    Arguments.push_back(Root + "/" + Name);
    std::set<std::vector<std::string>> Checked; // targets differ in definitions
    for (const ProgramTarget &T : P.Targets) {
      if (!embedsProgram(T, L, Files, Name))
        continue;
      std::vector<std::string> Definitions = programDefinitions(P, L, Files, Name, &T);
      for (std::string &D : Definitions)
        D = "-D" + D;
      if (Checked.insert(Definitions).second)
        check(Arguments, Definitions);
    }
    if (Checked.empty())
      check(Arguments, {});
  }

  void check(std::vector<std::string> Arguments, const std::vector<std::string> &Definitions) {
    Arguments.insert(Arguments.end() - 1, Definitions.begin(), Definitions.end());
    once(Arguments, [&](std::set<std::string> &Read) {
      bool IsClean = true;
      for (const ClangFinding &Finding : checkWithClang(Arguments, view(), Root, Read))
        if (Finding.IsError) {
          report(diag::OutputDoesNotCompile, Finding);
          IsClean = false;
        }
      return IsClean;
    });
  }

  std::string mapped(StringRef Dir) const {
    std::string Out = outputFolderOf(Dir.str(), P, L);
    return Out.empty() || path::is_absolute(Out) ? Out : absolutePath(Out, Root);
  }

  std::vector<std::string> hostArguments(const CompileCommand &C, const FilePlan &Plan) const {
    std::vector<std::string> Arguments = {"-x", C.Lang == Language::C ? "c" : "c++"};
    bool Standard = false;
    for (size_t I = 0; I < C.Flags.size(); ++I) {
      StringRef Flag = C.Flags[I], Dir = Flag;
      if (Dir.consume_front("-I") || Dir.consume_front("-isystem")) {
        if (std::string Out = mapped(Dir); !Out.empty())
          Arguments.push_back("-I" + Out);
      } else if (Flag == "-include" && I + 1 < C.Flags.size()) {
        const FilePlan *Included = L.find(C.Flags[++I]);
        Arguments.insert(Arguments.end(),
                         {"-include", Included ? Root + "/" + Included->Host : C.Flags[I]});
      } else if (Flag == "-std=c++98" || Flag == "-std=c++03" || Flag == "-std=gnu++98") {
        Arguments.push_back("-std=gnu++11"); // as the CMakeLists.txt says
        Standard = true;
      } else {
        Standard |= Flag.starts_with("-std=");
        Arguments.push_back(Flag.str());
      }
    }
    if (!Standard && C.Lang != Language::C)
      Arguments.push_back("-std=gnu++17");
    if (C.Lang == Language::Cxx)
      Arguments.push_back("-DCLRT_NO_HOST_MATH"); // as the CMakeLists.txt says
    std::vector<std::string> Habits = likeGcc(C.Lang);
    Arguments.insert(Arguments.end(), Habits.begin(), Habits.end());
    Arguments.insert(Arguments.end(), {"-isystem", Root + "/clrt/include", Root + "/" + Plan.Host});
    return Arguments;
  }

  void host(const CompileCommand &C, const FilePlan &Plan) {
    std::vector<std::string> Arguments = hostArguments(C, Plan);
    once(Arguments, [&](std::set<std::string> &Read) {
      auto It = Ahead.find(Arguments);
      if (It == Ahead.end())
        return isClean(checkWithClang(Arguments, view(), Root, Read), C, Read);
      Read = It->second.Read;
      return isClean(It->second.Findings, C, Read);
    });
  }

  /// Whether there is nothing to report of \p Found, what Clang says of the output of \p C.
  bool isClean(const std::vector<ClangFinding> &Found, const CompileCommand &C,
               std::set<std::string> &Read) {
    if (llvm::any_of(Found, [](const ClangFinding &F) {
          return StringRef(F.Text).starts_with(LibraryError);
        }))
      return false; // each use of the library is marked
    bool IsClean = true;
    std::vector<ClangFinding> Warnings;
    for (const ClangFinding &Finding : Found)
      if (Finding.IsError) {
        report(diag::OutputDoesNotCompile, Finding);
        IsClean = false;
      } else {
        Warnings.push_back(Finding);
      }
    if (Warnings.empty())
      return IsClean;
    // Only now is it worth knowing what Clang thinks of the input.
    llvm::StringMap<unsigned> Before;
    for (const ClangFinding &Finding : warningsOfInput(C, Read))
      ++Before[Finding.Text];
    for (const ClangFinding &Finding : Warnings)
      if (Before[Finding.Text] > 0) {
        --Before[Finding.Text];
      } else {
        report(diag::NewWarning, Finding);
        IsClean = false;
      }
    return IsClean;
  }

  std::vector<ClangFinding> warningsOfInput(const CompileCommand &C,
                                            std::set<std::string> &Read) const {
    std::vector<std::string> Arguments = clangArguments(C, Side::Host, {});
    Arguments.erase(Arguments.begin()); // the program's name
    llvm::erase(Arguments, "-w");
    return checkWithClang(Arguments, inputFileSystem(), P.Root, Read);
  }

  const Project &P;
  const Layout &L;
  const OutputFiles &Files;
  const SelfCheckOptions &Options;
  DiagnosticSink &Sink;
  std::string NamesKey;                                                 ///< of all output files
  std::map<std::string, std::unique_ptr<llvm::MemoryBuffer>> Untouched; ///< by path
  std::set<std::string> FromBroken;     ///< output of files that Clang cannot parse
  std::set<std::string> FromIncomplete; ///< output of files in which something is marked
  LibraryErrors Libraries;
  std::mutex Lock;
  std::map<std::string, std::string> Hashes;              ///< of output files, by path
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Output; ///< all its files, in memory
  CheckAnswers Ahead; ///< of parses that share what they include
  CheckRecords Clean;
  std::set<std::tuple<std::string, unsigned, unsigned, diag::Id, std::string>> Findings;
};

} // namespace

CheckRecords selfCheck(const Project &P, const Layout &L, const OutputFiles &Files,
                       const SelfCheckOptions &Options, DiagnosticSink &Sink) {
  return Checker(P, L, Files, Options, Sink).run();
}

} // namespace cu2cl
