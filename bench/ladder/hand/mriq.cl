// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a person would write for a processor with vectors: the yardstick for the variants of
// samples/mriq. Numbers of voxels that 16 does not divide run the plain kernel.
//@device type=cpu
typedef struct {
  float kx, ky, kz, phi_magnitude;
} Sample;

//@variant 1 computeQ_hand of computeQ for hand
//@ items 16 1 1, group 16 1 1
//@ when items0 >= i32(1,0) && i32(1,0) % 16 == 0 && items1 == 1 && items2 == 1
__kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void computeQ_hand(int samples, int voxels, __global const float *x, __global const float *y,
                   __global const float *z, __global float *real, __global float *imaginary,
                   __constant Sample *sample) {
  const int v = get_global_id(0);
  if (v * 16 >= voxels)
    return;
  const float16 vx = vload16(v, x), vy = vload16(v, y), vz = vload16(v, z);
  float16 re = vload16(v, real), im = vload16(v, imaginary);
  for (int s = 0; s < samples; s++) {
    const float16 angle =
        6.2831853071795864769252867665590058f * (sample[s].kx * vx + sample[s].ky * vy + sample[s].kz * vz);
    re += sample[s].phi_magnitude * cos(angle);
    im += sample[s].phi_magnitude * sin(angle);
  }
  vstore16(re, v, real);
  vstore16(im, v, imaginary);
}
