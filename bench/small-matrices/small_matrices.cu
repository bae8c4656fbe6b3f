// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dense matrices of a compile-time size in private arrays, one for each thread: what compilers make
// of the loops decides whether they live in registers. Built with nvcc, and ported by cu2cl, side
// by side. Each row is the milliseconds of one launch, the least of ten.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t status = (call);                                                                   \
    if (status != cudaSuccess) {                                                                   \
      printf("FAILED: %s in line %d\n", cudaGetErrorString(status), __LINE__);                     \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

const int threads = 128, blocks = 4096, count = threads * blocks;

template <typename T, int N> struct Matrix {
  T at[N][N];
};

template <typename T, int N>
__device__ void multiply(const Matrix<T, N> &a, const Matrix<T, N> &b, Matrix<T, N> &c) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      T sum = 0;
      for (int k = 0; k < N; ++k)
        sum += a.at[i][k] * b.at[k][j];
      c.at[i][j] = sum;
    }
}

template <typename T, int N> __device__ Matrix<T, N> make(T seed) {
  Matrix<T, N> m;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      m.at[i][j] = (i == j ? T(2) : T(0)) + seed / (1 + i + 2 * j);
  return m;
}

template <typename T, int N> __device__ T trace(const Matrix<T, N> &m) {
  T sum = 0;
  for (int i = 0; i < N; ++i)
    sum += m.at[i][i];
  return sum;
}

// Powers of a matrix, by a helper with references.
template <typename T, int N> __global__ void powers(T *out, int steps) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  Matrix<T, N> m = make<T, N>(T(id % 7) / 1000), power = m, next;
  for (int s = 0; s < steps; ++s) {
    multiply(power, m, next);
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        power.at[i][j] = next.at[i][j] * T(0.4);
  }
  out[id] = trace(power);
}

// Gauss elimination without pivots on a plain array.
template <typename T, int N> __global__ void determinants(T *out, int steps) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  T total = 0;
  for (int s = 0; s < steps; ++s) {
    T a[N][N];
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        a[i][j] = (i == j ? T(3) : T(0)) + T((id + s) % 5) / (2 + i + j);
    T product = 1;
    for (int k = 0; k < N; ++k) {
      product *= a[k][k];
      for (int i = k + 1; i < N; ++i) {
        T factor = a[i][k] / a[k][k];
        for (int j = k; j < N; ++j)
          a[i][j] -= factor * a[k][j];
      }
    }
    total += product;
  }
  out[id] = total;
}

// The same with CUDA's pragma on each loop.
template <typename T, int N> __global__ void unrolled(T *out, int steps) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  T total = 0;
  for (int s = 0; s < steps; ++s) {
    T a[N][N];
#pragma unroll
    for (int i = 0; i < N; ++i)
#pragma unroll
      for (int j = 0; j < N; ++j)
        a[i][j] = (i == j ? T(3) : T(0)) + T((id + s) % 5) / (2 + i + j);
    T product = 1;
#pragma unroll
    for (int k = 0; k < N; ++k) {
      product *= a[k][k];
#pragma unroll
      for (int i = k + 1; i < N; ++i) {
        T factor = a[i][k] / a[k][k];
#pragma unroll
        for (int j = k; j < N; ++j)
          a[i][j] -= factor * a[k][j];
      }
    }
    total += product;
  }
  out[id] = total;
}

// A vector of private values that a stencil in time goes through.
template <typename T, int N> __global__ void relaxations(T *out, int steps) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  T now[N], next[N];
  for (int i = 0; i < N; ++i)
    now[i] = T((id + i) % 11);
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < N; ++i)
      next[i] =
          T(0.5) * now[i] + T(0.25) * (now[i == 0 ? N - 1 : i - 1] + now[i == N - 1 ? 0 : i + 1]);
    for (int i = 0; i < N; ++i)
      now[i] = next[i];
  }
  T sum = 0;
  for (int i = 0; i < N; ++i)
    sum += now[i] * (i + 1);
  out[id] = sum;
}

