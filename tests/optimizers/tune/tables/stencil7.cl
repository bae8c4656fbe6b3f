// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_STENCIL7_CLH
#define CU2CL_STENCIL7_CLH

#define INDEX(x, y, z) ((x) + nx * ((y) + ny * (z)))

enum { TILE_X = 32 }; // inner points of the shared tile
enum { TILE_Y = 8 };
enum { TILE_Z = 16 }; // planes that a block walks through

#endif

// One thread, one point.
__kernel __attribute__((reqd_work_group_size(64, 4, 1)))
void stencil7_naive(__global const float *in, __global float *out, int nx, int ny, int nz, float c0,
                               float c1) {
  int x = get_group_id(0) * get_local_size(0) + get_local_id(0) + 1;
  int y = get_group_id(1) * get_local_size(1) + get_local_id(1) + 1;
  int z = get_group_id(2) + 1;
  if (x < nx - 1 && y < ny - 1)
    out[INDEX(x, y, z)] =
        (in[INDEX(x - 1, y, z)] + in[INDEX(x + 1, y, z)] + in[INDEX(x, y - 1, z)] +
         in[INDEX(x, y + 1, z)] + in[INDEX(x, y, z - 1)] + in[INDEX(x, y, z + 1)]) *
            c1 -
        in[INDEX(x, y, z)] * c0;
}

// A block walks TILE_Z planes upwards. The current plane lies in shared memory, with a border of
// one point; what a thread needs of the planes below and above stays in its registers. Launched
// with dynamic shared memory.
__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void stencil7_tiled(__global const float *restrict in, __global float *restrict out, int nx,
                               int ny, int nz, float c0, float c1, __local float *tile) {
  const int pitch = TILE_X + 2;
  int x = get_group_id(0) * TILE_X + get_local_id(0) + 1;
  int y = get_group_id(1) * TILE_Y + get_local_id(1) + 1;
  int first = get_group_id(2) * TILE_Z + 1;
  int last = min(first + TILE_Z, nz - 1);
  bool load = x < nx && y < ny;          // the grid's border is loaded,
  bool inner = x < nx - 1 && y < ny - 1; // but only inner points are computed
  __local float *mine = tile + ((uint)get_local_id(1) + 1) * pitch + get_local_id(0) + 1;

  float below = load ? in[INDEX(x, y, first - 1)] : 0.0f;
  float here = load ? in[INDEX(x, y, first)] : 0.0f;
  for (int z = first; z < last; z++) {
    float above = load ? in[INDEX(x, y, z + 1)] : 0.0f;
    *mine = here;
    if (load) {
      if (get_local_id(0) == 0)
        mine[-1] = in[INDEX(x - 1, y, z)];
      if (get_local_id(0) == TILE_X - 1 && x + 1 < nx)
        mine[1] = in[INDEX(x + 1, y, z)];
      if (get_local_id(1) == 0)
        mine[-pitch] = in[INDEX(x, y - 1, z)];
      if (get_local_id(1) == TILE_Y - 1 && y + 1 < ny)
        mine[pitch] = in[INDEX(x, y + 1, z)];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (inner)
      out[INDEX(x, y, z)] =
          (mine[-1] + mine[1] + mine[-pitch] + mine[pitch] + below + above) * c1 - here * c0;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    below = here;
    here = above;
  }
}
