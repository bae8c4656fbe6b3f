// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Over 400 lines: the list of what all sources of clrt share.

// The state of clrt (README.md lists it) and what its source files share.

#ifndef CLRT_INTERNAL_H
#define CLRT_INTERNAL_H

#include "kernel_texts.h"

#include <clrt/clrt.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

// OpenCL 2.0's functions. They are null where the OpenCL library has only those of 1.2.
extern "C" {
__attribute__((weak)) void *clSVMAlloc(cl_context, cl_bitfield, size_t, cl_uint);
__attribute__((weak)) void clSVMFree(cl_context, void *);
__attribute__((weak)) cl_int clEnqueueSVMMemcpy(cl_command_queue, cl_bool, void *, const void *,
                                                size_t, cl_uint, const cl_event *, cl_event *);
__attribute__((weak)) cl_int clEnqueueSVMMemFill(cl_command_queue, void *, const void *, size_t,
                                                 size_t, cl_uint, const cl_event *, cl_event *);
__attribute__((weak)) cl_int clEnqueueSVMMap(cl_command_queue, cl_bool, cl_map_flags, void *,
                                             size_t, cl_uint, const cl_event *, cl_event *);
__attribute__((weak)) cl_int clEnqueueSVMUnmap(cl_command_queue, void *, cl_uint, const cl_event *,
                                               cl_event *);
__attribute__((weak)) cl_int clSetKernelArgSVMPointer(cl_kernel, cl_uint, const void *);
__attribute__((weak)) cl_int clSetKernelExecInfo(cl_kernel, cl_uint, size_t, const void *);
}

struct CUctx_st; // of the driver API

namespace clrt_impl {
struct Device;
struct Choices;
class Recording; // recording.h
} // namespace clrt_impl

namespace clrt_impl {
uint64_t fresh_stream_id(); // never given twice

// What a stream was told that OpenCL has no use for.
struct StreamHints {
  clrt_access_policy_window window = {nullptr, 0, 0, CLRT_ACCESS_PROPERTY_NORMAL,
                                      CLRT_ACCESS_PROPERTY_NORMAL};
  clrt_synchronization_policy policy = CLRT_SYNC_POLICY_AUTO;
};
} // namespace clrt_impl

// A stream: an in-order queue. The default stream of each device is one, too.
struct clrt_stream_st {
  clrt_impl::Device *device = nullptr;
  cl_command_queue queue = nullptr;
  unsigned flags = CLRT_STREAM_DEFAULT;
  bool blocking = true; // ordered with the default stream
  std::atomic<uint64_t> seen{
      0}; // the default stream's work that this stream waits for, see stream.cpp
  std::atomic<bool> dirty{false}; // has work that the default stream does not wait for yet
  // How much work it was given, counted once that is in the queue, and how much of it somebody has
  // seen done: who reads `given`, and waits then, has waited for all that was counted.
  std::atomic<uint64_t> given{0}, seen_done{0};
  std::mutex query_mutex;
  cl_event marker = nullptr; // follows the work that the last query saw:
  uint64_t marked = 0;       // so much
  uint64_t id = clrt_impl::fresh_stream_id();
  clrt_impl::StreamHints hints;
  std::atomic<clrt_impl::Recording *> recording{nullptr}; // while it is captured
  // Guarded by the device's mutex: the user has destroyed it, and it goes when its work is done.
  enum { Used, Leaving, Left } state = Used;
  cl_event end = nullptr; // after all its work, if it has left
};

