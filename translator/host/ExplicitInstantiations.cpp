// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Explicit instantiations of functions name the types of the parameters once more:
//   template void f<float>(float *d, int n);    template void f<float>(clrt::ptr<float> d, int n);
// Clang keeps no node for one where it stands, so its tokens are read.
// Precondition: the template's parameter is a device pointer, written with a star here.
// Effect: what stands up to the last star of the parameter is the pointer's new type.

#include "host/DeviceCode.h"
#include "host/PointerText.h"

using namespace clang;

namespace cu2cl {

static const char Rule[] = "ExplicitInstantiations";

namespace {

/// The tokens of one explicit instantiation, as indexes.
struct Written {
  size_t Name = 0;
  std::vector<std::pair<size_t, size_t>> Parameters; ///< first and past-the-end token of each
};

class Reader {
public:
  Reader(HostUnit &U, FileID File) : U(U), File(File), Tokens(U.Source.spelledTokens(File)) {}

  void run() {
    for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
      bool IsName = I > 0 && (text(I - 1) == "." || text(I - 1) == "->" || text(I - 1) == "::");
      if (text(I) != "template" || text(I + 1) == "<" || IsName)
        continue;
      if (isDeviceOnly(I + 1)) {
        remove(I);
        continue;
      }
      if (std::optional<Written> W = read(I + 1))
        rewrite(*W);
    }
  }

private:
  llvm::StringRef text(size_t I) const { return Tokens[I].text(U.Side.sources()); }

  size_t endOf(size_t At) const {
    while (At < Tokens.size() && text(At) != ";")
      ++At;
    return At;
  }

  /// The template itself has gone to the device code.
  bool isDeviceOnly(size_t At) const {
    bool Device = false, Host = false;
    for (size_t End = endOf(At); At < End; ++At) {
      Host |= text(At) == "__host__";
      Device |= text(At) == "__device__" || text(At) == "__global__";
    }
    return Device && !Host;
  }

  void remove(size_t At) {
    const SourceManager &SM = U.Side.sources();
    size_t End = endOf(At);
    if (End == Tokens.size())
      return;
    At -= At > 0 && text(At - 1) == "extern";
    FileRange R{U.Side.pathOf(Tokens[At].location()),
                SM.getFileOffset(Tokens[At].location()),
                SM.getFileOffset(Tokens[End].endLocation())};
    U.Source.add(wholeLines(U.Source.fileText(File), R, true), "", Rule, Edit::Cover);
  }

  static int nesting(llvm::StringRef Token) {
    if (Token == "(" || Token == "[" || Token == "<" || Token == "{")
      return 1;
    return Token == ")" || Token == "]" || Token == ">" || Token == "}" ? -1
           : Token == ">>"                                            ? -2
                                                                      : 0;
  }

  /// Nothing if no parameter list follows before the ';'.
  std::optional<Written> read(size_t At) const {
    Written W;
    int Depth = 0;
    size_t Open = At;
    for (; Open < Tokens.size() && !(Depth == 0 && text(Open) == "("); ++Open) {
      if (text(Open) == ";" || text(Open) == "{" || text(Open) == "}")
        return std::nullopt;
      if (Depth == 0 && Tokens[Open].kind() == tok::identifier)
        W.Name = Open;
      Depth += nesting(text(Open));
    }
    size_t First = Open + 1;
    for (size_t I = First; W.Name && I < Tokens.size(); ++I) {
      bool Ends = Depth == 0 && text(I) == ")";
      if (Ends || (Depth == 0 && text(I) == ","))
        W.Parameters.push_back({First, I});
      if (Ends)
        return W;
      if (Depth == 0 && text(I) == ",")
        First = I + 1;
      Depth += nesting(text(I));
    }
    return std::nullopt;
  }

  /// The template that \p W instantiates, if some of its parameters are device pointers.
  const FunctionDecl *templateOf(const Written &W) const {
    const FunctionDecl *Found = nullptr;
    for (const HostBody &Body : U.Bodies) {
      const FunctionDecl *F = Body.Function;
      if (!F || !F->isTemplated() || F->getNumParams() != W.Parameters.size() ||
          !F->getIdentifier() || F->getName() != text(W.Name))
        continue;
      if (llvm::any_of(F->parameters(),
                       [&](const ParmVarDecl *P) { return isRewritten(U.Pointers.of(P)); }))
        Found = F;
    }
    return Found;
  }

  void rewrite(const Written &W) {
    const FunctionDecl *F = templateOf(W);
    if (!F)
      return;
    bool Ok = U.Pointers.versionCount(F) == 1 && !isRewritten(U.Pointers.returned(F));
    for (unsigned I = 0; Ok && I < F->getNumParams(); ++I)
      if (PointerRep Rep = U.Pointers.of(F->getParamDecl(I)); isRewritten(Rep))
        Ok = rewriteParameter(W.Parameters[I], Rep);
    if (!Ok)
      U.report(3003, Tokens[W.Name].location(), {F->getNameAsString()});
  }

  bool rewriteParameter(std::pair<size_t, size_t> Parameter, PointerRep Rep) {
    auto [First, End] = Parameter;
    size_t Star = End;
    while (Star > First && text(Star - 1) != "*")
      --Star;
    if (Star <= First + 1) // no star: a typedef's
      return false;
    --Star;
    std::string Type = "cl_mem";
    if (Rep != PointerRep::ClMem)
      Type = (classOf(Rep) + "<" +
              U.Source.text({Tokens[First].location(), Tokens[Star - 1].location()}) + ">")
                 .str();
    bool NameFollows = Star + 1 < End && Tokens[Star + 1].kind() == tok::identifier &&
                       Tokens[Star].endLocation() == Tokens[Star + 1].location();
    removeRestrict(U.Source, File,
                   U.Side.sources().getFileOffset(Tokens[Star].endLocation()));
    return U.Source.replace({Tokens[First].location(), Tokens[Star].location()},
                            Type + (NameFollows ? " " : ""), Rule);
  }

  HostUnit &U;
  FileID File;
  llvm::ArrayRef<syntax::Token> Tokens;
};

} // namespace

void rewriteExplicitInstantiations(HostUnit &U) {
  for (FileID File : U.Source.projectFiles())
    Reader(U, File).run();
}

} // namespace cu2cl
