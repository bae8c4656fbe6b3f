// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_ANALYSIS_POLYNOMIAL_H
#define CU2CL_OPTIMIZERS_ANALYSIS_POLYNOMIAL_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cu2cl::opt {

/// A polynomial with 64-bit coefficients over atoms: ids of the work-item, variables, and values
/// that are not taken apart. Symbolic strides (p * lda) are the rule in kernels, so index forms are
/// polynomials and not affine.
class Polynomial {
public:
  /// A value that is not taken apart, by a name of its own.
  using Atom = std::string;
  /// Sorted; an atom may be in it several times. Empty: the constant term.
  using Monomial = std::vector<Atom>;

  static Polynomial constant(int64_t Value);
  static Polynomial atom(const Atom &A);

  /// Sums, differences and products; nothing if a coefficient would overflow.
  std::optional<Polynomial> plus(const Polynomial &P, int64_t Factor = 1) const;
  std::optional<Polynomial> times(const Polynomial &P) const;

  /// The factor of \p A, a polynomial, where \p A occurs once; the rest of the polynomial is
  /// without(A).
  Polynomial coefficient(const Atom &A) const;
  Polynomial without(const Atom &A) const;
  /// True if \p A occurs nowhere or only in the first power.
  bool isLinearIn(const Atom &A) const;
  bool names(const Atom &A) const;
  /// The value if the polynomial has no atoms.
  std::optional<int64_t> asConstant() const;
  bool isZero() const { return Terms.empty(); }
  bool operator==(const Polynomial &P) const { return Terms == P.Terms; }
  bool operator<(const Polynomial &P) const { return Terms < P.Terms; }

  const std::map<Monomial, int64_t> &terms() const { return Terms; }
  /// `4 + 2*gid0*n`, for messages and as a key.
  std::string text() const;

private:
  std::map<Monomial, int64_t> Terms; ///< no zero coefficients
};

} // namespace cu2cl::opt

#endif
