/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Memory that is allocated and freed in the order of a stream, and the pools that it comes from:
 * a part of clrt.h, which includes this. */

#ifndef CLRT_POOLS_H
#define CLRT_POOLS_H
#include "names_begin.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct clrt_mem_pool_st *clrt_mem_pool;

#define CLRT_CONSTANTS(NAME, VALUE, CUDA_NAME) CLRT_##NAME = VALUE,
typedef enum clrt_mem_pool_attr CLRT_INT_ENUM {
#define CLRT_KIND_OF_MEM_POOL_ATTR CLRT_CONSTANTS
#include "constants.def"
} clrt_mem_pool_attr;
typedef enum clrt_mem_allocation_type CLRT_INT_ENUM {
#define CLRT_KIND_OF_MEM_ALLOCATION CLRT_CONSTANTS
#include "constants.def"
} clrt_mem_allocation_type;
typedef enum clrt_mem_allocation_handle_type CLRT_INT_ENUM {
#define CLRT_KIND_OF_MEM_HANDLE CLRT_CONSTANTS
#include "constants.def"
} clrt_mem_allocation_handle_type;
typedef enum clrt_mem_access_flags CLRT_INT_ENUM {
#define CLRT_KIND_OF_MEM_ACCESS CLRT_CONSTANTS
#include "constants.def"
} clrt_mem_access_flags;
#undef CLRT_CONSTANTS

typedef struct clrt_mem_pool_props {
  clrt_mem_allocation_type allocType;
  clrt_mem_allocation_handle_type handleTypes; /* none: OpenCL gives memory to no other process */
  clrt_mem_location location;
  void *win32SecurityAttributes;
  size_t maxSize; /* bytes; 0: as many as the device has */
  unsigned short usage;
  unsigned char reserved[54];
} clrt_mem_pool_props;

typedef struct clrt_mem_access_desc {
  clrt_mem_location location;
  clrt_mem_access_flags flags;
} clrt_mem_access_desc;

/* The memory is there at once, which is earlier than the stream gets to it. */
clrt_error clrt_malloc_async(void **p, size_t bytes, clrt_stream s);
clrt_error clrt_malloc_from_pool_async(void **p, size_t bytes, clrt_mem_pool pool, clrt_stream s);
/* What was given to streams before still has the memory; the address means nothing from here on.
 * Null is nothing. */
clrt_error clrt_free_async(void *p, clrt_stream s);
/* The same, of a buffer by its handle. */
clrt_error clrt_free_mem_async(cl_mem mem, clrt_stream s);
/* The same in shared virtual memory, see clrt_svm_allocate(). */
clrt_error clrt_svm_allocate_async(void **p, size_t bytes, clrt_mem_pool pool, clrt_stream s,
                                   const char *file, int line);
static inline clrt_error clrt_svm_malloc_async(void **p, size_t bytes, clrt_stream s) {
  return clrt_svm_allocate_async(p, bytes, NULL, s, NULL, 0);
}
static inline clrt_error clrt_svm_malloc_from_pool_async(void **p, size_t bytes, clrt_mem_pool pool,
                                                         clrt_stream s) {
  return pool ? clrt_svm_allocate_async(p, bytes, pool, s, NULL, 0)
              : clrt_malloc_from_pool_async(p, bytes, pool, s);
}

/* A pool counts what is allocated from it and keeps no memory back: what is reserved is what is
 * used. Its attributes can be set and asked for; a release threshold has nothing to hold. */
clrt_error clrt_mem_pool_create(clrt_mem_pool *pool, const clrt_mem_pool_props *props);
/* Memory from it stays; the pool itself is an invalid value from here on. */
clrt_error clrt_mem_pool_destroy(clrt_mem_pool pool);
clrt_error clrt_mem_pool_set_attribute(clrt_mem_pool pool, clrt_mem_pool_attr attribute,
                                       void *value);
clrt_error clrt_mem_pool_get_attribute(clrt_mem_pool pool, clrt_mem_pool_attr attribute,
                                       void *value);
clrt_error clrt_mem_pool_trim_to(clrt_mem_pool pool, size_t bytes_to_keep);
/* Of other devices than the pool's own: CLRT_ERROR_PEER_ACCESS_UNSUPPORTED. */
clrt_error clrt_mem_pool_set_access(clrt_mem_pool pool, const clrt_mem_access_desc *list,
                                    size_t count);
clrt_error clrt_mem_pool_get_access(clrt_mem_access_flags *flags, clrt_mem_pool pool,
                                    clrt_mem_location *location);
clrt_error clrt_device_get_default_mem_pool(clrt_mem_pool *pool, int device);
clrt_error clrt_device_get_mem_pool(clrt_mem_pool *pool, int device);
clrt_error clrt_device_set_mem_pool(int device, clrt_mem_pool pool);

#ifdef __cplusplus
}
#endif

#include "names_end.h"

#endif
