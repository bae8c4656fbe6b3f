/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* To be preloaded. CLRT_SHIM=limit: the driver allows 256 work-items to a kernel that does not fix
 * its block size, as some do. CLRT_SHIM=trace: says when a program is built from source. */

#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wants(const char *what) {
  const char *shim = getenv("CLRT_SHIM");
  return shim && strcmp(shim, what) == 0;
}

typedef cl_program (*create)(cl_context, cl_uint, const char **, const size_t *, cl_int *);

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                     const size_t *lengths, cl_int *code) {
  create real = (create)dlsym(RTLD_NEXT, "clCreateProgramWithSource");
  if (wants("trace"))
    puts("from source");
  return real(context, count, strings, lengths, code);
}

typedef cl_int (*query)(cl_kernel, cl_device_id, cl_kernel_work_group_info, size_t, void *,
                        size_t *);

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info what, size_t size, void *value,
                                size_t *size_ret) {
  query real = (query)dlsym(RTLD_NEXT, "clGetKernelWorkGroupInfo");
  cl_int code = real(kernel, device, what, size, value, size_ret);
  size_t fixed[3] = {0, 0, 0};
  if (code == CL_SUCCESS && what == CL_KERNEL_WORK_GROUP_SIZE && value &&
      (wants("limit") || wants("pretend"))) {
    real(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof fixed, fixed, NULL);
    if (fixed[0] == 0 && *(size_t *)value > 256)
      *(size_t *)value = 256;
  }
  return code;
}

typedef cl_int (*enqueue)(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *,
                          const size_t *, cl_uint, const cl_event *, cl_event *);

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint count, const cl_event *list, cl_event *event) {
  enqueue real = (enqueue)dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
  size_t fixed[3] = {0, 0, 0}, threads = 1;
  cl_uint i;
  cl_device_id device;
  clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
  clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof fixed, fixed,
                           NULL);
  for (i = 0; i < dimensions; ++i)
    threads *= local[i];
  if (wants("limit") && fixed[0] == 0 && threads > 256)
    return CL_INVALID_WORK_GROUP_SIZE;
  return real(queue, kernel, dimensions, offset, global, local, count, list, event);
}
