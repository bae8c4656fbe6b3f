// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mriq.h"

#include <cmath>

int compare_with_reference(const Samples &s, const Voxels &v, const std::vector<float> &Qr,
                           const std::vector<float> &Qi, double tolerance, double *worst) {
  double sum = 0.0;
  std::vector<double> magnitude(s.kx.size());
  for (size_t k = 0; k < s.kx.size(); k++) {
    magnitude[k] = (double)s.phiR[k] * s.phiR[k] + (double)s.phiI[k] * s.phiI[k];
    sum += magnitude[k];
  }
  int wrong = 0;
  *worst = 0.0;
  for (size_t i = 0; i < v.x.size(); i++) {
    double re = 0.0, im = 0.0;
    for (size_t k = 0; k < s.kx.size(); k++) {
      double angle = 6.283185307179586 * ((double)s.kx[k] * v.x[i] + (double)s.ky[k] * v.y[i] +
                                          (double)s.kz[k] * v.z[i]);
      re += magnitude[k] * cos(angle);
      im += magnitude[k] * sin(angle);
    }
    double error = hypot(Qr[i] - re, Qi[i] - im) / sum;
    if (!(error <= tolerance))
      wrong++;
    if (error > *worst)
      *worst = error;
  }
  return wrong;
}
