// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernels of an OpenCL source: where each is defined, and the source with one of them alone.

#ifndef CLRT_KERNEL_TEXTS_H
#define CLRT_KERNEL_TEXTS_H

#include <string>
#include <vector>

namespace clrt_impl {

struct KernelText {
  std::string name;
  size_t keyword;   // the end of the word `__kernel`, behind which attributes may be added
  size_t begin;     // of that word
  size_t end;       // of the body, or of the macro's arguments
  bool separable;   // no #if begins inside and ends outside, nor the other way round
  std::string rest; // what remains where it is removed: its directives and the ends of its lines
};

// Returns the kernels that the text defines, in their order: `__kernel void name(...) {...}` and
// `__kernel MACRO(name, ...)`, with attributes before the name. Reads up to where brackets do not
// match.
std::vector<KernelText> kernel_texts(const std::string &source);

// Returns the text with the kernel `name` alone, each line where it was; kernels that are not
// separable stay. The whole text if it has no kernel of this name.
std::string with_one_kernel(const std::string &source, const std::vector<KernelText> &kernels,
                            const std::string &name);

} // namespace clrt_impl

#endif
