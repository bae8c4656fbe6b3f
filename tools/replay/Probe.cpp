// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Probe.h"

#include <clrt/clrt.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

CLRT_PROGRAM(probe_roots_cl);

namespace replay {

static const clrt::kernel<clrt::global<unsigned>, unsigned, unsigned>
    compare_roots(probe_roots_cl, "compare_roots");

static const char *const functions[] = {
#define FUNCTION(NAME) #NAME,
#include "optimizers/schedule/ExactFunctions.def"
};

// Tried from the largest on. The first means all numbers; infinity and NaN are never in a vector.
static const char *const limits[] = {"3e38", "1e30", "1e15", "1e9", "1e8", "1e7", "1e6",
                                     "1e5",  "1e4",  "1e3",  "100", "10",  "1",   "0.1"};

static const unsigned per_item = 1 << 10;

// Numbers below the limit, in an order that mixes large and small ones, in vectors of each width.
static std::string text_of(const std::string &function) {
  std::string text = R"(
__kernel void compare(__global uint *differ, uint limit, uint each, uint step) {
  uint first = get_global_id(0) * each, count = 0;
  for (uint i = 0; i < each; i += 16) {
    float in[16], out[16];
    for (int k = 0; k < 16; k++) {
      uint n = (first + i + k) * step;
      in[k] = as_float((n * 2654435761u >> 1) % limit | n << 31);
    }
)";
  for (int width : {2, 4, 8, 16}) {
    const std::string w = std::to_string(width);
    text += "    for (int k = 0; k < " + std::to_string(16 / width) + "; k++)\n      vstore" + w +
            "(" + function + "(vload" + w + "(k, in)), k, out);\n" +
            "    for (int k = 0; k < 16; k++)\n      count += as_uint(" + function +
            "(in[k])) != as_uint(out[k]);\n";
  }
  return text + "  }\n  if (count)\n    atomic_add(differ, count);\n}\n";
}

namespace {

/// A function's comparison on the device.
class Comparison {
public:
  explicit Comparison(const std::string &function) : text_(text_of(function)) {
    const std::string hash = "probe-" + std::to_string(std::hash<std::string>()(text_));
    hash_ = hash;
    program_ = {"probe.cl", text_.c_str(), text_.size(), "-cl-std=CL1.2", hash_.c_str(), nullptr,
                0};
    clrt_enter_program(&program_);
    kernel_ = {&program_, "compare", nullptr, 0, 0, 0};
  }

  /// How many lanes differ among one of \p one_of numbers below \p limit; -1: the device fails.
  long differ(float limit, unsigned one_of) {
    const uint64_t numbers = (uint64_t(1) << 32) / one_of;
    const unsigned group = 64, each = per_item;
    const size_t groups = (numbers / each + group - 1) / group;
    uint32_t bits, found = 0;
    memcpy(&bits, &limit, sizeof bits);
    unsigned *differ = nullptr;
    if (clrt::malloc(&differ, sizeof found))
      return -1;
    clrt_config config{};
    config.grid[0] = groups;
    config.block[0] = group;
    config.grid[1] = config.grid[2] = config.block[1] = config.block[2] = 1;
    const clrt_arg args[] = {{CLRT_GLOBAL, sizeof differ, &differ},
                             {CLRT_VALUE, sizeof bits, &bits},
                             {CLRT_VALUE, sizeof each, &each},
                             {CLRT_VALUE, sizeof one_of, &one_of}};
    const bool failed = clrt::memset(differ, 0, sizeof found) ||
                        clrt_launch(&kernel_, &config, args, 4) != CLRT_SUCCESS ||
                        clrt::read(&found, differ, sizeof found);
    clrt::free(differ);
    return failed ? -1 : static_cast<long>(found);
  }

private:
  std::string text_, hash_;
  clrt_program program_{};
  clrt_kernel kernel_{};
};

} // namespace

// The largest limit below which no lane differs; empty: none; null: the device failed.
static const char *exact_below(Comparison &c, unsigned one_of) {
  for (const char *limit : limits) {
    const float value = std::stof(limit);
    long differ = 0;
    // A few numbers first: most limits fail by them.
    for (unsigned some : {1u << 14, one_of})
      if (!differ && some >= one_of)
        differ = c.differ(value, some);
    if (differ < 0)
      return nullptr;
    if (differ == 0)
      return limit;
  }
  return "";
}

static bool roots_are_exact(unsigned one_of) {
  const unsigned each = per_item, group = 64;
  const unsigned items = static_cast<unsigned>((uint64_t(1) << 32) / one_of / each);
  unsigned *found = nullptr, result[2] = {0, 0};
  if (clrt::malloc(&found, sizeof result) || clrt::memset(found, 0, sizeof result) ||
      clrt::launch(compare_roots, {(items + group - 1) / group, group}, found, each, one_of) ||
      clrt::read(result, found, sizeof result))
    return false;
  clrt::free(found);
  if (!result[0])
    printf("  rsqrt    has no short form here\n");
  else
    printf("  rsqrt    %u of %u numbers with other bits in the short form\n", result[1], result[0]);
  return result[0] && !result[1];
}

int probe_device(unsigned one_of, const std::string &only) {
  clrt_device_properties device{};
  int current = 0;
  if (clrt_get_device(&current) != CLRT_SUCCESS ||
      clrt_get_device_properties(&device, current) != CLRT_SUCCESS) {
    fprintf(stderr, "cu2cl-replay: there is no device to probe\n");
    return 2;
  }
  printf("%s, one of %u floats:\n", device.name, one_of);
  std::string line;
  for (const char *function : functions) {
    if (!only.empty() && only != function)
      continue;
    // clrt knows a program until the process ends.
    Comparison &c = *new Comparison(function);
    const char *limit = exact_below(c, one_of);
    if (!limit) {
      fprintf(stderr, "cu2cl-replay: the comparison of %s cannot be run on %s\n", function,
              device.name);
      return 2;
    }
    printf("  %-8s %s%s\n", function,
           *limit ? "the same bits in vectors of numbers below " : "other bits in vectors", limit);
    fflush(stdout);
    if (*limit)
      line += std::string(" ") + function + "<" + limit;
  }
  if (only.empty() && roots_are_exact(one_of))
    line += " rsqrt";
  printf("schedule: math exact%s\n", line.c_str());
  return 0;
}

} // namespace replay
