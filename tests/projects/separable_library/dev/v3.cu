// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "v3.h"
#include <cmath>
__host__ __device__ v3::v3() : x(1), y(2), z(3) {}
__host__ __device__ v3::v3(float xIn, float yIn, float zIn) : x(xIn), y(yIn), z(zIn) {}
__host__ __device__ void v3::scramble() {
  float tx = x;
  x = y; y = z; z = tx;
}
__host__ __device__ float v3::length() const { return x * x + y * y + z * z; }
__device__ v3 v3::operator+(const v3 &o) const { return v3(x + o.x, y + o.y, z + o.z); }
