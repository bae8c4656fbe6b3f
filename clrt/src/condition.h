// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The condition under which a variant takes a launch over (docs/variants.md has the grammar).

#ifndef CLRT_CONDITION_H
#define CLRT_CONDITION_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace clrt_impl {
class LaunchView;

// Parsed once, evaluated at every launch: operations on a stack of numbers.
class Condition {
public:
  static const size_t most_arguments = 128;

  // False: `why` says what is wrong with the text.
  bool parse(const std::string &text, std::string &why);
  // False also if a part that was needed has no value.
  bool holds(LaunchView &launch) const;
  // The highest parameter that it asks about; -1: none.
  int last_argument() const { return last_argument_; }

private:
  friend class ConditionParser;
  enum Kind : unsigned char {
    Number,
    Items, // [argument]: a dimension
    Group,
    Bits, // `number` of them, negative: signed
    Bytes,
    Aligned,
    Distinct,
    Negate,
    Not,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    AndThen, // to the operation `number`, unless the top is true: that goes
    OrElse,  // to the operation `number`, unless the top is false: that goes
    Truth,   // 0 or 1
    Demand,  // that goes, and the whole condition is false if it is
    Compare  // the two numbers that the next two operations ask for, as `number` says
  };
  struct Operation {
    Kind kind;
    int argument, other; // parameters; `other` is a byte, too
    int64_t number;
  };
  static const size_t most_depth = 32; // of the stack
  static bool load(const Operation &o, LaunchView &launch, int64_t &value);
  static bool compute(Kind kind, int64_t a, int64_t b, int64_t &value);

  std::vector<Operation> operations_;
  int last_argument_ = -1;
};
} // namespace clrt_impl

#endif
