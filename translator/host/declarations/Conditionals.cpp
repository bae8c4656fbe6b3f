// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rewrites conditions on nvcc's macros (__CUDACC__, __CUDACC_VER_MAJOR__), which are defined in
// CUDA files only. The port keeps the distinction: __CUDACC__ becomes CLRT_CUDA_SOURCE, which every
// file that was CUDA defines if it matters. The guards of CUDA's headers become that of clrt.h;
// other macros of theirs that conditions ask about become what they were.

#include "catalog/Catalog.h"
#include "catalog/Roles.h"
#include "host/unit/HostUnit.h"
#include "host/unit/RuleNames.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cu2cl {

namespace {

/// A macro that nvcc or its implicit include defines, and what the port has instead.
struct CompilerMacro {
  StringRef Cuda, Port;
};

} // namespace

static const CompilerMacro CompilerMacros[] = {
    {"__CUDACC__", "CLRT_CUDA_SOURCE"},
    {"__NVCC__", "CLRT_CUDA_SOURCE"},
    {"__CUDACC_VER_MAJOR__", "CLRT_CUDACC_VER_MAJOR"},
    {"__CUDACC_VER_MINOR__", "CLRT_CUDACC_VER_MINOR"},
    {"__CUDACC_VER_BUILD__", "CLRT_CUDACC_VER_BUILD"},
    {"__CUDA_API_VER_MAJOR__", "CLRT_CUDA_API_VER_MAJOR"},
    {"__CUDA_API_VER_MINOR__", "CLRT_CUDA_API_VER_MINOR"},
    {"__CUDA_ARCH_LIST__", "CLRT_CUDA_ARCH_LIST"},
    {"__CUDACC_EXTENDED_LAMBDA__", "CLRT_CUDACC_EXTENDED_LAMBDA"},
    {"__CUDACC_RELAXED_CONSTEXPR__", "CLRT_CUDACC_RELAXED_CONSTEXPR"},
    {"__CUDACC_RDC__", "CLRT_CUDACC_RDC"},
    {"CUDART_VERSION", "CLRT_CUDART_VERSION"}, // clrt.h defines it
};

static const CompilerMacro *findCompilerMacro(StringRef Word) {
  for (const CompilerMacro &M : CompilerMacros)
    if (M.Cuda == Word)
      return &M;
  return nullptr;
}

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
      if (At < Begin || At >= End || !catalog::isRuntimeName(Word))
        continue;
      if (catalog::findHostFunction(Word) || catalog::findHostName(Word)) {
        U.report(diag::InactiveHostCode, R.getBegin(), {});
        break;
      }
    }
  }
}

/// Returns what macro \p Name is defined as when the unit ends; null if it is not.
static const MacroInfo *macroNamed(const HostUnit &U, StringRef Name) {
  Preprocessor &PP = U.Side.preprocessor();
  return PP.getMacroInfo(PP.getIdentifierInfo(Name));
}

static std::string bodyOf(const HostUnit &U, const MacroInfo *Info) {
  std::string Text;
  for (const Token &T : Info->tokens())
    Text += (Text.empty() ? "" : " ") + U.Side.preprocessor().getSpelling(T);
  return Text;
}

/// Returns true if the port has no macro \p Word though the unit has one: a header of CUDA's
/// defines it.
static bool isOfCudaHeader(const HostUnit &U, StringRef Word) {
  const MacroInfo *Info = Word.upper() == Word ? macroNamed(U, Word) : nullptr;
  if (!Info || !Info->isObjectLike() || Info->getNumTokens() != 1 || catalog::findHostName(Word))
    return false;
  std::string Path = U.Side.pathOf(Info->getDefinitionLoc());
  StringRef Header = Path; // clrt/nvtx.h is the port's, too
  return Header.consume_front(cudaHeaderRoot()) && !Header.starts_with("/clrt/");
}

/// Writes what the mention of macro \p I of CUDA's headers means: `#ifdef X`, `defined(X)`, X.
static void resolve(HostUnit &U, ArrayRef<syntax::Token> Tokens, size_t I) {
  const SourceManager &SM = U.Side.sources();
  auto Text = [&](size_t At) { return At < Tokens.size() ? Tokens[At].text(SM) : StringRef(); };
  size_t First = I, Last = I;
  std::string New = bodyOf(U, macroNamed(U, Text(I)));
  if (I > 1 && (Text(I - 1) == "ifdef" || Text(I - 1) == "ifndef") && Text(I - 2) == "#") {
    First = I - 1;
    New = Text(I - 1) == "ifdef" ? "if 1" : "if 0";
  } else if (I > 0 && Text(I - 1) == "defined") {
    First = I - 1;
    New = "1";
  } else if (I > 1 && Text(I - 2) == "defined" && Text(I + 1) == ")") {
    First = I - 2;
    Last = I + 1;
    New = "1";
  }
  U.Source.add({U.Side.pathOf(Tokens[I].location()), SM.getFileOffset(Tokens[First].location()),
                SM.getFileOffset(Tokens[Last].endLocation()), 0},
               New, rule::Conditionals, Edit::Cover);
}

