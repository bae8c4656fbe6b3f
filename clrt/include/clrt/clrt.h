/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* clrt: the C core of the small set-up library that ported programs link. Every function has the
 * meaning of the CUDA runtime function of the same job: null and zero cases, ordering of streams,
 * lifetime of host memory, last error. Every call returns a clrt_error unless it returns text.
 * Nothing throws, nothing exits. See README.md. */

#ifndef CLRT_CLRT_H
#define CLRT_CLRT_H
#include "names_begin.h"

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
/* CL/cl.h gives its vector types members of the processor's; the headers that declare those take
 * longer than all of OpenCL. Programs that want intrinsics include them. */
#pragma push_macro("__MMX__")
#pragma push_macro("__SSE__")
#pragma push_macro("__SSE2__")
#pragma push_macro("__AVX__")
#undef __MMX__
#undef __SSE__
#undef __SSE2__
#undef __AVX__
#include <CL/cl.h>
#pragma pop_macro("__MMX__")
#pragma pop_macro("__SSE__")
#pragma pop_macro("__SSE2__")
#pragma pop_macro("__AVX__")
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "source_text.h"
#include "vector_types.h"

/* The version of the CUDA runtime that clrt stands for: what CUDART_VERSION was. */
#define CLRT_CUDART_VERSION 12040

