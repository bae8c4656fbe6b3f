// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TUNE_SEARCH_H
#define CU2CL_OPTIMIZERS_TUNE_SEARCH_H

#include "optimizers/tune/Replayer.h"
#include "optimizers/tune/Space.h"
#include "optimizers/variant/VariantFile.h"
#include "llvm/ADT/StringSet.h"
#include <chrono>
#include <set>

namespace cu2cl::opt {

struct Budget {
  unsigned Evaluations = 60; ///< 0: no limit
  unsigned Seconds = 0;      ///< 0: no limit
  unsigned Seed = 1;
};

/// The result of a search, and its cost.
struct Found {
  Decision Chosen;
  unsigned Evaluations = 0; ///< points that were tried, now or in an earlier run
  unsigned New = 0;         ///< those of now
  unsigned Refused = 0, Unmet = 0, Failed = 0;
  struct Wrong {
    std::string Schedule, Why, Text;
  };
  std::vector<Wrong> WrongOnes;
  bool IsKnown = false; ///< the database had the decision
};

/// Looks for the fastest schedule of one kernel for one captured launch.
class Search {
public:
  /// \param From the captured source
  Search(const Source &From, const clang::FunctionDecl *Kernel, const Space &Points,
         const Evaluator &Replays, Database &Known, TuningKey Key, Budget Limit);

  /// \p Tick is told after each try how many there were and the best ratio.
  llvm::Error run(llvm::function_ref<void(unsigned, double)> Tick, Found &Result);

  /// Text to be replaced in each variant that is tried, and by what: tests seed bugs so.
  std::pair<std::string, std::string> Spoil;
  /// The intervals in which vector forms of functions are exact on this device.
  std::map<std::string, std::string> Exact;
  /// The launch's groups, where the kernel depends on their size and does not say it.
  std::optional<std::vector<unsigned>> Launched;

private:
  llvm::Error tryPoint(const Space::Point &P, Found &Result);
  llvm::Error tryOffered(Found &Result);
  llvm::Error tryRandom(Found &Result);
  llvm::Error climb(Found &Result);
  llvm::Error confirm(Found &Result);
  bool isSpent(const Found &Result) const;
  /// The schedule of \p P with what this device needs.
  Schedule scheduleOf(const Space::Point &P) const;
  std::optional<std::string> textOf(const Schedule &S, std::string &Name, Found &Result);
  void count(const std::string &Schedule, const std::string &Text, const Evaluation &E,
             Found &Result);

  const Source &From;
  const clang::FunctionDecl *Kernel;
  const Space &Points;
  const Evaluator &Replays;
  Database &Known;
  TuningKey Key;
  Budget Limit;
  std::mt19937 Random;
  std::chrono::steady_clock::time_point Start;
  llvm::StringSet<> Seen, Climbed; ///< schedules that were tried; from which the search went on
  llvm::function_ref<void(unsigned, double)> Tick = nullptr;
  std::multimap<double, Space::Point, std::greater<double>> Good;
};

} // namespace cu2cl::opt

#endif
