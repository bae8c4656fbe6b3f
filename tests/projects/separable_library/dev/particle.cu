// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "particle.h"
__device__ __host__ particle::particle() : position(), velocity(2, 0, 1), total(0, 0, 0) {}
__device__ __host__ void particle::advance(float d) {
  position.x += velocity.x * d; position.y += velocity.y * d; position.z += velocity.z * d;
  total.x += velocity.x * d; total.y += velocity.y * d; total.z += velocity.z * d;
  velocity.scramble();
}
__device__ __host__ const v3 &particle::getTotalDistance() const { return total; }
