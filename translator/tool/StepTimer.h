// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_STEPTIMER_H
#define CU2CL_TOOL_STEPTIMER_H

#include "tool/Pipeline.h"
#include <chrono>
#include <sys/resource.h>

namespace cu2cl {

/// Takes the time of each step that ends, if \p Into is given.
class StepTimer {
public:
  explicit StepTimer(std::vector<StepTime> *Into) : Into(Into) {}

  /// Ends the step before.
  void start(const char *Step) {
    end();
    Current = {Step, wall(), cpu()};
  }
  void end() {
    if (Into && !Current.Step.empty())
      Into->push_back({Current.Step, wall() - Current.Wall, cpu() - Current.Cpu});
    Current = {};
  }

private:
  static double wall() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  static double cpu() {
    double Sum = 0;
    for (auto Who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
      rusage Use;
      getrusage(Who, &Use);
      for (timeval T : {Use.ru_utime, Use.ru_stime})
        Sum += double(T.tv_sec) + double(T.tv_usec) / 1e6;
    }
    return Sum;
  }

  std::vector<StepTime> *Into;
  StepTime Current; ///< with the times at which it began
};

} // namespace cu2cl

#endif
