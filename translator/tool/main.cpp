// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The command cu2cl: no logic, only what the user asks and what is answered.
#include "tool/Console.h"
#include "tool/Optimize.h"
#include "tool/Options.h"
#include "tool/Suite.h"
#include "tool/Tables.h"
#include "tool/Tune.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <csignal>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace cu2cl;

/// Parsing takes memory in small pieces and hands back little before the end: fewer and larger
/// requests to the system save a twentieth of a run.
static void takeMemoryInLargePieces() {
#ifdef __GLIBC__
  mallopt(M_TOP_PAD, 64 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

/// One message, and the status of an input that is too large here.
static void sayOutOfMemory() {
  static std::atomic_flag Said = ATOMIC_FLAG_INIT; // by another thread
  static const char Text[] = "cu2cl: out of memory; with -j1 it needs less\n";
  if (!Said.test_and_set())
    (void)!::write(STDERR_FILENO, Text, sizeof Text - 1);
  ::_exit(2);
}

/// A failure to print does not concern the port, but whoever reads the output should know.
static int endOutput(int Status) {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return Status;
  std::error_code Error = llvm::outs().error();
  llvm::outs().clear_error();
  if (Error == std::errc::broken_pipe) // who reads has read enough
    return Status;
  llvm::errs() << "cu2cl: cannot write to the standard output: " << Error.message() << "\n";
  return 2;
}

static int run(int ArgC, char **ArgV) {
  llvm::ArrayRef<const char *> Words(ArgV + 1, ArgC > 0 ? ArgC - 1 : 0);
  llvm::StringRef First = Words.empty() ? "" : Words[0];
  if (First == "explain")
    return explainDiagnostics(Words.drop_front());
  if (First == "query")
    return queryCatalog(Words.drop_front());
  if (First == "tune")
    return tunePort(ArgC, ArgV, llvm::sys::fs::getMainExecutable(ArgV[0], nullptr));
  if (First == "optimize")
    return optimizeFile(ArgC, ArgV);
  int ExitStatus = 0;
  std::optional<ToolOptions> Options = parseOptions(ArgC, ArgV, ExitStatus);
  if (!Options)
    return ExitStatus;
  if (Options->Each)
    return runSuite(*Options, llvm::sys::fs::getMainExecutable(ArgV[0], nullptr));
  Options->Pipeline.Progress = progressOnTerminal(Options->Quiet);
  DiagnosticSink Sink;
  PipelineResult Result = runPipeline(Options->Pipeline, Sink);
  return printResult(*Options, Result, Sink);
}

int main(int ArgC, char **ArgV) {
  takeMemoryInLargePieces();
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { sayOutOfMemory(); });
  llvm::InitLLVM Init(ArgC, ArgV);
  // A reader that goes away ends nothing half-way; make and cmake do not inherit this.
  ::signal(SIGPIPE, [](int) {});
  return endOutput(run(ArgC, ArgV));
}
