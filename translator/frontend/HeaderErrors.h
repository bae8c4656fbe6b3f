// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_HEADERERRORS_H
#define CU2CL_FRONTEND_HEADERERRORS_H

#include "clang/Basic/Diagnostic.h"
#include <string>

namespace cu2cl {

/// Leads errors of Clang inside of the system's headers to the user's text: the use that a note
/// after the error names ("in instantiation of"), else the line that includes the header.
class HeaderErrors {
public:
  /// Of an error: changes its place, given by \p File and the others, if a header of the system has
  /// it. The place in the header is added to \p Text.
  void takeError(const clang::Diagnostic &Info, std::string &Text, std::string &File,
                 unsigned &Line, unsigned &Column);
  /// Of a note: whether it tells the place of the last error better.
  bool takeNote(const clang::Diagnostic &Info, std::string &File, unsigned &Line, unsigned &Column);
  /// No note that comes now is about the last error of a header.
  void forget() { Open = false; }

private:
  bool Open = false;
};

} // namespace cu2cl

#endif
