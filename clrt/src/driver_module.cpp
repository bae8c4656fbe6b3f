// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The driver API's modules: sources of the project that were compiled into files of their own. A
// module is known by the name of its file; the port's file of that name has one line, which says
// the name again for programs that read the file themselves.

#include "driver_modules.h"

#include <cstdio>
#include <cstring>

using namespace clrt_impl;

static std::mutex modules_mutex; // guards what follows
// The modules of the process; nothing is ever removed.
static std::vector<Module *> &modules() {
  static std::vector<Module *> *list = new std::vector<Module *>;
  return *list;
}
static std::vector<CUmodule> &loaded() {
  static std::vector<CUmodule> *list = new std::vector<CUmodule>;
  return *list;
}

void clrt_add_module(const char *file, const clrt_module_entry *entries, size_t count,
                     int finds_addresses) {
  if (finds_addresses)
    modules_find_addresses();
  std::lock_guard<std::mutex> lock(modules_mutex);
  Module *m = new Module;
  m->file = file;
  for (size_t i = 0; i < count; ++i) {
    m->entries.push_back(entries[i]);
    m->add_symbols(entries[i]);
  }
  modules().push_back(m);
}

void Module::add_symbols(const clrt_module_entry &e) {
  if (e.symbol)
    symbols.insert(e.symbol);
  for (size_t i = 0; e.kernel && i < e.kernel->appended_count; ++i) {
    const clrt_appended &a = e.kernel->appended[i];
    if (a.kind == CLRT_SYMBOL)
      symbols.insert(a.symbols[0]);
    else if (a.kind == CLRT_PACKED)
      symbols.insert(a.symbols, a.symbols + a.size);
  }
}

// "kernels" of "kernels.ptx".
static std::string stem(const std::string &file) { return file.substr(0, file.rfind('.')); }

// The module of that file, else the only one whose name differs in what follows the last dot alone.
static Module *find_module(const std::string &file) {
  Module *only = nullptr;
  for (Module *m : modules())
    if (m->file == file)
      return m;
  for (Module *m : modules())
    if (stem(m->file) == stem(file)) {
      if (only && !only->has_same_entries(*m))
        return nullptr;
      only = m;
    }
  return only;
}

bool Module::has_same_entries(const Module &other) const {
  if (entries.size() != other.entries.size())
    return false;
  for (size_t i = 0; i < entries.size(); ++i)
    if (entries[i].kernel != other.entries[i].kernel ||
        entries[i].symbol != other.entries[i].symbol)
      return false;
  return true;
}

// Variables begin anew with each load. Two loads at one time would have each its own.
static CUresult begin_symbols(Module *m, int device) {
  for (CUmodule other : loaded())
    for (const clrt_symbol *s : m->symbols)
      if (other->alive && other->device == device && other->module->symbols.count(s)) {
        fprintf(stderr,
                "clrt: %s is loaded a second time before it is unloaded: in CUDA, each load has "
                "variables of its own, which is not supported\n",
                m->file.c_str());
        return CUDA_ERROR_NOT_SUPPORTED;
      }
  if (!m->used_on.insert(device).second)
    for (const clrt_symbol *s : m->symbols) {
      const std::string zeros(s->init ? 0 : s->size, '\0');
      const clrt_error e = clrt_memcpy_to_symbol(s, s->init ? s->init : zeros.data(), s->size, 0,
                                                 CLRT_MEMCPY_HOST_TO_DEVICE);
      if (e != CLRT_SUCCESS)
        return driver_result(e);
    }
  return CUDA_SUCCESS;
}

// \p lost: what it is if there is no such module.
static CUresult load(CUmodule *handle, const char *file, CUresult lost) {
  const KeptLastError kept;
  std::lock_guard<std::mutex> lock(modules_mutex);
  Module *m = find_module(file);
  if (!m) {
    fprintf(stderr, "clrt: %s is not a module of this program, which has", file);
    for (const Module *other : modules())
      fprintf(stderr, " %s", other->file.c_str());
    fprintf(stderr, "%s\n", modules().empty() ? " none" : "");
    return lost;
  }
  const int device = thread().index;
  const CUresult r = begin_symbols(m, device);
  if (r != CUDA_SUCCESS)
    return r;
  CUmodule made = new CUmod_st;
  made->module = m;
  made->device = device;
  for (const clrt_module_entry &e : m->entries)
    if (e.kernel)
      made->functions.emplace_back(new CUfunc_st{&e, made});
  loaded().push_back(made);
  *handle = made;
  return CUDA_SUCCESS;
}

static CUresult load_file(CUmodule *handle, const char *path) {
  const CUresult r = need_context();
  if (r != CUDA_SUCCESS || !handle || !path)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  const char *slash = std::strrchr(path, '/');
  return load(handle, slash ? slash + 1 : path, CUDA_ERROR_FILE_NOT_FOUND);
}

