// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels and launches. A launch takes no lock and allocates nothing once its thread has used the
// kernel.

#include "recording.h"

#include <algorithm>
#include <cstdio>

using namespace clrt_impl;

void clrt_impl::release_instance(Instance *k) {
  for (Instance *f : k->fixed)
    release_instance(f);
  if (k->unordered)
    release_instance(k->unordered);
  if (k->choices)
    release_choices(k->choices);
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
        release_instance(k);
}

// One for each device, 0 at first: the first CUDA error that a kernel ends with.
static clrt_symbol fault_word = {nullptr, sizeof(cl_int), nullptr, 0};
const clrt_symbol *clrt_impl::fault_symbol() { return &fault_word; }

// In a queue of its own: the streams may be busy for long.
clrt_error clrt_impl::read_fault(Device *d) {
  SymbolMemory word;
  cl_int value = 0;
  cl_command_queue queue;
  clrt_error e = symbol_memory(d, &fault_word, &word);
  if (e == CLRT_SUCCESS)
    e = side_queue(d, &queue);
  if (e == CLRT_SUCCESS)
    e = from_cl(clEnqueueReadBuffer(queue, word.mem, CL_TRUE, 0, sizeof value, &value, 0, nullptr,
                                    nullptr));
  if (value != CLRT_SUCCESS)
    d->sticky.store(value);
  return value != CLRT_SUCCESS ? static_cast<clrt_error>(value) : e;
}

static size_t align16(size_t n) { return (n + 15) / 16 * 16; }

static cl_uint first_appended(const clrt_kernel *handle, const Instance *k) {
  return k->arg_count - k->extra - static_cast<cl_uint>(handle->appended_count);
}

// Sets the parameters that clrt appends; they keep their values from launch to launch, but for
// dynamic local memory.
static clrt_error bind_appended(Device *d, const clrt_kernel *handle, Instance *k, cl_uint first) {
  for (size_t i = 0; i < handle->appended_count; ++i) {
    const clrt_appended &a = handle->appended[i];
    SymbolMemory p = SymbolMemory();
    clrt_error e = CLRT_SUCCESS;
    k->has_textures |= a.kind == CLRT_TEXTURE;
    if (a.kind == CLRT_DYNAMIC_LOCAL || a.kind == CLRT_TEXTURE || a.kind == CLRT_TEXTURE_INFO)
      continue;
    if (a.kind == CLRT_SYMBOL || a.kind == CLRT_FAULT) {
      e = symbol_memory(d, a.kind == CLRT_FAULT ? &fault_word : a.symbols[0], &p);
      k->may_fault |= a.kind == CLRT_FAULT;
    } else {
      size_t bytes = 0;
      for (size_t s = 0; s < a.size; ++s)
        bytes = align16(bytes) + a.symbols[s]->size;
      cl_int code;
      p.mem = clCreateBuffer(d->context, CL_MEM_READ_WRITE, std::max<size_t>(align16(bytes), 16),
                             nullptr, &code);
      e = from_cl(code);
      if (e == CLRT_SUCCESS)
        k->packs.push_back(Instance::Pack{&a, p.mem, UINT64_MAX});
    }
    cl_uint at = first + static_cast<cl_uint>(i);
    if (e == CLRT_SUCCESS)
      e = from_cl(p.mem ? clSetKernelArg(k->kernel, at, sizeof p.mem, &p.mem)
                        : clSetKernelArgSVMPointer(k->kernel, at, p.address));
    if (e != CLRT_SUCCESS)
      return e;
  }
  return CLRT_SUCCESS;
}

