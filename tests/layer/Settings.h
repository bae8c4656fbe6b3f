// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the environment asks of the layer.

#ifndef CU2CL_TESTS_LAYER_SETTINGS_H
#define CU2CL_TESTS_LAYER_SETTINGS_H

#include <CL/cl_layer.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace layer {

/// One order to fail: the n-th call (counted from 1) of a function, or that and all later ones.
struct Failure {
  unsigned Nth = 0;
  bool AndLater = false;
  cl_int Error = 0;
};

/// A limit is absent where the device's own value counts.
struct Settings {
#define LIMIT(NAME, VARIABLE, VALUE) std::optional<size_t> NAME;
#include "Limits.def"
  std::map<std::string, std::vector<Failure>> Failures;
  /// A short text that differs when the limits differ, so that no cache confuses two devices.
  std::string Summary;

  bool hasNo(const std::optional<size_t> &Feature) const { return Feature && *Feature == 0; }
};

/// The settings of this process, read from the environment at first use. A value that means nothing
/// ends the process: a layer that silently did less than asked would prove nothing.
const Settings &settings();

/// The functions of the next layer, or of the device.
extern cl_icd_dispatch Next;
/// Writes one line to the standard error stream, marked as the layer's.
void say(const char *Format, ...) __attribute__((format(printf, 1, 2)));
/// As say, then ends the process.
[[noreturn]] void refuse(const std::string &What);

/// Each puts the functions that enforce limits into a table that starts as a copy of Next.
void limitDevice(cl_icd_dispatch &Table);
void limitPrograms(cl_icd_dispatch &Table);
void limitKernels(cl_icd_dispatch &Table);
/// After limitKernels. Where only coarse-grained shared memory is said to be there, the device has
/// a memory of its own.
void limitShared(cl_icd_dispatch &Table);
/// Puts the look for NaN into the table, if CU2CL_LAYER_NAN asks for it.
void inspectReads(cl_icd_dispatch &Table);

} // namespace layer

#endif
