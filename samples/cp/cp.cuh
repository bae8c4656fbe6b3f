// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Direct Coulomb summation: the electrostatic potential of point charges on a plane of grid points.
#ifndef CP_CUH
#define CP_CUH

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// Atoms a batch: 4000 float4 are 64000 bytes, just under the 64 KB of constant memory.
#define ATOMS_PER_BATCH 4000
#define BLOCK_X 16
#define BLOCK_Y 8

struct Atom {
  float x, y, z, charge;
};

struct Plane {
  int width, height; // grid points
  float spacing;     // distance of neighbouring points
  float z;           // where the plane lies
};

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t status = (call);                                                                   \
    if (status != cudaSuccess) {                                                                   \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));              \
      exit(EXIT_FAILURE);                                                                          \
    }                                                                                              \
  } while (0)

// Adds the potential of all atoms to energy (device memory) and returns the kernel time in
// milliseconds.
float add_potential(const Atom *atoms, int count, const Plane &plane, float *energy);

#endif
