// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/analysis/Patterns.h"
#include "llvm/ADT/STLExtras.h"

namespace cu2cl::opt {

llvm::StringRef nameOf(Pattern P) {
  static const char *const Names[] = {"same", "contiguous", "neighbours", "strided", "scattered"};
  return Names[int(P)];
}

/// The form of the element that \p A lies in.
static Polynomial elementOf(const Facts &F, const Access &A) {
  const Expr *Place = skipImplicit(A.Place);
  while (Place->Kind == Expr::Form::Member && Place->Text[0] != '-')
    Place = skipImplicit(Place->Kids[0]);
  // p->x is the element p itself.
  return Place->Kind == Expr::Form::Member ? F.Forms.form(Place->Kids[0]) : F.Forms.address(Place);
}

/// The distance to the next work-item's element; nothing if it is no polynomial, or not equal for
/// all of them.
static std::optional<Polynomial> distance(const Facts &F, const Polynomial &Element,
                                          unsigned Dimension) {
  const Polynomial::Atom Ids[] = {"gid" + std::to_string(Dimension),
                                  "lid" + std::to_string(Dimension)};
  Polynomial Result;
  for (const Polynomial::Atom &Id : Ids) {
    if (!Element.isLinearIn(Id))
      return std::nullopt;
    std::optional<Polynomial> Sum = Result.plus(Element.coefficient(Id));
    if (!Sum)
      return std::nullopt;
    Result = *Sum;
  }
  Polynomial Rest = Element.without(Ids[0]).without(Ids[1]);
  for (const Polynomial *P : {&Rest, &Result})
    for (const auto &[Monomial, Coefficient] : P->terms())
      for (const Polynomial::Atom &A : Monomial)
        if (F.Differing.atomDiffers(A) >> Dimension & 1)
          return std::nullopt;
  return Result;
}

/// True if another access of the same memory lies a few elements beside \p Element.
static bool hasNeighbour(const Facts &F, const Access &A, const Polynomial &Element) {
  constexpr int64_t Near = 8;
  for (const Access &Other : F.accesses()) {
    if (Other.Root != A.Root || Other.Place == A.Place)
      continue;
    std::optional<Polynomial> Apart = Element.plus(elementOf(F, Other), -1);
    std::optional<int64_t> Elements = Apart ? Apart->asConstant() : std::nullopt;
    if (Elements && *Elements != 0 && std::abs(*Elements) <= Near)
      return true;
  }
  return false;
}

Pattern patternOf(const Facts &F, const Access &A, unsigned Dimension) {
  Polynomial Element = elementOf(F, A);
  std::optional<Polynomial> Step = distance(F, Element, Dimension);
  if (!Step)
    return Pattern::Scattered;
  if (Step->isZero())
    return Pattern::Same;
  std::optional<int64_t> Elements = Step->asConstant();
  if (Elements != 1)
    return Pattern::Strided;
  return hasNeighbour(F, A, Element) ? Pattern::Neighbours : Pattern::Contiguous;
}

unsigned contiguousAccesses(const Facts &F, unsigned Dimension) {
  return llvm::count_if(F.accesses(), [&](const Access &A) {
    Pattern P = patternOf(F, A, Dimension);
    return P == Pattern::Contiguous || P == Pattern::Neighbours;
  });
}

Dimensions contiguousDimensions(const Facts &F) {
  Dimensions Result = 0;
  for (unsigned D = 0; D < 3; ++D)
    Result |= (contiguousAccesses(F, D) ? 1u : 0u) << D;
  return Result;
}

Dimensions usedDimensions(const Facts &F) {
  Dimensions Result = 0;
  for (const Access &A : F.accesses())
    Result |= F.Differing.differs(A.Place);
  for (const auto &[Call, In] : F.calls())
    if (callKind(Call) == CallKind::Id)
      Result |= F.Differing.differs(Call);
  return Result;
}

} // namespace cu2cl::opt
