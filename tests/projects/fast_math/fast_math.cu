// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// nvcc's fast math makes functions, division and roots less exact, by a few units in the last
// place. It keeps NaN, infinities and the order of sums: OpenCL's options for fast math do not.
#include <math.h>
#include <stdio.h>

// Compensated: the error of each sum is added to the next value.
__global__ void sums(const float *v, int n, float *r) {
  float sum = 0, lost = 0;
  for (int i = 0; i < n; i++) {
    float next = v[i] - lost, total = sum + next;
    lost = (total - sum) - next;
    sum = total;
  }
  r[0] = sum;
  r[1] = (v[0] + 16777216.0f) - 16777216.0f;
}

// v holds NaN, an infinity, 1, 0.
__global__ void special(const float *v, int *r) {
  float infinity = v[1], difference = infinity - infinity, product = v[0] * v[3];
  r[0] = v[0] != v[0];
  r[1] = difference == difference;
  r[2] = product == 0.0f;
  r[3] = infinity > 3e38f && v[2] < infinity;
  r[4] = sqrtf(-v[2]) != sqrtf(-v[2]);
  r[5] = expf(-infinity) == 0.0f;
  float least = __int_as_float(0x7f800000);
  for (int i = 1; i < 4; i++)
    if (v[i] < least)
      least = v[i];
  r[6] = least == 0.0f;
}

__global__ void functions(const float *x, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  r[0 * n + i] = sinf(x[i]);
  r[1 * n + i] = cos(x[i]);
  r[2 * n + i] = expf(x[i]);
  r[3 * n + i] = logf(x[i] + 4.0f);
  r[4 * n + i] = powf(x[i] + 4.0f, 1.5f);
  r[5 * n + i] = x[i] / 3.7f;
  sincosf(x[i], &r[6 * n + i], &r[7 * n + i]);
}

template <typename T> T *on_device(const T *host, int n) {
  T *device;
  cudaMalloc(&device, n * sizeof(T));
  cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

static int failures;
static void expect(bool fine, const char *what, int i) {
  if (!fine && ++failures <= 10)
    printf("%s %d is wrong\n", what, i);
}

int main() {
  const int n = 1024;
  static float tenths[10000], x[n], r[8 * n];
  for (float &t : tenths)
    t = 0.1f;
  float *d = on_device(tenths, 10000), *dr = on_device(r, 8 * n), sum[2];
  sums<<<1, 1>>>(d, 10000, dr);
  cudaMemcpy(sum, dr, sizeof sum, cudaMemcpyDeviceToHost);
  expect(fabs(sum[0] - 1000.0) < 0.0002, "sum", 0); // in order alone it is 999.9029
  expect(sum[1] == 0.0f, "sum", 1);

  const float values[4] = {nanf(""), HUGE_VALF, 1, 0};
  const int right[7] = {1, 0, 0, 1, 1, 1, 1};
  int flags[7] = {};
  int *df = on_device(flags, 7);
  special<<<1, 1>>>(on_device(values, 4), df);
  cudaMemcpy(flags, df, sizeof flags, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 7; i++)
    expect(flags[i] == right[i], "special value", i);

  for (int i = 0; i < n; i++)
    x[i] = (i - n / 2 + 0.5f) * (6.2f / n);
  functions<<<n / 64, 64>>>(on_device(x, n), dr, n);
  cudaMemcpy(r, dr, sizeof r, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) {
    double a = x[i], wanted[] = {sin(a), cos(a), exp(a), log(a + 4), pow(a + 4, 1.5), a / 3.7, sin(a), cos(a)};
    for (int f = 0; f < 8; f++)
      expect(fabs(r[f * n + i] - wanted[f]) <= 2e-6 * (1 + fabs(wanted[f])), "function", f);
  }
  puts(failures ? "FAILED" : "PASSED");
  return failures ? 1 : 0;
}
