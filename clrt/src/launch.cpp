// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels and launches. A launch takes no lock and allocates nothing once its thread has used the
// kernel.

#include "internal.h"

#include <algorithm>
#include <cstdio>

using namespace clrt_impl;

static void release(Instance *k) {
  for (Instance *f : k->fixed)
    release(f);
  for (Instance::Pack &pack : k->packs)
    clReleaseMemObject(pack.buffer);
  if (k->kernel)
    clReleaseKernel(k->kernel);
  delete k;
}

void clrt_impl::release_instances(Thread &t) {
  for (auto &device : t.instances)
    for (Instance *k : device)
      if (k)
        release(k);
}

// One for each device, 0 at first: the first CUDA error that a kernel ends with.
static const clrt_symbol fault_word = {nullptr, sizeof(cl_int), nullptr, 0};

// In a queue of its own: the streams may be busy for long.
clrt_error clrt_impl::read_fault(Device *d) {
  clrt_ptr word;
  cl_int value = 0;
  clrt_error e = symbol_memory(d, &fault_word, &word);
  std::lock_guard<std::mutex> lock(d->mutex);
  if (e == CLRT_SUCCESS && !d->checker.queue)
    e = new_queue(d, &d->checker.queue);
  if (e == CLRT_SUCCESS)
    e = from_cl(clEnqueueReadBuffer(d->checker.queue, word.mem, CL_TRUE, 0, sizeof value, &value, 0,
                                    nullptr, nullptr));
  if (value != CLRT_SUCCESS)
    d->sticky.store(value);
  return value != CLRT_SUCCESS ? static_cast<clrt_error>(value) : e;
}

static cl_int set_pointer(cl_kernel kernel, cl_uint at, const clrt_ptr &p) {
  return is_shared(p)
             ? clSetKernelArgSVMPointer(kernel, at, reinterpret_cast<const void *>(p.offset))
             : clSetKernelArg(kernel, at, sizeof(cl_mem), p.mem ? &p.mem : nullptr);
}

static size_t align16(size_t n) { return (n + 15) / 16 * 16; }

// Sets the parameters that clrt appends; they keep their values from launch to launch, but for
// dynamic local memory.
static clrt_error bind_appended(Device *d, const clrt_kernel *handle, Instance *k, cl_uint first) {
  for (size_t i = 0; i < handle->appended_count; ++i) {
    const clrt_appended &a = handle->appended[i];
    clrt_ptr p = clrt_at(nullptr, 0);
    clrt_error e = CLRT_SUCCESS;
    if (a.kind == CLRT_DYNAMIC_LOCAL)
      continue;
    if (a.kind == CLRT_SYMBOL || a.kind == CLRT_FAULT) {
      e = symbol_memory(d, a.kind == CLRT_FAULT ? &fault_word : a.symbols[0], &p);
      k->may_fault |= a.kind == CLRT_FAULT;
    } else {
      size_t bytes = 0;
      for (size_t s = 0; s < a.size; ++s)
        bytes = align16(bytes) + a.symbols[s]->size;
      cl_int code;
      p.mem = clCreateBuffer(d->context, CL_MEM_READ_WRITE, std::max<size_t>(bytes, 16), nullptr,
                             &code);
      e = from_cl(code);
      if (e == CLRT_SUCCESS)
        k->packs.push_back(Instance::Pack{&a, p.mem, UINT64_MAX});
    }
    if (e == CLRT_SUCCESS)
      e = from_cl(set_pointer(k->kernel, first + static_cast<cl_uint>(i), p));
    if (e != CLRT_SUCCESS)
      return e;
  }
  return CLRT_SUCCESS;
}

static clrt_error make_instance(Device *d, const clrt_kernel *handle, const Variant *variant,
                                Instance *k) {
  if (!handle->program || !handle->name)
    return CLRT_ERROR_INVALID_DEVICE_FUNCTION; // before the handle's constructor has run
  cl_program program;
  clrt_error e = get_program(d, handle->program, variant, &program);
  if (e != CLRT_SUCCESS)
    return e;
  cl_int code;
  k->kernel = clCreateKernel(program, handle->name, &code);
  if (code != CL_SUCCESS)
    return from_cl(code);
  cl_ulong local = 0;
  clGetKernelWorkGroupInfo(k->kernel, d->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof k->max_threads,
                           &k->max_threads, nullptr);
  clGetKernelWorkGroupInfo(k->kernel, d->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof k->required,
                           k->required, nullptr);
  clGetKernelWorkGroupInfo(k->kernel, d->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local, &local,
                           nullptr);
  clGetKernelInfo(k->kernel, CL_KERNEL_NUM_ARGS, sizeof k->arg_count, &k->arg_count, nullptr);
  k->static_local = static_cast<size_t>(local) - std::min<size_t>(local, d->local_reserved);
  k->values.resize(k->arg_count, Instance::Value());
  k->generation = d->generation;
  if (k->arg_count < handle->appended_count)
    return CLRT_ERROR_INVALID_DEVICE_FUNCTION;
  return bind_appended(d, handle, k, k->arg_count - static_cast<cl_uint>(handle->appended_count));
}

