// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TESTS_CATALOG_COMPARE_H
#define CU2CL_TESTS_CATALOG_COMPARE_H

#include "kernel_runner.h"
#include <climits>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <tuple>

namespace values {

using namespace cu2cl::catalog;
using llvm::StringRef;

template <typename T> StringRef nameOf();
template <> inline StringRef nameOf<int>() { return "int"; }
template <> inline StringRef nameOf<unsigned>() { return "unsigned int"; }
template <> inline StringRef nameOf<long>() { return "long"; }
template <> inline StringRef nameOf<long long>() { return "long long"; }
template <> inline StringRef nameOf<unsigned long long>() { return "unsigned long long"; }
template <> inline StringRef nameOf<float>() { return "float"; }
template <> inline StringRef nameOf<double>() { return "double"; }

template <typename T> std::vector<T> edges() {
  using L = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    std::vector<T> V = {0,        T(0.5),      1,         T(1.5),         T(2.5),
                        T(0.1),   T(3.3),      T(8.5),    T(24.9),        T(25.1),
                        T(40),    T(123456.7), T(3e9),    T(1e10),        T(1e-5),
                        T(1e-10), L::min(),    L::max(),  L::epsilon(),   L::infinity(),
                        T(1e30),  T(0.75),     T(9.3e18), T(2147483647.0)};
    for (size_t I = 0, E = V.size(); I != E; ++I)
      V.push_back(-V[I]);
    V.push_back(L::quiet_NaN());
    return V;
  } else {
    return {0,
            1,
            2,
            3,
            T(-1),
            T(-2),
            L::min(),
            L::max(),
            T(L::max() - 1),
            T(0x1234567),
            T(0x80000000u),
            T(0xffffff),
            T(0x800000),
            T(31),
            T(32),
            T(33),
            T(0x55555555),
            T(0x76543210),
            T(0x7fff8001)};
  }
}

/// All combinations of edge values for the parameter types.
template <typename... A> struct Inputs {
  std::vector<std::tuple<A...>> Rows;
  Inputs() { add<A...>(); }

private:
  template <typename First, typename... Rest, typename... Chosen> void add(Chosen... Values) {
    for (First V : edges<First>())
      if constexpr (sizeof...(Rest) == 0)
        Rows.push_back({Values..., V});
      else
        add<Rest...>(Values..., V);
  }
};

template <typename T> double distance(T A, T B) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(A) || std::isnan(B))
      return std::isnan(A) && std::isnan(B) ? 0 : INFINITY;
    if (A == B)
      return A == 0 && std::signbit(A) != std::signbit(B) ? 0.25 : 0;
    T Scale = std::max(std::numeric_limits<T>::min(),
                       std::nextafter(std::abs(B), T(INFINITY)) - std::abs(B));
    return std::isinf(A) || std::isinf(B) ? INFINITY : std::abs(double(A) - double(B)) / Scale;
  } else {
    return A == B ? 0 : INFINITY;
  }
}

/// Source of the kernel that computes a row for each work-item.
template <typename R, typename... A> std::string kernelFor(const DeviceFunction &F) {
  std::string Source = F.Helper.empty() ? "" : "#include \"" + F.Helper.str() + ".clh\"\n";
  Source += "__kernel void test(";
  std::vector<std::string> Arguments;
  unsigned Number = 0;
  ((Source += "__global const " + openClType(nameOf<A>()) + " *a" + std::to_string(Number) + ", ",
    Arguments.push_back("a" + std::to_string(Number++) + "[i]")),
   ...);
  Source += "__global " + openClType(nameOf<R>()) + " *out) {\n  size_t i = get_global_id(0);\n";
  return Source + "  out[i] = " + expand(F.Text, Arguments, std::string(sizeof...(A), '-')) +
         ";\n}\n";
}

/// One buffer for each parameter.
template <typename... A, size_t... I>
std::vector<Bytes> columns(const std::vector<std::tuple<A...>> &Rows, std::index_sequence<I...>) {
  std::vector<Bytes> Buffers;
  auto Add = [&](auto Get) {
    std::vector<decltype(Get(Rows.front()))> Column;
    for (auto &Row : Rows)
      Column.push_back(Get(Row));
    Buffers.push_back(toBytes(Column));
  };
  (Add([](const std::tuple<A...> &Row) { return std::get<I>(Row); }), ...);
  return Buffers;
}

/// Keeps a parameter out of deduction.
template <typename T> struct Identity {
  using type = T;
};
template <typename T> using Exactly = typename Identity<T>::type;

/// Compares the row \p Name with \p Reference; at most \p Limit units in the last place apart.
/// Inputs for which \p Skip holds do not count.
template <typename R, typename... A>
void compare(StringRef Name, double Limit, Exactly<R (*)(A...)> Reference,
             Exactly<bool (*)(A...)> Skip = nullptr) {
  const DeviceFunction *F = findDeviceFunction(Name, {nameOf<A>()...});
  ASSERT_NE(F, nullptr) << Name.str();
  Inputs<A...> In;
  std::vector<Bytes> Buffers = columns(In.Rows, std::index_sequence_for<A...>());
  Buffers.push_back(Bytes(In.Rows.size() * sizeof(R)));
  std::string Error = runKernel(kernelFor<R, A...>(*F), Buffers, In.Rows.size(), 0);
  ASSERT_EQ(Error, "") << Name.str();
  std::vector<R> Got = fromBytes<R>(Buffers.back());
  for (size_t I = 0; I != Got.size(); ++I) {
    if (Skip && std::apply(Skip, In.Rows[I]))
      continue;
    R Wanted = std::apply(Reference, In.Rows[I]);
    std::string Values;
    std::apply([&](auto... V) { ((Values += std::to_string(V) + " "), ...); }, In.Rows[I]);
    EXPECT_LE(distance(Got[I], Wanted), Limit)
        << Name.str() << " of " << Values << "gives " << Got[I] << ", not " << Wanted;
  }
}

} // namespace values

#endif
