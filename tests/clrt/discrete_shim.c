/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* To be preloaded. Makes a driver whose device has memory of its own: what CL_MEM_ALLOC_HOST_PTR
 * and CL_MEM_USE_HOST_PTR buffers hold travels to the device when they are unmapped, and back when
 * they are mapped, and at no other time. */

#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
  cl_mem mem;
  char *host;
  size_t size;
} pinned[256];

/* The entry of the buffer, or a free one for NULL. */
static int find(cl_mem mem) {
  int i = 0;
  while (i < 256 && pinned[i].mem != mem)
    ++i;
  return i;
}

static void note(cl_mem mem, char *host, size_t size) {
  int i;
  pthread_mutex_lock(&mutex);
  i = find(mem); /* a new buffer may have an old one's handle */
  if (i < 256)
    pinned[i].mem = NULL;
  i = host ? find(NULL) : 256;
  if (i < 256) {
    pinned[i].mem = mem;
    pinned[i].host = host;
    pinned[i].size = size;
  }
  pthread_mutex_unlock(&mutex);
}

static char *host_of(cl_mem mem, size_t *size) {
  char *host = NULL;
  int i;
  pthread_mutex_lock(&mutex);
  i = find(mem);
  if (mem && i < 256) {
    host = pinned[i].host;
    *size = pinned[i].size;
  }
  pthread_mutex_unlock(&mutex);
  return host;
}

typedef cl_mem (*create)(cl_context, cl_mem_flags, size_t, void *, cl_int *);

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                      cl_int *code) {
  create real = (create)dlsym(RTLD_NEXT, "clCreateBuffer");
  cl_mem mem;
  if (flags & CL_MEM_USE_HOST_PTR)
    mem = real(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, host, code);
  else if (flags & CL_MEM_ALLOC_HOST_PTR)
    mem = real(context, CL_MEM_READ_WRITE, size, NULL, code);
  else
    mem = real(context, flags, size, host, code);
  if (flags & CL_MEM_ALLOC_HOST_PTR)
    host = aligned_alloc(4096, (size + 4095) / 4096 * 4096); /* lives as long as the test */
  else if (!(flags & CL_MEM_USE_HOST_PTR))
    host = NULL;
  if (mem)
    note(mem, host, size);
  return mem;
}

typedef void *(*map)(cl_command_queue, cl_mem, cl_bool, cl_map_flags, size_t, size_t, cl_uint,
                     const cl_event *, cl_event *, cl_int *);

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem mem, cl_bool blocking, cl_map_flags flags,
                         size_t offset, size_t size, cl_uint count, const cl_event *list,
                         cl_event *event, cl_int *code) {
  map real = (map)dlsym(RTLD_NEXT, "clEnqueueMapBuffer");
  size_t all;
  char *host = host_of(mem, &all);
  if (!host)
    return real(queue, mem, blocking, flags, offset, size, count, list, event, code);
  *code =
      clEnqueueReadBuffer(queue, mem, blocking, offset, size, host + offset, count, list, event);
  return host + offset;
}

typedef cl_int (*unmap)(cl_command_queue, cl_mem, void *, cl_uint, const cl_event *, cl_event *);

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem mem, void *address, cl_uint count,
                               const cl_event *list, cl_event *event) {
  unmap real = (unmap)dlsym(RTLD_NEXT, "clEnqueueUnmapMemObject");
  size_t all;
  char *host = host_of(mem, &all);
  if (!host)
    return real(queue, mem, address, count, list, event);
  return clEnqueueWriteBuffer(queue, mem, CL_FALSE, 0, all, host, count, list, event);
}
