// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/LineBreaks.h"

using namespace clang;

namespace cu2cl {

/// Returns what precedes \p Loc on its line.
static llvm::StringRef lineBefore(KernelPrinter &P, SourceLocation Loc) {
  const SourceManager &SM = P.unit().Side.sources();
  auto [File, Offset] = SM.getDecomposedLoc(SM.getExpansionLoc(Loc));
  return SM.getBufferData(File).substr(0, Offset).rsplit('\n').second;
}

bool beginsLine(KernelPrinter &P, SourceLocation Loc) {
  return Loc.isFileID() && lineBefore(P, Loc).trim().empty();
}

std::string breakBefore(KernelPrinter &P, const Stmt *S) {
  SourceLocation Loc = S->getBeginLoc();
  return beginsLine(P, Loc) ? ("\n" + lineBefore(P, Loc)).str() : " ";
}

std::string newLineAt(KernelPrinter &P, const Stmt *S) {
  auto IsBlank = [](char C) { return C == ' ' || C == '\t'; };
  return "\n" + lineBefore(P, S->getBeginLoc()).take_while(IsBlank).str();
}

/// \p Last in front of the closing brace of \p Block, on a line of its own if the brace has one.
Fragment KernelPrinter::behindLast(const CompoundStmt *Block, const Fragment &Last) const {
  const SourceManager &SM = Unit.Side.sources();
  SourceLocation Brace = Block->getRBracLoc();
  auto [File, Offset] = SM.getDecomposedLoc(SM.getExpansionLoc(Brace));
  llvm::StringRef Before = SM.getBufferData(File).substr(0, Offset).rsplit('\n').second;
  if (Brace.isMacroID() || !Before.trim(" \t").empty())
    return Last + " ";
  return Fragment("  ") + Last + "\n" + Before.str();
}

} // namespace cu2cl
