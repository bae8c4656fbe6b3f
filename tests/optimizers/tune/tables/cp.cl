// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CP_CLH
#define CU2CL_CP_CLH

typedef struct Plane {
  int width, height; // grid points
  float spacing;     // distance of neighbouring points
  float z;           // where the plane lies
} Plane;
typedef char Plane_has_16_bytes[sizeof(Plane) == 16 ? 1 : -1];

#endif

// Each thread adds the potential of count atoms to one grid point.
__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void coulomb(int count, Plane plane, __global float *energy, __constant float4 *batch) {
  int xi = get_group_id(0) * get_local_size(0) + get_local_id(0);
  int yi = get_group_id(1) * get_local_size(1) + get_local_id(1);
  if (xi >= plane.width || yi >= plane.height)
    return;
  float x = plane.spacing * xi;
  float y = plane.spacing * yi;
  float sum = 0.0f;
  for (int i = 0; i < count; i++) {
    float dx = x - batch[i].x;
    float dy = y - batch[i].y;
    float r_1 = 1.0f / sqrt(dx * dx + dy * dy + batch[i].z);
    sum += batch[i].w * r_1;
  }
  energy[yi * plane.width + xi] += sum;
}
