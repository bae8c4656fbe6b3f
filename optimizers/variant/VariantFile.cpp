// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/variant/VariantFile.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cu2cl::opt {

std::string freshVariantName(const Source &From, llvm::ArrayRef<KernelVariants> Others,
                             const KernelVariants &Own, const std::string &Name) {
  auto IsTaken = [&](const std::string &Tried) {
    auto Has = [&](const KernelVariants &K) {
      return llvm::any_of(K.Made, [&](const Variant &V) { return V.Name == Tried; });
    };
    return From.text().contains(Tried) || Has(Own) || llvm::any_of(Others, Has);
  };
  std::string Result = Name;
  for (char Letter = 'b'; IsTaken(Result) && Letter <= 'z'; ++Letter)
    Result = Name + "_" + Letter;
  return Result;
}

/// The bytes of \p K, from `__kernel` on.
static Span definitionOf(const Source &From, const FunctionDecl *K) {
  std::optional<Span> Whole = From.spanOf(K->getSourceRange());
  const SourceManager &SM = From.sources();
  Span Result = Whole.value_or(Span{SM.getFileOffset(SM.getExpansionLoc(K->getBeginLoc())),
                                    SM.getFileOffset(SM.getExpansionLoc(K->getEndLoc())) + 1});
  // `__kernel` and attributes may precede what Clang takes for the beginning.
  for (const Attr *A : K->attrs())
    if (std::optional<Span> Own = From.spanOf({A->getLocation(), A->getLocation()}))
      Result.Begin = std::min(Result.Begin, Own->Begin);
  llvm::StringRef Before = From.text().take_front(Result.Begin).rtrim();
  for (llvm::StringRef Opening : {"__attribute__((", "__attribute__ (("})
    if (Before.ends_with(Opening))
      Result.Begin = Before.size() - Opening.size();
  return Result;
}

/// Returns where the comment lines right before \p At begin.
static unsigned commentBefore(llvm::StringRef Text, unsigned At) {
  while (true) {
    llvm::StringRef Before = Text.take_front(At).rtrim(' ');
    if (!Before.ends_with("\n"))
      return At;
    llvm::StringRef Line = Before.drop_back().rsplit('\n').second;
    if (Before.drop_back().find('\n') == llvm::StringRef::npos)
      Line = Before.drop_back();
    if (!Line.ltrim().starts_with("//"))
      return At;
    At = Before.size() - 1 - Line.size();
  }
}

std::string variantFile(const Source &From, llvm::ArrayRef<KernelVariants> Variants,
                        llvm::StringRef Device, llvm::StringRef Origins) {
  llvm::StringRef Text = From.text();
  std::string Out;
  for (llvm::StringRef Line : llvm::split(Device, '\n'))
    Out += ("//@device " + Line + "\n").str();
  Out += Origins;
  unsigned At = 0;
  llvm::StringSet<> Written; // helpers
  for (const FunctionDecl *K : From.kernels()) {
    Span Old = definitionOf(From, K);
    const auto *Own = llvm::find_if(Variants, [&](const auto &V) { return V.Kernel == K; });
    bool Stays = Own != Variants.end() && !Own->Made.empty();
    unsigned Begin = commentBefore(Text, Old.Begin);
    Out += Text.slice(At, Begin);
    if (Stays) { // helpers ahead of what is said about the kernel
      for (const Variant &V : Own->Made)
        for (const auto &[Name, Helper] : V.Helpers)
          if (Written.insert(Name).second)
            Out += Helper + "\n";
      Out += Text.slice(Begin, Old.Begin);
    }
    std::string Made;
    if (Stays)
      for (const Variant &V : Own->Made)
        Made += (Made.empty() ? "" : "\n") + V.Text;
    // The contract and the kernel bring their own newline.
    llvm::StringRef Behind = Text.drop_front(Old.End);
    Out += llvm::StringRef(Made).rtrim('\n');
    At = Old.End;
    if (!Stays)
      At += Behind.size() - Behind.ltrim().size();
  }
  return Out + Text.drop_front(At).str();
}

} // namespace cu2cl::opt