// A filter over a time series whose state is a vector and whose covariance is a matrix, in flat
// private arrays that helpers take by pointer, with inputs strided through global memory.
template <int N> __device__ void times_vector(const double *a, const double *v, double *out) {
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int j = 0; j < N; j++)
      sum += a[i + j * N] * v[j];
    out[i] = sum;
  }
}

template <int N, bool AT = false, bool BT = false>
__device__ void times_matrix(const double *a, const double *b, double *out) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += (AT ? a[k + i * N] : a[i + k * N]) * (BT ? b[j + k * N] : b[k + j * N]);
      out[i + j * N] = sum;
    }
}

template <typename T, int N> __global__ void filters(T *out, int steps) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  double gain[N], state[N], covariance[N * N], transition[N * N], moved[N * N], kept[N * N],
      weight[N];
  for (int i = 0; i < N; i++) {
    state[i] = 0;
    weight[i] = i == 0 ? 1 : 0.25;
    for (int j = 0; j < N; j++) {
      covariance[i + j * N] = i == j ? 1 : 0;
      transition[i + j * N] = (i == j ? 0.5 : 0.0) + 0.01 * ((i + 2 * j + id) % 3);
    }
  }
  double likelihood = 0;
  for (int s = 0; s < steps; s++) {
    double innovation = (id + s) % 13 - state[0], variance = 0.5;
    times_vector<N>(covariance, weight, gain);
    for (int i = 0; i < N; i++)
      variance += gain[i] * weight[i];
    for (int i = 0; i < N; i++)
      state[i] += gain[i] * innovation / variance;
    times_vector<N>(transition, state, gain);
    for (int i = 0; i < N; i++)
      state[i] = gain[i];
    times_matrix<N>(transition, covariance, moved);
    times_matrix<N, false, true>(moved, transition, kept);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        covariance[i + j * N] = 0.5 * (kept[i + j * N] + kept[j + i * N]) + (i == j ? 0.1 : 0);
    likelihood += innovation * innovation / variance + log(variance);
  }
  out[id] = likelihood;
}

#define TIME(name, T, N, steps)                                                                    \
  do {                                                                                             \
    T *out;                                                                                        \
    CHECK(cudaMalloc(&out, count * sizeof(T)));                                                    \
    float least = 1e30f;                                                                           \
    for (int i = 0; i < 10; ++i) {                                                                 \
      float ms;                                                                                    \
      CHECK(cudaEventRecord(start));                                                               \
      name<T, N><<<blocks, threads>>>(out, steps);                                                 \
      CHECK(cudaEventRecord(end));                                                                 \
      CHECK(cudaEventSynchronize(end));                                                            \
      CHECK(cudaEventElapsedTime(&ms, start, end));                                                \
      least = ms < least ? ms : least;                                                             \
    }                                                                                              \
    std::vector<T> host(count);                                                                    \
    CHECK(cudaMemcpy(host.data(), out, count * sizeof(T), cudaMemcpyDeviceToHost));                \
    double sum = 0;                                                                                \
    for (T value : host)                                                                           \
      sum += value;                                                                                \
    printf("%-13s %-6s %2d %10.4f  sum %.9g\n", #name, #T, N, least, sum);                         \
    CHECK(cudaFree(out));                                                                          \
  } while (0)

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 100;
  cudaEvent_t start, end;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&end));
  TIME(powers, float, 4, steps);
  TIME(powers, double, 3, steps);
  TIME(powers, double, 4, steps);
  TIME(powers, double, 6, steps);
  TIME(powers, double, 9, steps);
  TIME(determinants, float, 6, steps);
  TIME(determinants, double, 4, steps);
  TIME(determinants, double, 6, steps);
  TIME(determinants, double, 9, steps);
  TIME(unrolled, double, 4, steps);
  TIME(unrolled, double, 6, steps);
  TIME(unrolled, double, 9, steps);
  TIME(relaxations, float, 16, steps);
  TIME(relaxations, double, 8, steps);
  TIME(relaxations, double, 20, steps);
  TIME(filters, double, 3, steps);
  TIME(filters, double, 5, steps);
  TIME(filters, double, 8, steps);
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(end));
  puts("PASSED");
}
