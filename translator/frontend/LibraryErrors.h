// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_LIBRARYERRORS_H
#define CU2CL_FRONTEND_LIBRARYERRORS_H

#include "core/report/DiagnosticIds.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>

namespace cu2cl {

/// Clang's errors about names of CUDA's libraries that the bundled headers do not declare. Such a
/// name is a use of the library, which gets the library's diagnostic, and no fault of the input;
/// what Clang says next about the same line, and about variables that the line declares, follows
/// from it.
class LibraryErrors {
public:
  struct Verdict {
    diag::Id Number =
        diag::None;       ///< the library's diagnostic; None if the message is about something else
    std::string Name;     ///< of the library
    bool Follows = false; ///< the message says nothing new
  };
  /// Classifies \p Text, an error of Clang about line \p Line of \p File, which reads \p LineText.
  /// Errors are given in Clang's order.
  Verdict classify(llvm::StringRef Text, llvm::StringRef File, unsigned Line,
                   llvm::StringRef LineText);

private:
  struct Lines {
    std::set<unsigned> Numbers;
    std::set<std::string> Words;
  };
  std::map<std::string, Lines> Files; ///< lines with a use of a library
};

} // namespace cu2cl

#endif
