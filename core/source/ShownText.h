// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_SHOWNTEXT_H
#define CU2CL_CORE_SOURCE_SHOWNTEXT_H

#include "core/source/Edit.h"
#include <functional>

namespace cu2cl {

/// \p Text as the preprocessor's # makes a string of it.
std::string stringized(llvm::StringRef Text);

/// The strings that the port's macros make and for which the CUDA source has other text.
struct ShownTexts {
  /// By input file, for its table: the port's text and the source's, both as C literals.
  std::map<std::string, std::map<std::string, std::string>> Tables;
  struct Place {
    std::string File;
    unsigned Offset = 0;
    std::string Port, Source;
  };
  /// Uses that show the port's text all the same.
  std::vector<Place> Unshown;
};

/// Makes macros that show an argument (`#call`) show what the CUDA source has there, where that
/// changes: `clrt::source_text(#call)` looks the text up in the table of the file.
/// \param TextOf gives the text of a file, \param IsC whether C sees it.
ShownTexts showSourceText(EditSet &Edits,
                          const std::function<std::string(const std::string &)> &TextOf,
                          const std::function<bool(const std::string &)> &IsC);

/// The table of a file as a header; \p Name is the output path of the file.
std::string printShownTexts(const std::map<std::string, std::string> &Table, llvm::StringRef Name);

} // namespace cu2cl

#endif
