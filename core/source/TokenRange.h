// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_TOKENRANGE_H
#define CU2CL_CORE_SOURCE_TOKENRANGE_H

namespace cu2cl {

/// A run of expanded tokens, [Begin, End).
struct TokenRange {
  unsigned Begin = 0, End = 0;
  bool empty() const { return Begin == End; }
  bool contains(TokenRange R) const { return Begin <= R.Begin && R.End <= End; }
  bool operator==(TokenRange R) const { return Begin == R.Begin && End == R.End; }
};

} // namespace cu2cl

#endif
