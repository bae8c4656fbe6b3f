// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/Suite.h"
#include "project/intake/FolderScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// One project of the suite and what became of it.
struct Member {
  std::string Input, Output, Name;
  size_t Sources = 0; ///< their number is about what the translation costs
  int Status = 2;
  unsigned Files = 0, Marked = 0;
  std::string First; ///< the first error
};

std::string textOf(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

/// The sub-folders with CUDA sources, by name.
std::vector<Member> findMembers(const std::string &Folder, const std::string &OutputDir) {
  std::vector<Member> Members;
  std::error_code Error;
  for (fs::directory_iterator It(Folder, Error), End; !Error && It != End; It.increment(Error)) {
    std::string Path = It->path();
    StringRef Name = path::filename(Path);
    if (!fs::is_directory(Path) || Name.starts_with("."))
      continue;
    DiagnosticSink Unused;
    std::vector<std::string> Sources = scanFolder(Path, Unused).Sources;
    if (llvm::none_of(Sources, isCudaFile))
      continue;
    Member M;
    M.Sources = Sources.size();
    M.Input = Path;
    M.Name = Name.str();
    M.Output = OutputDir + "/" + M.Name;
    Members.push_back(std::move(M));
  }
  llvm::sort(Members, [](const Member &A, const Member &B) { return A.Name < B.Name; });
  return Members;
}

std::vector<std::string> argumentsFor(const ToolOptions &Options, const Member &M,
                                      unsigned Threads) {
  const PipelineOptions &P = Options.Pipeline;
  std::vector<std::string> Words = {"cu2cl",  M.Input, "-o",
                                    M.Output, "-j",    std::to_string(Threads)};
  auto Flag = [&](bool On, const char *Word) {
    if (On)
      Words.push_back(Word);
  };
  Flag(P.Write.Force, "--force");
  Flag(P.Write.KernelsOnly, "--kernels-only");
  Flag(!P.Check, "--no-check");
  Flag(!P.Intake.RunCMake, "--no-cmake");
  Flag(P.DryRun, "--dry-run");
  Flag(P.CountRules, "--count-rules");
  Flag(Options.Quiet, "--quiet");
  Flag(Options.Verbose, "--verbose");
  if (!P.Frontend.CudaPath.empty())
    Words.push_back("--cuda-path=" + P.Frontend.CudaPath);
  for (const std::string &Target : P.Targets)
    Words.push_back("--target=" + Target);
  for (const std::string &Setting : P.Intake.CMakeSettings)
    Words.push_back("--cmake-define=" + Setting);
  for (const std::string &Variable : P.Intake.MakeVariables)
    Words.push_back("--make-variable=" + Variable);
  for (const std::string &Target : P.Intake.MakeTargets)
    Words.push_back("--make-target=" + Target);
  for (const std::vector<std::string> &Flags : P.Intake.Configurations)
    Words.push_back("--config=" + llvm::join(Flags, " "));
  Words.push_back("--");
  Words.insert(Words.end(), P.Intake.ExtraFlags.begin(), P.Intake.ExtraFlags.end());
  return Words;
}

/// Counts from the report that the run has written, and the first error from what it printed.
void readOutcome(Member &M, const std::string &Log) {
  llvm::SmallVector<StringRef, 32> Lines;
  StringRef(Log).split(Lines, '\n');
  for (StringRef Line : Lines)
    if (M.First.empty() && Line.contains("error: "))
      M.First = Line.substr(Line.find("error: ") + 7).str();
  if (M.Status < 0 || M.Status > 2)
    M.First = "cu2cl broke off: " + (Lines.empty() ? std::string() : Lines.front().str());
  auto Report = llvm::json::parse(textOf(M.Output + "/cu2cl-report.json"));
  if (!Report) {
    llvm::consumeError(Report.takeError());
    return;
  }
  const llvm::json::Object *Root = Report->getAsObject();
  if (const llvm::json::Array *Files = Root ? Root->getArray("files") : nullptr)
    M.Files = Files->size();
  if (const llvm::json::Array *Messages = Root ? Root->getArray("diagnostics") : nullptr)
    for (const llvm::json::Value &Message : *Messages)
      if (const llvm::json::Object *O = Message.getAsObject())
        M.Marked += O->getString("severity") == "error";
}

void runMember(const ToolOptions &Options, const std::string &Program, unsigned Threads,
               Member &M) {
  llvm::SmallString<128> LogPath;
  if (fs::createTemporaryFile("cu2cl-each", "log", LogPath)) {
    M.First = "no temporary file can be made";
    return;
  }
  std::vector<std::string> Words = argumentsFor(Options, M, Threads);
  std::vector<StringRef> Arguments(Words.begin(), Words.end());
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(LogPath), StringRef(LogPath)};
  std::string Error;
  M.Status = llvm::sys::ExecuteAndWait(Program, Arguments, std::nullopt, Redirects, 0, 0, &Error);
  std::string Log = Error.empty() ? textOf(LogPath.str().str()) : Error;
  fs::remove(LogPath);
  readOutcome(M, Log);
  if (Options.Verbose)
    llvm::errs() << "== " + M.Name + "\n" + Log;
}

