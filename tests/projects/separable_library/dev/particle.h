// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PARTICLE_H
#define PARTICLE_H
#include "v3.h"
class particle {
  v3 position, velocity, total;
public:
  __host__ __device__ particle();
  __host__ __device__ void advance(float dist);
  __host__ __device__ const v3 &getTotalDistance() const;
};
#endif
