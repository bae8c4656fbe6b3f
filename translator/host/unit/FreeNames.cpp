// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names that the port's host code adds to those of the program: of handles, of what finds them, of
// constants that only the host reads.

#include "host/unit/FreeNames.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace cu2cl {

bool isWordOfProgram(const ParsedSide &Host, StringRef Name) {
  const SourceManager &SM = Host.sources();
  return llvm::any_of(Host.filesWithTokens(), [&](FileID File) {
    return !SM.isInSystemHeader(SM.getLocForStartOfFile(File)) &&
           SM.getBufferData(File).contains(Name) &&
           llvm::any_of(Host.spelledTokens(File),
                        [&](const syntax::Token &T) { return T.text(SM) == Name; });
  });
}

std::string freeName(const ParsedSide &Host, std::string Name) {
  while (isWordOfProgram(Host, Name))
    Name += "_";
  return Name;
}

} // namespace cu2cl