/// Returns true if a header exists that the port has no more under this name; nothing for other
/// headers.
static std::optional<bool> hadHeader(const HostUnit &U, FileID File, StringRef Name) {
  if (catalog::findHeader(Name))
    return true;
  if (!Name.ends_with(".cuh") && !Name.ends_with(".cu"))
    return std::nullopt;
  std::vector<std::string> Folders = {
      llvm::sys::path::parent_path(U.Side.pathOf(U.Side.sources().getLocForStartOfFile(File)))
          .str()};
  for (StringRef Flag : U.Unit.Command.Flags)
    if (Flag.consume_front("-I") || Flag.consume_front("-isystem"))
      Folders.push_back(Flag.str());
  return llvm::any_of(Folders, [&](const std::string &Folder) {
    SmallString<256> Path(Folder);
    llvm::sys::path::append(Path, Name);
    return llvm::sys::fs::exists(Path);
  });
}

/// `__has_include(<cuda_fp16.h>)` at token \p I becomes what it was.
static void resolveHasInclude(HostUnit &U, FileID File, ArrayRef<syntax::Token> Tokens, size_t I) {
  const SourceManager &SM = U.Side.sources();
  unsigned Begin = SM.getFileOffset(Tokens[I].location());
  StringRef Text = U.Source.fileText(File).substr(Begin);
  size_t Open = Text.find_first_of("<\""), Close = Text.find_first_of(">\"", Open + 1);
  size_t End = Text.find(')', Close);
  if (End == StringRef::npos || Text.take_front(End).contains('\n'))
    return;
  if (std::optional<bool> Had = hadHeader(U, File, Text.slice(Open + 1, Close)))
    U.Source.add({U.Side.pathOf(Tokens[I].location()), Begin, unsigned(Begin + End + 1), 0},
                 *Had ? "1" : "0", rule::Conditionals);
}

/// Returns the places of conditions in a file: the lines of #if and its like.
static std::vector<std::pair<unsigned, unsigned>> conditionsIn(const HostUnit &U, FileID File) {
  std::vector<std::pair<unsigned, unsigned>> Lines;
  const SourceManager &SM = U.Side.sources();
  StringRef Text = U.Source.fileText(File);
  for (const ConditionalDirective &D : U.Side.Conditionals) {
    if (SM.getFileID(D.Loc) != File)
      continue;
    unsigned Begin = SM.getFileOffset(D.Loc), End = Begin;
    do
      End = std::min(Text.find('\n', End + 1), Text.size());
    while (End < Text.size() && Text.take_front(End).rtrim('\r').ends_with("\\"));
    Lines.push_back({Begin, End});
  }
  return Lines;
}

static void rewriteFile(HostUnit &U, FileID File, std::set<std::string> &Needed) {
  const SourceManager &SM = U.Side.sources();
  std::vector<std::pair<unsigned, unsigned>> Conditions = conditionsIn(U, File);
  ArrayRef<syntax::Token> Tokens = U.Source.spelledTokens(File);
  for (size_t I = 0; I < Tokens.size(); ++I) {
    StringRef Word = Tokens[I].text(SM);
    unsigned Begin = SM.getFileOffset(Tokens[I].location());
    const CompilerMacro *Macro = findCompilerMacro(Word);
    if (Macro || isRuntimeGuard(Word)) {
      U.Source.add({U.Side.pathOf(Tokens[I].location()), Begin, Begin + Tokens[I].length(), 0},
                   Macro ? Macro->Port : "CLRT_CLRT_H", rule::Conditionals);
      if (const MacroInfo *Info =
              Macro && !catalog::findHostName(Word) ? macroNamed(U, Word) : nullptr)
        Needed.insert((Macro->Port + " " + bodyOf(U, Info)).str());
      continue;
    }
    bool InCondition = llvm::any_of(
        Conditions, [&](const auto &Line) { return Begin >= Line.first && Begin < Line.second; });
    if (InCondition && Word == "__has_include" && I + 1 < Tokens.size() &&
        Tokens[I + 1].kind() == tok::l_paren)
      resolveHasInclude(U, File, Tokens, I);
    else if ((InCondition || Word.ends_with("_VERSION")) && isOfCudaHeader(U, Word))
      resolve(U, Tokens, I);
  }
}

void rewriteConditionals(HostUnit &U) {
  const SourceManager &SM = U.Side.sources();
  std::set<std::string> Needed;
  for (FileID File : U.Source.projectFiles()) {
    reportSkipped(U, File);
    rewriteFile(U, File, Needed);
  }
  if (Needed.empty() || U.Unit.Command.Lang != Language::Cuda)
    return;
  Edit E;
  E.File = U.Side.pathOf(SM.getLocForStartOfFile(SM.getMainFileID()));
  E.Offset = headOf(U, SM.getMainFileID());
  for (const std::string &Definition : Needed)
    E.Replacement += "#define " + StringRef(Definition).rtrim().str() + "\n";
  E.K = Edit::Line;
  E.Rule = rule::Conditionals;
  U.Source.edits().add(std::move(E));
}

} // namespace cu2cl
