// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finding, choosing and preparing devices.

#include "recording.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace clrt_impl;

namespace {
// Never destroyed: static destructors of the user may still call.
struct Devices {
  std::mutex mutex; // guards adding devices
  std::atomic<int> count{0};
  Device *devices[64];
};
} // namespace

std::string clrt_impl::info_text(cl_device_id id, cl_device_info what) {
  size_t n = 0;
  if (clGetDeviceInfo(id, what, 0, nullptr, &n) != CL_SUCCESS || n == 0)
    return "";
  std::string text(n, '\0');
  clGetDeviceInfo(id, what, n, &text[0], nullptr);
  text.resize(strlen(text.c_str())); // the size counts the zero at the end
  return text;
}

std::string clrt_impl::platform_text(cl_platform_id platform, cl_platform_info what) {
  size_t n = 0;
  if (clGetPlatformInfo(platform, what, 0, nullptr, &n) != CL_SUCCESS || n == 0)
    return "";
  std::string text(n, '\0');
  clGetPlatformInfo(platform, what, n, &text[0], nullptr);
  text.resize(strlen(text.c_str()));
  return text;
}

bool clrt_impl::is_nvidia(cl_device_id id) {
  return info_text(id, CL_DEVICE_VENDOR).find("NVIDIA") != std::string::npos;
}

// PoCL runs kernels in threads of the process, which use what its exit handlers take away. Others
// are left alone: the heap of Oclgrind breaks when it is called at exit.
static bool is_pocl(cl_platform_id platform) {
  return platform_text(platform, CL_PLATFORM_NAME) == "Portable Computing Language";
}

static void add(Devices &s, cl_platform_id platform, cl_device_id id) {
  int n = s.count.load();
  if (n == 64)
    return;
  Device *d = new Device;
  d->index = n;
  d->platform = platform;
  d->id = id;
  d->main.device = d;
  // CUDA's own limits bound OpenCL's: programs size arrays by them.
  const size_t most[3] = {1024, 1024, 64};
  size_t items[16] = {1, 1, 1};
  clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, nullptr);
  for (int i = 0; i < 3; ++i)
    d->max_block[i] = items[i] < most[i] ? items[i] : most[i];
  d->max_threads = info<size_t>(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, 1);
  if (d->max_threads > 1024)
    d->max_threads = 1024;
  d->is_pocl = is_pocl(platform);
  // NVIDIA's OpenCL adds four bytes to what a kernel takes: 48 KiB of dynamic local memory do not
  // run.
  if (is_nvidia(id))
    d->local_reserved = 4;
  d->local_bytes =
      static_cast<size_t>(info<cl_ulong>(id, CL_DEVICE_LOCAL_MEM_SIZE)) - d->local_reserved;
  s.devices[n] = d;
  s.count.store(n + 1);
}

std::string clrt_impl::lower(std::string text) {
  for (char &c : text)
    c = static_cast<char>(tolower(static_cast<unsigned char>(c)));
  return text;
}

// Best first: GPU, accelerator, anything else, CPU.
static int rank(cl_device_type type) {
  return type & CL_DEVICE_TYPE_GPU           ? 0
         : type & CL_DEVICE_TYPE_ACCELERATOR ? 1
         : type & CL_DEVICE_TYPE_CPU         ? 3
                                             : 2;
}

// Does CLRT_DEVICE mean this device: an index over all devices of all platforms, a type, or a part
// of the name.
static bool wanted(const std::string &choice, size_t index, cl_device_id id, cl_device_type type) {
  if (choice.find_first_not_of("0123456789") == std::string::npos)
    return index == strtoul(choice.c_str(), nullptr, 10);
  if (choice == "cpu" || choice == "gpu" || choice == "accelerator")
    return (type & (choice == "cpu"   ? CL_DEVICE_TYPE_CPU
                    : choice == "gpu" ? CL_DEVICE_TYPE_GPU
                                      : CL_DEVICE_TYPE_ACCELERATOR)) != 0;
  return lower(info_text(id, CL_DEVICE_NAME)).find(choice) != std::string::npos;
}