#ifdef __cplusplus
#define CLRT_INT_ENUM : int
extern "C" {
#else
#define CLRT_INT_ENUM
#endif

/* ---- errors ---- */

/* 0, CUDA's states under CUDA's numbers, and OpenCL's negative codes where CUDA has no state
 * (errors.def). */
typedef enum clrt_error CLRT_INT_ENUM {
#define CLRT_CUDA_STATE(NAME, VALUE, CUDA_NAME, TEXT) CLRT_##NAME = VALUE,
#include "errors.def"
  CLRT_OPENCL_CODE_MIN = -9999
} clrt_error;

clrt_error
clrt_last_error(void); /* gives this thread's last error and clears it, unless it is sticky */
clrt_error clrt_peek_last_error(void); /* the same without clearing */
/* CUDA's name ("cudaErrorInvalidValue"), which programs show; of an OpenCL code its own. */
const char *clrt_error_name(clrt_error e);
const char *clrt_error_string(clrt_error e);
/* What a code that a raw OpenCL call returned means here. Does not touch the last error. */
clrt_error clrt_from_opencl(cl_int code);

/* ---- types ---- */

typedef struct clrt_stream_st *clrt_stream; /* 0 is the legacy default stream */
typedef struct clrt_event_st *clrt_event;
#define CLRT_STREAM_LEGACY ((clrt_stream)0x1)     /* cudaStreamLegacy */
#define CLRT_STREAM_PER_THREAD ((clrt_stream)0x2) /* cudaStreamPerThread */

/* Flags and enumerators, with CUDA's values and names (constants.def). */
#define CLRT_CONSTANTS(NAME, VALUE, CUDA_NAME) CLRT_##NAME = VALUE,
typedef enum clrt_flag {
#define CLRT_FLAG CLRT_CONSTANTS
#include "constants.def"
} clrt_flag;
#define CLRT_STREAM_DEFAULT 0 /* a number: it stands for stream 0, too */
typedef enum clrt_memcpy_kind CLRT_INT_ENUM {
#define CLRT_KIND_OF_MEMCPY CLRT_CONSTANTS
#include "constants.def"
} clrt_memcpy_kind;
typedef enum clrt_limit CLRT_INT_ENUM {
#define CLRT_KIND_OF_LIMIT CLRT_CONSTANTS
#include "constants.def"
} clrt_limit;
typedef enum clrt_func_cache CLRT_INT_ENUM {
#define CLRT_KIND_OF_FUNC_CACHE CLRT_CONSTANTS
#include "constants.def"
} clrt_func_cache;
typedef enum clrt_shared_mem_config CLRT_INT_ENUM {
#define CLRT_KIND_OF_BANK_SIZE CLRT_CONSTANTS
#include "constants.def"
} clrt_shared_mem_config;
typedef enum clrt_shared_carveout CLRT_INT_ENUM {
#define CLRT_KIND_OF_CARVEOUT CLRT_CONSTANTS
#include "constants.def"
} clrt_shared_carveout; /* percent of the local memory; a hint */
typedef enum clrt_func_attribute CLRT_INT_ENUM {
#define CLRT_KIND_OF_FUNC_ATTRIBUTE CLRT_CONSTANTS
#include "constants.def"
} clrt_func_attribute;
typedef enum clrt_memory_type CLRT_INT_ENUM {
#define CLRT_KIND_OF_MEMORY CLRT_CONSTANTS
#include "constants.def"
} clrt_memory_type;
typedef enum clrt_compute_mode CLRT_INT_ENUM {
#define CLRT_KIND_OF_COMPUTE_MODE CLRT_CONSTANTS
#include "constants.def"
} clrt_compute_mode;
typedef enum clrt_memory_advise CLRT_INT_ENUM {
#define CLRT_KIND_OF_MEMORY_ADVISE CLRT_CONSTANTS
#include "constants.def"
} clrt_memory_advise;
typedef enum clrt_mem_location_type CLRT_INT_ENUM {
#define CLRT_KIND_OF_MEM_LOCATION CLRT_CONSTANTS
#include "constants.def"
} clrt_mem_location_type;
#undef CLRT_CONSTANTS
typedef enum clrt_device_attr CLRT_INT_ENUM {
#define CLRT_ATTRIBUTE(NAME, VALUE, CUDA_NAME, EXPRESSION) CLRT_ATTRIBUTE_##NAME = VALUE,
#include "attributes.def"
  CLRT_ATTRIBUTE_MAX = 0x7fffffff
} clrt_device_attr;

/* Where hints send memory; that only hints would have read it is no mistake. */
typedef struct clrt_mem_location {
  clrt_mem_location_type type;
  int id;
} __attribute__((unused)) clrt_mem_location;

/* CUDA's fields (properties.def). What OpenCL cannot tell is 0, or as README.md says. */
typedef struct clrt_device_properties {
#define CLRT_PROPERTY(TYPE, FIELD) TYPE FIELD;
#include "properties.def"
} clrt_device_properties;

typedef struct clrt_func_attributes_t {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA,
      maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
} clrt_func_attributes_t;

typedef struct clrt_pointer_attributes_t {
  clrt_memory_type type;
  int device;
  void *devicePointer, *hostPointer; /* NULL: none */
} clrt_pointer_attributes_t;

/* ---- memory ---- */

/* A device pointer is an address: a plain pointer, with which the host may do anything but read and
 * write what it points to. Every buffer has a piece of an address range that nobody can access,
 * with room before and after it, so that pointers may run past its ends. */
clrt_error clrt_malloc(void **p, size_t bytes); /* 0 bytes: null and success */
clrt_error clrt_malloc_mem(cl_mem *p, size_t bytes);
clrt_error clrt_malloc_pitch(void **p, size_t *pitch, size_t width, size_t height);
/* Null is fine; what is inside an allocation, freed or foreign is an invalid value. */
clrt_error clrt_free(void *p);
clrt_error clrt_free_mem(cl_mem mem);
/* For OpenCL's own calls: the buffer that an address lies in (or beside), how many bytes into it,
 * and the address of a buffer, also of one that clrt did not make. NULL and 0: there is none. */
cl_mem clrt_mem(const void *p);
size_t clrt_offset(const void *p);
void *clrt_address(cl_mem mem);
/* Shared virtual memory: kernels may find its address in memory, and the host uses it if it is
 * managed. Where the device has none, a message names the file and line. clrt_free() frees it. */
clrt_error clrt_svm_allocate(void **p, size_t bytes, int managed, const char *file, int line);
static inline clrt_error clrt_svm_malloc(void **p, size_t bytes) {
  return clrt_svm_allocate(p, bytes, 0, NULL, 0);
}
#ifndef __cplusplus
#define clrt_svm_malloc(p, bytes) clrt_svm_allocate(p, bytes, 0, __FILE__, __LINE__)
#endif
static inline clrt_error clrt_svm_malloc_pitch(void **p, size_t *pitch, size_t width,
                                               size_t height) {
  size_t row = (width + 511) / 512 * 512;
  clrt_error e = clrt_svm_allocate(pitch ? p : NULL, row * height, 0, NULL, 0);
  if (e == CLRT_SUCCESS)
    *pitch = row;
  return e;
}
static inline clrt_error clrt_malloc_managed(void **p, size_t bytes, unsigned flags) {
  (void)flags;
  return clrt_svm_allocate(p, bytes, 1, NULL, 0);
}
clrt_error clrt_malloc_host(void **h, size_t bytes);
clrt_error clrt_host_alloc(void **h, size_t bytes, unsigned flags);
clrt_error clrt_free_host(void *h);
/* Promises that copies of this range need not block. */
clrt_error clrt_host_register(void *h, size_t bytes, unsigned flags);
clrt_error clrt_host_unregister(void *h);
clrt_error clrt_host_get_flags(unsigned *flags, void *h);
clrt_error clrt_host_get_device_pointer(void **p, void *h, unsigned flags); /* of pinned memory */
/* OpenCL tells only the total; free is the total less what clrt has allocated. */
clrt_error clrt_mem_info(size_t *free_bytes, size_t *total_bytes);
clrt_error clrt_pointer_attributes(clrt_pointer_attributes_t *attributes, const void *p);

/* The general copies. The addresses tell where each side is; a kind that cannot be right is an
 * invalid value. The first forms block as CUDA's do, the async forms block only if a host side is
 * pageable. */
clrt_error clrt_memcpy(void *dst, const void *src, size_t bytes, clrt_memcpy_kind kind);
clrt_error clrt_memcpy_async(void *dst, const void *src, size_t bytes, clrt_memcpy_kind kind,
                             clrt_stream s);
clrt_error clrt_memcpy_2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                          size_t height, clrt_memcpy_kind kind);
clrt_error clrt_memcpy_2d_async(void *dst, size_t dpitch, const void *src, size_t spitch,
                                size_t width, size_t height, clrt_memcpy_kind kind, clrt_stream s);
