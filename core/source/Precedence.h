// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_PRECEDENCE_H
#define CU2CL_CORE_SOURCE_PRECEDENCE_H

namespace cu2cl {

/// How tightly an expression of C binds, from loose to tight. An operand that binds less than its
/// place asks for is in parentheses.
enum class Precedence : unsigned char {
  Comma,
  Assignment,
  Conditional,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  Unary, ///< prefix operators
  Cast,  ///< may be where a prefix operator may, and begins with no operator
  Postfix,
  Primary
};

/// The next tighter level: what the right operand of a left-associative operator asks for.
inline Precedence tighter(Precedence P) {
  return P == Precedence::Primary ? P : Precedence(static_cast<unsigned char>(P) + 1);
}

} // namespace cu2cl

#endif
