// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shared virtual memory: device memory whose address kernels may find in memory.
//
// Managed memory is shared memory that the host uses by its address. Where the device shares it in
// fine grain, nothing has to be done; else the host holds all of it (it is mapped) from a wait for
// the device to the next command: begin() gives it to the device, from_wait() takes it back, and so
// does an access of the host's in between (svm_guard.cpp).

#include "recording.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <thread>

using namespace clrt_impl;

static const cl_device_info svm_capabilities = 0x1053;     // CL_DEVICE_SVM_CAPABILITIES
static const cl_bitfield coarse_grain = 1, fine_grain = 2; // CL_DEVICE_SVM_*_GRAIN_BUFFER
static const cl_bitfield svm_atomics = 1 << 3;             // CL_DEVICE_SVM_ATOMICS
static const cl_uint svm_pointers = 0x11B6;                // CL_KERNEL_EXEC_INFO_SVM_PTRS

clrt_error clrt_impl::tell_shared(Device *d, Instance *k) {
  std::vector<void *> all;
  std::lock_guard<std::mutex> lock(d->svm_mutex);
  for (const auto &region : d->shared)
    if (!region.second.pieces.empty())
      all.push_back(pointer(region.first));
  cl_int code = all.empty() ? CL_SUCCESS
                            : clSetKernelExecInfo(k->kernel, svm_pointers,
                                                  all.size() * sizeof(void *), all.data());
  if (code == CL_SUCCESS)
    k->svm_version = d->svm_version.load();
  return from_cl(code);
}

cl_int clrt_impl::move_region(cl_command_queue queue,
                              std::map<uintptr_t, SharedRegion>::iterator region,
                              Device::Holder to) {
  SharedRegion &r = region->second;
  cl_int code = to == Device::TheHost
                    ? clEnqueueSVMMap(queue, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE,
                                      pointer(region->first), r.size, 0, nullptr, nullptr)
                    : clEnqueueSVMUnmap(queue, pointer(region->first), 0, nullptr, nullptr);
  if (code == CL_SUCCESS)
    r.with_host = to == Device::TheHost;
  return code;
}

static const size_t page_size = 4096;
static const size_t most_tried = size_t(1) << 20; // bytes

// Moves the begin of a region that nobody uses yet, with contents of the host's and then of the
// device's.
static void try_moves(Device *d, cl_command_queue queue, uintptr_t base, size_t size) {
  void *p = pointer(base);
  const cl_map_flags flags = CL_MAP_READ | CL_MAP_WRITE;
  const cl_uint zero = 0;
  size = std::min(size, most_tried);
  cl_int code = clEnqueueSVMMap(queue, CL_TRUE, flags, p, size, 0, nullptr, nullptr);
  if (code == CL_SUCCESS)
    memset(p, 1, size);
  begin_trial(base, size);
  if (code == CL_SUCCESS)
    code = clEnqueueSVMUnmap(queue, p, 0, nullptr, nullptr);
  if (code == CL_SUCCESS)
    code = clEnqueueSVMMemFill(queue, p, &zero, sizeof zero, size / sizeof zero * sizeof zero, 0,
                               nullptr, nullptr);
  if (code == CL_SUCCESS)
    code = clEnqueueSVMMap(queue, CL_TRUE, flags, p, size, 0, nullptr, nullptr);
  if (code == CL_SUCCESS)
    code = clEnqueueSVMUnmap(queue, p, 0, nullptr, nullptr);
  const cl_int waited = clFinish(queue);
  const bool touched = end_trial();
  d->moves =
      touched || code != CL_SUCCESS || waited != CL_SUCCESS ? Device::ByAddress : Device::Unseen;
}

// Not after what the streams have to do: nobody uses the region yet.
cl_int clrt_impl::map_fresh(Device *d, std::map<uintptr_t, SharedRegion>::iterator region) {
  cl_command_queue queue;
  if (side_queue(d, &queue) != CLRT_SUCCESS)
    return CL_OUT_OF_RESOURCES;
  if (d->moves == Device::Untried)
    try_moves(d, queue, region->first, region->second.size);
  set_host_access(region->first, region->second.size, HostAccess::All);
  return clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, pointer(region->first),
                         region->second.size, 0, nullptr, nullptr);
}

// Opens or closes the pages around what moves: before it, as far as the driver lets us (what other
// threads do meanwhile must not be lost), and after it.
static void set_before(const Device *d, uintptr_t base, size_t size, Device::Holder holder) {
  if (d->moves == Device::ByAddress)
    set_host_access(base, size, holder == Device::TheHost ? HostAccess::All : HostAccess::Reads);
  else if (holder == Device::TheDevice)
    set_host_access(base, size, HostAccess::None);
}
static void set_after(uintptr_t base, size_t size, Device::Holder holder) {
  set_host_access(base, size, holder == Device::TheHost ? HostAccess::All : HostAccess::None);
}