namespace clrt_impl {
typedef clrt_stream_st Stream;

struct Program {
  enum { Unknown, Building, Built } state = Unknown;
  cl_program program = nullptr;
  clrt_error error = CLRT_SUCCESS; // why there is no program
  std::string log;                 // what the user is still to be told of that
};

// What the driver has given of shared virtual memory at once, see svm_regions.cpp.
struct SharedRegion {
  enum Use {
    Plain,     // the host leaves it alone
    FineGrain, // the host and the device use it at any time
    Mapped     // the host uses it while it is mapped
  };
  size_t size = 0;
  Use use = Plain;
  bool with_host = false;             // it is mapped
  std::map<uintptr_t, size_t> pieces; // the allocations in it, by address: bytes
};

// What an address is of, see address.cpp: the memory [base, base + size), or the room around it.
struct Memory {
  enum Kind {
    Host,        // plain memory, or none at all
    Nowhere,     // of a buffer that was freed, or of none yet
    Buffer,      // from malloc
    Symbol,      // the buffer of a symbol
    Foreign,     // a buffer that clrt did not make
    SharedPlain, // shared virtual memory that the host leaves alone
    Managed,     // and that it uses
    Mapped,      // and that it has allocated as pinned
    Pinned,      // host memory with a buffer, see pinned.cpp
    Registered   // the same from the user
  };
  Kind kind = Host;
  uintptr_t first = 0, last = 0, base = 0;
  size_t size = 0;
  cl_mem mem = nullptr;
  Device *device = nullptr; // nullptr: not clrt's
  uint64_t id = 0;          // never given twice

  bool is_buffer() const { return kind == Buffer || kind == Symbol || kind == Foreign; }
  bool is_shared() const { return kind == SharedPlain || kind == Managed || kind == Mapped; }
  bool is_pinned() const { return kind == Pinned || kind == Registered; }
};

// A symbol lies in a buffer or at an address in shared memory.
struct SymbolMemory {
  cl_mem mem;
  void *address;
};

struct Device {
  int index = 0;
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
  size_t max_threads = 0, max_block[3] = {0, 0, 0}, local_bytes = 0; // launch limits
  size_t local_reserved = 0; // local memory that the driver adds to what a kernel takes
  bool is_pocl = false;      // does not survive the end of a process that computes; see program.cpp