clrt_error clrt_memset(void *p, int value, size_t bytes);
clrt_error clrt_memset_async(void *p, int value, size_t bytes, clrt_stream s);
clrt_error clrt_memset_2d(void *p, size_t pitch, int value, size_t width, size_t height);
clrt_error clrt_memset_2d_async(void *p, size_t pitch, int value, size_t width, size_t height,
                                clrt_stream s);

/* write: host to device. read: device to host. copy: device to device. Each also _async, _2d,
 * _2d_async. */
#define CLRT_COPY_FAMILY(NAME, KIND)                                                               \
  static inline clrt_error clrt_##NAME(void *dst, const void *src, size_t bytes) {                 \
    return clrt_memcpy(dst, src, bytes, KIND);                                                     \
  }                                                                                                \
  static inline clrt_error clrt_##NAME##_async(void *dst, const void *src, size_t bytes,           \
                                               clrt_stream s) {                                    \
    return clrt_memcpy_async(dst, src, bytes, KIND, s);                                            \
  }                                                                                                \
  static inline clrt_error clrt_##NAME##_2d(void *dst, size_t dpitch, const void *src,             \
                                            size_t spitch, size_t width, size_t height) {          \
    return clrt_memcpy_2d(dst, dpitch, src, spitch, width, height, KIND);                          \
  }                                                                                                \
  static inline clrt_error clrt_##NAME##_2d_async(void *dst, size_t dpitch, const void *src,       \
                                                  size_t spitch, size_t width, size_t height,      \
                                                  clrt_stream s) {                                 \
    return clrt_memcpy_2d_async(dst, dpitch, src, spitch, width, height, KIND, s);                 \
  }
CLRT_COPY_FAMILY(write, CLRT_MEMCPY_HOST_TO_DEVICE)
CLRT_COPY_FAMILY(read, CLRT_MEMCPY_DEVICE_TO_HOST)
CLRT_COPY_FAMILY(copy, CLRT_MEMCPY_DEVICE_TO_DEVICE)

/* ---- symbols: what were __constant__ and __device__ variables ---- */

/* A buffer per device, made when first used there, with the initial value (or zeros). */
typedef struct clrt_symbol {
  const void *init; /* NULL: zeros */
  size_t size;
  void *state; /* clrt's own */
  int managed; /* the host uses it by its address, too */
} clrt_symbol;

void *clrt_managed_address(const clrt_symbol *symbol); /* of a managed one; NULL: an error */
clrt_error clrt_symbol_address(void **p, const clrt_symbol *symbol);
/* the same in shared memory, where the symbol lies from then on */
clrt_error clrt_svm_symbol_address(void **p, const clrt_symbol *symbol);
clrt_error clrt_symbol_size(size_t *size, const clrt_symbol *symbol);
/* Copies to and from a symbol, `offset` bytes into it. The other side may be anywhere, as `kind`
 * says. */
clrt_error clrt_memcpy_to_symbol(const clrt_symbol *symbol, const void *src, size_t bytes,
                                 size_t offset, clrt_memcpy_kind kind);
clrt_error clrt_memcpy_from_symbol(void *dst, const clrt_symbol *symbol, size_t bytes,
                                   size_t offset, clrt_memcpy_kind kind);
clrt_error clrt_memcpy_to_symbol_async(const clrt_symbol *symbol, const void *src, size_t bytes,
                                       size_t offset, clrt_memcpy_kind kind, clrt_stream s);
