// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cp.cuh"

#include <cmath>
#include <vector>

// Largest error that counts as right, relative to the sum of |charge| / distance at the point.
static const double tolerance = 1e-5;

static float random_unit(unsigned &state) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.0f;
}

int main(int argc, char **argv) {
  Plane plane = {250, 130, 0.1f, 5.0f};
  int count = 9000;
  if (argc == 4) {
    plane.width = atoi(argv[1]);
    plane.height = atoi(argv[2]);
    count = atoi(argv[3]);
  }
  if ((argc != 1 && argc != 4) || plane.width <= 0 || plane.height <= 0 || count <= 0) {
    fprintf(stderr, "usage: %s [width height atoms]\n", argv[0]);
    return EXIT_FAILURE;
  }

  // Charges of both signs in a box below and above the plane, at least 0.5 away from it.
  std::vector<Atom> atoms(count);
  unsigned state = 7;
  for (auto &a : atoms) {
    a.x = plane.width * plane.spacing * random_unit(state);
    a.y = plane.height * plane.spacing * random_unit(state);
    a.z = 4.5f * random_unit(state) + (random_unit(state) < 0.5f ? 0.0f : 5.5f);
    a.charge = 4.0f * random_unit(state) - 1.0f;
  }

  size_t points = (size_t)plane.width * plane.height;
  float *energy = (float *)malloc(points * sizeof(float));
  float *d_energy;
  CHECK(cudaMalloc((void **)&d_energy, points * sizeof(float)));
  CHECK(cudaMemset(d_energy, 0, points * sizeof(float)));
  float ms = add_potential(atoms.data(), count, plane, d_energy);
  CHECK(cudaMemcpy(energy, d_energy, points * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_energy));

  size_t wrong = 0;
  double worst = 0.0;
  for (int yi = 0; yi < plane.height; yi++) {
    for (int xi = 0; xi < plane.width; xi++) {
      double expected = 0.0, magnitude = 0.0;
      for (const auto &a : atoms) {
        double dx = (double)plane.spacing * xi - a.x;
        double dy = (double)plane.spacing * yi - a.y;
        double dz = (double)plane.z - a.z;
        double v = a.charge / sqrt(dx * dx + dy * dy + dz * dz);
        expected += v;
        magnitude += fabs(v);
      }
      double error = fabs(energy[(size_t)yi * plane.width + xi] - expected) / magnitude;
      if (!(error <= tolerance)) // a NaN is wrong, too
        wrong++;
      if (error > worst)
        worst = error;
    }
  }
  free(energy);

  printf("%d x %d points, %d atoms: kernel %.3f ms, %.3f G interactions/s\n", plane.width,
         plane.height, count, ms, 1e-6 * points * count / ms);
  printf("largest error %.1e of %.1e allowed, %zu points wrong\n", worst, tolerance, wrong);
  bool passed = wrong == 0;
  printf("%s\n", passed ? "PASSED" : "FAILED");
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