  std::atomic<bool> ready{false}; // context and default stream are there
  unsigned generation = 1;        // counts resets; kernels of an older generation are dead
  cl_context context = nullptr;
  Stream main;                    // the legacy default stream
  std::atomic<uint64_t> epoch{1}; // counts what the default stream did while blocking streams exist
  std::atomic<int> blocking_streams{0};  // besides the default one
  std::atomic<int> sticky{CLRT_SUCCESS}; // a fault of the device, which every later call reports
  // Launches of kernels that have the fault word, and how many of them it was read after it.
  std::atomic<uint64_t> may_fault{0}, checked{0};
  std::mutex mutex;                           // guards what follows
  std::vector<Stream *> streams;              // besides the default one; also some that have left
  std::vector<cl_command_queue> spare_queues; // of streams that were destroyed, idle
  Stream checker;                             // the side queue; made when first used
  size_t allocated = 0;                       // what malloc gave
  std::map<const clrt_symbol *, SymbolMemory> symbols;
  size_t stack_limit = 1024;   // as set; means nothing to OpenCL
  size_t heap_limit = 8 << 20; // the same
  std::mutex build_mutex;      // guards programs and what follows
  std::condition_variable build_ended;
  int builders = 0;                  // threads that build ahead
  bool stops_ahead = false;          // and no longer start to
  int launches_waiting = 0;          // for a build
  std::recursive_mutex symbol_mutex; // guards symbols
  std::mutex svm_mutex;              // guards shared
  std::map<uintptr_t, SharedRegion> shared;
  size_t spare_shared = 0;                // bytes of regions without pieces
  std::atomic<unsigned> svm_version{0};   // counts changes of the regions with pieces
  std::atomic<unsigned> moved_symbols{0}; // counts symbols that went to shared memory
  // Who may use a region that has to be mapped, and how many of those with pieces each has.
  enum Holder { TheDevice, TheHost };
  std::atomic<int> with_device{0}, with_host{0};
  std::mutex move_mutex;         // held while regions move, not while a stream is waited for
  std::atomic<int> enqueuing{0}; // commands that are about to be enqueued, see Enqueuing
  // Does the driver move a region by its addresses on the host?
  enum { Untried, ByAddress, Unseen } moves = Untried;
  std::atomic<int> lent{0}; // pinned allocations that the device has, see pinned.cpp
  std::once_flag warps_tried;
  bool has_warps = false; // sub-groups that are CUDA's warps; see warp.cpp
  // By hash and options, and by fixed block: of a library that is unloaded the addresses are used
  // again.
  std::map<std::pair<std::string, std::string>, Program> programs;
};

// A kernel as one thread uses it on one device.
struct Instance {
  cl_kernel kernel = nullptr;
  unsigned generation = 0, svm_version = 0; // of the device when it was made, and last told
  unsigned moved_symbols = 0;               // of the device when its symbols were bound
  bool outdated = false; // a buffer comes where an address in shared memory was, see launch.cpp
  size_t max_threads = 0, required[3] = {0, 0, 0}, static_local = 0;
  size_t dynamic_local = SIZE_MAX; // as last set
  cl_uint arg_count = 0;
  cl_uint extra = 0;         // of them, at the end, what a variant has besides
  bool may_fault = false;    // has the fault word
  bool has_textures = false; // among what is appended
  bool said_unbound = false; // that one of them has no memory
  struct Value {
    size_t size; // 0: not known
    unsigned char bytes[16];
  };
  std::vector<Value> values; // small arguments as last set
  struct Bound {
    const void *address;
    uint64_t version; // of the address table when it was looked up; 0: look it up
    uint64_t id;      // of the memory; 0: none
    bool shared;
  };
  std::vector<Bound> bound; // pointers as last set
  std::vector<Memory> lent; // pinned memory that the launch under way has
  struct Pack {
    const clrt_appended *list;
    cl_mem buffer;
    uint64_t version; // of the symbols when they were packed
  };
  std::vector<Pack> packs;
  bool local_warps = false;      // was asked for
  bool by_sub_groups = false;    // its warps are sub-groups, so that not every block will do
  Instance *unordered = nullptr; // for blocks whose sub-groups are no warps
  std::vector<Instance *> fixed; // for one block size each, where the driver wants to know
  // What was looked up for the launch's conditions, by parameter.
  const struct KnownRange *known = nullptr;
  size_t known_count = 0;
  Choices *choices = nullptr; // of the plain kernel: what to ask at each launch, see variant.cpp
};

struct Thread {
  std::vector<CUctx_st *> contexts; // the driver API's stack, see driver_context.cpp
  int index = 0;                    // current device
  Device *device = nullptr;         // the same, once looked up
  clrt_error last = CLRT_SUCCESS;
  clrt_stream_capture_mode capture_mode = CLRT_STREAM_CAPTURE_MODE_GLOBAL;
  std::map<Device *, std::pair<unsigned, Stream *>>
      own_streams;                                // CLRT_STREAM_PER_THREAD, by generation
  std::vector<std::vector<Instance *>> instances; // by device, by kernel id
};

// ---- errors.cpp ----
Thread &thread();
void release_instances(Thread &t); // launch.cpp
clrt_error record(clrt_error e);   // makes an error the last error; gives it back
clrt_error from_cl(cl_int code);   // errors.def
// The enumerator's name, for clrt's own messages.
const char *own_error_name(clrt_error e);
// The same for a call that waited for the device: a fault of a kernel shows there, and sticks.
clrt_error from_wait(Device *d, cl_int code);
clrt_error read_fault(Device *d); // launch.cpp: what a kernel left in the fault word

// ---- device.cpp ----
int device_total();
Device *device_at(int index);   // nullptr if there is none
clrt_error current(Device *&d); // the thread's device, with context and default stream
clrt_error make_ready(Device *d);
Device *device_of(cl_context context);
std::string info_text(cl_device_id id, cl_device_info what);
std::string lower(std::string text);
std::string platform_text(cl_platform_id platform, cl_platform_info what);
/// Whether the device's OpenCL is NVIDIA's.
bool is_nvidia(cl_device_id id);
int nvidia_capability(const Device *d); // 90 for compute capability 9.0; 0 where there is none
template <typename T> T info(cl_device_id id, cl_device_info what, T otherwise = T()) {
  T value;
  return clGetDeviceInfo(id, what, sizeof value, &value, nullptr) == CL_SUCCESS ? value : otherwise;
}

// ---- stream.cpp ----
// Finds the stream and orders what is enqueued next after what CUDA's legacy rules say. done()
// follows the enqueueing.
clrt_error begin_slow(Stream *s);
clrt_error find_stream(clrt_stream handle, Device *d, Stream *&s);
clrt_error new_queue(Device *d, cl_command_queue *queue);
clrt_error side_queue(Device *d, cl_command_queue *queue); // beside the streams, for short reads
cl_int finish(Stream *s);
cl_int finish_queues(Device *d);
clrt_error finish_all(Device *d);
void drop_streams(Device *d);
void drop_own_streams(Thread &t);
inline clrt_error begin(Stream *s) {
  const Device *d = s->device;
  bool behind = s == &d->main ? d->blocking_streams.load() != 0
                              : s->blocking && s->seen.load() != d->epoch.load();
  return behind || d->with_host.load() != 0 ? begin_slow(s) : CLRT_SUCCESS;
}
cl_int mark(Stream *s, cl_event *event);
inline void ordered(Stream *s) { // what was enqueued counts for the other streams
  if (s != &s->device->main)
    s->dirty.store(true);
  else if (s->device->blocking_streams.load() != 0)
    s->device->epoch.fetch_add(1);
}
inline void done(Stream *s) {
  s->given.fetch_add(1);
  ordered(s);
}
inline void see_done(Stream *s, uint64_t given) {
  uint64_t known = s->seen_done.load();
  while (known < given && !s->seen_done.compare_exchange_weak(known, given))
    ;
}
inline clrt_error begin(clrt_stream handle, Stream *&s) {
  Device *d;
  clrt_error e = current(d);
  if (e == CLRT_SUCCESS)
    e = find_stream(handle, d, s);
  return e == CLRT_SUCCESS ? begin(s) : e;
}

// ---- launch.cpp ----
// What an instance is made of: the handle's kernel, or a variant of it.
struct KernelSource {
  const clrt_program *program;
  const char *name;
  cl_uint extra;       // parameters that the handle's kernel does not have
  const size_t *fixed; // the block size that it is built for, if for one only
  bool local_warps;    // its warps exchange through local memory, whatever the device has
};
clrt_error make_instance(Device *d, const clrt_kernel *handle, const KernelSource &source,
                         Instance *k);
void release_instance(Instance *k);
// The current device and the kernel on it.
clrt_error find_kernel(const clrt_kernel *handle, Device *&d, Instance *&k);
// CUDA's error for a configuration that the device or the kernel cannot take.
clrt_error check_config(const Device *d, const Instance *k, const clrt_config *c);
// `code`: what the driver says of the launch itself.
clrt_error run_kernel(Device *d, Stream *s, const clrt_kernel *handle, Instance *k,
                      const clrt_config *c, const clrt_arg *args, size_t count, cl_int &code);
// Runs the plain kernel, whatever variants there are, with an instance of its own.
clrt_error run_plain(Device *d, Stream *s, const clrt_kernel *handle, const clrt_config *c,
                     const clrt_arg *args, size_t count);
const clrt_symbol *fault_symbol(); // the fault word

// ---- copy.cpp ----
// Rows `pitch` bytes apart, in slices `slice` bytes apart. Copies give their errors back.
struct Box {
  void *address;
  size_t pitch, slice;
};
// CUDA's error for rows that are longer than their pitch; the pitch of a single row may be 0.
clrt_error check_pitch(size_t pitch, size_t width, bool has_several_rows);
clrt_error copy_box(const Box &dst, const Box &src, size_t width, size_t height, size_t depth,
                    clrt_memcpy_kind kind, bool async, clrt_stream s);
// `value` is in `element` bytes (1, 2, 4); `width` is in bytes.
clrt_error fill_box(const Box &box, unsigned value, size_t element, size_t width, size_t height,
                    size_t depth, bool async, clrt_stream s);

// ---- function_table.cpp ----
// The kernel that the address of a host function stands for, and its parameters as CUDA has them.
const clrt_kernel *function_params(const void *function, std::vector<clrt_param> &params);
const void *function_of(const clrt_kernel *kernel); // nullptr: it is no value

// ---- arguments.cpp ----
// Sets the arguments that the launch passes, unless it finds the kernel outdated.
clrt_error set_args(Device *d, Stream *s, const clrt_kernel *handle, Instance *k,
                    const clrt_arg *args, size_t count);
cl_int set_uint(Instance *k, cl_uint at, cl_uint value);

// ---- variant.cpp ----
// What can be asked of a launch of the kernel; nullptr: the plain kernel runs, whatever it is.
Choices *make_choices(Device *d, const clrt_kernel *handle);
void release_choices(Choices *choices);
// Launches in the plain kernel's stead, where that is to be: then `e` says how it went.
bool launch_otherwise(Device *d, Stream *s, const clrt_kernel *handle, Instance *plain,
                      const clrt_config *c, const clrt_arg *args, size_t count, clrt_error &e);

// ---- exit.cpp ----
// What the driver has made up to this call is there at exit until the device's commands have ended.
void wait_at_exit();

// ---- address.cpp ----
uint64_t address_version(); // changes with the table
Memory memory_at(const void *p);
Memory memory_near(const void *p); // also a little before shared memory
Memory memory_of(cl_mem mem);      // Memory::Host: not known
// Gives a buffer its address; nullptr: there is no room. A known buffer keeps its own.
void *add_buffer(cl_mem mem, size_t bytes, Device *d, Memory::Kind kind, uint64_t *id = nullptr);
// Makes an address known that the driver or the user has chosen. What the driver gives is longer by
// this, so that a pointer to its end is one to it and nothing else.
const size_t end_padding = 64;
// Atomics of 16 bits exchange the word around the number: buffers end with a whole one.
inline size_t whole_words(size_t bytes) { return (bytes + 3) / 4 * 4; }
void add_memory(const void *p, size_t bytes, Device *d, Memory::Kind kind, cl_mem mem = nullptr);
bool remove_memory(const Memory &m);             // false: it was gone
std::vector<Memory> buffers_of(const Device *d); // those that clrt made

// ---- pinned.cpp ----
// Gives pinned memory to the device: what follows in the stream may use the buffer. return_later()
// comes after that.
clrt_error lend(Stream *s, const Memory &m, cl_mem *mem);
void return_later(Stream *s, const Memory &m);
Device *lent_to(const Memory &m); // nullptr: the host has it
clrt_error take_back(Device *d);  // gives the host what the device has done with

// ---- svm.cpp ----
bool has_svm(const Device *d);
bool has_fine_grain(const Device *d);   // the host and the device use it at the same time
bool has_host_atomics(const Device *d); // atomics of kernels and of the host, at the same time
clrt_error tell_shared(Device *d, Instance *k); // the kernel may find any of it in memory
clrt_error give_managed(Device *d);             // from the host to the device
clrt_error take_managed(Device *d);             // to the host: waits for the device
clrt_error free_shared(const Memory &m);        // waits for the device
clrt_error release_shared(const Memory &m);     // which has done with it
clrt_error allocate_shared(void **p, size_t bytes, Memory::Kind kind, const char *file, int line);
void drop_shared(Device *d);
// Enqueues that in the queue, which is not one of the streams'.
cl_int move_region(cl_command_queue queue, std::map<uintptr_t, SharedRegion>::iterator region,
                   Device::Holder to);
cl_int map_fresh(Device *d, std::map<uintptr_t, SharedRegion>::iterator region);

// Opens managed memory of the device's to the host: false, there is none here.
bool open_to_host(const Memory &m);
void begin_host_call(); // around a host function of a stream, on its own thread
void end_host_call();

// Around the calls that enqueue what may use managed memory: it stays with the device between
// give() and the end of this. No wait for the device may lie inside.
class Enqueuing {
public:
  explicit Enqueuing(Device *device) : d(device) { d->enqueuing.fetch_add(1); }
  ~Enqueuing() { d->enqueuing.fetch_sub(1); }
  Enqueuing(const Enqueuing &) = delete;
  Enqueuing &operator=(const Enqueuing &) = delete;
  clrt_error give() { return d->with_host.load() != 0 ? give_managed(d) : CLRT_SUCCESS; }

private:
  Device *d;
};

// ---- svm_guard.cpp ----
enum class HostAccess { None, Reads, All };
// Of the whole pages in [base, base + size), which is a region that has to be mapped.
void set_host_access(uintptr_t base, size_t size, HostAccess access);
// Does anybody touch these pages between the two? Nobody else may use them.
void begin_trial(uintptr_t base, size_t size);
bool end_trial();

inline void *pointer(uintptr_t address) { return reinterpret_cast<void *>(address); }

// ---- svm_regions.cpp: the device's svm_mutex is held ----
// Takes a piece from a region; one that is mapped is the host's then. `pools`: regions are shared
// and kept.
cl_int add_piece(Device *d, SharedRegion::Use use, bool pools, size_t bytes, uintptr_t &at);
void free_region(Device *d, uintptr_t base, const SharedRegion &region);
// Its bytes; 0: there is none.
size_t remove_piece(Device *d, uintptr_t at, bool pools);

// ---- pool.cpp ----
void left_pool(const Memory &m);  // it was freed
void drop_pools(const Device *d); // with all that they count

// ---- memory.cpp, symbol.cpp, program.cpp ----
clrt_error allocate_buffer(void **p, size_t bytes); // on the current device
clrt_error release_buffer(const Memory &m);
clrt_error reserve(Device *d, size_t bytes); // counts an allocation. The device's mutex is held
// Does the handle still stand for memory? OpenCL itself may crash when it is asked. A program that
// has asked for OpenCL's own handles may have buffers of its own, so for it the answer is yes.
bool is_alive(cl_mem mem);
void raw_handles_given();
// Kernels that the driver API launches find addresses in memory: all is allocated in shared memory.
void modules_find_addresses();
bool do_modules_find_addresses();
bool has_raw_handles();
clrt_error symbol_memory(Device *d, const clrt_symbol *symbol, SymbolMemory *p);
uint64_t symbol_version(const clrt_symbol *symbol); // odd: may change at any time
// What the device's compiler gets of a program's options, and clrt's own.
std::string device_options(const Device *d, const char *options);
// What the device offers of that which kernels of the program ask for by #ifdef (needs.cpp).
std::string need_options(const Device *d, const clrt_program *p);
// Says why the program has no kernel `name` on the device; false if no #ifdef says so.
bool say_why_missing(const Device *d, const clrt_program *p, const char *name);
std::string program_options(Device *d, const clrt_program *p,
                            bool local_warps); // ... of this one's
// What hides the values of a source's switches from PoCL's compiler; empty where it need not.
std::string hidden_switches(const Device *d, const char *source);
// Builds the text, or takes what the cache has by the key. After an error `program` may hold the
// log.
cl_int build_text(Device *d, const std::string &key, const std::string &options,
                  const std::string &source, cl_program &program);
// What is built at once.
struct ProgramPart {
  const clrt_program *program;
  const char *kernel;  // the one that is wanted, if `alone` or `fixed`
  const size_t *fixed; // its block size, if it is told that
  bool local_warps;
  bool alone; // without the program's other kernels
};
// Builds it, or waits for the thread that does. `lock` holds the build_mutex, but not meanwhile.
bool is_cached(Device *d, const ProgramPart &part); // as a binary of an earlier process
Program &built_program(Device *d, std::unique_lock<std::mutex> &lock, const ProgramPart &part);
// Whether the program's kernels are built one by one: of many, a process may use few.
bool builds_kernels_alone(const Device *d, const clrt_program *p);
const std::vector<KernelText> &kernels_of(const clrt_program *p);
clrt_error get_program(Device *d, const KernelSource &source, cl_program *built);

// ---- warp.cpp ----
// How the program's warps exchange, as an option of the compiler.
std::string warp_options(Device *d, const clrt_program *p, bool local_warps);
bool may_exchange_locally(Device *d, const clrt_program *p); // if its warps cannot be built
bool has_sub_group_warps(Device *d, const clrt_program *p);  // whether that is by sub-groups
// Takes another kernel for a block whose sub-groups are not CUDA's warps.
clrt_error choose_warps(Device *d, const clrt_kernel *handle, Instance *&k, const clrt_config *c);

// ---- build_ahead.cpp ----
std::vector<const clrt_program *> known_programs(); // of the process, by now
void build_ahead(Device *d); // starts to build all programs, where that is wanted
void stop_ahead(Device *d);  // nobody does, nor starts to, when it returns

// ---- cache.cpp ----
bool cache_is_on();
const uint64_t fnv1a_basis = 14695981039346656037ull;
uint64_t fnv1a(const void *data, size_t size, uint64_t hash);
// The key names what is built: the program's hash, the options, the fixed block.
bool cache_holds(const Device *d, const std::string &key);
bool cache_load(const Device *d, const std::string &key, std::vector<unsigned char> &binary);
void cache_store(const Device *d, const std::string &key, cl_program built);
} // namespace clrt_impl

#endif