const char *resultOf(const Member &M) {
  return M.Status == 0 ? "translated" : M.Status == 1 ? "marked" : "failed";
}

void printTable(const std::vector<Member> &Members) {
  size_t Width = 7;
  for (const Member &M : Members)
    Width = std::max(Width, M.Name.size());
  llvm::raw_ostream &OS = llvm::outs();
  auto Row = [&](StringRef Name, StringRef Files, StringRef Marked, StringRef Result,
                 StringRef First) {
    OS << Name;
    OS.indent(Width + 2 - Name.size());
    OS << llvm::formatv("{0,5}  {1,6}  {2,-10}", Files, Marked, Result);
    OS << (First.empty() ? "" : "  ") << First.take_front(100) << "\n";
  };
  Row("project", "files", "marked", "result", "first error");
  unsigned Count[3] = {0, 0, 0};
  for (const Member &M : Members) {
    Row(M.Name, std::to_string(M.Files), std::to_string(M.Marked), resultOf(M), M.First);
    ++Count[M.Status == 0 ? 0 : M.Status == 1 ? 1 : 2];
  }
  OS << llvm::formatv("{0} projects: {1} translated, {2} with places marked for hand work, {3} "
                      "failed\n",
                      Members.size(), Count[0], Count[1], Count[2]);
}

} // namespace

int runSuite(const ToolOptions &Options, const std::string &Program) {
  const std::string &Folder = Options.Pipeline.Intake.Inputs.front();
  std::vector<Member> Members =
      findMembers(absolutePath(Folder, ""), Options.Pipeline.Write.OutputDir);
  if (Members.empty()) {
    llvm::errs() << "cu2cl: no sub-folder of " << Folder
                 << " contains CUDA code (see cu2cl --help)\n";
    return 2;
  }
  unsigned AtOnce = std::min<size_t>(Options.Pipeline.Threads, Members.size());
  unsigned Threads = std::max(1u, Options.Pipeline.Threads / AtOnce);
  bool Terminal = !Options.Quiet && llvm::sys::Process::StandardErrIsDisplayed();
  std::mutex Lock;
  size_t Done = 0;
  llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(AtOnce));
  // The largest first: else the last one may run alone.
  std::vector<Member *> Order;
  for (Member &M : Members)
    Order.push_back(&M);
  llvm::stable_sort(Order, [](Member *A, Member *B) { return A->Sources > B->Sources; });
  for (Member *Next : Order)
    Pool.async([&, Next] {
      Member &M = *Next;
      runMember(Options, Program, Threads, M);
      std::lock_guard<std::mutex> Guard(Lock);
      ++Done;
      if (Terminal)
        llvm::errs() << llvm::formatv("[{0}/{1}] {2}: {3}\n", Done, Members.size(), M.Name,
                                      resultOf(M));
    });
  Pool.wait();
  printTable(Members);
  int Worst = 0;
  for (const Member &M : Members)
    Worst = std::max(Worst, M.Status < 0 || M.Status > 2 ? 2 : M.Status);
  return Worst;
}

} // namespace cu2cl