clrt_error clrt_impl::make_instance(Device *d, const clrt_kernel *handle,
                                    const KernelSource &source, Instance *k) {
  if (!source.program || !source.name)
    return CLRT_ERROR_INVALID_DEVICE_FUNCTION; // before the handle's constructor has run
  cl_program program;
  clrt_error e = get_program(d, source, &program);
  if (e != CLRT_SUCCESS)
    return e;
  k->local_warps = source.local_warps;
  k->by_sub_groups = !source.local_warps && has_sub_group_warps(d, source.program);
  cl_int code;
  k->kernel = clCreateKernel(program, source.name, &code);
  if (code == CL_INVALID_KERNEL_NAME && say_why_missing(d, source.program, source.name))
    return CLRT_ERROR_NO_KERNEL_IMAGE_FOR_DEVICE;
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
  k->bound.resize(k->arg_count, Instance::Bound());
  k->generation = d->generation;
  k->moved_symbols = d->moved_symbols.load();
  k->extra = source.extra;
  if (k->arg_count < handle->appended_count + k->extra)
    return CLRT_ERROR_INVALID_DEVICE_FUNCTION;
  return bind_appended(d, handle, k, first_appended(handle, k));
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
  // A symbol that moved has left a buffer after that kernels must not be given any more.
  if (k && k->generation == d->generation && k->moved_symbols == d->moved_symbols.load())
    return CLRT_SUCCESS;
  if (k)
    release_instance(k);
  all[at] = nullptr;
  k = new Instance;
  clrt_error e = make_instance(d, handle, {handle->program, handle->name, 0, nullptr, false}, k);
  if (e == CLRT_SUCCESS)
    (all[at] = k)->choices = make_choices(d, handle);
  else
    release_instance(k);
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
  Instance *f = new Instance;
  if (make_instance(d, handle, {handle->program, handle->name, 0, c->block, k->local_warps}, f) ==
          CLRT_SUCCESS &&
      std::equal(f->required, f->required + 3, c->block)) {
    k->fixed.push_back(f);
    return f;
  }
  release_instance(f);
  return nullptr;
}

clrt_error clrt_impl::check_config(const Device *d, const Instance *k, const clrt_config *c) {
  const size_t most_blocks[3] = {0x7fffffff, 65535, 65535};
  size_t threads = 1;
  for (int i = 0; i < 3; ++i) {
    if (c->grid[i] == 0 || c->grid[i] > most_blocks[i] || c->block[i] == 0)
      return CLRT_ERROR_INVALID_VALUE;
    threads *= std::min<size_t>(c->block[i], 1 << 20); // three of them do not overflow
  }
  // CUDA 13 (driver 580, seen on an H200) says so of a grid or block that is empty or too large.
  // Above what the device says, the driver decides: AMD's says 256, and
  // takes 1024 from a kernel that states them.
  if (threads > 1024 || c->block[2] > 64)
    return CLRT_ERROR_INVALID_VALUE;
  for (int i = 0; i < 3; ++i)
    if (c->block[i] > d->max_block[i] || (k->required[0] != 0 && c->block[i] != k->required[i]))
      return CLRT_ERROR_INVALID_CONFIGURATION;
  // Without dynamic local memory the driver decides, too.
  bool fits = c->local_bytes == 0 || (c->local_bytes <= d->local_bytes &&
                                      k->static_local <= d->local_bytes - c->local_bytes);
  return fits ? CLRT_SUCCESS : CLRT_ERROR_INVALID_VALUE;
}

