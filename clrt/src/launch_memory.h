// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The memory that a launch gives its kernel, for what reads all of it: verification and capture.

#ifndef CLRT_LAUNCH_MEMORY_H
#define CLRT_LAUNCH_MEMORY_H

#include "variant.h"

namespace clrt_impl {

// A whole buffer or allocation.
struct Piece {
  int parameter; // the first that has it
  char *home;    // its address; nullptr: packed constants, whose bytes are `packed`
  size_t size;
  std::vector<char> packed;
  bool is_fault;
};

// What a parameter has of it.
struct PieceOf {
  int piece; // -1: none
  size_t first, size;
};

class LaunchMemory {
public:
  // False: `why` says what cannot be read.
  bool find(const Launch &l, std::string &why);
  // All bytes of each piece. Waits for the device.
  clrt_error read(const Launch &l, std::vector<std::vector<char>> &bytes) const;
  clrt_error write(const std::vector<std::vector<char>> &bytes) const;
  // The first parameter in whose memory there are addresses of shared memory; -1: none.
  static int holding_addresses(Device *d, const std::vector<Piece> &pieces,
                               const std::vector<std::vector<char>> &bytes);

  std::vector<Piece> pieces;
  std::vector<PieceOf> parameters;

private:
  bool add(const Launch &l, int parameter, const LaunchView::Parameter &p, const Range &r,
           std::string &why);
};

// A name for launches of about this size: the logarithms of the numbers of work-items.
std::string size_class(const clrt_config *c);
} // namespace clrt_impl

#endif
