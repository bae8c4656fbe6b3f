// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// MRI reconstruction, the matrix Q: for every voxel x, Q(x) = sum over k of |phi(k)|^2 exp(2 pi i
// k.x)
#ifndef MRIQ_H
#define MRIQ_H

#include <vector>

struct Samples { // the scanner's path through k-space, and what it saw there
  std::vector<float> kx, ky, kz, phiR, phiI;
};

struct Voxels {
  std::vector<float> x, y, z;
};

// Compares Qr and Qi with sums in double precision and returns how many voxels are wrong; a NaN is
// wrong. *worst becomes the largest error. Both are relative to the sum of |phi|^2.
int compare_with_reference(const Samples &samples, const Voxels &voxels,
                           const std::vector<float> &Qr, const std::vector<float> &Qi,
                           double tolerance, double *worst);

#endif
