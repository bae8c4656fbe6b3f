// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R16: an argument is converted to the type of the kernel's parameter.
#include "check.h"

enum Colour { red, green = 5, blue };

__global__ void take(float f, double d, int i, unsigned u, char c, long long ll, size_t s, bool b,
                     Colour e, double *out) {
  out[0] = f, out[1] = d, out[2] = i, out[3] = u, out[4] = c, out[5] = (double)ll;
  out[6] = (double)s, out[7] = b ? 1 : 0, out[8] = e;
}

static double *d_out;
static void check(double f, double d, double i, double u, double c, double ll, double s, double b,
                  double e) {
  double got[9], want[9] = {f, d, i, u, c, ll, s, b, e};
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int k = 0; k < 9; k++)
    EXPECT_EQ(got[k], want[k]);
}

int main() {
  OK(cudaMalloc(&d_out, 9 * sizeof(double)));
  int i = 7;
  short h = -3;
  float f = 2.75f;
  double d = 1e10;
  unsigned char uc = 200;
  long long big = 1ll << 40;
  take<<<1, 1>>>(i, i, f, uc, i + 58, i, i, i, green, d_out);
  check(7, 7, 2, 200, 65, 7, 7, 1, 5);
  take<<<1, 1>>>(d, f, h, h, big + 1, h, big, 0.25f, blue, d_out);
  check((float)1e10, 2.75, -3, 4294967293.0, 1, -3, (double)big, 1, 6);
  take<<<1, 1>>>(true, 'A', big, -1, 66.9, f, uc, false, red, d_out);
  check(1, 65, 0, 4294967295.0, 66, 2, 200, 0, 0);
  take<<<1, 1>>>(uc, h, uc, f, h, uc, h ? 9 : 8, d_out != nullptr, (Colour)i, d_out);
  check(200, -3, 200, 2, -3, 200, 9, 1, 7);
  OK(cudaFree(d_out));
  return verdict();
}
