// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where C would compute another value than C++ and no statement can be before.
struct Guard {
  int *p;
  __device__ Guard(int *q) : p(q) {}
  __device__ ~Guard() { ++*p; }
};

__global__ void refused(int *v, bool *b, int n) {
  Guard all[2] = {v, v + 1};
  for (Guard each : all) // DIAG: 2060
    v[6] += *each.p;
}

// Temporaries that do not end with one statement, or not where they are made.
struct View {
  const Guard &g;
};
__device__ int by_default(int *p, const Guard &g = Guard(nullptr)) { return *p; }
__device__ int value(const Guard &g) { return *g.p; }
__global__ void temporaries(int *v) {
  v[1] = by_default(v); // DIAG: 2061
  do
    v[2]++;
  while (value(Guard(v)) < 9); // DIAG: 2061
  View view{Guard(v)};            // DIAG: 2061
  int *const &p = Guard(v).p;     // DIAG: 2061
  int a = value(Guard(v)), b = 1; // DIAG: 2061
  v[4] = *view.g.p + *p + a + b;
}

// A barrier that no call in the text leads to.
struct Sync {
  int *p;
  __device__ Sync(int *q) : p(q) {}
  __device__ ~Sync() { __syncthreads(); }
};
__global__ void synced(int *v, int n) {
  if (threadIdx.x >= n)
    return;
  Sync sync(v); // DIAG: 2062
  v[threadIdx.x] = 1;
}

// Clang deduces by guides for device code only after the namespace that they are in.
namespace guides {
template <typename T, int N = 2> struct Row {
  T v[N];
  __device__ Row(T a) : v() {}
};
template <typename T> Row(T) -> Row<T, 7>;
__device__ int size(int x) {
  Row row(x); // DIAG: 2075
  return sizeof row;
}
} // namespace guides
__global__ void deduced(int *v) { v[0] = guides::size(v[1]); }

// A new object in each round around a barrier.
struct Round {
  int *p;
  __device__ operator bool() const { return *p > 0; }
};
__global__ void rounds(int *v) {
  while (value(Guard(v)) < 9) // DIAG: 2063
    __syncthreads();
  while (Round round{v}) // DIAG: 2063
    __syncthreads();
}
