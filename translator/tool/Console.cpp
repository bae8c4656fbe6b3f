// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/Console.h"
#include "core/report/Advice.h"
#include "project/intake/FolderScan.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

namespace cu2cl {

using llvm::outs;
using llvm::raw_ostream;
using llvm::StringRef;

std::function<void(unsigned, unsigned)> progressOnTerminal(bool Quiet) {
  if (Quiet || !llvm::sys::Process::StandardErrIsDisplayed())
    return {};
  static std::mutex Lock;
  return [](unsigned Done, unsigned All) {
    if (All < 4)
      return;
    std::lock_guard<std::mutex> Guard(Lock);
    llvm::errs() << "\rparsed " << Done << " of " << All << (Done == All ? "\n" : "");
  };
}

namespace {

/// At most this many messages on the terminal; the report has all.
constexpr unsigned MostMessages = 60;

const char *representationName(PointerRep Rep) {
  switch (Rep) {
  case PointerRep::Host:
    return "host pointer";
  case PointerRep::ClMem:
    return "cl_mem";
  case PointerRep::Address:
    return "device address";
  case PointerRep::Svm:
    return "address in shared virtual memory";
  }
  llvm_unreachable("another representation");
}

class Printer {
public:
  Printer(const ToolOptions &Options, const PipelineResult &Result, const DiagnosticSink &Sink)
      : Options(Options), Result(Result), All(Sink.all()) {
    llvm::SmallString<128> Here;
    llvm::sys::fs::current_path(Here);
    Current = std::string(Here);
  }

  int run() {
    messages();
    for (const auto &[Pointer, Chain] : Result.Pointers)
      pointer(Pointer, Chain);
    for (const auto &[Title, Text] : Result.Dumps)
      outs() << "--- " << Title << "\n" << Text;
    for (const StepTime &T : Result.Times)
      outs() << llvm::format("%-18s %8.2f s, %.2f s of processors\n", T.Step.c_str(), T.Wall,
                             T.Cpu);
    if (!Result.Usable || (!Options.Pipeline.DryRun && !Result.Written.Written))
      return 2;
    if (!Options.Quiet)
      summary();
    return count(Severity::Error) ? 1 : 0;
  }

private:
  unsigned count(Severity Level) const {
    unsigned N = 0;
    for (const Diagnostic &D : All)
      N += D.severity() == Level;
    return N;
  }

  /// A path as somebody in the current folder would write it.
  std::string shown(StringRef Path) const {
    if (!llvm::sys::path::is_absolute(Path)) // a place in the output
      return shown(Options.Pipeline.Write.OutputDir + "/" + Path.str());
    return isInside(Path, Current) ? relativePath(Path, Current) : Path.str();
  }

  void place(const Place &Where) const {
    if (Where.File.empty())
      return;
    llvm::errs() << shown(Where.File);
    if (Where.Line)
      llvm::errs() << ":" << Where.Line << ":" << Where.Column;
    llvm::errs() << ": ";
  }

  void message(const Diagnostic &D) const {
    place(D.Where);
    raw_ostream &OS = llvm::errs();
    OS << severityName(D.severity()) << ": " << D.text() << " [CU2CL" << D.Number << "]\n";
    for (const RelatedPlace &Other : D.Related) {
      OS << "  ";
      place(Other.Where);
      OS << Other.Text << "\n";
    }
    // Without output there is no report that says what to do.
    if (Options.Verbose || !Result.Usable)
      OS << "  " << adviceOf(D) << "\n";
  }

  void messages() const {
    unsigned Shown = 0, Hidden = 0;
    for (const Diagnostic &D : All) {
      bool Wanted = D.severity() == Severity::Error || Options.Verbose ||
                    (!Options.Quiet && D.severity() == Severity::Approximation);
      if (!Wanted)
        continue;
      if (Shown++ < MostMessages || Options.Verbose)
        message(D);
      else
        ++Hidden;
    }
    if (Hidden)
      llvm::errs() << "... and " << Hidden << " more, all in the report\n";
  }

  void pointer(const ExplainedPointer &Pointer, const std::vector<PointerEvidence> &Chain) const {
    outs() << shown(Pointer.Where.File) << ":" << Pointer.Where.Line << ": " << Pointer.Name
           << (Pointer.Level ? ", level " + std::to_string(Pointer.Level) : "") << ": "
           << representationName(Pointer.Rep) << "\n";
    for (const PointerEvidence &E : Chain)
      outs() << "  " << shown(E.Where.File) << ":" << E.Where.Line << ": " << E.Text << "\n";
  }

  static std::string plural(unsigned N, StringRef One) {
    return std::to_string(N) + " " + One.str() + (N == 1 ? "" : "s");
  }

  void summary() const {
    const ReportData &Report = Result.Report;
    std::string Out = shown(Options.Pipeline.Write.OutputDir);
    outs() << Report.ProjectName << ": " << plural(Result.Translated, "file")
           << " translated, flags from " << Report.FlagSource
           << (Result.Unchanged ? "; nothing has changed since" : "");
    if (Result.Kept != 0)
      outs() << "; " << Result.Kept << " of " << plural(Result.Sources, "source") << " as before";
    outs() << "\n";
    outs() << "  " << plural(count(Severity::Error), "place") << " marked for hand work, "
           << plural(count(Severity::Approximation), "approximation") << ", "
           << plural(count(Severity::Note), "note") << "\n";
    if (Options.Pipeline.DryRun) {
      outs() << "  dry run: nothing was written; " << Out << " would hold\n";
      for (const ReportFile &File : Report.Files)
        for (const ReportFile::Output &Output : File.Outputs)
          outs() << "    " << Output.Path << "\n";
      return;
    }
    outs() << "  output: " << Out << " (" << plural(Result.Written.Files.size(), "file") << ")\n"
           << "  report: " << Out << "/cu2cl-report.html\n";
    if (!Options.Pipeline.Write.KernelsOnly)
      outs() << "  build:  cmake -S " << Out << " -B " << Out << "/build && cmake --build " << Out
             << "/build\n";
  }

  const ToolOptions &Options;
  const PipelineResult &Result;
  std::vector<Diagnostic> All;
  std::string Current;
};

} // namespace

int printResult(const ToolOptions &Options, const PipelineResult &Result,
                const DiagnosticSink &Sink) {
  return Printer(Options, Result, Sink).run();
}

} // namespace cu2cl
