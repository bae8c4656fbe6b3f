// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TUNE_CAPTURE_H
#define CU2CL_OPTIMIZERS_TUNE_CAPTURE_H

// cu2cl-replay reads captures, too, and has no LLVM: only the standard library here.
#include <cstddef>
#include <string>
#include <vector>

namespace cu2cl::opt {

/// A launch that clrt has saved (docs/variants.md has the format).
struct Capture {
  struct Parameter {
    enum Form { Buffer, Value, Local, Null } Kind = Null;
    size_t Index = 0, First = 0, Size = 0; ///< Buffer: which, and which part; Local: bytes
    std::vector<char> Bytes;               ///< Value
  };
  std::string Kernel, Program, Hash, Options, Platform, Device, Driver, Source;
  size_t Grid[3] = {1, 1, 1}, Block[3] = {1, 1, 1}, LocalBytes = 0;
  double Nanoseconds = 0; ///< of the plain kernel
  std::vector<Parameter> Parameters;
  std::vector<std::vector<char>> Buffers; ///< empty if only the head was read

  /// Reads the file; \returns what is wrong with it, or nothing. \param WithBuffers their bytes,
  /// too
  std::string read(const std::string &Path, bool WithBuffers);

private:
  bool readHead(std::istream &In, std::string &Wrong);
  bool readLine(const std::string &Line);
  bool readParameter(std::istream &Words);

  size_t SourceSize = 0;
  std::vector<size_t> BufferSizes;
};

} // namespace cu2cl::opt

#endif
