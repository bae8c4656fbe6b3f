// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program to be tuned. `tune_probe nothing` launches no kernel, `tune_probe fail` ends with 3.

#include <clrt/clrt.hpp>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

CLRT_PROGRAM(probe_cl);

static const clrt::kernel<clrt::global<const float>, clrt::global<float>, int>
    distances(probe_cl, "distances");

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "fail"))
    return 3;
  if (!strcmp(what, "nothing"))
    return 0;
  const int n = 20011, rounds = 64;
  std::vector<float> points(n), sums(n);
  for (int i = 0; i < n; ++i)
    points[i] = static_cast<float>(i % 101);
  float *d_points = nullptr, *d_sums = nullptr;
  const size_t bytes = n * sizeof(float);
  clrt::malloc(&d_points, bytes + 1); // its buffer has more bytes than that
  clrt::malloc(&d_sums, bytes);
  clrt::write(d_points, points.data(), bytes);
  clrt::launch(distances, {(n + 63) / 64, 64}, d_points, d_sums, n);
  clrt::read(sums.data(), d_sums, bytes);
  for (int i = 0; i < n; ++i) {
    double wanted = 0;
    for (int k = 0; k < rounds; ++k)
      wanted += (points[i] - points[k]) * (points[i] - points[k]) * 0.5;
    if (!(std::fabs(sums[i] - wanted) <= 1e-3 * wanted)) {
      printf("FAILED at %d\n", i);
      return 1;
    }
  }
  printf("PASSED\n");
  return 0;
}