clrt_error clrt_memcpy_from_symbol_async(void *dst, const clrt_symbol *symbol, size_t bytes,
                                         size_t offset, clrt_memcpy_kind kind, clrt_stream s);

/* ---- devices ---- */

clrt_error clrt_device_count(int *count);
clrt_error clrt_get_device(int *device);
clrt_error clrt_set_device(int device);
clrt_error clrt_choose_device(int *device, const clrt_device_properties *wanted);
clrt_error clrt_get_device_properties(clrt_device_properties *properties, int device);
clrt_error clrt_device_attribute(int *value, clrt_device_attr attribute, int device);
clrt_error clrt_device_reset(void);
clrt_error clrt_device_synchronize(void);
clrt_error clrt_set_device_flags(unsigned flags);
clrt_error clrt_get_device_flags(unsigned *flags);
clrt_error clrt_device_set_limit(clrt_limit limit, size_t value);
clrt_error clrt_device_get_limit(size_t *value, clrt_limit limit);
/* A hint without counterpart (cudaMemPrefetchAsync) whose arguments do something. */
static inline clrt_error clrt_hint(const void *address, ...) {
  (void)address;
  return CLRT_SUCCESS;
}
clrt_error clrt_device_set_cache_config(clrt_func_cache config);
clrt_error clrt_device_get_cache_config(clrt_func_cache *config);
clrt_error clrt_device_set_shared_mem_config(clrt_shared_mem_config config);
clrt_error clrt_device_get_shared_mem_config(clrt_shared_mem_config *config);
clrt_error clrt_device_get_stream_priority_range(int *least, int *greatest);
clrt_error clrt_device_can_access_peer(int *can, int device, int peer);
clrt_error clrt_driver_version(
    int *version); /* 1000 * major + 10 * minor of the OpenCL device, as CUDA counts */
clrt_error clrt_runtime_version(int *version); /* the same */

/* ---- streams and events ---- */

typedef void (*clrt_stream_callback)(clrt_stream s, clrt_error status, void *data);
typedef void (*clrt_host_fn)(void *data);

/* From now on the default stream (0) is the calling thread's own: nvcc -default-stream per-thread,
 * which defines this. It holds for the whole program, from before its first static constructor. */
void clrt_per_thread_default_stream(void);
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
__attribute__((constructor(101))) static void clrt_default_stream_of_this_file(void) {
  clrt_per_thread_default_stream();
}
#endif

clrt_error clrt_stream_create(clrt_stream *s);
clrt_error clrt_stream_create_with_flags(clrt_stream *s, unsigned flags);
clrt_error clrt_stream_create_with_priority(clrt_stream *s, unsigned flags, int priority);
clrt_error clrt_stream_destroy(clrt_stream s);
clrt_error clrt_stream_synchronize(clrt_stream s);
clrt_error clrt_stream_query(clrt_stream s);
clrt_error clrt_stream_wait_event(clrt_stream s, clrt_event e, unsigned flags);
clrt_error clrt_stream_add_callback(clrt_stream s, clrt_stream_callback callback, void *data,
                                    unsigned flags);
clrt_error clrt_launch_host_func(clrt_stream s, clrt_host_fn function, void *data);
clrt_error clrt_stream_get_flags(clrt_stream s, unsigned *flags);
clrt_error clrt_stream_get_priority(clrt_stream s, int *priority);

clrt_error clrt_event_create(clrt_event *e);
clrt_error clrt_event_create_with_flags(clrt_event *e, unsigned flags);
clrt_error clrt_event_record(clrt_event e, clrt_stream s);
clrt_error clrt_event_record_with_flags(clrt_event e, clrt_stream s, unsigned flags);
clrt_error clrt_event_synchronize(clrt_event e);
clrt_error clrt_event_query(clrt_event e);
clrt_error clrt_event_elapsed_time(float *ms, clrt_event start, clrt_event end);
clrt_error clrt_event_destroy(clrt_event e);

/* ---- programs, kernels, launches ---- */

/* OpenCL source that clrt_add_program embedded, with its build options. */
typedef struct clrt_program {
  const char *name;    /* as in the build log */
  const char *source;  /* includes inlined */
  size_t size;         /* of source, in bytes */
  const char *options; /* separated by spaces; see README.md for those that a device must offer */
  const char *hash;    /* of source */
  /* Programs that hold variants of its kernels (docs/variants.md): other texts that may take
   * launches over. They are built when one is first chosen. */
  const struct clrt_program *variants;
  size_t variant_count;
} clrt_program;
/* Called for each program when the process starts, so that it may be built ahead, and at the end.
 */
void clrt_enter_program(const clrt_program *program);
void clrt_leave_program(const clrt_program *program);