static void discover(Devices &s) {
  cl_uint platform_count = 0;
  if (clGetPlatformIDs(0, nullptr, &platform_count) != CL_SUCCESS || platform_count == 0) {
    fprintf(stderr, "clrt: no OpenCL platform found (is an OpenCL driver installed?)\n");
    return;
  }
  std::vector<cl_platform_id> platforms(platform_count);
  clGetPlatformIDs(platform_count, platforms.data(), nullptr);
  struct Found {
    cl_platform_id platform;
    cl_device_id id;
    cl_device_type type;
  };
  std::vector<Found> found;
  int best = 4;
  for (cl_platform_id platform : platforms) {
    cl_uint n = 0;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &n) != CL_SUCCESS || n == 0)
      continue;
    std::vector<cl_device_id> ids(n);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, n, ids.data(), nullptr);
    for (cl_device_id id : ids) {
      Found f = {platform, id, info<cl_device_type>(id, CL_DEVICE_TYPE)};
      found.push_back(f);
      if (rank(f.type) < best)
        best = rank(f.type);
    }
  }
  const char *env = getenv("CLRT_DEVICE");
  std::string choice = lower(env ? env : "");
  for (size_t i = 0; i < found.size(); ++i)
    if (choice.empty() ? rank(found[i].type) == best
                       : wanted(choice, i, found[i].id, found[i].type))
      add(s, found[i].platform, found[i].id);
  if (found.empty())
    fprintf(stderr, "clrt: no OpenCL device found\n");
  else if (s.count.load() == 0)
    fprintf(stderr, "clrt: CLRT_DEVICE=%s matches none of the %zu OpenCL devices\n", env,
            found.size());
}

static Devices &devices() {
  static Devices *s = [] {
    Devices *fresh = new Devices;
    discover(*fresh);
    return fresh;
  }();
  return *s;
}

int clrt_impl::device_total() { return devices().count.load(); }

Device *clrt_impl::device_at(int index) {
  Devices &s = devices();
  return index >= 0 && index < s.count.load() ? s.devices[index] : nullptr;
}

Device *clrt_impl::device_of(cl_context context) {
  Devices &s = devices();
  for (int i = 0; i < s.count.load(); ++i)
    if (s.devices[i]->ready.load() && s.devices[i]->context == context)
      return s.devices[i];
  return nullptr;
}

static clrt_error prepare(Device *d) {
  std::lock_guard<std::mutex> lock(d->mutex);
  if (d->ready.load())
    return CLRT_SUCCESS;
  cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                        reinterpret_cast<cl_context_properties>(d->platform), 0};
  cl_int code;
  if (!d->context) {
    d->context = clCreateContext(properties, 1, &d->id, nullptr, nullptr, &code);
    if (code != CL_SUCCESS)
      return from_cl(code);
  }
  if (!d->main.queue) {
    clrt_error e = new_queue(d, &d->main.queue);
    if (e != CLRT_SUCCESS)
      return e;
  }
  d->ready.store(true);
  return CLRT_SUCCESS;
}

clrt_error clrt_impl::make_ready(Device *d) {
  clrt_error e = prepare(d);
  if (e == CLRT_SUCCESS)
    build_ahead(d);
  return e;
}

clrt_error clrt_impl::current(Device *&d) {
  Thread &t = thread();
  if (!t.device)
    t.device = device_at(t.index);
  d = t.device;
  if (!d)
    return CLRT_ERROR_NO_DEVICE;
  return d->ready.load(std::memory_order_acquire) ? static_cast<clrt_error>(d->sticky.load())
                                                  : make_ready(d);
}

// ---- the current device ----

clrt_error clrt_device_count(int *count) {
  if (!count)
    return record(CLRT_ERROR_INVALID_VALUE);
  *count = device_total();
  return *count ? CLRT_SUCCESS : record(CLRT_ERROR_NO_DEVICE);
}

