// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// __CUDACC__ and __NVCC__ tell files apart that nvcc compiles as CUDA. The port keeps the
// distinction: they become CLRT_CUDA_SOURCE, which every file that was CUDA defines if it matters.
// The guards of CUDA's headers become that of clrt.h.

#include "catalog/Catalog.h"
#include "host/HostUnit.h"

using namespace clang;

namespace cu2cl {

static const char Rule[] = "Conditionals";

static bool isCompilerMacro(StringRef Word) { return Word == "__CUDACC__" || Word == "__NVCC__"; }

/// The guards of the runtime's headers: whether they are included already.
static bool isRuntimeGuard(StringRef Word) {
  return Word == "__DRIVER_TYPES_H__" || Word == "__CUDA_RUNTIME_H__" ||
         Word == "__CUDA_RUNTIME_API_H__";
}

/// Reports a conditional whose other branch, not compiled on the host, uses CUDA: it stays as it
/// is.
static void reportSkipped(HostUnit &U, FileID File) {
  const SourceManager &SM = U.Side.sources();
  for (SourceRange R : U.Side.SkippedRanges) {
    if (SM.getFileID(R.getBegin()) != File)
      continue;
    unsigned Begin = SM.getFileOffset(R.getBegin()), End = SM.getFileOffset(R.getEnd());
    for (const syntax::Token &Token : U.Source.spelledTokens(File)) {
      unsigned At = SM.getFileOffset(Token.location());
      StringRef Word = Token.text(SM);
      if (At < Begin || At >= End || !Word.starts_with("cuda"))
        continue;
      if (catalog::findHostFunction(Word) || catalog::findHostName(Word)) {
        U.report(3009, R.getBegin(), {});
        break;
      }
    }
  }
}

void rewriteConditionals(HostUnit &U) {
  const SourceManager &SM = U.Side.sources();
  bool Matters = false;
  for (FileID File : U.Source.projectFiles()) {
    reportSkipped(U, File);
    for (const syntax::Token &Token : U.Source.spelledTokens(File)) {
      bool IsCompiler = isCompilerMacro(Token.text(SM));
      if (!IsCompiler && !isRuntimeGuard(Token.text(SM)))
        continue;
      unsigned Begin = SM.getFileOffset(Token.location());
      U.Source.add({U.Side.pathOf(Token.location()), Begin, Begin + Token.length(), 0},
                   IsCompiler ? "CLRT_CUDA_SOURCE" : "CLRT_CLRT_H", Rule);
      Matters |= IsCompiler;
    }
  }
  if (!Matters || U.Unit.Command.Lang != Language::Cuda)
    return;
  Edit E;
  E.File = U.Side.pathOf(SM.getLocForStartOfFile(SM.getMainFileID()));
  E.Offset = headOf(U, SM.getMainFileID());
  E.Replacement = "#define CLRT_CUDA_SOURCE\n";
  E.K = Edit::Line;
  E.Rule = Rule;
  U.Source.edits().add(std::move(E));
}

} // namespace cu2cl
