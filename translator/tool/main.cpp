// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The command cu2cl: no logic, only what the user asks and what is answered.
#include "tool/Console.h"
#include "tool/Options.h"
#include "tool/Suite.h"
#include "tool/Tables.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"

using namespace cu2cl;

int main(int ArgC, char **ArgV) {
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
