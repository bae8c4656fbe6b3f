// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_BLOCKMARKS_H
#define CU2CL_CORE_SOURCE_BLOCKMARKS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cu2cl {

// In a fragment: the braces of a block of ours around statements of the source, which keep their
// lines. The renderer knows their indentation.
inline constexpr char BlockOpens[] = "\x01";
inline constexpr char BlockCloses[] = "\x02";
// A line of ours begins, indented as the one before it.
inline constexpr char LineBegins[] = "\x03";

/// \p Text, which is rendered, with braces and line ends in place of the marks: each line between
/// them is indented by two blanks more, and a comment after the last statement stays after it.
std::string withBlocks(llvm::StringRef Text);

} // namespace cu2cl

#endif
