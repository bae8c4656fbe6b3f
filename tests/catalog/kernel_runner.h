// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TESTS_CATALOG_KERNELRUNNER_H
#define CU2CL_TESTS_CATALOG_KERNELRUNNER_H

#include "catalog/Catalog.h"
#include <cstdint>
#include <string>
#include <vector>

/// The OpenCL spelling of a canonical CUDA type: "unsigned int" to "uint".
std::string openClType(llvm::StringRef Cuda);

/// A row's text with its arguments put in. \p Spaces has one letter an argument.
std::string expand(llvm::StringRef Text, const std::vector<std::string> &Arguments,
                   const std::string &Spaces);

using Bytes = std::vector<uint8_t>;

/// Builds \p Source and runs its kernel "test" on \p Count work-items in groups of \p Group. The
/// buffers are its arguments, in order, and come back as the kernel left them. \p MoreOptions are for
/// the compiler.
/// \returns the error or build log, empty on success.
std::string runKernel(const std::string &Source, std::vector<Bytes> &Buffers, size_t Count,
                      size_t Group, const std::string &MoreOptions = "");

template <typename T> Bytes toBytes(const std::vector<T> &Values) {
  auto *Begin = reinterpret_cast<const uint8_t *>(Values.data());
  return Bytes(Begin, Begin + Values.size() * sizeof(T));
}

template <typename T> std::vector<T> fromBytes(const Bytes &Buffer) {
  auto *Begin = reinterpret_cast<const T *>(Buffer.data());
  return std::vector<T>(Begin, Begin + Buffer.size() / sizeof(T));
}

#endif
