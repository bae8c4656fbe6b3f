// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The 7-point stencil out = c1 * (sum of the six neighbours) - c0 * in, on the inner points of a
// grid.
#pragma once

struct Grid {
  int nx, ny, nz;
  size_t points() const { return (size_t)nx * ny * nz; }
};

#define INDEX(x, y, z) ((x) + nx * ((y) + ny * (z)))

const int TILE_X = 32; // inner points of the shared tile
const int TILE_Y = 8;
const int TILE_Z = 16; // planes that a block walks through

// One thread, one point.
__global__ void stencil7_naive(const float *in, float *out, int nx, int ny, int nz, float c0,
                               float c1) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int z = blockIdx.z + 1;
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
__global__ void stencil7_tiled(const float *__restrict__ in, float *__restrict__ out, int nx,
                               int ny, int nz, float c0, float c1) {
  extern __shared__ float tile[];
  const int pitch = TILE_X + 2;
  int x = blockIdx.x * TILE_X + threadIdx.x + 1;
  int y = blockIdx.y * TILE_Y + threadIdx.y + 1;
  int first = blockIdx.z * TILE_Z + 1;
  int last = min(first + TILE_Z, nz - 1);
  bool load = x < nx && y < ny;          // the grid's border is loaded,
  bool inner = x < nx - 1 && y < ny - 1; // but only inner points are computed
  float *mine = tile + (threadIdx.y + 1) * pitch + threadIdx.x + 1;

  float below = load ? in[INDEX(x, y, first - 1)] : 0.0f;
  float here = load ? in[INDEX(x, y, first)] : 0.0f;
  for (int z = first; z < last; z++) {
    float above = load ? in[INDEX(x, y, z + 1)] : 0.0f;
    *mine = here;
    if (load) {
      if (threadIdx.x == 0)
        mine[-1] = in[INDEX(x - 1, y, z)];
      if (threadIdx.x == TILE_X - 1 && x + 1 < nx)
        mine[1] = in[INDEX(x + 1, y, z)];
      if (threadIdx.y == 0)
        mine[-pitch] = in[INDEX(x, y - 1, z)];
      if (threadIdx.y == TILE_Y - 1 && y + 1 < ny)
        mine[pitch] = in[INDEX(x, y + 1, z)];
    }
    __syncthreads();
    if (inner)
      out[INDEX(x, y, z)] =
          (mine[-1] + mine[1] + mine[-pitch] + mine[pitch] + below + above) * c1 - here * c0;
    __syncthreads();
    below = here;
    here = above;
  }
}
