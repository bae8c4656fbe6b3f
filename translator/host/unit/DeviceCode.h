// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_DEVICECODE_H
#define CU2CL_HOST_UNIT_DEVICECODE_H

#include "host/unit/HostUnit.h"

namespace cu2cl {

/// \p R widened to whole lines if nothing else is on them (a comment after it goes with it),
/// and to the comment right above.
FileRange wholeLines(llvm::StringRef Text, FileRange R, bool WithComment);

/// A file (of those with its text) that \p R is a stretch of; \p D is there, or in a macro of
/// it.
clang::FileID fileOf(const HostUnit &U, const FileRange &R, const clang::Decl *D);

/// The text of a declaration with the semicolon after it.
std::optional<FileRange> declarationRange(const HostUnit &U, const clang::Decl *D);

/// Returns where the line of \p At begins, with the comment right above it.
unsigned attachedBegin(llvm::StringRef Text, unsigned At);

/// The lines that go when \p Device goes; an empty File if it cannot be removed.
FileRange removalRange(const HostUnit &U, const DeviceDecl &Device);

} // namespace cu2cl

#endif