// The line of the port's file.
static const char image_head[] = "// clrt module ";

static CUresult load_image(CUmodule *handle, const void *image) {
  const CUresult r = need_context();
  if (r != CUDA_SUCCESS || !handle || !image)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  const char *text = static_cast<const char *>(image);
  if (std::strncmp(text, image_head, sizeof image_head - 1) != 0) {
    fprintf(stderr, "clrt: this image is not a module of this program: compiled CUDA code does not "
                    "run here\n");
    return CUDA_ERROR_INVALID_IMAGE;
  }
  text += sizeof image_head - 1;
  return load(handle, std::string(text, std::strcspn(text, "\r\n")).c_str(),
              CUDA_ERROR_INVALID_IMAGE);
}

CUresult cuModuleLoad(CUmodule *handle, const char *path) { return load_file(handle, path); }
CUresult cuModuleLoadData(CUmodule *handle, const void *image) { return load_image(handle, image); }
CUresult cuModuleLoadDataEx(CUmodule *handle, const void *image, unsigned count,
                            CUjit_option *options, void **values) {
  if (count > 0 && (!options || !values))
    return CUDA_ERROR_INVALID_VALUE;
  const CUresult r = load_image(handle, image);
  for (unsigned i = 0; i < count; ++i)
    switch (options[i]) { // there is nothing to log
    case CU_JIT_INFO_LOG_BUFFER:
    case CU_JIT_ERROR_LOG_BUFFER:
      if (values[i])
        *static_cast<char *>(values[i]) = 0;
      break;
    case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
    case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
      values[i] = nullptr;
      break;
    default:
      break;
    }
  return r;
}
CUresult cuModuleLoadFatBinary(CUmodule *handle, const void *image) {
  return load_image(handle, image);
}
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *, void **,
                               unsigned, CUlibraryOption *, void **, unsigned) {
  return load_file(library, path);
}
CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *, void **, unsigned,
                           CUlibraryOption *, void **, unsigned) {
  return load_image(library, image);
}

CUresult clrt_impl::check_module(CUmodule handle) {
  const CUresult r = need_driver();
  if (r != CUDA_SUCCESS)
    return r;
  std::lock_guard<std::mutex> lock(modules_mutex);
  for (CUmodule m : loaded())
    if (m == handle)
      return m->alive ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
  return CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuModuleUnload(CUmodule handle) {
  CUresult r = need_context();
  if (r == CUDA_SUCCESS)
    r = check_module(handle);
  if (r != CUDA_SUCCESS)
    return r;
  std::lock_guard<std::mutex> lock(modules_mutex);
  finish_all(device_at(handle->device)); // its kernels may run
  handle->alive = false;
  return CUDA_SUCCESS;
}
CUresult cuLibraryUnload(CUlibrary library) { return cuModuleUnload(library); }

CUresult cuModuleGetFunction(CUfunction *function, CUmodule handle, const char *name) {
  const CUresult r = check_module(handle);
  if (r != CUDA_SUCCESS || !function || !name)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  for (CUfunction f : handle->functions)
    if (std::strcmp(f->entry->name, name) == 0) {
      *function = f;
      return CUDA_SUCCESS;
    }
  *function = nullptr; // seen on an H100
  return CUDA_ERROR_NOT_FOUND;
}
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
  return cuModuleGetFunction(kernel, library, name);
}

CUresult cuModuleGetFunctionCount(unsigned *count, CUmodule handle) {
  const CUresult r = check_module(handle);
  if (r != CUDA_SUCCESS || !count)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  *count = static_cast<unsigned>(handle->functions.size());
  return CUDA_SUCCESS;
}
CUresult cuLibraryGetKernelCount(unsigned *count, CUlibrary library) {
  return cuModuleGetFunctionCount(count, library);
}
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library) {
  const CUresult r = check_module(library);
  if (r != CUDA_SUCCESS || !module)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  *module = library;
  return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr *p, size_t *bytes, CUmodule handle, const char *name) {
  CUresult r = need_context();
  if (r == CUDA_SUCCESS)
    r = check_module(handle);
  if (r != CUDA_SUCCESS || !name)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  for (const clrt_module_entry &e : handle->module->entries) {
    if (!e.symbol || std::strcmp(e.name, name) != 0)
      continue;
    const KeptLastError kept;
    void *address = nullptr;
    const clrt_error error = do_modules_find_addresses()
                                 ? clrt_svm_symbol_address(&address, e.symbol)
                                 : clrt_symbol_address(&address, e.symbol);
    if (error != CLRT_SUCCESS)
      return driver_result(error);
    if (p)
      *p = number(address);
    if (bytes)
      *bytes = e.symbol->size;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_NOT_FOUND;
}
CUresult cuLibraryGetGlobal(CUdeviceptr *p, size_t *bytes, CUlibrary library, const char *name) {
  return cuModuleGetGlobal(p, bytes, library, name);
}
