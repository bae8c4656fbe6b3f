// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// own-math [LIMIT]: what sin and cos of clrt/device/own_math.clh cost beside the built-in ones, as
// scalars and in vectors of 16, for values up to LIMIT (default 1000). Each work-item computes 16
// results at a time; all forms are run in turns, the medians are printed. CLRT_DEVICE chooses.

#include <algorithm>
#include <chrono>
#include <clrt/clrt.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>

CLRT_PROGRAM(own_math_cl);

struct Form : clrt::kernel<clrt::global<float>, int, float> {
  const char *name;
  Form(const char *text) : kernel(own_math_cl, text), name(text) {}
};
static const Form forms[] = {"cos_one", "cos_sixteen", "own_cos_one", "own_cos_sixteen",
                             "sin_one", "sin_sixteen", "own_sin_one", "own_sin_sixteen"};

static double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int main(int argc, char **argv) {
  const float limit = argc > 1 ? static_cast<float>(std::atof(argv[1])) : 1000.0f;
  const int items = 256, steps = 1000, rounds = 31;
  const size_t count = sizeof forms / sizeof *forms;
  float *out = nullptr;
  if (clrt::malloc(&out, items * 16 * sizeof *out)) {
    std::fprintf(stderr, "own-math: no memory on the device\n");
    return 1;
  }
  std::vector<std::vector<double>> times(count);
  for (int round = -1; round < rounds; ++round) // the first builds
    for (size_t f = 0; f < count; ++f) {
      double begin = seconds();
      if (clrt::launch(forms[f], {items / 64, 64}, out, steps, limit) ||
          clrt::device_synchronize()) {
        std::fprintf(stderr, "own-math: %s cannot be run\n", forms[f].name);
        return 1;
      }
      if (round >= 0)
        times[f].push_back(seconds() - begin);
    }
  double results = 16.0 * items * steps;
  for (size_t f = 0; f < count; ++f) {
    std::nth_element(times[f].begin(), times[f].begin() + rounds / 2, times[f].end());
    std::printf("%-16s %8.3f ns each\n", forms[f].name, times[f][rounds / 2] / results * 1e9);
  }
  clrt::free(out);
  return 0;
}
