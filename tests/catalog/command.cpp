// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "command.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

CommandResult runOnText(const std::vector<std::string> &Arguments, const std::string &Input,
                        const std::string &Suffix) {
  SmallString<128> File, Output;
  int Descriptor;
  if (sys::fs::createTemporaryFile("cu2cl-test", Suffix, Descriptor, File) ||
      sys::fs::createTemporaryFile("cu2cl-test", "out", Output))
    return {-1, "cannot make a temporary file"};
  {
    raw_fd_ostream Stream(Descriptor, /*shouldClose=*/true);
    Stream << Input;
  }
  std::vector<StringRef> List;
  for (const std::string &A : Arguments)
    List.push_back(A == "@" ? StringRef(File) : StringRef(A));
  std::optional<StringRef> Redirects[] = {std::nullopt, StringRef(Output), StringRef(Output)};
  std::string Error;
  int Status = sys::ExecuteAndWait(List.front(), List, std::nullopt, Redirects, 120, 0, &Error);
  auto Buffer = MemoryBuffer::getFile(Output);
  CommandResult Result{Status, Error + (Buffer ? (*Buffer)->getBuffer().str() : "")};
  sys::fs::remove(File);
  sys::fs::remove(Output);
  return Result;
}

std::vector<std::string> cudaArguments(bool Device) {
  return {CU2CL_TEST_CLANG,
          "-x",
          "cuda",
          Device ? "--cuda-device-only" : "--cuda-host-only",
          "--cuda-gpu-arch=sm_70",
          "-nocudainc",
          "-nocudalib",
          "-Wno-unknown-cuda-version",
          "-I",
          CU2CL_TEST_HEADERS,
          "-include",
          "cuda_runtime.h",
          "-fsyntax-only"};
}
