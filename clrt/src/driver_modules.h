// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the driver API knows of modules.

#ifndef CLRT_DRIVER_MODULES_H
#define CLRT_DRIVER_MODULES_H

#include "driver_state.h"
#include <clrt/driver.hpp>

#include <set>

namespace clrt_impl {

// What a source offers to cuModuleLoad.
struct Module {
  std::string file;
  std::vector<clrt_module_entry> entries;
  std::set<const clrt_symbol *> symbols; // also those without a name
  std::set<int> used_on;                 // devices on which it was loaded before

  void add_symbols(const clrt_module_entry &e);
  bool has_same_entries(const Module &other) const;
};

CUresult check_module(CUmodule handle);

} // namespace clrt_impl

// A kernel of a module that was loaded. It lasts as its module does.
struct CUfunc_st {
  const clrt_module_entry *entry;
  CUmodule module;
};

// A load of a module; also a library. Never deleted, since programs may ask for one that is gone.
struct CUmod_st {
  clrt_impl::Module *module = nullptr;
  int device = 0;
  bool alive = true; // driver_module.cpp's mutex guards it
  std::vector<CUfunction> functions;
};

#endif
