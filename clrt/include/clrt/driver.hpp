// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What cuModuleLoad finds: the kernels and variables of a source that was compiled into a file of
// its own (nvcc -ptx).

#ifndef CLRT_DRIVER_HPP
#define CLRT_DRIVER_HPP
#include "clrt.hpp"

#include "names_begin.h"

extern "C" {
// A parameter of a kernel, and how it lies in a buffer of arguments.
typedef struct clrt_module_param {
  clrt_param param;
  size_t size, alignment; // bytes
} clrt_module_param;
// A kernel or, where that is null, a variable.
typedef struct clrt_module_entry {
  const char *name; // as CUDA has it: mangled
  const clrt_kernel *kernel;
  const clrt_module_param *params;
  size_t param_count;
  const clrt_symbol *symbol;
} clrt_module_entry;
// The entries must last. `file` is a name without a folder. `finds_addresses`: kernels read
// addresses from memory, so memory that is allocated from then on is shared virtual memory.
void clrt_add_module(const char *file, const clrt_module_entry *entries, size_t count,
                     int finds_addresses);
}

namespace clrt {

class module_entry {
public:
  template <typename... Param>
  module_entry(const char *name, const kernel<Param...> &k)
      : entry_{name, k.raw(),
               new clrt_module_param[sizeof...(Param) + 1]{
                   {detail::written<Param>::param(), sizeof(typename detail::written<Param>::type),
                    alignof(typename detail::written<Param>::type)}...,
                   clrt_module_param()},
               sizeof...(Param), nullptr} {}
  module_entry(const char *name, const detail::symbol_base &s)
      : entry_{name, nullptr, nullptr, 0, s.raw()} {}
  const clrt_module_entry &raw() const { return entry_; }

private:
  clrt_module_entry entry_;
};

// Whether kernels of a module read addresses from memory.
enum addresses { no_addresses, finds_addresses };

// What cuModuleLoad finds under the names of `files`, which the CUDA project's build made of one
// source. At namespace scope, after the kernels and variables.
class driver_module {
public:
  driver_module(std::initializer_list<const char *> files,
                std::initializer_list<module_entry> entries, addresses found = no_addresses) {
    // Outlives this object: static destructors may launch.
    clrt_module_entry *list = new clrt_module_entry[entries.size() + 1];
    std::size_t n = 0;
    for (const module_entry &e : entries)
      list[n++] = e.raw();
    for (const char *file : files)
      clrt_add_module(file, list, n, found == finds_addresses);
  }
};

} // namespace clrt

#include "names_end.h"

#endif
