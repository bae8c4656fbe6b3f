// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A captured launch on the device: its memory, the plain kernel and a variant.

#ifndef CU2CL_TOOLS_REPLAY_RUN_H
#define CU2CL_TOOLS_REPLAY_RUN_H

#include "optimizers/tune/Capture.h"

#include "contract.h"
#include "internal.h"

#include <stdexcept>

namespace replay {

using cu2cl::opt::Capture;

/// What ends a replay: a word for the outcome, and why.
struct Stop : std::runtime_error {
  Stop(std::string outcome, const std::string &why)
      : std::runtime_error(why), outcome(std::move(outcome)) {}
  std::string outcome;
};

/// The device that the launch was captured on, made ready.
clrt_impl::Device *find_device(const Capture &capture);

/// A kernel with how it is launched.
struct Work {
  cl_kernel kernel = nullptr;
  size_t global[3] = {1, 1, 1}, group[3] = {1, 1, 1};
};

class Replay {
public:
  /// \p poisoned: parameters whose buffers the kernel only writes; they begin with other bytes.
  Replay(const Capture &capture, clrt_impl::Device *device, const std::vector<size_t> &poisoned);

  void build_plain();
  /// Builds the variant called \p name of the file with \p text; stops where its conditions do not
  /// hold for this launch.
  void build_variant(const std::string &text, const std::string &name);
  /// Runs both from the same bytes; stops with `wrong` at the first byte that differs.
  void compare();
  /// The time of one run in nanoseconds, without that of restoring what it writes.
  double time_plain() { return time(plain_, repetitions_); }
  double time_variant() { return time(variant_, repetitions_); }

private:
  cl_kernel build(const std::string &source, const std::string &name, const char *outcome);
  void make_memory(const std::vector<size_t> &poisoned);
  void set_arguments(const Work &work, const clrt_impl::Contract &contract);
  void restore(bool all);
  double run(const Work &work);
  double time(const Work &work, unsigned repetitions);
  std::vector<std::vector<char>> contents();
  bool holds(const clrt_impl::Contract &contract);

  const Capture &c_;
  clrt_impl::Device *d_;
  cl_command_queue queue_ = nullptr;
  std::vector<std::vector<char>> before_; // of each buffer, with canaries on both sides
  std::vector<cl_mem> roots_;
  std::vector<cl_mem> parts_; // of each parameter; null: it has none
  std::vector<bool> changes_; // which buffers the kernel changes
  Work plain_, variant_;
  unsigned repetitions_ = 1;
};

} // namespace replay

#endif
