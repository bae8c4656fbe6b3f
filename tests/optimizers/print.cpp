// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// optimizers_print FILE...: the tree of each kernel of files of OpenCL C, printed, is the kernel's
// text, byte for byte. It says which are not, and at which line.

#include "optimizers/tree/Build.h"
#include "optimizers/tree/Print.h"
#include <cstdio>

using namespace cu2cl::opt;

/// The kernel's head as the source has it, and its body from the tree.
static std::string printed(const Source &From, const clang::FunctionDecl *Declared, Span Whole) {
  Arena Nodes;
  Kernel K = buildKernel(From, Declared, Nodes);
  Printer Print(From);
  Print.KeepsLayout = true;
  Span Body = *From.spanOf(Declared->getBody()->getSourceRange());
  return From.textOf({Whole.Begin, Body.Begin}).str() + "{\n" + Print.print(K.Body, 2) + "}";
}

/// Prints where two texts differ.
static void showDifference(const std::string &Name, llvm::StringRef Source, llvm::StringRef Tree) {
  while (!Source.empty() && Source.split('\n').first == Tree.split('\n').first) {
    Source = Source.split('\n').second;
    Tree = Tree.split('\n').second;
  }
  std::printf("%s differs:\n  source: %s\n  tree:   %s\n", Name.c_str(),
              Source.split('\n').first.str().c_str(), Tree.split('\n').first.str().c_str());
}

int main(int Count, char **Arguments) {
  unsigned Kernels = 0, Different = 0;
  for (int I = 1; I < Count; ++I) {
    auto From = Source::parse(Arguments[I], {});
    if (!From) {
      std::printf("%s\n", llvm::toString(From.takeError()).c_str());
      return 2;
    }
    for (const clang::FunctionDecl *Declared : (*From)->kernels()) {
      std::optional<Span> Whole = (*From)->spanOf(Declared->getSourceRange());
      std::string Name = Declared->getNameAsString();
      std::string Text = Whole ? (*From)->textOf(*Whole).str() : "";
      std::string Tree = Whole ? printed(**From, Declared, *Whole) : "";
      ++Kernels;
      if (Whole && Tree == Text)
        continue;
      ++Different;
      showDifference(Name, Text, Tree);
    }
  }
  std::printf("%u kernels, %u differ\n", Kernels, Different);
  return Different || !Kernels;
}
