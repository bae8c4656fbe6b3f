// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_PLAINPATH_H
#define CU2CL_CORE_SOURCE_PLAINPATH_H

#include "llvm/ADT/StringRef.h"

namespace cu2cl {

/// The absolute path \p Path without `.` and `..`. A symbolic link in front of a `..` is followed
/// (`inc/../common/x.h` lies beside what `inc` links to), as the system does; other links stay.
/// Safe to call from several threads.
std::string plainPath(llvm::StringRef Path);

} // namespace cu2cl

#endif
