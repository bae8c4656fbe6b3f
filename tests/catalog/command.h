// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TESTS_CATALOG_COMMAND_H
#define CU2CL_TESTS_CATALOG_COMMAND_H

#include <string>
#include <vector>

/// What a command wrote to both outputs, and its exit status.
struct CommandResult {
  int Status;
  std::string Output;
};

/// Runs a program with \p Arguments and \p Input as the content of a file whose path replaces "@"
/// in the arguments; the file's name ends in \p Suffix.
CommandResult runOnText(const std::vector<std::string> &Arguments, const std::string &Input,
                        const std::string &Suffix);

/// Clang's arguments for one side of a CUDA file with the bundled headers.
std::vector<std::string> cudaArguments(bool Device);

#endif
