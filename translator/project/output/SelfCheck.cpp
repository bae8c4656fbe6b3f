// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/SelfCheck.h"
#include "catalog/Catalog.h"
#include "frontend/Invocation.h"
#include "project/intake/FolderScan.h"
#include "project/output/CheckFindings.h"
#include "project/output/CheckedFiles.h"
#include "project/output/ClangCheck.h"
#include "project/output/ForkedChecks.h"
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

const std::string &Root = CheckedFiles::Root;

/// The messages in headers of libraries that are not translated.
const StringRef LibraryError = "CU2CL_LIBRARY";

class Checker {
public:
  Checker(const Project &P, const Layout &L, const OutputFiles &Files,
          const SelfCheckOptions &Options, DiagnosticSink &Sink)
      : P(P), L(L), Files(Files), Options(Options), Sink(Sink), Seen(L, Files),
        Findings(L, Files, Sink),
        // A new file may be found before another one.
        NamesKey(Options.KeyOf(Seen.names())) {}

  CheckRecords run() {
    llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Options.Threads));
    for (const auto &[Name, File] : Files)
      if (File.Kind == OutputFile::Device && path::extension(Name) == ".cl")
        Pool.async([this, Name = Name] { program(Name); });
    Pool.wait();
    if (Files.count("CMakeLists.txt") && haveOpenclHeaders()) // not with --kernels-only
      hosts();
    Findings.tell();
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
        New, [this](const std::string &Path) { return Seen.textOf(Path); },
        [this] { return Seen.view(); }, Root, Options.Threads);
    llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Options.Threads));
    for (const auto &[C, Plan] : Sources)
      Pool.async([this, C = C, Plan = Plan] { host(*C, *Plan); });
    Pool.wait();
  }

  bool haveOpenclHeaders() {
    for (const char *Folder : {"/usr/include", "/usr/local/include"})
      if (fs::exists(llvm::Twine(Folder) + "/CL/cl.h"))
        return true;
    Sink.report({diag::HostFilesNotChecked, {P.Root}, {"there is no CL/cl.h on this machine"}, {}});
    return false;
  }

  /// Nothing if a file is not to be relied on.
  std::optional<std::string> keyOf(const std::string &Arguments,
                                   const std::vector<std::string> &Read) {
    std::vector<std::string> Lines = {Arguments, NamesKey};
    for (const std::string &Path : Read) {
      std::optional<std::string> Hash = Seen.hashOf(Path, Options.HashOf);
      if (!Hash)
        return std::nullopt;
      Lines.insert(Lines.end(), {Path, *Hash});
    }
    return Options.KeyOf(Lines);
  }

  /// Returns what the last run found, if the parse would find the same.
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

  /// The program whose variants \p Name holds: they are built with its options. Else \p Name.
  std::string plainOf(const std::string &Name) const {
    for (const auto &[Plain, File] : Files)
      if (llvm::is_contained(File.Variants, Name))
        return Plain;
    return Name;
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
                                          "-DCLRT_MASKED_WARPS", // also what few devices have
                                          "-DCLRT_CONCURRENT_GROUPS",
                                          "-I" + Root};
    Arguments.push_back(Root + "/" + Name);
    std::set<std::vector<std::string>> Checked; // targets differ in definitions
    const std::string Plain = plainOf(Name);
    for (const ProgramTarget &T : P.Targets) {
      if (!embedsProgram(T, L, Files, Plain))
        continue;
      std::vector<std::string> Definitions = programDefinitions(P, L, Files, Plain, &T);
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
      for (const ClangFinding &Finding : checkWithClang(Arguments, Seen.view(), Root, Read))
        if (Finding.IsError) {
          Findings.add(diag::OutputDoesNotCompile, Finding);
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
        return isClean(checkWithClang(Arguments, Seen.view(), Root, Read), C, Read);
      Read = It->second.Read;
      return isClean(It->second.Findings, C, Read);
    });
  }

  /// Returns true if there is nothing to report of \p Found, what Clang says of the output of \p C.
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
        Findings.add(diag::OutputDoesNotCompile, Finding);
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
        Findings.add(diag::NewWarning, Finding);
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
  CheckedFiles Seen;
  CheckFindings Findings;
  std::string NamesKey; ///< of all output files
  CheckAnswers Ahead;   ///< of parses that share what they include
  std::mutex Lock;
  CheckRecords Clean;
};

} // namespace

CheckRecords selfCheck(const Project &P, const Layout &L, const OutputFiles &Files,
                       const SelfCheckOptions &Options, DiagnosticSink &Sink) {
  return Checker(P, L, Files, Options, Sink).run();
}

} // namespace cu2cl
