// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef V3_H
#define V3_H
class v3 {
public:
  float x, y, z;
  __host__ __device__ v3();
  __host__ __device__ v3(float xIn, float yIn, float zIn);
  __host__ __device__ void scramble();
  __host__ __device__ float length() const;
  __device__ v3 operator+(const v3 &o) const;
};
#endif
