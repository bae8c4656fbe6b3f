// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shared virtual memory: device memory whose address kernels may find in memory.
//
// Managed memory is shared memory that the host uses by its address. Where the device shares it in
// fine grain, nothing has to be done; else the host holds all of it (it is mapped) from a wait for
// the device to the next command: begin() gives it to the device, from_wait() takes it back.

#include "internal.h"

#include <cstdio>
#include <set>

using namespace clrt_impl;

static const cl_device_info svm_capabilities = 0x1053;     // CL_DEVICE_SVM_CAPABILITIES
static const cl_bitfield coarse_grain = 1, fine_grain = 2; // CL_DEVICE_SVM_*_GRAIN_BUFFER
static const cl_bitfield svm_atomics = 1 << 3;             // CL_DEVICE_SVM_ATOMICS
static const cl_bitfield fine_grain_buffer = 1 << 10;      // CL_MEM_SVM_FINE_GRAIN_BUFFER
static const cl_uint svm_pointers = 0x11B6;                // CL_KERNEL_EXEC_INFO_SVM_PTRS

static void *pointer(uintptr_t address) { return reinterpret_cast<void *>(address); }

clrt_error clrt_impl::tell_shared(Device *d, Instance *k) {
  std::vector<void *> all;
  std::lock_guard<std::mutex> lock(d->svm_mutex);
  for (auto &s : d->shared)
    all.push_back(pointer(s.first));
  cl_int code = all.empty() ? CL_SUCCESS
                            : clSetKernelExecInfo(k->kernel, svm_pointers,
                                                  all.size() * sizeof(void *), all.data());
  if (code == CL_SUCCESS)
    k->svm_version = d->svm_version.load();
  return from_cl(code);
}

static cl_int move(Device *d, uintptr_t at, const Shared &s, Device::Holder to) {
  return to == Device::TheHost ? clEnqueueSVMMap(d->main.queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                                 pointer(at), s.size, 0, nullptr, nullptr)
                               : clEnqueueSVMUnmap(d->main.queue, pointer(at), 0, nullptr, nullptr);
}

// Maps or unmaps all managed memory that has to be. svm_mutex is held.
static clrt_error hold(Device *d, Device::Holder holder) {
  cl_int code = CL_SUCCESS;
  for (auto &s : d->shared)
    if (s.second.mapped && code == CL_SUCCESS)
      code = move(d, s.first, s.second, holder);
  if (holder == Device::TheDevice && code == CL_SUCCESS)
    code = clFinish(d->main.queue); // for the other streams
  if (code == CL_SUCCESS)
    d->holder.store(holder);
  return from_cl(code);
}

clrt_error clrt_impl::give_managed(Device *d) {
  std::lock_guard<std::mutex> lock(d->svm_mutex);
  return d->holder.load() == Device::TheHost ? hold(d, Device::TheDevice) : CLRT_SUCCESS;
}

clrt_error clrt_impl::take_managed(Device *d) {
  if (d->holder.load() != Device::TheDevice)
    return CLRT_SUCCESS;
  cl_int code = finish_queues(d);
  std::lock_guard<std::mutex> lock(d->svm_mutex);
  bool wanted = code == CL_SUCCESS && d->holder.load() == Device::TheDevice;
  return wanted ? hold(d, Device::TheHost) : from_cl(code);
}

// ---- allocation ----

static cl_bitfield offered(const Device *d) {
  return &clSVMAlloc ? info<cl_bitfield>(d->id, svm_capabilities) : 0;
}

bool clrt_impl::has_svm(const Device *d) { return (offered(d) & coarse_grain) != 0; }
bool clrt_impl::has_host_atomics(const Device *d) { return (offered(d) & svm_atomics) != 0; }

/// Says once for each place in the source that its allocation cannot be had.
static void say_missing(const Device *d, const char *file, int line) {
  static std::mutex guard;
  static std::set<std::pair<std::string, int>> said;
  std::lock_guard<std::mutex> lock(guard);
  if (!said.emplace(file, line).second)
    return;
  fprintf(stderr,
          "clrt: %s:%d: this device has no shared virtual memory (%s), which this allocation "
          "needs: kernels find its address in memory, or the host uses it\n",
          file, line, info_text(d->id, CL_DEVICE_NAME).c_str());
}

clrt_error clrt_impl::allocate_shared(void **p, size_t bytes, Memory::Kind kind, const char *file,
                                      int line) {
  Device *d;
  clrt_error e = p ? current(d) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return e;
  *p = nullptr;
  if (bytes == 0)
    return CLRT_SUCCESS;
  if (!has_svm(d)) {
    say_missing(d, file ? file : "?", line);
    return CLRT_ERROR_NOT_SUPPORTED;
  }
  bool managed = kind != Memory::SharedPlain;
  bool fine = managed && (offered(d) & fine_grain), mapped = managed && !fine;
  std::unique_lock<std::mutex> lock(d->mutex);
  e = reserve(d, bytes);
  if (e != CLRT_SUCCESS)
    return e;
  *p = clSVMAlloc(d->context, CL_MEM_READ_WRITE | (fine ? fine_grain_buffer : 0),
                  bytes + end_padding, 0);
  if (!*p) {
    d->allocated -= bytes;
    return CLRT_ERROR_MEMORY_ALLOCATION;
  }
  lock.unlock();
  if (mapped) // all of it is mapped anew
    e = give_managed(d);
  {
    std::lock_guard<std::mutex> svm_lock(d->svm_mutex);
    d->shared[reinterpret_cast<uintptr_t>(*p)] = Shared{bytes, mapped};
    add_memory(*p, bytes, d, kind);
    d->svm_version.fetch_add(1);
    if (mapped)
      d->holder.store(Device::TheDevice);
  }
  return e == CLRT_SUCCESS && mapped ? take_managed(d) : e;
}

clrt_error clrt_svm_allocate(void **p, size_t bytes, int managed, const char *file, int line) {
  return record(
      allocate_shared(p, bytes, managed ? Memory::Managed : Memory::SharedPlain, file, line));
}

clrt_error clrt_impl::free_shared(const Memory &m) {
  Device *d = m.device;
  uintptr_t at = m.base;
  cl_int code = finish_queues(d); // what is freed is gone at once
  size_t size = 0;
  {
    std::lock_guard<std::mutex> lock(d->svm_mutex);
    auto i = d->shared.find(at);
    if (i == d->shared.end() || !remove_memory(m)) // another thread was first
      return CLRT_ERROR_INVALID_VALUE;
    // The host keeps the others: it may write to them before the next command.
    if (code == CL_SUCCESS && i->second.mapped && d->holder.load() == Device::TheHost) {
      code = move(d, at, i->second, Device::TheDevice);
      if (code == CL_SUCCESS)
        code = clFinish(d->main.queue);
    }
    size = i->second.size;
    d->shared.erase(i);
    d->svm_version.fetch_add(1);
  }
  clSVMFree(d->context, pointer(at));
  {
    std::lock_guard<std::mutex> lock(d->mutex);
    d->allocated -= size;
  }
  return from_wait(d, code);
}

void clrt_impl::drop_shared(Device *d) {
  std::lock_guard<std::mutex> lock(d->svm_mutex);
  if (d->holder.load() == Device::TheHost)
    hold(d, Device::TheDevice);
  for (auto &s : d->shared) {
    remove_memory(memory_at(pointer(s.first)));
    clSVMFree(d->context, pointer(s.first));
  }
  d->shared.clear();
  d->holder.store(Device::Nobody);
}