// Maps or unmaps all managed memory that has to be. svm_mutex is held. Not in a stream's queue,
// which may wait for a host function.
static clrt_error hold(Device *d, Device::Holder holder) {
  cl_command_queue queue;
  clrt_error e = side_queue(d, &queue);
  if (e != CLRT_SUCCESS)
    return e;
  std::lock_guard<std::mutex> lock(d->move_mutex);
  cl_int code = CL_SUCCESS;
  bool to_host = holder == Device::TheHost;
  std::vector<std::pair<uintptr_t, size_t>> moved;
  for (auto at = d->shared.begin(); at != d->shared.end() && code == CL_SUCCESS; ++at) {
    const SharedRegion &r = at->second;
    if (r.use != SharedRegion::Mapped || r.pieces.empty() || r.with_host == to_host)
      continue;
    set_before(d, at->first, r.size, holder);
    code = move_region(queue, at, holder);
    if (code == CL_SUCCESS)
      moved.emplace_back(at->first, r.size);
    else if (!to_host) // it stays the host's
      set_host_access(at->first, r.size, HostAccess::All);
  }
  cl_int waited = clFinish(queue); // for all streams, which go by the counters
  for (const auto &region : moved)
    set_after(region.first, region.second, holder);
  const int count = static_cast<int>(moved.size());
  d->with_host.fetch_add(to_host ? count : -count);
  d->with_device.fetch_add(to_host ? -count : count);
  return from_cl(code == CL_SUCCESS ? waited : code);
}

clrt_error clrt_impl::give_managed(Device *d) {
  if (d->with_host.load() == 0)
    return CLRT_SUCCESS;
  std::lock_guard<std::mutex> lock(d->svm_mutex);
  return d->with_host.load() != 0 ? hold(d, Device::TheDevice) : CLRT_SUCCESS;
}

// One try, which fails while another thread enqueues a command.
static bool try_to_take(Device *d, clrt_error &result) {
  std::lock_guard<std::mutex> lock(d->svm_mutex);
  result = CLRT_SUCCESS;
  if (d->with_device.load() == 0)
    return true;
  // Counted before it is asked who enqueues: who starts to do so now finds that the host has some,
  // and waits for the mutex.
  d->with_host.fetch_add(1);
  const bool alone = d->enqueuing.load() == 0;
  if (alone) {
    result = from_cl(finish_queues(d)); // what came since the last wait
    if (result == CLRT_SUCCESS)
      result = hold(d, Device::TheHost);
  }
  d->with_host.fetch_sub(1);
  return alone;
}

clrt_error clrt_impl::take_managed(Device *d) {
  if (d->with_device.load() == 0)
    return CLRT_SUCCESS;
  for (;; std::this_thread::yield()) {
    clrt_error e = from_cl(finish_queues(d));
    if (e != CLRT_SUCCESS || try_to_take(d, e))
      return e;
  }
}

// ---- use by the host in between ----

// A host function runs in the middle of its stream, so it cannot wait for all that the device has
// to do. What it uses is mapped alone, until it ends.
namespace {
struct HostCallMemory {
  bool inside = false;
  std::vector<Memory> opened;
};
} // namespace

static thread_local HostCallMemory host_call_memory;

void clrt_impl::begin_host_call() { host_call_memory.inside = true; }

static bool move_piece(const Memory &m, Device::Holder to) {
  Device *d = m.device;
  cl_command_queue queue;
  if (side_queue(d, &queue) != CLRT_SUCCESS)
    return false;
  std::lock_guard<std::mutex> lock(d->move_mutex);
  const uintptr_t first = m.base - page_size + 1; // all of its pages, which are no other's
  const size_t size = m.size + 2 * (page_size - 1);
  set_before(d, first, size, to);
  cl_int code = to == Device::TheHost
                    ? clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, pointer(m.base),
                                      m.size, 0, nullptr, nullptr)
                    : clEnqueueSVMUnmap(queue, pointer(m.base), 0, nullptr, nullptr);
  cl_int waited = clFinish(queue);
  set_after(first, size, to);
  return code == CL_SUCCESS && waited == CL_SUCCESS;
}

void clrt_impl::end_host_call() {
  for (const Memory &m : host_call_memory.opened)
    move_piece(m, Device::TheDevice);
  host_call_memory = HostCallMemory();
}

