// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Markers for a profiler.
#ifndef CU2CL_CUDA_NVTOOLSEXT_H
#define CU2CL_CUDA_NVTOOLSEXT_H

#include "host_defines.h"

typedef struct nvtxEventAttributes_v2 {
  unsigned short version, size;
  unsigned int category;
  int colorType;
  unsigned int color;
  int payloadType, reserved0;
  union {
    unsigned long long ullValue;
    double dValue;
  } payload;
  int messageType;
  union {
    const char *ascii;
  } message;
} nvtxEventAttributes_t;
typedef unsigned long long nvtxRangeId_t;
#define NVTX_VERSION 2
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((unsigned short)sizeof(nvtxEventAttributes_t))
#define NVTX_COLOR_ARGB 1
#define NVTX_MESSAGE_TYPE_ASCII 1

__cu2cl_c_begin

int nvtxRangePushA(__cu2cl_any);
int nvtxRangePush(__cu2cl_any);
int nvtxRangePushEx(__cu2cl_any);
int nvtxRangePop(__cu2cl_any);
void nvtxMarkA(__cu2cl_any);
void nvtxMark(__cu2cl_any);
void nvtxMarkEx(__cu2cl_any);
void nvtxRangeEnd(__cu2cl_any);
void nvtxNameOsThreadA(__cu2cl_any);
nvtxRangeId_t nvtxRangeStartA(__cu2cl_any);
nvtxRangeId_t nvtxRangeStart(__cu2cl_any);
nvtxRangeId_t nvtxRangeStartEx(__cu2cl_any);

__cu2cl_c_end

#endif
