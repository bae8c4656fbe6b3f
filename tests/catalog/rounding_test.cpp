// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arithmetic in one rounding mode: every bit, also at the ends of the range.

#include "compare.h"
#include <cfenv>

using namespace values;

namespace {

template <typename T> struct Operation {
  static T run(char Kind, T a, T b, int Mode) {
    std::fesetround(Mode);
    volatile T x = a, y = b, r = 0;
    switch (Kind) {
    case '+':
      r = x + y;
      break;
    case '-':
      r = x - y;
      break;
    case '*':
      r = x * y;
      break;
    case '/':
      r = x / y;
      break;
    case 'r':
      r = std::sqrt(x);
      break;
    }
    std::fesetround(FE_TONEAREST);
    return r;
  }
};

template <typename T, char Kind, int Mode> T two(T a, T b) {
  return Operation<T>::run(Kind, a, b, Mode);
}
template <typename T, int Mode> T root(T a) { return Operation<T>::run('r', a, a, Mode); }
template <typename T, int Mode> T reciprocal(T a) { return Operation<T>::run('/', 1, a, Mode); }

template <typename T, char Kind> void allModes(const std::string &Prefix) {
  compare<T, T, T>(Prefix + "_rn", 0, two<T, Kind, FE_TONEAREST>);
  compare<T, T, T>(Prefix + "_rz", 0, two<T, Kind, FE_TOWARDZERO>);
  compare<T, T, T>(Prefix + "_ru", 0, two<T, Kind, FE_UPWARD>);
  compare<T, T, T>(Prefix + "_rd", 0, two<T, Kind, FE_DOWNWARD>);
}

TEST(Rounding, Add) {
  allModes<float, '+'>("__fadd");
  allModes<double, '+'>("__dadd");
}
TEST(Rounding, Subtract) {
  allModes<float, '-'>("__fsub");
  allModes<double, '-'>("__dsub");
}
TEST(Rounding, Multiply) {
  allModes<float, '*'>("__fmul");
  allModes<double, '*'>("__dmul");
}
TEST(Rounding, Divide) {
  allModes<float, '/'>("__fdiv");
  allModes<double, '/'>("__ddiv");
}
TEST(Rounding, RootAndReciprocal) {
  compare<float, float>("__fsqrt_rd", 0, root<float, FE_DOWNWARD>);
  compare<float, float>("__fsqrt_ru", 0, root<float, FE_UPWARD>);
  compare<float, float>("__fsqrt_rz", 0, root<float, FE_TOWARDZERO>);
  compare<double, double>("__dsqrt_rd", 0, root<double, FE_DOWNWARD>);
  compare<double, double>("__dsqrt_ru", 0, root<double, FE_UPWARD>);
  compare<float, float>("__frcp_ru", 0, reciprocal<float, FE_UPWARD>);
  compare<double, double>("__drcp_rd", 0, reciprocal<double, FE_DOWNWARD>);
  compare<float, float>("__frsqrt_rn", 0,
                        [](float x) { return float(1 / std::sqrt((long double)x)); });
}

} // namespace