clrt_error clrt_get_device(int *device) {
  if (!device)
    return record(CLRT_ERROR_INVALID_VALUE);
  if (device_total() == 0)
    return record(CLRT_ERROR_NO_DEVICE);
  *device = thread().index;
  return CLRT_SUCCESS;
}

clrt_error clrt_set_device(int device) {
  Device *d = device_at(device);
  if (!d)
    return record(device_total() == 0 ? CLRT_ERROR_NO_DEVICE : CLRT_ERROR_INVALID_DEVICE);
  thread().index = device;
  thread().device = d;
  return CLRT_SUCCESS;
}

clrt_error clrt_device_synchronize(void) {
  Device *d;
  clrt_error e = current(d);
  if (e == CLRT_SUCCESS)
    e = refuse_whole(d);
  return record(e == CLRT_SUCCESS ? finish_all(d) : e);
}

clrt_error clrt_device_reset(void) {
  Device *d;
  clrt_error e = current(d);
  if (e != CLRT_SUCCESS && (!d || e != d->sticky.load()))
    return record(e);
  stop_ahead(d);
  finish_all(d);
  d->ready.store(false);
  drop_recordings(d);
  drop_pools(d);
  drop_shared(d);
  drop_streams(d);
  std::lock_guard<std::mutex> lock(d->mutex);
  std::lock_guard<std::mutex> build_lock(d->build_mutex);
  for (const Memory &m : buffers_of(d)) {
    remove_memory(m);
    if (m.kind == Memory::Buffer)
      clReleaseMemObject(m.mem);
  }
  for (auto &s : d->symbols)
    if (s.second.mem)
      clReleaseMemObject(s.second.mem);
  for (auto &p : d->programs)
    if (p.second.program)
      clReleaseProgram(p.second.program);
  d->symbols.clear();
  d->programs.clear();
  d->allocated = 0;
  ++d->generation;
  d->sticky = CLRT_SUCCESS;
  clReleaseContext(d->context);
  d->context = nullptr;
  return CLRT_SUCCESS;
}

// ---- raw OpenCL ----

cl_context clrt_context(void) {
  Device *d;
  raw_handles_given();
  return record(current(d)) == CLRT_SUCCESS ? d->context : nullptr;
}

cl_device_id clrt_device(void) {
  Device *d;
  return record(current(d)) == CLRT_SUCCESS ? d->id : nullptr;
}

cl_command_queue clrt_queue(clrt_stream handle) {
  Stream *s;
  raw_handles_given();
  clrt_error e = begin(handle, s);
  if (e == CLRT_SUCCESS)
    e = refuse_recorded(s);
  // A wait of the caller's own cannot give pinned memory back, so it is given back before that.
  if (e == CLRT_SUCCESS && s->device->lent.load() != 0) {
    e = from_cl(finish(s));
    e = e == CLRT_SUCCESS ? take_back(s->device) : e;
  }
  if (record(e) != CLRT_SUCCESS)
    return nullptr;
  done(s); // the caller is about to enqueue
  return s->queue;
}

clrt_error clrt_adopt(cl_context context, cl_device_id id, cl_command_queue queue) {
  if (!context || !id)
    return record(CLRT_ERROR_INVALID_VALUE);
  raw_handles_given();
  Devices &s = devices();
  std::lock_guard<std::mutex> lock(s.mutex);
  Device *d = nullptr;
  for (int i = 0; i < s.count.load(); ++i)
    if (s.devices[i]->id == id && !s.devices[i]->ready.load())
      d = s.devices[i];
  if (!d) {
    if (s.count.load() == 64)
      return record(CLRT_ERROR_INVALID_DEVICE);
    add(s, info<cl_platform_id>(id, CL_DEVICE_PLATFORM), id);
    d = s.devices[s.count.load() - 1];
  }
  clRetainContext(context);
  d->context = context;
  if (queue)
    clRetainCommandQueue(queue);
  d->main.queue = queue;
  thread().index = d->index;
  thread().device = d;
  return record(make_ready(d));
}
