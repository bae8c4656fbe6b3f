// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once
#include <driver_types.h>
struct Pool { float *d_pool; cudaStream_t stream; cudaEvent_t event; };
void make(Pool &p); int check(Pool &p);
