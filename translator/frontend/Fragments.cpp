// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/Fragments.h"

using namespace clang;

bool cu2cl::isFragment(const ParsedSide &Side, FileID File) {
  const FileEntry *Entry = Side.sources().getFileEntryForID(File);
  return Entry && llvm::count_if(Side.filesWithTokens(), [&](FileID Other) {
                    return Side.sources().getFileEntryForID(Other) == Entry;
                  }) > 1;
}
