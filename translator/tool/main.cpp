// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The command cu2cl: no logic, only what the user asks and what is answered.
#include "tool/Console.h"
#include "tool/Options.h"
#include "tool/Suite.h"
#include "tool/Tables.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MathExtras.h"
#include <climits>
#include <cstdint>
#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#endif

using namespace cu2cl;

// Effect: what is allocated comes from one region of large pages, where the system has them. Clang's trees are many small
// objects all over; the processor's address translation is a quarter of the run otherwise (docs/performance.md).
static void useLargePages() {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  constexpr size_t Size = size_t(1) << 30, Page = size_t(2) << 20; // reserved, not touched
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_MMAP_MAX, 0); // the reservation, too, becomes part of the heap
  if (void *Heap = malloc(Size)) {
    const uintptr_t Begin = llvm::alignTo(reinterpret_cast<uintptr_t>(Heap), Page);
    madvise(reinterpret_cast<void *>(Begin), Size - 2 * Page, MADV_HUGEPAGE);
    free(Heap);
  }
  mallopt(M_MMAP_MAX, 65536);
#endif
}

int main(int ArgC, char **ArgV) {
  useLargePages();
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
