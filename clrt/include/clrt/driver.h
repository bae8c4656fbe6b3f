/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The core of CUDA's driver API, by its names. Its errors are CUresults and are not clrt's last
 * error. A CUstream is a clrt_stream, a CUevent a clrt_event, a CUdeviceptr the number of an
 * address, so calls of both APIs mix. The modules that it loads are ported sources that have
 * entered themselves: driver.hpp. */

#ifndef CLRT_DRIVER_H
#define CLRT_DRIVER_H

#include "clrt.h"

#define CUDA_VERSION CLRT_CUDART_VERSION

typedef clrt_stream CUstream;
typedef clrt_event CUevent;

#include "driver_api.h"

#endif
