// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the run tests have in common. Plain host code: nothing in it needs translation.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstring>

inline int &failure_count() {
  static int count = 0;
  return count;
}

inline void report_failure(const char *what, int line) {
  if (++failure_count() <= 20)
    printf("line %d: %s\n", line, what);
}

template <class A, class B> void expect_equal(A got, B want, const char *what, int line) {
  if (got == want)
    return;
  report_failure(what, line);
  if (failure_count() <= 20)
    printf("    got %.9g, expected %.9g\n", (double)got, (double)want);
}

inline void expect_near(double got, double want, double tolerance, const char *what, int line) {
  if (std::fabs(got - want) <= tolerance) // false for NaN
    return;
  report_failure(what, line);
  if (failure_count() <= 20)
    printf("    got %.17g, expected %.17g within %g\n", got, want, tolerance);
}

// Each continues after a failure.
#define EXPECT(...) ((__VA_ARGS__) ? (void)0 : report_failure(#__VA_ARGS__, __LINE__))
#define OK(...) EXPECT((__VA_ARGS__) == 0)
#define EXPECT_EQ(got, want) expect_equal((got), (want), #got, __LINE__)
#define EXPECT_NEAR(got, want, tolerance) expect_near((got), (want), (tolerance), #got, __LINE__)

// Prints the verdict and returns the exit status.
inline int verdict() {
  printf("%d failures\n%s\n", failure_count(), failure_count() ? "FAILED" : "PASSED");
  return failure_count() ? 1 : 0;
}
