// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The command cu2cl: no logic, only what the user asks and what is answered.
#include "tool/Console.h"
#include "tool/Options.h"
#include "tool/Suite.h"
#include "tool/Tables.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
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

int main(int ArgC, char **ArgV) {
  takeMemoryInLargePieces();
  llvm::InitLLVM Init(ArgC, ArgV);
  llvm::ArrayRef<const char *> Words(ArgV + 1, ArgC > 0 ? ArgC - 1 : 0);
  llvm::StringRef First = Words.empty() ? "" : Words[0];
  if (First == "explain")
    return explainDiagnostics(Words.drop_front());
  if (First == "query")
    return queryCatalog(Words.drop_front());
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