typedef enum clrt_param_kind {
  CLRT_VALUE,     /* size bytes by value */
  CLRT_GLOBAL,    /* an address; an offset into its buffer is an error */
  CLRT_GLOBAL_AT, /* the same as two: the buffer, a ulong offset in elements of `size` bytes */
  CLRT_BUFFER,    /* a cl_mem */
  CLRT_BUFFER_AT, /* the same with the ulong 0 after it */
  CLRT_LIST,      /* `size` arguments of the kinds above, in order: an object member by member */
  CLRT_DYNAMIC_LOCAL,
  CLRT_SYMBOL, /* the buffer of symbols[0] */
  CLRT_PACKED, /* one buffer that holds `size` symbols, each at the next multiple of 16, in order */
  CLRT_FAULT,  /* the device's int for the CUDA error that the kernel ends with */
  CLRT_TEXTURE,     /* a texture object; two parameters: its buffer, and what else it is */
  CLRT_TEXTURE_INFO /* of appended ones: stands for the second */
} clrt_param_kind;

/* An appended parameter of a kernel: one that the launch does not pass. */
typedef struct clrt_appended {
  clrt_param_kind kind;
  size_t size;
  const clrt_symbol *const *symbols;
  const unsigned long long *texture; /* the object of a texture reference */
} clrt_appended;

typedef struct clrt_kernel {
  const clrt_program *program;
  const char *name;
  const clrt_appended *appended;
  size_t appended_count;
  int id; /* clrt's own, 0 before the first use */
  /* Of a block, as __launch_bounds__ says: a launch of more is CLRT_ERROR_INVALID_VALUE. 0: the
   * device decides. */
  unsigned max_threads;
} clrt_kernel;

/* A launch argument, already of the parameter's type. */
typedef struct clrt_arg {
  clrt_param_kind kind;
  size_t size;
  const void *value; /* the bytes; an address and a cl_mem are values, too */
} clrt_arg;

typedef struct clrt_config {
  size_t grid[3], block[3], local_bytes;
  clrt_stream stream;
} clrt_config;

clrt_error clrt_launch(const clrt_kernel *kernel, const clrt_config *config, const clrt_arg *args,
                       size_t count);

/* A parameter of a kernel as CUDA has it, for arguments that are known by their places only. */
typedef struct clrt_param {
  clrt_param_kind kind; /* CLRT_VALUE, CLRT_GLOBAL, CLRT_GLOBAL_AT or CLRT_LIST */
  size_t size;          /* CLRT_LIST: of the object */
  /* CLRT_LIST: tells how many arguments the object is, and writes them unless `list` is NULL. */
  size_t (*parts)(const void *object, clrt_arg *list);
} clrt_param;

/* Each args[n] is the place of an argument, as cudaLaunchKernel takes them. */
clrt_error clrt_launch_at(const clrt_kernel *kernel, const clrt_param *params, size_t count,
                          const clrt_config *config, void *const *args);

/* Kernels as values: the address of a host function stands for the kernel, as in CUDA. The first
 * makes it known; of several kernels for one address the last one counts. */
void clrt_add_function(const void *function, const clrt_kernel *kernel, const clrt_param *params,
                       size_t count);
const clrt_kernel *clrt_kernel_of(const void *function); /* NULL: it stands for none */
clrt_error clrt_launch_function(const void *function, const clrt_config *config, void *const *args);
clrt_error clrt_launch_kernel(const void *function, dim3 grid, dim3 block, void **args,
                              size_t local_bytes, clrt_stream s);
/* The function itself was called: CLRT_ERROR_MISSING_CONFIGURATION. */
void clrt_function_called(const char *name);
/* Host code calls a function of the device alone, which it may name: ends the program, as with
 * nvcc. */
void clrt_device_function_called(const char *name);

/* ---- raw OpenCL ---- */

cl_context clrt_context(void); /* of the current device; NULL if there is none */
/* The in-order queue of a stream, ordered as CUDA's legacy rules say for what is enqueued next. Ask
 * for each use. */
cl_command_queue clrt_queue(clrt_stream s);
cl_device_id clrt_device(void);
/* Makes the user's own context, device and in-order queue (or NULL: a new one) a clrt device, and
 * the current one. */
clrt_error clrt_adopt(cl_context context, cl_device_id device, cl_command_queue queue);

#ifdef __cplusplus
}
#endif

#include "copies_3d.h"
#include "device_details.h"
#include "graphs.h"
#include "kernel_attributes.h"
#include "pools.h"
#include "textures.h"

#include "names_end.h"

#endif