bool clrt_impl::open_to_host(const Memory &m) {
  if (!m.is_shared() || m.kind == Memory::SharedPlain || !m.device)
    return false;
  Device *d = m.device;
  if (host_call_memory.inside) {
    if (has_fine_grain(d) || !move_piece(m, Device::TheHost))
      return false;
    host_call_memory.opened.push_back(m);
    return true;
  }
  const bool taken = take_managed(d) == CLRT_SUCCESS;
  std::lock_guard<std::mutex> lock(d->svm_mutex);
  auto region = d->shared.upper_bound(m.base);
  if (region == d->shared.begin() || (--region)->second.use != SharedRegion::Mapped)
    return false;
  if (!taken) // the device is lost, and its calls say so
    set_host_access(region->first, region->second.size, HostAccess::All);
  return true;
}

// ---- allocation ----

static cl_bitfield offered(const Device *d) {
  return &clSVMAlloc ? info<cl_bitfield>(d->id, svm_capabilities) : 0;
}

bool clrt_impl::has_fine_grain(const Device *d) { return (offered(d) & fine_grain) != 0; }
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

static const int most_with_device = 16;

clrt_error clrt_impl::allocate_shared(void **p, size_t bytes, Memory::Kind kind, const char *file,
                                      int line) {
  Device *d;
  clrt_error e = p ? current(d) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return e;
  *p = nullptr;
  if (bytes == 0) // to CUDA an error for managed memory alone
    return kind == Memory::Managed ? CLRT_ERROR_INVALID_VALUE : CLRT_SUCCESS;
  if (!has_svm(d)) {
    say_missing(d, file ? file : "?", line);
    return CLRT_ERROR_NOT_SUPPORTED;
  }
  bool pools = !has_fine_grain(d);
  SharedRegion::Use use = kind == Memory::SharedPlain ? SharedRegion::Plain
                          : pools                     ? SharedRegion::Mapped
                                                      : SharedRegion::FineGrain;
  {
    std::lock_guard<std::mutex> lock(d->mutex);
    e = reserve(d, bytes);
  }
  // New memory is the host's at once, so it cannot come from a region that the device has. Rather
  // than take ever more regions, wait.
  if (e == CLRT_SUCCESS && d->with_device.load() >= most_with_device)
    e = take_managed(d);
  if (e != CLRT_SUCCESS)
    return e;
  std::lock_guard<std::mutex> lock(d->svm_mutex);
  uintptr_t at = 0;
  cl_int code = add_piece(d, use, pools, bytes, at);
  if (code != CL_SUCCESS) {
    std::lock_guard<std::mutex> counted(d->mutex);
    d->allocated -= bytes;
    return CLRT_ERROR_MEMORY_ALLOCATION;
  }
  *p = pointer(at);
  add_memory(*p, bytes, d, kind);
  return CLRT_SUCCESS;
}

clrt_error clrt_svm_allocate(void **p, size_t bytes, int managed, const char *file, int line) {
  clrt_error e = refuse_unsafe();
  if (e != CLRT_SUCCESS)
    return record(e);
  return record(
      allocate_shared(p, bytes, managed ? Memory::Managed : Memory::SharedPlain, file, line));
}

clrt_error clrt_impl::free_shared(const Memory &m) {
  cl_int code = finish_queues(m.device); // what is freed is gone at once
  clrt_error e = release_shared(m);
  return e == CLRT_SUCCESS ? from_wait(m.device, code) : e;
}

clrt_error clrt_impl::release_shared(const Memory &m) {
  Device *d = m.device;
  size_t size = 0;
  {
    std::lock_guard<std::mutex> lock(d->svm_mutex);
    if (!remove_memory(m)) // another thread was first
      return CLRT_ERROR_INVALID_VALUE;
    size = remove_piece(d, m.base, !has_fine_grain(d));
  }
  {
    std::lock_guard<std::mutex> lock(d->mutex);
    d->allocated -= size;
  }
  left_pool(m);
  return CLRT_SUCCESS;
}

void clrt_impl::drop_shared(Device *d) {
  std::lock_guard<std::mutex> lock(d->svm_mutex);
  cl_command_queue queue = nullptr;
  const bool has_queue = side_queue(d, &queue) == CLRT_SUCCESS;
  for (auto at = d->shared.begin(); at != d->shared.end(); ++at) {
    if (at->second.with_host && has_queue)
      move_region(queue, at, Device::TheDevice);
    for (const auto &piece : at->second.pieces)
      remove_memory(memory_at(pointer(piece.first)));
  }
  if (has_queue)
    clFinish(queue);
  for (const auto &region : d->shared)
    free_region(d, region.first, region.second);
  d->shared.clear();
  d->spare_shared = 0;
  d->with_host.store(0);
  d->with_device.store(0);
}
