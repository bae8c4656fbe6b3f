// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_THREADS_THREADFORMS_H
#define CU2CL_ANALYSIS_THREADS_THREADFORMS_H

#include <cstdint>
#include <limits>
#include <map>
#include <optional>

namespace cu2cl {

/// A number as `Thread * threadIdx.x + Constant + the sum of Terms`; in rounds of a loop that adds
/// a small number, `+ 0, Step, 2 * Step, ...`, too.
struct AffineForm {
  int64_t Thread = 0, Constant = 0, Step = 0;
  bool Strides = false; ///< in rounds of a loop that adds what is no small number, as blockDim.x
  std::map<unsigned, int64_t> Terms; ///< values that all threads have, and their factors

  /// No more than a number that is known.
  bool isConstant() const { return !Thread && !Step && !Strides && Terms.empty(); }
};

/// \p A + \p Factor * \p B; none if the steps of both do not go together.
std::optional<AffineForm> sum(const AffineForm &A, const AffineForm &B, int64_t Factor = 1);
/// \p A with what it adds in the rounds of a loop.
std::optional<AffineForm> withStep(AffineForm A, const AffineForm &Step, bool Backward);

/// Threads of a block that come to a place, as far as conditions say so.
struct ThreadSet {
  bool One = false;               ///< only one of a block, or of a warp
  bool Few = false;               ///< under a condition that does not tell which
  std::optional<AffineForm> Zero; ///< of the one thread: this is 0
  int64_t From = 0, To = std::numeric_limits<int64_t>::max(); ///< threadIdx.x is in [From, To)
};

enum class Meeting { Unknown, Own, Others };
/// Whether the place \p Read, where only a thread of \p Reader comes, is surely written by another
/// thread if each of \p Writers writes its own place \p Store, or surely by that thread itself.
Meeting meeting(const AffineForm &Store, const ThreadSet &Writers, const AffineForm &Read,
                const ThreadSet &Reader);

} // namespace cu2cl

#endif
