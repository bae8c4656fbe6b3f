// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Explicit instantiations of device templates go with the templates:
//   template __global__ void scale<float>(float *d, int n);
// Clang keeps no node at its place, so its tokens are read.

#include "host/unit/DeviceCode.h"
#include "host/unit/HostUnit.h"
#include "host/unit/RuleNames.h"
#include "clang/Lex/MacroInfo.h"

using namespace clang;

namespace cu2cl {

namespace {

class Reader {
public:
  Reader(HostUnit &U, FileID File) : U(U), File(File), Tokens(U.Source.spelledTokens(File)) {
    for (const MacroDefinition &D : U.Side.Macros)
      Macros[D.Name].push_back(D.Info);
  }

  void run() {
    for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
      bool IsName = I > 0 && (text(I - 1) == "." || text(I - 1) == "->" || text(I - 1) == "::");
      if (text(I) == "template" && text(I + 1) != "<" && !IsName && isDeviceOnly(I + 1))
        remove(I);
    }
  }

private:
  llvm::StringRef text(size_t I) const { return Tokens[I].text(U.Side.sources()); }

  size_t endOf(size_t At) const {
    while (At < Tokens.size() && text(At) != ";")
      ++At;
    return At;
  }

  /// Returns true if \p Word is one of \p Wanted, or a macro (`#define KERNEL __global__ void`)
  /// with it.
  bool standsFor(llvm::StringRef Word, std::initializer_list<llvm::StringRef> Wanted,
                 unsigned Depth = 0) const {
    if (llvm::is_contained(Wanted, Word))
      return true;
    auto Found = Macros.find(Word.str());
    return Found != Macros.end() && Depth < 8 &&
           llvm::any_of(
               Found->second,
               [&](const MacroInfo *Info) {
                 return llvm::any_of(Info->tokens(), [&](const Token &T) {
                   const IdentifierInfo *Name = T.getIdentifierInfo();
                   return Name && standsFor(Name->getName(), Wanted, Depth + 1);
                 });
               });
  }

  /// The template itself has gone to the device code.
  bool isDeviceOnly(size_t At) const {
    bool Device = false, Host = false;
    for (size_t End = endOf(At); At < End; ++At) {
      Host |= standsFor(text(At), {"__host__"});
      Device |= standsFor(text(At), {"__device__", "__global__"});
    }
    return Device && !Host;
  }

  void remove(size_t At) {
    const SourceManager &SM = U.Side.sources();
    size_t End = endOf(At);
    if (End == Tokens.size())
      return;
    At -= At > 0 && text(At - 1) == "extern";
    FileRange R{U.Side.pathOf(Tokens[At].location()), SM.getFileOffset(Tokens[At].location()),
                SM.getFileOffset(Tokens[End].endLocation())};
    U.Source.add(wholeLines(U.Source.fileText(File), R, true), "", rule::ExplicitInstantiations,
                 Edit::Cover);
  }

  HostUnit &U;
  FileID File;
  llvm::ArrayRef<syntax::Token> Tokens;
  std::map<std::string, std::vector<const MacroInfo *>> Macros;
};

} // namespace

void rewriteExplicitInstantiations(HostUnit &U) {
  for (FileID File : U.Source.projectFiles())
    Reader(U, File).run();
}

} // namespace cu2cl
