// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A launch that CLRT_CAPTURE saved (docs/variants.md has the format), and memory to run it again in.

#ifndef CU2CL_BENCH_CAPTURE_FILE_H
#define CU2CL_BENCH_CAPTURE_FILE_H

#include <clrt/clrt.h>
#include <string>
#include <vector>

struct CaptureFile {
  struct Parameter {
    enum { Buffer, Offset, Value, Local, Null } kind;
    size_t buffer = 0, first = 0, size = 0; // size: of an offset's element, too
    std::vector<char> bytes;
  };
  std::string kernel, program, hash, options, source;
  size_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1}, local = 0;
  std::vector<Parameter> parameters;
  std::vector<std::vector<char>> buffers; // as they were before the launch

  // False: `why` says what is wrong.
  bool read(const std::string &path, std::string &why);
};

// The capture's memory on the device, and its arguments.
class CapturedLaunch {
public:
  explicit CapturedLaunch(const CaptureFile &file) : file_(file) {}
  ~CapturedLaunch();
  CapturedLaunch(const CapturedLaunch &) = delete;
  // False: `why` says what cannot be had here.
  bool prepare(std::string &why);
  clrt_error restore(); // the bytes before the launch
  clrt_error launch(const clrt_program &program);
  clrt_error results(std::vector<std::vector<char>> &bytes) const;

private:
  const clrt_kernel &handle(const clrt_program &program);

  const CaptureFile &file_;
  std::vector<void *> memory_;
  std::vector<cl_mem> parts_; // of buffers, for the arguments that are not whole ones
  std::vector<const void *> values_;
  std::vector<clrt_arg> arguments_;
  std::vector<clrt_symbol> symbols_; // what comes behind dynamic local memory
  std::vector<const clrt_symbol *> symbol_list_;
  std::vector<clrt_appended> appended_;
  std::vector<std::pair<const clrt_program *, clrt_kernel>> handles_; // one for each program
};

#endif