static clrt_error set_dynamic_local(const clrt_kernel *handle, Instance *k, size_t bytes) {
  if (k->dynamic_local == bytes)
    return CLRT_SUCCESS;
  cl_uint first = first_appended(handle, k);
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
    SymbolMemory source;
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

static clrt_error prepare(Device *d, Stream *s, const clrt_kernel *handle, Instance *k,
                          const clrt_config *c, const clrt_arg *args, size_t count) {
  clrt_error e = check_config(d, k, c);
  if (e == CLRT_SUCCESS)
    e = set_args(d, s, handle, k, args, count);
  if (k->outdated)
    return e;
  if (e == CLRT_SUCCESS)
    e = set_dynamic_local(handle, k, c->local_bytes);
  if (e == CLRT_SUCCESS)
    e = begin(s);
  for (Instance::Pack &pack : k->packs)
    if (e == CLRT_SUCCESS)
      e = update_pack(d, s, pack);
  if (e == CLRT_SUCCESS && k->svm_version != d->svm_version.load())
    e = tell_shared(d, k);
  return e;
}

static clrt_error enqueue(Device *d, Stream *s, Instance *k, const clrt_config *c, cl_int &code) {
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

clrt_error clrt_impl::run_kernel(Device *d, Stream *s, const clrt_kernel *handle, Instance *k,
                                 const clrt_config *c, const clrt_arg *args, size_t count,
                                 cl_int &code) {
  clrt_error e = prepare(d, s, handle, k, c, args, count);
  if (e == CLRT_SUCCESS && !k->outdated) {
    Enqueuing scope(d);
    e = scope.give();
    if (e == CLRT_SUCCESS)
      e = enqueue(d, s, k, c, code);
  }
  for (const Memory &m : k->lent)
    return_later(s, m);
  k->lent.clear();
  return e;
}

// Runs the kernel, one for this block size where the driver asks for that: then `k` is that one.
static clrt_error run_sized(Device *d, Stream *s, const clrt_kernel *handle, Instance *&k,
                            const clrt_config *c, const clrt_arg *args, size_t count) {
  cl_int code = CL_SUCCESS;
  clrt_error e = choose_warps(d, handle, k, c);
  if (e != CLRT_SUCCESS)
    return e;
  Instance *general = k;
  bool large = k->required[0] == 0 && c->block[0] * c->block[1] * c->block[2] > k->max_threads;
  Instance *fixed = large ? find_fixed(k, c) : nullptr;
  e = run_kernel(d, s, handle, fixed ? k = fixed : k, c, args, count, code);
  if (large && !fixed && (code == CL_INVALID_WORK_GROUP_SIZE || code == CL_OUT_OF_RESOURCES)) {
    fixed = make_fixed(d, handle, general, c);
    if (fixed)
      e = run_kernel(d, s, handle, k = fixed, c, args, count, code);
  }
  return e;
}

static clrt_error run_fitting(Device *d, Stream *s, const clrt_kernel *handle, Instance *&k,
                              const clrt_config *c, const clrt_arg *args, size_t count) {
  clrt_error e = find_instance(thread(), d, handle, k);
  if (e != CLRT_SUCCESS || (k->choices && launch_otherwise(d, s, handle, k, c, args, count, e)))
    return e;
  Instance *general = k;
  e = run_sized(d, s, handle, k, c, args, count);
  if (k->outdated)
    general->generation = 0; // the next one is new
  return e;
}

clrt_error clrt_impl::run_plain(Device *d, Stream *s, const clrt_kernel *handle,
                                const clrt_config *c, const clrt_arg *args, size_t count) {
  Instance *own = new Instance, *k = own;
  clrt_error e = make_instance(d, handle, {handle->program, handle->name, 0, nullptr, false}, own);
  if (e == CLRT_SUCCESS)
    e = run_sized(d, s, handle, k, c, args, count);
  release_instance(own);
  return e;
}

// A block of a size that is good in itself, but not for this kernel.
static bool exceeds_bounds(const clrt_kernel *handle, const clrt_config *c) {
  const size_t threads = c->block[0] * c->block[1] * c->block[2];
  return handle->max_threads != 0 && threads > handle->max_threads && threads <= 1024;
}

// The kernel is built, so that what is wrong with it or the configuration shows here.
static clrt_error record_launch(Recording *r, Stream *s, const clrt_kernel *handle,
                                const clrt_config *c, const clrt_arg *args, size_t count) {
  Device *d;
  Instance *k;
  clrt_error e = find_kernel(handle, d, k);
  if (e == CLRT_SUCCESS)
    e = check_config(d, k, c);
  return e == CLRT_SUCCESS ? r->launch(s, handle, c, args, count) : e;
}

static clrt_error launch(const clrt_kernel *handle, const clrt_config *c, const clrt_arg *args,
                         size_t count) {
  Device *d;
  Stream *s;
  Instance *k = nullptr;
  clrt_error e = handle && c ? current(d) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    e = find_stream(c->stream, d, s);
  if (e == CLRT_SUCCESS && s->device != d)
    e = CLRT_ERROR_INVALID_RESOURCE_HANDLE;
  else if (e == CLRT_SUCCESS && exceeds_bounds(handle, c))
    e = CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return e;
  if (Recording *r = recording_of(s))
    return record_launch(r, s, handle, c, args, count);
  e = run_fitting(d, s, handle, k, c, args, count);
  return e == CLRT_SUCCESS && k->outdated ? run_fitting(d, s, handle, k, c, args, count) : e;
}

clrt_error clrt_launch(const clrt_kernel *handle, const clrt_config *c, const clrt_arg *args,
                       size_t count) {
  return record(launch(handle, c, args, count));
}

clrt_error clrt_impl::find_kernel(const clrt_kernel *handle, Device *&d, Instance *&k) {
  clrt_error e = handle ? current(d) : CLRT_ERROR_INVALID_DEVICE_FUNCTION;
  return e == CLRT_SUCCESS ? find_instance(thread(), d, handle, k) : e;
}