// The kernel as this thread uses it on the device; made when first asked for.
static clrt_error find_instance(Thread &t, Device *d, const clrt_kernel *handle, Instance *&k) {
  static std::atomic<int> last_id{0};
  int *slot = &const_cast<clrt_kernel *>(handle)->id, id = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
  if (id == 0) {
    int fresh = last_id.fetch_add(1) + 1;
    id = __atomic_compare_exchange_n(slot, &id, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
             ? fresh
             : id;
  }
  size_t device = static_cast<size_t>(d->index), at = static_cast<size_t>(id);
  if (t.instances.size() <= device)
    t.instances.resize(device + 1);
  std::vector<Instance *> &all = t.instances[device];
  if (all.size() <= at)
    all.resize(at + 1);
  k = all[at];
  if (k && k->generation == d->generation)
    return CLRT_SUCCESS;
  if (k)
    release(k);
  all[at] = nullptr;
  k = new Instance;
  clrt_error e = make_instance(d, handle, nullptr, k);
  if (e == CLRT_SUCCESS)
    all[at] = k;
  else
    release(k);
  return e;
}

// Drivers that are not told the block size may allow 256 work-items only (or say so and take more),
// where CUDA allows 1024. So a launch that the driver refuses for its block size gets a kernel
// built for that size.
static Instance *find_fixed(Instance *k, const clrt_config *c) {
  for (Instance *f : k->fixed)
    if (std::equal(f->required, f->required + 3, c->block))
      return f;
  return nullptr;
}

static Instance *make_fixed(Device *d, const clrt_kernel *handle, Instance *k,
                            const clrt_config *c) {
  Variant variant = {handle->name, {c->block[0], c->block[1], c->block[2]}};
  Instance *f = new Instance;
  if (make_instance(d, handle, &variant, f) == CLRT_SUCCESS &&
      std::equal(f->required, f->required + 3, c->block)) {
    k->fixed.push_back(f);
    return f;
  }
  release(f);
  return nullptr;
}

// CUDA's error for a configuration that the device or the kernel cannot take.
static clrt_error check_config(const Device *d, const Instance *k, const clrt_config *c) {
  const size_t most_blocks[3] = {0x7fffffff, 65535, 65535};
  size_t threads = 1;
  for (int i = 0; i < 3; ++i) {
    if (c->grid[i] == 0 || c->grid[i] > most_blocks[i] || c->block[i] == 0 ||
        c->block[i] > d->max_block[i])
      return CLRT_ERROR_INVALID_CONFIGURATION;
    if (k->required[0] != 0 && c->block[i] != k->required[i])
      return CLRT_ERROR_INVALID_CONFIGURATION;
    threads *= c->block[i];
  }
  // Above what the device says, the driver decides: AMD's says 256, and takes 1024 from a kernel
  // that states them.
  if (threads > 1024)
    return CLRT_ERROR_INVALID_CONFIGURATION;
  // Without dynamic local memory the driver decides, too.
  bool fits = c->local_bytes == 0 || (c->local_bytes <= d->local_bytes &&
                                      k->static_local <= d->local_bytes - c->local_bytes);
  return fits ? CLRT_SUCCESS : CLRT_ERROR_INVALID_VALUE;
}

static clrt_error complain(const clrt_kernel *handle, size_t parameter, const char *what) {
  fprintf(stderr, "clrt: kernel %s, parameter %zu: %s\n", handle->name, parameter, what);
  return CLRT_ERROR_INVALID_VALUE;
}

// Sets a parameter, unless it has the value already. (Not for buffers: a new one may have an old
// one's handle.)
static cl_int set_value(Instance *k, cl_uint at, size_t size, const void *value) {
  if (at >= k->values.size() || size > sizeof k->values[at].bytes)
    return clSetKernelArg(k->kernel, at, size, value);
  Instance::Value &v = k->values[at];
  if (v.size == size && memcmp(v.bytes, value, size) == 0)
    return CL_SUCCESS;
  cl_int code = clSetKernelArg(k->kernel, at, size, value);
  v.size = code == CL_SUCCESS ? size : 0;
  memcpy(v.bytes, value, size);
  return code;
}

// Sets parameter `at` to the `i`-th argument and moves on.
static clrt_error set_arg(const clrt_kernel *handle, Instance *k, const clrt_arg &a, size_t i,
                          cl_uint &at) {
  if (a.kind == CLRT_LIST) {
    clrt_error e = CLRT_SUCCESS;
    for (size_t n = 0; n < a.size && e == CLRT_SUCCESS; ++n)
      e = set_arg(handle, k, static_cast<const clrt_arg *>(a.value)[n], i, at);
    return e;
  }
  cl_int code;
  if (a.kind == CLRT_VALUE) {
    code = set_value(k, at++, a.size, a.value);
  } else {
    clrt_ptr p = a.kind == CLRT_ADDRESS ? clrt_svm(*static_cast<void *const *>(a.value))
                                        : *static_cast<const clrt_ptr *>(a.value);
    bool shared = is_shared(p);
    if (p.mem && !is_alive(p.mem)) // may be passed as long as the kernel leaves it alone
      p.mem = nullptr;
    code =
        shared ? set_pointer(k->kernel, at++, p) : set_pointer(k->kernel, at++, clrt_at(p.mem, 0));
    if (a.kind == CLRT_GLOBAL && p.offset != 0 && !shared)
      return complain(handle, i, "a pointer with an offset, but the kernel takes none");
    if (a.kind != CLRT_GLOBAL && code == CL_SUCCESS) {
      // Byte offsets may be negative or past the buffer's end in between, like any pointer.
      int64_t bytes = shared ? 0 : static_cast<int64_t>(p.offset),
              size = static_cast<int64_t>(a.size);
      if (bytes % size != 0)
        return complain(handle, i, "the pointer's offset is no multiple of its element's size");
      cl_ulong elements = static_cast<cl_ulong>(bytes / size);
      code = set_value(k, at++, sizeof elements, &elements);
    }
  }
  if (code == CL_SUCCESS)
    return CLRT_SUCCESS;
  complain(handle, i, clrt_error_name(static_cast<clrt_error>(code)));
  return from_cl(code);
}

static clrt_error set_args(const clrt_kernel *handle, Instance *k, const clrt_arg *args,
                           size_t count) {
  cl_uint at = 0;
  for (size_t i = 0; i < count; ++i) {
    clrt_error e = set_arg(handle, k, args[i], i, at);
    if (e != CLRT_SUCCESS)
      return e;
  }
  return at + handle->appended_count == k->arg_count
             ? CLRT_SUCCESS
             : complain(handle, count, "the handle's parameters are not the kernel's");
}

static clrt_error set_dynamic_local(const clrt_kernel *handle, Instance *k, size_t bytes) {
  if (k->dynamic_local == bytes)
    return CLRT_SUCCESS;
  cl_uint first = k->arg_count - static_cast<cl_uint>(handle->appended_count);
  for (size_t i = 0; i < handle->appended_count; ++i) {
    if (handle->appended[i].kind != CLRT_DYNAMIC_LOCAL)
      continue;
    cl_int code =
        clSetKernelArg(k->kernel, first + static_cast<cl_uint>(i), bytes ? bytes : 16, nullptr);
    if (code != CL_SUCCESS)
      return from_cl(code);
  }
  k->dynamic_local = bytes;
  return CLRT_SUCCESS;
}

// Brings a pack up to date with its symbols. Waits, so that launches of this thread in other
// streams see it.
static clrt_error update_pack(Device *d, Stream *s, Instance::Pack &pack) {
  uint64_t version = 0, known_outside = 0;
  for (size_t i = 0; i < pack.list->size; ++i) {
    version += symbol_version(pack.list->symbols[i]);
    known_outside |= symbol_version(pack.list->symbols[i]) & 1;
  }
  if (version == pack.version && !known_outside)
    return CLRT_SUCCESS;
  size_t at = 0;
  for (size_t i = 0; i < pack.list->size; ++i) {
    const clrt_symbol *symbol = pack.list->symbols[i];
    clrt_ptr source;
    clrt_error e = symbol_memory(d, symbol, &source);
    at = align16(at);
    if (e == CLRT_SUCCESS)
      e = from_cl(clEnqueueCopyBuffer(s->queue, source.mem, pack.buffer, 0, at, symbol->size, 0,
                                      nullptr, nullptr));
    if (e != CLRT_SUCCESS)
      return e;
    at += symbol->size;
  }
  pack.version = version;
  return from_wait(d, finish(s));
}

static clrt_error run(Device *d, Stream *s, const clrt_kernel *handle, Instance *k,
                      const clrt_config *c, const clrt_arg *args, size_t count, cl_int &code) {
  clrt_error e = check_config(d, k, c);
  if (e == CLRT_SUCCESS)
    e = set_args(handle, k, args, count);
  if (e == CLRT_SUCCESS)
    e = set_dynamic_local(handle, k, c->local_bytes);
  if (e == CLRT_SUCCESS)
    e = begin(s);
  for (Instance::Pack &pack : k->packs)
    if (e == CLRT_SUCCESS)
      e = update_pack(d, s, pack);
  if (e == CLRT_SUCCESS && !k->packs.empty())
    e = begin(s); // a wait may have given managed memory to the host
  if (e == CLRT_SUCCESS && k->svm_version != d->svm_version.load())
    e = tell_shared(d, k);
  if (e != CLRT_SUCCESS)
    return e;
  size_t global[3];
  cl_uint dimensions = 1;
  for (cl_uint i = 0; i < 3; ++i) {
    global[i] = c->grid[i] * c->block[i];
    if (global[i] != 1)
      dimensions = i + 1;
  }
  code = clEnqueueNDRangeKernel(s->queue, k->kernel, dimensions, nullptr, global, c->block, 0,
                                nullptr, nullptr);
  done(s);
  if (k->may_fault)
    d->may_fault.fetch_add(1);
  return from_cl(code);
}

// Which of the pointers that the launch passes are addresses in shared memory, one bit each.
static void find_addresses(const clrt_arg *args, size_t count, uint64_t &bits, unsigned &at) {
  for (size_t i = 0; i < count; ++i) {
    const clrt_arg &a = args[i];
    if (a.kind == CLRT_LIST)
      find_addresses(static_cast<const clrt_arg *>(a.value), a.size, bits, at);
    else if (a.kind == CLRT_ADDRESS ||
             (a.kind != CLRT_VALUE && is_shared(*static_cast<const clrt_ptr *>(a.value))))
      bits |= uint64_t(1) << (at++ % 64);
    else
      ++at;
  }
}

// NVIDIA's driver refuses a buffer where the kernel had such an address: it takes a new kernel.
static clrt_error match_addresses(Device *d, const clrt_kernel *handle, const clrt_arg *args,
                                  size_t count, Instance *&k) {
  uint64_t bits = 0;
  unsigned at = 0;
  if (d->svm_version.load() == 0)
    return CLRT_SUCCESS;
  find_addresses(args, count, bits, at);
  clrt_error e = CLRT_SUCCESS;
  if (k->addresses & ~bits) {
    k->generation = 0;
    e = find_instance(thread(), d, handle, k);
  }
  if (e == CLRT_SUCCESS)
    k->addresses |= bits;
  return e;
}

static clrt_error launch(const clrt_kernel *handle, const clrt_config *c, const clrt_arg *args,
                         size_t count) {
  Device *d;
  Stream *s;
  Instance *k = nullptr;
  clrt_error e = handle && c ? current(d) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    e = find_stream(c->stream, d, s);
  if (e == CLRT_SUCCESS)
    e = s->device == d ? find_instance(thread(), d, handle, k) : CLRT_ERROR_INVALID_RESOURCE_HANDLE;
  if (e != CLRT_SUCCESS)
    return e;
  e = match_addresses(d, handle, args, count, k);
  if (e != CLRT_SUCCESS)
    return e;
  cl_int code = CL_SUCCESS;
  bool large = k->required[0] == 0 && c->block[0] * c->block[1] * c->block[2] > k->max_threads;
  Instance *fixed = large ? find_fixed(k, c) : nullptr;
  e = run(d, s, handle, fixed ? fixed : k, c, args, count, code);
  if (large && !fixed && (code == CL_INVALID_WORK_GROUP_SIZE || code == CL_OUT_OF_RESOURCES)) {
    fixed = make_fixed(d, handle, k, c);
    if (fixed)
      e = run(d, s, handle, fixed, c, args, count, code);
  }
  return e;
}

clrt_error clrt_launch(const clrt_kernel *handle, const clrt_config *c, const clrt_arg *args,
                       size_t count) {
  return record(launch(handle, c, args, count));
}

clrt_error clrt_impl::find_kernel(const clrt_kernel *handle, Device *&d, Instance *&k) {
  clrt_error e = handle ? current(d) : CLRT_ERROR_INVALID_DEVICE_FUNCTION;
  return e == CLRT_SUCCESS ? find_instance(thread(), d, handle, k) : e;
}
