// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_SHELLWORDS_H
#define CU2CL_PROJECT_INTAKE_SHELLWORDS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cu2cl {

/// One simple command of a shell line and the folder that it runs in.
struct ShellCommand {
  std::string Directory;
  std::vector<std::string> Words;
  std::vector<std::string> Assignments = {}; ///< `A=b` in front: the command's environment
};

/// Splits a line that `make -n` printed, or the "command" of a compile_commands.json, into its
/// simple commands: quotes, backslashes, `;`, `&&`, `||`, `|`, `&`, `( )`, redirections, `cd`
/// (followed), assignments in front and shell keywords (dropped). A command that mentions the
/// variable of a `for` before it comes once for each value (`${f%.cu}` loses the ending); a pattern
/// (`src/*.cu`) becomes the files that match it below \p Directory, if that is not empty. Nothing
/// is run: `$(...)`, backquotes and other variables stay as text.
std::vector<ShellCommand> splitShellLine(llvm::StringRef Line, llvm::StringRef Directory);

} // namespace cu2cl

#endif
