// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A variant's text: the contract lines, the kernel's head, and its body.

#include "optimizers/variant/Assembler.h"
#include "optimizers/variant/Description.h"
#include "optimizers/variant/Workarounds.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl::opt {

/// Within a group every launch of the kernel divides, so guards are conditions like others.
Guards Assembler::guardsOf(const Facts &F) {
  if (!F.isInGroup())
    return findGuards(F);
  Guards G;
  G.Work = F.kernel().Body;
  return G;
}

AssemblerPart::AssemblerPart(Assembler &A)
    : A(A), From(A.From), K(A.K), F(A.F), S(A.S), M(A.M), G(A.G), L(A.L), Print(A.Print) {}

Assembler::Assembler(const Source &From, const Kernel &K, const Facts &F, const Schedule &S,
                     Make &M)
    : From(From), K(K), F(F), S(S), M(M), Lines(branchesOf(From, K)), G(guardsOf(F)), L(F, G, S, M),
      Print(From) {
  for (unsigned D = 0; D < 3; ++D) {
    Tiles.Factor[D] = S.factor(D);
    for (const Axis &A : S.Axes)
      if (A.Dimension == D && A.Kind == Axis::As::Loop)
        Tiles.LoopFactor[D] *= A.Factor;
  }
  bool IsClamped = F.isInGroup() && S.apart();
  Tiles.Tail = S.Tail.value_or(IsClamped ? TailKind::Clamp : TailKind::Lanes);
}

std::optional<Reason> Assembler::assemble() {
  Checks.check();
  if (!L.isRefused())
    Checks.returnOutsideLoops();
  if (!L.isRefused())
    head();
  if (L.isRefused())
    return L.refusal();
  if (!S.IsForGpus)
    Body = keepOrderOfSums(M, F.hasBarrier() ? meetAfterBarriers(M, Body) : Body, S.Ordered);
  Terms.When.insert(Terms.When.end(), L.Required.begin(), L.Required.end());
  return std::nullopt;
}

std::string Assembler::groupText() const {
  std::vector<std::string> Sizes;
  for (unsigned D = 0; D < 3; ++D) {
    unsigned Size = S.Group && !S.Stage ? (*S.Group)[D] : K.GroupSize[D];
    if (F.isInGroup() && !Tiles.isApart(D))
      Size /= Tiles.Factor[D];
    Sizes.push_back(Size ? std::to_string(Size) : "same");
  }
  return llvm::join(Sizes, " ");
}

/// The kernel's head with its parameters as the source has them.
std::string Assembler::head(llvm::StringRef Name) const {
  std::string Sizes = groupText(), Attribute;
  if (Sizes.find("same") == std::string::npos)
    Attribute = "__attribute__((reqd_work_group_size(" + llvm::join(llvm::split(Sizes, ' '), ", ") +
                ")))\n";
  std::string Parameters;
  const auto &Declared = K.Declared->parameters();
  if (!Declared.empty()) {
    std::optional<Span> All =
        From.spanOf({Declared.front()->getBeginLoc(), Declared.back()->getEndLoc()});
    if (All)
      Parameters = From.textOf(*All).str();
    else
      for (const Variable *P : K.Parameters)
        Parameters += (Parameters.empty() ? "" : ", ") + Print.declaration(P);
  }
  for (const Variable *V :
       {Terms.Appended[0], Terms.Appended[1], Terms.Appended[2], Terms.LocalBytes})
    if (V)
      Parameters += (Parameters.empty() ? "" : ", ") + Print.declaration(V);
  return "__kernel " + Attribute + "void " + Name.str() + "(" + Parameters + ") {\n";
}

std::string Assembler::text(llvm::StringRef Name, llvm::StringRef Target) const {
  std::string Out =
      Lines.Check + "//@variant 1 " + Name.str() + " of " + K.Name + " for " + Target.str() + "\n";
  if (std::string Steps = S.text(); !Steps.empty())
    Out += "//@ schedule " + Steps + "\n";
  Out += "//@ items " + std::to_string(Tiles.Factor[0]) + " " + std::to_string(Tiles.Factor[1]) +
         " " + std::to_string(Tiles.Factor[2]) + ", group " + groupText();
  std::string Dimensions;
  for (unsigned D = 0; D < 3; ++D)
    if (Terms.Appended[D])
      Dimensions += " items" + std::to_string(D);
  if (Terms.LocalBytes)
    Dimensions += " local_bytes, local " + std::to_string(Tiles.copiesApart());
  Out += Dimensions.empty() ? "\n" : ", append" + Dimensions + "\n";
  if (!Terms.When.empty())
    Out += "//@ when " + llvm::join(Terms.When, " && ") + "\n";
  return Out + describe(S, Tiles.Tail) + head(Name) + Print.print(Body, 2) + "}\n";
}

} // namespace cu2cl::opt
