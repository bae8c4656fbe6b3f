// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/analysis/Polynomial.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace cu2cl::opt {

Polynomial Polynomial::constant(int64_t Value) {
  Polynomial Result;
  if (Value)
    Result.Terms[{}] = Value;
  return Result;
}

Polynomial Polynomial::atom(const Atom &A) {
  Polynomial Result;
  Result.Terms[{A}] = 1;
  return Result;
}

std::optional<Polynomial> Polynomial::plus(const Polynomial &P, int64_t Factor) const {
  Polynomial Result = *this;
  for (const auto &[Monomial, Coefficient] : P.Terms) {
    int64_t Product, Sum;
    if (llvm::MulOverflow(Coefficient, Factor, Product) ||
        llvm::AddOverflow(Result.Terms[Monomial], Product, Sum))
      return std::nullopt;
    Result.Terms[Monomial] = Sum;
    if (!Sum)
      Result.Terms.erase(Monomial);
  }
  return Result;
}

std::optional<Polynomial> Polynomial::times(const Polynomial &P) const {
  Polynomial Result;
  for (const auto &[A, F] : Terms)
    for (const auto &[B, G] : P.Terms) {
      Monomial Product = A;
      Product.insert(Product.end(), B.begin(), B.end());
      std::sort(Product.begin(), Product.end());
      int64_t Coefficient;
      if (llvm::MulOverflow(F, G, Coefficient))
        return std::nullopt;
      Polynomial Term;
      Term.Terms[Product] = Coefficient;
      std::optional<Polynomial> Sum = Result.plus(Term);
      if (!Sum)
        return std::nullopt;
      Result = std::move(*Sum);
    }
  return Result;
}

Polynomial Polynomial::coefficient(const Atom &A) const {
  Polynomial Result;
  for (const auto &[Monomial, Coefficient] : Terms) {
    auto At = std::find(Monomial.begin(), Monomial.end(), A);
    if (At == Monomial.end())
      continue;
    auto Rest = Monomial;
    Rest.erase(Rest.begin() + (At - Monomial.begin()));
    Result.Terms[Rest] = Coefficient;
  }
  return Result;
}

Polynomial Polynomial::without(const Atom &A) const {
  Polynomial Result;
  for (const auto &[Monomial, Coefficient] : Terms)
    if (std::find(Monomial.begin(), Monomial.end(), A) == Monomial.end())
      Result.Terms[Monomial] = Coefficient;
  return Result;
}

bool Polynomial::isLinearIn(const Atom &A) const {
  for (const auto &Term : Terms)
    if (std::count(Term.first.begin(), Term.first.end(), A) > 1)
      return false;
  return true;
}

bool Polynomial::names(const Atom &A) const { return !coefficient(A).isZero(); }

std::optional<int64_t> Polynomial::asConstant() const {
  if (Terms.empty())
    return 0;
  if (Terms.size() == 1 && Terms.begin()->first.empty())
    return Terms.begin()->second;
  return std::nullopt;
}

std::string Polynomial::text() const {
  std::string Result;
  for (const auto &[Monomial, Coefficient] : Terms) {
    std::string Term = Coefficient == 1 && !Monomial.empty() ? "" : std::to_string(Coefficient);
    for (const Atom &A : Monomial)
      Term += (Term.empty() ? "" : "*") + A;
    Result += (Result.empty() ? "" : " + ") + Term;
  }
  return Result.empty() ? "0" : Result;
}

} // namespace cu2cl::opt
