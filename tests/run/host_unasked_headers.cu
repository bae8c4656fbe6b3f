// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What nvcc's files have of the C and C++ libraries without an include of theirs.
#include <stdio.h>

// Functions of the C library that the program declares itself.
extern "C" int puts(const char *text);
extern "C" double sqrt(double);
extern "C" int printf(const char *format, ...);
extern "C" int abs(int);

__global__ void fill(int *p, float *q) {
  p[threadIdx.x] = INT_MAX;
  q[threadIdx.x] = sqrtf(fabsf(-4.0f)) + powf(2, 3) + std::abs(-1.0f) + std::pow(2.0f, 2.0f);
}

template <class T>
typename std::enable_if<std::is_integral<T>::value, T>::type twice(T x) {
  return 2 * x;
}

static bool strings() {
  char name[16];
  strcpy(name, "abc");
  strcat(name, "d");
  char *copy = (char *)alloca(16);
  memset(copy, 0, 16);
  memcpy(copy, name, 5);
  return strlen(copy) == 4 && memcmp(copy, name, 5) == 0 && isdigit('4') && toupper('a') == 'A' &&
         atoi("12") == 12 && atof("1.5") == 1.5 && strtol("7", NULL, 10) == 7;
}

static bool numbers() {
  int a = 1, b = 2;
  std::swap(a, b);
  auto list = {1, 2, 3};
  int32_t five = 5;
  return a == 2 && std::move(b) == 1 && list.size() == 3 && five == 5 && twice(4) == 8 &&
         std::numeric_limits<int>::max() == INT_MAX && UINT_MAX > 0 && LONG_MAX > 0 &&
         CHAR_BIT == 8 && std::isnan(NAN) && M_PI > 3 && std::sqrt(4.0) == 2 && labs(-3L) == 3 &&
         std::exp(0.0) == 1 && std::make_pair(1, 2).second == 2;
}

static bool system_calls() {
  time_t now = time(NULL);
  srand((unsigned)now);
  int random = rand();
  return random >= 0 && random <= RAND_MAX && clock() != (clock_t)-1 && !getenv("NO SUCH NAME");
}

int main() {
  int *d, *h = (int *)malloc(2 * sizeof(int));
  float *e, f[2];
  cudaMalloc(&d, 8);
  cudaMalloc(&e, 8);
  fill<<<1, 2>>>(d, e);
  cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
  cudaMemcpy(f, e, 8, cudaMemcpyDeviceToHost);
  bool fine = h[0] == INT_MAX && fabs(f[1] - 15.0) < 1e-5 && strings() && numbers() &&
              system_calls();
  free(h);
  printf("%s\n", fine ? "PASSED" : "FAILED");
  exit(fine ? EXIT_SUCCESS : EXIT_FAILURE);
}
